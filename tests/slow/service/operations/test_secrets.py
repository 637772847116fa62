"""The tests of ``tests/service/operations/test_secrets.py`` that take long."""

from tests.service.client import Client
from tests.service.operations.test_secrets import import_secrets, listed


def test_pages(client: Client) -> None:
    ids = [import_secrets(client, str(number))[0] for number in range(12)][::-1]
    assert listed(client) == ids[:10]
    assert listed(client, limit="100") == ids
    assert listed(client, after=ids[9]) == ids[10:]
    assert listed(client, before=ids[3]) == ids[:3]
    assert listed(client, after=ids[1], before=ids[5], limit="2") == ids[2:4]
    reply = client.try_query("list_secrets", paginationOptions={"after": "x"})
    assert reply.error == (404, "SEALWAX_NOT_FOUND")
