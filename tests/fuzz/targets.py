"""The table of what is fuzzed: what is called, where its inputs start from, what an accepted one must be.

A target that authenticates gives, independently of the library, what its document authenticates. A document
that is accepted must authenticate what an authentic one does, and give the same result in the same context.
"""

import base64
import dataclasses
import hashlib
import json
import math
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

import cbor2
import msgspec

import sealwax
from sealwax import vectors
from sealwax._codec import strict_cbor, strict_json
from sealwax._codec.base58 import decode_base58, decode_base58check, encode_base58, encode_base58check
from sealwax._codec.base64url import decode_base64url
from sealwax._codec.der import der_to_raw, raw_to_der
from sealwax._codec.hex import decode_hex
from sealwax._codec.text import decode_utf8, to_bytes
from sealwax._crypto.bip39 import check_mnemonic
from sealwax.login import tokens
from sealwax.testing.enclave import open_sealed_text
from sealwax.webauthn.ceremony import parse_authenticator_data
from sealwax.webauthn.cose import decode_cose_key

from . import commands, operations
from .corpus import (
    Context,
    Seed,
    captured,
    captured_in_browser,
    from_vectors,
    to_document,
    whole_files,
)


@dataclass(frozen=True)
class Target:
    """Something that is fuzzed.

    Attributes:
        name: What the command line calls it.
        what: What it calls.
        seeds: Where its inputs start from.
        call: Puts a document through the library, and gives what must not differ from a valid document's.
        authenticated: Gives the bytes that an accepted document authenticates. None if there are none.
        check: Checks an accepted document and its result in another way.
        weight: Its share of the seeded inputs; less for what is slow.
        small_stack: Whether it must do with the stack of any thread. Commands have a process's own.
    """

    name: str
    what: str
    seeds: Callable[[], Iterable[Seed]]
    call: Callable[[Context, bytes], object]
    authenticated: Callable[[Context, bytes], object] | None = None
    check: Callable[[Context, bytes, Any], None] | None = None
    weight: float = 1
    small_stack: bool = True


def _text(document: bytes) -> str | bytes:
    """Hand a document over as clients do: as text, if there is any text that it is the UTF-8 of."""
    try:
        return document.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return document


def _only_text(document: bytes) -> str:
    return document.decode("utf-8", "surrogateescape")


def _keys(**keys: str) -> sealwax.EnclaveKeys:
    return sealwax.EnclaveKeys(**keys)


def _instant(context: Context) -> datetime:
    return datetime.fromtimestamp(0, timezone.utc) + timedelta(milliseconds=context["now"])


def _unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


# Bundles.


def _signed_data(_: Context, document: bytes) -> bytes:
    return bytes.fromhex(json.loads(document)["data"])


def _wallet_seeds() -> Iterator[Seed]:
    fields = ("targetPrivateKey", "organizationId", "signerPublicKey")
    yield from from_vectors("wallet_export", "WalletExport", "bundle", *fields)
    # Of another kind: to take parts from, and authentic all the same.
    yield from from_vectors("account_export", "AccountExport", "bundle", *fields)
    capture = captured("export_wallet.json")
    context = {name: capture[name] for name in fields[:2]}
    yield Seed(
        {**context, "signerPublicKey": sealwax.EnclaveKeys.production().signer},
        to_document(capture["bundle"]),
    )


def _export(decrypt: Callable[..., object], context: Context, document: bytes) -> tuple[object, ...]:
    opened = decrypt(
        _text(document),
        _target_key(context["targetPrivateKey"]),
        organization_id=context["organizationId"],
        keys=_keys(signer=context["signerPublicKey"]),
    )
    if isinstance(opened, sealwax.ExportedWallet):
        return opened.mnemonic, opened.passphrase, opened.language, opened.checksum_valid
    if isinstance(opened, sealwax.ExportedAccount):
        return opened.private_key, opened.to_solana()
    return (opened,)


