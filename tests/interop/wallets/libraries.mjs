// Asks the libraries of wallets, from npm, for addresses and for private keys as text: a JSON request a line on
// standard input, a JSON answer a line on standard output. Bytes travel as hex.
//
//   {"calls": [{"library": "xrpl", "call": "address", "arguments": {...}}, ...]}
//     ->  {"answers": [{"result": ...}, {"error": "..."}, ...]}
//
// Every library has some of these calls:
//   address: {format, variant, curve, publicKey}  ->  {address}; a format has no ADDRESS_FORMAT_ in front
//   derive: {mnemonic, passphrase, path, curve}   ->  {privateKey, publicKey, ...}
//   write: {form, privateKey}                     ->  {text}
//   read: {form, text, password}                  ->  {privateKey}
//   import: {format, variant, text}               ->  {address}, which a program shows after importing the text
//
// What a library does not check is not checked here.

import { pbkdf2Sync } from "node:crypto";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import * as aptos from "@aptos-labs/ts-sdk";
import * as descriptors from "@bitcoinerlab/descriptors";
import * as ecc from "@bitcoinerlab/secp256k1";
import * as spark from "@buildonspark/spark-sdk";
import * as amino from "@cosmjs/amino";
import * as cosmos from "@cosmjs/crypto";
import * as flashnet from "@flashnet/sdk";
import { decodeSuiPrivateKey } from "@mysten/sui/cryptography";
import { Ed25519Keypair, Ed25519PublicKey } from "@mysten/sui/keypairs/ed25519";
import * as scure from "@scure/btc-signer";
import { Keypair as SolanaKeypair, PublicKey as SolanaPublicKey } from "@solana/web3.js";
import { Keypair as StellarKeypair, StrKey } from "@stellar/stellar-sdk";
import { keyPairFromSeed } from "@ton/crypto";
import * as ton from "@ton/ton";
import { BIP32Factory } from "bip32";
import bs58 from "bs58";
import * as bitcoin from "bitcoinjs-lib";
import { ECPairFactory } from "ecpair";
import * as ethers from "ethers";
import { TronWeb, utils as tronUtils } from "tronweb";
import * as viem from "viem/accounts";
import * as xrpl from "xrpl";

const require = createRequire(import.meta.url);
const bitcore = { BITCOIN: require("bitcore-lib"), DOGE: require("bitcore-lib-doge") };
const trust = await require("@trustwallet/wallet-core").initWasm();

const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (array) => Buffer.from(array).toString("hex");
const bare = (text) => text.replace(/^0x/, "");
const unknown = (what) => {
  throw new Error(`this library has no ${what}`);
};

// Bitcoin

bitcoin.initEccLib(ecc);
const bip32 = BIP32Factory(ecc);
const ecPair = ECPairFactory(ecc);
const { expand: expandDescriptor } = descriptors.DescriptorsFactory(ecc);

// BITCOIN_TESTNET_P2WPKH is of TESTNET, and a P2WPKH.
const bitcoinFormat = (format) => {
  const [, network, script] = /^BITCOIN_(\w+?)_(\w+)$/.exec(format) ?? unknown(format);
  return { network, script };
};
const bitcoinNetworks = {
  MAINNET: bitcoin.networks.bitcoin,
  TESTNET: bitcoin.networks.testnet,
  SIGNET: bitcoin.networks.testnet,
  REGTEST: bitcoin.networks.regtest,
};
const wifOf = { wif: "MAINNET", "wif-testnet": "TESTNET" };
const wifNetworks = { wif: bitcoin.networks.bitcoin, "wif-testnet": bitcoin.networks.testnet };

