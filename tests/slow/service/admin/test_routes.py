"""The tests of ``tests/service/admin/test_routes.py`` that take long."""

from sealwax_vectors.makers import live
from tests.service.client import Client


def test_the_names_of_vectors(client: Client) -> None:
    vectors = client.admin("vectors")["vectors"]
    assert vectors["export_wallet"] == [*live.live_vectors("export_wallet")]
    assert "update_user" not in vectors
    for operation, names in vectors.items():
        client.admin("fail", operation=operation, vector=names[-1])
