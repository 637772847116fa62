// Requests: wire-formats.md, section 10; the JSON Schema of vectors/schema/requests.json says what a body may be.
import { readFileSync } from "node:fs";
import { isIPv4, isIPv6 } from "node:net";
import { need, refuse } from "./checks.mjs";
import { hexPoint } from "./curves.mjs";
import { base64url, hex, text, utf8 } from "./encodings.mjs";
import { parse, texts } from "./json.mjs";
import { makeStamp, verifySignature } from "./stamps.mjs";

const { $defs } = JSON.parse(readFileSync(new URL("../../vectors/schema/requests.json", import.meta.url), "utf8"));
const QUERIES = ["list_private_keys", "list_secrets"];
const PROXY = ["signup_v2", "otp_login_v2"];
const SCHEMES = {
  p256: "SIGNATURE_SCHEME_TK_API_P256",
  secp256k1: "SIGNATURE_SCHEME_TK_API_SECP256K1",
  ed25519: "SIGNATURE_SCHEME_TK_API_ED25519",
};
const LAST = 253402300799999;

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const TYPES = {
  object: isObject,
  array: Array.isArray,
  null: (value) => value === null,
  integer: Number.isInteger,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
};

/** The keyword of a schema that a value breaks, or undefined. */
function broken(schema, value) {
  const within = (schemas, values) => schemas.map((each, i) => broken(each, values[i])).find(Boolean);
  const keywords = {
    $ref: (name) => broken($defs[name.replace("#/$defs/", "")], value),
    type: (name) => !TYPES[name](value) && "type",
    enum: (values) => !values.includes(value) && "enum",
    minLength: (least) => typeof value === "string" && [...value].length < least && "minLength",
    pattern: (pattern) => typeof value === "string" && !new RegExp(pattern, "u").test(value) && "pattern",
    maxItems: (most) => Array.isArray(value) && value.length > most && "maxItems",
    minItems: (least) => Array.isArray(value) && value.length < least && "minItems",
    minimum: (least) => Number.isInteger(value) && value < least && "minimum",
    items: (item) =>
      Array.isArray(value) &&
      within(
        value.map(() => item),
        value,
      ),
    properties: (properties) =>
      isObject(value) &&
      Object.entries(properties)
        .map(([name, each]) => Object.hasOwn(value, name) && broken(each, value[name]))
        .find(Boolean),
    required: (names) => isObject(value) && names.some((name) => !Object.hasOwn(value, name)) && "required",
    additionalProperties: () =>
      isObject(value) &&
      Object.keys(value).some((name) => !Object.hasOwn(schema.properties ?? {}, name)) &&
      "additionalProperties",
    allOf: (schemas) =>
      within(
        schemas,
        schemas.map(() => value),
      ),
    anyOf: (schemas) => schemas.every((each) => broken(each, value)) && "anyOf",
    not: (other) => !broken(other, value) && "not",
    description: () => false,
    title: () => false,
  };
  return (
    Object.keys(schema)
      .map((keyword) => keywords[keyword](schema[keyword]))
      .find(Boolean) || undefined
  );
}

function validate(operation, body) {
  const keyword = broken($defs[`${operation}_request`], body);
  need(`request.schema.${keyword ?? "type"}`, keyword === undefined, "invalid-request");
}

function checkCidr(cidr) {
  const [, address, bits] = /^([0-9a-fA-F.:]+)\/(0|[1-9][0-9]{0,2})$/.exec(cidr) ?? [];
  need("request.cidr-form", isIPv4(address ?? "") || isIPv6(address ?? ""), "invalid-request");
  if (address === undefined) return;
  const size = isIPv4(address) ? 32 : 128;
  need("request.cidr-prefix", Number(bits) <= size, "invalid-request");
  const number =
    size === 32
      ? address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n)
      : BigInt(`0x${ipv6Digits(address)}`);
  const host = BigInt(size - Math.min(size, Number(bits)));
  need("request.cidr-host-bits", (number & ((1n << host) - 1n)) === 0n, "invalid-request");
}

function ipv6Digits(address) {
  const dotted = /^(.*:)([0-9]+)\.([0-9]+)\.([0-9]+)\.([0-9]+)$/.exec(address);
  const pairOf = (a, b) => (Number(a) * 256 + Number(b)).toString(16);
  const whole = dotted ? `${dotted[1]}${pairOf(dotted[2], dotted[3])}:${pairOf(dotted[4], dotted[5])}` : address;
  const [left, right] = whole.split("::").map((part) => (part ? part.split(":") : []));
  const missing = right ? 8 - left.length - right.length : 0;
  return [...left, ...Array(missing).fill("0"), ...(right ?? [])].map((part) => part.padStart(4, "0")).join("");
}

