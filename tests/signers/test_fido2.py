import pickle
from datetime import timedelta
from typing import Any

import pytest

from sealwax.signers.fido2 import SecurityKey
from tests.signers.ctap import SecurityKeyInSoftware

RP_ID, ORIGIN = "example.com", "https://login.example.com"
CHALLENGE, BODY = b"a challenge of the application", b'{"organizationId":"x"}'
PIN = "482913"


def open_key(*plugged: SecurityKeyInSoftware, **options: Any) -> SecurityKey:
    given = {"rp_id": RP_ID, "origin": ORIGIN, "devices": lambda: iter(plugged), **options}
    return SecurityKey(**given)


class TestWithoutTheExtra:
    @pytest.mark.parametrize(
        "wrong",
        [
            {"rp_id": 5},
            {"origin": b"https://example.com"},
            {"credential_ids": b"x"},
            {"credential_ids": "x"},
            {"credential_ids": 5},
            {"pin": 1234},
            {"touch": "now"},
            {"user_verification": None},
            {"timeout": 60},
            {"devices": []},
        ],
    )
    def test_a_wrong_type_is_named(self, wrong: dict[str, object]) -> None:
        with pytest.raises(TypeError, match=f"^{next(iter(wrong))} must be "):
            open_key(**wrong)

    def test_a_credential_id_is_bytes(self) -> None:
        with pytest.raises(TypeError, match="each of credential_ids must be bytes, not str"):
            open_key(credential_ids=["x"])

    @pytest.mark.parametrize(
        "wrong",
        [
            {"origin": "https://example.com/"},
            {"origin": "example.com"},
            {"user_verification": "always"},
            {"timeout": timedelta(0)},
            {"timeout": timedelta(seconds=-1)},
            {"credential_ids": [b""]},
            {"credential_ids": [bytes(1024)]},
        ],
    )
    def test_a_wrong_value_is_named(self, wrong: dict[str, object]) -> None:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            open_key(**wrong)

    @pytest.mark.parametrize(
        ("wrong", "kind"),
        [
            ({"challenge": "x"}, TypeError),
            ({"user_name": b"x"}, TypeError),
            ({"user_handle": "x"}, TypeError),
            ({"require_resident_key": 1}, TypeError),
            ({"attestation": None}, TypeError),
            ({"attestation": "enterprise"}, ValueError),
        ],
    )
    def test_wrong_arguments_of_a_registration(self, wrong: dict[str, Any], kind: type[Exception]) -> None:
        given: dict[str, Any] = {"challenge": CHALLENGE, "user_name": "u", **wrong}
        with pytest.raises(kind, match=next(iter(wrong))):
            open_key().register(given.pop("challenge"), **given)

    def test_it_gives_no_secret_away(self) -> None:
        key = open_key(pin=PIN)
        assert repr(key) == f"SecurityKey(rp_id={RP_ID!r}, origin={ORIGIN!r})"
        with pytest.raises(TypeError, match="holds a secret"):
            pickle.dumps(key)

    def test_a_challenge_is_bytes(self) -> None:
        with pytest.raises(TypeError, match="challenge must be bytes, not str"):
            open_key().get_assertion("x")  # type: ignore[arg-type]
