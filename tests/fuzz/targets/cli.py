"""The command line, called in this process with hostile standard input."""

import io
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest import mock

from sealwax import ApiKey, TargetKey
from sealwax.cli.app import run
from sealwax.testing import WebhookSender
from tests.conftest import ORGANIZATION
from tests.fuzz.corpus import (
    Context,
    Seed,
    captured,
    captured_in_browser,
    captured_token,
    from_vectors,
    to_document,
    whole_files,
)
from tests.fuzz.target import Target

_ORGANIZATION = ("--organization-id", ORGANIZATION)
_FAILED = re.compile(rb" failed( \(ideas: [0-9]+\))?\n")


@cache
def _files() -> dict[str, str]:
    """Write the keys that commands take from files; give their paths by what stands for them."""
    directory = Path(tempfile.mkdtemp())
    key = captured("export_wallet.json")["targetPrivateKey"]
    TargetKey.from_private_key(key).save(directory / "target.private")
    credential = captured("credential_bundle.json")["targetPrivateKey"]
    TargetKey.from_private_key(credential).save(directory / "credential.private")
    # The key that the vectors' tokens are bound to.
    login = next(from_vectors("client_signature", "ClientSignatureLogin", "verificationToken", "privateKey"))
    ApiKey.from_private_key(login.context["privateKey"]).save(directory / "api.private")
    (directory / "body").write_bytes(b'{"organizationId":"x"}')
    (directory / "token").write_bytes(login.document)
    (directory / "document.json").touch()
    delivery = WebhookSender(bytes(32)).deliver({"organizationId": ORGANIZATION})
    (directory / "headers").write_text(json.dumps(delivery.headers))
    (directory / "jwks").write_text(WebhookSender(bytes(32)).jwks)
    proof = next(from_vectors("app_proof", "AppProof", "appProof", "bootProof"))
    (directory / "boot.json").write_text(proof.context["bootProof"])
    (directory / "words").write_text("abandon " * 11 + "about")
    return {f"@{path.name}": str(path) for path in directory.iterdir()}


def _call(context: Context, document: bytes) -> int:
    """Call a command with a document on its standard input, in ``@document.json``, or for ``@document``."""
    files = _files()
    Path(files["@document.json"]).write_bytes(document)
    # The system's arguments end at a NUL.
    as_argument = document.decode("utf-8", "surrogateescape").partition("\0")[0]
    arguments = [
        as_argument if argument == "@document" else files.get(argument, argument)
        for argument in context["arguments"]
    ]
    stdin, stdout, stderr = (
        io.TextIOWrapper(io.BytesIO(content), "utf-8") for content in (document, b"", b"")
    )
    stderr.reconfigure(errors="backslashreplace")
    argv = ["sealwax", *arguments]
    with mock.patch.multiple(sys, argv=argv, stdin=stdin, stdout=stdout, stderr=stderr):
        status = run()
    stderr.seek(0)
    said = stderr.buffer.read()
    assert status in {0, 1, 2}, status
    assert b"Traceback" not in said, said
    assert b"error[internal]" not in said, said
    assert status != 1 or said.startswith((b"error[", b"warning: ", b"note: ")) or _FAILED.search(said), said
    return status


def _seeds() -> Iterator[Seed]:
    """Give what each command reads when all is well."""
    yield from _exports()
    yield from _imports()
    yield from _tokens()
    yield from _stamps()
    yield from _secrets()
    yield from _webhooks()
    yield from _votes()
    yield from _proofs()


def _seed(document: object, *arguments: str) -> Seed:
    return Seed({"arguments": arguments}, to_document(document))


def _exports() -> Iterator[Seed]:
    wallet = captured("export_wallet.json")["bundle"]
    answer = {"activity": {"result": {"exportWalletResult": {"exportBundle": to_document(wallet).decode()}}}}
    export = ("--bundle", "-", "--key", "@target.private", *_ORGANIZATION)
    for document in (wallet, answer):
        yield _seed(document, "decrypt-wallet", *export)
        yield _seed(document, "decrypt-wallet", "--json", *export)
        yield _seed(document, "decrypt-account", *export)
        yield _seed(document, "decrypt-account", "--raw", *export)
    credential = captured("credential_bundle.json")["bundle"]
    yield _seed(credential, "decrypt-credential", "--bundle", "-", "--key", "@credential.private")


