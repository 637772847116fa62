// COSE keys of passkeys and their signatures: wire-formats.md, section 8.2.
import crypto from "node:crypto";
import { need, refuse } from "./checks.mjs";
import { ed25519Point, keyObject, point, verifyDer, verifyEd25519 } from "./curves.mjs";
import { decode, decodeFirst } from "./cbor.mjs";
import { bytes, derSignature, toNumber } from "./encodings.mjs";

const KTY = 1;
const ALG = 3;
const [CRV, X, Y] = [-1, -2, -3];
const [RSA_N, RSA_E] = [-1, -2];

const blob = (key, label, check) => {
  need(`${check}.is-bytes`, Buffer.isBuffer(key.get(label)));
  return key.get(label);
};

function ecKey(key) {
  need("cose.kty", key.get(KTY) === 2);
  need("cose.crv", key.get(CRV) === 1, "unsupported");
  const [x, y] = [blob(key, X, "cose.x"), blob(key, Y, "cose.y")];
  need("cose.coordinates", x.length === 32 && y.length === 32);
  const data = point(bytes(4, x, y), "p256", ["uncompressed"], "cose.point");
  return {
    curve: "P-256",
    point: data,
    verify: (signature, message) => verifyDer(signature, message, data, "p256", "webauthn.signature"),
  };
}

/** A key on a larger curve, which only attestations have. */
const largerKey = (crv, curve, hash, length) => (key) => {
  need("cose.kty", key.get(KTY) === 2);
  need("cose.crv", key.get(CRV) === crv, "unsupported");
  const [x, y] = [blob(key, X, "cose.x"), blob(key, Y, "cose.y")];
  need("cose.coordinates", x.length === length && y.length === length);
  const data = bytes(4, x, y);
  const object = created(data, curve, "cose.point");
  return {
    curve,
    point: data,
    verify(signature, message) {
      derSignature(signature, "webauthn.signature.der");
      need("webauthn.signature.verifies", crypto.verify(hash, message, object, signature), "bad-signature");
    },
  };
};

function created(data, name, check) {
  try {
    return keyObject(data, name);
  } catch {
    return refuse(check);
  }
}

const ED448_P = 2n ** 448n - 2n ** 224n - 1n;

/** A public key or an R of Ed448 in its one encoding, and not of small order. */
function ed448Point(data, check) {
  need(`${check}.length`, data.length === 57);
  const y = toNumber(Buffer.from(data.subarray(0, 56)).reverse());
  need(`${check}.canonical`, y < ED448_P && (data[56] & 0x7f) === 0);
  need(`${check}.small-order`, ![0n, 1n, ED448_P - 1n].includes(y));
  return data;
}

function ed448Key(key) {
  need("cose.kty", key.get(KTY) === 1);
  need("cose.crv", key.get(CRV) === 7, "unsupported");
  const data = ed448Point(blob(key, X, "cose.x"), "cose.key");
  return {
    verify(signature, message) {
      need("webauthn.signature.114-bytes", signature.length === 114);
      ed448Point(signature.subarray(0, 57), "webauthn.signature.R");
      const object = created(data, "Ed448", "cose.point");
      need("webauthn.signature.verifies", crypto.verify(null, message, object, signature), "bad-signature");
    },
  };
}

function edKey(key) {
  need("cose.kty", key.get(KTY) === 1);
  need("cose.crv", key.get(CRV) === 6, "unsupported");
  const data = ed25519Point(blob(key, X, "cose.x"), "cose.key");
  return { raw: data, verify: (signature, message) => verifyEd25519(signature, message, data, "webauthn.signature") };
}

export function checkRsa(n, e, check) {
  const modulus = toNumber(n);
  const exponent = toNumber(e);
  const bits = modulus.toString(2).length;
  need(`${check}.leading-zeros`, n[0] !== 0 && e[0] !== 0);
  need(`${check}.modulus-size`, bits >= 2048 && bits <= 8192, "unsupported");
  need(`${check}.modulus-odd`, (modulus & 1n) === 1n);
  need(`${check}.exponent-odd`, (exponent & 1n) === 1n && exponent > 1n);
  need(`${check}.exponent-size`, exponent < 1n << 31n, "unsupported");
}

/** PKCS #1 v1.5 with SHA-256: the signature is as long as the modulus, and below it. */
export function verifyRsa(signature, message, n, e, check) {
  need(`${check}.length`, signature.length === n.length, "bad-signature");
  need(`${check}.below-modulus`, toNumber(signature) < toNumber(n), "bad-signature");
  const jwk = { kty: "RSA", n: n.toString("base64url"), e: e.toString("base64url") };
  const key = crypto.createPublicKey({ key: jwk, format: "jwk" });
  need(`${check}.verifies`, crypto.verify("sha256", message, key, signature), "bad-signature");
}

function rsaKey(key) {
  need("cose.kty", key.get(KTY) === 3);
  const [n, e] = [blob(key, RSA_N, "cose.n"), blob(key, RSA_E, "cose.e")];
  checkRsa(n, e, "cose.rsa");
  return { n, e, verify: (signature, message) => verifyRsa(signature, message, n, e, "webauthn.signature") };
}

const ALGORITHMS = new Map([
  [-7, ecKey],
  [-8, edKey],
  [-257, rsaKey],
]);

/** The keys of attestations. */
export const ATTESTED = new Map([
  ...ALGORITHMS,
  [-35, largerKey(2, "P-384", "sha384", 48)],
  [-36, largerKey(3, "P-521", "sha512", 66)],
  [-53, ed448Key],
]);

function keyOf(item, algorithms = ALGORITHMS) {
  need("cose.is-map", item instanceof Map);
  const alg = item.get(ALG);
  need("cose.alg-is-integer", typeof alg === "number");
  if (!algorithms.has(alg)) refuse("cose.alg", "unsupported");
  return { alg, ...algorithms.get(alg)(item) };
}

/** A key alone. */
export const readCoseKey = (data) => keyOf(decode(data, { integerNames: true }));

/** A key at the beginning of data: the key, its own bytes, and what follows. */
export function readFirstCoseKey(data, algorithms) {
  const { item, rest } = decodeFirst(data, { integerNames: true });
  return { key: keyOf(item, algorithms), encoded: data.subarray(0, data.length - rest.length), rest };
}
