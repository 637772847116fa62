// Signature results through ethers and viem, put together as the service's packages for them do: r and s with
// 0x in front, and v as a decimal number. What a case asks for beyond that is compared here.

import * as ethers from "ethers";
import * as viem from "viem";
import { hashAuthorization } from "viem/utils";

const digestOf = ({ payload, encoding, hashFunction }) => {
  const isHex = encoding === "PAYLOAD_ENCODING_HEXADECIMAL";
  const data = isHex ? ethers.getBytes(payload.startsWith("0x") ? payload : `0x${payload}`) : Buffer.from(payload);
  if (hashFunction === "HASH_FUNCTION_KECCAK256") return ethers.keccak256(data);
  return hashFunction === "HASH_FUNCTION_SHA256" ? ethers.sha256(data) : ethers.hexlify(data);
};

const ethersSignature = ({ r, s, v }) =>
  ethers.Signature.from({ r: `0x${r}`, s: `0x${s}`, v: parseInt(v) + 27 }).serialized;
const viemSignature = ({ r, s, v }) =>
  viem.serializeSignature({ r: `0x${r}`, s: `0x${s}`, yParity: Number(v) });

const formsOf = (serialized) => ({ ethereum: serialized.slice(2), raw: serialized.slice(2, 130) });

function mustBeBy(recovered, { publicKey, address }) {
  const signer = ethers.SigningKey.computePublicKey(recovered, true);
  if (publicKey !== undefined && signer !== ethers.SigningKey.computePublicKey(`0x${publicKey}`, true))
    throw new Error("another key signed");
  if (address !== undefined && ethers.computeAddress(signer) !== ethers.getAddress(address))
    throw new Error("the key of another address signed");
  return { signer: signer.slice(2) };
}

// As the service's packages do, ethers is given the types without the domain's, which it makes from the domain itself.
function ethersTypedData({ payload }) {
  const { types, domain, primaryType, message } = JSON.parse(payload);
  const { EIP712Domain, ...others } = types;
  const encoder = ethers.TypedDataEncoder.from(others);
  if (encoder.primaryType !== primaryType) throw new Error("another primary type");
  return { digest: ethers.TypedDataEncoder.hash(domain, others, message).slice(2) };
}

const asBigInts = ({ address, chainId, nonce }) => ({ address, chainId: BigInt(chainId), nonce: BigInt(nonce) });

export const ethereumCalls = {
  ethersTypedData,
  viemTypedData: ({ payload }) => ({ digest: viem.hashTypedData(JSON.parse(payload)).slice(2) }),
  ethersAuthorization: ({ payload }) => ({
    digest: ethers.hashAuthorization(asBigInts(JSON.parse(payload))).slice(2),
  }),
  viemAuthorization: ({ payload }) => ({
    digest: hashAuthorization(asBigInts(JSON.parse(payload))).slice(2),
  }),
  ethersForms: (parts) => formsOf(ethersSignature(parts)),
  viemForms: (parts) => formsOf(viemSignature(parts)),
  ethersRecover: (given) =>
    mustBeBy(ethers.SigningKey.recoverPublicKey(digestOf(given), ethersSignature(given)), given),
  viemRecover: async (given) =>
    mustBeBy(await viem.recoverPublicKey({ hash: digestOf(given), signature: viemSignature(given) }), given),
};
