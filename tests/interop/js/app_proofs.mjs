// App proofs and boot proofs: wire-formats.md, sections 14.1 and 14.4.
import { need, refuse } from "./checks.mjs";
import { rawSignature, verifyEcdsa } from "./curves.mjs";
import { base64, decimal, hex, sha384, text, utf8 } from "./encodings.mjs";
import { members, parse, plain, texts } from "./json.mjs";
import { keySet, readEnvelope, readManifest } from "./manifests.mjs";
import { verifyDocument } from "./nitro.mjs";

const SCHEME = "SIGNATURE_SCHEME_EPHEMERAL_KEY_P256";
const SUBJECTS = {
  APP_PROOF_TYPE_ADDRESS_DERIVATION: {
    name: "addressDerivationProof",
    required: ["organizationId", "address"],
    optional: ["walletId", "derivationPath"],
  },
  APP_PROOF_TYPE_POLICY_OUTCOME: {
    name: "policyOutcomeProof",
    required: ["organizationId", "outcome"],
    optional: [],
  },
};
const [SETUP, LIVE] = [16, 17];
const DOMAINS = {
  [SETUP]: "qos-setup-manifest-pcr-commitment-v1",
  [LIVE]: "qos-live-manifest-pcr-commitment-v1",
};

const signingPoint = (data) => data.subarray(65);

function verifyBySet(data, signature, message, check) {
  verifyEcdsa(rawSignature(signature, check), message, signingPoint(data), "p256", check);
}

function verifyApprovals(approvals, set, hash, check) {
  const approved = [];
  for (const { signature, member } of approvals) {
    const known = set.members.some(({ alias, pubKey }) => alias === member.alias && pubKey.equals(member.pubKey));
    need(`${check}.by-member`, known, "untrusted-signer");
    need(`${check}.once`, !approved.includes(member.alias), "untrusted-signer");
    verifyBySet(member.pubKey, signature, hash, check);
    approved.push(member.alias);
  }
  return approved;
}

const isZero = (data) => data.every((byte) => byte === 0);

/** Which PCR commits to key and manifest: setup, live or none. */
function commitmentOf(pcrs, key, hash, isApp) {
  const there = [LIVE, SETUP].filter((index) => pcrs.has(index) && !isZero(pcrs.get(index)));
  const fits = (index) => {
    const text = `{"domain":"${DOMAINS[index]}","ephemeralPublicKey":"${key.toString("hex")}","manifestHash":"${hash.toString("hex")}"}`;
    return pcrs.get(index).equals(sha384(Buffer.alloc(48), sha384(text)));
  };
  const fitting = there.filter(fits);
  need("commitment.one-fits", there.length === 0 || fitting.length > 0, "wrong-enclave");
  need("commitment.live-for-app", !isApp || there.length === 0 || fitting.includes(LIVE), "wrong-enclave");
  return { [LIVE]: "live", [SETUP]: "setup" }[fitting[0]] ?? "none";
}

/** What a PCR holds in enclaves of anybody. */
const NOTHING = Buffer.alloc(0);
const EMPTY_PCRS = [Buffer.alloc(48), sha384(Buffer.alloc(48), sha384(NOTHING))].map((each) => each.toString("hex"));

function checkPins(input, { document, manifest, hash }) {
  const pcrs = Object.entries(input.pcrs ?? {});
  const hashes = input.manifestHashes ?? [];
  for (const [index, value] of pcrs) {
    need("pins.pcr-index", /^(0|[1-9][0-9]*)$/.test(index) && Number(index) < 32);
    need("pins.pcr-length", hex(value, "pins.pcr").length === 48);
  }
  for (const each of hashes) need("pins.manifest-hash-length", hex(each, "pins.manifest-hash").length === 32);
  const counting = pcrs.filter(([, value]) => !EMPTY_PCRS.includes(value));
  need("pins.any", counting.length > 0 || hashes.length > 0, "wrong-enclave");
  for (const [index, value] of pcrs) {
    const found = document.pcrs.get(Number(index));
    need("pins.pcr", found !== undefined && found.toString("hex") === value, "wrong-enclave");
  }
  need("pins.manifest-hash", !hashes.length || hashes.includes(hash.toString("hex")), "wrong-enclave");
  const { quorumKey, name } = manifest.namespace;
  const forms = [quorumKey.toString("hex"), signingPoint(quorumKey).toString("hex")];
  need("pins.quorum-key", input.quorumKey === undefined || forms.includes(input.quorumKey), "wrong-enclave");
  need("pins.namespace", input.namespace === undefined || input.namespace === name, "wrong-enclave");
  if (input.threshold === undefined) return;
  const those = manifest.manifestSet.members.map(({ pubKey }) => pubKey.toString("hex")).sort();
  need("pins.threshold", input.threshold === manifest.manifestSet.threshold, "wrong-enclave");
  const wanted = [...new Set(input.members ?? [])].sort();
  need("pins.members", those.length === wanted.length && those.every((each, i) => each === wanted[i]), "wrong-enclave");
}

