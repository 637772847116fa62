"""The cases that rest on a decision of these vectors where the protocol leaves a choice.

An implementation that decides otherwise skips them by their flag.
"""

import re
from typing import Final

from sealwax_vectors.format import Case

_FLAGS: Final = frozenset({"DuplicateKey", "FoldedName"})
"""Flags whose cases all rest on such a decision: RFC 8259 does not define the effect of repeated names."""

_EVERYWHERE: Final = (
    r"arrays and objects$",
    r"FieldLimit: \d+ levels$",
    r"nested (too deeply|seventeen levels deep)$",
    r"a lone surrogate, escaped$",
    r"year 9999$",
)
_IN_FILES: Final = {
    "attestation_document": (r"larger than 32768 bytes$",),
    "attested_stamp": (r"an OIDC token whose header has no typ$",),
    "bip39": (r"a passphrase of 51[23] characters$",),
    "boot_proof": (
        r"FieldLimit: (25[56] members|409[67] (arguments|bridges|resolvers))$",
        r"51[23] variables( of the environment)?$",
        r"in the (name|value) of a variable$",
        r"a document of 3276[89] bytes$",
    ),
    "enclave_release": (r"65 applications$", r"an approval of (more than )?4096 bytes$"),
    "export_proposal": (r"stamps of 10[01] keys$",),
    "payload_digest": (r"12[89] types$", r"2000[01] values$"),
    "private_key_form": (
        r"a terabyte of memory$",
        r"hours of work$",
        r"a hundred million iterations$",
        r"ten million and one iterations$",
        r"r p of 819[23]",
        r"n r p above",
        r"p of 65, under a mac that fits$",
        r"a gibibyte for p",
    ),
    "quorum_key_envelope": (r"FieldLimit: 1638[45] bytes",),
    "webauthn_attestation": (r"a certificate of 1638[45] bytes$", r"102[45] CBOR items$"),
}
"""Patterns of ideas: sizes, depth, strictness beyond RFC 8259, and the last year of many clocks."""


def is_vectors_rule(construct: str, case: Case) -> bool:
    """Return whether a case rests on a decision of these vectors.

    Args:
        construct: The name of the case's file.
        case: The case, with its idea.

    Returns:
        True if it does.
    """
    patterns = (*_EVERYWHERE, *_IN_FILES.get(construct, ()))
    return not _FLAGS.isdisjoint(case.flags) or any(re.search(pattern, case.idea) for pattern in patterns)
