// The oldest browsers of the recovery page, played by a new one. This runs in the page before its script, so it uses
// nothing from outside of itself.

// Remove the functions that Chrome 109, Firefox 115 or Safari 15.4 lacks.
export function removeNewer() {
  const newer = {
    "": "Iterator Float16Array SuppressedError DisposableStack AsyncDisposableStack Temporal trustedTypes navigation scheduler",
    "Array.prototype": "with toSorted toReversed toSpliced",
    "Uint8Array.prototype.__proto__": "with toSorted toReversed",
    Array: "fromAsync",
    "ArrayBuffer.prototype": "resize transfer transferToFixedLength",
    "String.prototype": "isWellFormed toWellFormed",
    Object: "groupBy",
    Map: "groupBy",
    "Map.prototype": "getOrInsert getOrInsertComputed",
    "Set.prototype": "union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom",
    Promise: "withResolvers try",
    RegExp: "escape",
    Error: "isError captureStackTrace",
    Math: "f16round sumPrecise",
    JSON: "rawJSON isRawJSON",
    Uint8Array: "fromHex fromBase64",
    "Uint8Array.prototype": "toHex toBase64 setFromHex setFromBase64",
    Intl: "DurationFormat Segmenter",
    URL: "canParse parse",
    AbortSignal: "any timeout",
    "Blob.prototype": "bytes",
    "Element.prototype": "setHTMLUnsafe setHTML getHTML moveBefore",
    "HTMLElement.prototype": "showPopover hidePopover togglePopover",
    "HTMLFormElement.prototype": "requestSubmit",
    "HTMLInputElement.prototype": "showPicker",
    "Document.prototype": "startViewTransition",
  };
  // Playwright and Firefox have iterators of their own, which they took before.
  for (const [holder, names] of Object.entries(newer)) {
    const object = holder.split(".").reduce((found, part) => (part ? found?.[part] : found), globalThis);
    for (const name of names.split(" ")) if (object) delete object[name];
  }
  for (const name of ["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"]) {
    delete Object.getPrototypeOf(Object.getPrototypeOf([].values()))[name];
  }
}
