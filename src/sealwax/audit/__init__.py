"""Verify a whole archive of signed lines, in order, on several processes or machines.

Each line is a JSON object. Its ``kind`` determines its other members and the keys that verify it:

| kind | members | keys: ``api_keys``, or in ``AuditTrust`` |
|---|---|---|
| request, or none | body, stamp | ``api_keys`` |
| activity | activity | ``trusted_keys`` |
| webhook | headers, body | ``webhook_keys``, and ``organization_id`` of the expectation |
| session, verification-token | token | ``enclave_keys`` |
| boot-proof | bootProof | ``identity`` |
| app-proof | appProof, bootProof, expected | ``identity`` |
| signature | payload, encoding, hashFunction, signature (r, s, v), publicKey | ``trusted_keys`` |

A signature may also have ``curve`` and ``addressFormat``, as for ``SignatureResult.verify``.

``at`` in a line is the time to check its age or expiry at, such as ``2026-01-31T12:00:00Z``. Without it,
neither is checked, and ``time_checked`` of the result is False.

An audit shows that each line is genuine. It cannot show that a line is missing, repeated or moved, because
signers sign single lines. The ``digest`` of a result chains all lines up to it: compare it between runs.

| input | decision |
|---|---|
| a line that is not such an object, has another member, or is larger than 4 MiB | malformed |
| a kind without its keys | unsupported; nothing else in the line is read |
| a line that repeats another, byte for byte | refused as replayed with ``refuse_repeated`` |
| a worker process that ends | new processes get its lines, at most three times |
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from .archive import audit
    from .results import AuditResult
    from .settings import AuditExpectation, AuditTrust
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "AuditExpectation": "sealwax.audit.settings",
            "AuditResult": "sealwax.audit.results",
            "AuditTrust": "sealwax.audit.settings",
            "audit": "sealwax.audit.archive",
        },
    )

__all__ = [
    "AuditExpectation", "AuditResult", "AuditTrust", "audit"
]  # fmt: skip
