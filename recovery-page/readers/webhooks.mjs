// Webhooks: wire-formats.md, section 9.
import { need, Refused } from "./checks.mjs";
import { ed25519Point, verifyEd25519 } from "./curves.mjs";
import { base64url, bytes, filled, hex, text } from "./encodings.mjs";
import { members, parse } from "./json.mjs";

const FIXED = {
  kty: "OKP",
  crv: "Ed25519",
  alg: "EdDSA",
  use: "sig",
  turnkey_signature_algorithm: "ed25519",
  turnkey_signature_version: "v1",
};
const SIGNED = ["timestamp", "event-id", "signature-key-id", "signature-algorithm", "signature-version", "signature"];
const TYPES = {
  "balances:confirmed": "BALANCE_CONFIRMED_UPDATES",
  "balances:finalized": "BALANCE_FINALIZED_UPDATES",
  "transaction:status": "SEND_TRANSACTION_STATUS_UPDATES",
};

function checkId(id, check) {
  need(`${check}.characters`, /^[A-Za-z0-9_-]*$/.test(id));
  need(`${check}.length`, id.length <= 128);
}

function keySet(jwks) {
  const { keys } = members(parse(text(jwks, "jwks")), ["keys"], "jwks");
  need("jwks.is-array", Array.isArray(keys));
  need("jwks.not-empty", keys.length > 0);
  const found = new Map();
  let unusable;
  for (const key of keys) {
    const [kid, point] = usable(key, (error) => {
      unusable ??= error;
    });
    if (kid === undefined) continue;
    need("jwk.duplicate-kid", !found.has(kid));
    found.set(kid, point);
  }
  if (found.size === 0 && unusable !== undefined) throw unusable;
  return found;
}

// A key that cannot be used is left out (RFC 7517, section 5).
function usable(key, leaveOut) {
  need("jwk.is-object", key instanceof Map);
  try {
    return readKey(key);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    leaveOut(error);
    return [];
  }
}

function readKey(key) {
  const read = members(key, [...Object.keys(FIXED), "kid", "x"], "jwk");
  for (const name of Object.keys(FIXED)) text(read[name], `jwk.${name}`);
  checkId(filled(read.kid, "jwk.kid"), "jwk.kid");
  const point = ed25519Point(base64url(read.x, "jwk.x", "none"), "jwk.key");
  for (const [name, value] of Object.entries(FIXED)) need(`jwk.${name}.value`, read[name] === value, "unsupported");
  const operations = key.has("key_ops") ? key.get("key_ops") : ["verify"];
  need("jwk.key_ops", Array.isArray(operations) && operations.includes("verify"), "unsupported");
  return [read.kid, point];
}

function headersOf(headers) {
  // Header names are ASCII: the Kelvin sign is no k.
  const lower = (name) => name.replace(/[A-Z]/g, (c) => c.toLowerCase());
  return Object.fromEntries(
    SIGNED.map((name) => {
      const values = headers.filter(([each]) => lower(each) === `x-turnkey-${name}`).map(([, value]) => value);
      need(`webhook.${name}.there`, values.length > 0 && values[0] !== "");
      need(`webhook.${name}.once`, values.length === 1);
      return [name, values[0]];
    }),
  );
}

function verify({ headers, body, jwks, organizationId, maxAgeMs, now }) {
  need("webhook.expected-organization", organizationId !== "", "wrong-organization");
  const found = headersOf(headers);
  for (const name of ["event-id", "signature-key-id"]) checkId(found[name], `webhook.${name}`);
  need("webhook.version", found["signature-version"] === "v1", "unsupported");
  need("webhook.algorithm", found["signature-algorithm"] === "ed25519", "unsupported");
  need("webhook.timestamp.digits", /^[0-9]{1,128}$/.test(found.timestamp));
  need("webhook.timestamp.limit", Number(found.timestamp) <= Number.MAX_SAFE_INTEGER);
  const timestampMs = Number(found.timestamp);
  need("webhook.age", Math.abs(now - timestampMs) <= maxAgeMs, "expired");
  const keys = keySet(jwks);
  need("webhook.key-known", keys.has(found["signature-key-id"]), "untrusted-signer");
  const key = keys.get(found["signature-key-id"]) ?? [...keys.values()][0];
  const raw = hex(body);
  const signed = ["v1.ed25519", found["signature-key-id"], found.timestamp, found["event-id"]].join(".");
  verifyEd25519(hex(found.signature, "webhook.signature.hex"), bytes(signed, ".", raw), key, "webhook.signature");
  const read = members(parse(raw), ["type", "organizationId", "parentOrganizationId"], "webhook.body");
  for (const name of ["organizationId", "parentOrganizationId"]) {
    need(`webhook.${name}.is-text`, !(name in read) || typeof read[name] === "string");
  }
  need("webhook.type.is-text", !("type" in read) || read.type === null || typeof read.type === "string");
  const deliveredTo = read.parentOrganizationId ?? read.organizationId;
  need("webhook.has-organization", deliveredTo !== undefined);
  need("webhook.organization", deliveredTo === organizationId, "wrong-organization");
  const type = read.type ?? null;
  const eventType = type?.startsWith("ACTIVITY_TYPE_") ? "ACTIVITY_UPDATES" : type;
  const named = type !== null && Object.hasOwn(TYPES, type) ? TYPES[type] : eventType;
  return { eventId: found["event-id"], eventType: named, timestampMs, deliveredTo };
}

export const GROUPS = {
  WebhookVerification: verify,
  WebhookKeySet: ({ jwks }) => ({
    keys: Object.fromEntries([...keySet(jwks)].map(([kid, key]) => [kid, key.toString("hex")])),
  }),
};
