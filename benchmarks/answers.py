"""Answers, read into records and compared with the request, beside ``json.loads`` of the same bytes."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from sealwax.operations import CreateUserTag, ListPrivateKeys, ListWallets, SealedRequest

from .groups import Group
from .scale import ORGANIZATION, answer_with
from .stamps import stamper

_COUNT = 1000
_TIME = {"seconds": "1700000000", "nanos": "0"}
RATIOS = {
    "read 1000 private keys": 1.5,
    "read 1000 private keys, a member of each unknown": 2.0,
    "read 1000 private keys, with white space": 1.5,
    "read 1000 wallets": 1.5,
    "read an activity": 3.0,
}
"""The targets."""


def groups() -> Iterator[Group]:
    """Lists, and an activity."""
    keys, unknown, spaced, wallets, activity = RATIOS
    stamps = stamper("p256")
    listed, answer = ListPrivateKeys().seal(stamps, organization_id=ORGANIZATION), answer_with(_COUNT)
    yield _read(keys, listed, answer)
    parsed = json.loads(answer)
    yield _read(spaced, listed, json.dumps(parsed).encode())
    for key in parsed["privateKeys"]:
        key["isNew"] = True
    yield _read(unknown, listed, _compact(parsed))
    yield _read(wallets, ListWallets().seal(stamps, organization_id=ORGANIZATION), _wallets())
    create = CreateUserTag(user_tag_name="t", user_ids=[ORGANIZATION])
    request = create.seal(stamps, organization_id=ORGANIZATION)
    yield _read(activity, request, _activity(request.body))


def _read(name: str, request: SealedRequest[Any], answer: bytes) -> Group:
    return Group(name, bare=partial(json.loads, answer), ours=partial(request.read, answer))


def _wallets() -> bytes:
    wallet = {"createdAt": _TIME, "updatedAt": _TIME, "exported": False, "imported": False}
    named = [{"walletId": ORGANIZATION, "walletName": f"wallet {each}", **wallet} for each in range(_COUNT)]
    return _compact({"wallets": named})


def _activity(body: bytes) -> bytes:
    """An activity of one vote, which carries the stamped body, as the service writes it."""
    request = json.loads(body)
    vote = {
        "id": ORGANIZATION,
        "userId": ORGANIZATION,
        "activityId": ORGANIZATION,
        "selection": "VOTE_SELECTION_APPROVED",
        "message": body.decode(),
        "publicKey": "02" * 33,
        "signature": "30" * 71,
        "scheme": "SIGNATURE_SCHEME_TK_API_P256",
        "createdAt": _TIME,
    }
    activity = {
        "id": ORGANIZATION,
        "organizationId": ORGANIZATION,
        "status": "ACTIVITY_STATUS_COMPLETED",
        "type": request["type"],
        "intent": {"createUserTagIntent": request["parameters"]},
        "result": {"createUserTagResult": {"userTagId": ORGANIZATION, "userIds": [ORGANIZATION]}},
        "votes": [vote],
        "fingerprint": "sha256:" + "ab" * 32,
        "canApprove": False,
        "canReject": True,
        "createdAt": _TIME,
        "updatedAt": _TIME,
    }
    return _compact({"activity": activity})


def _compact(answer: object) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode()