function wellFormed(value) {
  if (typeof value === "string") utf8(value, "request.text");
  else if (value !== null && typeof value === "object") {
    for (const [name, member] of Object.entries(value)) {
      wellFormed(name);
      wellFormed(member);
    }
  }
}

function urlOf(baseUrl, path) {
  text(baseUrl, "base-url");
  const parts =
    /^(https?):\/\/(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?((?:\/[A-Za-z0-9._~-]*)*)$/.exec(baseUrl);
  if (!parts) refuse("base-url.form", "invalid-request");
  const [, scheme, host, port, basePath] = parts;
  need("base-url.port", port === undefined || Number(port) <= 65535, "invalid-request");
  need("base-url.ipv6", !host.startsWith("[") || isIPv6(host.slice(1, -1)), "invalid-request");
  const plain = host.startsWith("[") ? new URL(`http://${host}`).hostname : host.toLowerCase();
  const local = plain === "localhost" || (isIPv4(plain) && plain.startsWith("127.")) || plain === "[::1]";
  need("base-url.https", scheme === "https" || local, "invalid-request");
  const segments = basePath.split("/");
  need("base-url.dots", !segments.some((segment) => segment === "." || segment === ".."), "invalid-request");
  return `${baseUrl.replace(/\/+$/, "")}${path}`;
}

function operationOf(operation, isProxy) {
  const known = Object.hasOwn($defs, `${operation}_request`) && PROXY.includes(operation) === isProxy;
  if (!known) refuse("request.operation", "invalid-request");
}

const HEADERS = { Accept: "application/json", "Content-Type": "application/json" };

function checkParameters(parameters) {
  wellFormed(parameters);
  if (Object.hasOwn(parameters, "targetPublicKey")) {
    hexPoint(parameters.targetPublicKey, "p256", ["uncompressed"], "request.target");
  }
  for (const { cidr } of Array.isArray(parameters.rules) ? parameters.rules : []) checkCidr(cidr);
  const secrets = Array.isArray(parameters.secrets) ? parameters.secrets : [];
  for (const { targetPublicKey } of secrets) {
    hexPoint(targetPublicKey, "p256", ["uncompressed"], "request.target");
  }
  const ids = parameters.secretIds ?? secrets.map(({ secretId, targetPublicKey }) => secretId ?? targetPublicKey);
  if (Array.isArray(ids)) {
    const folded = ids.map((id) => String(id).toLowerCase());
    need("request.repeated", new Set(folded).size === folded.length, "invalid-request");
  }
}

/** Check the body of a request for an operation, whoever made it. */
export function checkBody(operation, body) {
  validate(operation, body);
  checkParameters(body.parameters);
}

function stamped(input) {
  const { operation, organizationId, timestampMs, curve } = input;
  operationOf(operation, false);
  const parameters = { ...input.parameters };
  const body = QUERIES.includes(operation)
    ? { organizationId, ...parameters }
    : { type: $defs[$defs[`${operation}_request`].$ref.replace("#/$defs/", "")].properties.type.enum[0] };
  if (!QUERIES.includes(operation)) {
    need("request.time", Number.isInteger(timestampMs) && timestampMs >= 0 && timestampMs <= LAST, "invalid-request");
    Object.assign(body, { timestampMs: String(timestampMs), organizationId, parameters });
  }
  if (input.generateAppProofs !== undefined) body.generateAppProofs = input.generateAppProofs;
  validate(operation, body);
  wellFormed(organizationId);
  checkParameters(parameters);
  if (operation === "set_ip_allowlist" && parameters.publicKey === null) delete parameters.publicKey;
  const sent = JSON.stringify(body);
  const bytes = utf8(sent, "request.text");
  const header = makeStamp(SCHEMES[curve], hex(input.privateKey), bytes);
  const stamp = texts(parse(base64url(header)), ["scheme", "publicKey", "signature"], "stamp");
  verifySignature(stamp.scheme, stamp.publicKey, stamp.signature, bytes);
  const path = `/public/v1/${QUERIES.includes(operation) ? "query" : "submit"}/${operation}`;
  return { method: "POST", url: urlOf(input.baseUrl, path), headers: { ...HEADERS, "X-Stamp": header }, body: sent };
}

function proxied({ operation, parameters, baseUrl, configurationId }) {
  operationOf(operation, true);
  validate(operation, parameters);
  checkParameters(parameters);
  need(
    "request.configuration",
    /^[\x21-\x7e]{1,256}$/.test(text(configurationId, "request.configuration")),
    "invalid-request",
  );
  const headers = { ...HEADERS, "X-Auth-Proxy-Config-Id": configurationId };
  return { method: "POST", url: urlOf(baseUrl, `/v1/${operation}`), headers, body: JSON.stringify(parameters) };
}

export const GROUPS = { StampedRequest: stamped, AuthProxyRequest: proxied };
