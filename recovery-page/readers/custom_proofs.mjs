// Proofs of any application: wire-formats.md, section 14.7.
import { verifyBoot } from "./app_proofs.mjs";
import { need } from "./checks.mjs";
import { point, rawSignature, verifyEcdsa } from "./curves.mjs";
import { base64, decimal, derSignature, hex, sha256, text, utf8 } from "./encodings.mjs";
import { members, parse, plain, texts } from "./json.mjs";
import { verifyDocument } from "./nitro.mjs";

const RESERVED = [
  "APP_PROOF_TYPE_UNSPECIFIED",
  "APP_PROOF_TYPE_ADDRESS_DERIVATION",
  "APP_PROOF_TYPE_POLICY_OUTCOME",
];
const [POINT, ALL_PCRS] = [65, 32];
const ORDER = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");

function verifySignature(form, key, signature, message) {
  const check = "custom-proof.signature";
  const isRaw = form.signatureEncoding === "raw";
  const numbers = isRaw ? rawSignature(signature, check) : derSignature(signature, `${check}.der`);
  if (form.requireLowS) need(`${check}.low-s`, numbers.s <= ORDER / 2n);
  const signingPoint = key.subarray(-POINT);
  point(signingPoint, "p256", ["uncompressed"], "custom-proof.point");
  verifyEcdsa(numbers, message, signingPoint, "p256", check);
}

function readEnvelope(input) {
  const { form } = input;
  const names = [form.publicKey, form.payload, form.signature];
  if (form.schemeMember !== undefined) names.push(form.schemeMember);
  const proof = texts(parse(text(input.customProof, "custom-proof")), names, "custom-proof");
  const isScheme = form.schemeMember === undefined || proof[form.schemeMember] === form.scheme;
  need("custom-proof.scheme", isScheme, "unsupported");
  const key = hex(proof[form.publicKey], "custom-proof.key");
  need("custom-proof.key-length", key.length === form.keyBytes);
  return { key, payload: proof[form.payload], signature: hex(proof[form.signature], "custom-proof.signature") };
}

function checkPayload(payload, input) {
  const { form, expectedType, expectedMembers = {} } = input;
  const named = [form.typeMember, form.timeMember, "type", "proofType", ...Object.keys(expectedMembers)];
  const names = [...new Set(named.filter((name) => name !== undefined))];
  const found = members(parse(payload), names, "custom-proof.payload");
  for (const name of ["type", "proofType", form.typeMember]) {
    need("custom-proof.reserved", !RESERVED.includes(found[name]), "unsupported");
  }
  if (form.typeMember !== undefined) {
    const type = found[form.typeMember];
    if (expectedType === undefined) need("custom-proof.no-type", type === undefined);
    else need("custom-proof.type", text(type, "custom-proof.type") === expectedType, "wrong-address");
  }
  for (const [name, value] of Object.entries(expectedMembers)) {
    need("custom-proof.members", found[name] === value, "wrong-challenge");
  }
  if (form.timeMember === undefined) return {};
  const signedAt = decimal(found[form.timeMember], "custom-proof.time");
  const { maxAge, now } = input;
  need("custom-proof.age", maxAge === undefined || Math.abs(now - signedAt) <= maxAge, "expired");
  return { signedAt };
}

function checkLive(input, boot) {
  const { awsAttestationDocB64 } = plain(parse(input.bootProof));
  const { pcrs } = verifyDocument(base64(awsAttestationDocB64, "boot-proof.document"), input.rootSha256);
  const isBare = boot.commitment === "none" && pcrs.size === ALL_PCRS;
  need("custom-proof.live", boot.commitment !== "setup" && !isBare, "wrong-enclave");
}

function verifyCustom(input) {
  const { form } = input;
  need("custom-proof.any-program", !input.allowAnyProgram, "wrong-enclave");
  need("custom-proof.reserved-expected", !RESERVED.includes(input.expectedType), "unsupported");
  const { key, payload, signature } = readEnvelope(input);
  let verifiedPayload = payload;
  let message = utf8(payload, "custom-proof.payload");
  if (form.signs === "digest") {
    verifiedPayload = input.signedPayload;
    message = hex(payload, "custom-proof.digest");
    need("custom-proof.digest-length", message.length === 32);
    const digest = sha256(utf8(verifiedPayload, "custom-proof.signed-payload"));
    need("custom-proof.digest", digest.equals(message), "bad-signature");
  }
  verifySignature(form, key, signature, message);
  const boot = verifyBoot(input);
  const attested = Buffer.from(boot.publicKey, "hex").subarray(-key.length);
  need("custom-proof.attested-key", attested.equals(key), "untrusted-signer");
  checkLive(input, boot);
  const { signedAt } = form.signs === "digest" ? {} : checkPayload(payload, input);
  return signedAt === undefined ? { verifiedPayload } : { verifiedPayload, signedAt };
}

export const GROUPS = { CustomProof: verifyCustom };
