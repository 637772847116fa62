// The service's official clients that sign, which are as the registry has them: only their base URLs are others.
// A line of JSON is a request, and a line its answer. What a client made is checked by the network's own library.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import "fake-indexeddb/auto";
import { Secp256k1, Secp256k1Signature, sha256 } from "@cosmjs/crypto";
import { fromBase64 } from "@cosmjs/encoding";
import { makeSignBytes } from "@cosmjs/proto-signing";
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/signers";
import * as ethers from "ethers";
import * as viem from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { verifyAuthorization } from "viem/utils";

const require = createRequire(import.meta.url);
const { ApiKeyStamper } = require("@turnkey/api-key-stamper");
const { TurnkeyDirectWallet } = require("@turnkey/cosmjs");
const { createEIP1193Provider } = require("@turnkey/eip-1193-provider");
const { TurnkeySigner: EthersSigner } = require("@turnkey/ethers");
const { TurnkeyClient: OldClient } = require("@turnkey/http");
const { TurnkeyClient } = require("turnkey-http-newest");
const { IndexedDbStamper } = require("@turnkey/indexed-db-stamper");
const { Turnkey } = require("@turnkey/sdk-server");
const { TurnkeySigner: SolanaSigner } = require("@turnkey/solana");
const { createAccount, signTypedData } = require("@turnkey/viem");
const { WalletStamper, WalletType } = require("@turnkey/wallet-stamper");
const { TurnkeySigner: KeychainSigner } = await import("@solana/keychain-turnkey");

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const TO = "0x3535353535353535353535353535353535353535";
const TYPED = {
  domain: { name: "tests", version: "1", chainId: 1, verifyingContract: TO },
  types: { Order: [{ name: "to", type: "address" }, { name: "amount", type: "uint256" }] },
  primaryType: "Order",
  message: { to: TO, amount: 5n },
};
const TRANSACTIONS = {
  "legacy transactions": { type: "legacy", chainId: 1, nonce: 9, gasPrice: 20000000000n, gas: 21000n, to: TO, value: 1n },
  "EIP-2930": {
    type: "eip2930", chainId: 1, nonce: 300, gasPrice: 2n, gas: 21000n, to: TO, value: 0n, data: "0x010203",
    accessList: [{ address: TO, storageKeys: [`0x${"11".repeat(32)}`] }],
  },
  "EIP-1559": { type: "eip1559", chainId: 11155111, nonce: 0, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, gas: 21000n, to: TO },
  "creation of a contract": { type: "eip1559", chainId: 1, nonce: 1, maxFeePerGas: 9n, gas: 90000n, data: "0x6000" },
  "EIP-4844": {
    type: "eip4844", chainId: 1, nonce: 2, maxFeePerGas: 9n, maxFeePerBlobGas: 3n, gas: 21000n, to: TO,
    blobVersionedHashes: [`0x01${"22".repeat(31)}`],
  },
};

let info;
const stamper = (keys = info) =>
  new ApiKeyStamper({ apiPublicKey: keys.apiPublicKey, apiPrivateKey: keys.apiPrivateKey });
const clients = {
  "@turnkey/http": (keys = info) => new TurnkeyClient({ baseUrl: info.url }, stamper(keys)),
  "@turnkey/sdk-server": (keys = info) =>
    new Turnkey({
      apiBaseUrl: info.url,
      apiPublicKey: keys.apiPublicKey,
      apiPrivateKey: keys.apiPrivateKey,
      defaultOrganizationId: info.organizationId,
      // Nobody is about to vote.
      activityPoller: { intervalMs: 1, numRetries: 1 },
    }).apiClient(),
};

async function useViem({ client, signWith }) {
  const account = await createAccount({ client: clients[client](), organizationId: info.organizationId, signWith });
  const found = { "the address": account.address };
  const signature = await account.signMessage({ message: "hello" });
  found.messages = await viem.recoverMessageAddress({ message: "hello", signature });
  const wallet = viem.createWalletClient({ account, chain: null, transport: viem.http("http://127.0.0.1:9") });
  found["typed data"] = await viem.recoverTypedDataAddress({ ...TYPED, signature: await wallet.signTypedData(TYPED) });
  for (const [name, transaction] of Object.entries(TRANSACTIONS)) {
    const serializedTransaction = await account.signTransaction(transaction);
    found[name] = await viem.recoverTransactionAddress({ serializedTransaction });
  }
  const authorization = await account.signAuthorization({ address: TO, chainId: 1, nonce: 7 });
  found["EIP-7702 authorizations"] = (await verifyAuthorization({ address: account.address, authorization })) && account.address;
  const eip7702 = {
    type: "eip7702", chainId: 1, nonce: 3, maxFeePerGas: 9n, gas: 90000n, to: account.address,
    authorizationList: [authorization],
  };
  found["EIP-7702"] = await viem.recoverTransactionAddress({ serializedTransaction: await account.signTransaction(eip7702) });
  // Without EIP712Domain, the client sends an empty domain.
  const { domain, ...rest } = TYPED;
  const direct = await signTypedData(clients[client](), rest, info.organizationId, account.address);
  const empty = { ...rest, domain: {}, types: { ...TYPED.types, EIP712Domain: [] } };
  found["typed data without EIP712Domain"] = await viem.recoverTypedDataAddress({ ...empty, signature: direct });
  return found;
}