@cache
def _target_key(private_key: str) -> sealwax.TargetKey:
    return sealwax.TargetKey.from_private_key(private_key)


def _import_bundle(context: Context, document: bytes) -> object:
    return sealwax.verify_import_bundle(
        _text(document),
        organization_id=context["organizationId"],
        user_id=context["userId"],
        keys=_keys(signer=context["signerPublicKey"]),
    ).public_key


def _otp_bundle(context: Context, document: bytes) -> object:
    sealed = sealwax.encrypt_otp_bundle(
        context["otpCode"],
        _text(document),
        public_key=context["publicKey"],
        keys=_keys(tls_fetcher=context["tlsFetcherPublicKey"]),
    )
    # What is sealed differs each time; that it opens shows to which key.
    return open_sealed_text(_target_key(context["enclavePrivateKey"]), sealed)


def _credential_seeds() -> Iterator[Seed]:
    yield from from_vectors("credential_bundle", "CredentialBundle", "bundle", "targetPrivateKey")
    capture = captured("credential_bundle.json")
    context = {"targetPrivateKey": capture["targetPrivateKey"]}
    yield Seed(context, to_document(capture["bundle"]))


def _credential_bundle(context: Context, document: bytes) -> object:
    target_key = _target_key(context["targetPrivateKey"])
    return sealwax.decrypt_credential_bundle(_text(document), target_key).private_key_hex()


# Stamps.


def _stamp_seeds() -> Iterator[Seed]:
    for scheme in ("p256", "secp256k1", "ed25519", "eip191"):
        name = f"api_key_stamp_{scheme}"
        yield from from_vectors(name, "ApiKeyStampVerification", "header", "body")


def _api_key_stamp(context: Context, document: bytes) -> object:
    verified = sealwax.verify_api_key_stamp(_text(document), bytes.fromhex(context["body"]))
    return verified.public_key, verified.scheme


def _stamp_signer(context: Context, document: bytes) -> object:
    fields = json.loads(_unpadded(document.decode()))
    return context["body"], fields["publicKey"].lower(), fields["scheme"]


def _attested_stamp(context: Context, document: bytes) -> object:
    verified = sealwax.verify_attested_stamp(
        _text(document),
        bytes.fromhex(context["body"]),
        keys=_keys(tls_fetcher=context["tlsFetcherPublicKey"]),
        now=_instant(context),
    )
    return verified.public_key, verified.scheme, verified.verification


def _attested_signer(context: Context, document: bytes) -> object:
    fields = json.loads(_unpadded(document.decode()))
    signed = fields["publicKeyAttestation"].rpartition(".")[0]
    if fields["scheme"] == "STAMP_ATTESTED_SCHEME_P256_OIDC":
        # Nobody but its issuer's keys can verify such a token; its nonce is what counts here.
        signed = json.loads(_unpadded(signed.partition(".")[2]))["nonce"]
    return context["body"], fields["publicKey"].lower(), fields["scheme"], signed


_WEBAUTHN = ("body", "cosePublicKey", "rpId", "origin", "requireUserVerification")


def _webauthn_seeds() -> Iterator[Seed]:
    yield from from_vectors("webauthn_stamp", "WebAuthnStampVerification", "header", *_WEBAUTHN)
    for capture in captured_in_browser():
        said = capture["assertion"]["toJSON"]
        response = {name: said["response"][name] for name in ("authenticatorData", "signature")}
        registered = sealwax.verify_attestation(
            capture["registration"]["toJSON"],
            expected_challenge=_unpadded(capture["registration"]["challenge"]),
            expected_origin=capture["origin"],
            expected_rp_id=capture["rpId"],
        )
        context = {
            "body": capture["assertion"]["body"].encode().hex(),
            "cosePublicKey": registered.public_key.hex(),
            "rpId": capture["rpId"],
            "origin": capture["origin"],
        }
        client_data = {"clientDataJson": said["response"]["clientDataJSON"], "credentialId": said["id"]}
        yield Seed(context, to_document({**response, **client_data}))


