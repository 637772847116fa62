"""Cases of signature results: their forms, and verifying them (wire-formats.md, Signature results)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax._crypto.libsecp256k1 import require_libsecp256k1
from sealwax.activities.signature_results import SignatureKind, SignatureResult
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

from .addresses import Curve, Format
from .payload_digests import Encoding, Hash

Half = Annotated[str, Meta(description="A half of the signature, as the text that was received.")]
Parity = Annotated[str, Meta(description="v, as the text that was received.")]


class FormsCase(Case, kw_only=True):
    """A result of ECDSA on secp256k1, and the forms that networks take."""

    r: Half
    s: Half
    v: Parity
    raw: Annotated[Hex, Meta(description="Output: r, then low s.")] | UnsetType = UNSET
    der: Annotated[Hex, Meta(description="Output: DER of r and low s.")] | UnsetType = UNSET
    ethereum: (
        Annotated[
            Hex, Meta(description="Output: r, low s, and 27 or 28 with the parity that belongs to that s.")
        ]
        | UnsetType
    ) = UNSET


class Forms(Group[FormsCase], tag="SignatureForms"):
    """Read a signature result, and write it in the forms of ECDSA on secp256k1."""

    def run(self, case: FormsCase) -> Outputs:
        result = SignatureResult(case.r, case.s, case.v)
        return {
            "raw": result.to_raw(low_s=True).hex(),
            "der": result.to_der().hex(),
            "ethereum": result.to_ethereum().hex(),
        }


class VerificationCase(Case, kw_only=True):
    """A signature result, its payload, and the account that signed."""

    r: Half
    s: Half
    v: Parity
    payload: Annotated[str, Meta(description="The payload of the request.")]
    encoding: Encoding
    hash_function: Hash
    curve: Curve
    public_key: Annotated[
        str | UnsetType,
        Meta(description="The account's public key: a SEC1 point, or 32 bytes for Ed25519; hex."),
    ] = UNSET
    address: Annotated[str | UnsetType, Meta(description="The account's address.")] = UNSET
    address_format: Format | UnsetType = UNSET
    signer: (
        Annotated[
            Hex, Meta(description="Output: the key that signed: a compressed point, or 32 bytes for Ed25519.")
        ]
        | UnsetType
    ) = UNSET
    kind: Annotated[SignatureKind | UnsetType, Meta(description="Output: the kind of signature.")] = UNSET
    wrong_case: (
        Annotated[
            bool,
            Meta(
                description="Output, of a case with an address: whether that is of Ethereum, in a mixed case "
                "that is not EIP-55's."
            ),
        ]
        | UnsetType
    ) = UNSET


class Verification(Group[VerificationCase], tag="SignatureVerification"):
    """Verify a signature result; on secp256k1, v must be the parity of R."""

    def run(self, case: VerificationCase) -> Outputs:
        verified = SignatureResult(case.r, case.s, case.v).verify(
            case.payload,
            encoding=case.encoding,
            hash_function=case.hash_function,
            curve=case.curve,
            public_key=None if case.public_key is UNSET else case.public_key,
            address=None if case.address is UNSET else case.address,
            address_format=None if case.address_format is UNSET else case.address_format,
        )
        if verified.kind == "ECDSA_SECP256K1" and not verified.v_checked:
            require_libsecp256k1("comparing v with the signature")
        outputs: dict[str, object] = {"signer": verified.public_key, "kind": verified.kind}
        return outputs if case.address is UNSET else {**outputs, "wrong_case": verified.wrong_case}


CONSTRUCTS = (
    construct(
        "signature_result",
        "SIGNATURE-RESULT",
        (Forms, Verification),
        "Signature results, as sign_raw_payload answers them: their forms, and verifying them.",
        "Every signature is made here: no result of the deployed service was captured.",
    ),
)
