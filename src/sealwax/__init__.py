"""The client-side cryptography of a wallet and key management API: stamps and sealed bundles.

To authenticate a request, stamp its body: ``ApiKeyStamper(ApiKey.load("a.private")).stamp(body).headers``.
To open an export, keep the key whose public key you asked it to be sealed to:
``decrypt_wallet_export(bundle, TargetKey.load("t.private"), organization_id=...)``.

Whatever arrives from outside gives a result or raises a ``SealwaxError``, whose ``code`` says what kind of
failure it was. Nothing here talks to the network.

More is in ``sealwax.operations`` (the requests of the API), ``sealwax.proofs`` (what an enclave signs about
itself and its decisions; its names are here, too), ``sealwax.testing`` (makers of artifacts, for
tests) and ``sealwax.vectors`` (test vectors).
"""

from ._names import MODULE_OF, load

__all__ = sorted(MODULE_OF)  # noqa: PLE0605 - it is a list


def __getattr__(name: str) -> object:
    # A name is loaded when it is first asked for (PEP 562), so that a program that only stamps loads neither
    # HPKE, JSON parsing nor word lists.
    return load(__name__, MODULE_OF.get(name), name)


def __dir__() -> list[str]:
    return __all__
