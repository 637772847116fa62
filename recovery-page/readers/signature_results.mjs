// Signature results: wire-formats.md, section 12.
import { need } from "./checks.mjs";
import { accountKey, CURVE_NAMES, FORMATS, matching, tweak, variantsOf } from "./addresses.mjs";
import { CURVES, schnorr, secp256k1, verifyDigest, verifyEd25519 } from "./curves.mjs";
import { bytes, fromNumber, hex, text, toDerSignature } from "./encodings.mjs";
import { signedBytes } from "./payloads.mjs";

const [K1, P256, ED25519] = ["CURVE_SECP256K1", "CURVE_P256", "CURVE_ED25519"];

function half(value, curve, check) {
  text(value, check);
  need(`${check}.digits`, /^[0-9a-fA-F]{1,64}$/.test(value));
  need(`${check}.one-case`, value === value.toLowerCase() || value === value.toUpperCase());
  const number = BigInt(`0x${/^[0-9a-fA-F]+$/.test(value) ? value : "0"}`);
  need(`${check}.range`, number > 0n && number < CURVES[curve].n, "bad-signature");
  return number;
}

function resultOf({ r, s, v }, curve = "secp256k1") {
  need("result.v", v === "00" || v === "01");
  return { r: half(r, curve, "result.r"), s: half(s, curve, "result.s"), parity: v === "01" ? 1 : 0 };
}

function recover({ r, s, parity }, signed) {
  try {
    const signature = new secp256k1.Signature(r, s).addRecoveryBit(parity);
    return Buffer.from(signature.recoverPublicKey(signed).toBytes(true));
  } catch {
    need("result.recovers", false, "bad-signature");
    return Buffer.alloc(33);
  }
}

function verify(input) {
  const { curve, publicKey, address } = input;
  need("result.curve", Object.hasOwn(CURVE_NAMES, curve), "unsupported");
  need("result.account", publicKey !== undefined || address !== undefined);
  const result = resultOf(input, curve === P256 ? "p256" : "secp256k1");
  const signed = signedBytes(input);
  const given = publicKey === undefined ? undefined : accountKey(hex(publicKey, "result.public-key"), curve);
  let formats;
  if (input.addressFormat !== undefined) {
    variantsOf(input.addressFormat, curve);
    formats = [input.addressFormat];
  } else if (given && address !== undefined) formats = matching(given, curve, address).map(({ format }) => format);
  const bip340 = curve === K1 && formats?.length > 0 && formats.every((format) => /_P2TR$|_SPARK_/.test(format));
  let [kind, signer] = [undefined, given];
  if (curve === ED25519) {
    kind = "ED25519";
    need("result.needs-key", given !== undefined);
    need("result.v-is-00", result.parity === 0, "bad-signature");
    const signature = bytes(fromNumber(result.r, 32), fromNumber(result.s, 32));
    verifyEd25519(signature, signed, given.key, "result.signature");
  } else {
    if (bip340) {
      kind = "BIP340";
      need("result.needs-key", given !== undefined);
      need("result.v-is-00", result.parity === 0, "bad-signature");
      const x = formats[0].endsWith("_P2TR") ? tweak(given.key) : given.key.subarray(1);
      const signature = bytes(fromNumber(result.r, 32), fromNumber(result.s, 32));
      need("result.verifies", schnorr.verify(signature, signed, x), "bad-signature");
    } else if (curve === P256) {
      kind = "ECDSA_P256";
      need("result.needs-key", given !== undefined);
      verifyDigest(result, signed, given.whole, "p256", "result.signature");
    } else {
      kind = "ECDSA_SECP256K1";
      const recovered = recover(result, signed);
      need("result.parity-recovers-key", !given || recovered.equals(given.key), "bad-signature");
      signer ??= accountKey(recovered, K1);
    }
  }
  const outputs = { signer: signer.key.toString("hex"), kind };
  if (address === undefined) return outputs;
  const found = matching(
    signer,
    curve,
    text(address, "result.address"),
    formats?.length ? formats : Object.keys(FORMATS),
  );
  need("result.address", found.length > 0, "wrong-address");
  return { ...outputs, wrongCase: found.some((each) => each.wrongCase) };
}

export const GROUPS = {
  SignatureForms(input) {
    const { r, s, parity } = resultOf(input);
    const { n } = CURVES.secp256k1;
    const isHigh = s > n / 2n;
    const low = isHigh ? n - s : s;
    const raw = bytes(fromNumber(r, 32), fromNumber(low, 32));
    return {
      raw: raw.toString("hex"),
      der: toDerSignature(r, low).toString("hex"),
      ethereum: bytes(raw, 27 + (isHigh ? 1 - parity : parity)).toString("hex"),
    };
  },
  SignatureVerification: verify,
};