def _webauthn_stamp(context: Context, document: bytes) -> object:
    verified = sealwax.verify_webauthn_stamp(
        _text(document),
        bytes.fromhex(context["body"]),
        public_key=bytes.fromhex(context["cosePublicKey"]),
        expected_rp_id=context["rpId"],
        expected_origin=context["origin"],
        require_user_verification=context.get("requireUserVerification", False),
    )
    # The credential's id is not signed.
    return dataclasses.replace(verified, credential_id=b"")


def _assertion(_: Context, document: bytes) -> object:
    fields = json.loads(document)
    return _unpadded(fields["authenticatorData"]), _unpadded(fields["clientDataJson"])


# Tokens and client signatures.


def _token_seeds(name: str, group_type: str, key: str, capture: str) -> Iterator[Seed]:
    yield from from_vectors(name, group_type, "token", key, "now")
    production = sealwax.EnclaveKeys.production()
    pinned = {"notarizerPublicKey": production.notarizer, "tlsFetcherPublicKey": production.tls_fetcher}
    content = captured(capture)
    token = next(content[field] for field in ("jwt", "token") if field in content)
    yield Seed({key: pinned[key], "now": 0}, to_document(token))


def _session(context: Context, document: bytes) -> object:
    keys = _keys(notarizer=context["notarizerPublicKey"])
    return sealwax.verify_session_jwt(_text(document), keys=keys, now=_instant(context))


def _verification_token(context: Context, document: bytes) -> object:
    keys = _keys(tls_fetcher=context["tlsFetcherPublicKey"])
    return sealwax.verify_verification_token(_text(document), keys=keys, now=_instant(context))


def _jwt_signed(_: Context, document: bytes) -> object:
    return document.rpartition(b".")[0]


def _client_signature(context: Context, document: bytes) -> object:
    token = context.get("verificationToken")
    claims = None if token is None else tokens.read_verification_token(token)
    # As a web framework hands it over: by a parser that is not strict, and itself needs its stack.
    fields: Any = _only_text(document)
    if document.count(b"[") + document.count(b"{") < 100:
        with suppress(ValueError):
            fields = json.loads(document)
    sealwax.verify_client_signature(fields, verification=claims)
    return None


def _client_message(_: Context, document: bytes) -> object:
    fields = json.loads(document)
    return fields["publicKey"].lower(), fields["message"]


@cache
def _client_key(private_key: str, curve: str) -> sealwax.ApiKey:
    return sealwax.ApiKey.from_private_key(private_key, curve)  # type: ignore[arg-type]


def _signing(context: Context, document: bytes) -> int:
    """Put a token, which is read and not verified, through all that signs with one."""
    key, token = _client_key(context["privateKey"], context["curve"]), _text(document)

    def client_signature(sign: Callable[[], sealwax.ClientSignature]) -> None:
        sealwax.verify_client_signature(sign())

    def stamp(scheme: sealwax.AttestedScheme) -> None:
        sealwax.AttestedStamper(key, token, scheme).stamp(b"{}")

    problems = []
    calls: tuple[Callable[[], None], ...] = (
        partial(client_signature, partial(sealwax.sign_login, key, token)),
        partial(client_signature, partial(sealwax.sign_signup, key, token, email="user@example.com")),
        partial(stamp, "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN"),
        partial(stamp, "STAMP_ATTESTED_SCHEME_P256_OIDC"),
    )
    for call in calls:
        try:
            call()
        except sealwax.SealwaxError as error:
            problems.append(error)
    if len(problems) == len(calls):
        raise problems[0]
    return len(problems)


def _signing_seeds() -> Iterator[Seed]:
    fields = ("privateKey", "curve")
    for group in ("ClientSignatureLogin", "ClientSignatureSignup"):
        yield from from_vectors("client_signature", group, "verificationToken", *fields)
    yield from from_vectors("attested_stamp", "AttestedStamping", "token", *fields)


