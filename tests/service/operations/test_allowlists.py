"""IP allowlists."""

import pytest

from sealwax import ApiKey
from tests.service.client import NOT_FOUND, SUB_KEY, Client, sub_organization


class TestAllowlists:
    OTHERS = ({"cidr": "192.0.2.0/24", "label": "office"},)
    US = ({"cidr": "127.0.0.0/20"}, {"cidr": "::1/128"})

    def test_a_list_without_the_caller_shuts_it_out(self, client: Client) -> None:
        assert client.submit("set_ip_allowlist", enabled=True, rules=[*self.OTHERS]).result == {}
        assert client.try_query("whoami").error == (403, "REQUEST_NOT_AUTHORIZED")
        assert client.submit("set_ip_allowlist", enabled=False).error == (403, "REQUEST_NOT_AUTHORIZED")

    def test_a_list_with_the_caller_lets_it_in(self, client: Client) -> None:
        client.submit("set_ip_allowlist", enabled=True, rules=[*self.OTHERS, *self.US]).check()
        assert client.query("whoami")
        shown = client.query("get_ip_allowlist")["allowlist"]
        assert shown["rules"] == [*self.OTHERS, *self.US]
        assert (shown["enabled"], shown["onEvaluationError"]) == (True, "DENY")

    def test_a_list_that_is_not_enabled_lets_everyone_in(self, client: Client) -> None:
        client.submit("set_ip_allowlist", enabled=False, rules=[*self.OTHERS]).check()
        assert client.query("whoami")
        # What is left out stays.
        client.submit("set_ip_allowlist").check()
        assert client.query("get_ip_allowlist")["allowlist"]["rules"] == [*self.OTHERS]

    def test_a_block_is_kept_once_and_in_its_shortest_form(self, client: Client) -> None:
        blocks = ["2001:0DB8:0::/48", "10.0.0.0/24", "2001:db8::/48", "10.0.0.0/24"]
        rules = [{"cidr": block, "label": str(number)} for number, block in enumerate(blocks)]
        client.submit("set_ip_allowlist", enabled=False, rules=rules).check()
        assert client.query("get_ip_allowlist")["allowlist"]["rules"] == [
            {"cidr": "2001:db8::/48", "label": "0"},
            {"cidr": "10.0.0.0/24", "label": "1"},
        ]

    def test_a_keys_own_list_without_rules_overrides_nothing(self, client: Client) -> None:
        client.submit("set_ip_allowlist", publicKey=client.key.public_key, rules=[]).check()
        client.submit("set_ip_allowlist", enabled=True, rules=[*self.US]).check()
        assert client.query("whoami")

    def test_a_keys_own_list_overrides_the_organizations(self, client: Client) -> None:
        own = {"publicKey": client.key.public_key, "rules": [*self.US]}
        client.submit("set_ip_allowlist", **own).check()
        client.submit("set_ip_allowlist", enabled=True, rules=[*self.OTHERS]).check()
        assert client.query("whoami")
        shown = client.query("get_ip_allowlist", publicKey=client.key.public_key)["allowlist"]
        assert (shown["rules"], shown["publicKey"]) == ([*self.US], client.key.public_key)
        client.submit("set_ip_allowlist", publicKey=client.key.public_key, rules=[*self.OTHERS]).check()
        assert client.try_query("whoami").error == (403, "REQUEST_NOT_AUTHORIZED")

    @pytest.mark.parametrize(
        ("on_error", "status"),
        [({"onEvaluationError": "ALLOW"}, 200), ({"onEvaluationError": "DENY"}, 403), ({}, 403)],
    )
    def test_what_happens_on_an_evaluation_error(
        self, client: Client, on_error: dict[str, str], status: int
    ) -> None:
        client.submit("set_ip_allowlist", enabled=True, rules=[*self.US], **on_error).check()
        client.service.fail("whoami", "allowlist-error")
        assert client.try_query("whoami").status == status
        assert client.try_query("whoami").status == 200

    def test_what_is_left_out_stays(self, client: Client) -> None:
        first = {"enabled": True, "rules": [*self.US], "onEvaluationError": "ALLOW"}
        client.submit("set_ip_allowlist", **first).check()
        for change in (
            {"rules": [*self.US, *self.OTHERS]},
            {"enabled": False},
            {"onEvaluationError": "DENY"},
        ):
            client.submit("set_ip_allowlist", **change).check()
            first |= change
            shown = client.query("get_ip_allowlist")["allowlist"]
            assert {name: shown[name] for name in first} == first

    def test_sub_organizations_have_none(self, client: Client) -> None:
        made = client.submit("create_sub_organization", **sub_organization()).result
        for each, error in (
            (client, (400, "ORGANIZATION_MISMATCH")),
            (client.with_key(SUB_KEY), (400, "INVALID_ACTIVITY_CALLER")),
        ):
            each.organization_id = made["subOrganizationId"]
            assert each.submit("set_ip_allowlist", enabled=True, rules=[*self.US]).error == error
            assert each.query("get_ip_allowlist")["allowlist"]["rules"] == []

    def test_unknown_lists(self, client: Client) -> None:
        assert client.query("get_ip_allowlist")["allowlist"]["rules"] == []
        other = ApiKey.generate().public_key
        assert client.submit("set_ip_allowlist", publicKey=other, rules=[]).error == (
            404,
            "SEALWAX_NOT_FOUND",
        )
        for rules in ([{"cidr": "1.2.3.4/8"}], [{"cidr": "x"}]):
            assert client.submit("set_ip_allowlist", rules=rules).error == (400, "REQUEST_INVALID")
        both = client.submit("set_ip_allowlist", publicKey=client.key.public_key, enabled=True)
        assert both.error == (400, "REQUEST_INVALID")

    def test_removed(self, client: Client) -> None:
        rules = [{"cidr": "127.0.0.0/20"}]
        client.submit("set_ip_allowlist", enabled=True, rules=rules).check()
        client.submit("set_ip_allowlist", publicKey=client.key.public_key, rules=rules).check()
        assert client.submit("remove_ip_allowlist", publicKey=client.key.public_key.upper()).result == {}
        assert client.submit("remove_ip_allowlist").result == {}
        assert client.submit("remove_ip_allowlist").error == NOT_FOUND
        assert client.query("get_ip_allowlist")["allowlist"]["rules"] == []

    def test_removed_in_a_sub_organization(self, sub: Client) -> None:
        assert sub.submit("remove_ip_allowlist").error == (400, "INVALID_ACTIVITY_CALLER")
