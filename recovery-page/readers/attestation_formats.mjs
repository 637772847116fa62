// Attestation statements of TPMs, Android, Apple and U2F: wire-formats.md, section 8.3.
import { need } from "./checks.mjs";
import { bytes, der, sha256, sha384, sha512, toNumber } from "./encodings.mjs";
import { all, attributes, constraints, oid } from "./x509.mjs";

const KEY_DESCRIPTION = "1.3.6.1.4.1.11129.2.1.17";
const APPLE_NONCE = "1.2.840.113635.100.8.2";
const [ALTERNATIVE_NAME, EXTENDED_KEY_USAGE, AIK] = ["2.5.29.17", "2.5.29.37", "2.23.133.8.3"];
const [MAKER, MODEL, VERSION] = ["2.23.133.2.1", "2.23.133.2.2", "2.23.133.2.3"];

const blob = (statement, name, fmt) => {
  need(`${fmt}.${name}-is-bytes`, Buffer.isBuffer(statement.get(name)));
  return statement.get(name);
};

const algorithm = (statement, fmt) => {
  need(`${fmt}.alg-is-integer`, typeof statement.get("alg") === "number");
  return statement.get("alg");
};

function sameKey(certified, key) {
  if (certified.kind === "ec") return key.curve === certified.curve && key.point.equals(certified.data);
  if (certified.kind === "ed25519") return Boolean(key.raw?.equals(certified.data));
  return Boolean(key.n && key.n.equals(certified.n) && key.e.equals(certified.e));
}

/** A U2F authenticator's: it signs neither the flags nor the model. */
function fidoU2f({ statement, data, clientData, key, rawId }, chain, verifyByLeaf) {
  const signature = blob(statement, "sig", "fido-u2f");
  need("fido-u2f.one-certificate", chain.length === 1);
  need("fido-u2f.es256", key.alg === -7, "bad-signature");
  const signed = bytes(0, data.subarray(0, 32), sha256(clientData), rawId, key.point);
  verifyByLeaf(chain[0], -7, signed, signature);
}

// The structures of a TPM.

class Fields {
  constructor(data, check) {
    this.rest = data;
    this.check = check;
  }

  take(length) {
    need(`${this.check}.ends-in-a-field`, length <= this.rest.length);
    const taken = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    return taken;
  }

  number(length = 2) {
    return Number(toNumber(this.take(length)));
  }

  sized() {
    return this.take(this.number());
  }

  end() {
    need(`${this.check}.nothing-after`, this.rest.length === 0);
  }
}

const [RSA, ECC, NULL] = [1, 0x23, 0x10];
const HASHES = new Map([
  [0x0b, sha256],
  [0x0c, sha384],
  [0x0d, sha512],
]);
const TPM_CURVES = new Map([
  [3, { curve: "P-256", hash: 0x0b }],
  [4, { curve: "P-384", hash: 0x0c }],
  [5, { curve: "P-521", hash: 0x0d }],
]);

/** The key of a public area is that of the credential; give its name. */
function publicArea(area, key) {
  const fields = new Fields(area, "tpm.area");
  const [type, nameHash] = [fields.number(), fields.number()];
  fields.take(4);
  fields.sized();
  need("tpm.area.type", type === RSA || type === ECC, "unsupported");
  need("tpm.area.name-hash", HASHES.has(nameHash), "unsupported");
  const [symmetric, scheme] = [fields.number(), fields.number()];
  const schemeHash = scheme === NULL ? undefined : fields.number();
  let [usual, same, derivation] = [[0x14, 0x0b], false, NULL];
  if (type === RSA) {
    const [bits, exponent] = [fields.number(), fields.number(4) || 65537];
    const modulus = toNumber(fields.sized());
    need("tpm.area.bits", modulus.toString(2).length === bits);
    same = Boolean(key.n) && toNumber(key.n) === modulus && toNumber(key.e) === BigInt(exponent);
  } else {
    const known = TPM_CURVES.get(fields.number());
    derivation = fields.number();
    const [x, y] = [toNumber(fields.sized()), toNumber(fields.sized())];
    need("tpm.area.curve", known !== undefined, "unsupported");
    usual = [0x18, known.hash];
    if (key.curve === known.curve) {
      const half = (key.point.length - 1) / 2;
      same = toNumber(key.point.subarray(1, 1 + half)) === x && toNumber(key.point.subarray(1 + half)) === y;
    }
  }
  fields.end();
  need("tpm.area.symmetric", symmetric === NULL, "unsupported");
  need("tpm.area.derivation", derivation === NULL, "unsupported");
  need("tpm.area.scheme", scheme === NULL || (scheme === usual[0] && schemeHash === usual[1]), "unsupported");
  need("tpm.area.key", same, "bad-signature");
  return bytes(area.subarray(2, 4), HASHES.get(nameHash)(area));
}

function certifyInfo(info, extraData, name) {
  const fields = new Fields(info, "tpm.info");
  need("tpm.info.certification", fields.take(6).toString("hex") === "ff5443478017", "bad-signature");
  fields.sized();
  const foundData = fields.sized();
  fields.take(25);
  const foundName = fields.sized();
  fields.sized();
  fields.end();
  need("tpm.info.registration", foundData.equals(extraData), "bad-signature");
  need("tpm.info.name", foundName.equals(name), "bad-signature");
}

