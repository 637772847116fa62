"""The tests of ``tests/operations/test_timestamps.py`` that take long."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from sealwax import TargetKey
from sealwax._codec.clock import to_milliseconds
from sealwax.client import AsyncClient, Client
from sealwax.operations import (
    ApiDescription,
    ApiKeyParams,
    ApproveActivity,
    CreateSubOrganization,
    ExportProposal,
    ExportSecrets,
    RootUserParams,
)
from sealwax_service import LocalService
from tests.client.clients import KINDS, AnyClient, Kind
from tests.conftest import ORGANIZATION
from tests.operations import test_timestamps as quick
from tests.operations.openapi.descriptions import small
from tests.operations.test_timestamps import NOW, STAMPER, TAG, Clock, take, time_of

__all__ = ["clock"]

clock = quick.clock


SUB_ORGANIZATION = CreateSubOrganization(
    sub_organization_name="a customer's",
    root_users=[
        RootUserParams(
            user_name="root",
            api_keys=[
                ApiKeyParams(
                    api_key_name="key",
                    public_key=STAMPER.signer.public_key,
                    curve_type="API_KEY_CURVE_P256",
                )
            ],
            authenticators=[],
            oauth_providers=[],
        )
    ],
    root_quorum_threshold=1,
)


EXPORT = ExportSecrets.for_recipient(["s"], TargetKey.from_private_key("08" * 32).public_key)


THING = {"name": "n", "color": "COLOR_RED"}


DESCRIPTION = ApiDescription(small())


VOTE = ApproveActivity(fingerprint="sha256:" + "0" * 64)


WAYS: dict[str, Callable[[], bytes]] = {
    "seal": lambda: TAG.seal(STAMPER, organization_id=ORGANIZATION).body,
    "to_body": lambda: TAG.to_body(organization_id=ORGANIZATION),
    "client": lambda: Client(STAMPER, organization_id=ORGANIZATION).seal(TAG).body,
    "async client": lambda: asyncio.run(AsyncClient(STAMPER, organization_id=ORGANIZATION).seal(TAG)).body,
    "proposal": lambda: ExportProposal.of(EXPORT, organization_id=ORGANIZATION).body,
    "vote": lambda: VOTE.seal(STAMPER, organization_id=ORGANIZATION).body,
    "description": lambda: (
        DESCRIPTION.request(
            "make_thing",
            STAMPER,
            organization_id=ORGANIZATION,
            parameters=THING,
        ).body
    ),
}
"""The ways to make a request whose time the library takes."""


@pytest.mark.parametrize("name", WAYS)
def test_each_way_takes_a_time_of_its_own(clock: Clock, name: str) -> None:
    assert [time_of(WAYS[name]()) for _ in range(3)] == [NOW, NOW + 1, NOW + 2]
    assert take() == clock.milliseconds + 3


@pytest.mark.parametrize("kind", KINDS)
def test_equal_operations_are_activities_of_their_own(kind: Kind, clock: Clock) -> None:
    with LocalService() as service:
        clock.milliseconds = to_milliseconds(service.now())
        client = AnyClient(kind, service)
        made = {client.send(SUB_ORGANIZATION).sub_organization_id for _ in range(5)}
    assert len(made) == 5


def test_threads_take_different_times(clock: Clock) -> None:
    assert clock.milliseconds == NOW
    with ThreadPoolExecutor(50) as pool:
        taken = [*pool.map(lambda _: take(), range(2_000))]
    assert sorted(taken) == [*range(NOW, NOW + 2_000)]
