// App proofs and boot proofs: wire-formats.md, sections 14.1 and 14.4.
import { need, refuse } from "./checks.mjs";
import { rawSignature, verifyEcdsa } from "./curves.mjs";
import { base64, decimal, hex, sha384, text, utf8 } from "./encodings.mjs";
import { members, parse, plain, texts } from "./json.mjs";
import { BRIDGE_TYPES, keySet, readEnvelope, readManifest } from "./manifests.mjs";
import { checkPcr, EMPTY_PCRS, verifyDocument } from "./nitro.mjs";

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
const [SETUP, LIVE, MANIFEST] = [16, 17, 18];
const DOMAINS = {
  [SETUP]: "qos-setup-manifest-pcr-commitment-v1",
  [LIVE]: "qos-live-manifest-pcr-commitment-v1",
  [MANIFEST]: "qos-manifest-pcr-commitment-v1",
};
const ALL_PCRS = Array.from({ length: 32 }, (_, index) => index);
/** Which application signs proofs of a type. */
const APPLICATIONS = { APP_PROOF_TYPE_ADDRESS_DERIVATION: "signer", APP_PROOF_TYPE_POLICY_OUTCOME: "ump" };
const WELL_KNOWN = [
  "04451028fc9d42cef6d8f2a3ebe17d65783c470dbc6f04663d500c12009930cf9b209e733f6ac6103cc28f07ecde2dbb55095738b828d6b7a55caf4ddf9d67f2ae",
  "047827dcd2325b8d58694c2ea14e8f1e1f8a36c84438d291ff9b1b067debdb3e2ba3822984cde8bed4de2c237bd323526da4961d368bcc63cbd2d37d00e936683e",
];

const signingPoint = (data) => data.subarray(65);

function verifyBySet(data, signature, message, check) {
  verifyEcdsa(rawSignature(signature, check), message, signingPoint(data), "p256", check);
}

