from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from sealwax import MalformedInput, SignerError, TargetKey, Unsupported
from sealwax.signers import OpenedKey, aws_kms, open_key, pkcs11
from sealwax.signers.fido2 import SecurityKey
from tools.support import softhsm

PIN = softhsm.PIN


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The arguments of the classes of keys, which open nothing."""
    calls: list[tuple[object, ...]] = []

    def record(kind: str) -> Callable[..., str]:
        def call(*arguments: object, **named: object) -> str:
            calls.append((kind, *arguments, *sorted(named.items())))
            return kind

        return call

    for kind in ("Pkcs11Signer", "Pkcs11TargetKey"):
        monkeypatch.setattr(pkcs11, kind, record(kind))
    for kind in ("KmsSigner", "KmsTargetKey"):
        monkeypatch.setattr(aws_kms, kind, record(kind))
    return calls


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("pkcs11:token=My%20token;object=a?module-path=/m.so", "a"),
        ("pkcs11:object=a;token=My%20token;type=private?module-path=/m.so", "a"),
        ("pkcs11:;token=My%20token;object=a;?&module-path=/m.so&", "a"),
        ("pkcs11:token=My%20token;id=%01%fF?module-path=%2Fm.so", b"\x01\xff"),
        ("pkcs11:token=My%20token;object=%C3%A9?module-path=/m.so", "é"),
    ],
)
def test_the_attributes_of_rfc_7512(opened: list[tuple[object, ...]], text: str, key: object) -> None:
    assert open_key(text, pin=PIN) == OpenedKey("Pkcs11Signer", "Pkcs11TargetKey")  # type: ignore[arg-type]
    named = (("key", key), ("pin", PIN), ("token", "My token"))
    assert opened == [("Pkcs11Signer", "/m.so", *named), ("Pkcs11TargetKey", "/m.so", *named)]


class TestModules:
    URI = "pkcs11:token=t;object=a?module-path="

    def test_one_of_them_is_opened(self, opened: list[tuple[object, ...]], tmp_path: Path) -> None:
        library, link = tmp_path / "m.so", tmp_path / "link.so"
        link.symlink_to(library)
        for named, allowed in (
            (library, [library]),
            (link, [f"{library}"]),
            (library, {link}),
            ("m.so", ["m.so"]),
        ):
            open_key(f"{self.URI}{named}", modules=allowed)
        assert {call[1] for call in opened} == {f"{library}", "m.so"}

    @pytest.mark.parametrize("allowed", [[], ["/m"], ["m.so"], ["/other/m.so"], iter(["/m.so.1"])])
    def test_another_is_not_loaded(self, opened: list[tuple[object, ...]], allowed: Iterable[str]) -> None:
        with pytest.raises(Unsupported, match="not among the modules"):
            open_key(f"{self.URI}/m.so", modules=allowed)
        assert opened == []

    @pytest.mark.parametrize("wrong", ["/m.so", b"/m.so", 5, [5], [b"/m.so"]])
    def test_a_wrong_type_is_named(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="modules"):
            open_key(f"{self.URI}/m.so", modules=wrong)


@pytest.mark.parametrize(
    "key_id", ["alias/a", "6a1a1a1a-0000-0000-0000-000000000000", "arn:aws:kms:eu-central-1:1:key/a"]
)
def test_keys_of_aws(opened: list[tuple[object, ...]], key_id: str) -> None:
    open_key(f"awskms:{key_id}")
    assert opened == [("KmsSigner", key_id), ("KmsTargetKey", key_id)]


CREDENTIAL_ID = b"\xfb\xff\x00credential"


@pytest.mark.parametrize(
    ("text", "origin", "credential_ids"),
    [
        ("fido2:rp-id=example.com", "https://example.com", ()),
        ("fido2:origin=https://a.example.com;rp-id=example.com", "https://a.example.com", ()),
        ("fido2:rp-id=example.com;origin=https%3A%2F%2Fa.example.com", "https://a.example.com", ()),
        ("fido2:rp-id=example.com;credential-id=-_8AY3JlZGVudGlhbA", "https://example.com", (CREDENTIAL_ID,)),
    ],
)
def test_security_keys(text: str, origin: str, credential_ids: tuple[bytes, ...]) -> None:
    found = open_key(text, pin=lambda: PIN, touch=lambda: None)
    assert (found.signer, found.target_key) == (None, None)
    key = found.authenticator
    assert isinstance(key, SecurityKey)
    assert repr(key) == f"SecurityKey(rp_id='example.com', origin={origin!r})"
    assert key.credential_ids == credential_ids


@pytest.mark.parametrize(
    "text",
    [
        "fido2:",
        "fido2:rp-id=",
        "fido2:rp-id",
        "fido2:origin=https://example.com",
        "fido2:rp-id=example.com;rp-id=example.com",
        "fido2:rp-id=example.com;origin=https://example.com/",
        "fido2:rp-id=example.com;origin=",
        "fido2:rp-id=example.com;credential-id=",
        "fido2:rp-id=example.com;credential-id=A",
        "fido2:rp-id=example.com;credential-id=%00",
        f"fido2:rp-id=example.com;credential-id={'A' * 1366}",
        "fido2:rp-id=%ff",
        "fido2:rp-id=example.com;pin-value=4711",
    ],
)
def test_what_names_no_security_key(text: str) -> None:
    with pytest.raises(MalformedInput, match="fido2: URI") as caught:
        open_key(text)
    assert "4711" not in str(caught.value)


def test_another_attribute_of_a_security_key() -> None:
    with pytest.raises(Unsupported, match="it may have rp-id, origin, credential-id"):
        open_key("fido2:rp-id=example.com;aaguid=00")


def test_a_wrong_touch_is_named() -> None:
    with pytest.raises(TypeError, match="touch must be a function"):
        open_key("fido2:rp-id=example.com", touch="now")  # type: ignore[arg-type]


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize(
    "text",
    [
        "pkcs11:",
        "pkcs11:token=t;object=a",
        "pkcs11:token=t;object=a?module-path=",
        "pkcs11:token=;object=a?module-path=/m.so",
        "pkcs11:object=a?module-path=/m.so",
        "pkcs11:token=t?module-path=/m.so",
        "pkcs11:token=t;object=a;id=%01?module-path=/m.so",
        "pkcs11:token=t;token=u;object=a?module-path=/m.so",
        "pkcs11:token=t;object=a?module-path=/m.so&module-path=/n.so",
        "pkcs11:token=t;object=%?module-path=/m.so",
        "pkcs11:token=t;object=%0g?module-path=/m.so",
        "pkcs11:token=t;object=a b?module-path=/m.so",
        "pkcs11:token=t;object=a/b?module-path=/m.so",
        "pkcs11:token=t;object=é?module-path=/m.so",
        "pkcs11:token=t;object=%ff?module-path=/m.so",
        "pkcs11:token=t;object=a?module-path=%ff",
        "pkcs11:token=t;object?module-path=/m.so",
        "awskms:",
        "pkcs11:" + "a" * 4096,
    ],
)
def test_what_does_not_parse(text: str) -> None:
    with pytest.raises(MalformedInput):
        open_key(text, pin=PIN)


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize(
    "text",
    [
        "pkcs11:token=t;object=a;pin-value=4711?module-path=/m.so",
        "pkcs11:token=t;object=a?pin-value=4711&module-path=/m.so",
        "pkcs11:token=t;object=a?module-path=/m.so&pin-source=file:/4711",
        "pkcs11:token=t;object=a?pin-value",
    ],
)
def test_a_pin_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(MalformedInput, match="must not contain a PIN") as caught:
        open_key(text)
    assert "4711" not in str(caught.value)


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "pkcs11",
        "PKCS11:token=t",
        "file:/a.private",
        "fido2x:",
        "pkcs11:token=t;object=a;serial=1?module-path=/m.so",
        "pkcs11:token=t;object=a;slot-id=1?module-path=/m.so",
        "pkcs11:token=t;object=a?module-name=m",
        "pkcs11:token=t;object=a;type=public?module-path=/m.so",
    ],
)
def test_what_is_not_supported(text: str) -> None:
    with pytest.raises(Unsupported):
        open_key(text)


@pytest.mark.parametrize("wrong", [None, b"pkcs11:", 5])
def test_a_uri_is_a_string(wrong: object) -> None:
    with pytest.raises(TypeError, match="uri must be str, not"):
        open_key(wrong)  # type: ignore[arg-type]


def test_a_key_that_can_do_one_thing(monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(reason: Any) -> Callable[..., object]:
        def call(*_: object) -> object:
            raise SignerError(f"because {reason}", reason=reason, retryable=False)

        return call

    key = TargetKey.generate()
    monkeypatch.setattr(aws_kms, "KmsSigner", cannot("wrong-key"))
    monkeypatch.setattr(aws_kms, "KmsTargetKey", lambda _: key)
    assert open_key("awskms:a") == OpenedKey(None, key)
    monkeypatch.setattr(aws_kms, "KmsTargetKey", cannot("wrong-key"))
    with pytest.raises(SignerError, match="because wrong-key"):
        open_key("awskms:a")
    monkeypatch.setattr(aws_kms, "KmsTargetKey", cannot("denied"))
    with pytest.raises(SignerError, match="because denied"):
        open_key("awskms:a")
