// API key stamps and attested stamps: wire-formats.md, sections 2.1 and 2.3.
import { need, refuse } from "./checks.mjs";
import {
  ed25519PublicKey,
  ed25519Point,
  ed25519Seed,
  compress,
  hexPoint,
  point,
  publicKey,
  scalar,
  signDigest,
  signEd25519,
  verifyDer,
  verifyDigest,
  verifyEd25519,
} from "./curves.mjs";
import { base64url, derSignature, hex, keccak256, sha256, text } from "./encodings.mjs";
import { parse, texts } from "./json.mjs";
import { readOidcToken, readVerificationToken, verifyOidcToken, verifyVerificationToken } from "./tokens.mjs";

const P256 = "SIGNATURE_SCHEME_TK_API_P256";
const SECP256K1 = "SIGNATURE_SCHEME_TK_API_SECP256K1";
const EIP191 = "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191";
const ED25519 = "SIGNATURE_SCHEME_TK_API_ED25519";
const VERIFICATION = "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN";
const OIDC = "STAMP_ATTESTED_SCHEME_P256_OIDC";

const eip191 = (body) => keccak256("\x19Ethereum Signed Message:\n", String(body.length), body);

const ecdsa = (curve) => ({
  key: (data) => compress(point(data, curve, ["compressed"], "stamp.public-key")),
  verify: (signature, body, key) =>
    verifyDer(signature, body, point(key, curve, ["compressed"]), curve, "stamp.signature"),
  sign: (privateKey, body) => signDigest(sha256(body), scalar(privateKey, curve), curve, curve === "secp256k1").der,
  derive: (privateKey) => compress(publicKey(scalar(privateKey, curve), curve)),
});

export const SCHEMES = {
  [P256]: ecdsa("p256"),
  [SECP256K1]: ecdsa("secp256k1"),
  [EIP191]: {
    ...ecdsa("secp256k1"),
    verify: (signature, body, key) =>
      verifyDigest(
        derSignature(signature, "stamp.signature.der"),
        eip191(body),
        point(key, "secp256k1", ["compressed"]),
        "secp256k1",
        "stamp.signature",
      ),
    sign: (privateKey, body) => signDigest(eip191(body), scalar(privateKey, "secp256k1"), "secp256k1", true).der,
  },
  [ED25519]: {
    key: (data) => ed25519Point(data, "stamp.public-key"),
    verify: (signature, body, key) => verifyEd25519(signature, body, key, "stamp.signature"),
    sign: (privateKey, body) => signEd25519(body, ed25519Seed(privateKey, "stamp.private-key")),
    derive: (privateKey) => ed25519PublicKey(ed25519Seed(privateKey, "stamp.private-key")),
  },
};

const emit = (stamp) => Buffer.from(JSON.stringify(stamp)).toString("base64url");
const bodyOf = ({ body, bodyRepeat = 1 }) => Buffer.from(hex(body).toString("latin1").repeat(bodyRepeat), "latin1");

/** Make the header X-Stamp. */
export function makeStamp(scheme, privateKey, body) {
  need("stamp.scheme", Object.hasOwn(SCHEMES, scheme), "unsupported");
  const { derive, sign } = SCHEMES[scheme];
  const stamp = { publicKey: derive(privateKey).toString("hex"), scheme };
  return emit({ ...stamp, signature: sign(privateKey, body).toString("hex") });
}

/** Verify a signature of one of the four schemes; give the public key in lower-case hex. */
export function verifySignature(scheme, keyText, signature, body) {
  if (!Object.hasOwn(SCHEMES, scheme)) refuse("stamp.scheme", "unsupported");
  const key = SCHEMES[scheme].key(hex(keyText, "stamp.public-key.hex"));
  SCHEMES[scheme].verify(hex(signature, "stamp.signature.hex"), body, key);
  return key.toString("hex");
}

/** Verify the header X-Stamp over bytes. */
export function verifyApiKeyStamp(header, body) {
  const names = ["publicKey", "scheme", "signature"];
  const stamp = texts(parse(base64url(header, "stamp.header")), names, "stamp");
  const publicKey = verifySignature(stamp.scheme, stamp.publicKey, stamp.signature, body);
  return { publicKey, scheme: stamp.scheme };
}

