// What expressions of a reader with made defects call: each has its own value, but for the defect that the request
// names. tests/tools/reader_defects.py writes the calls, and puts this file beside the reader.
import { inForce } from "./checks.mjs";

// A defect is a check of its number, which is in force where the defect is not made. It is reached where it changes the
// value. A form has its own number, and its kinds the next ones.
function choose(first, value, others) {
  let given = value;
  others.forEach((other, kind) => {
    if (other !== undefined && other !== value && !inForce(first + kind)) given = other;
  });
  return given;
}

function caught(first, usual, instead) {
  try {
    return usual();
  } catch (error) {
    if (inForce(first)) throw error;
    return instead;
  }
}

const same = (one, other, change) => change(one) === change(other);
const isText = (value) => typeof value === "string";
const isNumber = (value) => typeof value === "number" || typeof value === "bigint";
const plus = (value, step) => value + (typeof value === "bigint" ? BigInt(step) : step);
const COMPARISONS = {
  "===": (a, b) => a === b,
  "!==": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

// An operand of && or ||, as if it were not there.
export function operand(first, neutral, usual) {
  const value = caught(first, usual, neutral);
  return Boolean(value) === neutral || inForce(first) ? value : neutral;
}

// A condition that always holds, or never.
export const condition = (first, value) => choose(first, Boolean(value), [true, false]);

export function compare(first, name, a, b) {
  const value = COMPARISONS[name](a, b);
  if (name !== "===" && name !== "!==") {
    if (!isNumber(a) || !isNumber(b)) return value;
    return choose(first, value, [COMPARISONS[name](a, plus(b, 1)), COMPARISONS[name](a, plus(b, -1))]);
  }
  const equal = a === b;
  const near = (other) => (equal || other) === (name === "===");
  if (isText(a) && isText(b) && Math.min(a.length, b.length) > 1) {
    return choose(first, value, [
      near(same(a, b, (text) => text.toLowerCase())),
      near(a.startsWith(b) || b.startsWith(a)),
      near(same(a, b, (text) => text.trim())),
      near(same(a, b, (text) => text.slice(0, -1))),
      near(same(a, b, (text) => text.slice(1))),
    ]);
  }
  if (typeof a === typeof b && isNumber(a)) return choose(first + 5, value, [near(a === plus(b, 1)), near(a === plus(b, -1))]);
  return value;
}

export function equals(first, a, b) {
  const value = a.equals(b);
  const part = (from, to) => value || a.subarray(from, to).equals(b.subarray(from, to));
  const length = Math.min(a.length, b.length);
  const half = a.length >> 1;
  return choose(first, value, [part(0, length), a.length === b.length && part(0, half), a.length === b.length && part(half, a.length)]);
}

export function matches(first, pattern, text) {
  const value = pattern.test(text);
  const other = (source, flags) => new RegExp(source, pattern.flags + flags).test(text);
  return choose(first, value, [
    other(pattern.source.replace(/\$$/, ""), ""),
    other(pattern.source, pattern.flags.includes("i") ? "" : "i"),
    other(pattern.source.replace(/^\^/, ""), ""),
    isText(text) ? pattern.test(text.trim()) : undefined,
  ]);
}

// A number, one more or less.
export const number = (first, value) => choose(first, value, [plus(value, 1), plus(value, -1)]);

// A method that is not called: the value stays as it is.
export function method(first, value, name, ...given) {
  const result = value[name](...given);
  const equal = result === value || (Buffer.isBuffer(result) && result.equals(value));
  return equal || inForce(first) ? result : value;
}

// A statement that is left out: one that refuses, or one that may do something else.
export function statement(first, usual) {
  if (inForce(first + 1)) caught(first, usual);
}

// Whether other text is in the place of an expression.
export const edited = (first) => !inForce(first);
