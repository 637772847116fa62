// Tokens: wire-formats.md, section 5, and the OIDC tokens of 2.3.
import { need } from "./checks.mjs";
import { CURVES, hexPoint, rawSignature, verifyEcdsa } from "./curves.mjs";
import { base64url, decimal, filled, sha256, text } from "./encodings.mjs";
import { members, Num, parse } from "./json.mjs";

const VERIFICATION_CLAIMS = ["id", "verification_type", "contact", "organization_id", "public_key", "exp"];
const SESSION_CLAIMS = ["exp", "public_key", "session_type", "user_id", "organization_id"];
const SCOPE_CLAIMS = ["session_profile_id", "scope"];
const LAST_SECOND = 253402300799;

/** Split and decode a token; neither its signature nor its expiry is looked at. */
function split(token, claimNames) {
  const parts = text(token, "token").split(".");
  need("token.three-parts", parts.length === 3);
  const [header, payload, signature] = parts.map((part) => base64url(part ?? "", "token.part", "none"));
  const { alg, typ, crit } = members(parse(header), ["alg", "typ", "crit"], "token.header");
  need("token.alg", alg === "ES256", "unsupported");
  need("token.typ", typ === "JWT", "unsupported");
  need("token.crit", crit === undefined, "unsupported");
  const claims = members(parse(payload), claimNames, "token.claims");
  const { r, s } = rawSignature(signature, "token.signature");
  const { n: order } = CURVES.p256;
  need(
    "token.signature-range",
    [r, s].every((each) => each > 0n && each < order),
  );
  return {
    claims,
    signature: { r, s },
    signed: Buffer.from(`${parts[0]}.${parts[1]}`),
  };
}

const verify = ({ signature, signed }, key, message = signed) =>
  verifyEcdsa(
    signature,
    message,
    hexPoint(key, "p256", ["uncompressed"], "token.trusted-key"),
    "p256",
    "token.signature",
  );

function verificationClaims(claims) {
  for (const name of VERIFICATION_CLAIMS) filled(claims[name], `token.${name}`);
  decimal(claims.exp, "token.exp");
  return claims;
}

/** Read the claims of a verification token, and verify nothing. */
export const readVerificationToken = (token) => verificationClaims(split(token, VERIFICATION_CLAIMS).claims);

export function verifyVerificationToken(token, key, now) {
  const read = split(token, VERIFICATION_CLAIMS);
  verify(read, key);
  const claims = verificationClaims(read.claims);
  need("token.expired", now === undefined || now < Number(claims.exp), "expired");
  return claims;
}

/** A number that is written as an integer in plain decimal. */
function integer(value, check) {
  need(`${check}.is-number`, value instanceof Num);
  return decimal(value.written, check, LAST_SECOND);
}

function verifySession(token, key, now, { allowScoped = false, expectedSessionProfileId }) {
  const read = split(token, [...SESSION_CLAIMS, ...SCOPE_CLAIMS]);
  verify(read, key, sha256(read.signed));
  const exp = integer(read.claims.exp, "token.exp");
  for (const name of SESSION_CLAIMS.slice(1)) filled(read.claims[name], `token.${name}`);
  const scopes = SCOPE_CLAIMS.filter((name) => Object.hasOwn(read.claims, name));
  for (const name of scopes) filled(read.claims[name], `token.${name}`);
  need("token.expired", now < exp * 1000, "expired");
  if (expectedSessionProfileId !== undefined) {
    need("token.profile", read.claims.session_profile_id === expectedSessionProfileId, "wrong-scope");
  } else need("token.unrestricted", allowScoped || scopes.length === 0, "wrong-scope");
  return { ...read.claims, exp };
}

const OIDC_CLAIMS = ["nonce", "tknonce", "exp"];

/** Read the claims of an OIDC token; header and signature are for who verifies it. */
export function readOidcToken(token) {
  const parts = text(token, "token").split(".");
  need("token.three-parts", parts.length === 3);
  const [, payload] = parts.map((part) => base64url(part ?? "", "token.part", "none"));
  return members(parse(payload), OIDC_CLAIMS, "token.claims");
}


/** Verify the token of the issuer whose key is given; expiry in milliseconds, if it has one. */
export function verifyOidcToken(token, key, now) {
  need("token.issuer-known", key !== undefined, "untrusted-signer");
  const read = split(token, OIDC_CLAIMS);
  verify(read, key);
  const { nonce, tknonce, exp } = read.claims;
  const expires = exp === undefined ? undefined : integer(exp, "token.exp") * 1000;
  need("token.expired", expires === undefined || now === undefined || now < expires, "expired");
  return { nonce, tknonce, expires };
}

export const GROUPS = {
  SessionJwt: ({ token, notarizerPublicKey, now, ...expected }) => ({
    claims: verifySession(token, notarizerPublicKey, now, expected),
  }),
  VerificationToken: ({ token, tlsFetcherPublicKey, now }) => ({
    claims: verifyVerificationToken(token, tlsFetcherPublicKey, now),
  }),
};
