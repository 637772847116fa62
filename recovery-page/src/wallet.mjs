// The accounts of a wallet and the addresses of a key: which one is expected, or nearly so, and the forms of its key.
import {
  FORMAT_FACTS,
  LIMITS,
  PASSPHRASE_PROGRAMS,
  PROGRAM_PATHS,
  PROGRAMS,
  USUAL_FORMATS,
  WORD_PROGRAMS,
} from "#facts";
import {
  accountVariant,
  CURVE_NAMES,
  derive,
  eip55,
  FORMATS,
  keyOfSecret,
  matching,
  parsePath,
  RULES,
  variantsOf,
} from "#readers/addresses.mjs";
import { Refused } from "#readers/checks.mjs";
import { CURVES } from "#readers/curves.mjs";
import { base58, bytes, hash160, RIPPLE, toBase58Check, toNumber } from "#readers/encodings.mjs";
import { seedOf } from "#readers/mnemonics.mjs";
import { GROUPS as PRIVATE_KEYS } from "#readers/private_keys.mjs";
import { pause } from "./pause.mjs";
import { UNSEEN } from "./unseen.mjs";

const ED25519 = "CURVE_ED25519";

// The formats that an address may have.

const BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

const inBase58 =
  (length, version = [], alphabet = BITCOIN) =>
  (value) => {
    const places = [...value].map((digit) => alphabet.indexOf(digit));
    if (places.includes(-1) || !places.length) return false;
    const data = base58(places.map((place) => BITCOIN[place]).join(""), "address");
    return data.length === length && version.every((byte, place) => data[place] === byte);
  };
const like = (pattern) => (value) => pattern.test(value);
/** What begins with one of some prefixes, and has no other characters than an address. */
const starts =
  (...prefixes) =>
  (value) =>
    /^[0-9A-Za-z]+$/.test(value) && prefixes.some((prefix) => value.toLowerCase().startsWith(prefix));
const any =
  (...shapes) =>
  (value) =>
    shapes.some((shape) => shape(value));

function shapesOfBitcoin(network) {
  const isMain = network === "MAINNET";
  const prefix = { MAINNET: "bc", REGTEST: "bcrt" }[network] ?? "tb";
  return {
    P2PKH: inBase58(25, [isMain ? 0 : 0x6f]),
    P2SH: inBase58(25, [isMain ? 5 : 0xc4]),
    P2WPKH: starts(`${prefix}1q`),
    P2WSH: starts(`${prefix}1q`),
    P2TR: starts(`${prefix}1p`),
  };
}

const TON = like(/^-?[0-9]+:[0-9a-fA-F]{64}$|^[EUk0][A-Za-z0-9_-]{47}$/);
const SHAPES = {
  UNCOMPRESSED: like(/^[0-9a-f]{130}$/i),
  COMPRESSED: like(/^(?:[0-9a-f]{66}|[0-9a-f]{64})$/i),
  ETHEREUM: like(/^0x[0-9a-f]{40}$/i),
  SOLANA: inBase58(32),
  COSMOS: starts("cosmos1"),
  TRON: inBase58(25, [0x41]),
  SUI: like(/^0x[0-9a-f]{64}$/i),
  APTOS: like(/^0x[0-9a-f]{64}$/i),
  SEI: starts("sei1"),
  XLM: like(/^G[A-Z2-7]{55}$/),
  DOGE_MAINNET: inBase58(25, [0x1e]),
  DOGE_TESTNET: inBase58(25, [0x71]),
  TON_V3R2: TON,
  TON_V4R2: TON,
  TON_V5R1: TON,
  XRP: any(inBase58(25, [0], RIPPLE), inBase58(35, [5, 0x44], RIPPLE)),
  SPARK_MAINNET: starts("spark1", "sp1"),
  SPARK_REGTEST: starts("sparkrt1", "sprt1"),
  ...Object.fromEntries(
    ["MAINNET", "TESTNET", "SIGNET", "REGTEST"].flatMap((network) =>
      Object.entries(shapesOfBitcoin(network)).map(([kind, shape]) => [`BITCOIN_${network}_${kind}`, shape]),
    ),
  ),
};

/** The formats whose addresses look like a text, in the order of the search. */
export function formatsLike(value) {
  if (value.length > LIMITS.address) return [];
  return Object.keys(FORMAT_FACTS).filter((format) => SHAPES[format.replace("ADDRESS_FORMAT_", "")](value));
}

