import json

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import BadSignature, ContextMismatch, MalformedInput, SealwaxError
from sealwax.testing import SoftwareAuthenticator
from sealwax.webauthn.ceremony import (
    check_ceremony,
    check_origin,
    parse_authenticator_data,
    parse_client_data,
)

RP_ID, ORIGIN = "example.com", "https://example.com"
AUTHENTICATOR = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=b"\1" * 32)
CREATED = cbor2.loads(AUTHENTICATOR.create(b"c").attestation_object)["authData"]
ASSERTED = AUTHENTICATOR.get_assertion(b"c").authenticator_data
CLIENT_DATA = {"type": "webauthn.get", "challenge": "Yw", "origin": ORIGIN, "crossOrigin": True}


def client_data(**changes: object) -> bytes:
    fields = {name: value for name, value in {**CLIENT_DATA, **changes}.items() if value is not None}
    return json.dumps(fields).encode()


def with_flags(data: bytes, flags: int) -> bytes:
    return data[:32] + bytes([flags]) + data[33:]


class TestClientData:
    def test_null_is_as_if_absent(self) -> None:
        for text in (
            b'{"type":"webauthn.get","challenge":"Yw","origin":"x","crossOrigin":null,"topOrigin":null}',
            b'{"type":"webauthn.get","challenge":"Yw","origin":"x","crossOrigin":false,"topOrigin":null}',
        ):
            parsed = parse_client_data(text, "it")
            assert (parsed.cross_origin, parsed.top_origin) == (False, None)
        for text in (b'"crossOrigin":null,"topOrigin":"x"', b'"crossOrigin":null,"crossorigin":true'):
            with pytest.raises(MalformedInput, match=r"topOrigin|differs from .* only in case"):
                parse_client_data(b'{"type":"t","challenge":"Yw","origin":"x",' + text + b"}", "it")

    def test_keys_that_are_not_known_are_ignored(self) -> None:
        parse_client_data(client_data(other_keys_can_be_added_here="x"), "it")

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"[]",
            b"\xff",
            b"\xef\xbb\xbf\xef\xbb\xbf" + client_data(),
            client_data() + b"\xef\xbb\xbf",
            client_data().decode().encode("utf-16"),
            client_data()[:-1] + b',"type":"webauthn.get"}',
            client_data(crossOrigin="no"),
            client_data(topOrigin=5),
            client_data(challenge="Y"),
            client_data(challenge="Yw==="),
            client_data(challenge="+w"),
        ],
    )
    def test_other_client_data_is_malformed(self, data: bytes) -> None:
        with pytest.raises(MalformedInput, match="the client data of it"):
            parse_client_data(data, "it")

    def test_the_checks(self) -> None:
        parsed = parse_client_data(client_data(), "it")
        check_ceremony(parsed, "webauthn.get", "it")
        check_origin(parsed, ORIGIN, "it", allow_cross_origin=True)
        check_origin(parsed, {"https://other.example", ORIGIN}, "it", allow_cross_origin=True)
        with pytest.raises(ContextMismatch, match="embedded in a page of another origin") as raised:
            check_origin(parsed, ORIGIN, "it", allow_cross_origin=False)
        assert raised.value.code == "wrong-origin"
        with pytest.raises(BadSignature, match=r"not of type webauthn\.create"):
            check_ceremony(parsed, "webauthn.create", "it")
        origins: list[str | list[str]] = [
            "",
            ORIGIN + "/",
            ORIGIN.replace("s:", ":"),
            ORIGIN + ":8443",
            ORIGIN + ":443",
            ORIGIN.upper(),
            ORIGIN.replace("https", "HTTPS"),
            ORIGIN.replace("e", "E", 1),
            ORIGIN[:-1] + "n",
            ORIGIN[:8] + "x" + ORIGIN[9:],
            ORIGIN[:8],
            [ORIGIN + ":443", ORIGIN[:-1]],
            [],
        ]
        for origin in origins:
            with pytest.raises(ContextMismatch, match="than the expected one") as raised:
                check_origin(parsed, origin, "it", allow_cross_origin=True)
            assert raised.value.code == "wrong-origin"


class TestAuthenticatorData:
    @pytest.mark.parametrize("extensions", [{}, {"credProtect": 2}, {"hmac-secret": True}])
    def test_extensions_are_a_map(self, extensions: dict[str, object]) -> None:
        encoded = cbor2.dumps(extensions)
        parse_authenticator_data(with_flags(ASSERTED, 0x81) + encoded, "it")
        assert parse_authenticator_data(with_flags(CREATED, 0xC1) + encoded, "it").credential

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            ASSERTED[:-1],
            ASSERTED + b"\0",
            CREATED + b"\0",
            CREATED[:-1],
            CREATED[:54],
            CREATED[:53],
            CREATED[:38],
            with_flags(ASSERTED, 0x41),  # says that it has a credential
            with_flags(CREATED, 0x01),  # says that it has none
            with_flags(ASSERTED, 0x81),  # says that it has extensions
            with_flags(ASSERTED, 0x81) + b"\x80",
            with_flags(ASSERTED, 0x81) + b"\xa0\xa0",
            with_flags(ASSERTED, 0x81) + b"\xa1\x01\x02",
            with_flags(ASSERTED, 0x11),  # backed up and not eligible for it
            CREATED[:53] + b"\0\0" + AUTHENTICATOR.public_key,  # no credential id
            CREATED[:53] + b"\x04\x00" + bytes(1024) + AUTHENTICATOR.public_key,  # one too long
            CREATED[:53] + b"\xff\xff" + CREATED[55:],
        ],
    )
    def test_other_authenticator_data_is_malformed(self, data: bytes) -> None:
        with pytest.raises(MalformedInput):
            parse_authenticator_data(data, "it")

    def test_the_longest_credential_id(self) -> None:
        data = CREATED[:53] + b"\x03\xff" + b"i" * 1023 + AUTHENTICATOR.public_key
        credential = parse_authenticator_data(data, "it").credential
        assert credential is not None
        assert credential.credential_id == b"i" * 1023

    @given(st.binary())
    def test_no_bytes_break_the_parsers(self, data: bytes) -> None:
        for prefix in (b"", ASSERTED[:32] + b"\x41\0\0\0\0", ASSERTED[:32] + b"\xc1\0\0\0\0" + bytes(16)):
            try:
                parse_authenticator_data(prefix + data, "it")
            except SealwaxError:
                pass
        with pytest.raises(SealwaxError):
            parse_client_data(data, "it")
