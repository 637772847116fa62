"""One scenario of sessions over the auth proxy, by the client from npm and by ``AuthProxyClient``."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from sealwax import ApiKey
from sealwax_service import LocalService
from tests.interop.clients.logins import (
    ADA,
    BOB,
    CLIENTS,
    WRONG_CODE,
    Caller,
    Person,
    RefusedError,
    caller,
    log_out,
    refresh,
)


@pytest.fixture
def service() -> Iterator[LocalService]:
    with LocalService() as made:
        yield made


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest, service: LocalService) -> Iterator[Caller]:
    with caller(request.param, service) as made:
        yield made


def test_a_person_signs_up_logs_in_refreshes_and_logs_out(client: Caller, service: LocalService) -> None:
    ada, key = Person(client, service, ADA), ApiKey.generate()
    organization_id = ada.sign_up()
    session = ada.log_in(ada.get_code(), key)
    assert session.organization_id == organization_id
    client.stamp_with(key, organization_id)
    service.advance(timedelta(minutes=12))
    assert refresh(client, service, key).user_id == session.user_id
    service.advance(timedelta(minutes=5))
    assert service.now() > session.expires_at
    assert client.call("whoami")["userId"] == session.user_id
    log_out(client, key)
    with pytest.raises(RefusedError):
        client.call("whoami")


def test_codes_that_are_refused(client: Caller, service: LocalService) -> None:
    ada, bob, key = Person(client, service, ADA), Person(client, service, BOB), ApiKey.generate()
    organization_id, other_id = ada.sign_up(), bob.sign_up()
    sent = ada.get_code()
    with pytest.raises(RefusedError, match="wrong"):
        ada.log_in(sent._replace(code=WRONG_CODE), key)
    assert ada.log_in(sent, key).organization_id == organization_id
    with pytest.raises(RefusedError, match="no open OTP flow"):
        ada.log_in(sent, key)
    sent = ada.get_code()
    with pytest.raises(RefusedError):
        ada.log_in(sent, key, organizationId=other_id)
    sent = ada.get_code()
    service.advance(timedelta(minutes=6))
    with pytest.raises(RefusedError, match="expired"):
        ada.log_in(sent, key)
