// CBOR as wire-formats.md, section 8.1 has it. Maps become Map; integers become Number or BigInt.
import { need, refuse } from "./checks.mjs";
import { fromUtf8 } from "./encodings.mjs";

const [MAX_LEVELS, MAX_ITEMS] = [16, 1024];

class Reader {
  constructor(data, { integerNames = false, indefiniteMap = false }) {
    Object.assign(this, { data, at: 0, items: 0, integerNames, indefiniteMap });
  }

  bytes(count) {
    if (this.at + count > this.data.length) refuse("cbor.truncated");
    this.at += count;
    return this.data.subarray(this.at - count, this.at);
  }

  argument(info) {
    if (info < 24) return info;
    if (info > 27) refuse("cbor.head");
    const data = this.bytes(2 ** (info - 24));
    const number = data.length === 8 ? data.readBigUInt64BE() : BigInt(data.readUIntBE(0, data.length));
    return number <= Number.MAX_SAFE_INTEGER ? Number(number) : number;
  }

  item(level = 1) {
    need("cbor.items", (this.items += 1) <= MAX_ITEMS);
    const [head] = this.bytes(1);
    const [major, info] = [head >> 5, head & 31];
    need("cbor.levels", level <= MAX_LEVELS || (major !== 4 && major !== 5));
    if (info === 31 && major >= 2 && major <= 5) {
      need("cbor.definite-length", this.indefiniteMap && level === 1 && major === 5);
      if (major === 5) return this.map(Infinity, level);
      refuse("cbor.definite-length");
    }
    if (major === 7) {
      if (info >= 25 && info <= 27) return this.float(2 ** (info - 24));
      const simple = { 20: false, 21: true, 22: null };
      need("cbor.simple-value", info in simple);
      if (!(info in simple)) this.argument(info);
      return simple[info];
    }
    const argument = this.argument(info);
    if (major === 0) return argument;
    if (major === 1) return typeof argument === "bigint" ? -1n - argument : -1 - argument;
    if (major === 6) {
      need("cbor.no-tag", false);
      return this.item(level + 1);
    }
    if (argument > this.data.length) refuse("cbor.truncated");
    if (major === 2) return this.bytes(argument);
    if (major === 3) return fromUtf8(this.bytes(argument), "cbor.utf8");
    if (major === 4) return Array.from({ length: argument }, () => this.item(level + 1));
    return this.map(argument, level);
  }

  /** A float is a value that nothing reads: its bytes stand for it. */
  float(size) {
    return { float: this.bytes(size) };
  }

  map(count, level) {
    const found = new Map();
    for (let i = 0; i < count; i += 1) {
      if (count === Infinity && this.data[this.at] === 0xff) {
        this.at += 1;
        break;
      }
      const name = this.item(level + 1);
      const isInteger = typeof name === "number" || typeof name === "bigint";
      need("cbor.names", typeof name === "string" || (this.integerNames && isInteger));
      need("cbor.duplicate-name", !found.has(name));
      found.set(name, this.item(level + 1));
    }
    return found;
  }
}

/** Decode the first item; give it and what follows. */
export function decodeFirst(data, options = {}) {
  const reader = new Reader(data, options);
  return { item: reader.item(), rest: data.subarray(reader.at) };
}

export function decode(data, options = {}) {
  const { item, rest } = decodeFirst(data, options);
  need("cbor.nothing-after", rest.length === 0);
  return item;
}
