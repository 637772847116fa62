import base64
import json
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from sealwax import BadSignature, MalformedInput, UntrustedSigner
from sealwax._crypto.points import P256, uncompressed_point
from sealwax._limits import MAX_INPUT_BYTES, MAX_MANIFEST_STRINGS
from sealwax.proofs import Manifest, QuorumSet, decode_manifest, manifest
from sealwax.proofs.borsh import decode_borsh, encode_canonical_json
from sealwax.proofs.manifest import (
    MANIFESTS,
    ManifestVersion,
    check_approvals,
    decode_envelope,
    is_manifest_of,
)
from sealwax.testing import AttestedEnclave
from sealwax_vectors.makers.manifests import two_meanings, two_whole_meanings
from tests.conftest import NOT_TEXT, SEED

BOOTED_AT = datetime(2026, 1, 1, tzinfo=timezone.utc)
V1 = AttestedEnclave(SEED, version="v1", booted_at=BOOTED_AT)
V2 = AttestedEnclave(SEED, version="v2", booted_at=BOOTED_AT)


def test_borsh_may_begin_like_json() -> None:
    # The length of the name comes first: { has the code 123.
    enclave = AttestedEnclave(SEED, version="v1", namespace="n" * ord("{"), booted_at=BOOTED_AT)
    encoded = enclave.encode(enclave.manifest())
    assert encoded.startswith(b"{\0\0\0")
    assert decode_manifest(encoded).namespace == enclave.namespace


def test_a_manifest_that_is_nearly_the_one_in_an_envelope() -> None:
    encoded = V1.encode(V1.manifest())
    envelope = decode_envelope(V1.encode(V1.envelope(V1.manifest())))
    assert is_manifest_of(envelope, encoded)
    for near in (encoded[:-1], encoded + b"~", encoded[:-1] + b"~", b"~" + encoded[1:]):
        assert not is_manifest_of(replace(envelope, hashed=near), encoded)


class TestTwoMeanings:
    """Borsh that both versions read has one hash, which says nothing about which of the two runs."""

    def test_both_are_whole(self) -> None:
        two = two_whole_meanings(V1)
        written = {MANIFESTS[version].write(value) for version, value in two.items()}
        assert len(written) == 1
        # Neither has another reason to be refused: only the check for the other version is missing here.
        for version, value in two.items():
            read = decode_borsh(next(iter(written)), MANIFESTS[version], "the manifest")
            assert read == value
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(manifest, "_OTHER_IN_BORSH", {})
                assert decode_manifest(in_json(version, value)).version == version

    @pytest.mark.parametrize("version", ["v0", "v1"])
    def test_they_are_refused_in_json(self, version: ManifestVersion) -> None:
        value = two_whole_meanings(V1)[version]
        with pytest.raises(MalformedInput, match="two meanings, as V0 and as V1, with the same hash"):
            decode_manifest(in_json(version, value))
        enclave = AttestedEnclave(SEED, version=version, encoding="json", booted_at=BOOTED_AT)
        with pytest.raises(MalformedInput, match="of the manifest envelope has two meanings"):
            decode_envelope(enclave.encode(enclave.envelope(value)))

    def test_they_are_refused_in_borsh(self) -> None:
        value = two_whole_meanings(V1)["v1"]
        for decode, encoded in (
            (decode_manifest, V1.encode(value)),
            (decode_envelope, V1.encode(V1.envelope(value))),
        ):
            with pytest.raises(MalformedInput, match="has two meanings in Borsh, as V0 and as V1; do not"):
                decode(encoded)

    @pytest.mark.parametrize("less", [1, 2, 7])
    def test_a_manifest_that_the_other_version_nearly_reads_is_one_of_its_own(self, less: int) -> None:
        value = two_whole_meanings(V1, less)["v1"]
        for encoded in (V1.encode(value), in_json("v1", value)):
            assert decode_manifest(encoded).hash == V1.hash(value).hex()

    def test_a_reading_counts_although_a_later_check_would_refuse_it(self) -> None:
        # As V0, its sets have no members.
        value = decode_borsh(two_meanings(V1.manifest()), MANIFESTS["v1"], "the manifest")
        with pytest.raises(MalformedInput, match="two meanings"):
            decode_manifest(in_json("v1", value))


