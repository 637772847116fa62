// Attestation documents of Nitro enclaves: wire-formats.md, section 14.2.
import crypto from "node:crypto";
import { need } from "./checks.mjs";
import { decode } from "./cbor.mjs";
import { base64, bytes, hex, sha256, sha384, text, toNumber } from "./encodings.mjs";
import { keySet } from "./manifests.mjs";
import { certificate, checkPath, constraints, DIGITAL_SIGNATURE, issuedBy, mayBeUsed, validAt } from "./x509.mjs";
import { p384 } from "@noble/curves/nist";
import { keyObject } from "./curves.mjs";

const [ES384_WITH_P384, MAX_CERTIFICATES, SIZE, MAX_INDEX] = [-35, 6, 48, 32];
const MAX_DOCUMENT = 32768;
const MEMBERS = [
  "module_id",
  "digest",
  "timestamp",
  "pcrs",
  "certificate",
  "cabundle",
  "public_key",
  "user_data",
  "nonce",
];
const OPTIONAL = ["public_key", "user_data", "nonce"];
const MAX_OPTIONAL = 1024;
const LAST = 253402300799999;
const ECDSA_SHA384 = "1.2.840.10045.4.3.3";

const isBytes = (value, length) => Buffer.isBuffer(value) && (length === undefined || value.length === length);

function byteString(data) {
  const length = data.length;
  if (length < 24) return bytes(0x40 | length, data);
  if (length < 256) return bytes([0x58, length], data);
  const head = Buffer.alloc(length < 65536 ? 3 : 5);
  if (length < 65536) head.writeUInt16BE(length, 1);
  else head.writeUInt32BE(length, 1);
  head[0] = length < 65536 ? 0x59 : 0x5a;
  return bytes(head, data);
}

function readPayload(data, isQos) {
  const payload = decode(data, { integerNames: true, indefiniteMap: true });
  need("nitro.payload-is-map", payload instanceof Map);
  const required = isQos ? MEMBERS : MEMBERS.slice(0, -OPTIONAL.length);
  const known = [...payload.keys()].every((name) => MEMBERS.includes(name));
  need("nitro.members", known && required.every((name) => payload.has(name)));
  const found = Object.fromEntries(MEMBERS.map((name) => [name, payload.get(name)]));
  text(found.module_id, "nitro.module-id");
  need("nitro.digest", found.digest === "SHA384", "unsupported");
  need("nitro.timestamp", Number.isSafeInteger(found.timestamp) && found.timestamp >= 0 && found.timestamp <= LAST);
  need("nitro.pcrs", found.pcrs instanceof Map);
  for (const [index, value] of found.pcrs) {
    need("nitro.pcr-index", Number.isInteger(index) && index >= 0 && index < MAX_INDEX);
    need("nitro.pcr-length", isBytes(value, SIZE));
  }
  need(
    "nitro.pcr-0-to-3",
    [0, 1, 2, 3].every((index) => found.pcrs.has(index)),
  );
  need("nitro.certificate", isBytes(found.certificate));
  need(
    "nitro.cabundle",
    Array.isArray(found.cabundle) && found.cabundle.length > 0 && found.cabundle.every((each) => isBytes(each)),
  );
  if (!isQos) {
    for (const name of OPTIONAL) {
      found[name] ??= null;
      const value = found[name];
      need(`nitro.optional-${name}`, value === null || (isBytes(value) && value.length <= MAX_OPTIONAL));
    }
    return found;
  }
  need("nitro.public-key", isBytes(found.public_key));
  keySet(found.public_key);
  need("nitro.user-data", isBytes(found.user_data, 32));
  need("nitro.nonce", found.nonce === null);
  return found;
}

/** The key that signed the document, by its chain to the pinned root. */
function verifyChain({ cabundle, certificate: leaf, timestamp }, rootSha256, now) {
  need("nitro.root", sha256(cabundle[0]).toString("hex") === rootSha256, "untrusted-signer");
  need("nitro.certificates", cabundle.length + 1 <= MAX_CERTIFICATES);
  const chain = [...cabundle, leaf].map(certificate);
  chain.forEach((each, index) => {
    need("nitro.certificate-curve", each.key.kind === "ec" && each.key.curve === "P-384", "unsupported");
    need("nitro.certificate-algorithm", each.algorithm === ECDSA_SHA384, "unsupported");
    need("nitro.certificate-version", each.version === 3);
    need(
      "nitro.name-twice",
      !chain.slice(0, index).some(({ subject }) => subject.equals(each.subject)),
      "untrusted-signer",
    );
    validAt(each, timestamp, "nitro.certificate-valid");
    if (now !== undefined) validAt(each, now, "nitro.certificate-valid-now");
    if (index > 0) issuedBy(each, chain[index - 1], "nitro.chain");
  });
  const end = chain.at(-1);
  need("nitro.end-entity", constraints(end).there && !constraints(end).ca, "untrusted-signer");
  need("nitro.digital-signature", mayBeUsed(end, DIGITAL_SIGNATURE, false), "untrusted-signer");
  checkPath([...chain].reverse(), "nitro.path");
  return end.key.data;
}

