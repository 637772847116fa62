// Calls the service's official clients. A line of JSON is a request, and a line its answer.
import { createInterface } from "node:readline";
import {
  decryptExportBundle,
  encryptOtpCodeToBundle,
  encryptPrivateKeyToBundle,
  encryptWalletToBundle,
  generateP256KeyPair,
} from "@turnkey/crypto";
import { clients, connect } from "./connect.mjs";

async function call({ client, method, input }) {
  const made = clients[client];
  if (typeof made[method] !== "function") {
    return { missing: true };
  }
  return { result: await made[method](input) };
}

const actions = {
  connect,
  call,
  newKeyPair: () => generateP256KeyPair(),
  openExport: async ({ bundle, privateKey, organizationId, signer, keyFormat, returnMnemonic }) => ({
    opened: await decryptExportBundle({
      exportBundle: bundle,
      embeddedKey: privateKey,
      organizationId,
      dangerouslyOverrideSignerPublicKey: signer,
      keyFormat,
      returnMnemonic,
    }),
  }),
  sealWallet: async ({ bundle, mnemonic, organizationId, userId, signer }) => ({
    sealed: await encryptWalletToBundle({
      mnemonic,
      importBundle: bundle,
      organizationId,
      userId,
      dangerouslyOverrideSignerPublicKey: signer,
    }),
  }),
  sealPrivateKey: async ({ bundle, privateKey, organizationId, userId, signer }) => ({
    sealed: await encryptPrivateKeyToBundle({
      privateKey,
      keyFormat: "HEXADECIMAL",
      importBundle: bundle,
      organizationId,
      userId,
      dangerouslyOverrideSignerPublicKey: signer,
    }),
  }),
  sealOtp: async ({ code, bundle, publicKey, tlsFetcher }) => ({
    sealed: await encryptOtpCodeToBundle(code, bundle, publicKey, tlsFetcher),
  }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = await actions[request.action](request);
  } catch (error) {
    answer = { error: String(error?.message ?? error), code: error?.code ?? null };
  }
  process.stdout.write(`${JSON.stringify(answer ?? {})}\n`);
}
