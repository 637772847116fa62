"""The command to use next for each kind of artifact."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from sealwax._crypto.curves import ANY_API_CURVE
from sealwax.inspection import Inspection
from sealwax.inspection.artifacts import EXPORTS
from sealwax.inspection.results import WALLET_IMPORTS_IT

_OPENERS = [f"decrypt-{kind.removesuffix('-export')}" for kind in EXPORTS]
_COMMANDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(EXPORTS, f"sealwax {' or '.join(_OPENERS)} opens it with a target key"),
    "import-bundle": "sealwax import-wallet or import-private-key seals to it",
    "secret-import-bundle": "sealwax encrypt-secret --bundle FILE seals to it",
    "otp-target-bundle": "sealwax encrypt-otp --bundle FILE seals a one-time code to it",
    "credential-bundle": "sealwax decrypt-credential --bundle FILE --key KEY opens a credential bundle",
    "webauthn-stamp": (
        "sealwax verify-stamp --body BODY --cose-key KEY --rp-id DOMAIN --origin ORIGIN --stamp FILE"
    ),
    "api-key-stamp": "sealwax verify-stamp --body BODY --stamp FILE verifies it",
    "attested-stamp": (
        "sealwax verify-stamp --kind attested --body BODY --stamp FILE; keep it secret: it has a token"
    ),
    "client-signature": "sealwax.verify_client_signature",
    "attestation": "sealwax attest encodes it; sealwax.verify_attestation verifies it",
    "app-proof": "sealwax verify-proof verifies it with its boot proof",
    "boot-proof": "sealwax verify-proof verifies it",
    "manifest": "review it, and pin its hash: sealwax verify-proof",
    "webhook-event": "sealwax verify-webhook --headers FILE --jwks FILE FILE",
    "webhook-keys": "sealwax verify-webhook --jwks FILE uses them",
    "signature-result": "sealwax verify-signature --payload FILE … FILE",
    "signature": "sealwax verify-signature needs the payload, and the signer's key or address",
    "test-vectors": "sealwax vectors verify FILE; its keys are public: never use them",
    "request-body": "sealwax stamp --key KEY FILE stamps it",
    "keystore": "sealwax import-private-key --keystore-file FILE",
    "mnemonic": "sealwax addresses --mnemonic-file FILE; keep it secret",
    "private-key": f"sealwax public FILE prints its public half, if it is on {ANY_API_CURVE}; keep it secret",
    "address": "sealwax addresses --expect-address ADDRESS",
    "activity": "sealwax verify-votes --trusted-key KEY FILE",
}
"""The command for each kind; what is inside an activity comes before the activity itself."""


def with_commands(found: Inspection) -> Inspection:
    """Add the commands to use next to an inspection."""
    checks = found.checks
    if "api-key-stamp" in found.kinds:
        checks = tuple(
            check._replace(detail=f"{check.detail}: sealwax inspect --body FILE")
            if check.outcome == "unknown"
            else check
            for check in checks
        )
    return replace(found, checks=checks, next_step=_next_step(found))


def _next_step(found: Inspection) -> str:
    if found.next_step == WALLET_IMPORTS_IT:
        return "sealwax import-private-key imports it; keep it secret"
    if found.next_step is not None:
        return found.next_step
    command = next(words for kind, words in _COMMANDS.items() if kind in found.kinds)
    if "operations" in {field.name for field in found.fields}:
        return f"{command}; sealwax operations describe NAME explains it"
    return command