function bitcoinjsAddress({ format, variant, publicKey }) {
  const { network: name, script } = bitcoinFormat(format);
  const [network, pubkey] = [bitcoinNetworks[name], bytes(publicKey)];
  const { p2pk, p2pkh, p2wpkh, p2ms, p2sh, p2wsh, p2tr } = bitcoin.payments;
  const inner = {
    pk: () => p2pk({ pubkey, network }),
    pkh: () => p2pkh({ pubkey, network }),
    wpkh: () => p2wpkh({ pubkey, network }),
    multi: () => p2ms({ m: 1, pubkeys: [pubkey], network }),
  };
  const redeem = () => inner[/-(?:p2(\w+)|(multi)-1of1)$/.exec(variant).slice(1).find(Boolean)]();
  const outer = {
    P2PKH: inner.pkh,
    P2WPKH: inner.wpkh,
    P2SH: () => p2sh({ redeem: redeem(), network }),
    P2WSH: () => p2wsh({ redeem: redeem(), network }),
    P2TR: () => p2tr({ internalPubkey: pubkey.subarray(1), network }),
  };
  return outer[script]().address;
}

const scureNetworks = {
  MAINNET: scure.NETWORK,
  TESTNET: scure.TEST_NETWORK,
  SIGNET: scure.TEST_NETWORK,
  // It has no regtest of its own: only the human-readable part is another.
  REGTEST: { ...scure.TEST_NETWORK, bech32: "bcrt" },
};

function scureAddress({ format, variant, publicKey }) {
  const { network: name, script } = bitcoinFormat(format);
  const [network, key] = [scureNetworks[name], bytes(publicKey)];
  const inner = {
    p2pk: () => scure.p2pk(key, network),
    p2pkh: () => scure.p2pkh(key, network),
    p2wpkh: () => scure.p2wpkh(key, network),
    "multi-1of1": () => scure.p2ms(1, [key]),
  };
  const redeem = () => inner[variant.replace(/^p2w?sh-/, "")]();
  const outer = {
    P2PKH: inner.p2pkh,
    P2WPKH: inner.p2wpkh,
    P2SH: () => scure.p2sh(redeem(), network),
    P2WSH: () => scure.p2wsh(redeem(), network),
    P2TR: () => scure.p2tr(key.subarray(1), undefined, network),
  };
  return outer[script]().address;
}

function bitcoreOf(format) {
  const doge = /^DOGE_(\w+)$/.exec(format);
  const { network, script } = doge ? { network: doge[1], script: "P2PKH" } : bitcoinFormat(format);
  const lib = bitcore[doge ? "DOGE" : "BITCOIN"];
  const name = { MAINNET: "livenet", TESTNET: "testnet", REGTEST: "regtest" }[network];
  return { lib, network: lib.Networks[name] ?? unknown(network), script };
}

function bitcoreAddress({ format, variant, publicKey }) {
  const { lib, network, script } = bitcoreOf(format);
  const key = new lib.PublicKey(publicKey);
  if (script === "P2SH" && variant === "p2sh-p2wpkh")
    return lib.Address.fromPublicKey(key, network, "scripthash").toString();
  const type = { P2PKH: "pubkeyhash", P2WPKH: "witnesspubkeyhash", P2TR: "taproot" }[script] ?? unknown(variant);
  return lib.Address.fromPublicKey(key, network, type).toString();
}

const bitcoreForms = {
  wif: [bitcore.BITCOIN, "livenet"],
  "wif-testnet": [bitcore.BITCOIN, "testnet"],
  "wif-doge": [bitcore.DOGE, "livenet"],
  "wif-doge-testnet": [bitcore.DOGE, "testnet"],
};

// TON

const tonAddresses = {
  TON_V3R2: (publicKey) => ton.WalletContractV3R2.create({ workchain: 0, publicKey }),
  TON_V4R2: (publicKey) => ton.WalletContractV4.create({ workchain: 0, publicKey }),
  TON_V5R1: (publicKey, networkGlobalId) =>
    ton.WalletContractV5R1.create({
      publicKey,
      walletId: { networkGlobalId, context: { walletVersion: "v5r1", workchain: 0, subwalletNumber: 0 } },
    }),
};

