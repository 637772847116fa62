// The browsers of the page: the oldest that it is built for, and what it uses of those. The page names missing functions
// before anything secret is typed.

/** The oldest versions. Windows 7 and 8 end at this Chrome and this Firefox; Safari was not tested. */
export const OLDEST = { Chrome: "109", Edge: "109", Firefox: "115", Safari: "15.4" };

// The functions that some browser got after 2018.
const USED = [
  "Array.prototype.at",
  "Array.prototype.flat",
  "Array.prototype.flatMap",
  "BigInt",
  "Blob.prototype.arrayBuffer",
  "Element.prototype.replaceChildren",
  "Object.fromEntries",
  "Object.hasOwn",
  "String.prototype.at",
  "String.prototype.matchAll",
  "String.prototype.replaceAll",
  "String.prototype.trimStart",
  "TextDecoder",
];

const isMissing = (name) => name.split(".").reduce((found, part) => found?.[part], globalThis) === undefined;

/** The functions that this browser lacks. */
export const missing = () => USED.filter(isMissing);
