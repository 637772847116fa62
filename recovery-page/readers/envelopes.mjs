// Secrets sealed to the long-lived key of an enclave: wire-formats.md, section 4.7.
import crypto from "node:crypto";
import { need } from "./checks.mjs";
import { compress, hexPoint, point, publicKey, scalar } from "./curves.mjs";
import { base58check, bytes, filled, hex, hmac, text, toBase58Check, utf8 } from "./encodings.mjs";
import { decryptGcm, deriveKeyPair, diffieHellman, encryptGcm, open, seal } from "./hpke.mjs";

const [NONCE, POINT, LENGTH, TAG] = [12, 65, 4, 16];
const MAX_BASE58_SECRET = 16 * 1024;

function keyOf(sender, receiver, x) {
  const key = hmac("sha512", bytes(sender, receiver, x), "qos_encryption_hmac_message").subarray(0, 32);
  return { key, aad: bytes(sender, "A", receiver, "A") };
}

function sealEnvelope(receiver, message, privateKey, nonce) {
  const sender = publicKey(privateKey, "p256");
  const { key, aad } = keyOf(sender, receiver, diffieHellman(privateKey, receiver));
  const sealed = encryptGcm(key, nonce, aad, message);
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(sealed.length);
  return bytes(nonce, sender, length, sealed);
}

function openEnvelope(envelope, privateKey) {
  scalar(privateKey, "p256", "envelope.receiver-key");
  need("envelope.length", envelope.length >= NONCE + POINT + LENGTH + TAG);
  const [nonce, rest] = [envelope.subarray(0, NONCE), envelope.subarray(NONCE)];
  const sender = point(rest.subarray(0, POINT), "p256", ["uncompressed"], "envelope.sender");
  const sealed = rest.subarray(POINT + LENGTH);
  need("envelope.length-field", rest.readUInt32LE(POINT) === sealed.length);
  const { key, aad } = keyOf(sender, publicKey(privateKey, "p256"), diffieHellman(privateKey, sender));
  return decryptGcm(key, nonce, aad, sealed, "envelope");
}

/** Seal to a new key and open again, as the plaintext is the one output that is not random. */
function roundTrip(receiver, message, privateKey) {
  const { skm } = deriveKeyPair(crypto.randomBytes(32));
  return openEnvelope(sealEnvelope(receiver, message, skm, crypto.randomBytes(NONCE)), privateKey);
}

const receiverOf = (value) => hexPoint(value, "p256", ["compressed", "uncompressed"], "envelope.receiver");

/** Seal as HPKE in base58check to a key of our own, and open again. */
function base58RoundTrip(message) {
  const { skm, pkm } = deriveKeyPair(crypto.randomBytes(32));
  const { enc, ct } = seal(pkm, message);
  return openBase58(toBase58Check(bytes(compress(enc), ct)), skm);
}

function openBase58(sealed, privateKey) {
  const data = base58check(sealed, "base58-secret");
  need("base58-secret.has-key", data.length >= 33);
  const enc = point(data.subarray(0, 33), "p256", ["compressed"], "base58-secret.key");
  return open(privateKey, enc, data.subarray(33)).plaintext;
}

const secretOf = (secret) => utf8(filled(secret, "secret"), "secret");

/** A secret of limited length. */
function limited(secret) {
  const data = utf8(text(secret, "secret"), "secret");
  need("base58-secret.limit", data.length <= MAX_BASE58_SECRET);
  return secret;
}
const output = (plaintext) => ({ plaintext: plaintext.toString("hex") });

export const GROUPS = {
  QuorumKeySealing: ({ publicKey: key, receiverPrivateKey, message }) =>
    output(roundTrip(receiverOf(key), hex(message), hex(receiverPrivateKey))),
  QuorumKeyEnvelope({ publicKey: key, senderPrivateKey, nonce, message }) {
    const sender = scalar(hex(senderPrivateKey), "p256");
    need("envelope.nonce", hex(nonce).length === NONCE);
    return { envelope: sealEnvelope(receiverOf(key), hex(message), sender, hex(nonce)).toString("hex") };
  },
  QuorumKeyOpening: ({ receiverPrivateKey, envelope }) => output(openEnvelope(hex(envelope), hex(receiverPrivateKey))),
  Oauth2ClientSecret({ secret }) {
    const { skm, pkm } = deriveKeyPair(crypto.randomBytes(32));
    return output(roundTrip(pkm, secretOf(secret), skm));
  },
  OnRampSecret: ({ secret }) => output(base58RoundTrip(secretOf(limited(secret)))),
  PullSecret({ secret }) {
    const stripped = text(secret, "secret")
      .replace(/^[\t-\r ]+/, "")
      .replace(/[\t-\r ]+$/, "");
    return output(base58RoundTrip(secretOf(limited(stripped))));
  },
  SealedBase58Secret: ({ receiverPrivateKey, sealed }) => output(openBase58(sealed, hex(receiverPrivateKey))),
};
