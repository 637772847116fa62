"""The operators that a caller trusts, and how releases replace them."""

import copy
import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sealwax import ContextMismatch, MalformedInput, UntrustedSigner
from sealwax._limits import MAX_OPERATOR_FILE_BYTES
from sealwax.proofs import ApprovedRelease, EnclaveIdentity, EnclaveRelease, OperatorSet, ReleasedApplication
from sealwax.proofs.boot import compare_with_identity, open_boot_proof
from sealwax.testing import ReferenceRelease

from .releases import ENCLAVE, KEYS, OPERATORS, RELEASE, keys, loaded, signer_of

MEMBERS = dict(OPERATORS.members)


class TestTheSet:
    def test_it_is_normalised_frozen_and_can_be_copied(self) -> None:
        upper = OperatorSet(2, {alias: key.upper() for alias, key in MEMBERS.items()}, nonce=20260402)
        assert upper == OPERATORS
        assert pickle.loads(pickle.dumps(OPERATORS)) == copy.deepcopy(OPERATORS) == OPERATORS
        with pytest.raises(AttributeError):
            OPERATORS.threshold = 1  # type: ignore[misc]

    @pytest.mark.parametrize(
        ("name", "wrong", "message"),
        [
            ("threshold", True, "threshold must be int, not bool"),
            ("nonce", False, "nonce must be int, not bool"),
            ("members", {5: MEMBERS["1"], "2": MEMBERS["2"]}, "each alias of members must be str"),
        ],
    )
    def test_a_value_that_only_looks_right(self, name: str, wrong: Any, message: str) -> None:
        with pytest.raises(TypeError, match=message):
            replace(OperatorSet(1, MEMBERS), **{name: wrong})

    @pytest.mark.parametrize("threshold", [0, -1, 4])
    def test_a_threshold_out_of_range(self, threshold: int) -> None:
        with pytest.raises(MalformedInput, match="the operator set has 3 members and a threshold of"):
            OperatorSet(threshold, MEMBERS)

    @pytest.mark.parametrize(
        ("key", "message"),
        [
            (MEMBERS["1"], "two members with the same encryption point"),
            (MEMBERS["1"][:130] + MEMBERS["2"][130:], "two members with the same encryption point"),
            (MEMBERS["2"][:130] + MEMBERS["1"][130:], "two members with the same signing point"),
            (MEMBERS["1"][:130], "a key of the operator set is 65 bytes long; it must be 130"),
            ("zz" * 130, "a key of the operator set is not hex"),
            ("04" + "00" * 129, "a point of a key set of the operator set"),
        ],
    )
    def test_a_key_that_is_none_or_counts_twice(self, key: str, message: str) -> None:
        with pytest.raises(MalformedInput, match=message):
            OperatorSet(1, {"1": MEMBERS["1"], "another": key})

    def test_arguments(self) -> None:
        wrong: dict[str, Any]
        for wrong in ({"threshold": True}, {"members": [MEMBERS]}, {"members": {1: MEMBERS["1"]}},
                      {"members": {"1": 5}}, {"nonce": "5"}):  # fmt: skip
            arguments: dict[str, Any] = {"threshold": 1, "members": MEMBERS, **wrong}
            with pytest.raises(TypeError):
                OperatorSet(**arguments)
        for nonce in (-1, 2**32):
            with pytest.raises(ValueError, match="nonce must be from 0 to 4294967295"):
                OperatorSet(1, MEMBERS, nonce=nonce)
        assert OperatorSet(1, MEMBERS, nonce=2**32 - 1).nonce == 2**32 - 1

    def test_that_of_production(self) -> None:
        production = OperatorSet.production()
        assert (production.threshold, production.nonce) == (2, 20260402)
        assert [*production.members] == [str(number) for number in range(1, 11)]


