// Strict encodings: wire-formats.md, section 8.1.
import { createHash, createHmac } from "node:crypto";
import { ripemd160 as ripemd } from "@noble/hashes/legacy";
import { keccak_256 } from "@noble/hashes/sha3";
import { need } from "./checks.mjs";

export const bytes = (...parts) =>
  Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.from([part]) : Buffer.from(part))));
const hashed =
  (name) =>
  (...parts) =>
    createHash(name)
      .update(bytes(...parts))
      .digest();
export const sha256 = hashed("sha256");
export const sha384 = hashed("sha384");
export const sha512 = hashed("sha512");
export const keccak256 = (...parts) => Buffer.from(keccak_256(bytes(...parts)));
// OpenSSL may leave RIPEMD-160 to a provider that is not loaded.
export const hash160 = (...parts) => Buffer.from(ripemd(sha256(...parts)));
export const hmac = (name, key, ...parts) =>
  createHmac(name, key)
    .update(bytes(...parts))
    .digest();
export const toNumber = (data) => (data.length ? BigInt(`0x${Buffer.from(data).toString("hex")}`) : 0n);
export const fromNumber = (number, length) => Buffer.from(number.toString(16).padStart(2 * length, "0"), "hex");

export function text(value, check = "text") {
  need(`${check}.is-text`, typeof value === "string");
  return value;
}

/** Text that is there, and is not empty. */
export function filled(value, check) {
  need(`${check}.not-empty`, text(value, check) !== "");
  return value;
}

/** Whether a text has no lone surrogate; browsers of early 2023 lack `String.prototype.isWellFormed`. */
export const isWellFormed = (value) => !/\p{Surrogate}/u.test(value);

/** Encode text as UTF-8, which has no lone surrogates. */
export function utf8(value, check = "utf8") {
  need(`${check}.lone-surrogate`, isWellFormed(value));
  return Buffer.from(value, "utf8");
}

/** Decode UTF-8; a byte order mark is a character like any other. */
export function fromUtf8(data, check = "utf8") {
  const decoded = data.toString("utf8");
  need(`${check}.decodes`, Buffer.from(decoded, "utf8").equals(data));
  return decoded;
}

export function hex(value, check = "hex") {
  text(value, check);
  need(`${check}.digits`, /^[0-9a-fA-F]*$/.test(value));
  need(`${check}.one-case`, value === value.toLowerCase() || value === value.toUpperCase());
  need(`${check}.even`, value.replace(/[^0-9a-fA-F]/g, "").length % 2 === 0);
  return Buffer.from(value.replace(/[^0-9a-fA-F]/g, ""), "hex");
}

export function hexOfLength(value, length, check) {
  const data = hex(value, check);
  need(`${check}.length`, data.length === length);
  return data;
}

/** Decode base64url; `padding` is "none" or "optional". */
export function base64url(value, check = "base64url", padding = "optional") {
  text(value, check);
  need(`${check}.alphabet`, /^[A-Za-z0-9_-]*=*$/.test(value));
  const digits = value.replace(/=*$/, "");
  const given = value.length - digits.length;
  need(`${check}.padding`, given === 0 || (padding === "optional" && given === (-digits.length % 4) + 4 && given < 3));
  need(`${check}.digits`, digits.length % 4 !== 1);
  const data = Buffer.from(digits, "base64url");
  need(`${check}.stray-bits`, digits.length % 4 === 0 || data.toString("base64url").at(-1) === digits.at(-1));
  return data;
}

export function base64(value, check = "base64") {
  text(value, check);
  need(`${check}.alphabet`, /^[A-Za-z0-9+/]*=*$/.test(value));
  const digits = value.replace(/=*$/, "");
  need(`${check}.padding`, value.length % 4 === 0 && value.length - digits.length < 3 && digits.length % 4 !== 1);
  const data = Buffer.from(digits, "base64");
  need(
    `${check}.stray-bits`,
    digits.length % 4 === 0 || data.toString("base64").replace(/=/g, "").at(-1) === digits.at(-1),
  );
  return data;
}

const BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
export const RIPPLE = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";

export function toBase58(data, alphabet = BITCOIN) {
  let zeros = 0;
  while (zeros < data.length && data[zeros] === 0) zeros += 1;
  let digits = "";
  for (let number = toNumber(data); number; number /= 58n) digits = alphabet[Number(number % 58n)] + digits;
  return alphabet[0].repeat(zeros) + digits;
}

/** Decode base58 of at most `limit` characters, as the time grows with the square of the length. */
export function base58(value, check = "base58", limit = 24000) {
  text(value, check);
  need(
    `${check}.alphabet`,
    [...value].every((digit) => BITCOIN.includes(digit)),
  );
  need(`${check}.limit`, value.length <= limit);
  let number = 0n;
  let zeros = 0;
  while (value[zeros] === "1") zeros += 1;
  for (const digit of value) number = number * 58n + BigInt(Math.max(0, BITCOIN.indexOf(digit)));
  const rest = number.toString(16);
  return bytes(Buffer.alloc(zeros), number ? fromNumber(number, Math.ceil(rest.length / 2)) : "");
}

const doubleHash = (data) => sha256(sha256(data)).subarray(0, 4);
export const toBase58Check = (data, alphabet = BITCOIN) => toBase58(bytes(data, doubleHash(data)), alphabet);

export function base58check(value, check = "base58check", limit = 24000) {
  const data = base58(value, check, limit);
  need(`${check}.length`, data.length >= 4);
  need(`${check}.checksum`, doubleHash(data.subarray(0, -4)).equals(data.subarray(-4)));
  return data.subarray(0, -4);
}

