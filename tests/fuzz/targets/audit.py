"""Lines of an archive, as ``audit`` reads them."""

import json
from functools import cache

from sealwax.audit import AuditResult, audit
from sealwax.errors import MalformedInput, error_codes
from tests.audit import test_audit
from tests.fuzz.corpus import Context, Seed, to_document
from tests.fuzz.target import Target


@cache
def _seeds() -> tuple[Seed, ...]:
    """Give a line of each kind; their signatures have random parts, which stay within a process."""
    return tuple(Seed({}, to_document(make())) for make in test_audit.MAKERS.values())


def _check(_: Context, document: bytes) -> AuditResult:
    (result,) = audit([document], test_audit.API_KEYS, **test_audit.ALL)
    assert result.ok is (result.code is None)
    assert result.code is None or result.code in error_codes()
    if not result.ok:
        raise MalformedInput("refused, with a code")
    return result


@cache
def _signers() -> frozenset[str]:
    return frozenset(
        signer
        for make in test_audit.MAKERS.values()
        for result in audit([json.dumps(make())], test_audit.API_KEYS, **test_audit.ALL)
        for signer in result.signers
    )


def _by_known_signers(_: Context, document: bytes, result: AuditResult) -> None:
    assert (result.place, result.kind) == (1, json.loads(document).get("kind", "request"))
    assert _signers().issuperset(result.signers)


TARGETS = (
    Target(
        "audit",
        "audit, of one line",
        "is signed by those who signed an original",
        _seeds,
        _check,
        check=_by_known_signers,
        weight=0.5,
    ),
)
