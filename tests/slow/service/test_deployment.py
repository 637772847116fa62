"""The parts of a running service."""

from sealwax import ApiKey
from sealwax_service import LocalService
from tests.service.client import ETHEREUM, Client


def test_a_seed_makes_everything_repeatable(local_service: LocalService) -> None:
    def ids(service: LocalService) -> list[object]:
        key = ApiKey.from_private_key(b"\x05" * 32)
        client = Client(service, key=service.api_key)
        made = [
            dict(service.ids),
            service.keys,
            service.api_key.public_key,
            service.configuration_id,
            client.submit("create_wallet", walletName="w", accounts=[ETHEREUM]).result,
            client.submit("create_user_tag", userTagName="t", userIds=[]).result,
            client.add_user(key),
        ]
        client.http.close()
        return made

    with LocalService(bytes(range(32))) as other, LocalService() as random:
        first = ids(local_service)
        assert first == ids(other)
        assert first != ids(random)
        other.reset()
        assert first == ids(other)