// A payment that a policy allows, refuses or lets wait for another user: as the client tells it.
async function payWithViem({ client, signWith, keys, to }) {
  const account = await createAccount({ client: clients[client](keys), organizationId: info.organizationId, signWith });
  try {
    const serializedTransaction = await account.signTransaction({ ...TRANSACTIONS["EIP-1559"], to });
    return { signer: await viem.recoverTransactionAddress({ serializedTransaction }) };
  } catch (error) {
    const cause = error.cause ?? error;
    return { refused: cause.name, text: String(cause), status: cause.activityStatus };
  }
}

async function useEthers({ client, signWith }) {
  const signer = new EthersSigner({ client: clients[client](), organizationId: info.organizationId, signWith });
  const found = { "the address": await signer.getAddress() };
  found.messages = ethers.verifyMessage("hello", await signer.signMessage("hello"));
  const { domain, types, message } = TYPED;
  found["typed data"] = ethers.verifyTypedData(domain, types, message, await signer.signTypedData(domain, types, message));
  const fees = { maxFeePerGas: 9, maxPriorityFeePerGas: 1 };
  const given = { to: TO, value: 1, nonce: 4, gasLimit: 21000, chainId: 1 };
  for (const [name, fields] of Object.entries({
    "legacy transactions": { type: 0, gasPrice: 5 },
    "EIP-2930": { type: 1, gasPrice: 5, accessList: [] },
    "EIP-1559": { type: 2, ...fees },
  })) {
    const signed = await signer.signTransaction({ ...given, ...fields, from: found["the address"] });
    found[name] = ethers.Transaction.from(signed).from;
  }
  return found;
}

function transferTransaction(from, version) {
  const payer = new PublicKey(from);
  const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: PublicKey.default, lamports: 5 });
  const recentBlockhash = PublicKey.default.toBase58();
  if (version === "legacy") {
    return new Transaction({ feePayer: payer, recentBlockhash }).add(transfer);
  }
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash, instructions: [transfer] });
  return new VersionedTransaction(message.compileToV0Message());
}

async function verifies(from, message, signature) {
  const key = await crypto.subtle.importKey("raw", new PublicKey(from).toBytes(), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, signature, message);
}

async function isSigned(transaction, from) {
  if (transaction instanceof Transaction) {
    return transaction.verifySignatures();
  }
  return verifies(from, transaction.message.serialize(), transaction.signatures[0]);
}

async function useSolana({ client, address }) {
  const signer = new SolanaSigner({ client: clients[client](), organizationId: info.organizationId });
  const found = {};
  const message = new TextEncoder().encode("hello");
  found.messages = await verifies(address, message, await signer.signMessage(message, address));
  for (const version of ["legacy", "version 0"]) {
    const added = transferTransaction(address, version);
    await signer.addSignature(added, address);
    found[`${version} transactions by addSignature`] = await isSigned(added, address);
    const signed = await signer.signTransaction(transferTransaction(address, version), address);
    found[`${version} transactions by signTransaction`] = await isSigned(signed, address);
  }
  const several = ["legacy", "version 0", "legacy"].map((version) => transferTransaction(address, version));
  const signed = await signer.signAllTransactions(several, address);
  found["several transactions"] = (await Promise.all(signed.map((each) => isSigned(each, address)))).every(Boolean);
  return found;
}

async function useKeychain({ privateKeyId, address }) {
  const signer = new KeychainSigner({
    apiBaseUrl: info.url, apiPublicKey: info.apiPublicKey, apiPrivateKey: info.apiPrivateKey,
    organizationId: info.organizationId, privateKeyId, publicKey: address,
  });
  const content = new TextEncoder().encode("hello");
  const [dictionary] = await signer.signMessages([{ content, signatures: {} }]);
  const transaction = transferTransaction(address, "version 0");
  const messageBytes = transaction.message.serialize();
  const [signed] = await signer.signTransactions([{ messageBytes, signatures: { [address]: null } }]);
  return {
    "whether it is available": await signer.isAvailable(),
    messages: await verifies(address, content, dictionary[address]),
    transactions: await verifies(address, messageBytes, signed[address]),
  };
}

