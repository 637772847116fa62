"""No secret leaves by another way than the result."""

import copy
import dataclasses
import json
import pickle
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from functools import partial
from typing import Any, get_args

import msgspec
import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedStamper,
    BadSignature,
    Curve,
    Eip191Signer,
    ExportedAccount,
    ExportedSecret,
    ExportedWallet,
    SealwaxError,
    StampVerifier,
    TargetKey,
    UntrustedSigner,
    WebAuthnStamper,
    oidc_nonce,
    verify_import_bundle,
    verify_secret_import_bundle,
)
from sealwax._crypto.secret_types import HoldsSecret
from sealwax.client import AsyncClient, Client
from sealwax.integrations.httpx import AsyncStampTransport, StampTransport
from sealwax.operations import ApiDescription
from sealwax.replay_guards.redis import AsyncRedisReplayGuard, RedisReplayGuard
from sealwax.testing import AttestedEnclave, ReferenceEnclave, SoftwareAuthenticator, WebhookSender
from sealwax.testing.jwt import OidcIssuer
from sealwax.testing.key_material import KeyMaterial, derive_target_key
from sealwax.testing.nitro import NitroAuthority
from sealwax.webhooks import MemoryReplayGuard
from tests.leaks import find_secrets, shown_by
from tests.operations.openapi.descriptions import small
from tests.stamps.test_attested import oidc_token

MARK = bytes(range(0xA0, 0xC0))


def test_the_search_finds_what_it_is_to_find() -> None:
    secret = "leaf lady until indicate praise final"
    for text in (
        f"x {secret} y",
        f"cut: {secret[:12]}",
        f"{secret.encode()!r}",
        secret.encode().hex(),
        str(list(secret.encode())),
    ):
        assert find_secrets([text], [secret])
    assert find_secrets([repr(MARK)], [MARK.hex()])
    assert find_secrets([str(int.from_bytes(MARK, "big"))], [MARK.hex().upper()])
    assert find_secrets(["the mnemonic is not valid BIP-39; check its words"], [secret]) == []

    hidden = SealwaxError("something else")
    hidden.__context__ = ValueError(secret)
    hidden.__suppress_context__ = True
    assert find_secrets(shown_by(hidden), [secret])


def holders() -> Iterator[tuple[str, object]]:
    """The places that hold the marked secret, by name."""
    for curve in get_args(Curve):
        key = ApiKey.from_private_key(MARK, curve)
        yield f"ApiKey {curve}", key
        yield f"ApiKeyStamper {curve}", ApiKeyStamper(key)
        yield f"deterministic ApiKeyStamper {curve}", ApiKeyStamper(key, deterministic=True)
    yield "Eip191Signer", Eip191Signer(ApiKey.from_private_key(MARK, "secp256k1"))
    p256 = ApiKey.from_private_key(MARK)
    yield (
        "AttestedStamper",
        AttestedStamper(p256, oidc_token(oidc_nonce(p256.public_key)), "STAMP_ATTESTED_SCHEME_P256_OIDC"),
    )
    yield "TargetKey", TargetKey.from_private_key(MARK)
    yield "ExportedAccount", ExportedAccount(MARK)
    yield "ExportedSecret", ExportedSecret(MARK.hex())
    yield "ExportedWallet", ExportedWallet(MARK.hex(), MARK.hex(), None, checksum_valid=False)
    yield "ReferenceEnclave", ReferenceEnclave(MARK)
    yield "SoftwareAuthenticator", SoftwareAuthenticator(rp_id="x", origin="y", seed=MARK)
    yield "WebhookSender", WebhookSender(MARK)
    yield "KeyMaterial", KeyMaterial(MARK)
    yield "a derived key", derive_target_key(MARK)


HOLDERS = dict(holders())
OF_CALLERS = [name for name, holder in HOLDERS.items() if isinstance(holder, HoldsSecret)]


def test_every_key_and_export_is_among_them() -> None:
    kinds = {type(HOLDERS[name]) for name in OF_CALLERS}
    assert kinds == {ApiKey, Eip191Signer, TargetKey, ExportedAccount, ExportedSecret, ExportedWallet}


@pytest.mark.parametrize("name", HOLDERS)
class TestHolders:
    def test_nothing_shows_its_secret(self, name: str) -> None:
        holder = HOLDERS[name]
        shown = [str(holder), repr(holder), f"{holder}", f"{holder!r}", repr([holder]), repr({"x": holder})]
        assert find_secrets(shown, [MARK.hex()]) == []

    def test_nothing_is_pickled_by_accident(self, name: str) -> None:
        with pytest.raises((TypeError, AttributeError, pickle.PicklingError)):
            pickle.dumps(HOLDERS[name])