class TestTheFile:
    def test_a_nonce_out_of_range(self) -> None:
        with pytest.raises(MalformedInput, match="nonce"):
            OperatorSet.from_json(json.dumps({"threshold": 1, "members": MEMBERS, "nonce": 2**32}))

    def test_its_size(self, tmp_path: Path) -> None:
        path = tmp_path / "operators.json"
        path.write_text(OPERATORS.to_json().ljust(MAX_OPERATOR_FILE_BYTES))
        assert OperatorSet.load(path) == OPERATORS
        path.write_text(OPERATORS.to_json().ljust(MAX_OPERATOR_FILE_BYTES + 1))
        with pytest.raises(MalformedInput, match="is larger than"):
            OperatorSet.load(path)


def chain() -> list[ReferenceRelease]:
    """Five releases: a member is added, one removed, the threshold raised, all but two replaced, none."""
    first = signer_of(RELEASE)
    added = replace(first, operators=keys(1, 2, 3, 4), approvers=("2", "3"), nonce=20260501)
    removed = replace(added, operators=keys(2, 3, 4), approvers=("3", "4"), nonce=20260502)
    raised = replace(removed, threshold=3, approvers=("2", "3", "4"), nonce=20260601)
    replaced = replace(raised, operators=keys(2, 3, 4, 5, 6), threshold=4,
                       approvers=("2", "3", "4", "5"), nonce=20260701)  # fmt: skip
    same = replace(replaced, approvers=("2", "4", "5", "6"), nonce=20260702)
    return [added, removed, raised, replaced, same]


CHAIN = chain()


class TestFollowing:
    def test_a_chain_of_five(self) -> None:
        trusted = OPERATORS
        for made in CHAIN:
            release = loaded(made, trusted)
            trusted = trusted.follow(release)
            assert trusted == made.operator_set == release.operators
        assert (trusted.threshold, [*trusted.members], trusted.nonce) == (
            4,
            ["2", "3", "4", "5", "6"],
            20260702,
        )

    @pytest.mark.parametrize("step", range(5))
    def test_each_step_needs_the_set_before_it(self, step: int) -> None:
        """The threshold of the trusted set approves, not that of the set that the release names."""
        before = [OPERATORS, *(made.operator_set for made in CHAIN)][step]
        forged = {"a": KEYS["7"], **keys(1)}
        made = replace(CHAIN[step], operators=forged, threshold=1, approvers=("a",))
        release = loaded(made, made.operator_set)
        with pytest.raises(
            UntrustedSigner, match=r"0 of the \d trusted operators approved the manifest of sig"
        ):
            before.follow(release)
        with pytest.raises(UntrustedSigner, match=rf"the threshold is {before.threshold}; if the operators"):
            loaded(made, before)

    def test_a_member_of_the_new_set_alone_does_not_count(self) -> None:
        made = replace(CHAIN[0], approvers=("3", "4"))
        with pytest.raises(UntrustedSigner, match="1 of the 3 trusted operators approved"):
            loaded(made)
        more = replace(CHAIN[0], approvers=("3", "4", "1"))
        assert OPERATORS.follow(loaded(more)) == more.operator_set

    def test_a_step_cannot_be_left_out(self) -> None:
        made = replace(CHAIN[3], approvers=("3", "4", "5", "6"))
        with pytest.raises(UntrustedSigner, match="1 of the 3 trusted operators"):
            loaded(made)

    def test_a_lower_nonce(self) -> None:
        trusted = CHAIN[0].operator_set
        release = loaded(CHAIN[0])
        assert trusted.follow(release) == trusted
        lower = loaded(replace(CHAIN[0], nonce=trusted.nonce - 1), OPERATORS)
        with pytest.raises(ContextMismatch, match=r"20260500, which is lower than .*, 20260501") as caught:
            trusted.follow(lower)
        assert caught.value.code == "wrong-enclave"

    def test_an_alias_is_only_a_name(self) -> None:
        """A release that exchanges the names of two members is followed by their keys."""
        swapped = {"1": KEYS["2"], "2": KEYS["1"], "3": KEYS["3"]}
        made = replace(CHAIN[0], operators=swapped, approvers=("1", "2"))
        assert OPERATORS.follow(loaded(made)).members["1"] == MEMBERS["2"]
        forged = {"1": KEYS["5"], "2": KEYS["6"]}
        with pytest.raises(UntrustedSigner, match="0 of the 3"):
            loaded(replace(CHAIN[0], operators=forged, approvers=("1", "2")))

    def test_every_application_must_be_approved(self) -> None:
        good = loaded(signer_of(RELEASE)).applications["signer"]
        release = ApprovedRelease({"signer": good, "ump": replace(good, approved_by=good.approved_by[:1])})
        with pytest.raises(
            UntrustedSigner, match="1 of the 3 trusted operators approved the manifest of ump"
        ):
            OPERATORS.follow(release)

    def test_an_approver_counts_once(self) -> None:
        good = loaded(signer_of(RELEASE)).applications["signer"]
        release = EnclaveRelease({"signer": replace(good, approved_by=good.approved_by[:1] * 2)})
        with pytest.raises(UntrustedSigner, match="1 of the 3"):
            OPERATORS.follow(release)

    def test_arguments(self) -> None:
        with pytest.raises(TypeError, match="release must be ApprovedRelease"):
            OPERATORS.follow(RELEASE)  # type: ignore[arg-type]
        good = loaded(signer_of(RELEASE)).applications["signer"]
        with pytest.raises(ValueError, match="applications must not be empty"):
            ApprovedRelease({})
        for wrong in ([good], {"signer": good.manifest}):
            with pytest.raises(TypeError, match="applications must be"):
                ApprovedRelease(wrong)  # type: ignore[arg-type]
        for manifest, approved_by in ((None, ()), (good.manifest, []), (good.manifest, ("1",))):
            with pytest.raises(TypeError):
                ReleasedApplication(manifest, approved_by)  # type: ignore[arg-type]


