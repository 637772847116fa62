// X.509 certificates and paths (RFC 5280), as far as wire-formats.md, sections 8.3 and 14.2 need them.
import crypto from "node:crypto";
import { need, refuse } from "./checks.mjs";

import { ed25519Point, keyObject, verifyEd25519 } from "./curves.mjs";
import { der, derInteger, derSignature, fromNumber, fromUtf8 } from "./encodings.mjs";

const MAX_SIZE = 16384;
const [BOOLEAN, BITS, OCTETS, OID, SEQUENCE, SET] = [1, 3, 4, 6, 0x30, 0x31];
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const STRINGS = { 0x0c: "utf8", 0x13: "latin1", 0x16: "latin1", 0x14: "latin1" };
const EXTENSION = {
  basicConstraints: "2.5.29.19",
  keyUsage: "2.5.29.15",
  alternativeName: "2.5.29.17",
  extendedKeyUsage: "2.5.29.37",
};

export function oid(content) {
  need("x509.oid", content.length > 0 && !(content.at(-1) & 0x80));
  const parts = [];
  let value = 0n;
  for (const byte of content) {
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (!(byte & 0x80)) {
      parts.push(value);
      value = 0n;
    }
  }
  const first = parts[0] < 80n ? parts[0] / 40n : 2n;
  return [first, parts[0] - first * 40n, ...parts.slice(1)].join(".");
}

/** One element of a known tag. */
function take(data, tag, check = "x509.element") {
  const element = der(data, "x509.der");
  if (element.tag !== tag) refuse(check);
  return element;
}

/** The elements of a content. */
export function all(content) {
  const elements = [];
  for (let rest = content; rest.length;) {
    const element = der(rest, "x509.der");
    elements.push(element);
    rest = element.rest;
  }
  return elements;
}

function time({ tag, content }) {
  const written = content.toString("latin1");
  const utc = tag === UTC_TIME;
  need("x509.time-form", utc ? /^\d{12}Z$/.test(written) : tag === GENERALIZED_TIME && /^\d{14}Z$/.test(written));
  const full = utc ? `${Number(written.slice(0, 2)) < 50 ? "20" : "19"}${written}` : written;
  const [year, ...rest] = [full.slice(0, 4), ...(full.slice(4, 14).match(/../g) ?? [])].map(Number);
  const instant = Date.UTC(year, rest[0] - 1, ...rest.slice(1));
  const back = new Date(Number.isNaN(instant) ? 0 : instant).toISOString().replace(/[-:T]/g, "").slice(0, 14);
  need("x509.time-exists", back === full.slice(0, 14));
  return instant;
}

/** The attributes of a name: pairs of identifier and text. */
export function attributes(content) {
  return all(content).flatMap(({ tag, content: set }) => {
    need("x509.name", tag === SET && set.length > 0);
    return all(set).map((pair) => {
      const [type, value] = all(pair.content);
      if (pair.tag !== SEQUENCE || type?.tag !== OID || !value) refuse("x509.attribute");
      const encoding = STRINGS[value.tag];
      const decoded = encoding === "utf8" ? fromUtf8(value.content, "x509.name") : value.content.toString("latin1");
      return { type: oid(type.content), value: encoding ? decoded : undefined };
    });
  });
}

function boolean(content) {
  need("x509.boolean", content.length === 1 && [0, 255].includes(content[0]));
  return content[0] !== 0;
}

function extensions(content) {
  const found = new Map();
  for (const each of all(content)) {
    const parts = all(each.content);
    if (each.tag !== SEQUENCE || parts[0]?.tag !== OID) refuse("x509.extension");
    const critical = parts.length === 3 && parts[1].tag === BOOLEAN && boolean(parts[1].content);
    const value = parts.at(-1);
    need("x509.extension-parts", value.tag === OCTETS && (parts.length === 2 || (parts.length === 3 && critical)));
    const id = oid(parts[0].content);
    need("x509.extension-twice", !found.has(id));
    found.set(id, { critical, value: value.content });
  }
  return found;
}

