"""Certificates of a maker of authenticators: a root, and what it issues."""

from datetime import datetime, timedelta, timezone

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from sealwax.testing.certificates import distinguished_name, issue

name = distinguished_name
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
ROOT_KEY = ec.derive_private_key(1111, ec.SECP256R1())
LEAF_KEY = ec.derive_private_key(2222, ec.SECP256R1())


def certificate(subject: x509.Name, key: ec.EllipticCurvePublicKey, **how: object) -> bytes:
    """A certificate that the root issued a day ago for two days, with something different."""
    arguments: dict[str, object] = {
        "issuer_key": ROOT_KEY,
        "not_before": NOW - timedelta(days=1),
        "not_after": NOW + timedelta(days=1),
        **how,
    }
    return issue(subject, key, **arguments)  # type: ignore[arg-type]


ROOT_NAME = name("Root", "Authority")
ROOT = certificate(ROOT_NAME, ROOT_KEY.public_key(), issuer=ROOT_NAME, ca=True)


def leaf(subject: x509.Name | None = None, **how: object) -> bytes:
    """A certificate of an authenticator, issued by the root, with one thing different."""
    subject = name("Authenticator") if subject is None else subject
    return certificate(subject, LEAF_KEY.public_key(), **{"issuer": ROOT_NAME, **how})
