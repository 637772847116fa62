// Accounts of a wallet and their addresses: wire-formats.md, sections 13.1 and 13.2.
import { blake2b } from "@noble/hashes/blake2";
import { sha3_256 } from "@noble/hashes/sha3";
import { need, refuse } from "./checks.mjs";
import {
  compress,
  CURVES,
  decodeEd25519,
  ed25519Point,
  ed25519PublicKey,
  hexPoint,
  publicKey,
  schnorr,
  secp256k1,
} from "./curves.mjs";
import {
  BECH32_CONSTANT,
  BECH32M_CONSTANT,
  bytes,
  crc16,
  fromNumber,
  hash160,
  hex,
  hmac,
  keccak256,
  RIPPLE,
  sha256,
  text,
  toBase32,
  toBase58,
  toBase58Check,
  toBech32,
  toFiveBits,
  toNumber,
} from "./encodings.mjs";
import { seedOf, validMnemonic } from "./mnemonics.mjs";

const [K1, P256, ED25519] = ["CURVE_SECP256K1", "CURVE_P256", "CURVE_ED25519"];
export const CURVE_NAMES = { [K1]: "secp256k1", [P256]: "p256", [ED25519]: "ed25519" };
const plain = (write) => ({ "": write });

const ethereum20 = ({ whole }) => keccak256(whole.subarray(1)).subarray(12);

export function eip55(data) {
  const digits = data.toString("hex");
  const digest = keccak256(Buffer.from(digits)).toString("hex");
  return `0x${[...digits].map((c, i) => (parseInt(digest[i], 16) >= 8 ? c.toUpperCase() : c)).join("")}`;
}

const segwit = (prefix, version, program) =>
  toBech32(prefix, [version, ...toFiveBits(program)], version ? BECH32M_CONSTANT : BECH32_CONSTANT);

const p2pk = ({ key }) => bytes(0x21, key, 0xac);
const p2pkh = ({ key }) => bytes([0x76, 0xa9, 0x14], hash160(key), [0x88, 0xac]);
const p2wpkh = ({ key }) => bytes([0, 0x14], hash160(key));
const multi = ({ key }) => bytes([0x51, 0x21], key, [0x51, 0xae]);

/** The x coordinate of the key tweaked with no script tree (BIP-341, BIP-86). */
export function tweak(key) {
  const internal = secp256k1.Point.fromHex(bytes(2, key.subarray(1)));
  const hash = toNumber(schnorr.utils.taggedHash("TapTweak", key.subarray(1)));
  return Buffer.from(internal.add(secp256k1.Point.BASE.multiply(hash)).toBytes(true)).subarray(1);
}

function bitcoin(network) {
  const main = network === "MAINNET";
  const prefix = { MAINNET: "bc", REGTEST: "bcrt" }[network] ?? "tb";
  const base58 = (version, data) => toBase58Check(bytes(version, data));
  const sh = (script) => (account) => base58(main ? 5 : 0xc4, hash160(script(account)));
  const wsh = (script) => (account) => segwit(prefix, 0, sha256(script(account)));
  const on = (variants) => ({ curves: [K1], variants });
  return {
    P2PKH: on(plain(({ key }) => base58(main ? 0 : 0x6f, hash160(key)))),
    P2SH: on({ "p2sh-p2wpkh": sh(p2wpkh), "p2sh-p2pkh": sh(p2pkh), "p2sh-p2pk": sh(p2pk) }),
    P2WPKH: on(plain(({ key }) => segwit(prefix, 0, hash160(key)))),
    P2WSH: on({ "p2wsh-p2pk": wsh(p2pk), "p2wsh-p2pkh": wsh(p2pkh), "p2wsh-multi-1of1": wsh(multi) }),
    P2TR: on(plain(({ key }) => segwit(prefix, 1, tweak(key)))),
  };
}

const TON_TAGS = {
  bounceable: 0x11,
  "non-bounceable": 0x51,
  "testnet-bounceable": 0x91,
  "testnet-non-bounceable": 0xd1,
};

