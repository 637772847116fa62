// Signed bundles, what is sealed and opened with them, and credential bundles: wire-formats.md, section 4.
import { need } from "./checks.mjs";
import { compress, ed25519PublicKey, ed25519Seed, hexPoint, point, publicKey, scalar, verifyDer } from "./curves.mjs";
import { base58, base58check, bytes, filled, fromUtf8, hex, toBase58, text, utf8 } from "./encodings.mjs";
import { open, seal } from "./hpke.mjs";
import { members, parse, texts } from "./json.mjs";
import { recognise, validMnemonic } from "./mnemonics.mjs";

/** Members of the older, unversioned forms: no name may differ from them only in case. */
const OLDER = ["encappedPublicSignature", "targetPublicSignature"];
const SEPARATOR = "\n--PASS--\n";

/** Verify a signed bundle, and give the document that it holds. */
export function verifySigned(bundle, trustedKey) {
  const names = ["version", "data", "dataSignature", "enclaveQuorumPublic"];
  const parsed = parse(text(bundle, "bundle"));
  members(parsed, [...names, ...OLDER], "bundle");
  const envelope = texts(parsed, names, "bundle");
  need("bundle.version", envelope.version === "v1.0.0", "unsupported");
  const trusted = hexPoint(trustedKey, "p256", ["uncompressed"], "bundle.trusted-key");
  const named = hexPoint(envelope.enclaveQuorumPublic, "p256", ["uncompressed"], "bundle.quorum-key");
  need("bundle.pinned-key", named.equals(trusted), "untrusted-signer");
  const data = hex(envelope.data, "bundle.data");
  verifyDer(hex(envelope.dataSignature, "bundle.signature.hex"), data, named, "p256", "bundle.signature");
  return parse(data);
}

/** The members of a signed document of any kind: no name may differ from them only in case. */
const DOCUMENT = ["encappedPublic", "ciphertext", "targetPublic", "organizationId", "userId"];

/** The members of a signed document; those that tell another kind must not be there. */
export function documentOf(signed, names, foreign) {
  const found = members(signed, DOCUMENT, "document");
  for (const name of foreign) need(`document.no-${name}`, found[name] === undefined && !signed.has(name));
  for (const name of names) text(found[name], `document.${name}`);
  return found;
}

const sameOrganization = (found, wanted) =>
  need("document.organization", found.organizationId === wanted, "wrong-organization");
const privateKeyOf = (value, check) => scalar(hex(value, check), "p256", check);

function openSealed({ encappedPublic, ciphertext }, privateKey) {
  const enc = hexPoint(encappedPublic, "p256", ["uncompressed"], "sealed.encapped-public");
  return open(privateKey, enc, hex(ciphertext, "sealed.ciphertext")).plaintext;
}

export function openExport({ bundle, targetPrivateKey, organizationId, signerPublicKey }) {
  const signed = verifySigned(bundle, signerPublicKey);
  const found = documentOf(signed, ["encappedPublic", "ciphertext", "organizationId"], ["targetPublic"]);
  sameOrganization(found, organizationId);
  return openSealed(found, privateKeyOf(targetPrivateKey, "target-key"));
}

/** Open what a client sends to an enclave. */
export function openText(value, privateKey) {
  const found = texts(parse(text(value, "sealed")), ["encappedPublic", "ciphertext"], "sealed");
  return openSealed(found, privateKeyOf(privateKey, "enclave-key"));
}

export function splitWallet(plaintext) {
  const wallet = fromUtf8(plaintext, "wallet.utf8");
  const end = wallet.indexOf("\n");
  if (end < 0) return { mnemonic: wallet, passphrase: null };
  const rest = wallet.slice(end);
  const passphrase = rest.startsWith(SEPARATOR) ? rest.slice(SEPARATOR.length) : rest.slice(1);
  return { mnemonic: wallet.slice(0, end), passphrase };
}

function importTarget({ bundle, organizationId, signerPublicKey, ...expected }, isSecret) {
  const signed = verifySigned(bundle, signerPublicKey);
  const foreign = ["encappedPublic", "ciphertext", ...(isSecret ? ["userId"] : [])];
  const found = documentOf(signed, ["targetPublic", "organizationId", ...(isSecret ? [] : ["userId"])], foreign);
  sameOrganization(found, organizationId);
  if (!isSecret) need("document.user", found.userId === expected.userId, "wrong-user");
  return hexPoint(found.targetPublic, "p256", ["uncompressed"], "document.target");
}