/** Verify a document up to the pinned root; give what it says. Those of QOS have all members, in its forms. */
export function verifyDocument(data, rootSha256, { isQos = true, now } = {}) {
  need("nitro.document-size", data.length <= MAX_DOCUMENT);
  const cose = decode(data[0] === 0xd2 ? data.subarray(1) : data);
  need("nitro.four-parts", Array.isArray(cose) && cose.length === 4);
  const [encoded, unprotected, payload, signature] = cose;
  need("nitro.parts", isBytes(encoded) && unprotected instanceof Map && isBytes(payload) && isBytes(signature));
  const headers = decode(encoded, { integerNames: true });
  need("nitro.protected", headers instanceof Map && headers.size === 1);
  need("nitro.alg", headers.get(1) === ES384_WITH_P384, "unsupported");
  need("nitro.unprotected", unprotected.size === 0);
  need("nitro.signature-length", signature.length === 96);
  const found = readPayload(payload, isQos);
  const key = verifyChain(found, rootSha256, now);
  const signed = bytes([0x84, 0x6a], "Signature1", byteString(encoded), 0x40, byteString(payload));
  const halves = [signature.subarray(0, SIZE), signature.subarray(SIZE)].map(toNumber);
  need(
    "nitro.signature-range",
    halves.every((each) => each > 0n && each < p384.CURVE.n),
    "bad-signature",
  );
  const object = { key: keyObject(key, "P-384"), dsaEncoding: "ieee-p1363" };
  need("nitro.signature", crypto.verify("sha384", signed, object, signature), "bad-signature");
  return found;
}

const NOTHING = Buffer.alloc(0);
const ZERO = Buffer.alloc(SIZE);
/** What a PCR holds in enclaves of anybody. */
export const EMPTY_PCRS = [ZERO, sha384(ZERO, sha384(NOTHING))].map((each) => each.toString("hex"));

/** The index and the value of a PCR that is expected. */
export function checkPcr(index, value) {
  need("pins.pcr-index", /^(0|[1-9][0-9]*)$/.test(index) && Number(index) < MAX_INDEX);
  need("pins.pcr-length", hex(value, "pins.pcr").length === SIZE);
}

/** A document of any enclave: wire-formats.md, section 14.2. */
function verifyAny(input) {
  const pcrs = Object.entries(input.expectedPcrs ?? {});
  for (const [index, value] of pcrs) checkPcr(index, value);
  const counting = pcrs.some(([, value]) => !EMPTY_PCRS.includes(value));
  need("attestation.pcrs-count", pcrs.length === 0 || counting, "wrong-enclave");
  const data = base64(text(input.document, "attestation.document"), "attestation.document");
  const found = verifyDocument(data, input.rootSha256, { isQos: false, now: input.now });
  for (const index of [0, 1, 2]) {
    const measured = found.pcrs.get(index).some((byte) => byte !== 0);
    need(`attestation.pcr${index}-not-zero`, measured, "wrong-enclave");
  }
  for (const [index, value] of pcrs)
    need("attestation.pcr", found.pcrs.get(Number(index))?.toString("hex") === value, "wrong-enclave");
  const [publicKey, userData, nonce] = OPTIONAL.map((name) => found[name]?.toString("hex") ?? null);
  for (const [name, wanted, value, error] of [
    ["public-key", input.expectedPublicKey, publicKey, "wrong-enclave"],
    ["user-data", input.expectedUserData, userData, "wrong-enclave"],
    ["nonce", input.expectedNonce, nonce, "wrong-challenge"],
  ])
    need(`attestation.expected-${name}`, wanted === undefined || wanted === value, error);
  return { moduleId: found.module_id, signedAt: found.timestamp, publicKey, userData, nonce };
}

export const GROUPS = { AttestationDocument: verifyAny };