const ALGORITHMS = {
  "1.2.840.10045.4.3.2": { hash: "sha256", kind: "ec" },
  "1.2.840.10045.4.3.3": { hash: "sha384", kind: "ec" },
  "1.2.840.10045.4.3.4": { hash: "sha512", kind: "ec" },
  "1.2.840.113549.1.1.11": { hash: "sha256", kind: "rsa" },
  "1.2.840.113549.1.1.12": { hash: "sha384", kind: "rsa" },
  "1.2.840.113549.1.1.13": { hash: "sha512", kind: "rsa" },
  "1.3.101.112": { hash: null, kind: "ed25519" },
};
const EC_CURVES = { "1.2.840.10045.3.1.7": "P-256", "1.3.132.0.34": "P-384", "1.3.132.0.35": "P-521" };

function isPoint(data, curve) {
  try {
    return Boolean(keyObject(data, curve));
  } catch {
    return false;
  }
}

function publicKeyOf(spki) {
  const [algorithm, bitString] = all(spki.content);
  if (algorithm?.tag !== SEQUENCE || bitString?.tag !== BITS || bitString.content[0] !== 0) refuse("x509.key");
  const [identifier, parameters] = all(algorithm.content);
  if (identifier?.tag !== OID) refuse("x509.key");
  const [id, data] = [oid(identifier.content), bitString.content.subarray(1)];
  if (id === "1.2.840.10045.2.1") {
    need("x509.named-curve", parameters?.tag === OID);
    const curve = EC_CURVES[oid(parameters.content)];
    need("x509.curve", curve !== undefined, "unsupported");
    need("x509.point", isPoint(data, curve));
    return { kind: "ec", curve, data };
  }
  if (id === "1.2.840.113549.1.1.1") {
    const numbers = take(data, SEQUENCE);
    const n = derInteger(numbers.content, "x509.rsa");
    const e = derInteger(n.rest, "x509.rsa");
    const toBytes = (number) => fromNumber(number, Math.ceil(number.toString(16).length / 2));
    return { kind: "rsa", n: toBytes(n.number), e: toBytes(e.number) };
  }
  if (id === "1.3.101.112") return { kind: "ed25519", data };
  return { kind: id, data };
}

/** Parse a certificate. */
export function certificate(data) {
  need("x509.size", data.length <= MAX_SIZE);
  const outer = take(data, SEQUENCE);
  need("x509.nothing-after", outer.rest.length === 0);
  const [body, algorithm, signature, ...more] = all(outer.content);
  if (body?.tag !== SEQUENCE || algorithm?.tag !== SEQUENCE || signature?.tag !== BITS || more.length)
    refuse("x509.parts");
  need("x509.signature-bits", signature.content[0] === 0);
  const parts = all(body.content);
  let version = 1;
  if (parts[0]?.tag === 0xa0) version = Number(derInteger(parts.shift().content, "x509.version").number) + 1;
  need("x509.version-known", version <= 3);
  const [serial, inner, issuer, validity, subject, spki, ...optional] = parts;
  if (serial?.tag !== 2 || !spki || [inner, issuer, validity, subject, spki].some(({ tag }) => tag !== SEQUENCE)) {
    refuse("x509.fields");
  }
  need("x509.same-algorithm", inner.whole.equals(algorithm.whole));
  const [notBefore, notAfter] = all(validity.content);
  if (!notAfter) refuse("x509.validity");
  const inOrder = optional.every(({ tag }, place) => tag > (optional[place - 1]?.tag ?? 0x80) && tag <= 0xa3);
  need("x509.optional-parts", inOrder);
  const extra = optional.find(({ tag }) => tag === 0xa3);
  const [identifier] = all(algorithm.content);
  if (identifier?.tag !== OID) refuse("x509.algorithm");
  return {
    data,
    version,
    issuer: issuer.whole,
    subject: subject.whole,
    names: attributes(subject.content),
    issuerNames: attributes(issuer.content),
    notBefore: time(notBefore),
    notAfter: time(notAfter),
    key: publicKeyOf(spki),
    spki: spki.whole,
    extensions: extra ? extensions(take(extra.content, SEQUENCE).content) : new Map(),
    algorithm: oid(identifier.content),
    signed: body.whole,
    signature: signature.content.subarray(1),
  };
}

