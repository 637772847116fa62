// HPKE (RFC 9180), mode base: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
import crypto from "node:crypto";
import { need } from "./checks.mjs";
import { bytes, hex, hmac, toNumber } from "./encodings.mjs";
import { CURVES, point, publicKey, scalar } from "./curves.mjs";

const KEM = bytes("KEM", [0, 0x10]);
const SUITE = bytes("HPKE", [0, 0x10, 0, 1, 0, 2]);
export const INFO = Buffer.from("turnkey_hpke");
const extract = (suite, salt, label, ikm) => hmac("sha256", salt, "HPKE-v1", suite, label, ikm);

// No output of this suite is longer than one block.
const expand = (suite, key, label, info, length) =>
  hmac("sha256", key, [0, length], "HPKE-v1", suite, label, info, [1]).subarray(0, length);

export function deriveKeyPair(ikm) {
  const prk = extract(KEM, "", "dkp_prk", ikm);
  for (let counter = 0; ; counter += 1) {
    const candidate = expand(KEM, prk, "candidate", [counter], 32);
    const number = toNumber(candidate);
    if (number && number < CURVES.p256.n) return { skm: candidate, pkm: publicKey(candidate, "p256") };
  }
}

/** The x coordinate of the shared point. */
export function diffieHellman(privateKey, publicPoint) {
  const party = crypto.createECDH("prime256v1");
  party.setPrivateKey(privateKey);
  return party.computeSecret(publicPoint);
}

export function keySchedule(dh, enc, receiver, info = INFO) {
  const sharedSecret = expand(KEM, extract(KEM, "", "eae_prk", dh), "shared_secret", bytes(enc, receiver), 32);
  const keyScheduleContext = bytes(0, extract(SUITE, "", "psk_id_hash", ""), extract(SUITE, "", "info_hash", info));
  const secret = extract(SUITE, sharedSecret, "secret", "");
  const key = expand(SUITE, secret, "key", keyScheduleContext, 32);
  const baseNonce = expand(SUITE, secret, "base_nonce", keyScheduleContext, 12);
  return { sharedSecret, keyScheduleContext, secret, key, baseNonce };
}

export function encryptGcm(key, nonce, aad, plaintext) {
  const cipher = crypto.createCipheriv("aes-256-gcm", key, nonce).setAAD(aad);
  return bytes(cipher.update(plaintext), cipher.final(), cipher.getAuthTag());
}

export function decryptGcm(key, nonce, aad, sealed, check) {
  need(`${check}.has-tag`, sealed.length >= 16, "decryption-failed");
  const tag = Buffer.alloc(16);
  sealed.subarray(Math.max(0, sealed.length - 16)).copy(tag);
  const decipher = crypto.createDecipheriv("aes-256-gcm", key, nonce).setAAD(aad).setAuthTag(tag);
  const plaintext = decipher.update(sealed.subarray(0, Math.max(0, sealed.length - 16)));
  try {
    decipher.final();
  } catch {
    need(`${check}.tag`, false, "decryption-failed");
  }
  return plaintext;
}

/** Seal to an uncompressed point, with an ephemeral key that is new if none is given. */
export function seal(receiver, plaintext, ephemeral = undefined) {
  const pair = ephemeral ?? deriveKeyPair(crypto.randomBytes(32));
  const aad = bytes(pair.pkm, receiver);
  const { key, baseNonce } = keySchedule(diffieHellman(pair.skm, receiver), pair.pkm, receiver);
  return { enc: pair.pkm, aad, ct: encryptGcm(key, baseNonce, aad, plaintext) };
}

/** Open with a private key; `enc` is an uncompressed point. */
export function open(privateKey, enc, ciphertext) {
  scalar(privateKey, "p256", "hpke.private-key");
  const sender = point(enc, "p256", ["uncompressed"], "hpke.enc");
  const receiver = publicKey(privateKey, "p256");
  const aad = bytes(sender, receiver);
  const { key, baseNonce } = keySchedule(diffieHellman(privateKey, sender), sender, receiver);
  return { aad, plaintext: decryptGcm(key, baseNonce, aad, ciphertext, "hpke") };
}

const hexes = (values) =>
  Object.fromEntries(Object.entries(values).map(([name, data]) => [name, data.toString("hex")]));

export const GROUPS = {
  HpkeDeriveKeyPair: ({ ikm }) => hexes(deriveKeyPair(hex(ikm))),
  HpkeSealBase({ ikmE, pkRm, pt }) {
    const receiver = point(hex(pkRm), "p256", ["uncompressed"], "hpke.receiver");
    return { ...hexes(seal(receiver, hex(pt), deriveKeyPair(hex(ikmE)))), info: INFO.toString("hex") };
  },
  HpkeOpenBase({ skRm, enc, ct }) {
    const { aad, plaintext } = open(hex(skRm), hex(enc), hex(ct));
    return hexes({ pt: plaintext, info: INFO, aad });
  },
  HpkeKeySchedule({ ikmE, ikmR, info }) {
    const [ephemeral, receiver] = [deriveKeyPair(hex(ikmE)), deriveKeyPair(hex(ikmR))];
    const dh = diffieHellman(ephemeral.skm, receiver.pkm);
    return hexes({ enc: ephemeral.pkm, ...keySchedule(dh, ephemeral.pkm, receiver.pkm, hex(info)) });
  },
};
