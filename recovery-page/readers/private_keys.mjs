// Private keys as text, and Ethereum's keystore: wire-formats.md, section 13.3.
import crypto from "node:crypto";
import { scrypt } from "@noble/hashes/scrypt";
import { need, refuse } from "./checks.mjs";
import { CURVE_NAMES, eip55, strkey } from "./addresses.mjs";
import { ed25519PublicKey, ed25519Seed, publicKey, scalar } from "./curves.mjs";
import {
  base32,
  base58,
  base58check,
  bech32,
  BECH32_CONSTANT,
  bytes,
  crc16,
  fromFiveBits,
  hex,
  hexOfLength,
  keccak256,
  text,
  toBase58,
  toBase58Check,
  toBech32,
  toFiveBits,
  utf8,
} from "./encodings.mjs";
import { members, Num, parse, texts } from "./json.mjs";

const [K1, ED25519] = ["CURVE_SECP256K1", "CURVE_ED25519"];
const WIF = { wif: 0x80, "wif-testnet": 0xef, "wif-doge": 0x9e, "wif-doge-testnet": 0xf1 };
const SCRIPTS = {
  pkh: "pkh(*)",
  wpkh: "wpkh(*)",
  tr: "tr(*)",
  "sh-wpkh": "sh(wpkh(*))",
  "sh-pkh": "sh(pkh(*))",
  "sh-pk": "sh(pk(*))",
  "wsh-pk": "wsh(pk(*))",
  "wsh-pkh": "wsh(pkh(*))",
  "wsh-multi": "wsh(multi(1,*))",
};
const AIP80 = "ed25519-priv-0x";
const STELLAR_SEED = 0x90;

const toWif = (version, key) => toBase58Check(bytes(version, key, 1));
const pair = (seed) => bytes(seed, ed25519PublicKey(seed));

const DESCRIPTOR_CHARACTERS =
  "0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#\"\\ ";
const CHECKSUM_CHARACTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** The checksum of an output descriptor (BIP-380). */
function descriptorChecksum(descriptor) {
  const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
  let checksum = 1n;
  const add = (value) => {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x7ffffffffn) << 5n) ^ BigInt(value);
    for (let i = 0n; i < 5n; i += 1n) if ((top >> i) & 1n) checksum ^= generator[Number(i)];
  };
  let groups = [];
  for (const character of descriptor) {
    const position = DESCRIPTOR_CHARACTERS.indexOf(character);
    add(position & 31);
    groups.push(position >> 5);
    if (groups.length === 3) {
      add(groups[0] * 9 + groups[1] * 3 + groups[2]);
      groups = [];
    }
  }
  if (groups.length === 1) add(groups[0]);
  if (groups.length === 2) add(groups[0] * 3 + groups[1]);
  for (let i = 0; i < 8; i += 1) add(0);
  checksum ^= 1n;
  return Array.from({ length: 8 }, (_, i) => CHECKSUM_CHARACTERS[Number((checksum >> BigInt(5 * (7 - i))) & 31n)]).join(
    "",
  );
}

const withChecksum = (descriptor) => `${descriptor}#${descriptorChecksum(descriptor)}`;

/** The forms: the curve that each is of, if it is of one alone, and how it is written. */
const WRITERS = {
  hex: { write: (key) => key.toString("hex") },
  "0x": { write: (key) => `0x${key.toString("hex")}` },
  solana: { curve: ED25519, write: (seed) => toBase58(pair(seed)) },
  "solana-cli": { curve: ED25519, write: (seed) => JSON.stringify([...pair(seed)]) },
  sui: { curve: ED25519, write: (seed) => toBech32("suiprivkey", toFiveBits(bytes(0, seed)), BECH32_CONSTANT) },
  stellar: { curve: ED25519, write: (seed) => strkey(STELLAR_SEED, seed) },
  aptos: { curve: ED25519, write: (seed) => `${AIP80}${seed.toString("hex")}` },
  "xrp-hex": { curve: K1, write: (key) => `00${key.toString("hex").toUpperCase()}` },
  ...Object.fromEntries(
    Object.entries(WIF).map(([form, version]) => [form, { curve: K1, write: (key) => toWif(version, key) }]),
  ),
  ...Object.fromEntries(
    Object.entries(SCRIPTS).flatMap(([script, template]) =>
      ["wif", "wif-testnet"].map((wif) => [
        `descriptor-${script}${wif.slice(3)}`,
        {
          curve: K1,
          write: (key) => withChecksum(template.replace("*", toWif(WIF[wif], key))),
        },
      ]),
    ),
  ),
};

