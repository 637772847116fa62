// What the test vectors ask for, put together from calls of the packages. Each answers with what comes of a
// case that it takes, by the names of the case's fields, and throws for one that it refuses. Nothing is checked
// here that a package checks; what none checks, and a client has to, says so.

import { p256 } from "@noble/curves/p256";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1";
import { ed25519 } from "@noble/curves/ed25519";
import { sha256 } from "@noble/hashes/sha2";
import { keccak_256 } from "@noble/hashes/sha3";
import * as bip39 from "@scure/bip39";
import { wordlist as chinese_simplified } from "@scure/bip39/wordlists/simplified-chinese.js";
import { wordlist as chinese_traditional } from "@scure/bip39/wordlists/traditional-chinese.js";
import { wordlist as czech } from "@scure/bip39/wordlists/czech.js";
import { wordlist as english } from "@scure/bip39/wordlists/english.js";
import { wordlist as french } from "@scure/bip39/wordlists/french.js";
import { wordlist as italian } from "@scure/bip39/wordlists/italian.js";
import { wordlist as japanese } from "@scure/bip39/wordlists/japanese.js";
import { wordlist as korean } from "@scure/bip39/wordlists/korean.js";
import { wordlist as spanish } from "@scure/bip39/wordlists/spanish.js";
import { ApiKeyStamper } from "@turnkey/api-key-stamper";
import * as crypto from "@turnkey/crypto";
import { createRequire } from "node:module";
import { createHash, X509Certificate } from "node:crypto";
import { dirname, join } from "node:path";
import * as encoding from "@turnkey/encoding";

const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (array) => Buffer.from(array).toString("hex");
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const bodyOf = ({ body, bodyRepeat = 1 }) => Buffer.concat(Array(bodyRepeat).fill(Buffer.from(body, "hex")));

function mustVerify(verifies) {
  if (verifies !== true) throw new Error("the signature does not verify");
}

