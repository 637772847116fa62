// Why a text is not an export, or not a key: the end of the problem's name.
import { holds, need } from "#readers/checks.mjs";
import { base58check } from "#readers/encodings.mjs";
import { languageLike } from "#readers/mnemonics.mjs";
import { endOf } from "./finding.mjs";
import { formatsLike } from "./wallet.mjs";

// The files of other programs, by their first characters; those of binary files as decoded() gives them.
const FILES = [
  [/^\{\\rtf/, "rtf"],
  [/^PK\u0003\u0004/, "zip"],
  [/^%PDF/, "pdf"],
  [/^(?:\u2030PNG|\u00ff\u00d8\u00ff|GIF8)/, "picture"],
];
const NAME = /^(?:file:\/\/\S|~?\/\S|[A-Za-z]:[\\/]|\\\\\S)[^\n{}]*$|^[^\s{}]{1,255}\.(?:json|txt|private|public|eml|msg|pdf|rtf|docx?|zip)$/i;
const PUBLIC_KEY = /^(?:0x)?(?:0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i;
const IMPORT = /targetPublic|7461726765745075626c6963/i; // in hex, too
const FIRST_PART = /\{[\s>\\]*"(?:activity|exportBundle|bundle|version|data)\\*"\s*:/;
const LAST_PART = /(?:dataSignature|enclaveQuorumPublic)\\*"\s*:|[0-9a-f]{40}\\*"\s*\}/;
const LOG_IN_BYTES = 33 + 48; // a point, and a sealed key

// As many digits as of a key are an address of Sui or Aptos, too.
const isAddress = (value) => !/^(?:0x)?[0-9a-f]{64}$/i.test(value) && formatsLike(value).length > 0;
const isLogIn = (value) => holds(() => need("bundle.log-in", base58check(value, "bundle", 200).length === LOG_IN_BYTES));

/** The kind of a text that is neither an export nor a key; empty for an unknown kind. */
function otherKind(value) {
  const file = FILES.find(([start]) => start.test(value));
  if (file) return file[1];
  if (NAME.test(value)) return "name";
  if (PUBLIC_KEY.test(value)) return "public";
  if (isAddress(value)) return "address";
  if (isLogIn(value)) return "login";
  return languageLike(value) ? "words" : "";
}

/** Why a text has no export; `check` is that of the reader that failed. */
export function whyNoExport(content, check) {
  const value = content.trim();
  if (check.startsWith("document.no-targetPublic")) return "import";
  if (/^bundle\..*digits$/.test(check)) return "digits";
  const kind = otherKind(value);
  if (kind) return kind;
  const start = value.search(FIRST_PART);
  if (start >= 0 && endOf(value, start) === undefined) return "end";
  return LAST_PART.test(value) && !value.includes("{") ? "beginning" : "";
}

/** Why a text has no key. */
export function whyNoKey(content) {
  const value = content.trim();
  return otherKind(value) || (IMPORT.test(value) ? "import" : "");
}
