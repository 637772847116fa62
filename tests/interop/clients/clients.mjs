// Calls the service's official clients, which are as the registry has them: only their base URLs are others.
// A line of JSON is a request, and a line its answer.
import { createInterface } from "node:readline";
import { ApiKeyStamper } from "@turnkey/api-key-stamper";
import { TurnkeyClient as CoreClient } from "@turnkey/core";
import {
  decryptExportBundle,
  encryptOtpCodeToBundle,
  encryptPrivateKeyToBundle,
  encryptWalletToBundle,
  generateP256KeyPair,
} from "@turnkey/crypto";
import { TurnkeyClient as HttpClient } from "@turnkey/http";
import { Turnkey } from "@turnkey/sdk-server";

const clients = {};

function connect({ info }) {
  const stamper = new ApiKeyStamper({
    apiPublicKey: info.apiPublicKey,
    apiPrivateKey: info.apiPrivateKey,
  });
  clients["@turnkey/http"] = new HttpClient({ baseUrl: info.url }, stamper);
  clients["@turnkey/sdk-server"] = new Turnkey({
    apiBaseUrl: info.url,
    apiPublicKey: info.apiPublicKey,
    apiPrivateKey: info.apiPrivateKey,
    defaultOrganizationId: info.organizationId,
  }).apiClient();
  clients["@turnkey/core"] = new CoreClient(
    {
      organizationId: info.organizationId,
      apiBaseUrl: info.url,
      authProxyUrl: info.authProxyUrl,
      authProxyConfigId: info.configurationId,
    },
    stamper,
  ).createHttpClient();
  return { names: Object.keys(clients) };
}

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