export const GROUPS = {
  WalletExport(input) {
    const wallet = splitWallet(openExport(input));
    const { language, entropy } = recognise(wallet.mnemonic);
    return { ...wallet, language, checksumValid: entropy !== undefined };
  },
  AccountExport(input) {
    const privateKey = openExport(input);
    need("account.32-bytes", privateKey.length === 32);
    const solana = toBase58(bytes(privateKey, ed25519PublicKey(privateKey)));
    return { privateKey: privateKey.toString("hex"), solana };
  },
  SecretExport: (input) => ({ text: fromUtf8(openExport(input), "secret.utf8") }),
  ImportBundleVerification: (input) => ({ targetPublicKey: importTarget(input, false).toString("hex") }),
  SecretImportVerification: (input) => ({ targetPublicKey: importTarget(input, true).toString("hex") }),
  ImportedWallet({ mnemonic, passphrase }) {
    validMnemonic(mnemonic);
    const wallet = passphrase === null ? mnemonic : `${mnemonic}${SEPARATOR}${text(passphrase, "passphrase")}`;
    return { plaintext: utf8(wallet, "wallet.utf8").toString("hex") };
  },
  ImportedPrivateKey({ privateKeyText }) {
    const digits = text(privateKeyText, "private-key").replace(/^0[xX]/, "");
    if (digits !== privateKeyText || /^[0-9a-fA-F]{64}$/.test(digits)) {
      const data = hex(digits, "private-key.hex");
      need("private-key.32-bytes", data.length === 32);
      return { plaintext: data.toString("hex") };
    }
    const pair = base58(privateKeyText, "private-key.base58", 128);
    need("private-key.64-bytes", pair.length === 64);
    return { plaintext: ed25519Seed(pair, "private-key.solana").toString("hex") };
  },
  SealedImport({ enclavePrivateKey, encryptedBundle }) {
    const plaintext = openText(encryptedBundle, enclavePrivateKey);
    if (plaintext.length === 32) return { plaintext: plaintext.toString("hex") };
    const wallet = fromUtf8(plaintext, "wallet.utf8");
    const end = wallet.indexOf(SEPARATOR);
    const passphrase = end < 0 ? null : wallet.slice(end + SEPARATOR.length);
    return { plaintext: plaintext.toString("hex"), mnemonic: end < 0 ? wallet : wallet.slice(0, end), passphrase };
  },
  ImportedSecret: ({ secret }) => ({ plaintext: utf8(filled(secret, "secret"), "secret").toString("hex") }),
  SealedSecret({ enclavePrivateKey, encryptedBundle }) {
    return { text: fromUtf8(openText(encryptedBundle, enclavePrivateKey), "secret.utf8") };
  },
  OtpBundle({ targetBundle, tlsFetcherPublicKey, enclavePrivateKey, otpCode, publicKey: clientKey }) {
    const signed = verifySigned(targetBundle, tlsFetcherPublicKey);
    const { targetPublic } = documentOf(signed, ["targetPublic"], ["encappedPublic", "ciphertext"]);
    const target = hexPoint(targetPublic, "p256", ["uncompressed"], "document.target");
    utf8(filled(otpCode, "otp-code"), "otp-code");
    const key = compress(hexPoint(clientKey, "p256", ["compressed"], "otp.client-key")).toString("hex");
    const { enc, ct } = seal(target, Buffer.from(JSON.stringify({ otp_code: otpCode, public_key: key })));
    const enclave = privateKeyOf(enclavePrivateKey, "enclave-key");
    return { plaintext: open(enclave, enc, ct).plaintext.toString("utf8") };
  },
  SealedOtp({ enclavePrivateKey, encryptedOtpBundle }) {
    const plaintext = fromUtf8(openText(encryptedOtpBundle, enclavePrivateKey), "otp.utf8");
    const { otp_code: code, public_key: key } = texts(parse(plaintext), ["otp_code", "public_key"], "otp");
    filled(code, "otp-code");
    hexPoint(key, "p256", ["compressed"], "otp.client-key");
    return { plaintext };
  },
  CredentialBundle({ bundle, targetPrivateKey }) {
    const sealed = base58check(bundle, "credential-bundle");
    need("credential-bundle.has-key", sealed.length >= 33);
    const enc = point(sealed.subarray(0, 33), "p256", ["compressed"], "credential-bundle.key");
    const target = privateKeyOf(targetPrivateKey, "target-key");
    const privateKey = scalar(open(target, enc, sealed.subarray(33)).plaintext, "p256", "credential-bundle.plaintext");
    return {
      privateKey: privateKey.toString("hex"),
      publicKey: compress(publicKey(privateKey, "p256")).toString("hex"),
    };
  },
};