const eip191Digest = (body) =>
  keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${body.length}`), body]));

// The packages know P-256 alone; the other curves are those of the library beneath them.
const schemes = {
  SIGNATURE_SCHEME_TK_API_P256: {
    verify: (key, signature, body) => crypto.verifyStampSignature(key, signature, utf8.decode(body)),
  },
  SIGNATURE_SCHEME_TK_API_SECP256K1: {
    verify: (key, signature, body) => secp256k1.verify(signature, sha256(body), key, { lowS: false }),
    sign: (privateKey, body) => secp256k1.sign(sha256(body), privateKey, { lowS: true }).toDERHex(),
    publicKey: (privateKey) => hex(secp256k1.getPublicKey(privateKey)),
  },
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: {
    verify: (key, signature, body) => secp256k1.verify(signature, eip191Digest(body), key, { lowS: false }),
    sign: (privateKey, body) => secp256k1.sign(eip191Digest(body), privateKey, { lowS: true }).toDERHex(),
    publicKey: (privateKey) => hex(secp256k1.getPublicKey(privateKey)),
  },
  SIGNATURE_SCHEME_TK_API_ED25519: {
    verify: (key, signature, body) => ed25519.verify(signature, body, key, { zip215: false }),
    sign: (privateKey, body) => hex(ed25519.sign(body, privateKey)),
    publicKey: (privateKey) => hex(ed25519.getPublicKey(privateKey)),
  },
};

function schnorrKey(publicKey, tweaked) {
  const x = bytes(publicKey.slice(2));
  if (!tweaked) return x;
  const tweak = BigInt(`0x${hex(schnorr.utils.taggedHash("TapTweak", x))}`);
  const internal = secp256k1.Point.fromHex(`02${hex(x)}`);
  return internal.add(secp256k1.Point.BASE.multiply(tweak)).toBytes(true).slice(1);
}

const decodeStamp = (header) => JSON.parse(encoding.decodeBase64urlToString(header));

const wordLists = {
  english,
  chinese_simplified,
  chinese_traditional,
  czech,
  french,
  italian,
  japanese,
  korean,
  spanish,
};

async function atTime(now, call) {
  const clock = Date.now;
  Date.now = () => now;
  try {
    return await call();
  } finally {
    Date.now = clock;
  }
}

// The package pins the root of AWS in constants of its own, which only its CommonJS form lets others replace.
const require = createRequire(import.meta.url);
const proofs = require("@turnkey/crypto");
const constants = require(join(dirname(require.resolve("@turnkey/crypto")), "constants.js"));

async function withRoot(root, call) {
  const { AWS_ROOT_CERT_PEM, AWS_ROOT_CERT_SHA256 } = constants;
  constants.AWS_ROOT_CERT_PEM = root;
  const digest = createHash("sha256").update(new X509Certificate(root).raw).digest("hex");
  constants.AWS_ROOT_CERT_SHA256 = digest.toUpperCase();
  try {
    return await call();
  } finally {
    Object.assign(constants, { AWS_ROOT_CERT_PEM, AWS_ROOT_CERT_SHA256 });
  }
}

const verifyToken = ({ token, now, publicKey }) =>
  atTime(now, () => crypto.verifyOtpVerificationToken(token, publicKey));

export const vectorCalls = {
  async verifyStamp({ header, ...rest }) {
    const { publicKey, scheme, signature } = decodeStamp(header);
    mustVerify(await schemes[scheme].verify(publicKey, signature, bodyOf(rest)));
    return { publicKey: publicKey.toLowerCase(), scheme };
  },

  // The nonces of the other implementations of the stamper are random.
  async makeP256Stamp({ privateKey, ...rest }) {
    const stamper = new ApiKeyStamper({
      apiPublicKey: hex(crypto.getPublicKey(privateKey)),
      apiPrivateKey: privateKey,
      runtimeOverride: "purejs",
    });
    return { header: (await stamper.stamp(utf8.decode(bodyOf(rest)))).stampHeaderValue };
  },
  makeStamp({ scheme, privateKey, ...rest }) {
    const { publicKey, sign } = schemes[scheme];
    const signature = sign(privateKey, bodyOf(rest));
    const json = JSON.stringify({ publicKey: publicKey(privateKey), scheme, signature });
    return { header: encoding.stringToBase64urlString(json) };
  },

  derivePublicKey: ({ curve, privateKey }) => ({
    publicKey: hex({ p256: crypto, secp256k1, ed25519 }[curve].getPublicKey(privateKey)),
  }),
  async stampAsPair({ privateKey, claimedPublicKey }) {
    const keys = { apiPublicKey: claimedPublicKey, apiPrivateKey: privateKey };
    const { stampHeaderValue } = await new ApiKeyStamper({ ...keys, runtimeOverride: "purejs" }).stamp("body");
    return { publicKey: decodeStamp(stampHeaderValue).publicKey };
  },

  // What vouches for the key is compared here: no package does.
  async verifyAttestedStamp({ header, now, tlsFetcherPublicKey, ...rest }) {
    const { publicKey, scheme, signature, publicKeyAttestation } = decodeStamp(header);
    mustVerify(await crypto.verifyStampSignature(publicKey, signature, utf8.decode(bodyOf(rest))));
    const key = publicKey.toLowerCase();
    if (scheme === "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN") {
      const claims = await verifyToken({ token: publicKeyAttestation, now, publicKey: tlsFetcherPublicKey });
      if (claims.public_key.toLowerCase() !== key) throw new Error("the token is for another key");
    } else throw new Error("there is no such scheme");
    return { publicKey: key, scheme };
  },
  async makeAttestedStamp({ privateKey, token, scheme, ...rest }) {
    const publicKey = hex(crypto.getPublicKey(privateKey));
    const stamper = new ApiKeyStamper({
      apiPublicKey: publicKey,
      apiPrivateKey: privateKey,
      runtimeOverride: "purejs",
    });
    const signature = await stamper.sign(utf8.decode(bodyOf(rest)), "der");
    const json = JSON.stringify({ publicKeyAttestation: token, scheme, publicKey, signature });
    return { header: encoding.stringToBase64urlString(json) };
  },

  // What a message says is for the caller to read.
  async verifyClientSignature({ clientSignature: { publicKey, signature, message } }) {
    mustVerify(await crypto.verifyStampSignature(publicKey, crypto.toDerSignature(signature), message));
    return {};
  },
  async signMessage({ privateKey, message }) {
    const apiPublicKey = hex(crypto.getPublicKey(privateKey));
    const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey: privateKey, runtimeOverride: "purejs" });
    return { publicKey: apiPublicKey, signature: await stamper.sign(message, "raw") };
  },

  async openWallet(parameters) {
    return { mnemonic: await crypto.decryptExportBundle({ ...parameters, returnMnemonic: true }) };
  },
  async openAccount({ solana, ...parameters }) {
    const privateKey = await crypto.decryptExportBundle({ ...parameters, keyFormat: "HEXADECIMAL" });
    if (!solana) return { privateKey };
    return { privateKey, solana: await crypto.decryptExportBundle({ ...parameters, keyFormat: "SOLANA" }) };
  },
  openCredential: ({ bundle, targetPrivateKey }) => ({
    privateKey: crypto.decryptCredentialBundle(bundle, targetPrivateKey),
  }),

  async sealWallet(parameters) {
    return { sealed: await crypto.encryptWalletToBundle(parameters) };
  },
  async sealPrivateKey(parameters) {
    return { sealed: await crypto.encryptPrivateKeyToBundle(parameters) };
  },
  async sealOtp({ otpCode, targetBundle, publicKey, tlsFetcherPublicKey }) {
    return {
      sealed: await crypto.encryptOtpCodeToBundle(otpCode, targetBundle, publicKey, tlsFetcherPublicKey),
    };
  },
  async openSecret({ bundle, targetPrivateKey, organizationId, signerPublicKey }) {
    return {
      text: await crypto.decryptSecretBundle({
        secretPayload: bundle,
        embeddedPrivateKey: targetPrivateKey,
        organizationId,
        dangerouslyOverrideSignerPublicKey: signerPublicKey,
      }),
    };
  },
  async sealSecret({ secret, bundle, organizationId, signerPublicKey }) {
    const { secretPayload, targetPublicKey } = await crypto.encryptSecretToBundle({
      plaintext: secret,
      ingressTargetBundle: bundle,
      organizationId,
      dangerouslyOverrideSignerPublicKey: signerPublicKey,
    });
    return { sealed: secretPayload, targetPublicKey };
  },

  // They take the keys that the caller has read and chosen from the set: a key and its id for each, in hex.
  verifyWebhook({ headers, body, jwks, maxAgeMs, now }) {
    const usable = JSON.parse(jwks).keys.filter((key) => key.kty === "OKP" && key.turnkey_signature_version === "v1");
    const verificationKeys = usable.map(({ kid, x }) => ({
      keyId: kid,
      publicKey: Buffer.from(x, "base64url").toString("hex"),
      algorithm: "ed25519",
    }));
    const given = {};
    for (const [name, value] of headers) {
      // As Node.js gives repeated headers in an array.
      const known = Object.keys(given).find((other) => other.toLowerCase() === name.toLowerCase()) ?? name;
      given[known] = known in given ? [given[known], value].flat() : value;
    }
    const verified = crypto.verifyTurnkeyWebhookSignature({
      headers: given,
      body: bytes(body),
      verificationKeys,
      maxTimestampAgeMs: maxAgeMs,
      nowMs: now,
    });
    if (!verified.ok) throw new Error(verified.reason);
    return { eventId: verified.eventId, timestampMs: verified.timestampMs };
  },

  async sealToQuorumKey({ publicKey, message }) {
    const envelope = await crypto.quorumKeyEncrypt(encoding.uint8ArrayFromHexString(publicKey), bytes(message));
    return { sealed: hex(envelope) };
  },
  async sealClientSecret({ secret, publicKey }) {
    return { sealed: await crypto.encryptOauth2ClientSecret(secret, publicKey) };
  },
  sealOnRampSecret: ({ secret, publicKey }) => ({ sealed: crypto.encryptOnRampSecret(secret, publicKey) }),

  openSealed({ text, privateKey }) {
    const { encappedPublic, ciphertext } = JSON.parse(text);
    const encappedKeyBuf = encoding.uint8ArrayFromHexString(encappedPublic);
    const ciphertextBuf = encoding.uint8ArrayFromHexString(ciphertext);
    return { plaintext: hex(crypto.hpkeDecrypt({ encappedKeyBuf, ciphertextBuf, receiverPriv: privateKey })) };
  },
  openHpke: ({ enc, ct, skRm }) => ({
    pt: hex(crypto.hpkeDecrypt({ encappedKeyBuf: bytes(enc), ciphertextBuf: bytes(ct), receiverPriv: skRm })),
  }),

  async verifySession({ token, notarizerPublicKey }) {
    mustVerify(await crypto.verifySessionJwtSignature(token, notarizerPublicKey));
    return {};
  },
  async verifyVerificationToken({ token, now, tlsFetcherPublicKey }) {
    return { claims: await verifyToken({ token, now, publicKey: tlsFetcherPublicKey }) };
  },

  activityFingerprint: ({ body }) => ({ fingerprint: crypto.computeActivityFingerprint(utf8.decode(bytes(body))) }),

  // The packages verify no signature of a payload: this is the library beneath them.
  verifySignature({ r, s, payload, encoding, hashFunction, publicKey, kind, tweaked }) {
    const data = encoding === "PAYLOAD_ENCODING_HEXADECIMAL" ? bytes(payload.replace(/^0x/, "")) : Buffer.from(payload);
    const hashes = { HASH_FUNCTION_SHA256: sha256, HASH_FUNCTION_KECCAK256: keccak_256 };
    const message = hashes[hashFunction]?.(data) ?? data;
    const signature = r + s;
    if (kind === "ED25519") mustVerify(ed25519.verify(signature, message, publicKey, { zip215: false }));
    else if (kind === "ECDSA_P256") mustVerify(p256.verify(signature, message, publicKey, { lowS: false }));
    else mustVerify(schnorr.verify(signature, message, schnorrKey(publicKey, tweaked)));
    return {};
  },

  // What is pinned and expected, the package does not ask for.
  async verifyProofs({ appProof, bootProof, root }) {
    await withRoot(root, () => proofs.verify(JSON.parse(appProof), JSON.parse(bootProof)));
    return {};
  },
  async verifyProofsWithPolicy({ appProof, bootProof, root, pcrs, manifestHashes }) {
    const expectedPcrs = Object.fromEntries(Object.entries(pcrs).map(([index, value]) => [index, bytes(value)]));
    const policy = { expectedPcrs, allowedManifestSha256: manifestHashes.map(bytes) };
    const verify = () => proofs.verifyWithQosPolicy(JSON.parse(appProof), JSON.parse(bootProof), policy);
    await (root ? withRoot(root, verify) : verify());
    return {};
  },
  verifyProofsOfAws: async ({ appProof, bootProof }) => {
    await crypto.verify(JSON.parse(appProof), JSON.parse(bootProof));
    return {};
  },
  computeLivePcr: ({ manifestHash, publicKey }) =>
    hex(crypto.computeQosLiveManifestCommitmentPcr(bytes(manifestHash), bytes(publicKey))),

  // Lists share words: the first language in the service's order that takes the mnemonic counts.
  readMnemonic({ mnemonic, passphrase = "" }) {
    for (const [language, words] of Object.entries(wordLists)) {
      if (bip39.validateMnemonic(mnemonic, words)) {
        const entropy = hex(bip39.mnemonicToEntropy(mnemonic, words));
        return { language, entropy, seed: hex(bip39.mnemonicToSeedSync(mnemonic, passphrase)) };
      }
    }
    throw new Error("no word list takes it");
  },
};