/** Maker, model and version of a TPM, once each, in one critical alternative name. */
function checkTpmName(leaf) {
  const extension = leaf.extensions.get(ALTERNATIVE_NAME);
  need("tpm.alternative-name", extension?.critical, "bad-signature");
  const names = all(der(extension.value, "tpm.alternative-name.der").content).filter(({ tag }) => tag === 0xa4);
  need("tpm.one-name", names.length === 1, "bad-signature");
  const found = all(names[0].content).flatMap(({ content }) => attributes(content));
  for (const type of [MAKER, MODEL, VERSION]) {
    const values = found.filter((each) => each.type === type).map(({ value }) => value);
    need(`tpm.${type}-once`, values.length === 1 && Boolean(values[0]), "bad-signature");
    if (type === MAKER) need("tpm.maker", /^id:[0-9A-Fa-f]{8}$/.test(values[0]), "bad-signature");
  }
}

function tpm({ statement, data, clientData, key }, chain, verifyByLeaf, checkModel) {
  const [alg, signature] = [algorithm(statement, "tpm"), blob(statement, "sig", "tpm")];
  const [area, info] = [blob(statement, "pubArea", "tpm"), blob(statement, "certInfo", "tpm")];
  need("tpm.version", statement.get("ver") === "2.0");
  need("tpm.alg", alg === -7 || alg === -257, "unsupported");
  certifyInfo(info, sha256(data, sha256(clientData)), publicArea(area, key));
  const [leaf] = chain;
  verifyByLeaf(leaf, alg, info, signature);
  need("tpm.x509-version", leaf.version === 3, "bad-signature");
  need("tpm.no-subject", leaf.names.length === 0, "bad-signature");
  need("tpm.end-entity", constraints(leaf).there && !constraints(leaf).ca, "bad-signature");
  const usage = leaf.extensions.get(EXTENDED_KEY_USAGE);
  need("tpm.usage", usage !== undefined, "bad-signature");
  const purposes = all(der(usage.value, "tpm.usage.der").content);
  need("tpm.usage-aik", purposes.some(({ content }) => oid(content) === AIK), "bad-signature");
  checkTpmName(leaf);
  checkModel(leaf);
}

// Android's description of a key.

const DESCRIPTION_TAGS = [2, 10, 2, 10, 4, 4, 0x30, 0x30];

/** The elements of an authorization list by their tags, which may have several bytes. */
function authorizations(content) {
  const found = new Map();
  for (let rest = content; rest.length;) {
    let length = 1;
    if ((rest[0] & 0x1f) === 0x1f) {
      while (rest[length] & 0x80) length += 1;
      length += 1;
    }
    const tag = rest.subarray(0, length).toString("hex");
    // Read the rest as an element with a tag of one byte.
    const element = der(bytes(0xa0, rest.subarray(length)), "android.authorization");
    need("android.authorization-once", !found.has(tag));
    found.set(tag, element.content.toString("hex"));
    rest = element.rest;
  }
  return found;
}

function androidKey({ statement, data, clientData, key, allowSoftwareKey }, [leaf]) {
  const [alg, signature] = [algorithm(statement, "android"), blob(statement, "sig", "android")];
  need("android.own-key", sameKey(leaf.key, key), "bad-signature");
  need("android.alg", alg === key.alg, "bad-signature");
  key.verify(signature, bytes(data, sha256(clientData)));
  const extension = leaf.extensions.get(KEY_DESCRIPTION);
  need("android.description", extension !== undefined, "bad-signature");
  const outer = der(extension.value, "android.description.der");
  need("android.description.sequence", outer.tag === 0x30 && outer.rest.length === 0);
  const fields = all(outer.content);
  need("android.description.fields", fields.map(({ tag }) => tag).join() === DESCRIPTION_TAGS.join());
  need("android.challenge", fields[4].content.equals(sha256(clientData)), "bad-signature");
  const [software, hardware] = fields.slice(6).map(({ content }) => authorizations(content));
  for (const list of [software, hardware]) need("android.all-applications", !list.has("bf8458"), "bad-signature");
  const listless = allowSoftwareKey && software.size === 0 && hardware.size === 0;
  if (listless && fields[1].content.equals(Buffer.of(0))) return;
  const lists = allowSoftwareKey ? [software, hardware] : [hardware];
  for (const [name, tag, value] of [
    ["android.origin", "bf853e", "020100"],
    ["android.purpose", "a1", "3103020102"],
  ]) {
    const stated = lists.filter((list) => list.has(tag)).map((list) => list.get(tag));
    need(name, stated.length > 0 && stated.every((each) => each === value), "bad-signature");
  }
}

function apple({ data, clientData, key }, [leaf]) {
  need("apple.own-key", sameKey(leaf.key, key), "bad-signature");
  const nonce = sha256(data, sha256(clientData));
  const expected = bytes(Buffer.from("3024a1220420", "hex"), nonce);
  need("apple.nonce", leaf.extensions.get(APPLE_NONCE)?.value.equals(expected), "bad-signature");
}

/** By format: what is checked with the first certificate, beside the chain. */
export const FORMATS = new Map([
  ["fido-u2f", fidoU2f],
  ["tpm", tpm],
  ["android-key", androidKey],
  ["apple", apple],
]);
