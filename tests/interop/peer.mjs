// Calls the service's npm packages for the tests: a JSON request a line on standard input, a JSON answer a
// line on standard output. Bytes travel as hex.
//
//   {"id": 1, "call": "getPublicKey", "arguments": {...}}  ->  {"id": 1, "result": ...} or {"id": 1, "error": "..."}
//   {"id": 1, "calls": [{"call": ..., "arguments": ...}, ...]}  ->  {"id": 1, "answers": [{"result": ...}, ...]}

import { createInterface } from "node:readline";
import { ApiKeyStamper } from "@turnkey/api-key-stamper";
import * as crypto from "@turnkey/crypto";
import * as encoding from "@turnkey/encoding";
import { TurnkeyClient } from "@turnkey/http";
import { ethereumCalls } from "./ethereum.mjs";
import { vectorCalls } from "./vectors.mjs";

const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (array) => Buffer.from(array).toString("hex");

const calls = {
  // @turnkey/api-key-stamper
  stamp: ({ body, ...config }) => new ApiKeyStamper(config).stamp(body),
  sign: ({ body, format, ...config }) => new ApiKeyStamper(config).sign(body, format),

  // @turnkey/crypto: keys, points, signatures
  generateP256KeyPair: () => crypto.generateP256KeyPair(),
  getPublicKey: ({ privateKey, isCompressed }) => hex(crypto.getPublicKey(privateKey, isCompressed)),
  compressRawPublicKey: ({ rawPublicKey }) => hex(crypto.compressRawPublicKey(bytes(rawPublicKey))),
  uncompressRawPublicKey: ({ rawPublicKey, curve }) => hex(crypto.uncompressRawPublicKey(bytes(rawPublicKey), curve)),
  fromDerSignature: ({ derSignature }) => hex(crypto.fromDerSignature(derSignature)),
  toDerSignature: ({ rawSignature }) => crypto.toDerSignature(rawSignature),
  verifyStampSignature: ({ publicKey, signature, signedData }) =>
    crypto.verifyStampSignature(publicKey, signature, signedData),

  // @turnkey/crypto: HPKE and bundles
  hpkeEncrypt: ({ plainText, targetKey }) =>
    crypto.formatHpkeBuf(crypto.hpkeEncrypt({ plainTextBuf: bytes(plainText), targetKeyBuf: bytes(targetKey) })),
  hpkeDecrypt: ({ ciphertext, encappedKey, receiverPriv }) =>
    hex(crypto.hpkeDecrypt({ ciphertextBuf: bytes(ciphertext), encappedKeyBuf: bytes(encappedKey), receiverPriv })),
  decryptExportBundle: (parameters) => crypto.decryptExportBundle(parameters),
  decryptCredentialBundle: ({ credentialBundle, embeddedKey }) =>
    crypto.decryptCredentialBundle(credentialBundle, embeddedKey),
  encryptWalletToBundle: (parameters) => crypto.encryptWalletToBundle(parameters),
  encryptPrivateKeyToBundle: (parameters) => crypto.encryptPrivateKeyToBundle(parameters),
  encryptOtpCodeToBundle: ({ otpCode, otpEncryptionTargetBundle, publicKey, dangerouslyOverrideSignerPublicKey }) =>
    crypto.encryptOtpCodeToBundle(otpCode, otpEncryptionTargetBundle, publicKey, dangerouslyOverrideSignerPublicKey),

  // @turnkey/crypto: tokens
  verifySessionJwtSignature: ({ jwt, dangerouslyOverrideNotarizerPublicKey }) =>
    crypto.verifySessionJwtSignature(jwt, dangerouslyOverrideNotarizerPublicKey),
  verifyOtpVerificationToken: ({ jwt, dangerouslyOverrideSignerPublicKey }) =>
    crypto.verifyOtpVerificationToken(jwt, dangerouslyOverrideSignerPublicKey),

  // @turnkey/crypto: the keys it pins
  pinnedKeys: () => ({
    signer: crypto.PRODUCTION_SIGNER_SIGN_PUBLIC_KEY,
    tlsFetcher: crypto.PRODUCTION_TLS_FETCHER_SIGN_PUBLIC_KEY,
    notarizer: crypto.PRODUCTION_NOTARIZER_SIGN_PUBLIC_KEY,
    tlsFetcherEncryption: crypto.PRODUCTION_TLS_FETCHER_ENCRYPT_PUBLIC_KEY,
    onRamp: crypto.PRODUCTION_ON_RAMP_CREDENTIALS_ENCRYPTION_PUBLIC_KEY,
  }),

  // @turnkey/http: a request of an operation, stamped and not sent
  stampRequest: ({ operation, input, baseUrl, ...key }) =>
    new TurnkeyClient({ baseUrl }, new ApiKeyStamper(key))[`stamp${operation}`](input),

  // @turnkey/encoding
  hexStringToBase64url: ({ input }) => encoding.hexStringToBase64url(input),
  decodeBase64urlToString: ({ input }) => encoding.decodeBase64urlToString(input),
  uint8ArrayFromHexString: ({ hexString }) => hex(encoding.uint8ArrayFromHexString(hexString)),
  uint8ArrayToHexString: ({ input }) => encoding.uint8ArrayToHexString(bytes(input)),
  bs58Encode: ({ input }) => encoding.bs58.encode(bytes(input)),
  bs58Decode: ({ input }) => hex(encoding.bs58.decode(input)),
  bs58checkEncode: ({ input }) => encoding.bs58check.encode(bytes(input)),
  bs58checkDecode: ({ input }) => hex(encoding.bs58check.decode(input)),

  ...vectorCalls,
  ...ethereumCalls,
};

async function answer({ call, arguments: parameters }) {
  try {
    return { result: await calls[call](parameters) };
  } catch (error) {
    return { error: String(error.message) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, calls: several, ...one } = JSON.parse(line);
  // One after the other: some calls set the clock for as long as they take.
  const answers = [];
  for (const each of several ?? [one]) answers.push(await answer(each));
  process.stdout.write(`${JSON.stringify(several ? { id, answers } : { id, ...answers[0] })}\n`);
}