def in_json(version: ManifestVersion, value: Any) -> bytes:
    return encode_canonical_json(MANIFESTS[version], value)


def with_pivot(**changes: Any) -> bytes:
    manifest = V2.manifest()
    manifest["pivot"] |= changes
    return V2.encode(manifest)


class TestLimits:
    def test_of_members(self) -> None:
        points = [
            uncompressed_point(ec.derive_private_key(number, P256).public_key()) for number in range(1, 257)
        ]
        for count in (255, 256):
            manifest = V1.manifest()
            manifest["manifestSet"]["members"] = [
                {"alias": str(number), "pubKey": point * 2} for number, point in enumerate(points[:count])
            ]
            encoded = MANIFESTS["v1"].write(manifest)
            if count == 255:
                assert len(decode_manifest(encoded).manifest_set.members) == 255
            else:
                with pytest.raises(MalformedInput, match="neither JSON nor Borsh"):
                    decode_manifest(encoded)

    def test_of_arguments(self) -> None:
        most = MAX_MANIFEST_STRINGS
        assert len(decode_manifest(with_pivot(args=["x"] * most)).args) == most
        with pytest.raises(MalformedInput, match=f"args has {most + 1} items; it must have at most {most}"):
            decode_manifest(with_pivot(args=["x"] * (most + 1)))

    def test_of_variables(self) -> None:
        for good in ({"A" * 1024: "x"}, {"A": "é" * 32768}, {f"A{n}": "" for n in range(512)}):
            assert decode_manifest(with_pivot(env=good)).environment == good
        for bad in ({"A" * 1025: "x"}, {"A": "é" * 32768 + "x"}, {f"A{n}": "" for n in range(513)}):
            with pytest.raises(MalformedInput, match="env must be"):
                decode_manifest(with_pivot(env=bad))

    def test_of_size(self) -> None:
        with pytest.raises(MalformedInput, match=f"larger than {MAX_INPUT_BYTES} bytes"):
            decode_manifest(b"{" + b" " * MAX_INPUT_BYTES)

    def test_a_length_makes_no_room_for_what_is_not_there(self) -> None:
        with pytest.raises(MalformedInput):
            decode_manifest(b"\xff\xff\xff\x00" + b"x" * 100)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"threshold": 0}, "has 3 members and a threshold of 0"),
        ({"threshold": 4}, "has 3 members and a threshold of 4"),
        ({"members": []}, "has 0 members and a threshold of 2"),
    ],
)
@pytest.mark.parametrize("which", ["manifestSet", "shareSet"])
def test_thresholds(which: str, change: dict[str, Any], message: str) -> None:
    manifest = V1.manifest()
    manifest[which] = {**manifest["manifestSet"], **change}
    with pytest.raises(MalformedInput, match=message):
        decode_manifest(MANIFESTS["v1"].write(manifest))


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("place", ["quorumKey", "manifestSet", "shareSet", "patchSet"])
def test_both_points_of_each_key_set_are_on_the_curve(place: str, half: int) -> None:
    manifest = V1.manifest()
    holder, name = (
        (manifest["namespace"], place) if place == "quorumKey" else (manifest[place]["members"][-1], "pubKey")
    )
    points = [holder[name][:65], holder[name][65:]]
    points[half] = points[half][:-1] + bytes([points[half][-1] ^ 1])
    holder[name] = b"".join(points)
    with pytest.raises(MalformedInput, match="a point of a key set of the manifest is not a point on P-256"):
        decode_manifest(MANIFESTS["v1"].write(manifest))


@given(st.binary(max_size=300) | st.text(max_size=300))
def test_any_input_gives_a_manifest_or_an_error_of_ours(data: str | bytes) -> None:
    with pytest.raises(MalformedInput):
        decode_manifest(data)