# Attestations.

_EXPECTED = ("expectedChallenge", "expectedOrigin", "expectedRpId")


def _attestation_seeds(group: str, *more: str) -> Iterator[Seed]:
    yield from from_vectors("webauthn_attestation", group, "credential", *_EXPECTED, *more)
    for capture in captured_in_browser():
        context: dict[str, object] = {
            "expectedChallenge": capture["registration"]["challenge"],
            "expectedOrigin": capture["origin"],
            "expectedRpId": capture["rpId"],
            "now": 1893452400000,
        }
        yield Seed(context, to_document(capture["registration"]["toJSON"]))


def _attestation_object(capture: Any) -> str:
    encoded: str = capture["registration"]["raw"]["attestationObject"]
    return encoded


def _expectations(context: Context) -> dict[str, Any]:
    return {
        "expected_challenge": _unpadded(context["expectedChallenge"]),
        "expected_origin": context["expectedOrigin"],
        "expected_rp_id": context["expectedRpId"],
    }


def _encode_attestation(context: Context, document: bytes) -> sealwax.Attestation:
    return sealwax.encode_attestation(_text(document), **_expectations(context))


def _verify_attestation(context: Context, document: bytes) -> sealwax.VerifiedAttestation:
    return sealwax.verify_attestation(
        _text(document),
        **_expectations(context),
        require_user_verification=context.get("requireUserVerification", False),
        trust_anchors=[bytes.fromhex(anchor) for anchor in context.get("trustAnchors", ())],
        now=_instant(context),
    )


def _as_expected(context: Context, document: bytes, _: object) -> None:
    """Check, with other parsers, what a registration that was accepted says of itself."""
    credential = json.loads(document)
    client_data = json.loads(_unpadded(credential["response"]["clientDataJSON"]))
    data = cbor2.loads(_unpadded(credential["response"]["attestationObject"]))["authData"]
    id_length = int.from_bytes(data[53:55], "big")
    assert client_data["type"] == "webauthn.create"
    assert client_data["challenge"].rstrip("=") == context["expectedChallenge"]
    assert client_data["origin"] == context["expectedOrigin"]
    assert data[:32] == hashlib.sha256(context["expectedRpId"].encode()).digest()
    assert data[32] & 0x41 == 0x41
    assert data[55 : 55 + id_length] == _unpadded(credential["rawId"])


def _encoded_as_it_was(context: Context, document: bytes, result: sealwax.Attestation) -> None:
    _as_expected(context, document, result)
    credential = json.loads(document)
    assert _unpadded(result.client_data_json) == _unpadded(credential["response"]["clientDataJSON"])
    assert _unpadded(result.attestation_object) == _unpadded(credential["response"]["attestationObject"])
    assert cbor2.loads(_unpadded(result.credential_id)) == _unpadded(credential["rawId"])


_VOUCHED: dict[str, set[tuple[bytes, bytes]]] = {}


def _vouched(context: Context, document: bytes, result: sealwax.VerifiedAttestation) -> None:
    """Check that what a statement signs is as it was signed. Where none is verified, nothing is signed."""
    _as_expected(context, document, result)
    if result.trust not in {sealwax.AttestationTrust.SELF, sealwax.AttestationTrust.CERTIFIED}:
        return
    if not _VOUCHED:
        seeds = _attestation_seeds("AttestationVerification")
        _VOUCHED["signed"] = {_attested(seed.document) for seed in seeds if seed.authentic}
    assert _attested(document) in _VOUCHED["signed"]


def _attested(document: bytes) -> tuple[bytes, bytes]:
    response = json.loads(document)["response"]
    attestation_object = cbor2.loads(_unpadded(response["attestationObject"]))
    return _unpadded(response["clientDataJSON"]), attestation_object["authData"]


def _cose_seeds() -> Iterator[Seed]:
    keys = {seed.context["cosePublicKey"] for seed in _webauthn_seeds()}
    yield from (Seed({}, bytes.fromhex(key)) for key in sorted(keys))