const UNKNOWN = [
  [/\s/, "white"],
  [new RegExp(UNSEEN, "u"), "unseen"],
  [/\u2026|\.\.|\*/, "short"],
  [/[^ -~]/, "ascii"],
  [/\//, "link"],
  [/^[A-Za-z]+:[^?]*\?/, "payment"],
  [/^[A-Za-z]+:(?:0x)?[0-9A-Za-z]/, "colon"],
  [/\?/, "question"],
  [/^[^0-9A-Za-z-]|[^0-9A-Za-z_-]$/, "punctuation"],
  [/\./, "name"],
  [/[^0-9A-Za-z:_-]/, "character"],
  [/^[0-9A-Fa-f]{40}$/, "0x"],
  [/^0[xX]/, "hex"],
];

/** Why a text is no address of a known format: the end of the problem's name, or empty text. */
export const whyUnknown = (typed) => {
  const found = UNKNOWN.find(([pattern]) => pattern.test(typed));
  return found ? ` ${found[1]}` : "";
};

/** The address in a link or among other characters; undefined without one. */
export function addressIn(typed) {
  const parts = typed.slice(0, 4 * LIMITS.address).split(/[^0-9A-Za-z_-]+/);
  return parts.find((part) => formatsLike(part).length);
}

/** Whether an address is of Ethereum, with capitals that do not match its checksum. */
export function hasWrongCapitals(address) {
  const digits = address.slice(2);
  if (!SHAPES.ETHEREUM(address) || digits === digits.toLowerCase() || digits === digits.toUpperCase()) return false;
  return eip55(Buffer.from(digits, "hex")).slice(2) !== digits;
}

// Accounts.

const isHardened = ({ hardened }) => hardened;
const rulesAt = (path, curve) => (curve === ED25519 && !path.every(isHardened) ? Object.keys(RULES) : [""]);
const pathText = (path) => ["m", ...path.map(({ index, hardened }) => `${index}${hardened ? "'" : ""}`)].join("/");

/** Yield the key at a path by each rule. */
function* keysAt(seed, path, curve) {
  for (const rule of rulesAt(path, curve)) {
    const { secret } = derive(seed, rule ? RULES[rule](path) : path, curve);
    yield { rule, secret, account: keyOfSecret(secret, curve) };
  }
}

const PURPOSES = [44, 48, 49, 84, 86];

/** A path, and it with the first indices at the levels that are 0, except for the coin type. */
function* pathsNear(path) {
  yield path;
  const first = path[0].hardened && PURPOSES.includes(path[0].index) ? 2 : 0;
  for (let place = first; place < path.length; place += 1) {
    if (path[place].index !== 0) continue;
    for (let index = 1; index < LIMITS.indices; index += 1) {
      yield path.map((level, at) => (at === place ? { ...level, index } : level));
    }
  }
}

const written = (format, name, rule) => accountVariant(name, rule, FORMATS[format].fallback);

export const seedOfWallet = ({ mnemonic, passphrase }) => seedOf(mnemonic, passphrase ?? "");

/** The first paths of a program for a format; a path without a number has one. */
const firstPaths = ({ path }) => [
  ...new Set(Array.from({ length: LIMITS.indices }, (_, number) => path.replace("{}", number))),
];

/** The paths where an address of a format may be: those near the default paths, then those of common programs. */
function searchedPaths(format) {
  const near = FORMAT_FACTS[format].paths.map(parsePath).flatMap((path) => [...pathsNear(path)]);
  const programs = PROGRAM_PATHS.filter(({ formats }) => formats.includes(format)).flatMap(firstPaths);
  const all = [...near.map(pathText), ...programs];
  return [...new Set(all)].map(parsePath);
}

/** Search a wallet for an address, at a path or where it may be; undefined if it has none. */
export async function searchWallet(seed, expected, path) {
  for (const format of formatsLike(expected)) {
    const paths = path ? [parsePath(path)] : searchedPaths(format);
    for (const curve of FORMATS[format].curves) {
      for (const each of paths) {
        await pause();
        for (const { rule, secret, account } of keysAt(seed, each, curve)) {
          const [found] = matching(account, curve, expected, [format]);
          if (found) {
            const { variant, address, wrongCase } = found;
            return { format, curve, path: pathText(each), variant: written(format, variant, rule), address, wrongCase, secret };
          }
        }
      }
    }
  }
  return undefined;
}

const inUsualOrder = (lines) => {
  const place = ({ format }) => (USUAL_FORMATS.includes(format) ? USUAL_FORMATS.indexOf(format) : USUAL_FORMATS.length);
  return lines.sort((one, other) => place(one) - place(other));
};

/** List the addresses of a wallet at the default paths, the usual formats first. */
export async function listWallet(seed) {
  const lines = [];
  for (const [format, { paths }] of Object.entries(FORMAT_FACTS)) {
    for (const curve of FORMATS[format].curves) {
      for (const path of paths.map(parsePath)) {
        await pause();
        for (const { rule, secret, account } of keysAt(seed, path, curve)) {
          lines.push(...addressesOf(format, curve, account, rule).map((line) => ({ ...line, path: pathText(path), secret })));
        }
      }
    }
  }
  return inUsualOrder(lines);
}

const networkOf = (format) => FORMAT_FACTS[format].words.split(" ")[0];

/** The networks whose accounts can be listed. */
export const NETWORKS = [...new Set(PROGRAM_PATHS.flatMap(({ formats }) => formats.map(networkOf)))];

/** List the first accounts of a network in each program. */
export async function accountsOf(seed, network) {
  const groups = [];
  for (const row of PROGRAM_PATHS) {
    for (const format of row.formats.filter((each) => networkOf(each) === network)) {
      const [curve] = FORMATS[format].curves;
      const lines = [];
      for (const path of firstPaths(row)) {
        await pause();
        const [{ rule, secret, account }] = keysAt(seed, parsePath(path), curve);
        // The first variant is the usual one.
        lines.push({ ...addressesOf(format, curve, account, rule)[0], path, secret });
      }
      groups.push({ format, path: row.path.replace("{}", "N"), programs: row.programs, lines });
    }
  }
  return groups;
}

/** List the addresses of a network at a path. */
export function accountsAt(seed, network, path) {
  const formats = Object.keys(FORMAT_FACTS).filter((format) => networkOf(format) === network);
  return formats.map((format) => ({
    format,
    path,
    lines: FORMATS[format].curves.flatMap((curve) =>
      [...keysAt(seed, parsePath(path), curve)].flatMap(({ rule, secret, account }) =>
        addressesOf(format, curve, account, rule).map((line) => ({ ...line, path, secret })),
      ),
    ),
  }));
}

// The account keys of Bitcoin, which are not secret (BIP-32, SLIP-132).

const VERSIONS = { 44: 0x0488b21e, 49: 0x049d7cb2, 84: 0x04b24746, 86: 0x0488b21e };
const ACCOUNT_LEVELS = 3;

/** The extended public key of the account with an address on Bitcoin's main network; undefined for other paths. */
export function bitcoinAccountKey(seed, { format, curve, path }) {
  if (!format.startsWith("ADDRESS_FORMAT_BITCOIN_MAINNET_")) return undefined;
  const levels = parsePath(path).slice(0, ACCOUNT_LEVELS);
  const version = VERSIONS[levels[0].index];
  if (levels.length < ACCOUNT_LEVELS || !levels.every(isHardened) || version === undefined || levels[1].index) return undefined;
  const { masterFingerprint, secret, chain } = derive(seed, levels, curve);
  const parent = keyOfSecret(derive(seed, levels.slice(0, -1), curve).secret, curve);
  const number = Buffer.alloc(8);
  number.writeUInt32BE(version);
  number.writeUInt32BE(levels[2].index + 2 ** 31, 4);
  const key = bytes(
    number.subarray(0, 4),
    ACCOUNT_LEVELS,
    hash160(parent.key).subarray(0, 4),
    number.subarray(4),
    chain,
    keyOfSecret(secret, curve).key,
  );
  return { text: toBase58Check(key), path: pathText(levels), fingerprint: masterFingerprint.toString("hex") };
}

const addressesOf = (format, curve, account, rule = "") =>
  Object.entries(variantsOf(format, curve)).map(([name, write]) => ({
    format,
    curve,
    variant: written(format, name, rule),
    address: write(account),
  }));

/** The curves on which 32 bytes are a key, with the account of each. */
function curvesOf(secret) {
  const number = toNumber(secret);
  return Object.entries(CURVE_NAMES)
    .filter(([curve, name]) => curve === ED25519 || (number > 0n && number < CURVES[name].n))
    .map(([curve]) => ({ curve, account: keyOfSecret(secret, curve) }));
}

/** Find an address among those of a key; undefined if it has none. */
export function searchKey(secret, expected) {
  const formats = formatsLike(expected);
  for (const { curve, account } of curvesOf(secret)) {
    const [found] = formats.flatMap((format) => matching(account, curve, expected, [format]));
    if (found) return { ...found, curve, secret };
  }
  return undefined;
}

/** List the addresses of a key, the usual formats first. */
export function listKey(secret) {
  const of = ([format, { curves }]) =>
    curvesOf(secret)
      .filter(({ curve }) => curves.includes(curve))
      .flatMap(({ curve, account }) => addressesOf(format, curve, account))
      .map((line) => ({ ...line, secret }));
  return inUsualOrder(Object.entries(FORMATS).flatMap(of));
}

/** The first address of each format that most people know. */
export const usual = (lines) =>
  USUAL_FORMATS.map((format) => lines.find((line) => line.format === format)).filter(Boolean);

/** The programs that restore a wallet from its words, with an address of a format if one is known. */
export const programsOfWords = (format, hasPassphrase) =>
  hasPassphrase ? PASSPHRASE_PROGRAMS : (FORMAT_FACTS[format]?.wordPrograms ?? WORD_PROGRAMS);

const programsFor = (format) =>
  PROGRAMS.filter(({ formats }) => formats.some((start) => format.replace("ADDRESS_FORMAT_", "").startsWith(start)));

export const formatInWords = (format) => FORMAT_FACTS[format].words;
export const adviceOf = (format) => FORMAT_FACTS[format].advice;

// Near misses.

const SHORTEST_PART = 3;

/** The beginning and the end of a shortened address; undefined for any other text. */
export function endsOf(typed) {
  const [start, end, ...more] = typed.toLowerCase().split(/\u2026|\.{2,}|\*+/);
  return end === undefined || more.length ? undefined : { start, end };
}

/** The listed address that is nearly what was typed, or was shortened to it. */
export function nearest(typed, lines) {
  const ends = endsOf(typed);
  if (ends && Math.min(ends.start.length, ends.end.length) >= SHORTEST_PART) {
    const isShortened = ({ address }) =>
      address.toLowerCase().startsWith(ends.start) && address.toLowerCase().endsWith(ends.end);
    return lines.find(isShortened);
  }
  const value = typed.slice(0, LIMITS.address).toLowerCase();
  let [best, least] = [undefined, Infinity];
  for (const line of lines) {
    const most = Math.floor(Math.max(value.length, line.address.length) / 10);
    const count = distance(value, line.address.toLowerCase(), Math.min(most, least - 1));
    if (count !== undefined) [best, least] = [line, count];
  }
  return best;
}

/** The least number of changed, added and removed characters (Levenshtein), if it is at most a number. */
export function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return undefined;
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)));
    }
    if (Math.min(...next) > most) return undefined;
    row = next;
  }
  return row[other.length] <= most ? row[other.length] : undefined;
}