/** Verify a boot proof; `appKey` is the key set of an app proof, if that is what is verified. */
function verifyBoot(input, appKey) {
  const names = ["ephemeralPublicKeyHex", "awsAttestationDocB64", "qosManifestB64", "qosManifestEnvelopeB64"];
  const proof = texts(parse(text(input.bootProof, "boot-proof")), names, "boot-proof");
  const document = verifyDocument(base64(proof.awsAttestationDocB64, "boot-proof.document"), input.rootSha256);
  const key = hex(proof.ephemeralPublicKeyHex, "boot-proof.key");
  keySet(key);
  need("links.key", key.equals(document.public_key), "untrusted-signer");
  need("links.app-key", appKey === undefined || appKey.equals(document.public_key), "untrusted-signer");
  const { version, manifest, hash } = readManifest(proof.qosManifestB64);
  need("links.manifest-hash", hash.equals(document.user_data), "bad-signature");
  const envelope = readEnvelope(proof.qosManifestEnvelopeB64);
  need("links.envelope", envelope.hash.equals(hash), "bad-signature");
  const approvedBy = verifyApprovals(envelope.manifestSetApprovals, manifest.manifestSet, hash, "approval");
  verifyApprovals(envelope.shareSetApprovals, manifest.shareSet, hash, "share-approval");
  need("approval.threshold", approvedBy.length >= manifest.manifestSet.threshold, "untrusted-signer");
  const { enclave } = manifest;
  const first = [0, 1, 2, 3].map((index) => document.pcrs.get(index));
  first.forEach((value, index) => {
    need(`links.pcr${index}-not-zero`, !isZero(value), "wrong-enclave");
    need(`links.pcr${index}-of-manifest`, value.equals(enclave[`pcr${index}`]), "wrong-enclave");
  });
  need("links.root", enclave.awsRootCertificate.equals(document.cabundle[0]), "untrusted-signer");
  checkPins(input, { document, manifest, hash });
  const commitment = commitmentOf(document.pcrs, document.public_key, hash, appKey !== undefined);
  return {
    publicKey: key.toString("hex"),
    bootedAt: document.timestamp,
    manifestHash: hash.toString("hex"),
    manifestVersion: version,
    approvedBy,
    commitment,
  };
}

function readPayload(payload) {
  const subjects = Object.values(SUBJECTS).map(({ name }) => name);
  const found = members(payload, ["type", "timestampMs", ...subjects], "app-proof.payload");
  text(found.type, "app-proof.type");
  if (!Object.hasOwn(SUBJECTS, found.type)) refuse("app-proof.type", "unsupported");
  const { name, required, optional } = SUBJECTS[found.type];
  for (const each of subjects) need("app-proof.one-subject", each === name || (found[each] ?? null) === null);
  const subject = members(found[name], [...required, ...optional], "app-proof.subject");
  for (const each of required) text(subject[each], `app-proof.${each}`);
  for (const each of optional) if (subject[each] !== undefined) text(subject[each], `app-proof.${each}`);
  return {
    type: found.type,
    signedAt: decimal(found.timestampMs, "app-proof.timestampMs"),
    subject,
    whole: found[name],
  };
}

function verifyApp(input) {
  const names = ["scheme", "publicKey", "proofPayload", "signature"];
  const proof = texts(parse(text(input.appProof, "app-proof")), names, "app-proof");
  need("app-proof.scheme", proof.scheme === SCHEME, "unsupported");
  const key = hex(proof.publicKey, "app-proof.key");
  keySet(key);
  verifyBySet(key, hex(proof.signature, "app-proof.signature"), utf8(proof.proofPayload), "app-proof.signature");
  const { type, signedAt, subject, whole } = readPayload(parse(proof.proofPayload));
  verifyBoot(input, key);
  need("app-proof.expected-type", type === input.expectedType, "wrong-address");
  need("app-proof.organization", subject.organizationId === input.expectedOrganizationId, "wrong-organization");
  for (const [wanted, name] of [
    ["expectedWalletId", "walletId"],
    ["expectedDerivationPath", "derivationPath"],
    ["expectedAddress", "address"],
  ])
    need(`app-proof.expected-${name}`, input[wanted] === undefined || input[wanted] === subject[name], "wrong-address");
  const { maxAge, now } = input;
  need("app-proof.age", maxAge === undefined || Math.abs(now - signedAt) <= maxAge, "expired");
  return { signedAt, content: plain(whole) };
}

export const GROUPS = {
  AppProof: verifyApp,
  BootProof: (input) => verifyBoot(input),
  ManifestDecoding({ manifest: encoded }) {
    const { version, manifest, hash } = readManifest(encoded);
    return { manifestHash: hash.toString("hex"), manifestVersion: version, namespace: manifest.namespace.name };
  },
};
