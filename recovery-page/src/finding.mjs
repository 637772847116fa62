// Exports and keys inside of what people keep them in: whole answers, quotes, other encodings, e-mails, lists. Nothing
// here is trusted: the signature of the enclave decides on each export that is found.
import { LIMITS, SIGNER } from "#facts";
import { documentOf, verifySigned } from "#readers/bundles.mjs";
import { need, Refused, refuse } from "#readers/checks.mjs";
import { compress, publicKey, scalar } from "#readers/curves.mjs";
import { base64url, hex, text } from "#readers/encodings.mjs";
import { members, parse, plain } from "#readers/json.mjs";
import { pause } from "./pause.mjs";

/** A part of a content that may be an artifact; `how` has the names in `HOW` of what is around it, or of changes. */
const part = (how, content) => ({ how: how.filter(Boolean).join(" "), content });

/** Give the text of a file, and the name of its encoding unless it is UTF-8 without a mark. */
export function decoded(bytes) {
  const [first, second] = bytes;
  const utf16 = (name) => ({ how: "utf16", content: new TextDecoder(name).decode(bytes) });
  if (first === 0xff && second === 0xfe) return utf16("utf-16le");
  if (first === 0xfe && second === 0xff) return utf16("utf-16be");
  if (second === 0) return utf16("utf-16le");
  if (first === 0) return utf16("utf-16be");
  try {
    return withoutMark(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { how: "", content: new TextDecoder("windows-1252").decode(bytes) };
  }
}

const withoutMark = (content) =>
  content.startsWith("\ufeff")
    ? { how: "mark", content: content.slice(1) }
    : { how: "", content };

// Exports.

const ENVELOPE = ["version", "data", "dataSignature", "enclaveQuorumPublic"];
const FIELDS = ["exportBundle", "bundle"];
const RESULTS = ["exportWalletResult", "exportWalletAccountResult", "exportPrivateKeyResult"];
const LEVEL = ["activity", "result", "id", "status", "failure"];
const KNOWN = [...LEVEL, ...FIELDS, ...RESULTS];

/** Give the bundles in a text, which is a bundle or an answer of the service with one. */
function bundlesIn(content) {
  const source = content.trimStart().startsWith('"') ? text(parse(content), "bundle") : content;
  const found = parse(source);
  need("answer.is-object", found instanceof Map);
  if (ENVELOPE.some((name) => found.has(name))) return [{ bundle: source, address: null }];
  if (!KNOWN.some((name) => found.has(name))) {
    need("answer.is-not-an-error", !(found.has("code") && found.has("message")), "service-error");
    return refuse("answer.has-export");
  }
  const holder = holderIn(found);
  const { address = null } = members(holder, ["address"], "answer");
  need("answer.address", address === null || typeof address === "string");
  const value = holder.get("exportBundle") ?? holder.get("bundle");
  return (Array.isArray(value) ? value : [value]).map((bundle) => ({
    bundle: bundle instanceof Map ? JSON.stringify(plain(bundle)) : text(bundle, "bundle"),
    address,
  }));
}

/** Give the object of an answer that holds the export. */
function holderIn(answer) {
  const { activity = null } = members(answer, KNOWN, "answer");
  need("answer.activity", activity === null || activity instanceof Map);
  const top = activity ?? answer;
  const { result = null, status = null } = members(top, KNOWN, "answer");
  need("answer.result", result === null || result instanceof Map);
  const parts = [top, ...(result ? [result] : [])];
  for (const name of RESULTS) if (parts.at(-1).get(name) instanceof Map) parts.push(parts.at(-1).get(name));
  for (const holder of parts) {
    members(holder, FIELDS, "answer");
    if (FIELDS.some((name) => (holder.get(name) ?? null) !== null)) return holder;
  }
  need("answer.completed", status === null || status === "ACTIVITY_STATUS_COMPLETED", "not-completed");
  return refuse("answer.has-export");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isId = (value) => UUID.test(value);

/** Verify a bundle; give what it says of itself. */
function exportOf({ bundle, address }, how) {
  // The bundles of an older version are not signed.
  const envelope = parse(bundle);
  need("bundle.has-version", !(envelope instanceof Map) || envelope.has("version"), "unsupported");
  const signed = verifySigned(bundle, SIGNER);
  const { organizationId } = documentOf(signed, ["encappedPublic", "ciphertext", "organizationId"], ["targetPublic"]);
  return { bundle, address, how, organizationId: isId(organizationId) ? organizationId : null };
}

/**
 * Give the exports that the enclave signed in a content, even if a mail program changed it; without one, the code of
 * the reason and the check that failed.
 */
export async function findExports({ how, content }) {
  const found = new Map();
  let [code, check, isOfBundle] = ["malformed", "", false];
  for (const each of [part([how], content), ...unwrapped(how, content)]) {
    let isBundle = false;
    try {
      const bundles = bundlesIn(each.content);
      isBundle = true;
      for (const bundle of bundles) {
        if (found.size === LIMITS.found) break;
        // Most of the work is the signature of each.
        await pause();
        if (!found.has(bundle.bundle)) found.set(bundle.bundle, exportOf(bundle, each.how));
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (isBundle > isOfBundle || (code === "malformed" && !isOfBundle)) {
        ({ code, check } = error);
        isOfBundle = isBundle;
      }
    }
    if (found.size && each.how === how) break;
  }
  return { exports: [...found.values()], code, check };
}

/** Yield the parts of a content that may be artifacts, the least changed first. */
function* unwrapped(how, content) {
  let count = 0;
  for (const each of partsOf(how, content.trim())) {
    if ((count += 1) > LIMITS.found) return;
    yield each;
  }
}

const BASE64 = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;
// The digits of a brace, and of a quote or white space after it; an attachment has lines of 76 of them.
const BASE64_OF_JSON = /\be[wy][A-Za-z0-9+/]{62,74}(?:\r?\n[A-Za-z0-9+/]+)*={0,2}/g;

function* partsOf(how, content) {
  for (const quote of ["'", '"', "`"]) {
    if (content.length > 1 && content.startsWith(quote) && content.endsWith(quote)) {
      yield part([how, quote], content.slice(1, -1));
      yield part([how, quote, "escaped"], unescaped(content.slice(1, -1)));
    }
  }
  if (content.startsWith("{\\")) yield part([how, "escaped"], unescaped(content));
  yield* inBase64([how, "base64"], content);
  if (content.length > LIMITS.clutter) return;
  for (const [change, changed] of changes(content)) {
    for (const [around, found] of objectsOf(changed)) {
      if (change || around) yield part([how, change, around], found);
    }
  }
  if (content.startsWith("[")) yield* inList([how, "list"], content);
  for (const [block] of content.matchAll(BASE64_OF_JSON)) {
    yield* inBase64([how, "base64", "among"], block.replace(/\s/g, ""));
  }
}

const unescaped = (content) => content.replaceAll('\\"', '"').replaceAll("\\\\", "\\");

function* inBase64(how, content) {
  if (!BASE64.test(content)) return;
  const inner = Buffer.from(content, "base64url").toString("utf8");
  if (inner.trimStart().startsWith("{")) yield part(how, inner);
}

/** Yield the texts in a JSON array of texts. */
function* inList(how, content) {
  let items = [];
  try {
    items = parse(content);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  if (items.every((item) => typeof item === "string")) for (const item of items) yield part(how, item);
}

const ENTITIES = { "&quot;": '"', "&#34;": '"', "&amp;": "&", "&nbsp;": "\u00a0", "&#160;": "\u00a0" };
const TYPOGRAPHIC = [
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02]/g, '"'],
  [/[\u00a0\u202f\u2007]/g, " "],
  [/[\u200b\u200c\u200d\u2060\ufeff\u00ad]/g, ""],
];

/** Yield a text, and how it was before mail programs changed it. */
function* changes(content) {
  yield ["", content];
  const made = [];
  const entities = /&quot;|&#34;/.test(content)
    ? content.replace(/&(?:quot|#34|amp|nbsp|#160);/g, (name) => ENTITIES[name])
    : content;
  if (entities !== content) made.push("entities");
  const straight = TYPOGRAPHIC.reduce((value, [pattern, by]) => value.replace(pattern, by), entities);
  if (straight !== entities) made.push("typographic");
  if (made.length) yield [made.join(" "), straight];
  if (/=\r?\n|=22/.test(straight)) {
    yield [[...made, "encoded"].join(" "), quotedPrintable(straight)];
  }
  if (straight.includes('{\\"')) yield [[...made, "escaped"].join(" "), unescaped(straight)];
}

/** Decode quoted-printable (RFC 2045, section 6.7). */
function quotedPrintable(content) {
  const lines = content.replace(/=\r?\n/g, "");
  const bytes = [];
  for (const [found, digits] of lines.matchAll(/=([0-9A-Fa-f]{2})|[^=]+|=/g)) {
    if (digits === undefined) bytes.push(Buffer.from(found, "utf8"));
    else bytes.push(Buffer.from(digits, "hex"));
  }
  return Buffer.concat(bytes).toString("utf8");
}

/** Yield the outermost JSON objects in a text, as they stand and with their lines joined. */
function* objectsOf(content) {
  for (const found of objects(content)) {
    const around = found === content ? "" : "among";
    yield [around, found];
    const joined = joinLines(found);
    if (joined !== found) yield [["broken", around].filter(Boolean).join(" "), joined];
  }
}

/** The search ends after a few objects that are not closed. */
function* objects(content) {
  const start = /\{(?=[\s>|]*")/g;
  let unclosed = 0;
  while (unclosed < LIMITS.unclosed) {
    const found = start.exec(content);
    if (!found) return;
    const end = endOf(content, found.index);
    if (end === undefined) unclosed += 1;
    else {
      yield content.slice(found.index, end);
      start.lastIndex = end;
    }
  }
}

/** The place after the object that begins at a place; undefined if it is not closed. */
export function endOf(content, start) {
  let [depth, inString] = [0, false];
  for (let at = start; at < content.length; at += 1) {
    const character = content[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth += 1;
    else if (character === "}" && (depth -= 1) === 0) return at + 1;
  }
  return undefined;
}

/** Join the lines of a text; an e-mail that answers another one has a mark in front of each. */
function joinLines(content) {
  const lines = content.split(/\r?\n/);
  return lines.map((line, place) => trimmed(line, place > 0, place < lines.length - 1)).join("");
}

function trimmed(line, atStart, atEnd) {
  let [start, end] = [0, line.length];
  while (atStart && start < end && " \t>|".includes(line[start])) start += 1;
  while (atEnd && end > start && " \t".includes(line[end - 1])) end -= 1;
  return line.slice(start, end);
}

// Keys.

const PAIRS = [
  ["apiPrivateKey", "apiPublicKey"],
  ["privateKey", "publicKey"],
  ["private_key", "public_key"],
];
const JSON_NAMES = [...PAIRS.flat(), "publicKeyUncompressed", "curve", "kty", "crv", "d", "x", "y"];
const KEY_NAMES = ["kty", ...PAIRS.map(([name]) => name)];
// Safari 15 knows no lookbehind. An API key has a colon and its curve after it.
const digitsOf = (digits) => new RegExp(`(?:^|[^0-9A-Za-z])(?:0[xX])?([${digits}]{64})(?![0-9A-Za-z]|:\\w)`, "g");
const [DIGITS, LIKE_KEYS] = ["0-9a-fA-F", "0-9a-fA-FOoIl"].map(digitsOf);
const API_KEY = /^[0-9a-fA-F]{64,}:[A-Za-z0-9_]+$/;

/**
 * Read private halves of target keys, in hex: the key that a content is, or all keys in it. `isMended` tells that there
 * was more than a key.
 */
export function readTargetKeys({ how, content }) {
  need("key.limit", content.length <= LIMITS.keyFile);
  const unmarked = withoutMark(content);
  const value = unmarked.content.trim();
  const isMended = Boolean(how || unmarked.how);
  if (value.startsWith("-----BEGIN ")) return refuse("key.pem", "unsupported");
  const document = value.startsWith("{") ? unframed(parse(value)) : undefined;
  if (document && hasKey(document)) return { keys: [scalarOf(keyInJson(document))], isMended };
  need("key.is-not-an-api-key", !API_KEY.test(value));
  if (/^[0-9a-fA-F]{64}$/.test(value)) return { keys: [scalarOf(hex(value, "key"))], isMended };
  const keys = [...new Set([...keysInObjects(value), ...keysInDigits(value)])];
  need("key.found", keys.length > 0);
  return { keys, isMended: true };
}

/** The keys in a text that has exports, too: in JSON of their own, or between the objects. */
export function keysBeside({ content }) {
  if (content.length > LIMITS.clutter) return [];
  const rest = [...objects(content)].reduce((text, found) => text.replace(found, "\n"), content);
  return [...new Set([...keysInObjects(content), ...keysInDigits(rest)])];
}

const scalarOf = (data) => scalar(data, "p256", "key").toString("hex");
const hasKey = (document) => KEY_NAMES.some((name) => document.has(name));

/** The key in an entry of a browser's storage (TURNKEY_EMBEDDED_KEY); any other JSON is given back. */
function unframed(document) {
  if (document.size !== 2 || !document.has("value") || !document.has("expiry")) return document;
  const value = document.get("value");
  return value instanceof Map ? value : parse(text(value, "key.value"));
}

/** The results of the first functions; a function that refuses has none. */
function allowed(functions) {
  const found = [];
  for (const run of functions.slice(0, LIMITS.keys)) {
    try {
      found.push(run());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return found;
}

function keysInObjects(content) {
  const read = (object) => {
    const document = unframed(parse(object));
    need("key.json", document instanceof Map && hasKey(document));
    return scalarOf(keyInJson(document));
  };
  const changed = [...changes(content)].flatMap(([, each]) => [...objectsOf(each)]);
  return allowed([...new Set(changed.map(([, object]) => object))].map((object) => () => read(object)));
}

// A mark of an e-mail that answers another one, and a soft line end of an e-mail.
const MARKS = /^[ \t]*[>|][ \t>|]*|=$/gm;
const LIKE_DIGITS = { O: "0", o: "0", I: "1", l: "1" };
const asDigits = (content) => content.replace(/[OoIl]/g, (letter) => LIKE_DIGITS[letter]);

/** The keys among other text, or in joined lines, or with letters that look like digits. */
function keysInDigits(content) {
  const lines = content.replace(MARKS, "");
  for (const digits of [DIGITS, LIKE_KEYS]) {
    for (const value of [lines, lines.replace(/\s/g, "")]) {
      const found = [...new Set([...value.matchAll(digits)].map(([, key]) => key))];
      if (found.length) return allowed(found.map((key) => () => scalarOf(hex(asDigits(key).toLowerCase(), "key"))));
    }
  }
  return [];
}

function keyInJson(document) {
  const found = members(document, JSON_NAMES, "key");
  if (found.kty !== undefined) {
    need("key.jwk-curve", found.kty === "EC" && found.crv === "P-256", "unsupported");
    const [d, x, y] = ["d", "x", "y"].map((name) => base64url(found[name], `key.${name}`, "none"));
    const key = scalar(d, "p256", "key");
    need("key.belongs", publicKey(key, "p256").equals(Buffer.concat([Buffer.from([4]), x, y])), "key-mismatch");
    return key;
  }
  const pairs = PAIRS.filter(([name]) => found[name] !== undefined);
  need("key.one-pair", pairs.length === 1);
  const [privateName, publicName] = pairs[0];
  need("key.is-not-an-api-key", privateName !== "apiPrivateKey");
  const key = hex(found[privateName], "key");
  const publics = [publicName, "publicKeyUncompressed"].filter((name) => found[name] !== undefined);
  if (found.curve !== undefined) {
    const curve = text(found.curve, "key.curve").toLowerCase().replace("curve_", "").replaceAll("-", "");
    need("key.curve", curve === "p256", "unsupported");
  } else need("key.curve-or-public-key", publics.length > 0);
  const whole = publicKey(scalar(key, "p256", "key"), "p256");
  for (const name of publics) {
    const named = hex(found[name], "key.public");
    need("key.belongs", named.equals(whole) || named.equals(compress(whole)), "key-mismatch");
  }
  return key;
}