/** The hash of a data cell of the given bits, which has no references. */
function cellHash(bits) {
  const whole = bits.length % 8 === 0 ? bits : `${bits}1`.padEnd(Math.ceil(bits.length / 8) * 8, "0");
  const descriptor = Math.floor(bits.length / 8) + Math.ceil(bits.length / 8);
  return sha256(
    [0, descriptor],
    whole.match(/.{8}/g).map((byte) => parseInt(byte, 2)),
  );
}

function ton(code, depth, data, prefix = "") {
  const stateHash = ({ key }) => sha256([2, 1, 0x34, 0, depth, 0, 0], Buffer.from(code, "hex"), cellHash(data(key)));
  const friendly = (tag) => (account) => {
    const body = bytes([tag, 0], stateHash(account));
    const crc = crc16(body);
    return bytes(body, [crc >> 8, crc & 255]).toString("base64url");
  };
  return Object.fromEntries([
    [`${prefix}raw`, (account) => `0:${stateHash(account).toString("hex")}`],
    ...Object.entries(TON_TAGS).map(([name, tag]) => [`${prefix}${name}`, friendly(tag)]),
  ]);
}

const bitsOf = (number, count) => BigInt(number).toString(2).padStart(count, "0");
const keyBits = (key) => [...key].map((byte) => bitsOf(byte, 8)).join("");
const v3 = (key) => bitsOf(0, 32) + bitsOf(698983191, 32) + keyBits(key);
const v5 = (id) => (key) => `1${bitsOf(0, 32)}${bitsOf(id, 32)}${keyBits(key)}0`;
const V5_CODE = "20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f";

const bech32Of = (prefix, data) => toBech32(prefix, toFiveBits(data), BECH32_CONSTANT);
const spark = (prefix) => ({
  curves: [K1],
  variants: plain(({ key }) => toBech32(prefix, toFiveBits(bytes([0x0a, 0x21], key)), BECH32M_CONSTANT)),
});

/** The formats in the order of section 13.2: curves and variants; `byCurve` where a curve has its own variants. */
export const FORMATS = Object.fromEntries(
  Object.entries({
    UNCOMPRESSED: { curves: [K1, P256], variants: plain(({ whole }) => whole.toString("hex")) },
    COMPRESSED: { curves: [K1, P256, ED25519], variants: plain(({ key }) => key.toString("hex")) },
    ETHEREUM: { curves: [K1], variants: plain((account) => eip55(ethereum20(account))) },
    SOLANA: { curves: [ED25519], variants: plain(({ key }) => toBase58(key)) },
    COSMOS: { curves: [K1], variants: plain(({ key }) => bech32Of("cosmos", hash160(key))) },
    SEI: {
      curves: [K1, ED25519],
      variants: plain(({ key }) => bech32Of("sei", hash160(key))),
      byCurve: {
        [ED25519]: {
          "ripemd160-sha256": ({ key }) => bech32Of("sei", hash160(key)),
          "sha256-20": ({ key }) => bech32Of("sei", sha256(key).subarray(0, 20)),
        },
      },
    },
    TRON: { curves: [K1], variants: plain((account) => toBase58Check(bytes(0x41, ethereum20(account)))) },
    SUI: {
      curves: [ED25519],
      variants: plain(({ key }) => `0x${Buffer.from(blake2b(bytes(0, key), { dkLen: 32 })).toString("hex")}`),
    },
    APTOS: {
      curves: [ED25519],
      fallback: "legacy-ed25519",
      variants: {
        "legacy-ed25519": ({ key }) => `0x${Buffer.from(sha3_256(bytes(key, 0))).toString("hex")}`,
        "single-key": ({ key }) => `0x${Buffer.from(sha3_256(bytes([0, 0x20], key, 2))).toString("hex")}`,
      },
    },
    ...Object.fromEntries(
      ["MAINNET", "TESTNET", "SIGNET", "REGTEST"].flatMap((network) =>
        Object.entries(bitcoin(network)).map(([kind, format]) => [`BITCOIN_${network}_${kind}`, format]),
      ),
    ),
    DOGE_MAINNET: { curves: [K1], variants: plain(({ key }) => toBase58Check(bytes(0x1e, hash160(key)))) },
    DOGE_TESTNET: { curves: [K1], variants: plain(({ key }) => toBase58Check(bytes(0x71, hash160(key)))) },
    XLM: { curves: [ED25519], variants: plain(({ key }) => strkey(0x30, key)) },
    TON_V3R2: {
      curves: [ED25519],
      variants: ton("84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599", 0, v3),
    },
    TON_V4R2: {
      curves: [ED25519],
      variants: ton("feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0", 7, (key) => `${v3(key)}0`),
    },
    TON_V5R1: {
      curves: [ED25519],
      variants: { ...ton(V5_CODE, 6, v5(2147483409)), ...ton(V5_CODE, 6, v5(2147483645), "networkGlobalId -3 ") },
    },
    XRP: {
      curves: [K1],
      fallback: "classic",
      variants: {
        classic: ({ key }) => toBase58Check(bytes(0, hash160(key)), RIPPLE),
        "x-address": ({ key }) => toBase58Check(bytes([5, 0x44], hash160(key), Buffer.alloc(9)), RIPPLE),
      },
    },
    SPARK_MAINNET: spark("spark"),
    SPARK_REGTEST: spark("sparkrt"),
  }).map(([name, format]) => [`ADDRESS_FORMAT_${name}`, format]),
);