def _cose_key(_: Context, document: bytes) -> object:
    return decode_cose_key(document, "the key").alg


def _authenticator_data_seeds() -> Iterator[Seed]:
    for capture in captured_in_browser():
        for part in ("registration", "assertion"):
            raw = capture[part]["raw"]
            data = (
                bytes.fromhex(raw["authenticatorData"])
                if "authenticatorData" in raw
                else cbor2.loads(bytes.fromhex(raw["attestationObject"]))["authData"]
            )
            yield Seed({}, data)


# Keys, and what is sealed.


def _key_file_seeds() -> Iterator[Seed]:
    for curve in ("p256", "secp256k1", "ed25519"):
        name = f"api_key_stamp_{curve}"
        for seed in from_vectors(name, "ApiKeyImport", "privateKey", "curve"):
            yield Seed({}, seed.document)
            document = seed.document + f":{seed.context['curve']}".encode()
            yield Seed({}, document)
    yield Seed({}, (captured("export_wallet.json")["targetPrivateKey"] + "\r\n").encode())


@cache
def _key_file() -> str:
    directory = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)  # noqa: PTH112
    return str(Path(directory) / "a.private")


def _key_files(_: Context, document: bytes) -> tuple[sealwax.ApiKey | None, sealwax.TargetKey | None]:
    path = Path(_key_file())
    path.write_bytes(document)
    loaded: list[Any] = []
    problem = None
    for kind in (sealwax.ApiKey, sealwax.TargetKey):
        try:
            loaded.append(kind.load(path))
        except sealwax.SealwaxError as error:
            loaded.append(None)
            problem = error
    if problem is not None and loaded == [None, None]:
        raise problem
    return loaded[0], loaded[1]


def _as_in_file(
    _: Context, document: bytes, result: tuple[sealwax.ApiKey | None, sealwax.TargetKey | None]
) -> None:
    digits, _colon, curve = document.decode().rstrip("\r\n").partition(":")
    for key in result:
        if key is not None:
            assert digits.lower() in {
                key.private_key_hex(),
                key.private_key_hex() + key.public_key,
            }
    if result[0] is not None:
        assert result[0].curve == (curve or "p256")


def _enclave_key_seeds() -> Iterator[Seed]:
    production = sealwax.EnclaveKeys.production()
    for key in (production.signer, production.tls_fetcher, production.notarizer):
        yield Seed({}, key.encode())
        yield Seed({}, key.upper().encode())


def _enclave_keys(_: Context, document: bytes) -> str:
    key = _only_text(document)
    return sealwax.EnclaveKeys(signer=key, tls_fetcher=key, notarizer=key).signer


def _same_digits(_: Context, document: bytes, result: str) -> None:
    assert document.decode().lower() == result


def _mnemonic_seeds() -> Iterator[Seed]:
    yield from from_vectors("bip39", "Bip39Mnemonic", "mnemonic")


@cache
def _enclave_key() -> sealwax.TargetKey:
    return sealwax.TargetKey.from_private_key(b"\x07" * 32)


def _new_target() -> sealwax.ImportTarget:
    return sealwax.ImportTarget(_enclave_key().to_cryptography().public_key())


def _import_wallet(_: Context, document: bytes) -> bytes:
    mnemonic = _only_text(document)
    check_mnemonic(mnemonic)
    return open_sealed_text(_enclave_key(), _new_target().encrypt_wallet(mnemonic, "\u00e9 "))


def _sealed_as_given(_: Context, document: bytes, result: bytes) -> None:
    assert result == document + "\n--PASS--\n\u00e9 ".encode()


def _private_key_seeds() -> Iterator[Seed]:
    yield from from_vectors("import_bundle", "ImportedPrivateKey", "privateKeyText")


def _import_private_key(_: Context, document: bytes) -> bytes:
    return open_sealed_text(_enclave_key(), _new_target().encrypt_private_key(_only_text(document)))