function write({ privateKey, form, curve = "" }) {
  if (!Object.hasOwn(WRITERS, form)) refuse("private-key.form", "unsupported");
  const writer = WRITERS[form];
  need("private-key.known-curve", curve === "" || Object.hasOwn(CURVE_NAMES, curve), "unsupported");
  need("private-key.curve-of-form", !writer.curve || curve === "" || curve === writer.curve, "unsupported");
  const key = hex(privateKey);
  need("private-key.length", key.length === 32);
  const name = CURVE_NAMES[writer.curve ?? curve];
  if (name && name !== "ed25519") scalar(key, name, "private-key.scalar");
  return { text: writer.write(key) };
}

const secp256k1Scalar = (key) => scalar(key, "secp256k1", "private-key.scalar");

function fromWif(data, versions) {
  need("wif.version", versions.includes(data[0]), "unsupported");
  need("wif.compressed", data.length !== 33, "unsupported");
  need("wif.length", data.length === 34);
  need("wif.mark", data[33] === 1);
  return secp256k1Scalar(data.subarray(1, 33));
}

function fromDescriptor(value) {
  const [descriptor, checksum, ...more] = value.split("#");
  need("descriptor.one-checksum", checksum !== undefined && more.length === 0);
  need(
    "descriptor.characters",
    [...descriptor].every((c) => DESCRIPTOR_CHARACTERS.includes(c)),
  );
  need("descriptor.checksum", descriptorChecksum(descriptor) === checksum);
  for (const template of Object.values(SCRIPTS)) {
    const [before, after] = template.split("*");
    const inner = descriptor.slice(before.length, descriptor.length - after.length);
    if (descriptor === `${before}${inner}${after}` && /^[1-9A-Za-z]+$/.test(inner)) {
      return fromWif(base58check(inner, "wif.base58", 128), [WIF.wif, WIF["wif-testnet"]]);
    }
  }
  return refuse("descriptor.script", "unsupported");
}

function fromNumbers(value) {
  const items = parse(value);
  need(
    "numbers.are-bytes",
    Array.isArray(items) &&
      items.every(
        (item) => item instanceof Num && /^(0|[1-9][0-9]{0,2})$/.test(item.written) && Number(item.written) < 256,
      ),
  );
  need("numbers.64", items.length === 64);
  return ed25519Seed(Buffer.from(items.map(({ written }) => Number(written))), "numbers.pair");
}

function fromSui(value) {
  const data = fromFiveBits(bech32(value, "suiprivkey", BECH32_CONSTANT, "sui"), "sui");
  need("sui.scheme", data[0] === 0, "unsupported");
  need("sui.key-length", data.length === 33);
  return data.subarray(1);
}

function fromStellar(value) {
  const data = base32(value, "stellar");
  need("stellar.length", data.length === 35);
  need("stellar.version", data[0] === STELLAR_SEED);
  need("stellar.checksum", data.readUInt16LE(33) === crc16(data.subarray(0, 33)));
  return data.subarray(1, 33);
}

/** Base58 is a WIF, or seed and public key, with or without a checksum. */
function fromBase58(value) {
  const data = base58(value, "private-key.base58", 128);
  if (data.length === 64) return ed25519Seed(data, "private-key.pair");
  const checked = base58check(value, "private-key.base58", 128);
  if (checked.length === 64) return ed25519Seed(checked, "private-key.pair");
  return fromWif(checked, Object.values(WIF));
}