/** Verify a signature by the key of a certificate, over a message. */
function verifySigned(key, algorithm, message, signature, check) {
  const known = Object.hasOwn(ALGORITHMS, algorithm) ? ALGORITHMS[algorithm] : undefined;
  need(`${check}.algorithm`, known?.kind === key.kind, "unsupported");
  if (key.kind === "ed25519") {
    verifyEd25519(signature, message, ed25519Point(key.data, `${check}.key`), check);
  } else if (key.kind === "rsa") {
    const object = crypto.createPublicKey({
      key: { kty: "RSA", n: key.n.toString("base64url"), e: key.e.toString("base64url") },
      format: "jwk",
    });
    need(`${check}.verifies`, crypto.verify(known.hash, message, object, signature), "bad-signature");
  } else {
    need(`${check}.curve`, key.curve !== undefined, "unsupported");
    derSignature(signature, `${check}.der`);
    need(`${check}.verifies`, crypto.verify(known.hash, message, ecObject(key), signature), "bad-signature");
  }
}

function ecObject(key) {
  need("x509.point-form", key.data[0] === 4);
  try {
    return keyObject(key.data, key.curve);
  } catch {
    return refuse("x509.point");
  }
}

/** A certificate is issued and signed by the next one. */
export function issuedBy(child, issuer, check) {
  need(`${check}.issuer-name`, child.issuer.equals(issuer.subject), "untrusted-signer");
  verifySigned(issuer.key, child.algorithm, child.signed, child.signature, check);
}

export const validAt = (each, now, check) =>
  need(check, each.notBefore <= now && now <= each.notAfter, "expired");

/** The basic constraints: whether it is an authority, and how many follow it. */
export function constraints(each) {
  const found = each.extensions.get(EXTENSION.basicConstraints);
  if (!found) return { there: false, ca: false, pathLength: Infinity };
  const outer = take(found.value, SEQUENCE);
  need("x509.basic-constraints", outer.rest.length === 0);
  const parts = all(outer.content);
  const ca = parts[0]?.tag === BOOLEAN && boolean(parts.shift().content);
  need("x509.ca-default", ca || outer.content[0] !== BOOLEAN);
  const pathLength = parts.length ? Number(derInteger(parts[0].whole, "x509.path-length").number) : Infinity;
  need("x509.basic-constraints", parts.length <= (ca ? 1 : 0));
  return { there: true, ca, pathLength };
}

/** Whether a use (its bit) is allowed; `unsaid` where nothing is said. */
export function mayBeUsed(each, bit, unsaid = true) {
  const found = each.extensions.get(EXTENSION.keyUsage);
  if (!found) return unsaid;
  const { content } = take(found.value, BITS);
  return content.length > 1 && Boolean(content[1 + (bit >> 3)] & (0x80 >> (bit & 7)));
}

export const [DIGITAL_SIGNATURE, KEY_CERT_SIGN] = [0, 5];

/** The rules of RFC 5280 for a path, from its end entity to the anchor, but for names, signatures and times. */
export function checkPath(path, check) {
  path.forEach((each, depth) => {
    for (const [id, { critical }] of each.extensions) {
      need(`${check}.critical-extension`, !critical || Object.values(EXTENSION).includes(id), "untrusted-signer");
    }
    if (depth === 0) return;
    const { ca, pathLength } = constraints(each);
    need(`${check}.authority`, ca, "untrusted-signer");
    need(`${check}.key-cert-sign`, mayBeUsed(each, KEY_CERT_SIGN), "untrusted-signer");
    // Certificates that are issued to themselves do not count.
    const between = path.slice(1, depth).filter(({ issuer, subject }) => !issuer.equals(subject)).length;
    need(`${check}.path-length`, between <= pathLength, "untrusted-signer");
  });
}
