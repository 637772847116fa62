// The texts of the page in the chosen language. To add a language, write its table beside texts/en.mjs, with the same
// keys, and add it to LANGUAGES. A key that a table leaves out has its English text.
import de from "./texts/de.mjs";
import en from "./texts/en.mjs";

/** The tables, by the tags of their languages (BCP 47). */
export const LANGUAGES = { en, de };

export let { FIXED, FORMS, WORD_LISTS, HOW, PROBLEMS, SAID, TABLES } = en;

/** Take the texts of a language. */
export function speak(tag) {
  const table = (name) => ({ ...en[name], ...LANGUAGES[tag][name] });
  FIXED = table("FIXED");
  FORMS = table("FORMS");
  WORD_LISTS = table("WORD_LISTS");
  HOW = table("HOW");
  PROBLEMS = table("PROBLEMS");
  SAID = table("SAID");
  TABLES = table("TABLES");
}

/** The tag of the first language that a browser prefers and the page has; English without one. */
export function preferred(tags) {
  const languages = tags.map((tag) => tag.split("-")[0].toLowerCase());
  return languages.find((each) => Object.keys(LANGUAGES).includes(each)) ?? "en";
}

/** A text of the library's tables, which are English. */
export const ofTables = (text) => TABLES[text] ?? text;

/** The texts of page.html, with the facts of a release. */
export function fixedTexts({ VERSION, SIGNER, RELEASE_KEY }) {
  const about = FIXED.about(VERSION, `${SIGNER.slice(0, 10)}…${SIGNER.slice(-10)}`);
  return { ...FIXED, about, signed: RELEASE_KEY ? FIXED.signed(RELEASE_KEY) : FIXED.unsigned };
}