def uncopied() -> Iterator[tuple[str, object]]:
    """What has a key, a lock, connections or an object of another library."""
    stamper = ApiKeyStamper(ApiKey.from_private_key(MARK))
    yield "Client", Client(stamper, organization_id="o")
    yield "AsyncClient", AsyncClient(stamper, organization_id="o")
    yield "StampTransport", StampTransport(stamper)
    yield "AsyncStampTransport", AsyncStampTransport(stamper)
    yield "StampTransport for the auth proxy", StampTransport.for_auth_proxy("c")
    yield "MemoryReplayGuard", MemoryReplayGuard()
    yield "RedisReplayGuard", RedisReplayGuard.from_url("redis://:password@localhost")
    yield "AsyncRedisReplayGuard", AsyncRedisReplayGuard.from_url("redis://:password@localhost")
    yield "ApiDescription", ApiDescription(small())
    yield "WebAuthnStamper", WebAuthnStamper(SoftwareAuthenticator(rp_id="x", origin="y", seed=MARK))
    enclave = ReferenceEnclave(MARK)
    target = enclave.import_bundle(organization_id="o", user_id="u")
    yield "ImportTarget", verify_import_bundle(target, organization_id="o", user_id="u", keys=enclave.keys)
    secret = enclave.secret_import_bundle(organization_id="o")
    yield "SecretTarget", verify_secret_import_bundle(secret, organization_id="o", keys=enclave.keys)
    yield "AttestedEnclave", AttestedEnclave(MARK)
    yield "NitroAuthority", NitroAuthority(KeyMaterial(MARK), datetime(2026, 1, 1, tzinfo=timezone.utc))
    yield "OidcIssuer", OidcIssuer(TargetKey.from_private_key(MARK))


UNCOPIED = {
    **{name: holder for name, holder in HOLDERS.items() if not isinstance(holder, HoldsSecret)},
    **dict(uncopied()),
}


@pytest.mark.parametrize("name", UNCOPIED)
def test_what_belongs_to_a_process_is_neither_pickled_nor_copied(name: str) -> None:
    holder: Any = UNCOPIED[name]
    ways: list[Callable[[Any], object]] = [copy.copy, copy.deepcopy, lambda value: value.__getstate__()]
    ways += [partial(pickle.dumps, protocol=version) for version in range(pickle.HIGHEST_PROTOCOL + 1)]
    for way in ways:
        with pytest.raises(TypeError, match=f"^{type(holder).__name__} cannot be pickled or copied; share"):
            way(holder)


@pytest.mark.parametrize("fast", [False, True])
def test_the_keys_of_a_verifier_can_be_pickled(fast: bool) -> None:
    keys = [ApiKey.from_private_key(MARK, curve) for curve in get_args(Curve)]
    verifier = StampVerifier([(key.public_key, key.curve) for key in keys], fast=fast)
    ways: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy]
    ways += [lambda value: pickle.loads(pickle.dumps(value))]
    for way in ways:
        copied = way(verifier)
        for key in keys:
            stamp = ApiKeyStamper(key).stamp(b"body")
            assert copied.verify(stamp.header_value, b"body") == verifier.verify(stamp.header_value, b"body")
            with pytest.raises(BadSignature):
                copied.verify(stamp.header_value, b"another body")
        other = ApiKeyStamper(ApiKey.generate()).stamp(b"body")
        with pytest.raises(UntrustedSigner):
            copied.verify(other.header_value, b"body")
        assert copied._fast == fast


@pytest.mark.parametrize("name", OF_CALLERS)
class TestHoldersOfCallers:
    def test_none_is_pickled_or_copied(self, name: str) -> None:
        holder = HOLDERS[name]
        ways: list[Callable[[Any], object]] = [copy.copy, copy.deepcopy]
        ways += [partial(pickle.dumps, protocol=version) for version in range(pickle.HIGHEST_PROTOCOL + 1)]
        for way in ways:
            with pytest.raises(TypeError, match="holds a secret and cannot be pickled or copied; share"):
                way(holder)

    def test_none_gives_its_state(self, name: str) -> None:
        holder: Any = HOLDERS[name]
        for way in (holder.__getstate__, holder.__reduce__, partial(holder.__reduce_ex__, 2)):
            with pytest.raises(TypeError, match="holds a secret and cannot be pickled or copied; share"):
                way()

    def test_nothing_that_serializes_gives_the_secret(self, name: str) -> None:
        ways: tuple[Callable[[Any], object], ...] = (
            vars,
            dataclasses.asdict,
            dataclasses.astuple,
            json.dumps,
            msgspec.to_builtins,
            msgspec.json.encode,
            msgspec.msgpack.encode,
        )
        for serialize in ways:
            with pytest.raises(TypeError):
                serialize(HOLDERS[name])

    def test_they_cannot_be_given_attributes(self, name: str) -> None:
        with pytest.raises(AttributeError):
            HOLDERS[name].secret = MARK  # type: ignore[attr-defined]


def test_an_export_cannot_be_changed() -> None:
    wallet = ExportedWallet("words", None, None, checksum_valid=False)
    with pytest.raises(AttributeError, match="mnemonic of ExportedWallet cannot be set"):
        wallet.mnemonic = "x"
    with pytest.raises(AttributeError, match="private_key of ExportedAccount cannot be set"):
        ExportedAccount(MARK).private_key = bytes(32)