def _imports() -> Iterator[Seed]:
    fields = ("userId", "signerPublicKey")
    for vector in list(from_vectors("import_bundle", "ImportBundleVerification", "bundle", *fields))[:3]:
        user, signer = (vector.context[name] for name in fields)
        text = vector.document.decode()
        for document in (text, {"activity": {"result": {"initImportWalletResult": {"importBundle": text}}}}):
            where = ("--bundle", "-", *_ORGANIZATION, "--user-id", user, "--signer-public-key", signer)
            words = ("--mnemonic-file", "@words")
            yield _seed(document, "import-wallet", *words, *where)
            yield _seed(document, "import-wallet", *words, "--passphrase-file", "@words", *where)
            yield _seed(document, "import-private-key", "--private-key-file", "@target.private", *where)
    fields = ("publicKey", "tlsFetcherPublicKey")
    for vector in list(from_vectors("otp_bundle", "OtpBundle", "targetBundle", *fields))[:3]:
        key, signer = (vector.context[name] for name in fields)
        command = ("encrypt-otp", "--public-key", key, "--tls-fetcher-public-key", signer)
        yield _seed(vector.document.decode(), *command, "--otp-file", "@words", "--bundle", "-")
        yield _seed("A1B2C3", *command, "--otp-file", "-", "--bundle", "@words")


def _tokens() -> Iterator[Seed]:
    for kind, name in (("session", "session_jwt"), ("verification", "verification_token")):
        token = captured_token(name)
        yield _seed(token, "verify-token", "--type", kind, "--at", "2025-01-01T00:00:00Z", "-")
        yield _seed("2025-01-01T00:00:00Z", "verify-token", "--type", kind, "--at", "@document", "@token")
    login = next(from_vectors("client_signature", "ClientSignatureLogin", "verificationToken"))
    sign = ("client-signature", "login", "--key", "@api.private", "--token", "-")
    yield _seed(login.document.decode(), *sign)
    signup = {"userEmail": "user@example.com", "apiKeys": [{"apiKeyName": "x"}], "oauthProviders": []}
    with_token = ("--key", "@api.private", "--token", "@token")
    yield _seed(signup, "client-signature", "signup", *with_token, "--request", "-")
    for capture in captured_in_browser()[:3]:
        yield _seed(capture["registration"]["toJSON"], "attest", "-")
        yield _seed(capture["registration"]["toJSON"], "attest", "--credential-id-encoding", "raw", "-")
    for vectors in list(whole_files())[::7]:
        yield _seed(vectors.document.decode(), "vectors", "verify", "@document.json")
        yield _seed(vectors.document.decode(), "vectors", "verify", "--json", "@document.json")


def _stamps() -> Iterator[Seed]:
    for scheme in ("p256", "ed25519", "eip191"):
        name = f"api_key_stamp_{scheme}"
        for vector in list(from_vectors(name, "ApiKeyStampVerification", "header", "body"))[:2]:
            header = vector.document.decode()
            yield Seed({"arguments": ("verify-stamp", "--body", "-", header)}, _body(vector))
            yield _seed(header, "verify-stamp", "--body", "@body", "--", "@document")
            yield _seed(header, "verify-stamp", "--kind", "attested", "--body", "@body", "--", "@document")
    fields = ("body", "cosePublicKey", "rpId", "origin")
    for vector in list(from_vectors("webauthn_stamp", "WebAuthnStampVerification", "header", *fields))[:3]:
        header = vector.document.decode()
        names = (("--cose-key", "cosePublicKey"), ("--rp-id", "rpId"), ("--origin", "origin"))
        expected = [part for option, name in names for part in (option, vector.context[name])]
        of_kind = ("verify-stamp", "--kind", "webauthn", *expected, "--body")
        yield Seed({"arguments": (*of_kind, "-", header)}, _body(vector))
        yield _seed(header, *of_kind, "@body", "--", "@document")
    yield _seed('{"organizationId":"x"}', "stamp", "--key", "@api.private", "-")
    yield _seed("api.private", "stamp", "--key", "@document", "@body")