def _sealed_key_is_given(_: Context, document: bytes, result: bytes) -> None:
    digits = document.decode().lower().removeprefix("0x")
    if len(document) <= 66:
        assert digits == result.hex()
    else:
        assert decode_base58(document.decode(), "it")[:32] == result


# Encodings.

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def _to_der(document: bytes) -> bytes:
    return raw_to_der(document, _ORDER)


def _to_raw(document: bytes) -> bytes:
    return der_to_raw(document, _ORDER)


_DECODERS: dict[str, tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]] = {
    "hex": (
        lambda document: decode_hex(_only_text(document), "it"),
        lambda decoded: decoded.hex().encode(),
    ),
    "base64url": (
        lambda document: decode_base64url(_only_text(document), "it"),
        lambda decoded: base64.urlsafe_b64encode(decoded).rstrip(b"="),
    ),
    "base58": (
        lambda document: decode_base58(_only_text(document), "it"),
        lambda decoded: encode_base58(decoded).encode(),
    ),
    "base58check": (
        lambda document: decode_base58check(_only_text(document), "it"),
        lambda decoded: encode_base58check(decoded).encode(),
    ),
    "utf8": (
        lambda document: decode_utf8(document, "it").encode(),
        lambda decoded: decoded,
    ),
    "text": (
        lambda document: to_bytes(_text(document), "it"),
        lambda decoded: decoded,
    ),
    "der": (_to_raw, _to_der),
    "raw": (_to_der, _to_raw),
    "credential-id": (
        lambda document: sealwax.decode_credential_id(_only_text(document)),
        lambda decoded: sealwax.encode_credential_id(decoded).encode(),
    ),
}


def _encoding_seeds() -> Iterator[Seed]:
    # The first cases of a group are valid ones.
    headers = [seed.document.decode() for seed in list(_stamp_seeds())[:12]]
    signatures = [json.loads(_unpadded(header))["signature"] for header in headers]
    der = bytes.fromhex(signatures[0])
    samples = {
        "hex": [signatures[0].encode(), b"00FF"],
        "base64url": [b"_-8", b"AAECAw==", b"YQ", b"YWI"],
        "base58": [b"1111", *(seed.document for seed in _private_key_seeds() if len(seed.document) > 80)],
        "base58check": [seed.document for seed in _credential_seeds()],
        "utf8": ["\u00e9 \u6f22 \U0001f600".encode(), b"\xef\xbb\xbfa"],
        "text": ["\u00e9 \u6f22 \U0001f600".encode(), b"\xff"],
        "der": [bytes.fromhex(signature) for signature in signatures],
        "raw": [_to_raw(der)],
        "credential-id": [
            seed.document
            for seed in from_vectors("webauthn_attestation", "CredentialIdDecoding", "credentialId")
        ],
    }
    for name, documents in samples.items():
        yield from (Seed({"decoder": name}, document) for document in documents)


def _encoding(context: Context, document: bytes) -> bytes:
    return _DECODERS[context["decoder"]][0](document)


def _has_one_spelling(context: Context, document: bytes, result: bytes) -> None:
    encoded = _DECODERS[context["decoder"]][1](result)
    # Hex may be in upper case, base64url may carry its padding.
    spellings = {encoded, encoded.upper()} if context["decoder"] == "hex" else {encoded}
    if context["decoder"] in {"base64url", "credential-id"}:
        spellings.add(encoded + b"=" * (-len(encoded) % 4))
    assert document in spellings


def _json_seeds() -> Iterator[Seed]:
    for seed in chain(_webauthn_seeds(), _wallet_seeds()):
        yield Seed({}, seed.document)
    texts = (b'{"a":[1,2.5,-3e2,true,null,"\\u00e9\\n"],"b":{"":{}}}', b"[]", b'{"\\u0061":1}')
    yield from (Seed({}, text) for text in texts)


