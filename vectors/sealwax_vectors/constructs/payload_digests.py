"""Cases of payload digests: what is signed for a payload (wire-formats.md, Payloads)."""

from typing import Annotated, get_args

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.enumerations import HashFunction, PayloadEncoding
from sealwax.activities.payloads import payload_digest
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct, name_in

from .addresses import Curve

Encoding = Annotated[str, name_in(get_args(PayloadEncoding), "The encoding of the payload.")]
Hash = Annotated[str, name_in(get_args(HashFunction), "The hash function for the payload.")]


class DigestCase(Case, kw_only=True):
    """A payload of sign_raw_payload, and what the service signs for it."""

    payload: Annotated[str, Meta(description="The payload of the request.")]
    encoding: Encoding
    hash_function: Hash
    curve: Curve
    allow_any_chain: Annotated[
        bool, Meta(description="Whether an EIP-7702 authorization of chain id 0 is accepted.")
    ]
    digest: (
        Annotated[
            Hex, Meta(description="Output: the digest that is signed, or the payload's bytes for Ed25519.")
        ]
        | UnsetType
    ) = UNSET


class Digests(Group[DigestCase], tag="PayloadDigest"):
    """Compute what is signed for a payload."""

    def run(self, case: DigestCase) -> Outputs:
        digest = payload_digest(
            case.payload,
            encoding=case.encoding,
            hash_function=case.hash_function,
            curve=case.curve,
            allow_any_chain=case.allow_any_chain,
        )
        return {"digest": digest.hex()}


CONSTRUCTS = (
    construct(
        "payload_digest",
        "PAYLOAD-DIGEST",
        (Digests,),
        "Digests of the payloads of sign_raw_payload: hex, text, typed data (EIP-712) and authorizations "
        "(EIP-7702).",
        "ethers, viem and eth-account compute the same digests of the valid EIP-712 and EIP-7702 payloads "
        "that they accept.",
    ),
)