/** Read a private key; the text shows its form. */
export function readPrivateKey(value) {
  text(value, "private-key");
  if (value.startsWith("[")) return fromNumbers(value);
  if (value.startsWith(AIP80)) return hexOfLength(value.slice(AIP80.length), 32, "aptos");
  if (/^suiprivkey1/i.test(value)) return fromSui(value);
  if (/[(#]/.test(value)) return fromDescriptor(value);
  if (/^0[xX]/.test(value)) return hexOfLength(value.slice(2), 32, "private-key.hex");
  if (/^00[0-9A-F]{64}$/.test(value)) return secp256k1Scalar(hex(value.slice(2)));
  if (/^[0-9a-fA-F]{64}$/.test(value)) return hex(value, "private-key.hex");
  if (/^S[A-Z2-7]{55}$/.test(value)) return fromStellar(value);
  return fromBase58(value);
}

// A keystore that takes more is not opened: scrypt of n * r * p, and its parameters alone; rounds of PBKDF2.
const [MAX_SCRYPT, MAX_RP, MAX_P, MAX_ROUNDS] = [2 ** 22, 8192, 64, 10_000_000];

function integer(value, check) {
  need(`${check}.is-integer`, value instanceof Num && /^(0|[1-9][0-9]{0,14})$/.test(value.written));
  return Number(value.written);
}

function deriveKey(kdf, given, password) {
  const names = { scrypt: ["dklen", "n", "r", "p", "salt"], pbkdf2: ["dklen", "c", "prf", "salt"] };
  if (!Object.hasOwn(names, kdf)) refuse("keystore.kdf", "unsupported");
  const found = members(given, names[kdf], "keystore.kdfparams");
  const salt = hex(found.salt, "keystore.salt");
  need("keystore.dklen", integer(found.dklen, "keystore.dklen") === 32, "unsupported");
  if (kdf === "pbkdf2") {
    need("keystore.prf", found.prf === "hmac-sha256", "unsupported");
    const c = integer(found.c, "keystore.c");
    need("keystore.c-positive", c > 0);
    need("keystore.c-limit", c <= MAX_ROUNDS, "unsupported");
    return crypto.pbkdf2Sync(password, salt, c, 32, "sha256");
  }
  const [N, r, p] = ["n", "r", "p"].map((name) => integer(found[name], `keystore.${name}`));
  need("keystore.n-power-of-two", N > 1 && Number.isInteger(Math.log2(N)));
  need("keystore.r-and-p-positive", r > 0 && p > 0);
  need("keystore.work-limit", N * r * p <= MAX_SCRYPT, "unsupported");
  need("keystore.rp-limit", r * p <= MAX_RP && p <= MAX_P, "unsupported");
  // OpenSSL refuses the n of 2^(16 r) that RFC 7914 excludes, and that is in use.
  if (N >= 2 ** (16 * r)) return Buffer.from(scrypt(password, salt, { N, r, p, dkLen: 32 }));
  return crypto.scryptSync(password, salt, 32, { N, r, p, maxmem: 2 ** 30 });
}

/** Compare with the address that the caller expects. */
function checkExpected(expected, own) {
  const digits = text(expected, "expected-address").replace(/^0x/, "");
  need("expected-address.form", /^[0-9a-fA-F]{40}$/.test(digits), "unsupported");
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  need("expected-address.eip-55", oneCase || eip55(Buffer.from(digits, "hex")) === `0x${digits}`);
  need("expected-address.same", digits.toLowerCase() === own.toString("hex"), "wrong-address");
}

function openKeystore({ text: document, password, expectedAddress }) {
  const names = ["version", "crypto", "Crypto", "address"];
  const { version, crypto: lower, Crypto: upper, address } = members(parse(document), names, "keystore");
  need("keystore.crypto-once", lower === undefined || upper === undefined);
  const sealed = lower ?? upper;
  need("keystore.version", version instanceof Num && version.written === "3", "unsupported");
  const found = members(sealed, ["cipher", "cipherparams", "ciphertext", "kdf", "kdfparams", "mac"], "keystore.crypto");
  need("keystore.cipher", found.cipher === "aes-128-ctr", "unsupported");
  const { iv } = texts(found.cipherparams, ["iv"], "keystore.cipherparams");
  const nonce = hexOfLength(iv, 16, "keystore.iv");
  const ciphertext = hexOfLength(found.ciphertext, 32, "keystore.ciphertext");
  const mac = hexOfLength(found.mac, 32, "keystore.mac");
  const key = deriveKey(found.kdf, found.kdfparams, utf8(text(password, "password"), "password"));
  need("keystore.mac-verifies", keccak256(key.subarray(16), ciphertext).equals(mac), "decryption-failed");
  const decipher = crypto.createDecipheriv("aes-128-ctr", key.subarray(0, 16), nonce);
  const privateKey = scalar(bytes(decipher.update(ciphertext), decipher.final()), "secp256k1", "keystore.key");
  const own = keccak256(publicKey(privateKey, "secp256k1").subarray(1)).subarray(12);
  if (address !== undefined && address !== null) {
    const digits = text(address, "keystore.address").replace(/^0x/, "").toLowerCase();
    need("keystore.address", hexOfLength(digits, 20, "keystore.address").equals(own), "key-mismatch");
  }
  if (expectedAddress !== undefined) checkExpected(expectedAddress, own);
  return { privateKey: privateKey.toString("hex") };
}

export const GROUPS = {
  PrivateKeyWriting: write,
  PrivateKeyReading: ({ text: value }) => ({ privateKey: readPrivateKey(value).toString("hex") }),
  KeystoreDecryption: openKeystore,
};
