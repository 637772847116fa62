"""The command line, called in this process with hostile standard input."""

import io
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sealwax import ApiKey, TargetKey
from sealwax.cli.app import run

from .corpus import Context, Seed, captured, captured_in_browser, from_vectors, to_document

_PRODUCTION_ORGANIZATION = "f9a31c64-d604-42e4-9bef-a773096afad7"


@cache
def _files() -> dict[str, str]:
    """Write the keys that commands take from files; give their paths by what stands for them."""
    directory = Path(tempfile.mkdtemp())
    key = captured("export_wallet.json")["targetPrivateKey"]
    TargetKey.from_private_key(key).save(directory / "target.private")
    ApiKey.from_private_key(b"\x07" * 32).save(directory / "api.private")
    (directory / "body").write_bytes(b'{"organizationId":"x"}')
    token = captured("verification_token.json")
    (directory / "token").write_text(next(token[name] for name in ("jwt", "token") if name in token))
    (directory / "words").write_text("abandon " * 11 + "about")
    return {f"@{path.name}": str(path) for path in directory.iterdir()}


def call(context: Context, document: bytes) -> int:
    """Call a command with a document on its standard input, or in place of an argument ``@document``.

    Args:
        context: Its ``arguments``.
        document: The document.

    Returns:
        The exit status, which was checked.
    """
    files = _files()
    # The system's arguments end at a NUL.
    as_argument = document.decode("utf-8", "surrogateescape").partition("\0")[0]
    arguments = [
        as_argument if argument == "@document" else files.get(argument, argument)
        for argument in context["arguments"]
    ]
    saved = sys.argv, sys.stdin, sys.stdout, sys.stderr
    stdin, stdout, stderr = (
        io.TextIOWrapper(io.BytesIO(content), "utf-8") for content in (document, b"", b"")
    )
    stderr.reconfigure(errors="backslashreplace")
    sys.argv, sys.stdin, sys.stdout, sys.stderr = ["sealwax", *arguments], stdin, stdout, stderr
    try:
        status = run()
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = saved
    stderr.seek(0)
    said = stderr.buffer.read()
    assert status in {0, 1, 2}, status
    assert b"Traceback" not in said, said
    assert b"error[internal]" not in said, said
    assert status != 1 or said.startswith((b"error[", b"warning: ", b"note: ")) or b" failed\n" in said, said
    return status


def seeds() -> Iterator[Seed]:
    """Give what each command reads when all is well."""

    def seed(document: object, *arguments: str) -> Seed:
        return Seed({"arguments": arguments}, to_document(document))

    organization = ("--organization-id", _PRODUCTION_ORGANIZATION)
    wallet = captured("export_wallet.json")["bundle"]
    answer = {"activity": {"result": {"exportWalletResult": {"exportBundle": to_document(wallet).decode()}}}}
    export = ("--bundle", "-", "--key", "@target.private", *organization)
    for document in (wallet, answer):
        yield seed(document, "decrypt-wallet", *export)
        yield seed(document, "decrypt-wallet", "--json", *export)
        yield seed(document, "decrypt-account", *export)
        yield seed(document, "decrypt-account", "--raw", *export)
    for vector in list(from_vectors("import_bundle", "ImportBundleVerification", "bundle", "userId"))[:3]:
        text = vector.document.decode()
        for document in (text, {"activity": {"result": {"initImportWalletResult": {"importBundle": text}}}}):
            where = ("--bundle", "-", *organization, "--user-id", vector.context["userId"])
            yield seed(document, "import-wallet", "--mnemonic-file", "@words", *where)
            yield seed(document, "import-private-key", "--private-key-file", "@target.private", *where)
    for vector in list(from_vectors("otp_bundle", "OtpBundle", "targetBundle", "publicKey"))[:3]:
        arguments = ("--otp-file", "@words", "--public-key", vector.context["publicKey"])
        yield seed(vector.document.decode(), "encrypt-otp", "--bundle", "-", *arguments)
    credential = captured("credential_bundle.json")["bundle"]
    yield seed(credential, "decrypt-credential", "--bundle", "-", "--key", "@target.private")
    for kind, name in (("session", "session_jwt.json"), ("verification", "verification_token.json")):
        content = captured(name)
        token = next(content[field] for field in ("jwt", "token") if field in content)
        yield seed(token, "verify-token", "--type", kind, "--at", "2025-01-01T00:00:00Z", "-")
        yield seed("2025-01-01T00:00:00Z", "verify-token", "--type", kind, "--at", "@document", "@token")
        yield seed(token, "client-signature", "login", "--key", "@api.private", "--token", "-")
    signup = {"userEmail": "user@example.com", "apiKeys": [{"apiKeyName": "x"}], "oauthProviders": []}
    with_token = ("--key", "@api.private", "--token", "@token")
    yield seed(signup, "client-signature", "signup", *with_token, "--request", "-")
    for capture in captured_in_browser()[:3]:
        yield seed(capture["registration"]["toJSON"], "attest", "-")
        yield seed(capture["registration"]["toJSON"], "attest", "--credential-id-encoding", "raw", "-")
    for scheme in ("p256", "ed25519", "eip191"):
        name = f"api_key_stamp_{scheme}"
        for vector in list(from_vectors(name, "ApiKeyStampVerification", "header", "body"))[:2]:
            header = vector.document.decode()
            body = bytes.fromhex(vector.context["body"]).decode()
            yield seed(body, "verify-stamp", "--body", "-", header)
            yield seed(header, "verify-stamp", "--body", "@body", "--", "@document")
            yield seed(header, "verify-stamp", "--kind", "attested", "--body", "@body", "--", "@document")
    yield seed('{"organizationId":"x"}', "stamp", "--key", "@api.private", "-")
    yield seed("api.private", "stamp", "--key", "@document", "@body")
