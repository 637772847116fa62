// The test of a paper: what a person typed from it, against the content of the export.
import { LISTS, plainWord, WORD_COUNTS } from "#readers/mnemonics.mjs";
import { distance } from "./wallet.mjs";

const MOST_SUGGESTIONS = 3;
const MOST_CHANGES = 2;
const UNIQUE_LETTERS = 4;

/** The words in a text; a number in front of a word is that of the paper. */
export const wordsIn = (typed) =>
  typed
    .normalize("NFKD")
    .toLowerCase()
    .split(/[\s,;]+/u)
    .map((word) => word.replace(/^\d+[.):]*/, ""))
    .filter(Boolean)
    .map(plainWord);

/** The words of a list that are most like another one. */
function similar(word, language) {
  const near = [...LISTS.get(language).keys()]
    .map((each) => ({ each, count: distance(word, each, MOST_CHANGES) }))
    .map(({ each, count }) => ({ each, count: each.startsWith(word.slice(0, UNIQUE_LETTERS)) ? 1 : count }))
    .filter(({ count }) => count !== undefined);
  near.sort((one, other) => one.count - other.count);
  return near.slice(0, MOST_SUGGESTIONS).map(({ each }) => each.normalize("NFC"));
}

/** The words that are in no list, or in another list: the place of each, other languages, and similar words. */
export function unknownWords(words, language) {
  return words.flatMap((word, place) => {
    if (LISTS.get(language).has(word)) return [];
    const languages = [...LISTS.keys()].filter((each) => LISTS.get(each).has(word));
    return [{ place: place + 1, languages, similar: languages.length ? [] : similar(word, language) }];
  });
}

/** The language whose list has most of some words. */
export function likelyLanguage(words) {
  const count = (language) => words.filter((word) => LISTS.get(language).has(word)).length;
  return [...LISTS.keys()].reduce((best, each) => (count(each) > count(best) ? each : best));
}

export const isWordCount = (count) => WORD_COUNTS.includes(count);

/** Compare typed words with those of a wallet: what is unknown, how many there are, and the places that differ. */
export function compareWords(typed, mnemonic, language) {
  const [words, expected] = [wordsIn(typed), wordsIn(mnemonic)];
  const differing = words.flatMap((word, place) => (word === expected[place] ? [] : [place + 1]));
  return { words, count: expected.length, unknown: unknownWords(words, language), differing };
}

/** The first place, counted from 1, at which a typed text differs; undefined if it is the same. */
export function firstDifference(typed, text) {
  const plain = (value) => value.normalize("NFKD").replace(/\s/gu, "");
  const isHex = /^(0x)?[0-9a-f]+$/i.test(text);
  const [one, other] = [typed, text].map((value) => (isHex ? plain(value).toLowerCase() : plain(value)));
  if (one === other) return undefined;
  const place = [...other].findIndex((character, at) => character !== one[at]);
  return (place < 0 ? other.length : place) + 1;
}

// The marks on a sheet: unseen.mjs.
const unmarked = (value) =>
  value.replace(/\u2423/g, " ").replace(/\\u\{([0-9a-f]{1,5})\}/g, (_, digits) => String.fromCodePoint(parseInt(digits, 16)));

/** Whether two passphrases open the same wallet, or differ by their spaces alone; the marks of a sheet can be typed. */
export function comparePassphrases(typed, passphrase) {
  const plain = (value) => value.normalize("NFKD");
  if ([typed, unmarked(typed)].some((each) => plain(each) === plain(passphrase))) return "same";
  return plain(typed).replace(/ /g, "") === plain(passphrase).replace(/ /g, "") ? "spaces" : "other";
}
