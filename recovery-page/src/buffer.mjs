// Buffer of Node.js for a browser, with the encoding that the package lacks.
import { Buffer } from "buffer/";

const { from } = Buffer;
const { toString } = Buffer.prototype;

Buffer.from = (value, encoding, length) =>
  encoding === "base64url"
    ? from(value.replace(/-/g, "+").replace(/_/g, "/"), "base64")
    : from(value, encoding, length);
Buffer.prototype.toString = function (encoding, start, end) {
  if (encoding !== "base64url") return toString.call(this, encoding, start, end);
  return toString.call(this, "base64", start, end).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};
export { Buffer };
