"""The tests of ``tests/integrations/test_clients.py`` that take long."""

import pytest

from sealwax import (
    SealwaxError,
)
from sealwax.operations import Stamper
from tests.integrations.servers import Recorder
from tests.integrations.test_clients import (
    BODY,
    CONFIGURATION,
    STAMPER,
    STATUSES,
    Post,
    check_stamp,
    redirect,
)


@pytest.mark.parametrize("credential", [STAMPER, CONFIGURATION], ids=["stamp", "configuration"])
class TestOrigin:
    @pytest.mark.parametrize("status", STATUSES)
    def test_a_redirect_elsewhere_is_not_followed(
        self, post: Post, credential: Stamper | str, home: Recorder, away: Recorder, status: int
    ) -> None:
        for location in (
            f"{away.url}/b",
            f"//127.0.0.1:{away.port}/b",
            f"http://localhost:{home.port}/b",
            f"https://127.0.0.1:{home.port}/b",
            f"\\\\127.0.0.1:{away.port}/b",
            f"/\\127.0.0.1:{away.port}/b",
            f"http://127.0.0.1:{home.port}@127.0.0.1:{away.port}/b",
            f"{home.url}.example.com/b",
        ):
            home.received.clear()
            home.answer = redirect(status, location)
            with pytest.raises(Exception) as raised:  # noqa: PT011 - some clients refuse some of them first
                post(credential, home.url, f"{home.url}/a", body=BODY)
            if location.startswith(away.url):
                assert isinstance(raised.value, SealwaxError)
                assert raised.value.code == "wrong-origin"
            # No second request, not even to this server under another name.
            assert [received.path for received in home.received] == ["/a"], location
        assert away.received == []

    @pytest.mark.parametrize("status", STATUSES)
    def test_a_redirect_within_the_origin(
        self, post: Post, credential: Stamper | str, home: Recorder, status: int
    ) -> None:
        for location in ("/b", f"{home.url}/b"):
            home.received.clear()
            home.answer = redirect(status, location)
            assert post(credential, home.url, f"{home.url}/a", body=BODY).status == 200
            first, second = home.received
            assert second.path == "/b"
            if status in {307, 308}:
                assert (second.method, second.body) == ("POST", first.body)
                if credential is STAMPER:
                    check_stamp(second)

    @pytest.mark.parametrize(
        "given", [{"json": {"a": 1}}, {"body": BODY, "headers": {"Content-Type": "a/b"}}]
    )
    def test_a_redirect_within_the_origin_keeps_the_content_type(
        self, post: Post, credential: Stamper | str, home: Recorder, given: dict[str, object]
    ) -> None:
        home.answer = redirect(307, "/b")
        assert post(credential, home.url, f"{home.url}/a", **given).status == 200
        first, second = home.received
        assert second.headers["content-type"] == first.headers["content-type"]
        assert second.headers["content-type"] in {"application/json", "a/b"}


@pytest.mark.parametrize("status", [200, 304, 400])
def test_a_location_of_no_redirect_is_ignored(
    post: Post, home: Recorder, away: Recorder, status: int
) -> None:
    home.answer = lambda _: (status, {"Location": away.url})
    assert post(STAMPER, home.url, f"{home.url}/a", body=BODY).status == status
    home.answer = lambda _: (302, {})
    assert post(STAMPER, home.url, f"{home.url}/a", body=BODY).status == 302


class TestSent:
    @pytest.mark.parametrize("body", [BODY, BODY.decode(), b""])
    def test_the_bytes_that_are_sent_are_stamped(self, post: Post, home: Recorder, body: str | bytes) -> None:
        assert post(STAMPER, home.url, f"{home.url}/a", body=body).status == 200
        (received,) = home.received
        check_stamp(received, body if isinstance(body, bytes) else body.encode())