const MOST_DIFFERENCES = 3;

/** The places at which an address differs from what was typed, if they are few: counted from 1. */
export function differences(typed, { address }) {
  const start = /^0x/i.test(address) ? 2 : 0;
  const isOneCase = [typed.toLowerCase(), typed.toUpperCase()].some((each) => each.slice(start) === typed.slice(start));
  const isHex = /^(0x)?[0-9a-f]+$/i.test(address);
  const same = (one, other) => one === other || (isHex && isOneCase && one.toLowerCase() === other.toLowerCase());
  if (typed.length !== address.length) return [];
  const places = [...address].map((own, at) => ({ place: at + 1, typed: typed[at], own })).filter((each) => !same(each.typed, each.own));
  return places.length <= MOST_DIFFERENCES ? places : [];
}

// Forms of keys.

const KEYSTORE = "keystore";

/** Write a key as the text that wallets import. */
const write = ({ secret, curve }, form) => PRIVATE_KEYS.PrivateKeyWriting({ privateKey: secret.toString("hex"), form, curve }).text;

/**
 * The ways to write the key of an account: for which program, how it takes it, and the text. The usual form comes first,
 * without a program unless one takes it.
 */
export function waysOf(found) {
  const { keyForm, descriptors } = FORMAT_FACTS[found.format];
  const formOf = (form) => (form === "descriptor" ? descriptors[found.variant] : (form ?? keyForm));
  const named = programsFor(found.format);
  const programs = named
    .map(({ form, ...program }) => ({ ...program, form: formOf(form) }))
    .filter(({ form }) => form !== KEYSTORE && form !== undefined);
  const isUsual = ({ form }) => form === keyForm;
  const first = programs.some(isUsual) ? programs.filter(isUsual) : [{ name: null, how: null, form: keyForm }];
  return {
    ways: [...first, ...programs.filter((program) => !isUsual(program))].map(({ name, how, form }) => ({
      name,
      how,
      form,
      text: () => write(found, form),
    })),
    hasKeystore: named.some(({ form }) => form === KEYSTORE),
  };
}

export const isWrongPath = (path) => {
  try {
    parsePath(path);
    return false;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return true;
  }
};
