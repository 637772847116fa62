// Activities and their votes: wire-formats.md, section 11.
import { holds, need, refuse } from "./checks.mjs";
import { base64url, decimal, hex, sha256, text, utf8 } from "./encodings.mjs";
import { members, Num, parse, texts } from "./json.mjs";
import { SCHEMES, trustedKeys, verifyAttestedStamp, verifySignature } from "./stamps.mjs";
import { verifyWebAuthnStamp } from "./webauthn.mjs";

const PASSKEY = "SIGNATURE_SCHEME_TK_WEBAUTHN";
const ATTESTED = "SIGNATURE_SCHEME_TK_ATTESTED_P256";
const VOTE = ["message", "publicKey", "signature", "scheme", "selection"];

export const fingerprintOf = (body) => `sha256:${sha256(body).toString("hex")}`;

/** The key of a vote in hex; a passkey's may be base64url too. What is no key is none that is trusted. */
function keyOf({ publicKey, scheme }) {
  let key;
  const isHex = /^([0-9a-f]{2})+$/.test(publicKey) || /^([0-9A-F]{2})+$/.test(publicKey);
  if (isHex) return publicKey.toLowerCase();
  if (scheme === PASSKEY) holds(() => (key = base64url(publicKey, "vote.public-key").toString("hex")));
  return key;
}

/** What a body says; it is a request or an approval. */
function readBody(body) {
  const found = members(parse(body), ["type", "timestampMs", "organizationId", "parameters"], "vote.message");
  for (const name of ["type", "organizationId"]) text(found[name], `vote.message.${name}`);
  need("vote.message.parameters", found.parameters instanceof Map);
  return { ...found, time: decimal(found.timestampMs, "vote.message.timestampMs") };
}

/** Integers are compared as they are, other numbers as the doubles that are nearest to them. */
function sameNumber(a, b) {
  const isInteger = (written) => /^-?[0-9]+$/.test(written);
  if (isInteger(a) || isInteger(b)) return isInteger(a) && isInteger(b) && BigInt(a) === BigInt(b);
  return Number.isFinite(Number(a)) && Object.is(Number(a), Number(b));
}

/** Whether two values are equal but for members that are null in either. */
function same(a, b) {
  if (a instanceof Map && b instanceof Map) {
    const names = new Set([...a.keys(), ...b.keys()]);
    return [...names].every((name) =>
      (a.get(name) ?? null) === null || (b.get(name) ?? null) === null
        ? (a.get(name) ?? null) === (b.get(name) ?? null)
        : same(a.get(name), b.get(name)),
    );
  }
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => same(item, b[i]));
  if (a instanceof Num && b instanceof Num) return sameNumber(a.written, b.written);
  return a === b;
}

/** The name of the intent of a type: ACTIVITY_TYPE_CREATE_POLICY_V3 has createPolicyIntentV3. */
function intentName(type) {
  const [, words, version = ""] = /^ACTIVITY_TYPE_(.*?)(?:_(V[0-9]+))?$/.exec(type) ?? [];
  if (words === undefined) return undefined;
  const [first, ...rest] = words.toLowerCase().split("_");
  return `${first}${rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("")}Intent${version}`;
}

function verifyVote(vote, key, input, time) {
  const message = utf8(vote.message, "vote.message");
  if (vote.scheme === PASSKEY) {
    const { rpId, origin } = input;
    verifyWebAuthnStamp({ header: vote.signature, cosePublicKey: Buffer.from(key, "hex"), rpId, origin }, message);
  } else if (vote.scheme === ATTESTED) {
    const { publicKey, expires } = verifyAttestedStamp({ ...input, header: vote.signature }, message);
    need("vote.stamp-key", publicKey === key, "bad-signature");
    need("vote.token-expired", expires === undefined || time < expires, "expired");
  } else {
    if (!Object.hasOwn(SCHEMES, vote.scheme)) refuse("vote.scheme", "unsupported");
    verifySignature(vote.scheme, vote.publicKey, vote.signature, message);
  }
}

function verifyVotes(input) {
  trustedKeys(input.tlsFetcherPublicKey, input.oidcPublicKey);
  const names = ["organizationId", "type", "fingerprint", "intent", "votes"];
  let document = parse(text(input.activity, "activity"));
  const { activity: inner } = members(document, ["activity"], "answer");
  if (inner !== undefined) document = inner;
  const activity = members(document, names, "activity");
  for (const name of ["organizationId", "type", "fingerprint"]) text(activity[name], `activity.${name}`);
  need("activity.votes", Array.isArray(activity.votes));
  const { organizationId: wanted = activity.organizationId } = input;
  need("activity.organization", activity.organizationId === wanted, "wrong-organization");

  const votes = activity.votes.map((vote) => texts(vote, VOTE, "vote"));
  const trusted = [];
  for (const vote of votes) {
    const key = keyOf(vote);
    if (!input.trustedKeys.includes(key)) {
      need("vote.trusted", input.ignoreUntrusted === true, "untrusted-signer");
      continue;
    }
    need("vote.once", !trusted.some((other) => other.key === key));
    trusted.push({ ...vote, key });
  }
  need("vote.any", trusted.length > 0, "untrusted-signer");

  const found = trusted.map((vote) => {
    need("vote.selection", vote.selection === "VOTE_SELECTION_APPROVED", "bad-signature");
    const message = utf8(vote.message, "vote.message");
    const body = readBody(message);
    verifyVote(vote, vote.key, input, body.time);
    need("vote.organization", body.organizationId === activity.organizationId, "wrong-organization");
    const isRequest = fingerprintOf(message) === activity.fingerprint;
    if (!isRequest) {
      need("vote.approves", body.type === "ACTIVITY_TYPE_APPROVE_ACTIVITY", "bad-signature");
      const approved = members(body.parameters, ["fingerprint"], "vote.parameters");
      need("vote.fingerprint", approved.fingerprint === activity.fingerprint, "bad-signature");
    }
    return { publicKey: vote.key, scheme: vote.scheme, isRequest };
  });

  const known = input.requestBody === undefined ? [] : [hex(input.requestBody)];
  for (const body of known) need("request.fingerprint", fingerprintOf(body) === activity.fingerprint, "bad-signature");
  const bodies = [...known, ...votes.map(({ message }) => Buffer.from(message))];
  const request = bodies.find((body) => fingerprintOf(body) === activity.fingerprint);
  if (!request) refuse("request.known", "bad-signature");
  const body = readBody(request);
  need("request.organization", body.organizationId === activity.organizationId, "wrong-organization");
  need("request.type", body.type === activity.type, "bad-signature");
  need("activity.intent", activity.intent instanceof Map);
  need("activity.intent-has-one", activity.intent.size === 1);
  const [[name, intent]] = activity.intent;
  need("activity.intent-name", name === intentName(activity.type), "bad-signature");
  need("request.intent", same(intent, body.parameters), "bad-signature");
  return { votes: found };
}

export const GROUPS = {
  ActivityFingerprint: ({ body }) => ({ fingerprint: fingerprintOf(hex(body)) }),
  ActivityVotes: verifyVotes,
};
