"""The tests of ``tests/service/operations/test_allowlists.py`` that take long."""

import pytest

from tests.service.client import Client


class TestAllowlists:
    @pytest.mark.parametrize(
        ("blocks", "is_right"),
        [
            (["10.0.0.0/20", "2001:db8::/48"], True),
            (["10.0.0.0/19"], False),
            (["2001:db8::/47"], False),
            (
                [f"10.0.{number}.0/24" for number in range(10)]
                + [f"2001:db8::{n}/128" for n in range(1, 11)],
                True,
            ),
            ([f"10.0.{number}.0/24" for number in range(11)], False),
            ([f"2001:db8::{number}/128" for number in range(11)], False),
        ],
    )
    def test_bounds(self, client: Client, blocks: list[str], *, is_right: bool) -> None:
        given = {"enabled": False, "rules": [{"cidr": block} for block in blocks]}
        reply = client.submit("set_ip_allowlist", **given)
        if is_right:
            assert client.query("get_ip_allowlist")["allowlist"]["rules"] == given["rules"]
        else:
            assert reply.error == (400, "REQUEST_INVALID")
