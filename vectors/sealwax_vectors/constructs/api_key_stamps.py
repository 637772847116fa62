"""Cases of API key stamps and keys (wire-formats.md, sections 1 and 2.1)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax._crypto.curves import Curve
from sealwax.errors import MalformedInput
from sealwax.keys import ApiKey, with_scheme
from sealwax.schemes import SCHEMES, find_scheme
from sealwax.stamps.api_key import ApiKeyStamper
from sealwax.stamps.api_key_verification import verify_api_key_stamp
from sealwax_vectors._limits import MAX_VECTOR_BODY_BYTES
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

CurveName = Annotated[Curve, Meta(description="The curve of the key.")]
Body = Annotated[Hex, Meta(description="The body of the request.")]
Header = Annotated[str, Meta(description="The value of the header X-Stamp.")]
BodyRepeat = Annotated[
    int, Meta(ge=1, le=1 << 20, description="How many times the bytes of body are repeated.")
]


class VerificationCase(Case, kw_only=True):
    """A stamp, and the body that it came with."""

    body: Body
    body_repeat: BodyRepeat = 1
    header: Header
    public_key: Annotated[str | UnsetType, Meta(description="Output: who signed, lower-case hex.")] = UNSET
    scheme: Annotated[str | UnsetType, Meta(description="Output: the scheme.")] = UNSET


class Verification(Group[VerificationCase], tag="ApiKeyStampVerification"):
    """Verify a stamp."""

    def run(self, case: VerificationCase) -> Outputs:
        verified = verify_api_key_stamp(case.header, _repeated(case.body, case.body_repeat))
        return {"public_key": verified.public_key, "scheme": verified.scheme}


def _repeated(body: str, repeat: int) -> bytes:
    part = bytes.fromhex(body)
    if len(part) * repeat > MAX_VECTOR_BODY_BYTES:
        raise MalformedInput(f"the body is larger than {MAX_VECTOR_BODY_BYTES} bytes; repeat it less often")
    return part * repeat


class StampingCase(Case, kw_only=True):
    """A key and a body, and the stamp that must come of them."""

    scheme: Annotated[str, Meta(description="The scheme to sign with, as the stamp names it.")]
    private_key: Annotated[
        Hex, Meta(description="The private key, always 32 bytes: a scalar, or the seed of Ed25519.")
    ]
    body: Body
    body_repeat: BodyRepeat = 1
    header: Annotated[str | UnsetType, Meta(description="Output: the value of the header.")] = UNSET


class Stamping(Group[StampingCase], tag="ApiKeyStamping"):
    """Make a stamp: ECDSA with the nonce of RFC 6979 (HMAC-SHA-256), on secp256k1 in its low-S form."""

    def run(self, case: StampingCase) -> Outputs:
        key = ApiKey.from_private_key(case.private_key, find_scheme(case.scheme).curve)
        stamper = ApiKeyStamper(with_scheme(key, case.scheme), deterministic=True)
        return {"header": stamper.stamp(_repeated(case.body, case.body_repeat)).header_value}


class KeyCase(Case, kw_only=True):
    """A private key as text: hex without `0x`, perhaps with the public key that it must have."""

    curve: CurveName
    private_key: Annotated[str, Meta(description="The private key, as text that should be hex.")]
    claimed_public_key: Annotated[
        str | UnsetType,
        Meta(description="The public key that came with it, as text; empty text is another key."),
    ] = UNSET
    public_key: Annotated[str | UnsetType, Meta(description="Output: its public key, hex.")] = UNSET


class KeyImport(Group[KeyCase], tag="ApiKeyImport"):
    """Take a private key, and derive its public key."""

    def run(self, case: KeyCase) -> Outputs:
        claimed = None if case.claimed_public_key is UNSET else case.claimed_public_key
        return {"public_key": ApiKey.from_private_key(case.private_key, case.curve, claimed).public_key}


CONSTRUCTS = tuple(
    construct(
        f"api_key_stamp_{scheme.name.rpartition('_')[2].lower()}",
        scheme.name,
        (Verification, Stamping, KeyImport),
        f"API key stamps with the scheme {scheme.name}: the header X-Stamp over a request's body.",
    )
    for scheme in SCHEMES.values()
)
