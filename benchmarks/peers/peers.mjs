// Measures the service's npm packages: a JSON request a line on standard input, a JSON answer a line on
// standard output. Keys and bodies come with the requests, so that all that is compared works on the same.
//
//   {"prepare": "stamp", "arguments": {...}}  ->  {"id": 0, "result": ...}: what one call gives
//   {"run": 0, "times": 10}                   ->  {"seconds": 0.01}: how long ten calls take

import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { ApiKeyStamper } from "@turnkey/api-key-stamper";
import * as crypto from "@turnkey/crypto";

// Each takes its arguments and gives a function of none, which is what is measured.
const calls = {
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
};

// By then the engine has compiled what it is going to compile.
const WARM_UP_MILLISECONDS = 300;

const prepared = [];

async function prepare(call, parameters) {
  const once = calls[call](parameters);
  const result = await once();
  for (const end = performance.now() + WARM_UP_MILLISECONDS; performance.now() < end; ) await once();
  return { id: prepared.push(once) - 1, result };
}

async function run(id, times) {
  const once = prepared[id];
  const start = performance.now();
  const used = process.cpuUsage();
  for (let done = 0; done < times; done++) await once();
  const { user, system } = process.cpuUsage(used);
  // Other processes add to the one, the engine's own helper threads to the other.
  return { seconds: Math.min((performance.now() - start) / 1e3, (user + system) / 1e6) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const answer =
    "prepare" in request ? await prepare(request.prepare, request.arguments) : await run(request.run, request.times);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