export function strkey(version, data) {
  const body = bytes(version, data);
  const crc = crc16(body);
  return toBase32(bytes(body, [crc & 255, crc >> 8]));
}

/** The variants of a format on a curve. */
export function variantsOf(format, curve) {
  need("address.format", Object.hasOwn(FORMATS, format), "unsupported");
  need("address.curve", FORMATS[format].curves.includes(curve), "unsupported");
  return FORMATS[format].byCurve?.[curve] ?? FORMATS[format].variants;
}

/** A public key as the formats take it: the shorter form, and all 65 bytes of a point. */
export function accountKey(data, curve) {
  need("address.known-curve", Object.hasOwn(CURVE_NAMES, curve), "unsupported");
  if (curve === ED25519) {
    need("address.key.is-point", decodeEd25519(data) !== undefined);
    return { key: ed25519Point(data, "address.key") };
  }
  const whole = hexPoint(data.toString("hex"), CURVE_NAMES[curve], ["compressed", "uncompressed"], "address.key");
  return { key: compress(whole), whole };
}

export function keyOfSecret(secret, curve) {
  if (curve === ED25519) return { key: ed25519PublicKey(secret) };
  const whole = publicKey(secret, CURVE_NAMES[curve]);
  return { key: compress(whole), whole };
}

const withoutCase = (value) => value.toLowerCase();
const isOneCase = (value) => value === value.toLowerCase() || value === value.toUpperCase();
const isHex = (value) => /^(0[xX])?[0-9a-fA-F]*$/.test(value);
const isBech32 = (format) => /COSMOS|SEI|P2WPKH|P2WSH|P2TR|SPARK/.test(format);

/** Workchain and hash of a text of TON, or undefined. */
function tonAccount(value) {
  if (/^0:[0-9a-fA-F]{64}$/.test(value)) return value.toLowerCase();
  if (!/^[A-Za-z0-9_-]{48}$/.test(value)) return undefined;
  const data = Buffer.from(value, "base64url");
  if (!Object.values(TON_TAGS).includes(data[0]) || crc16(data.subarray(0, 34)) !== data.readUInt16BE(34))
    return undefined;
  return data[1] === 0 ? `0:${data.subarray(2, 34).toString("hex")}` : undefined;
}

/** Whether two texts are the same address of a format. */
export function sameAddress(format, expected, address) {
  if (expected === address) return true;
  if (format.includes("TON_"))
    return tonAccount(expected) !== undefined && tonAccount(expected) === tonAccount(address);
  if (isBech32(format)) {
    const ascii = /^[\x21-\x7e]*$/.test(expected);
    return ascii && isOneCase(expected) && withoutCase(expected) === address;
  }
  return isHex(address) && isHex(expected) && withoutCase(expected) === withoutCase(address);
}