def _json(_: Context, document: bytes) -> dict[str, object]:
    value = strict_json.decode_json(document, dict, "it")
    strict_json.convert_json(value, msgspec.Raw | dict[str, Any], "it")  # type: ignore[arg-type]
    return value


def _json_means_the_same(_: Context, document: bytes, result: dict[str, object]) -> None:
    def pairs(members: list[tuple[str, object]]) -> dict[str, object]:
        assert len({name for name, _ in members}) == len(members)
        return dict(members)

    def refuse(constant: str) -> object:
        raise AssertionError(constant)

    # Integers may have more digits than Python's reader takes.
    value = json.loads(document, object_pairs_hook=pairs, parse_constant=refuse, parse_int=float)
    assert _with_floats(value) == _with_floats(result)


def _with_floats(value: Any) -> object:
    if isinstance(value, dict):
        return {name: _with_floats(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_floats(item) for item in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf
    return value


def _cbor_seeds() -> Iterator[Seed]:
    for seed in _cose_seeds():
        yield Seed({"integerKeys": True}, seed.document)
    for capture in captured_in_browser():
        yield Seed({"integerKeys": False}, bytes.fromhex(_attestation_object(capture)))


def _cbor(context: Context, document: bytes) -> object:
    # Whoever asks for integers as keys keeps the data short: see decode_cbor.
    if context["integerKeys"]:
        document = document[:2048]
    return strict_cbor.decode_cbor(document, "it", integer_keys=context["integerKeys"])


def _cbor_means_the_same(context: Context, document: bytes, result: object) -> None:
    if context["integerKeys"]:
        document = document[:2048]
    _assert_plain(result, (int, str) if context["integerKeys"] else (str,))
    # repr() tells 1, 1.0 and True apart, and makes NaN equal to itself.
    assert repr(cbor2.loads(document)) == repr(result)
    assert repr(cbor2.loads(cbor2.dumps(result))) == repr(result)


def _assert_plain(value: object, key_types: tuple[type, ...]) -> None:
    if isinstance(value, dict):
        assert all(type(key) in key_types for key in value)
        for item in value.values():
            _assert_plain(item, key_types)
    elif isinstance(value, list):
        for item in value:
            _assert_plain(item, key_types)
    else:
        assert value is None or type(value) in {int, float, bool, str, bytes}


# Files of vectors, and commands.


def _vector_file(_: Context, document: bytes) -> int:
    suite = vectors.load(document, "the file")
    for outcome in vectors.run_suite(suite):
        assert not outcome.actual.endswith("no error of ours"), outcome
    return len(suite.test_groups)


TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target(
            "wallet-export",
            "decrypt_wallet_export",
            _wallet_seeds,
            partial(_export, sealwax.decrypt_wallet_export),
            _signed_data,
        ),
        Target(
            "account-export",
            "decrypt_account_export",
            lambda: from_vectors(
                "account_export",
                "AccountExport",
                "bundle",
                "targetPrivateKey",
                "organizationId",
                "signerPublicKey",
            ),
            partial(_export, sealwax.decrypt_account_export),
            _signed_data,
        ),
        Target(
            "import-bundle",
            "verify_import_bundle",
            lambda: from_vectors(
                "import_bundle",
                "ImportBundleVerification",
                "bundle",
                "organizationId",
                "userId",
                "signerPublicKey",
            ),
            _import_bundle,
            _signed_data,
        ),
        Target(
            "otp-bundle",
            "encrypt_otp_bundle",
            lambda: from_vectors(
                "otp_bundle",
                "OtpBundle",
                "targetBundle",
                "otpCode",
                "publicKey",
                "tlsFetcherPublicKey",
                "enclavePrivateKey",
            ),
            _otp_bundle,
            _signed_data,
        ),
        Target(
            "credential-bundle",
            "decrypt_credential_bundle",
            _credential_seeds,
            _credential_bundle,
            lambda _context, document: document,
        ),
        Target("api-key-stamp", "verify_api_key_stamp", _stamp_seeds, _api_key_stamp, _stamp_signer),
        Target(
            "attested-stamp",
            "verify_attested_stamp",
            lambda: from_vectors(
                "attested_stamp",
                "AttestedStampVerification",
                "header",
                "body",
                "tlsFetcherPublicKey",
                "now",
            ),
            _attested_stamp,
            _attested_signer,
        ),
        Target("webauthn-stamp", "verify_webauthn_stamp", _webauthn_seeds, _webauthn_stamp, _assertion),
        Target(
            "session-jwt",
            "verify_session_jwt",
            lambda: _token_seeds("session_jwt", "SessionJwt", "notarizerPublicKey", "session_jwt.json"),
            _session,
            _jwt_signed,
        ),
        Target(
            "verification-token",
            "verify_verification_token",
            lambda: _token_seeds(
                "verification_token",
                "VerificationToken",
                "tlsFetcherPublicKey",
                "verification_token.json",
            ),
            _verification_token,
            _jwt_signed,
        ),
        Target(
            "client-signature",
            "verify_client_signature",
            lambda: from_vectors(
                "client_signature",
                "ClientSignatureVerification",
                "clientSignature",
                "verificationToken",
            ),
            _client_signature,
            _client_message,
        ),
        Target(
            "signing",
            "sign_login, sign_signup, AttestedStamper: of a token",
            _signing_seeds,
            _signing,
        ),
        Target(
            "encode-attestation",
            "encode_attestation",
            lambda: _attestation_seeds("AttestationEncoding"),
            _encode_attestation,
            check=_encoded_as_it_was,
        ),
        Target(
            "verify-attestation",
            "verify_attestation",
            lambda: _attestation_seeds(
                "AttestationVerification", "requireUserVerification", "trustAnchors", "now"
            ),
            _verify_attestation,
            check=_vouched,
        ),
        Target("cose-key", "the COSE key that verify_webauthn_stamp takes", _cose_seeds, _cose_key),
        Target(
            "authenticator-data",
            "authenticator data, by itself",
            _authenticator_data_seeds,
            lambda _context, document: parse_authenticator_data(document, "it"),
        ),
        Target(
            "key-file",
            "ApiKey.load, TargetKey.load",
            _key_file_seeds,
            _key_files,
            check=_as_in_file,
        ),
        Target("enclave-keys", "EnclaveKeys", _enclave_key_seeds, _enclave_keys, check=_same_digits),
        Target(
            "import-wallet",
            "ImportTarget.encrypt_wallet",
            _mnemonic_seeds,
            _import_wallet,
            check=_sealed_as_given,
        ),
        Target(
            "import-private-key",
            "ImportTarget.encrypt_private_key",
            _private_key_seeds,
            _import_private_key,
            check=_sealed_key_is_given,
        ),
        Target(
            "encoding",
            "hex, base64url, base58, base58check, DER, raw signatures, UTF-8, credential ids",
            _encoding_seeds,
            _encoding,
            check=_has_one_spelling,
        ),
        Target("json", "decode_json, convert_json", _json_seeds, _json, check=_json_means_the_same),
        Target("cbor", "decode_cbor", _cbor_seeds, _cbor, check=_cbor_means_the_same),
        Target(
            "vectors", "vectors.load, and run_suite of what it gives", whole_files, _vector_file, weight=0.3
        ),
        Target(
            "answers",
            "SealedRequest.read: of the service's answer to each operation",
            operations.answer_seeds,
            operations.read_answer,
            check=operations.is_of_the_request,
        ),
        Target(
            "parameters",
            "from_params of each operation",
            operations.parameter_seeds,
            operations.take_parameters,
            check=operations.survives_writing,
        ),
        Target(
            "commands",
            "every command that reads from standard input",
            commands.seeds,
            commands.call,
            weight=0.5,
            small_stack=False,
        ),
    )
}
"""All targets, by name."""