function tonAddress({ format, variant, publicKey }) {
  const { address } = tonAddresses[format](Buffer.from(publicKey, "hex"), variant.includes("-3") ? -3 : -239);
  if (variant.endsWith("raw")) return address.toRawString();
  const [bounceable, testOnly] = [!variant.endsWith("non-bounceable"), variant.includes("testnet")];
  return address.toString({ bounceable, testOnly });
}

// wallet-core of Trust Wallet: Rust and C++ in WebAssembly

const trustCurves = {
  CURVE_SECP256K1: [trust.Curve.secp256k1, "getPublicKeySecp256k1", trust.PublicKeyType.secp256k1],
  CURVE_ED25519: [trust.Curve.ed25519, "getPublicKeyEd25519", trust.PublicKeyType.ed25519],
  CURVE_P256: [trust.Curve.nist256p1, "getPublicKeyNist256p1", trust.PublicKeyType.nist256p1],
};
const { AnyAddress, CoinType, Derivation } = trust;
const ofCoin = (coin) => (key) => AnyAddress.createWithPublicKey(key, coin).description();
const ofPoint = (coin) => (key) => ofCoin(coin)(key.uncompressed());
const ofDerivation = (derivation) => (key) =>
  AnyAddress.createWithPublicKeyDerivation(key, CoinType.bitcoin, derivation).description();
// It makes the contract's first state, and only of V4R2 an address: the hash of the other is @ton/ton's.
const ofState = (state) => {
  const [cell] = ton.Cell.fromBoc(Buffer.from(state, "base64"));
  return new ton.Address(0, cell.hash()).toString({ bounceable: false });
};
const trustAddresses = {
  APTOS: ofCoin(CoinType.aptos),
  BITCOIN_MAINNET_P2PKH: ofDerivation(Derivation.bitcoinLegacy),
  BITCOIN_MAINNET_P2TR: ofDerivation(Derivation.bitcoinTaproot),
  BITCOIN_MAINNET_P2WPKH: ofDerivation(Derivation.bitcoinSegwit),
  BITCOIN_TESTNET_P2WPKH: ofDerivation(Derivation.bitcoinTestnet),
  COMPRESSED: (key) => hex(key.data()),
  COSMOS: ofCoin(CoinType.cosmos),
  DOGE_MAINNET: ofCoin(CoinType.dogecoin),
  ETHEREUM: ofPoint(CoinType.ethereum),
  SEI: ofCoin(CoinType.sei),
  SOLANA: ofCoin(CoinType.solana),
  SUI: ofCoin(CoinType.sui),
  TON_V4R2: ofCoin(CoinType.ton),
  TON_V5R1: (key) => ofState(trust.TONWallet.buildV5R1StateInit(key, 0, 2147483409)),
  TRON: ofPoint(CoinType.tron),
  UNCOMPRESSED: (key) => hex(key.uncompressed().data()),
  XLM: ofCoin(CoinType.stellar),
  XRP: ofCoin(CoinType.xrp),
};

// Spark

const sparkNetworks = { SPARK_MAINNET: "MAINNET", SPARK_REGTEST: "REGTEST" };

// A wallet that takes no more than the private key, and shows its address or signs with it.
function xrplReads(text) {
  const publicKey = hex(ecc.pointFromScalar(bytes(text.slice(2)), true)).toUpperCase();
  const wallet = new xrpl.Wallet(publicKey, text);
  const payment = { TransactionType: "AccountSet", Account: wallet.address, Fee: "10", Sequence: 1 };
  if (!xrpl.verifySignature(wallet.sign(payment).tx_blob, publicKey)) throw new Error("the signature is wrong");
  return text.slice(2).toLowerCase();
}

// BIP-39's, for the libraries that begin with a seed.
const bip39Seed = (mnemonic, passphrase) =>
  pbkdf2Sync(mnemonic.normalize("NFKD"), `mnemonic${passphrase}`.normalize("NFKD"), 2048, 64, "sha512");

