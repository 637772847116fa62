// Calls the service's official clients. A line of JSON is a request, and a line its answer.
import { createInterface } from "node:readline";
import {
  decryptExportBundle,
  encryptOtpCodeToBundle,
  encryptPrivateKeyToBundle,
  encryptWalletToBundle,
  generateP256KeyPair,
} from "@turnkey/crypto";
import { getWebAuthnAttestation } from "@turnkey/http";
import { recoverTransactionAddress, serializeTransaction } from "viem";
import { clients, connect } from "./connect.mjs";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const ask = async () => {
  const { value, done } = await lines.next();
  return done ? undefined : JSON.parse(value);
};

// The browser that the clients look for. The authenticator is at the other end: its answer is the next line.
async function authenticate(ceremony, { publicKey }) {
  say({ ceremony, challenge: Buffer.from(publicKey.challenge).toString("hex") });
  const { rawId, transports, ...given } = await ask();
  const fields = Object.entries(given).map(([name, hex]) => [name, Buffer.from(hex, "hex")]);
  return {
    type: "public-key",
    id: Buffer.from(rawId, "hex").toString("base64url"),
    rawId: Buffer.from(rawId, "hex"),
    response: { ...Object.fromEntries(fields), userHandle: null, getTransports: () => transports },
    getClientExtensionResults: () => ({}),
  };
}
const credentials = {
  create: (options) => authenticate("create", options),
  get: (options) => authenticate("get", options),
};
Object.defineProperty(globalThis, "navigator", { value: { credentials } });
globalThis.window = { PublicKeyCredential: Object };

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
  register: async ({ rpId, challenge }) => ({
    attestation: await getWebAuthnAttestation({
      publicKey: { rp: { id: rpId, name: "app" }, challenge: Buffer.from(challenge, "base64url") },
    }),
  }),
  unsigned: ({ to }) => ({
    transaction: serializeTransaction({
      type: "eip1559", chainId: 1, nonce: 0, maxFeePerGas: 9n, gas: 21000n, to, value: 1n,
    }).slice(2),
  }),
  recover: async ({ signed }) => ({
    address: await recoverTransactionAddress({ serializedTransaction: `0x${signed}` }),
  }),
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

for (let request = await ask(); request !== undefined; request = await ask()) {
  let answer;
  try {
    answer = await actions[request.action](request);
  } catch (error) {
    answer = { error: String(error?.message ?? error), code: error?.code ?? null, name: error?.name ?? null };
  }
  say(answer ?? {});
}