async function useCosmjs({ client, signWith }) {
  const wallet = await TurnkeyDirectWallet.init({
    config: { client: clients[client](), organizationId: info.organizationId, signWith }, prefix: "cosmos",
  });
  const [account] = await wallet.getAccounts();
  const signDoc = { bodyBytes: new Uint8Array([1]), authInfoBytes: new Uint8Array([2]), chainId: "c", accountNumber: 1n };
  const { signature } = await wallet.signDirect(account.address, signDoc);
  const digest = sha256(makeSignBytes(signDoc));
  // The client for @turnkey/http has the service hash the digest again.
  const signed = client === "@turnkey/http" ? sha256(digest) : digest;
  const parsed = Secp256k1Signature.fromFixedLength(fromBase64(signature.signature));
  return { address: account.address, signDirect: await Secp256k1.verifySignature(parsed, signed, account.pubkey) };
}

async function useProvider({ walletId }) {
  // The provider asks the chain's node for its id, over http only in tests.
  process.env.NODE_ENV = "test";
  const node = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(body).id, result: "0x1" }));
    });
  });
  await new Promise((listening) => node.listen(0, "127.0.0.1", listening));
  try {
    const provider = await createEIP1193Provider({
      walletId, organizationId: info.organizationId, turnkeyClient: new OldClient({ baseUrl: info.url }, stamper()),
      chains: [{
        chainName: "test", chainId: "0x1", nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrls: [`http://127.0.0.1:${node.address().port}`], blockExplorerUrls: ["https://example.com"],
      }],
    });
    const accounts = await provider.request({ method: "eth_requestAccounts" });
    const address = viem.getAddress(accounts[0]);
    const types = {
      ...TYPED.types,
      EIP712Domain: [
        { name: "name", type: "string" }, { name: "version", type: "string" },
        { name: "chainId", type: "uint256" }, { name: "verifyingContract", type: "address" },
      ],
    };
    const data = { ...TYPED, types, message: { to: TO, amount: "5" } };
    const signature = await provider.request({ method: "eth_signTypedData_v4", params: [address, data] });
    const personal = await provider.request({ method: "personal_sign", params: ["0x6869", address] });
    // The client signs the message itself, padded to 32 bytes, and not as EIP-191 says.
    const padded = viem.pad("0x6869", { size: 32 });
    return {
      accounts: accounts.map((each) => viem.getAddress(each)),
      "typed data": await viem.recoverTypedDataAddress({ ...TYPED, types, signature }),
      "personal_sign": await viem.recoverAddress({ hash: padded, signature: personal }),
    };
  } finally {
    node.close();
  }
}

async function whoamiWith(made) {
  const client = new TurnkeyClient({ baseUrl: info.url }, made);
  return { userId: (await client.getWhoami({ organizationId: info.organizationId })).userId };
}

const ETHEREUM_WALLET = privateKeyToAccount(`0x${"46".repeat(32)}`);
const SOLANA_WALLET = Keypair.fromSeed(new Uint8Array(32).fill(7));
const wallets = {
  ethereum: { type: WalletType.Ethereum, signMessage: (message) => ETHEREUM_WALLET.signMessage({ message }) },
  solana: {
    type: WalletType.Solana,
    getPublicKey: async () => hex(SOLANA_WALLET.publicKey.toBytes()),
    signMessage: async (message) => {
      const signer = await createKeyPairSignerFromPrivateKeyBytes(SOLANA_WALLET.secretKey.slice(0, 32));
      const content = new TextEncoder().encode(message);
      const [signatures] = await signer.signMessages([{ content, signatures: {} }]);
      return hex(signatures[signer.address]);
    },
  },
};
let indexedDb;

const actions = {
  connect: (request) => {
    info = request.info;
  },
  viem: useViem,
  pay: payWithViem,
  ethers: useEthers,
  solana: useSolana,
  keychain: useKeychain,
  cosmjs: useCosmjs,
  provider: useProvider,
  walletKeys: async () => ({
    ethereum: viem.toHex(viem.hexToBytes(ethers.SigningKey.computePublicKey(ETHEREUM_WALLET.publicKey, true))).slice(2),
    solana: hex(SOLANA_WALLET.publicKey.toBytes()),
  }),
  walletStamper: ({ wallet }) => whoamiWith(new WalletStamper(wallets[wallet])),
  indexedDbKey: async () => {
    // It looks for a browser.
    globalThis.window ??= globalThis;
    indexedDb = new IndexedDbStamper();
    await indexedDb.init();
    return { publicKey: indexedDb.getPublicKey() };
  },
  indexedDbStamper: () => whoamiWith(indexedDb),
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = await actions[request.action](request);
  } catch (error) {
    answer = { error: String(error?.stack ?? error), cause: String(error?.cause ?? "") };
  }
  process.stdout.write(`${JSON.stringify(answer ?? {})}\n`);
}
