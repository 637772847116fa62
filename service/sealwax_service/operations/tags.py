"""The operations on tags: of users, and of private keys."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from sealwax import operations
from sealwax.operations.forms import Id
from sealwax_service.api_errors import REQUEST_INVALID, ApiError
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Submit, SubmitContext, at_once, find_all, update
from sealwax_service.requests.provisioning import check_renamed, check_tags
from sealwax_service.state.records import Json, Organization, PrivateKeyRecord, Tag, User, find

USER_TAG: Final = "user tag"


class _Kind(NamedTuple):
    """The tags of a kind in an organization, and what they tag: users or private keys."""

    tags: dict[str, Tag]
    tag: str
    records: Mapping[str, User | PrivateKeyRecord]
    record: str


def _of_users(organization: Organization) -> _Kind:
    return _Kind(organization.user_tags, USER_TAG, organization.users, "user")


def _of_private_keys(organization: Organization) -> _Kind:
    return _Kind(organization.private_key_tags, "private key tag", organization.private_keys, "private key")


def _set_tags(record: User | PrivateKeyRecord, tag_ids: list[str], now: datetime) -> None:
    """Set the tags of a user or key; a change counts as an update."""
    if record.tag_ids != tag_ids:
        record.tag_ids, record.updated_at = tag_ids, now


def _create(
    context: SubmitContext, kind: _Kind, name: str, record_ids: Iterable[str]
) -> tuple[str, list[str]]:
    """Make a tag of some records; return its id, and theirs."""
    tagged = find_all(kind.records, record_ids, kind.record)
    check_tags(context.organization, kind.tags, name, kind.tag)
    tag = context.provisioner.add_tag(kind.tags, name)
    for record_id in tagged:
        record = kind.records[record_id]
        _set_tags(record, [*record.tag_ids, tag.tag_id], tag.created_at)
    return tag.tag_id, tagged


def _create_user_tag(context: SubmitContext, given: operations.CreateUserTag) -> Json:
    kind = _of_users(context.organization)
    tag_id, user_ids = _create(context, kind, given.user_tag_name, given.user_ids)
    return {"userTagId": tag_id, "userIds": user_ids}


def _create_private_key_tag(context: SubmitContext, given: operations.CreatePrivateKeyTag) -> Json:
    kind = _of_private_keys(context.organization)
    tag_id, key_ids = _create(context, kind, given.private_key_tag_name, given.private_key_ids)
    return {"privateKeyTagId": tag_id, "privateKeyIds": key_ids}


def _update(
    context: SubmitContext,
    kind: _Kind,
    tag: Tag,
    name: str | None,
    *,
    added: Iterable[str],
    removed: Iterable[str],
) -> None:
    """Rename a tag, and change which records have it."""
    check_renamed(kind.tags, tag, name, kind.tag)
    now = context.now
    # Nothing after this can fail, so that the change is atomic.
    for record_id in added:
        record = kind.records[record_id]
        if tag.tag_id not in record.tag_ids:
            _set_tags(record, [*record.tag_ids, tag.tag_id], now)
    for record_id in removed:
        record = kind.records[record_id]
        _set_tags(record, [each for each in record.tag_ids if each != tag.tag_id], now)
    update(tag, name=name, updated_at=now)


def _update_user_tag(context: SubmitContext, given: Any) -> Json:
    kind = _of_users(context.organization)
    tag = find(kind.tags, given.user_tag_id, kind.tag)
    added = find_all(kind.records, given.add_user_ids, kind.record)
    removed = find_all(kind.records, given.remove_user_ids, kind.record)
    _update(context, kind, tag, given.new_user_tag_name, added=added, removed=removed)
    return {"userTagId": tag.tag_id}


def _update_private_key_tag(context: SubmitContext, given: operations.UpdatePrivateKeyTag) -> Json:
    kind = _of_private_keys(context.organization)
    tag = find(kind.tags, given.private_key_tag_id, kind.tag)
    added = find_all(kind.records, given.add_private_key_ids, kind.record)
    removed = find_all(kind.records, given.remove_private_key_ids, kind.record)
    if {*added} & {*removed}:
        raise ApiError(REQUEST_INVALID, "a private key is in both lists")
    _update(context, kind, tag, given.new_private_key_tag_name, added=added, removed=removed)
    return {"privateKeyTagId": tag.tag_id}


def _delete(context: SubmitContext, kind: _Kind, tag_ids: Iterable[str]) -> tuple[list[str], list[str]]:
    """Delete tags; return their ids, and those of the records that had them."""
    wanted = find_all(kind.tags, tag_ids, kind.tag)
    tagged = {name: record for name, record in kind.records.items() if {*wanted} & {*record.tag_ids}}
    for record in tagged.values():
        _set_tags(record, [tag_id for tag_id in record.tag_ids if tag_id not in wanted], context.now)
    for tag_id in wanted:
        del kind.tags[tag_id]
    return wanted, [*tagged]


def _delete_user_tags(context: SubmitContext, given: operations.DeleteUserTags) -> Json:
    tag_ids, user_ids = _delete(context, _of_users(context.organization), given.user_tag_ids)
    return {"userTagIds": tag_ids, "userIds": user_ids}


def _delete_private_key_tags(context: SubmitContext, given: Any) -> Json:
    kind = _of_private_keys(context.organization)
    tag_ids, key_ids = _delete(context, kind, given.private_key_tag_ids)
    return {"privateKeyTagIds": tag_ids, "privateKeyIds": key_ids}


SUBMITS: Final[dict[str, Submit]] = {
    "create_user_tag": Submit(operations.CreateUserTag, at_once(_create_user_tag)),
    "update_user_tag": Submit(
        body(
            "update_user_tag",
            user_tag_id=Id,
            new_user_tag_name=str | None,
            add_user_ids=array(Id),
            remove_user_ids=array(Id),
        ),
        at_once(_update_user_tag),
    ),
    "delete_user_tags": Submit(operations.DeleteUserTags, at_once(_delete_user_tags)),
    "create_private_key_tag": Submit(operations.CreatePrivateKeyTag, at_once(_create_private_key_tag)),
    "update_private_key_tag": Submit(operations.UpdatePrivateKeyTag, at_once(_update_private_key_tag)),
    "delete_private_key_tags": Submit(
        body("delete_private_key_tags", private_key_tag_ids=array(Id)), at_once(_delete_private_key_tags)
    ),
}
"""The operations on tags."""