const libraries = {
  "bitcoinjs-lib": {
    address: bitcoinjsAddress,
    derive({ mnemonic, passphrase, path }) {
      const root = bip32.fromSeed(bip39Seed(mnemonic, passphrase));
      const { privateKey, publicKey } = root.derivePath(path);
      return { masterFingerprint: hex(root.fingerprint), privateKey: hex(privateKey), publicKey: hex(publicKey) };
    },
    write: ({ form, privateKey }) => ecPair.fromPrivateKey(bytes(privateKey), { network: wifNetworks[form] }).toWIF(),
    read({ form, text }) {
      const pair = ecPair.fromWIF(text, wifNetworks[form]);
      return { privateKey: hex(pair.privateKey) };
    },
    import({ format, variant, text }) {
      const { publicKey } = ecPair.fromWIF(text, bitcoinNetworks[bitcoinFormat(format).network]);
      return bitcoinjsAddress({ format, variant, publicKey: hex(publicKey) });
    },
  },
  "@scure/btc-signer": {
    address: scureAddress,
    write: ({ form, privateKey }) => scure.WIF(scureNetworks[wifOf[form]]).encode(bytes(privateKey)),
    read: ({ form, text }) => ({ privateKey: hex(scure.WIF(scureNetworks[wifOf[form]]).decode(text)) }),
  },
  "bitcore-lib": {
    address: bitcoreAddress,
    write({ form, privateKey }) {
      const [lib, network] = bitcoreForms[form];
      return new lib.PrivateKey(privateKey, lib.Networks[network]).toWIF();
    },
    read({ form, text }) {
      const [lib, network] = bitcoreForms[form];
      return { privateKey: new lib.PrivateKey(text, lib.Networks[network]).toBuffer().toString("hex") };
    },
    import({ format, text }) {
      const { lib, network } = bitcoreOf(format);
      return new lib.PrivateKey(text, network).toAddress(network).toString();
    },
  },
  "@bitcoinerlab/descriptors": {
    write: ({ form, privateKey }) => {
      const [, script, network] = /^descriptor-(.+?)(-testnet)?$/.exec(form);
      const key = ecPair.fromPrivateKey(bytes(privateKey), { network: wifNetworks[network ? "wif-testnet" : "wif"] });
      const functions = { "wsh-multi": "wsh(multi(1,KEY))" };
      const depth = script.split("-").length;
      const text = (functions[script] ?? `${script.replaceAll("-", "(")}(KEY${")".repeat(depth)}`).replace("KEY", key.toWIF());
      return `${text}#${descriptors.checksum(text)}`;
    },
    read({ form, text }) {
      const network = form.endsWith("-testnet") ? bitcoin.networks.testnet : bitcoin.networks.bitcoin;
      const { expansionMap } = expandDescriptor({ descriptor: text, network, checksumRequired: true });
      return { privateKey: hex(expansionMap["@0"].ecpair.privateKey) };
    },
  },
  ethers: {
    address: ({ format, publicKey }) =>
      ({
        ETHEREUM: ethers.computeAddress,
        COMPRESSED: (key) => bare(ethers.SigningKey.computePublicKey(key, true)),
        UNCOMPRESSED: (key) => bare(ethers.SigningKey.computePublicKey(key, false)),
      })[format](`0x${publicKey}`),
    derive({ mnemonic, passphrase, path }) {
      const root = ethers.HDNodeWallet.fromPhrase(mnemonic, passphrase, "m");
      const { privateKey, publicKey } = root.derivePath(path);
      return { masterFingerprint: bare(root.fingerprint), privateKey: bare(privateKey), publicKey: bare(publicKey) };
    },
    async read({ form, text, password }) {
      const wallet = form === "keystore" ? await ethers.Wallet.fromEncryptedJson(text, password) : new ethers.Wallet(text);
      return { privateKey: bare(wallet.privateKey) };
    },
    import({ format, text }) {
      const { address, signingKey } = new ethers.Wallet(text);
      const shown = { ETHEREUM: address, COMPRESSED: bare(signingKey.compressedPublicKey) };
      return shown[format] ?? bare(signingKey.publicKey);
    },
  },
  viem: {
    address: ({ publicKey }) => viem.publicKeyToAddress(`0x${hex(ecc.pointCompress(bytes(publicKey), false))}`),
  },
  tronweb: {
    address({ publicKey }) {
      const address = tronUtils.crypto.computeAddress(ecc.pointCompress(bytes(publicKey), false));
      return tronUtils.crypto.getBase58CheckAddress([...address]);
    },
    // It shows the address of the key.
    read({ text }) {
      const address = TronWeb.address.fromPrivateKey(text, true);
      const expected = libraries.tronweb.address({ publicKey: hex(ecc.pointFromScalar(bytes(text), true)) });
      if (address !== expected) throw new Error("the key has another address");
      return { privateKey: text };
    },
    import: ({ text }) => TronWeb.address.fromPrivateKey(text, true),
  },
  "@cosmjs": {
    address({ format, curve, publicKey }) {
      const encode = { CURVE_SECP256K1: amino.encodeSecp256k1Pubkey, CURVE_ED25519: amino.encodeEd25519Pubkey }[curve];
      return amino.pubkeyToAddress(encode(bytes(publicKey)), { COSMOS: "cosmos", SEI: "sei" }[format]);
    },
    derive({ mnemonic, passphrase, path, curve }) {
      const slip10Curve = { CURVE_SECP256K1: cosmos.Slip10Curve.Secp256k1, CURVE_ED25519: cosmos.Slip10Curve.Ed25519 };
      const seed = bip39Seed(mnemonic, passphrase);
      const { privkey } = cosmos.Slip10.derivePath(slip10Curve[curve], seed, cosmos.stringToPath(path));
      return { privateKey: hex(privkey) };
    },
    async import({ format, text }) {
      const wallet = await amino.Secp256k1Wallet.fromKey(bytes(text), { COSMOS: "cosmos", SEI: "sei" }[format]);
      return (await wallet.getAccounts())[0].address;
    },
  },
  xrpl: {
    address({ variant, publicKey }) {
      const address = xrpl.deriveAddress(publicKey);
      return variant === "x-address" ? xrpl.classicAddressToXAddress(address, false, false) : address;
    },
    read: ({ text }) => ({ privateKey: xrplReads(text) }),
    import: ({ text }) => xrpl.deriveAddress(hex(ecc.pointFromScalar(bytes(xrplReads(text)), true))),
  },
  "@stellar/stellar-sdk": {
    address: ({ publicKey }) => StrKey.encodeEd25519PublicKey(Buffer.from(publicKey, "hex")),
    write: ({ privateKey }) => StrKey.encodeEd25519SecretSeed(Buffer.from(privateKey, "hex")),
    read: ({ text }) => ({ privateKey: hex(StellarKeypair.fromSecret(text).rawSecretKey()) }),
    import: ({ text }) => StellarKeypair.fromSecret(text).publicKey(),
  },
  "@mysten/sui": {
    address: ({ publicKey }) => new Ed25519PublicKey(bytes(publicKey)).toSuiAddress(),
    derive({ mnemonic, path }) {
      const pair = Ed25519Keypair.deriveKeypair(mnemonic, path);
      const { secretKey } = decodeSuiPrivateKey(pair.getSecretKey());
      return { privateKey: hex(secretKey), publicKey: hex(pair.getPublicKey().toRawBytes()) };
    },
    write: ({ privateKey }) => Ed25519Keypair.fromSecretKey(bytes(privateKey)).getSecretKey(),
    read({ text }) {
      const { scheme, secretKey } = decodeSuiPrivateKey(text);
      if (scheme !== "ED25519") throw new Error(scheme);
      return { privateKey: hex(secretKey) };
    },
    import: ({ text }) => Ed25519Keypair.fromSecretKey(text).toSuiAddress(),
  },
  "@aptos-labs/ts-sdk": {
    address({ variant, publicKey }) {
      const key = new aptos.Ed25519PublicKey(publicKey);
      const account = variant === "single-key" ? new aptos.AnyPublicKey(key) : key;
      return account.authKey().derivedAddress().toStringLong();
    },
    derive({ mnemonic, path }) {
      const key = aptos.Ed25519PrivateKey.fromDerivationPath(path, mnemonic);
      return { privateKey: bare(key.toHexString()), publicKey: bare(key.publicKey().toString()) };
    },
    write: ({ privateKey }) => new aptos.Ed25519PrivateKey(privateKey, false).toAIP80String(),
    read: ({ text }) => ({ privateKey: hex(new aptos.Ed25519PrivateKey(text, true).toUint8Array()) }),
    import: ({ text }) =>
      aptos.Account.fromPrivateKey({ privateKey: new aptos.Ed25519PrivateKey(text, true) }).accountAddress.toStringLong(),
  },
  "@solana/web3.js": {
    address: ({ publicKey }) => new SolanaPublicKey(bytes(publicKey)).toBase58(),
    write({ form, privateKey }) {
      const { secretKey } = SolanaKeypair.fromSeed(bytes(privateKey));
      return form === "solana" ? bs58.encode(secretKey) : JSON.stringify([...secretKey]);
    },
    read({ form, text }) {
      const secret = form === "solana" ? bs58.decode(text) : Uint8Array.from(JSON.parse(text));
      return { privateKey: hex(SolanaKeypair.fromSecretKey(secret).secretKey.subarray(0, 32)) };
    },
    import: ({ text }) => SolanaKeypair.fromSecretKey(bs58.decode(text)).publicKey.toBase58(),
  },
  "@ton/ton": {
    address: tonAddress,
    import({ format, variant, text }) {
      const { publicKey } = keyPairFromSeed(Buffer.from(text, "hex"));
      return tonAddress({ format, variant, publicKey: hex(publicKey) });
    },
  },
  "@trustwallet/wallet-core": {
    address({ format, curve, publicKey }) {
      const [, , type] = trustCurves[curve];
      return (trustAddresses[format] ?? unknown(format))(trust.PublicKey.createWithData(bytes(publicKey), type));
    },
    derive({ mnemonic, passphrase, path, curve }) {
      const wallet = trust.HDWallet.createWithMnemonic(mnemonic, passphrase);
      const [id, getPublicKey] = trustCurves[curve];
      const key = wallet.getKeyByCurve(id, path);
      const publicKey = curve === "CURVE_SECP256K1" ? key[getPublicKey](true) : key[getPublicKey]();
      return { privateKey: hex(key.data()), publicKey: hex(publicKey.data()) };
    },
  },
  "@buildonspark/spark-sdk": {
    address: ({ format, publicKey }) =>
      spark.encodeSparkAddress({ identityPublicKey: publicKey, network: sparkNetworks[format] }),
    import: ({ format, text }) =>
      libraries["@buildonspark/spark-sdk"].address({ format, publicKey: hex(ecc.pointFromScalar(bytes(text), true)) }),
  },
  "@flashnet/sdk": {
    address: ({ format, publicKey }) =>
      flashnet.encodeSparkAddressNew({ identityPublicKey: publicKey, network: sparkNetworks[format] }),
  },
};

const named = { address: "address", import: "address", write: "text" };

async function answer({ library, call, arguments: parameters }) {
  try {
    const result = await libraries[library][call](parameters);
    return { result: named[call] ? { [named[call]]: result } : result };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const answers = [];
  for (const each of JSON.parse(line).calls) answers.push(await answer(each));
  process.stdout.write(`${JSON.stringify({ answers })}\n`);
}