// BIP-173 and BIP-350.
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
export const [BECH32_CONSTANT, BECH32M_CONSTANT] = [1, 0x2bc830a3];

function polymod(values) {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let checksum = 1;
  for (const value of values) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (let i = 0; i < 5; i += 1) if ((top >>> i) & 1) checksum ^= generator[i];
  }
  return checksum >>> 0;
}

const expandPrefix = (prefix) => [
  ...[...prefix].map((c) => c.charCodeAt(0) >> 5),
  0,
  ...[...prefix].map((c) => c.charCodeAt(0) & 31),
];

export function toFiveBits(data) {
  const digits = [];
  let [pending, count] = [0, 0];
  for (const byte of data) {
    pending = ((pending << 8) | byte) & 0xfff;
    count += 8;
    while (count >= 5) digits.push((pending >> (count -= 5)) & 31);
  }
  if (count) digits.push((pending << (5 - count)) & 31);
  return digits;
}

/** Bytes of groups of five bits; what is left over must be less than a group, and zero. */
export function fromFiveBits(digits, check) {
  const data = [];
  let [pending, count] = [0, 0];
  for (const digit of digits) {
    pending = ((pending << 5) | digit) & 0xfff;
    count += 5;
    if (count >= 8) data.push((pending >> (count -= 8)) & 255);
  }
  need(`${check}.stray-bits`, count < 5 && (pending & ((1 << count) - 1)) === 0);
  return Buffer.from(data);
}

export function toBech32(prefix, digits, constant) {
  const sum = (polymod([...expandPrefix(prefix), ...digits, 0, 0, 0, 0, 0, 0]) ^ constant) >>> 0;
  const checksum = [0, 1, 2, 3, 4, 5].map((i) => (sum >>> (5 * (5 - i))) & 31);
  return `${prefix}1${[...digits, ...checksum].map((digit) => BECH32[digit]).join("")}`;
}

export function bech32(value, prefix, constant, check) {
  need(`${check}.ascii`, /^[\x21-\x7e]+$/.test(value));
  need(`${check}.one-case`, value === value.toLowerCase() || value === value.toUpperCase());
  const lower = value.toLowerCase();
  const split = lower.lastIndexOf("1");
  need(`${check}.prefix`, lower.slice(0, Math.max(0, split)) === prefix);
  const digits = [...lower.slice(split + 1)].map((c) => BECH32.indexOf(c));
  need(
    `${check}.alphabet`,
    digits.every((digit) => digit >= 0),
  );
  need(`${check}.length`, digits.length >= 6);
  need(`${check}.checksum`, polymod([...expandPrefix(prefix), ...digits]) === constant);
  return digits.slice(0, -6).map((digit) => Math.max(0, digit));
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
export const toBase32 = (data) =>
  toFiveBits(data)
    .map((digit) => BASE32[digit])
    .join("");

export function base32(value, check) {
  need(`${check}.alphabet`, /^[A-Z2-7]*$/.test(value));
  return fromFiveBits(
    [...value].map((c) => Math.max(0, BASE32.indexOf(c.toUpperCase()))),
    check,
  );
}

export function crc16(data) {
  let crc = 0;
  for (const byte of data) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; i += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** One DER element: its tag, its content, and what follows it. */
export function der(data, check) {
  need(`${check}.header`, data.length >= 2);
  let [length, start] = [data[1], 2];
  if (length >= 0x80) {
    const count = length & 0x7f;
    need(`${check}.definite-length`, count > 0 && count <= 4 && data.length >= 2 + count);
    length = count && count <= 4 && data.length >= 2 + count ? data.readUIntBE(2, count) : data.length - 2 - count;
    start += count;
    need(`${check}.minimal-length`, length >= 0x80 && length >= 2 ** (8 * (count - 1)));
  }
  need(`${check}.fits`, start + length <= data.length);
  const end = Math.max(start, start + length);
  return { tag: data[0], content: data.subarray(start, end), rest: data.subarray(end), whole: data.subarray(0, end) };
}

export function derInteger(data, check) {
  const { tag, content, rest, whole } = der(data, check);
  need(`${check}.integer`, tag === 2);
  need(`${check}.not-empty`, content.length > 0);
  need(`${check}.not-negative`, !(content[0] & 0x80));
  need(`${check}.minimal-integer`, !(content.length > 1 && content[0] === 0 && !(content[1] & 0x80)));
  return { number: toNumber(content), rest, whole };
}

/** The two numbers of an ECDSA signature in DER. */
export function derSignature(data, check = "der") {
  const { tag, content, rest } = der(data, check);
  need(`${check}.sequence`, tag === 0x30);
  need(`${check}.nothing-after-sequence`, rest.length === 0);
  const r = derInteger(content, check);
  const s = derInteger(r.rest, check);
  need(`${check}.nothing-after-s`, s.rest.length === 0);
  return { r: r.number, s: s.number };
}

export function toDerSignature(r, s) {
  const integer = (number) => {
    const digits = number.toString(16);
    const data = fromNumber(number, Math.ceil(digits.length / 2));
    const content = data[0] & 0x80 ? bytes(0, data) : data;
    return bytes(2, content.length, content);
  };
  const content = bytes(integer(r), integer(s));
  return bytes(0x30, content.length, content);
}

/** Decimal digits without leading zeros, of a value up to a limit. */
export function decimal(value, check, limit = 253402300799999) {
  text(value, check);
  need(`${check}.decimal`, /^(0|[1-9][0-9]*)$/.test(value));
  need(`${check}.limit`, BigInt(/^[0-9]+$/.test(value) ? value : 0) <= BigInt(limit));
  return Number(value);
}
