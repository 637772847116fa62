// Manifests and their envelopes: wire-formats.md, section 14.3. A format reads a value in Borsh and in JSON, and writes
// it in Borsh and in canonical JSON. What Borsh does not need to be decoded is left to its check.
import { isIP } from "node:net";
import { holds, need, refuse } from "./checks.mjs";
import { point } from "./curves.mjs";
import { base64, bytes, decimal, fromUtf8, hex, sha256, text, utf8 } from "./encodings.mjs";
import { members, Num, parse } from "./json.mjs";

const [MAX_BYTES, MAX_MEMBERS, MAX_STRINGS, MAX_ENV, MAX_NAME, MAX_VALUE] = [2 ** 20, 255, 4096, 512, 1024, 65536];

class Borsh {
  constructor(data) {
    this.data = data;
    this.at = 0;
  }

  take(count) {
    if (this.at + count > this.data.length) refuse("borsh.truncated");
    this.at += count;
    return this.data.subarray(this.at - count, this.at);
  }

  u32() {
    return this.take(4).readUInt32LE();
  }
}

const little = (number, size) => {
  const data = Buffer.alloc(size);
  data.writeUIntLE(number, 0, size);
  return data;
};
const quote = (value) => {
  const escape = (c) =>
    ({ '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" })[c] ??
    `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `"${value.replace(/["\\\u0000-\u001f]/g, escape)}"`;
};

/** The members of an object, in just these names. */
function exactly(value, names, check) {
  const found = members(value, names, check);
  for (const name of value.keys()) need(`${check}.unknown-member`, names.includes(name));
  return found;
}

const TEXT = {
  borsh: (reader) => fromUtf8(reader.take(reader.u32()), "borsh.utf8"),
  json: (value) => text(value, "manifest.text"),
  write: (value) => bytes(little(utf8(value).length, 4), utf8(value)),
  canonical: quote,
};
const pass = () => {};
const blob = (length) => ({
  borsh: (reader) => {
    const size = reader.u32();
    need("manifest.length", length === undefined || size === length);
    return reader.take(size);
  },
  json: (value) => hex(value, "manifest.hex"),
  check: (value) => need("manifest.length", length === undefined || value.length === length),
  write: (value) => bytes(little(value.length, 4), value),
  canonical: (value) => quote(value.toString("hex")),
});
const fixed = (length) => ({ ...blob(length), borsh: (reader) => reader.take(length), write: (value) => value });
const KEY_SET = { ...blob(130), check: keySet };

/** A key set: the encryption point, then the signing point. */
export function keySet(data) {
  need("key-set.length", data.length === 130);
  for (const half of [data.subarray(0, 65), data.subarray(65)]) point(half, "p256", ["uncompressed"], "key-set.point");
}

const unsigned = (size) => ({
  borsh: (reader) => reader.take(size).readUIntLE(0, size),
  json: (value) => {
    if (value instanceof Num) return decimal(value.written, "manifest.integer", 2 ** (8 * size) - 1);
    return decimal(value, "manifest.integer", 2 ** (8 * size) - 1);
  },
  write: (value) => little(value, size),
  canonical: (value) => quote(String(value)),
});
const BOOL = {
  borsh: (reader) => {
    const [value] = reader.take(1);
    need("borsh.bool", value < 2);
    return value !== 0;
  },
  json: (value) => {
    need("manifest.bool", typeof value === "boolean");
    return value;
  },
  write: (value) => bytes(value ? 1 : 0),
  canonical: String,
};
const RESTART = {
  borsh: (reader) => {
    const [value] = reader.take(1);
    need("borsh.restart", value < 2);
    return value;
  },
  json: (value) => {
    const index = ["Never", "Always", "never", "always"].indexOf(value);
    need("manifest.restart", index >= 0);
    return index % 2;
  },
  write: (value) => bytes(value),
  canonical: (value) => quote(["Never", "Always"][value]),
};

