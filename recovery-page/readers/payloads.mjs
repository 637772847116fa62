// What is signed for a payload: wire-formats.md, section 12.
import { need } from "./checks.mjs";
import { CURVE_NAMES, eip55 } from "./addresses.mjs";
import { bytes, fromNumber, hex, keccak256, sha256, text, utf8 } from "./encodings.mjs";
import { Num, parse } from "./json.mjs";

const HASHES = { HASH_FUNCTION_SHA256: sha256, HASH_FUNCTION_KECCAK256: keccak256 };
const DOMAIN_MEMBERS = {
  name: "string",
  version: "string",
  chainId: "uint256",
  verifyingContract: "address",
  salt: "bytes32",
};
const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const TYPE_NAME = /^[A-Za-z_$][A-Za-z0-9_$]*(:[A-Za-z_$][A-Za-z0-9_$]*)*$/;
const LIKE_ATOMIC = /^(address|bool|string|(bytes|u?int)[0-9]*)$/;
const [MOST_TYPES, MOST_VALUES] = [128, 20000];

/** The members of an object, which are exactly these. */
function exactly(value, names, check) {
  need(`${check}.is-object`, value instanceof Map);
  const given = value instanceof Map ? value : new Map();
  for (const name of names) need(`${check}.missing`, given.has(name));
  need(
    `${check}.undeclared`,
    [...given.keys()].every((name) => names.includes(name)),
  );
  return given;
}

function integer(value, check, { allowHex }) {
  if (value instanceof Num) {
    need(`${check}.whole`, /^-?[0-9]+$/.test(value.written));
    const number = /^-?[0-9]+$/.test(value.written) ? BigInt(value.written) : 0n;
    need(`${check}.exact`, number < 2n ** 53n && number > -(2n ** 53n));
    return number;
  }
  text(value, check);
  if (allowHex && String(value).startsWith("0x")) {
    need(`${check}.hex`, /^0x[0-9a-fA-F]{1,64}$/.test(value));
    return /^0x[0-9a-fA-F]+$/.test(value) ? BigInt(value) : 0n;
  }
  need(`${check}.decimal`, /^(0|-?[1-9][0-9]*)$/.test(value));
  return /^-?[0-9]+$/.test(value) ? BigInt(value) : 0n;
}

function address(value, check) {
  text(value, check);
  need(`${check}.form`, /^0x[0-9a-fA-F]{40}$/.test(value));
  const digits = String(value).replace(/^0x/, "");
  const data = Buffer.from(digits, "hex");
  const cases = [digits.toLowerCase(), digits.toUpperCase(), eip55(data).slice(2)];
  need(`${check}.eip55`, cases.includes(digits));
  return data;
}

function hexBytes(value, check) {
  text(value, check);
  need(`${check}.form`, /^0x([0-9a-fA-F]{2})*$/.test(value));
  return Buffer.from(String(value).replace(/^0x/, ""), "hex");
}

const inTwos = (number) => fromNumber(BigInt.asUintN(256, number), 32);

/** The encoder of an atomic type; nothing for another. */
function atomic(name) {
  if (name === "bool") {
    return (value) => {
      need("value.bool", value === true || value === false);
      return inTwos(value === true ? 1n : 0n);
    };
  }
  if (name === "address") return (value) => bytes(Buffer.alloc(12), address(value, "value.address"));
  if (name === "bytes") return (value) => keccak256(hexBytes(value, "value.bytes"));
  if (name === "string") return (value) => keccak256(utf8(text(value, "value.string")));
  const [, fixed] = /^bytes([1-9][0-9]?)$/.exec(name) ?? [];
  if (fixed && Number(fixed) <= 32) {
    return (value) => {
      const data = hexBytes(value, "value.fixed-bytes");
      need("value.fixed-bytes.length", data.length === Number(fixed));
      return bytes(data, Buffer.alloc(32)).subarray(0, 32);
    };
  }
  const [, unsigned, bits] = /^(u?)int([1-9][0-9]{0,2})$/.exec(name) ?? [];
  if (!bits || Number(bits) % 8 || Number(bits) > 256) return undefined;
  const lowest = unsigned ? 0n : -(2n ** BigInt(bits - 1));
  const highest = 2n ** BigInt(unsigned ? bits : bits - 1) - 1n;
  return (value) => {
    const number = integer(value, "value.integer", { allowHex: true });
    need("value.integer.range", number >= lowest && number <= highest);
    return inTwos(number);
  };
}

