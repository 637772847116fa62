// Points, keys and signatures. Verification is that of node:crypto where it has the scheme. Of @noble/curves are
// signatures with the nonce of RFC 6979, BIP-340, recovery, digests that no hash of node:crypto made, and points.
import crypto from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519";
import { p256 } from "@noble/curves/nist";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1";
import { need } from "./checks.mjs";
import { bytes, derSignature, fromNumber, hex, toDerSignature, toNumber } from "./encodings.mjs";

export const CURVES = {
  p256: { noble: p256, name: "P-256", p: p256.CURVE.Fp.ORDER, n: p256.CURVE.n, a: p256.CURVE.a, b: p256.CURVE.b },
  secp256k1: { noble: secp256k1, name: "secp256k1", p: secp256k1.CURVE.Fp.ORDER, n: secp256k1.CURVE.n, a: 0n, b: 7n },
};

function power(base, exponent, modulus) {
  let result = 1n;
  for (base %= modulus; exponent; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}

/** Decode a SEC1 point in one of the forms "compressed" and "uncompressed"; give its uncompressed form. */
export function point(data, curve, forms, check = "point") {
  const { p, a, b } = CURVES[curve];
  const compressed = data.length === 33;
  need(
    `${check}.form`,
    (compressed && [2, 3].includes(data[0]) && forms.includes("compressed")) ||
      (data.length === 65 && data[0] === 4 && forms.includes("uncompressed")),
  );
  const x = toNumber(data.subarray(1, 33));
  need(`${check}.x-in-field`, x < p);
  const square = ((((x * x + a) * x + b) % p) + p) % p;
  // Both fields have p = 3 mod 4.
  let y = compressed ? power(square, (p + 1n) / 4n, p) : toNumber(data.subarray(33));
  if (compressed && (y & 1n) !== BigInt(data[0] & 1)) y = p - y;
  need(`${check}.y-in-field`, y < p);
  need(`${check}.on-curve`, (y * y) % p === square);
  return bytes(4, fromNumber(x, 32), fromNumber(y, 32));
}

export const hexPoint = (value, curve, forms, check) => point(hex(value, check), curve, forms, check);
export const compress = (uncompressed) => bytes(2 | (uncompressed[64] & 1), uncompressed.subarray(1, 33));

/** A private key of a curve: 32 bytes, in the range of the order. */
export function scalar(data, curve, check = "scalar") {
  need(`${check}.length`, data.length === 32);
  need(`${check}.range`, toNumber(data) > 0n && toNumber(data) < CURVES[curve].n);
  return data;
}

export const publicKey = (data, curve) => Buffer.from(CURVES[curve].noble.getPublicKey(data, false));
export const ed25519PublicKey = (seed) => Buffer.from(ed25519.getPublicKey(seed));

const keyObjects = new Map();

/** A key object of node:crypto for an uncompressed point or a key on Ed25519. */
export function keyObject(data, name) {
  const id = `${name} ${data.toString("hex")}`;
  if (!keyObjects.has(id)) {
    if (keyObjects.size > 1000) keyObjects.clear();
    const key =
      name === "Ed25519" || name === "Ed448"
        ? { kty: "OKP", crv: name, x: data.toString("base64url") }
        : {
            kty: "EC",
            crv: name,
            x: data.subarray(1, 1 + (data.length - 1) / 2).toString("base64url"),
            y: data.subarray(1 + (data.length - 1) / 2).toString("base64url"),
          };
    keyObjects.set(id, crypto.createPublicKey({ key, format: "jwk" }));
  }
  return keyObjects.get(id);
}

/** Verify (r, s) over a message that is hashed with SHA-256. */
export function verifyEcdsa({ r, s }, message, key, curve, check = "signature") {
  const { n, name } = CURVES[curve];
  need(`${check}.range`, r > 0n && r < n && s > 0n && s < n, "bad-signature");
  const signature = bytes(fromNumber(r % n, 32), fromNumber(s % n, 32));
  const object = { key: keyObject(key, name), dsaEncoding: "ieee-p1363" };
  need(`${check}.verifies`, crypto.verify("sha256", message, object, signature), "bad-signature");
}

/** Verify (r, s) over a digest. */
export function verifyDigest({ r, s }, digest, key, curve, check = "signature") {
  const { n, noble } = CURVES[curve];
  need(`${check}.range`, r > 0n && r < n && s > 0n && s < n, "bad-signature");
  const valid = noble.verify({ r, s }, digest, key, { lowS: false, prehash: false });
  need(`${check}.verifies`, valid, "bad-signature");
}

/** The halves of a signature that is r and s in a row. */
export function rawSignature(data, check = "signature") {
  need(`${check}.64-bytes`, data.length === 64);
  return { r: toNumber(data.subarray(0, 32)), s: toNumber(data.subarray(32)) };
}

export const verifyDer = (der, message, key, curve, check = "signature") =>
  verifyEcdsa(derSignature(der, `${check}.der`), message, key, curve, check);

/** Sign a digest with the nonce of RFC 6979. */
export function signDigest(digest, privateKey, curve, lowS = false) {
  const { r, s } = CURVES[curve].noble.sign(digest, privateKey, { lowS, prehash: false });
  return { r, s, der: toDerSignature(r, s), raw: bytes(fromNumber(r, 32), fromNumber(s, 32)) };
}

const ED25519_P = 2n ** 255n - 19n;
const ED25519_N = 2n ** 252n + 27742317777372353535851937790883648493n;
const little = (data) => toNumber(Buffer.from(data).reverse());

/** A public key or an R in its one encoding, and not of small order. What is no point verifies nothing. */
export function ed25519Point(data, check) {
  need(`${check}.length`, data.length === 32);
  const y = little(data) & ((1n << 255n) - 1n);
  const sign = data[31] >> 7;
  // x is 0 for the y of 1 and -1 alone, where the sign must be 0.
  const [one, minusOne] = [y % ED25519_P === 1n, y % ED25519_P === ED25519_P - 1n];
  need(`${check}.canonical`, y < ED25519_P && !(sign && (one || minusOne)));
  need(`${check}.small-order`, !decodeEd25519(data)?.isSmallOrder());
  return data;
}

/** Decode a point, whose encoding may be any of ZIP 215; undefined if there is none. */
export function decodeEd25519(data) {
  try {
    return ed25519.Point.fromHex(data, true);
  } catch {
    return undefined;
  }
}

export function verifyEd25519(signature, message, key, check = "signature") {
  need(`${check}.64-bytes`, signature.length === 64);
  ed25519Point(signature.subarray(0, 32), `${check}.R`);
  need(`${check}.S-range`, little(signature.subarray(32)) < ED25519_N, "bad-signature");
  need(`${check}.verifies`, crypto.verify(null, message, keyObject(key, "Ed25519"), signature), "bad-signature");
}

export const signEd25519 = (message, seed) => Buffer.from(ed25519.sign(message, seed));

/** A key on Ed25519: a seed, or seed and public key, which must belong together. */
export function ed25519Seed(data, check) {
  need(`${check}.length`, data.length === 32 || data.length === 64);
  const seed = data.subarray(0, 32);
  need(`${check}.halves`, data.length === 32 || data.subarray(32).equals(ed25519PublicKey(seed)), "key-mismatch");
  return seed;
}

export { ed25519, schnorr, secp256k1 };