const array = (item, most) => ({
  borsh: (reader) => {
    const count = reader.u32();
    need("manifest.array-limit", count <= most);
    if (count > reader.data.length) refuse("borsh.truncated");
    return Array.from({ length: count }, () => item.borsh(reader));
  },
  json: (value) => {
    need("manifest.is-array", Array.isArray(value));
    return value.map(item.json);
  },
  check: (value) => {
    need("manifest.array-limit", value.length <= most);
    value.forEach(item.check ?? pass);
  },
  write: (value) => bytes(little(value.length, 4), ...value.map(item.write)),
  canonical: (value) => `[${value.map(item.canonical).join(",")}]`,
});

const optional = (inner) => ({
  isOptional: true,
  borsh: (reader) => {
    const [there] = reader.take(1);
    need("borsh.option", there < 2);
    return there ? inner.borsh(reader) : undefined;
  },
  json: (value) => (value === undefined || value === null ? undefined : inner.json(value)),
  check: (value) => value === undefined || inner.check?.(value),
  write: (value) => (value === undefined ? bytes(0) : bytes(1, inner.write(value))),
  canonical: (value) => (value === undefined ? undefined : inner.canonical(value)),
});

const canonicalObject = (entries) =>
  `{${entries
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${quote(name)}:${value}`)
    .join(",")}}`;

/** Members in Borsh's order; `jsonOnly` ones are not in Borsh, and `aliases` are other names in JSON. */
const struct = (fields, { aliases = {} } = {}) => ({
  borsh: (reader) => Object.fromEntries(Object.entries(fields).map(([name, format]) => [name, format.borsh(reader)])),
  json: (value) => {
    const found = exactly(value, [...Object.keys(fields), ...Object.values(aliases)], "manifest");
    return Object.fromEntries(
      Object.entries(fields).map(([name, format]) => {
        const names = [name, aliases[name]].filter((each) => each in found);
        need("manifest.one-spelling", names.length < 2);
        const given = found[names[0]];
        need(`manifest.${name}.there`, given !== undefined || Boolean(format.isOptional));
        return [name, format.json(given)];
      }),
    );
  },
  check: (value) => Object.entries(fields).forEach(([name, format]) => format.check?.(value[name])),
  write: (value) => bytes(...Object.entries(fields).map(([name, format]) => format.write(value[name]))),
  canonical: (value) =>
    canonicalObject(Object.entries(fields).map(([name, format]) => [name, format.canonical(value[name])])),
});

const HOSTS = [TEXT, optional(TEXT)];
export const BRIDGE_TYPES = ["server", "client"];
const BRIDGE = {
  borsh: (reader) => {
    const [type] = reader.take(1);
    need("borsh.bridge", type < 2);
    return { type, port: unsigned(2).borsh(reader), host: HOSTS[type].borsh(reader) };
  },
  json: (value) => {
    const found = exactly(value, ["type", "port", "host"], "manifest");
    const type = BRIDGE_TYPES.indexOf(found.type);
    need("manifest.bridge-type", type >= 0);
    return { type, port: unsigned(2).json(found.port), host: HOSTS[type].json(found.host) };
  },
  write: ({ type, port, host }) => bytes(type, little(port, 2), HOSTS[type].write(host)),
  canonical: ({ type, port, host }) =>
    canonicalObject([
      ["type", quote(BRIDGE_TYPES[type])],
      ["port", quote(String(port))],
      ["host", HOSTS[type].canonical(host)],
    ]),
};

const ENV = {
  isOptional: true,
  json: (value) => {
    if (value === undefined || value === null) return undefined;
    need("manifest.env", value instanceof Map);
    need("manifest.env-limit", value.size <= MAX_ENV);
    return [...value].map(([name, each]) => {
      need("manifest.env-name", /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && name.length <= MAX_NAME);
      const { plain } = exactly(each, ["plain"], "manifest");
      const found = text(exactly(plain, ["value"], "manifest").value, "manifest.env-value");
      need("manifest.env-value", Buffer.from(found).length <= MAX_VALUE && !found.includes("\0"));
      return [name, found];
    });
  },
  canonical: (value) =>
    value?.length
      ? canonicalObject(
          value.map(([name, each]) => [name, canonicalObject([["plain", canonicalObject([["value", quote(each)]])]])]),
        )
      : undefined,
};
const ADDRESS = {
  json: (value) => {
    need("manifest.ip-address", isIP(text(value, "manifest.ip-address")) !== 0);
    return value;
  },
  canonical: quote,
};
const VERSION = { json: (value) => value, canonical: quote };

const U32 = unsigned(4);
const NAMESPACE = struct({ name: TEXT, nonce: U32, quorumKey: KEY_SET });
const MEMBER = struct({ alias: TEXT, pubKey: KEY_SET });
const PLAIN_SET = struct({ threshold: U32, members: array(MEMBER, MAX_MEMBERS) });
const SET = {
  ...PLAIN_SET,
  check: (value) => {
    PLAIN_SET.check(value);
    const { threshold, members: those } = value;
    need("set.threshold", threshold >= 1 && threshold <= those.length);
    for (const part of [
      ({ alias }) => alias,
      ({ pubKey }) => pubKey.toString("hex", 0, 65),
      ({ pubKey }) => pubKey.toString("hex", 65),
    ]) {
      need("set.members-differ", new Set(those.map(part)).size === those.length);
    }
  },
};
const PATCH_SET = struct({ threshold: U32, members: array(struct({ pubKey: KEY_SET }), MAX_MEMBERS) });
const PCR = blob(48);
const ENCLAVE = { pcr0: PCR, pcr1: PCR, pcr2: PCR, pcr3: PCR, awsRootCertificate: blob(), qosCommit: TEXT };
const ARGS = array(TEXT, MAX_STRINGS);
const PIVOT_V1 = {
  hash: fixed(32),
  restart: RESTART,
  bridgeConfig: array(BRIDGE, MAX_STRINGS),
  debugMode: BOOL,
  args: ARGS,
};
const manifest = (pivot) => ({
  namespace: NAMESPACE,
  pivot: struct(pivot),
  manifestSet: SET,
  shareSet: SET,
  enclave: struct(ENCLAVE),
});
const FIELDS = {
  v0: { ...manifest({ hash: fixed(32), restart: RESTART, args: ARGS }), patchSet: PATCH_SET },
  v1: { ...manifest(PIVOT_V1), patchSet: PATCH_SET },
  v2: {
    version: VERSION,
    ...manifest({ ...PIVOT_V1, env: ENV }),
    dns: optional(struct({ resolvers: array(ADDRESS, MAX_STRINGS) })),
  },
};
const MANIFESTS = Object.fromEntries(Object.entries(FIELDS).map(([version, fields]) => [version, struct(fields)]));
const APPROVAL = struct({ signature: blob(64), member: MEMBER });
const APPROVALS = array(APPROVAL, MAX_MEMBERS);
const SNAKE = { manifestSetApprovals: "manifest_set_approvals", shareSetApprovals: "share_set_approvals" };
const envelopeOf = (version) =>
  struct(
    { manifest: MANIFESTS[version], manifestSetApprovals: APPROVALS, shareSetApprovals: APPROVALS },
    { aliases: version === "v0" ? SNAKE : {} },
  );

function versionOf(value) {
  need("manifest.is-object", value instanceof Map);
  if (value.has("version")) {
    need("manifest.version", value.get("version") === "v2", "unsupported");
    return "v2";
  }
  const pivot = value.get("pivot");
  return pivot instanceof Map && (pivot.has("bridgeConfig") || pivot.has("debugMode")) ? "v1" : "v0";
}

/** The readings of Borsh in which nothing is left. A reading that does not decode is none, and no refusal. */
function readBorsh(data, formatOf) {
  return ["v0", "v1"].flatMap((version) => {
    const reader = new Borsh(data);
    let value;
    if (!holds(() => (value = formatOf(version).borsh(reader)))) return [];
    return reader.at === data.length ? [{ version, value }] : [];
  });
}

const isJson = (data) => /^[ \t\r\n]*\{/.test(data.toString("latin1")) && !data.subarray(0, 4).includes(0);

function read(data, formatOf, jsonManifest, check) {
  need(`${check}.size`, data.length <= MAX_BYTES);
  if (isJson(data)) {
    const document = parse(data);
    need(`${check}.is-object`, document instanceof Map);
    const version = versionOf(jsonManifest(document));
    const value = formatOf(version).json(document);
    const manifest = jsonManifest(value);
    formatOf(version).check(value);
    if (version !== "v2") {
      const readings = readBorsh(MANIFESTS[version].write(manifest), (each) => MANIFESTS[each]);
      need(`${check}.one-meaning`, readings.length < 2);
    }
    return { version, value };
  }
  const readings = readBorsh(data, formatOf);
  need(`${check}.one-meaning`, readings.length < 2);
  if (!readings.length) refuse(`${check}.decodes`);
  const [{ version, value }] = readings;
  formatOf(version).check(value);
  return { version, value };
}

/** Decode a manifest in base64, and compute its hash. */
export const readManifest = (encoded) => openManifest(base64(encoded, "manifest"));

/** Decode a manifest, and compute its hash. */
export function openManifest(data) {
  const { version, value } = read(
    data,
    (each) => MANIFESTS[each],
    (document) => document,
    "manifest",
  );
  return { version, manifest: value, hash: hashOf(version, value) };
}

export function hashOf(version, manifest) {
  return sha256(version === "v2" ? MANIFESTS.v2.canonical(manifest) : MANIFESTS[version].write(manifest));
}

/** Decode an envelope: a manifest, and who approved it. */
export function readEnvelope(encoded) {
  const inner = (whole) => (whole instanceof Map ? whole.get("manifest") : whole.manifest);
  const { version, value } = read(base64(encoded, "envelope"), envelopeOf, inner, "envelope");
  return { ...value, version, hash: hashOf(version, value.manifest) };
}

/** Whether JSON says the same as a manifest; it may leave out the patch set and the commit. */
export function saysTheSame(data, { version, manifest: own }) {
  const document = parse(data);
  checkSpelling(document);
  const enclave = struct({ ...ENCLAVE, qosCommit: optional(TEXT) });
  const fields = { ...FIELDS[version], enclave };
  if (version !== "v2") fields.patchSet = optional(PATCH_SET);
  const told = struct(fields).json(document);
  told.patchSet ??= own.patchSet;
  told.enclave.qosCommit ??= own.enclave.qosCommit;
  const canonical = (value) => MANIFESTS[version].canonical(value);
  return canonical(told) === canonical(own);
}

/** In V0 and V1, both spellings of `restart` have one hash; a release has the one with a capital letter. */
function checkSpelling(document) {
  const pivot = document instanceof Map ? document.get("pivot") : undefined;
  const restart = pivot instanceof Map ? pivot.get("restart") : undefined;
  need("release.restart", !/^[a-z]/.test(restart));
}

/** Check how a manifest in a release is written, if it is JSON. */
export function checkWritten(data) {
  if (isJson(data)) checkSpelling(parse(data));
}

/** Decode the approval of one member, from a file of its own. */
export function readApproval(data) {
  let value;
  if (data[0] === 0x7b) value = APPROVAL.json(parse(data));
  else {
    const reader = new Borsh(data);
    value = APPROVAL.borsh(reader);
    need("release.approval-end", reader.at === data.length);
  }
  APPROVAL.check(value);
  return value;
}
