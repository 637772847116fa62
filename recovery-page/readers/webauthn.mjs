// WebAuthn stamps and registrations: wire-formats.md, sections 2.2, 6 and 8.2.
import { need } from "./checks.mjs";
import { verifyStatement } from "./attestation.mjs";
import { decode, decodeFirst } from "./cbor.mjs";
import { ATTESTED, readCoseKey, readFirstCoseKey } from "./cose.mjs";
import { base64url, bytes, hex, sha256, text } from "./encodings.mjs";
import { members, parse, texts } from "./json.mjs";

const [UP, UV, BE, BS, AT, ED] = [1, 4, 8, 16, 64, 128];
const MAX_ID = 1023;
const TRANSPORTS = new Map(
  ["ble", "internal", "nfc", "usb", "hybrid"].map((name) => [name, `AUTHENTICATOR_TRANSPORT_${name.toUpperCase()}`]),
);
TRANSPORTS.set("cable", TRANSPORTS.get("hybrid"));
const MARK = Buffer.from("efbbbf", "hex");

const challengeOf = (body) => sha256(body).toString("hex");

function checkClientData(data, type, challenge, origin) {
  const names = ["type", "challenge", "origin", "crossOrigin", "topOrigin"];
  const marked = data.subarray(0, MARK.length).equals(MARK);
  const found = members(parse(marked ? data.subarray(MARK.length) : data), names, "client-data");
  for (const name of ["type", "challenge", "origin"]) text(found[name], `client-data.${name}`);
  need("client-data.type", found.type === type, "bad-signature");
  const given = base64url(found.challenge, "client-data.challenge");
  need("client-data.challenge", given.equals(challenge), "wrong-challenge");
  need("client-data.origin", found.origin === origin, "wrong-origin");
  const [crossOrigin, topOrigin] = [found.crossOrigin ?? false, found.topOrigin ?? null];
  need("client-data.crossOrigin.is-boolean", typeof crossOrigin === "boolean");
  need("client-data.crossOrigin", crossOrigin !== true, "wrong-origin");
  need("client-data.topOrigin", topOrigin === null || crossOrigin === true, "malformed");
}

/** The header of authenticator data, and what follows it. */
function authenticatorData(data, rpId, requireUserVerification, allowUserAbsent = false) {
  need("authenticator-data.length", data.length >= 37);
  const flags = data[32];
  need("authenticator-data.rp-id", data.subarray(0, 32).equals(sha256(rpId)), "wrong-origin");
  need("authenticator-data.user-present", allowUserAbsent || flags & UP);
  need("authenticator-data.backup", !(flags & BS) || flags & BE);
  need("authenticator-data.user-verified", !requireUserVerification || flags & UV, "bad-signature");
  return { flags, signCount: data.readUInt32BE(33), userVerified: Boolean(flags & UV), rest: data.subarray(37) };
}

function checkExtensions(flags, rest) {
  if (flags & ED) {
    const { item, rest: after } = decodeFirst(rest);
    need("authenticator-data.extensions", item instanceof Map);
    rest = after;
  }
  need("authenticator-data.nothing-after", rest.length === 0);
}

const credentialId = (raw, check) => {
  need(`${check}.length`, raw.length >= 1 && raw.length <= MAX_ID);
  return raw;
};

/** Verify the header X-Stamp-WebAuthn. */
export function verifyWebAuthnStamp({ header, cosePublicKey, rpId, origin, requireUserVerification }, body) {
  const names = ["authenticatorData", "clientDataJson", "credentialId", "signature"];
  const stamp = texts(parse(text(header, "webauthn")), names, "webauthn");
  const raw = Object.fromEntries(names.map((name) => [name, base64url(stamp[name], `webauthn.${name}`)]));
  const key = readCoseKey(cosePublicKey);
  checkClientData(raw.clientDataJson, "webauthn.get", Buffer.from(challengeOf(body)), origin);
  const data = authenticatorData(raw.authenticatorData, rpId, requireUserVerification);
  need("authenticator-data.no-credential", !(data.flags & AT));
  checkExtensions(data.flags, data.rest);
  credentialId(raw.credentialId, "webauthn.credentialId");
  key.verify(raw.signature, bytes(raw.authenticatorData, sha256(raw.clientDataJson)));
  return { ...data, credentialId: raw.credentialId };
}

