// JSON as wire-formats.md, section 8.1 has it: objects become maps, numbers keep their text.
import { need } from "./checks.mjs";
import { fromUtf8, isWellFormed, text, utf8 } from "./encodings.mjs";

/** A number, as it was written. */
export class Num {
  constructor(written) {
    this.written = written;
  }
}

const [MAX_LEVELS, MAX_CONTAINERS, BYTES_PER_CONTAINER] = [64, 2000, 32];
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;

class Parser {
  constructor(source, size) {
    this.source = source;
    this.at = 0;
    this.containers = 0;
    this.most = MAX_CONTAINERS + Math.floor(size / BYTES_PER_CONTAINER);
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  take(character) {
    this.match(SPACE);
    if (this.source[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  expect(character) {
    if (!this.take(character)) this.fail();
  }

  fail() {
    need("json.grammar", false);
    throw new SyntaxError("no JSON");
  }

  document() {
    const value = this.value(0);
    this.match(SPACE);
    need("json.nothing-after", this.at === this.source.length);
    return value;
  }

  value(level) {
    this.match(SPACE);
    const first = this.source[this.at];
    if (first === "{" || first === "[") return this.container(first, level + 1);
    if (first === '"') return this.string();
    for (const [word, value] of [
      ["true", true],
      ["false", false],
      ["null", null],
    ]) {
      if (this.source.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return new Num(this.match(NUMBER) || this.fail());
  }

  container(first, level) {
    need("json.levels", level <= MAX_LEVELS);
    need("json.containers", (this.containers += 1) <= this.most);
    this.at += 1;
    return first === "{" ? this.object(level) : this.array(level);
  }

  object(level) {
    const members = new Map();
    if (this.take("}")) return members;
    do {
      this.match(SPACE);
      const name = this.string();
      need("json.duplicate-name", !members.has(name));
      this.expect(":");
      members.set(name, this.value(level));
    } while (this.take(","));
    this.expect("}");
    return members;
  }

  array(level) {
    const items = [];
    if (this.take("]")) return items;
    do items.push(this.value(level));
    while (this.take(","));
    this.expect("]");
    return items;
  }

  string() {
    if (this.source[this.at] !== '"') this.fail();
    this.at += 1;
    let value = "";
    for (;;) {
      value += this.match(PLAIN);
      const next = this.source[this.at];
      this.at += 1;
      if (next === '"') break;
      if (next !== "\\") this.fail();
      const escape = this.source[this.at];
      this.at += 1;
      if (escape === "u") {
        const digits = this.match(/[0-9a-fA-F]{4}/y) || this.fail();
        value += String.fromCharCode(parseInt(digits, 16));
      } else value += (Object.hasOwn(ESCAPES, escape ?? "") && ESCAPES[escape]) || this.fail();
    }
    need("json.lone-surrogate", isWellFormed(value));
    return value;
  }
}

/** Parse a document, given as text or as bytes. */
export function parse(document) {
  const source = typeof document === "string" ? document : fromUtf8(document, "json.utf8");
  const size = utf8(source, "json.utf8").length;
  need("json.byte-order-mark", !source.startsWith("\ufeff"));
  return new Parser(source.replace(/^\ufeff/, ""), size).document();
}

// Simple case folding, as far as it leads to ASCII.
const fold = (name) =>
  name
    .replace(/\u017f/g, "s")
    .replace(/\u212a/g, "k")
    .replace(/[A-Z]/g, (c) => c.toLowerCase());

/** The members of an object that are read, or looked for: no other name may differ from them only in case. */
export function members(value, names, check) {
  need(`${check}.is-object`, value instanceof Map);
  const folded = new Set(names.map(fold));
  for (const name of value.keys()) {
    need(`${check}.folded-name`, !folded.has(fold(name)) || names.includes(name));
  }
  return Object.fromEntries(names.filter((name) => value.has(name)).map((name) => [name, value.get(name)]));
}

/** Members that must all be there, as text. */
export function texts(value, names, check) {
  const found = members(value, names, check);
  for (const name of names) text(found[name], `${check}.${name}`);
  return found;
}

/** An object of plain JavaScript, for what reads parsed ones. */
export const object = (value) => (value !== null && typeof value === "object" ? new Map(Object.entries(value)) : value);

/** Plain JavaScript of a parsed document. */
export function plain(value) {
  if (value instanceof Num) return Number(value.written);
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, member]) => [name, plain(member)]));
  return Array.isArray(value) ? value.map(plain) : value;
}