def test_a_part_of_another_type_is_malformed() -> None:
    """The version of a manifest in JSON is found before its parts are checked."""
    for other in NOT_TEXT[:-1]:
        with pytest.raises(MalformedInput, match="the manifest envelope"):
            decode_envelope(json.dumps({"manifest": other}).encode())
        with pytest.raises(MalformedInput, match="the manifest envelope"):
            decode_envelope(json.dumps({"manifest": {"pivot": other}}).encode())
        with pytest.raises(MalformedInput, match="the manifest"):
            decode_manifest(json.dumps({"pivot": other}))


@pytest.mark.parametrize("other", ["manifest", "[{}]", '"{"', "-{", "\ufeff{}"])
def test_text_that_does_not_begin_as_an_object(other: str) -> None:
    with pytest.raises(MalformedInput, match="is neither JSON nor Borsh of V0 or V1"):
        decode_manifest(other)


def test_a_set_is_of_members() -> None:
    member = V1.manifest_set.members[0]
    for members in (("04" * 130,), (member, None), (member, {"alias": "2"})):
        with pytest.raises(TypeError, match="each of members must be QuorumMember"):
            QuorumSet(1, members)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="threshold must be int, not bool"):
        QuorumSet(True, (member,))  # noqa: FBT003


def test_manifests_are_frozen() -> None:
    manifest: Manifest = decode_manifest(V1.encode(V1.manifest()))
    with pytest.raises(AttributeError):
        manifest.namespace = "another"  # type: ignore[misc]
    assert base64.b64encode(manifest.aws_root_certificate)


def approved_by_holders(*approvals: Any, manifest: Any = None) -> Any:
    value = V1.manifest() if manifest is None else manifest
    return decode_envelope(V1.encode(V1.envelope(value, shareSetApprovals=list(approvals))))


class TestApprovalsOfTheShareSet:
    """They are added during provisioning: none is required, and each that is there is verified."""

    HASH = V1.hash(V1.manifest())

    def test_the_holders_approve_too(self) -> None:
        for approvals in ([], V1.approve(self.HASH, 1)):
            # The result names the manifest set alone.
            assert [member.alias for member in check_approvals(approved_by_holders(*approvals))] == ["1", "3"]

    @pytest.mark.parametrize("number", [0, 2])
    def test_a_member_of_the_manifest_set_alone_is_no_holder(self, number: int) -> None:
        with pytest.raises(UntrustedSigner, match="not by a member of the share set"):
            check_approvals(approved_by_holders(*V1.approve(self.HASH, number)))

    @pytest.mark.parametrize("place", ["alias", "pubKey"])
    def test_a_holder_is_an_alias_with_its_key(self, place: str) -> None:
        (approval,) = V1.approve(self.HASH, 1)
        approval["member"] = {**approval["member"], place: V1.member(0)[place]}
        with pytest.raises(UntrustedSigner, match="not by a member of the share set"):
            check_approvals(approved_by_holders(approval))

    def test_the_holders_approve_once(self) -> None:
        with pytest.raises(MalformedInput, match="a member of the share set has approved the manifest twice"):
            check_approvals(approved_by_holders(*V1.approve(self.HASH, 1, 1)))

    def test_the_signature_is_of_this_manifest(self) -> None:
        other = {**V1.manifest(), "namespace": {**V1.manifest()["namespace"], "nonce": 8}}
        for wrong in (V1.approve(V1.hash(other), 1), V1.approve(bytes(32), 1)):
            with pytest.raises(BadSignature, match="an approval by the share set"):
                check_approvals(approved_by_holders(*wrong))
        (approval,), (by_another,) = V1.approve(self.HASH, 1), V1.approve(self.HASH, 0)
        with pytest.raises(BadSignature, match="an approval by the share set"):
            check_approvals(approved_by_holders({**approval, "signature": by_another["signature"]}))

    def test_the_holders_replace_no_approval_of_the_manifest_set(self) -> None:
        value = V1.manifest()
        envelope = V1.envelope(
            value,
            manifestSetApprovals=V1.approve(self.HASH, 0),
            shareSetApprovals=V1.approve(self.HASH, 1),
        )
        with pytest.raises(UntrustedSigner, match="1 members of the manifest set approved"):
            check_approvals(decode_envelope(V1.encode(envelope)))