class TestItsNamespace:
    def test_it_is_written_and_read(self) -> None:
        for namespace in (None, "prod", "prod/tvc"):
            operators = OperatorSet(1, MEMBERS, namespace=namespace)
            assert OperatorSet.from_json(operators.to_json()).namespace == namespace
            assert ("namespace" in json.loads(operators.to_json())) == (namespace is not None)
        with pytest.raises(MalformedInput):
            OperatorSet.from_json(OperatorSet(1, MEMBERS, namespace="prod").to_json().replace('"prod"', "5"))
        with pytest.raises(TypeError, match="namespace must be str"):
            OperatorSet(1, MEMBERS, namespace=5)  # type: ignore[arg-type]

    def test_a_proof_of_another_namespace_is_refused(self) -> None:
        """The pins alone accept the enclave; the operators are trusted for another deployment."""
        opened = open_boot_proof(RELEASE.boot_proof("signer"), roots={ENCLAVE.root_sha256})
        pins: dict[str, Any] = {"namespace": "test/signer", "root": ENCLAVE.root_sha256}
        for namespace in ("test", None):
            trusted = replace(OPERATORS, namespace=namespace)
            assert compare_with_identity(opened, EnclaveIdentity(operators=trusted, **pins)).operators
        for namespace in ("prod", "tes", ""):
            trusted = replace(OPERATORS, namespace=namespace)
            with pytest.raises(ContextMismatch, match="the namespace of the enclave"):
                compare_with_identity(opened, EnclaveIdentity(operators=trusted, **pins))


def test_aliases_that_look_alike_are_two_operators() -> None:
    composed, decomposed = "\u00e9", "e\u0301"
    operators = OperatorSet(2, {composed: MEMBERS["1"], decomposed: MEMBERS["2"]})
    assert len(operators.members) == 2
    assert OperatorSet.from_json(operators.to_json()) == operators
    assert f'"{composed}"' in operators.to_json()
    made = signer_of(
        replace(
            RELEASE, operators={composed: KEYS["1"], decomposed: KEYS["2"]}, approvers=(composed, decomposed)
        )
    )
    release = loaded(made, operators)
    assert release.operators.members == operators.members
    one_short = OperatorSet(2, {composed: MEMBERS["1"], decomposed: MEMBERS["3"]})
    with pytest.raises(UntrustedSigner, match="1 of the 2 trusted operators"):
        loaded(made, one_short)