/** Whether the expected address is of Ethereum, in a mixed case that is not EIP-55's. */
export const wrongCase = (format, expected, address) =>
  format === "ADDRESS_FORMAT_ETHEREUM" &&
  expected.slice(2) !== address.slice(2) &&
  !isOneCase(expected.slice(2));

const OLDER = { ADDRESS_FORMAT_SPARK_MAINNET: "sp", ADDRESS_FORMAT_SPARK_REGTEST: "sprt" };

/** The text of an address, under the older prefixes of Spark as well. */
function spellings(format, address, { key }) {
  const prefix = OLDER[format];
  return prefix ? [address, toBech32(prefix, toFiveBits(bytes([0x0a, 0x21], key)), BECH32M_CONSTANT)] : [address];
}

/** The addresses of a key that the expected one is: for each format and variant, the address as it is written. */
export function matching(account, curve, expected, formats = Object.keys(FORMATS)) {
  return formats
    .filter((format) => FORMATS[format].curves.includes(curve))
    .flatMap((format) =>
      Object.entries(variantsOf(format, curve)).flatMap(([variant, write]) => {
        const address = write(account);
        if (!spellings(format, address, account).some((each) => sameSpelling(format, expected, each))) return [];
        return [{ format, variant, address, wrongCase: wrongCase(format, expected, address) }];
      }),
    );
}

// The forms of a TON account are variants: the text decides which one it is.
const sameSpelling = (format, expected, address) =>
  format.includes("TON_")
    ? expected === address || rawInUpperCase(expected, address)
    : sameAddress(format, expected, address);
const rawInUpperCase = (expected, address) => /^0:[0-9a-fA-F]{64}$/.test(expected) && expected.toLowerCase() === address;

const HARDENED = 2 ** 31;