function readMember(member) {
  const fields = exactly(member, ["name", "type"], "types.member");
  const name = text(fields.get("name"), "types.member-name");
  const type = text(fields.get("type"), "types.member-type");
  need("types.member-name.identifier", IDENTIFIER.test(name));
  need("types.member-type.form", /^[^[\]]*(\[([1-9][0-9]{0,8})?\])*$/.test(type));
  const base = String(type).replace(/\[.*$/s, "");
  const lengths = [...String(type).matchAll(/\[([0-9]*)\]/g)].map(([, length]) => length);
  return { name, type, base, lengths };
}

function readTypes(types) {
  need("types.is-object", types instanceof Map);
  need("types.most", types.size <= MOST_TYPES);
  const structs = new Map();
  for (const [name, declared] of types) {
    need("types.name", TYPE_NAME.test(name));
    need("types.name-like-atomic", !LIKE_ATOMIC.test(name));
    need("types.is-array", Array.isArray(declared));
    const members = declared.map(readMember);
    need("types.member-twice", new Set(members.map((member) => member.name)).size === members.length);
    structs.set(name, members);
  }
  for (const { base } of [...structs.values()].flat()) {
    need("types.refers-to-domain", base !== "EIP712Domain", "unsupported");
    need("types.declared", atomic(base) !== undefined || structs.has(base));
  }
  const domain = structs.get("EIP712Domain") ?? [];
  need("domain.is-declared", domain.length > 0);
  need(
    "domain.members",
    domain.every(({ name, type }) => Object.hasOwn(DOMAIN_MEMBERS, name) && DOMAIN_MEMBERS[name] === type),
  );
  const order = Object.keys(DOMAIN_MEMBERS).filter((name) => domain.some((member) => member.name === name));
  need("domain.order", order.join() === domain.map(({ name }) => name).join());
  return structs;
}

function typeHash(name, structs) {
  const found = new Set();
  const visit = (each) => {
    if (found.has(each) || !structs.has(each)) return;
    found.add(each);
    for (const { base } of structs.get(each)) visit(base);
  };
  visit(name);
  found.delete(name);
  const written = (each) =>
    `${each}(${structs
      .get(each)
      .map((member) => `${member.type} ${member.name}`)
      .join(",")})`;
  return keccak256(Buffer.from([name, ...[...found].sort()].map(written).join("")));
}

export function typedDataDigest(payload) {
  const whole = exactly(parse(payload), ["types", "domain", "primaryType", "message"], "typed-data");
  const structs = readTypes(whole.get("types"));
  const hashes = new Map();
  let values = 0;

  const encode = (value, { base, lengths }) => {
    need("value.most", (values += 1) <= MOST_VALUES);
    if (lengths.length) {
      need("value.is-array", Array.isArray(value));
      const length = lengths.at(-1);
      need("value.array-length", length === "" || value.length === Number(length));
      const inner = { base, lengths: lengths.slice(0, -1) };
      return keccak256(...value.map((item) => encode(item, inner)));
    }
    return structs.has(base) ? hashStruct(value, base) : atomic(base)(value);
  };
  const hashStruct = (value, name) => {
    const declared = structs.get(name);
    const given = exactly(
      value,
      declared.map((member) => member.name),
      name === "EIP712Domain" ? "domain" : "message",
    );
    if (!hashes.has(name)) hashes.set(name, typeHash(name, structs));
    return keccak256(hashes.get(name), ...declared.map((member) => encode(given.get(member.name), member)));
  };

  const primary = whole.get("primaryType");
  need("typed-data.primary-type-is-domain", primary !== "EIP712Domain", "unsupported");
  need("typed-data.primary-type", typeof primary === "string" && structs.has(primary));
  const separator = hashStruct(whole.get("domain"), "EIP712Domain");
  return keccak256([0x19, 1], separator, hashStruct(whole.get("message"), primary));
}

const minimal = (number) => (number ? fromNumber(number, Math.ceil(number.toString(16).length / 2)) : Buffer.alloc(0));
const rlpString = (data) => (data.length === 1 && data[0] < 0x80 ? data : bytes(0x80 + data.length, data));

export function authorizationDigest(payload, allowAnyChain) {
  const whole = exactly(parse(payload), ["address", "chainId", "nonce"], "authorization");
  const numbers = { chainId: 256n, nonce: 64n };
  for (const [name, bits] of Object.entries(numbers)) {
    const number = integer(whole.get(name), `authorization.${name}`, { allowHex: false });
    need(`authorization.${name}.range`, number >= 0n && number < 2n ** bits);
    numbers[name] = BigInt.asUintN(256, number);
  }
  need("authorization.any-chain", numbers.chainId !== 0n || allowAnyChain, "unsupported");
  const items = [minimal(numbers.chainId), address(whole.get("address"), "authorization.address"), minimal(numbers.nonce)];
  const list = bytes(...items.map(rlpString));
  return keccak256([5], list.length <= 55 ? [0xc0 + list.length] : [0xf8, list.length], list);
}

/** What is signed: a digest of 32 bytes, or for Ed25519 the payload's bytes. */
export function signedBytes({ payload, encoding, hashFunction, curve, allowAnyChain = false }) {
  text(payload, "payload");
  need("payload.curve", Object.hasOwn(CURVE_NAMES, curve), "unsupported");
  const isEd25519 = curve === "CURVE_ED25519";
  const known = [...Object.keys(HASHES), "HASH_FUNCTION_NO_OP", "HASH_FUNCTION_NOT_APPLICABLE"];
  need("payload.hash-function", known.includes(hashFunction), "unsupported");
  need("payload.ed25519", isEd25519 === (hashFunction === "HASH_FUNCTION_NOT_APPLICABLE"), "unsupported");
  const structured = /^PAYLOAD_ENCODING_EIP(712|7702_AUTHORIZATION)$/.exec(encoding);
  if (structured) {
    need("payload.needs-no-op", hashFunction === "HASH_FUNCTION_NO_OP", "unsupported");
    need("payload.needs-secp256k1", curve === "CURVE_SECP256K1", "unsupported");
    return structured[1] === "712" ? typedDataDigest(payload) : authorizationDigest(payload, allowAnyChain);
  }
  need("payload.encoding", /^PAYLOAD_ENCODING_(HEXADECIMAL|TEXT_UTF8)$/.test(encoding), "unsupported");
  const isText = String(encoding).endsWith("UTF8");
  const data = isText ? utf8(payload, "payload") : hex(payload.replace(/^0x/, ""), "payload.hex");
  if (Object.hasOwn(HASHES, hashFunction)) return HASHES[hashFunction](data);
  if (!isEd25519) need("payload.32-bytes", data.length === 32);
  return data;
}

export const GROUPS = {
  PayloadDigest: (input) => ({ digest: signedBytes(input).toString("hex") }),
};