def _secrets() -> Iterator[Seed]:
    fields = ("organizationId", "signerPublicKey")
    for vector in list(from_vectors("secret_import", "SecretImportVerification", "bundle", *fields))[:3]:
        organization, signer = (vector.context[name] for name in fields)
        where = ("--organization-id", organization, "--signer-public-key", signer)
        text = vector.document.decode()
        result = {"initImportSecretsResult": {"enclaveTargetMessages": [text, text]}}
        for document in (text, {"activity": {"result": result}}):
            yield _seed(document, "encrypt-secret", "--bundle", "-", "--secret-file", "@words", *where)
            yield _seed(
                document, "encrypt-secret", "--bundle", "-", "--item", "2", "--secret-file", "@words", *where
            )
        yield _seed("hunter2", "encrypt-secret", "--bundle", "@body", "--secret-file", "-", *where)
    wallet = captured("export_wallet.json")["bundle"]
    export = ("decrypt-secret", "--bundle", "-", "--key", "@target.private", *_ORGANIZATION)
    yield _seed(wallet, *export)
    payloads = [to_document(wallet).decode()]
    yield _seed({"activity": {"result": {"exportSecretsResult": {"secretPayloads": payloads}}}}, *export)
    for purpose in ("oauth2-client-secret", "on-ramp", "pull-secret"):
        command = ("encrypt-to-quorum-key", "--purpose", purpose, "--secret-file", "-")
        yield _seed("hunter2", *command)
    for vector in list(from_vectors("quorum_key_envelope", "QuorumKeySealing", "publicKey"))[:9]:
        key = ("--public-key", "@document", "--secret-file", "@words")
        yield _seed(vector.document.decode(), "encrypt-to-quorum-key", *key)


def _webhooks() -> Iterator[Seed]:
    fields = ("body", "jwks", "organizationId")
    for vector in list(from_vectors("webhook", "WebhookVerification", "headers", *fields))[:3]:
        command = ("verify-webhook", "--organization-id", vector.context["organizationId"])
        at = ("--at", "2026-01-01T00:00:00Z")
        pairs = json.loads(vector.document)
        lines = "".join(f"{name}: {value}\r\n" for name, value in pairs)
        for headers in (lines, pairs, dict(pairs)):
            files = ("--headers", "-", "--body", "@body", "--jwks", "@jwks")
            yield _seed(headers, *command, *at, *files)
        yield _seed(
            vector.context["jwks"], *command, "--headers", "@headers", "--body", "@body", "--jwks", "-"
        )
        kept = ("--headers", "@headers", "--body", "-", "--jwks", "@jwks", "--json")
        yield Seed({"arguments": (*command, *at, *kept)}, _body(vector))


def _proofs() -> Iterator[Seed]:
    fields = ("bootProof", "rootSha256", "pcrs")
    for vector in list(from_vectors("app_proof", "AppProof", "appProof", *fields))[:3]:
        pins = (
            "--root",
            vector.context["rootSha256"],
            "--pcr",
            f"0={vector.context['pcrs']['0']}",
            "--allow-any-program",
        )
        expected = ("--type", "address-derivation", "--organization-id", ORGANIZATION)
        yield _seed(vector.context["bootProof"], "verify-proof", *pins, "--boot-proof", "-")
        yield _seed(
            vector.document.decode(), "verify-proof", *pins, *expected, "--boot-proof", "@boot.json", "-"
        )


def _body(vector: Seed) -> bytes:
    return bytes.fromhex(vector.context["body"])


def _votes() -> Iterator[Seed]:
    fields = ("trustedKeys", "rpId", "origin", "tlsFetcherPublicKey")
    for vector in list(from_vectors("activity_vote", "ActivityVotes", "activity", *fields))[:60:5]:
        keys = [part for key in vector.context["trustedKeys"] for part in ("--trusted-key", key)]
        options = ("--rp-id", vector.context["rpId"], "--origin", vector.context["origin"])
        signer = ("--tls-fetcher-public-key", vector.context["tlsFetcherPublicKey"], "--allow-untrusted")
        yield _seed(vector.document.decode(), "verify-votes", *keys, *options, *signer, "-")
        yield _seed(vector.document.decode(), "verify-votes", "--json", *keys, "-")
    yield _seed("{}", "fingerprint", "-")
    account_fields = ("r", "s", "v", "encoding", "hashFunction", "publicKey", "curve")
    for vector in list(from_vectors("signature_result", "SignatureVerification", "payload", *account_fields))[
        :40:8
    ]:
        names = (("--encoding", "encoding"), ("--hash-function", "hashFunction"), ("--curve", "curve"))
        named = [part for option, name in names for part in (option, vector.context[name])]
        account = (*named, "--public-key", vector.context["publicKey"])
        result = {"signRawPayloadResult": {name: vector.context[name] for name in ("r", "s", "v")}}
        yield _seed(result, "verify-signature", "--payload", "@body", *account, "-")
        payload = vector.document.decode()
        yield _seed(payload, "verify-signature", "--payload", "-", *account, "@document.json")


TARGETS = (
    Target(
        "commands",
        "every command that reads from standard input",
        "ends with 0, 1 or 2, without a traceback or an internal error",
        _seeds,
        _call,
        weight=0.5,
        small_stack=False,
    ),
)