export function verifyAttestedStamp({ header, tlsFetcherPublicKey, oidcPublicKey }, body, tokenNow) {
  const names = ["publicKeyAttestation", "scheme", "publicKey", "signature"];
  const stamp = texts(parse(base64url(header, "attested.header")), names, "attested");
  need("attested.scheme", [VERIFICATION, OIDC].includes(stamp.scheme), "unsupported");
  trustedKeys(tlsFetcherPublicKey, oidcPublicKey);
  const key = hexPoint(stamp.publicKey, "p256", ["compressed"], "attested.public-key");
  const token = stamp.publicKeyAttestation;
  let expires;
  if (stamp.scheme === VERIFICATION) {
    const claims = verifyVerificationToken(token, tlsFetcherPublicKey, tokenNow);
    expires = Number(claims.exp);
    const bound = hexPoint(claims.public_key, "p256", ["compressed"], "attested.bound-key");
    need("attested.token-binds-key", bound.equals(key), "key-mismatch");
  } else {
    const claims = verifyOidcToken(token, oidcPublicKey, tokenNow);
    expires = claims.expires;
    bindOidc(claims, stamp.publicKey);
  }
  verifyDer(hex(stamp.signature, "attested.signature.hex"), body, key, "p256", "attested.signature");
  return { publicKey: compress(key).toString("hex"), scheme: stamp.scheme, expires };
}

/** The keys that are trusted must be keys, whether they are needed or not. */
export function trustedKeys(...keys) {
  for (const key of keys) {
    if (key !== undefined) hexPoint(key, "p256", ["uncompressed"], "trusted-key");
  }
}

function bindOidc({ nonce, tknonce }, keyText) {
  for (const each of [nonce, tknonce]) if (each !== undefined) text(each, "attested.nonce");
  const wanted = sha256(keyText).toString("hex");
  need("attested.nonce-binds-key", nonce === wanted || tknonce === wanted, "key-mismatch");
}

const API_SCHEMES = { p256: P256, secp256k1: SECP256K1, ed25519: ED25519 };

/** The private key of an API key, of bytes. */
export function apiKey(data, curve) {
  if (curve === "ed25519") return ed25519Seed(data, "api-key.private-key");
  return scalar(data, curve, "api-key.private-key");
}

export const GROUPS = {
  ApiKeyStampVerification: (input) => verifyApiKeyStamp(input.header, bodyOf(input)),
  ApiKeyStamping: (input) => ({ header: makeStamp(input.scheme, hex(input.privateKey), bodyOf(input)) }),
  ApiKeyImport({ curve, privateKey, claimedPublicKey }) {
    const scheme = SCHEMES[API_SCHEMES[curve]];
    const derived = scheme.derive(apiKey(hex(privateKey, "api-key.private-key.hex"), curve));
    if (claimedPublicKey !== undefined) {
      const claimed = scheme.key(hex(claimedPublicKey, "api-key.public-key.hex"));
      need("api-key.pair", claimed.equals(derived), "key-mismatch");
    }
    return { publicKey: derived.toString("hex") };
  },
  AttestedStampVerification(input) {
    const { publicKey, scheme } = verifyAttestedStamp(input, hex(input.body), input.now);
    return { publicKey, scheme };
  },
  AttestedStamping({ curve, privateKey, token, scheme, body }) {
    need("attested.curve", curve === "p256", "unsupported");
    need("attested.scheme", [VERIFICATION, OIDC].includes(scheme), "unsupported");
    const key = scalar(hex(privateKey), "p256");
    const keyText = compress(publicKey(key, "p256")).toString("hex");
    if (scheme === VERIFICATION) {
      const bound = hexPoint(readVerificationToken(token).public_key, "p256", ["compressed"], "attested.bound-key");
      need("attested.token-binds-key", compress(bound).toString("hex") === keyText, "key-mismatch");
    } else bindOidc(readOidcToken(token), keyText);
    const signature = signDigest(sha256(hex(body)), key, "p256").der.toString("hex");
    return { header: emit({ publicKeyAttestation: text(token), scheme, publicKey: keyText, signature }) };
  },
};
