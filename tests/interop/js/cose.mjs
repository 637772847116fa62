// COSE keys of passkeys and their signatures: wire-formats.md, section 8.2.
import crypto from "node:crypto";
import { need, refuse } from "./checks.mjs";
import { ed25519Point, point, verifyDer, verifyEd25519 } from "./curves.mjs";
import { decode, decodeFirst } from "./cbor.mjs";
import { bytes, toNumber } from "./encodings.mjs";

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
  return { verify: (signature, message) => verifyDer(signature, message, data, "p256", "webauthn.signature") };
}

function edKey(key) {
  need("cose.kty", key.get(KTY) === 1);
  need("cose.crv", key.get(CRV) === 6, "unsupported");
  const data = ed25519Point(blob(key, X, "cose.x"), "cose.key");
  return { verify: (signature, message) => verifyEd25519(signature, message, data, "webauthn.signature") };
}

export function checkRsa(n, e, check) {
  const modulus = toNumber(n);
  const exponent = toNumber(e);
  const bits = modulus.toString(2).length;
  need(`${check}.leading-zeros`, n[0] !== 0 && e[0] !== 0);
  need(`${check}.modulus-size`, bits >= 2048 && bits <= 8192, "unsupported");
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
  return { verify: (signature, message) => verifyRsa(signature, message, n, e, "webauthn.signature") };
}

const ALGORITHMS = new Map([
  [-7, ecKey],
  [-8, edKey],
  [-257, rsaKey],
]);

function keyOf(item) {
  need("cose.is-map", item instanceof Map);
  const alg = item.get(ALG);
  need("cose.alg-is-integer", typeof alg === "number");
  if (!ALGORITHMS.has(alg)) refuse("cose.alg", "unsupported");
  return { alg, ...ALGORITHMS.get(alg)(item) };
}

/** A key alone. */
export const readCoseKey = (data) => keyOf(decode(data, { integerNames: true }));

/** A key at the beginning of data: the key, its own bytes, and what follows. */
export function readFirstCoseKey(data) {
  const { item, rest } = decodeFirst(data, { integerNames: true });
  return { key: keyOf(item), encoded: data.subarray(0, data.length - rest.length), rest };
}
