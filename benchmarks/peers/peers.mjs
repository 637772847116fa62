// Measures the service's npm packages. Keys and bodies come with the requests, so that all that is compared works on
// the same.
import { ApiKeyStamper } from "@turnkey/api-key-stamper";
import * as crypto from "@turnkey/crypto";
import { answer } from "./measuring.mjs";

await answer({
  stamp: ({ apiPublicKey, apiPrivateKey, body }) => {
    const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey });
    return () => stamper.stamp(body);
  },
  decryptExportBundle: (parameters) => () => crypto.decryptExportBundle(parameters),
  encryptOtpCodeToBundle: ({ otpCode, targetBundle, publicKey, signer }) => () =>
    crypto.encryptOtpCodeToBundle(otpCode, targetBundle, publicKey, signer),
  decryptSecretBundle: (parameters) => () => crypto.decryptSecretBundle(parameters),
  encryptToEnclave: ({ publicKey, message }) => async () =>
    Buffer.from(await crypto.encryptToEnclave(publicKey, message)).toString("hex"),
  verifyWebhook: ({ headers, body, key, keyId, now }) => () =>
    crypto.verifyTurnkeyWebhookSignature({
      headers,
      body,
      verificationKeys: [{ keyId, publicKey: key, algorithm: "ed25519" }],
      maxTimestampAgeMs: 300000,
      nowMs: now,
    }),
  verifyStampSignature: ({ publicKey, signature, signedData }) => () =>
    crypto.verifyStampSignature(publicKey, signature, signedData),
  verifySessionJwtSignature: ({ jwt, notarizer }) => () => crypto.verifySessionJwtSignature(jwt, notarizer),
  verifyOtpVerificationToken: ({ jwt, tlsFetcher }) => () => crypto.verifyOtpVerificationToken(jwt, tlsFetcher),
});
