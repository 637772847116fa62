// Client signatures: wire-formats.md, section 2.4.
import { need } from "./checks.mjs";
import { compress, hexPoint, publicKey, rawSignature, scalar, signDigest, verifyEcdsa } from "./curves.mjs";
import { filled, hex, sha256, text, utf8 } from "./encodings.mjs";
import { members, object, parse, texts } from "./json.mjs";
import { readVerificationToken } from "./tokens.mjs";

const SCHEME = "CLIENT_SIGNATURE_SCHEME_API_P256";
const [LOGIN, SIGNUP] = ["USAGE_TYPE_LOGIN", "USAGE_TYPE_SIGNUP"];
const LISTS = ["apiKeys", "authenticators", "oauthProviders"];
const TEXTS = ["email", "phoneNumber"];

const compressed = (value, check) => compress(hexPoint(value, "p256", ["compressed"], check));

function bindToken(token, key, tokenId) {
  const claims = readVerificationToken(token);
  need("client-signature.token-key", compressed(claims.public_key, "token.public-key").equals(key), "key-mismatch");
  need("client-signature.token-id", tokenId === undefined || claims.id === tokenId, "bad-signature");
  return claims;
}

/** What a message says: it is of one usage, and its members have the types that were signed for. */
function readMessage(message) {
  const found = members(parse(message), ["login", "signupV2", "tokenId", "type"], "message");
  const [isLogin, isSignup] = ["login", "signupV2"].map((name) => found[name] !== undefined);
  need("message.one-usage", isLogin !== isSignup);
  need("message.type", found.type === (isLogin ? LOGIN : SIGNUP));
  filled(found.tokenId, "message.tokenId");
  if (isLogin) filled(members(found.login, ["publicKey"], "message.login").publicKey, "message.login.publicKey");
  else {
    const signup = members(found.signupV2, [...LISTS, ...TEXTS], "message.signup");
    for (const name of LISTS.filter((each) => each in signup)) {
      need(`message.${name}.is-array`, Array.isArray(signup[name]));
      need(
        `message.${name}.has-objects`,
        signup[name].every((item) => item instanceof Map),
      );
    }
    for (const name of TEXTS.filter((each) => each in signup)) text(signup[name], `message.${name}`);
  }
  return found;
}

function verify({ clientSignature, verificationToken }) {
  const names = ["publicKey", "scheme", "message", "signature"];
  const { publicKey: keyText, scheme, message, signature } = texts(object(clientSignature), names, "client-signature");
  need("client-signature.scheme", scheme === SCHEME, "unsupported");
  const key = hexPoint(keyText, "p256", ["compressed"], "client-signature.public-key");
  const raw = rawSignature(hex(signature, "client-signature.hex"), "client-signature");
  verifyEcdsa(raw, utf8(text(message, "client-signature.message")), key, "p256", "client-signature");
  const { tokenId } = readMessage(message);
  if (verificationToken !== undefined) bindToken(verificationToken, compress(key), tokenId);
  return {};
}

function sign({ curve, privateKey, verificationToken }, usage, type) {
  need("client-signature.curve", curve === "p256", "unsupported");
  const secret = scalar(hex(privateKey), "p256");
  const key = compress(publicKey(secret, "p256"));
  const { id } = bindToken(verificationToken, key);
  const message = JSON.stringify({ ...usage(key.toString("hex")), tokenId: id, type });
  const signature = signDigest(sha256(utf8(message, "client-signature.message")), secret, "p256").raw.toString("hex");
  return { clientSignature: { publicKey: key.toString("hex"), scheme: SCHEME, message, signature } };
}

/** Refuse text with lone surrogates at any depth. */
function wellFormed(value) {
  if (typeof value === "string") utf8(value, "client-signature.text");
  else if (value !== null && typeof value === "object") {
    for (const [name, member] of Object.entries(value)) {
      wellFormed(name);
      wellFormed(member);
    }
  }
}

export const GROUPS = {
  ClientSignatureVerification: verify,
  ClientSignatureLogin: (input) =>
    sign(
      input,
      (own) => {
        const session = input.sessionPublicKey ?? own;
        compressed(session, "client-signature.session-key");
        return { login: { publicKey: session } };
      },
      LOGIN,
    ),
  ClientSignatureSignup: (input) =>
    sign(
      input,
      () => {
        const given = [...LISTS, ...TEXTS].filter((name) => input[name] !== undefined);
        const signupV2 = Object.fromEntries(given.map((name) => [name, input[name]]));
        wellFormed(signupV2);
        return { signupV2 };
      },
      SIGNUP,
    ),
};