export function parsePath(path) {
  text(path, "path");
  need("path.form", /^m(\/(0|[1-9][0-9]*)['h]?)+$/.test(path));
  const levels = path.split("/").slice(1);
  need("path.levels", levels.length <= 255);
  return levels.map((level) => {
    const index = parseInt(level, 10);
    need("path.index", index < HARDENED);
    return { index: index % HARDENED, hardened: /['h]$/.test(level) };
  });
}

const SEEDS = { [K1]: "Bitcoin seed", [P256]: "Nist256p1 seed", [ED25519]: "ed25519 seed" };

export function derive(seed, path, curve) {
  const halves = (key, ...data) => {
    const both = hmac("sha512", key, ...data);
    return { left: both.subarray(0, 32), right: both.subarray(32) };
  };
  const order = curve === ED25519 ? undefined : CURVES[CURVE_NAMES[curve]].n;
  const usable = (number) => number > 0n && number < order;
  let { left: secret, right: chain } = halves(SEEDS[curve], seed);
  while (order && !usable(toNumber(secret))) {
    if (curve === K1) refuse("derivation.master");
    ({ left: secret, right: chain } = halves(SEEDS[curve], bytes(secret, chain)));
  }
  const { key } = keyOfSecret(secret, curve);
  const masterFingerprint = hash160(curve === ED25519 ? bytes(0, key) : key).subarray(0, 4);
  for (const { index, hardened } of path) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(index + (hardened ? HARDENED : 0));
    const parent = hardened ? bytes(0, secret) : keyOfSecret(secret, curve).key;
    let child = halves(chain, parent, number);
    if (!order) {
      [secret, chain] = [child.left, child.right];
      continue;
    }
    for (;;) {
      const sum = (toNumber(child.left) + toNumber(secret)) % order;
      if (toNumber(child.left) < order && sum) {
        [secret, chain] = [fromNumber(sum, 32), child.right];
        break;
      }
      if (curve === K1) refuse("derivation.child");
      child = halves(chain, [1], child.right, number);
    }
  }
  return { masterFingerprint, secret, chain };
}

export const RULES = {
  "all-hardened": (path) => path.map((level) => ({ ...level, hardened: true })),
  "non-hardened-skipped": (path) => path.filter(({ hardened }) => hardened),
};

/** The name of what was taken; beside a rule, a format's default has none. */
export const accountVariant = (name, rule, fallback) =>
  rule && name === fallback ? rule : [name, rule].filter(Boolean).join("+");

function choose(variants, named, fallback) {
  if (named) {
    need("address.variant", Object.hasOwn(variants, named), "unsupported");
    return [named];
  }
  return fallback && variants[fallback] ? [fallback] : Object.keys(variants);
}

function deriveAccount(input) {
  const { mnemonic, passphrase = "", curve, addressFormat, variant = "", expectedAddress = "" } = input;
  validMnemonic(mnemonic);
  const path = parsePath(input.path);
  need("address.known-curve", Object.hasOwn(CURVE_NAMES, curve), "unsupported");
  const variants = variantsOf(addressFormat, curve);
  const seed = seedOf(mnemonic, passphrase);
  const { fallback } = FORMATS[addressFormat];
  const isOpen = curve === ED25519 && path.some(({ hardened }) => !hardened);
  const candidates = (isOpen ? Object.keys(RULES) : [""]).flatMap((rule) => {
    const { masterFingerprint, secret } = derive(seed, rule ? RULES[rule](path) : path, curve);
    const account = keyOfSecret(secret, curve);
    return Object.entries(variants).map(([name, write]) => ({
      masterFingerprint: masterFingerprint.toString("hex"),
      privateKey: secret.toString("hex"),
      publicKey: account.key.toString("hex"),
      address: write(account),
      account,
      accountVariant: accountVariant(name, rule, fallback),
    }));
  });
  const named = variant || (expectedAddress === "" && !isOpen ? fallback : undefined);
  const chosen = named ? candidates.filter((each) => each.accountVariant === named) : candidates;
  need("address.variant", chosen.length > 0, "unsupported");
  const fitting = expectedAddress
    ? chosen.filter(({ address, account }) =>
        spellings(addressFormat, address, account).some((each) => sameSpelling(addressFormat, expectedAddress, each)),
      )
    : chosen;
  need("address.expected", fitting.length > 0, "wrong-address");
  need("address.no-guess", fitting.length <= 1, "unsupported");
  const { account, ...found } = fitting[0] ?? chosen[0];
  const isWrong = expectedAddress !== "" && wrongCase(addressFormat, expectedAddress, found.address);
  return { ...found, wrongCase: isWrong };
}

export const GROUPS = {
  AccountDerivation: deriveAccount,
  SeedDerivation({ seed, path, curve }) {
    need("address.known-curve", Object.hasOwn(CURVE_NAMES, curve), "unsupported");
    const indices = path === "m" ? [] : parsePath(path);
    const isDefined = curve !== ED25519 || indices.every(({ hardened }) => hardened);
    need("derivation.hardened-from-seed", isDefined, "unsupported");
    const given = hex(seed, "seed");
    need("derivation.seed-length", given.length >= 16 && given.length <= 64);
    const { secret } = derive(given, indices, curve);
    return { privateKey: secret.toString("hex"), publicKey: keyOfSecret(secret, curve).key.toString("hex") };
  },
  AddressEncoding({ publicKey: key, curve, addressFormat, variant = "" }) {
    need("address.known-curve", Object.hasOwn(CURVE_NAMES, curve), "unsupported");
    const variants = variantsOf(addressFormat, curve);
    const account = accountKey(hex(key, "address.key.hex"), curve);
    const chosen = choose(variants, variant, FORMATS[addressFormat].fallback);
    need("address.no-guess", chosen.length === 1, "unsupported");
    return { address: variants[chosen[0]](account) };
  },
  AddressCheck({ privateKey, expectedAddress }) {
    const secret = hex(privateKey);
    need("address.private-key", secret.length === 32);
    const number = toNumber(secret);
    const curves = Object.entries(CURVE_NAMES).filter(
      ([, name]) => name === "ed25519" || (number > 0n && number < CURVES[name].n),
    );
    const matches = curves.flatMap(([curve]) =>
      matching(keyOfSecret(secret, curve), curve, text(expectedAddress, "address")),
    );
    const order = Object.keys(FORMATS);
    matches.sort((a, b) => order.indexOf(a.format) - order.indexOf(b.format));
    need("address.expected", matches.length > 0, "wrong-address");
    return { matches };
  },
};
