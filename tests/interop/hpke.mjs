// Reads a file of test vectors of HPKE in Wycheproof's form, with Node.js alone, and prints for each case the plaintext
// (of sealing, the encapsulated key and the ciphertext), or "refused". Written from RFC 9180.
import crypto from "node:crypto";
import { readFileSync } from "node:fs";

const hex = (text) => Buffer.from(text, "hex");
const number = (value, length) => Buffer.from(value.toString(16).padStart(2 * length, "0"), "hex");
const KDFS = { 1: ["sha256", 32], 3: ["sha512", 64] };
const AEADS = { 1: ["aes-128-gcm", 16], 2: ["aes-256-gcm", 32], 3: ["chacha20-poly1305", 32] };
const KEM = Buffer.concat([Buffer.from("KEM"), number(0x10, 2)]);

class Refused extends Error {}

const hmac = (hash, key, data) => crypto.createHmac(hash, key).update(data).digest();
const extract = (hash, suite, salt, label, ikm) =>
  hmac(hash, salt, Buffer.concat([Buffer.from("HPKE-v1"), suite, Buffer.from(label), ikm]));
// No output here is longer than one block of the hash.
const expand = (hash, suite, key, label, info, length) => {
  const labeled = Buffer.concat([number(length, 2), Buffer.from("HPKE-v1"), suite, Buffer.from(label), info]);
  return hmac(hash, key, Buffer.concat([labeled, Buffer.of(1)])).subarray(0, length);
};

function pair(scalar) {
  const party = crypto.createECDH("prime256v1");
  party.setPrivateKey(scalar);
  return { party, point: party.getPublicKey() };
}

function shared(party, point) {
  if (point.length !== 65 || point[0] !== 4) throw new Refused();
  try {
    return party.computeSecret(point);
  } catch {
    throw new Refused();
  }
}

function context({ kdfId, aeadId }, dh, enc, receiver, info) {
  const [hash] = KDFS[kdfId];
  const [cipher, length] = AEADS[aeadId];
  const suite = Buffer.concat([Buffer.from("HPKE"), number(0x10, 2), number(kdfId, 2), number(aeadId, 2)]);
  const nothing = Buffer.alloc(0);
  const prk = extract("sha256", KEM, nothing, "eae_prk", dh);
  const sharedSecret = expand("sha256", KEM, prk, "shared_secret", Buffer.concat([enc, receiver]), 32);
  const schedule = Buffer.concat([
    Buffer.of(0),
    extract(hash, suite, nothing, "psk_id_hash", nothing),
    extract(hash, suite, nothing, "info_hash", info),
  ]);
  const secret = extract(hash, suite, sharedSecret, "secret", nothing);
  const key = expand(hash, suite, secret, "key", schedule, length);
  return [cipher, key, expand(hash, suite, secret, "base_nonce", schedule, 12), { authTagLength: 16 }];
}

function open(group, { skRm, info, aad, enc, ct }) {
  const { party, point } = pair(hex(skRm));
  const sealed = hex(ct);
  const parameters = context(group, shared(party, hex(enc)), hex(enc), point, hex(info));
  if (sealed.length < 16) throw new Refused();
  const decipher = crypto.createDecipheriv(...parameters);
  const body = sealed.subarray(0, -16);
  decipher.setAAD(hex(aad), { plaintextLength: body.length }).setAuthTag(sealed.subarray(-16));
  const plaintext = decipher.update(body);
  try {
    decipher.final();
  } catch {
    throw new Refused();
  }
  return plaintext.toString("hex");
}

function seal(group, { pkRm, ikmE, info, aad, pt }) {
  // A case of a malformed key has no ephemeral key: any will do.
  const { party, point } = pair(ikmE === undefined ? number(1, 32) : hex(ikmE));
  const receiver = hex(pkRm);
  const cipher = crypto.createCipheriv(...context(group, shared(party, receiver), point, receiver, hex(info)));
  cipher.setAAD(hex(aad), { plaintextLength: pt.length / 2 });
  return Buffer.concat([point, cipher.update(hex(pt)), cipher.final(), cipher.getAuthTag()]).toString("hex");
}

const run = { HpkeTest: open, HpkeEncapTest: seal };
for (const group of JSON.parse(readFileSync(process.argv[2], "utf8")).testGroups) {
  for (const test of group.tests) {
    try {
      console.log(test.tcId, run[group.type](group, test));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      console.log(test.tcId, "refused");
    }
  }
}
