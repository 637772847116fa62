// The part of node:crypto that the readers use, over the audited libraries of noble. A browser has no synchronous
// one, and none at all for secp256k1.
import { ctr, gcm } from "@noble/ciphers/aes.js";
import { ecdsa } from "@noble/curves/abstract/weierstrass";
import { ed25519 } from "@noble/curves/ed25519";
import { p256 } from "@noble/curves/nist";
import { secp256k1 } from "@noble/curves/secp256k1";
import { hmac } from "@noble/hashes/hmac";
import { pbkdf2 } from "@noble/hashes/pbkdf2";
import { scrypt } from "@noble/hashes/scrypt";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2";

const HASHES = { sha256, sha384, sha512 };
const GCM_TAG = 16;
const bytesOf = (data) => (typeof data === "string" ? Buffer.from(data, "utf8") : new Uint8Array(data));

const hashing = (hash) => ({
  update(data) {
    hash.update(bytesOf(data));
    return this;
  },
  digest: () => Buffer.from(hash.digest()),
});

export const createHash = (name) => hashing(HASHES[name].create());
export const createHmac = (name, key) => hashing(hmac.create(HASHES[name], bytesOf(key)));

const pbkdf2Sync = (password, salt, c, dkLen, name) =>
  Buffer.from(pbkdf2(HASHES[name], bytesOf(password), bytesOf(salt), { c, dkLen }));
const scryptSync = (password, salt, dkLen, { N, r, p }) =>
  Buffer.from(scrypt(bytesOf(password), bytesOf(salt), { N, r, p, dkLen }));

const createPublicKey = ({ key }) => key;

// A table of this size pays off with the second signature; it spares most of the work of the others.
const WINDOW_BITS = 4;
let [lastKey, lastPoint] = ["", undefined];

/** Points on P-256 that keep the multiples of the last one, as the enclave signed every export of a list. */
class Kept extends p256.Point {
  static fromBytes(data) {
    const key = Buffer.from(data).toString("hex");
    if (key !== lastKey) [lastKey, lastPoint] = [key, super.fromBytes(data).precompute(WINDOW_BITS)];
    return lastPoint;
  }
}

const keptP256 = ecdsa(Kept, sha256);

/** Verify ECDSA with SHA-256, over r and s in a row, or Ed25519. */
function verify(_hash, message, object, signature) {
  const { kty, crv, x, y } = object.key ?? object;
  const [first, second] = [x, y].map((part) => Buffer.from(part ?? "", "base64url"));
  if (kty === "OKP") return ed25519.verify(signature, message, first, { zip215: false });
  const key = Buffer.concat([Buffer.from([4]), first, second]);
  const curve = crv === "P-256" ? keptP256 : secp256k1;
  return curve.verify(signature, sha256(bytesOf(message)), key, { lowS: false, prehash: false });
}

function createDecipheriv(name, key, nonce) {
  if (name === "aes-128-ctr") {
    const cipher = ctr(bytesOf(key), bytesOf(nonce));
    return { update: (data) => Buffer.from(cipher.decrypt(bytesOf(data))), final: () => Buffer.alloc(0) };
  }
  let [aad, tag, failure] = [undefined, undefined, undefined];
  return {
    setAAD(data) {
      aad = bytesOf(data);
      return this;
    },
    setAuthTag(data) {
      tag = bytesOf(data);
      return this;
    },
    // Nothing is given unless the tag verifies; the reader learns of it from `final`.
    update(data) {
      try {
        return Buffer.from(gcm(bytesOf(key), bytesOf(nonce), aad).decrypt(Buffer.concat([bytesOf(data), tag])));
      } catch (error) {
        failure = error;
        return Buffer.alloc(0);
      }
    },
    final() {
      if (failure !== undefined) throw failure;
    },
  };
}

function createCipheriv(_name, key, nonce) {
  let [aad, tag] = [undefined, undefined];
  return {
    setAAD(data) {
      aad = bytesOf(data);
      return this;
    },
    update(data) {
      const sealed = Buffer.from(gcm(bytesOf(key), bytesOf(nonce), aad).encrypt(bytesOf(data)));
      tag = sealed.subarray(sealed.length - GCM_TAG);
      return sealed.subarray(0, sealed.length - GCM_TAG);
    },
    final: () => Buffer.alloc(0),
    getAuthTag: () => tag,
  };
}

/** ECDH on P-256. */
function createECDH() {
  let key;
  return {
    setPrivateKey(data) {
      key = bytesOf(data);
    },
    computeSecret: (point) => Buffer.from(p256.getSharedSecret(key, bytesOf(point), false)).subarray(1, 33),
  };
}

const randomBytes = (count) => Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(count)));

export default {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createPublicKey,
  pbkdf2Sync,
  randomBytes,
  scryptSync,
  verify,
};