export function verifyApprovals(approvals, set, hash, check) {
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

/** Which PCR commits to the manifest: setup, live (both to the key too), manifest or none. */
function commitmentOf(pcrs, key, hash, isApp) {
  const there = [SETUP, LIVE, MANIFEST].filter((index) => pcrs.has(index) && !isZero(pcrs.get(index)));
  const fitting = there.filter((index) => {
    const ofKey = index === MANIFEST ? "" : `"ephemeralPublicKey":"${key.toString("hex")}",`;
    const text = `{"domain":"${DOMAINS[index]}",${ofKey}"manifestHash":"${hash.toString("hex")}"}`;
    return pcrs.get(index).equals(sha384(Buffer.alloc(48), sha384(text)));
  });
  const toKey = (index) => index !== MANIFEST;
  need("commitment.manifest-fits", !there.includes(MANIFEST) || fitting.includes(MANIFEST), "wrong-enclave");
  need("commitment.one-fits", !there.some(toKey) || fitting.some(toKey), "wrong-enclave");
  need("commitment.live-for-app", !isApp || !there.some(toKey) || fitting.includes(LIVE), "wrong-enclave");
  return { [LIVE]: "live", [SETUP]: "setup", [MANIFEST]: "manifest" }[fitting[0]] ?? "none";
}

/** Whether a quorum key in hex has a half of the well-known one. */
export const isWellKnown = (key) => [key.slice(0, 130), key.slice(130)].some((half) => WELL_KNOWN.includes(half));

/** The key sets of a set of operators, which must be sound. */
export function keysOf({ threshold, members: those }) {
  const keys = Object.values(those).map((key) => hex(key, "operators.key"));
  keys.forEach(keySet);
  need("operators.threshold", threshold >= 1 && threshold <= keys.length);
  for (const half of [(key) => key.toString("hex", 0, 65), (key) => key.toString("hex", 65)])
    need("operators.differ", new Set(keys.map(half)).size === keys.length);
  return keys;
}

/** Check that enough operators are among the members who approved, by their keys. */
export function checkOperators(operators, approved, check) {
  const keys = keysOf(operators);
  const count = keys.filter((key) => approved.some(({ pubKey }) => pubKey.equals(key))).length;
  need(check, count >= operators.threshold, "untrusted-signer");
}

/** Pins must tell the program: a manifest, or with PCR0 a program or an application's own key and namespace. */
function checkEnough(pins) {
  const { pcrs = {}, pivotHashes = [], manifestHashes = [], quorumKey, namespace, operators, allowAnyProgram } = pins;
  for (const [index, value] of Object.entries(pcrs)) checkPcr(index, value);
  for (const each of manifestHashes) need("pins.manifest-hash-length", hex(each, "pins.manifest-hash").length === 32);
  for (const each of pivotHashes) need("pins.pivot-hash-length", hex(each, "pins.pivot-hash").length === 32);
  const counts = (value) => value !== undefined && !EMPTY_PCRS.includes(value);
  const zero = EMPTY_PCRS[0];
  need("pins.no-debug", ![0, 1, 2, 3].some((index) => pcrs[index] === zero), "wrong-enclave");
  need("pins.no-well-known-key", quorumKey === undefined || !isWellKnown(quorumKey), "wrong-enclave");
  if (operators !== undefined && namespace) return;
  const program = pivotHashes.length > 0 || (quorumKey && namespace);
  if (manifestHashes.length > 0 || (counts(pcrs[0]) && program)) return;
  need("pins.any", Object.values(pcrs).some(counts), "wrong-enclave");
  need("pins.program", allowAnyProgram === true, "wrong-enclave");
}

function checkSet(set, threshold, members = [], check) {
  if (threshold === undefined) return;
  const those = set.members.map(({ pubKey }) => pubKey.toString("hex")).sort();
  const wanted = [...new Set(members)].sort();
  need(`${check}-threshold`, threshold === set.threshold, "wrong-enclave");
  need(`${check}-members`, those.length === wanted.length && those.every((each, i) => each === wanted[i]), "wrong-enclave");
}

/** Compare what configures a program besides its arguments. */
function checkConfiguration(input, { pivot, dns }) {
  const env = Object.fromEntries(pivot.env ?? []);
  const pinned = { environment: input.environment, resolvers: input.resolvers };
  const found = { environment: env, resolvers: dns?.resolvers ?? [] };
  const sorted = (value) => (Array.isArray(value) ? value : Object.entries(value).sort());
  for (const [name, value] of Object.entries(pinned)) {
    const same = () => JSON.stringify(sorted(value)) === JSON.stringify(sorted(found[name]));
    need(`pins.${name}`, value === undefined || same(), "wrong-enclave");
  }
  const bridges = (pivot.bridgeConfig ?? []).map(({ type, port, host }) => [BRIDGE_TYPES[type], port, host ?? null]);
  const wanted = input.bridges?.map(({ type, port, host }) => [type, port, host ?? null]);
  const same = () => JSON.stringify(wanted) === JSON.stringify(bridges);
  need("pins.bridges", wanted === undefined || same(), "wrong-enclave");
  const known = input.environment !== undefined || input.manifestHashes?.length > 0 || input.operators !== undefined;
  const alone = input.args !== undefined && Object.keys(env).length > 0 && !known;
  need("pins.environment-with-args", !alone, "wrong-enclave");
}

function checkPins(input, { document, manifest, hash, commitment }) {
  for (const [index, value] of Object.entries(input.pcrs ?? {})) {
    const found = document.pcrs.get(Number(index));
    need("pins.pcr", found !== undefined && found.toString("hex") === value, "wrong-enclave");
  }
  const { manifestHashes = [], pivotHashes = [], args: wanted } = input;
  const { pivot, namespace } = manifest;
  const isOneOf = (allowed, found) => allowed.length === 0 || allowed.includes(found.toString("hex"));
  need("pins.manifest-hash", isOneOf(manifestHashes, hash), "wrong-enclave");
  need("pins.pivot-hash", isOneOf(pivotHashes, pivot.hash), "wrong-enclave");
  const { quorumKey, name, nonce } = namespace;
  const forms = [quorumKey.toString("hex"), signingPoint(quorumKey).toString("hex")];
  need("pins.quorum-key", input.quorumKey === undefined || forms.includes(input.quorumKey), "wrong-enclave");
  need("pins.namespace", input.namespace === undefined || input.namespace === name, "wrong-enclave");
  need("pins.min-nonce", Number(nonce) >= (input.minNonce ?? 0), "wrong-enclave");
  const same = () => wanted.length === pivot.args.length && wanted.every((each, i) => each === pivot.args[i]);
  need("pins.args", wanted === undefined || same(), "wrong-enclave");
  checkConfiguration(input, manifest);
  checkSet(manifest.manifestSet, input.threshold, input.members, "pins.manifest-set");
  checkSet(manifest.shareSet, input.shareThreshold, input.shareMembers, "pins.share-set");
  need("pins.debug-mode", !pivot.debugMode || input.allowDebugMode === true, "wrong-enclave");
  if (!input.requireLive) return;
  need("pins.live-pcrs", ALL_PCRS.every((index) => document.pcrs.has(index)), "wrong-enclave");
  need("pins.live", ["live", "manifest"].includes(commitment), "wrong-enclave");
}

/** Verify a boot proof; `appKey` is the key set of an app proof, if that is what is verified. */
export function verifyBoot(input, appKey) {
  const names = ["ephemeralPublicKeyHex", "awsAttestationDocB64", "qosManifestB64", "qosManifestEnvelopeB64"];
  checkEnough(input);
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
  if (input.operators !== undefined) {
    const approvals = envelope.manifestSetApprovals.map(({ member }) => member);
    checkOperators(input.operators, approvals, "pins.operators");
    const { nonce = 0 } = input.operators;
    need("pins.operators-nonce", manifest.namespace.nonce >= nonce, "wrong-enclave");
  }
  const { enclave } = manifest;
  const first = [0, 1, 2, 3].map((index) => document.pcrs.get(index));
  first.forEach((value, index) => {
    need(`links.pcr${index}-not-zero`, !isZero(value), "wrong-enclave");
    need(`links.pcr${index}-of-manifest`, value.equals(enclave[`pcr${index}`]), "wrong-enclave");
  });
  need("links.root", enclave.awsRootCertificate.equals(document.cabundle[0]), "untrusted-signer");
  const commitment = commitmentOf(document.pcrs, document.public_key, hash, appKey !== undefined);
  checkPins(input, { document, manifest, hash, commitment });
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
  const { application, expectedType } = input;
  need("app-proof.application", [undefined, APPLICATIONS[expectedType]].includes(application), "wrong-enclave");
  need("app-proof.expected-type", type === expectedType, "wrong-address");
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
