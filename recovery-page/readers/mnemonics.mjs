// BIP-39 in nine languages: wire-formats.md, section 8.4. @scure/bip39 has the word lists alone.
import crypto from "node:crypto";
import { wordlist as czech } from "@scure/bip39/wordlists/czech.js";
import { wordlist as english } from "@scure/bip39/wordlists/english.js";
import { wordlist as french } from "@scure/bip39/wordlists/french.js";
import { wordlist as italian } from "@scure/bip39/wordlists/italian.js";
import { wordlist as japanese } from "@scure/bip39/wordlists/japanese.js";
import { wordlist as korean } from "@scure/bip39/wordlists/korean.js";
import { wordlist as simplified } from "@scure/bip39/wordlists/simplified-chinese.js";
import { wordlist as spanish } from "@scure/bip39/wordlists/spanish.js";
import { wordlist as traditional } from "@scure/bip39/wordlists/traditional-chinese.js";
import { need } from "./checks.mjs";
import { sha256, text, utf8 } from "./encodings.mjs";

// Words are compared by what is canonically equal, which leaves full-width letters another spelling.
export const plainWord = (word) => word.normalize("NFD");
const indexed = (words) => new Map(words.map((word, index) => [plainWord(word), index]));
export const LISTS = new Map(
  Object.entries({
    english,
    chinese_simplified: simplified,
    chinese_traditional: traditional,
    czech,
    french,
    italian,
    japanese,
    korean,
    spanish,
  }).map(([name, words]) => [name, indexed(words)]),
);

export const WORD_COUNTS = [12, 15, 18, 21, 24];
const WHITE_SPACE = /\s+/u;

/** The languages whose lists have all words, however they are separated. */
function languagesOf(mnemonic) {
  const words = mnemonic
    .split(WHITE_SPACE)
    .filter((word) => word !== "")
    .map(plainWord);
  if (!words.length) return [];
  return [...LISTS.keys()].filter((language) => words.every((word) => LISTS.get(language).has(word)));
}

function entropyOf(words, language) {
  const bits = words
    .map((word) => LISTS.get(language).get(plainWord(word)).toString(2).padStart(11, "0"))
    .join("");
  const size = Math.floor((bits.length * 32) / 33);
  const entropy = Buffer.from((bits.slice(0, size).match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const checksum = [...sha256(entropy)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const valid = bits.slice(size) === checksum.slice(0, bits.length - size);
  return valid ? entropy : undefined;
}

/** Language and entropy of a valid mnemonic; only the first language that fits, of another text. */
export function recognise(mnemonic) {
  const languages = languagesOf(mnemonic);
  for (const language of languages) {
    const words = mnemonic.split(language === "japanese" ? /[ \u3000]/ : " ");
    const separated = words.every((word) => word !== "" && !WHITE_SPACE.test(word));
    if (!separated || !WORD_COUNTS.includes(words.length)) continue;
    const entropy = entropyOf(words, language);
    if (entropy) return { language, entropy };
  }
  return { language: languages[0] ?? null, entropy: undefined };
}

/** Language and entropy of a mnemonic that must be valid. */
export function validMnemonic(mnemonic) {
  text(mnemonic, "mnemonic");
  const { language, entropy } = recognise(mnemonic);
  need("mnemonic.valid", entropy !== undefined);
  return { language, entropy };
}

/** The language of a text of at least 12 words of a list, whether or not they are a mnemonic; undefined without one. */
export const languageLike = (value) =>
  value.length <= MAX_CHARACTERS && value.trim().split(WHITE_SPACE).length >= 12 ? languagesOf(value.toLowerCase())[0] : undefined;

const MAX_CHARACTERS = 512;

function nfkd(value, check) {
  need(`${check}.limit`, [...value].length <= MAX_CHARACTERS);
  return utf8(value, check).toString("utf8").normalize("NFKD");
}

export const seedOf = (mnemonic, passphrase) =>
  crypto.pbkdf2Sync(nfkd(mnemonic, "mnemonic"), `mnemonic${nfkd(passphrase, "passphrase")}`, 2048, 64, "sha512");

export const GROUPS = {
  Bip39Mnemonic({ mnemonic, passphrase = "" }) {
    const { language, entropy } = validMnemonic(mnemonic);
    const seed = seedOf(mnemonic, text(passphrase, "passphrase"));
    return { language, entropy: entropy.toString("hex"), seed: seed.toString("hex") };
  },
};