/** Read a new credential; its statement is not verified. */
function readRegistration(input, algorithms) {
  const { credential, expectedChallenge, expectedOrigin, expectedRpId } = input;
  const { requireUserVerification, allowUserAbsent } = input;
  const found = members(parse(text(credential, "credential")), ["id", "rawId", "type", "response"], "credential");
  const rawId = credentialId(base64url(found.rawId, "credential.rawId"), "credential.rawId");
  if ((found.id ?? null) !== null) {
    need("credential.id", base64url(found.id, "credential.id.encoding").equals(rawId));
  }
  need("credential.type", (found.type ?? "public-key") === "public-key");
  const response = members(found.response, ["clientDataJSON", "attestationObject", "transports"], "response");
  const clientData = base64url(response.clientDataJSON, "response.clientDataJSON");
  const object = base64url(response.attestationObject, "response.attestationObject");
  const challenge = base64url(expectedChallenge, "expected-challenge");
  checkClientData(clientData, "webauthn.create", challenge, expectedOrigin);
  const transports = response.transports ?? [];
  need("response.transports.is-array", Array.isArray(transports));
  for (const each of transports) text(each, "response.transport");
  const decoded = decode(object);
  need("attestation-object.is-map", decoded instanceof Map);
  const [fmt, statement, data] = ["fmt", "attStmt", "authData"].map((name) => decoded.get(name));
  text(fmt, "attestation-object.fmt");
  need("attestation-object.attStmt", statement instanceof Map);
  need("attestation-object.authData", Buffer.isBuffer(data));
  const header = authenticatorData(data, expectedRpId, requireUserVerification, allowUserAbsent);
  need("authenticator-data.has-credential", header.flags & AT);
  need("authenticator-data.credential-length", header.rest.length >= 18);
  const length = header.rest.readUInt16BE(16);
  need("authenticator-data.credential-fits", header.rest.length >= 18 + length);
  const attestedId = credentialId(header.rest.subarray(18, 18 + length), "authenticator-data.credential-id");
  need("authenticator-data.same-id", attestedId.equals(rawId), "bad-signature");
  const { key, encoded, rest } = readFirstCoseKey(header.rest.subarray(18 + length), algorithms);
  checkExtensions(header.flags, rest);
  return {
    rawId,
    clientData,
    object,
    transports,
    fmt,
    statement,
    data,
    key,
    encoded,
    aaguid: header.rest.subarray(0, 16),
    userVerified: header.userVerified,
  };
}

/** A U2F authenticator signs neither model nor flags: nothing is known of them. */
function withoutUnsigned(read, { requireUserVerification }) {
  if (read.fmt !== "fido-u2f") return read;
  need("fido-u2f.user-verified", !requireUserVerification, "bad-signature");
  return { ...read, aaguid: Buffer.alloc(16), userVerified: false };
}

function cborBytes(data) {
  const length = data.length;
  if (length < 24) return bytes(0x40 | length, data);
  return length < 256 ? bytes(0x58, length, data) : bytes([0x59, length >> 8, length & 255], data);
}

export const GROUPS = {
  WebAuthnChallenge: ({ body }) => ({ challenge: challengeOf(hex(body)) }),
  WebAuthnStampVerification(input) {
    const cosePublicKey = hex(input.cosePublicKey);
    const verified = verifyWebAuthnStamp({ ...input, cosePublicKey }, hex(input.body));
    const { signCount, userVerified } = verified;
    return { credentialId: verified.credentialId.toString("hex"), signCount, userVerified };
  },
  AttestationEncoding(input) {
    const { rawId, clientData, object, transports } = readRegistration(input);
    const known = transports.filter((each) => TRANSPORTS.has(each)).map((each) => TRANSPORTS.get(each));
    return {
      attestation: {
        credentialId: cborBytes(rawId).toString("base64url"),
        clientDataJson: clientData.toString("base64url"),
        attestationObject: object.toString("base64url"),
        transports: [...new Set(known)],
      },
      rawCredentialId: rawId.toString("base64url"),
    };
  },
  AttestationVerification(input) {
    const read = withoutUnsigned(readRegistration(input, ATTESTED), input);
    const { trust, anchored } = verifyStatement(read, input);
    return {
      fmt: read.fmt,
      trust,
      anchored,
      cosePublicKey: read.encoded.toString("hex"),
      aaguid: read.aaguid.toString("hex"),
      userVerified: read.userVerified,
    };
  },
  CredentialIdDecoding({ encoding, credentialId: value }) {
    const data = base64url(value, "credential-id");
    if (encoding === "raw") return { rawId: credentialId(data, "credential-id").toString("hex") };
    const raw = decode(data);
    need("credential-id.is-bytes", Buffer.isBuffer(raw));
    need("credential-id.shortest-head", cborBytes(raw).equals(data));
    return { rawId: credentialId(raw, "credential-id").toString("hex") };
  },
};
