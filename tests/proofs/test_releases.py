"""Releases that operators approved, and the identities that are made of them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sealwax import (
    BadSignature,
    ContextMismatch,
    EnclaveKeys,
    MalformedInput,
    UntrustedSigner,
)
from sealwax._limits import MAX_APPROVAL_BYTES, MAX_INPUT_BYTES, MAX_MANIFEST_MEMBERS
from sealwax.proofs import (
    PRODUCTION_PCR3,
    EnclaveRelease,
    OperatorSet,
    decode_manifest,
    verify_boot_proof,
)
from sealwax.proofs.boot import compare_with_identity, open_boot_proof
from sealwax.proofs.identity import EMPTY_PCRS
from sealwax.testing import AttestedEnclave
from sealwax.testing.releases import APPLICATIONS
from sealwax_vectors.makers.identities import WELL_KNOWN_QUORUM_KEY
from tests.conftest import ROOT, SEED, UNPUBLISHED, near_texts

from .releases import ENCLAVE, FILES, KEYS, OPERATORS, RELEASE, ROOTED, SIGNER, keys, loaded, signer_of

CAPTURED = ROOT.parent / "shared" / "captured" / "releases" / "2026.4.2"
APPROVALS = [name for name in SIGNER if name.endswith(".approval")]


def read(files: dict[str, bytes], operators: OperatorSet = OPERATORS) -> EnclaveRelease:
    return EnclaveRelease.from_files(files, operators=operators)


def accept(files: dict[str, bytes]) -> None:
    assert read(files).operators == OPERATORS


def changed(application: str, change: Any) -> dict[str, bytes]:
    """The files of a release with a manifest that was changed before it was approved."""
    manifest = RELEASE.manifest(application)
    change(manifest)
    made = RELEASE.files_of(application, manifest)
    return {**FILES, **{f"{application}/{name}": content for name, content in made.items()}}


def with_approval(**fields: Any) -> dict[str, bytes]:
    """The signer's files, with other values in the second approval."""
    approval = {**json.loads(SIGNER[APPROVALS[1]]), **fields}
    return {**SIGNER, APPROVALS[1]: json.dumps(approval).encode()}


class TestTheFiles:
    def test_a_folder(self, tmp_path: Path) -> None:
        RELEASE.save(tmp_path)
        for path in (".git", ".DS_Store", "README.md"):
            (tmp_path / path).mkdir() if path == ".git" else (tmp_path / path).write_text("")
        (tmp_path / "signer" / "notes").write_text("x")
        release = EnclaveRelease.load(tmp_path, operators=OPERATORS)
        assert release == EnclaveRelease.load(str(tmp_path), operators=OPERATORS) == loaded()
        one = EnclaveRelease.load(tmp_path / "signer", operators=OPERATORS)
        assert one.applications == {"signer": release.applications["signer"]}
        (tmp_path / "signer" / "manifest.json").unlink()
        assert EnclaveRelease.load(tmp_path / "signer", operators=OPERATORS) == one
        (tmp_path / "signer" / "manifest").unlink()
        with pytest.raises(MalformedInput, match="the manifest in signer is missing"):
            EnclaveRelease.load(tmp_path, operators=OPERATORS)

    def test_the_manifest_for_people_in_a_folder_is_compared(self, tmp_path: Path) -> None:
        RELEASE.save(tmp_path)
        path = tmp_path / "signer" / "manifest.json"
        path.write_text(path.read_text().replace("20260402", "20260403"))
        for folder in (tmp_path, tmp_path / "signer"):
            with pytest.raises(MalformedInput, match=r"manifest\.json.* contradicts the manifest"):
                EnclaveRelease.load(folder, operators=OPERATORS)

    def test_no_release(self, tmp_path: Path) -> None:
        with pytest.raises(MalformedInput, match="the release has no application"):
            EnclaveRelease.load(tmp_path, operators=OPERATORS)
        with pytest.raises(FileNotFoundError):
            EnclaveRelease.load(tmp_path / "none", operators=OPERATORS)
        (tmp_path / "file").write_text("")
        with pytest.raises(NotADirectoryError):
            EnclaveRelease.load(tmp_path / "file", operators=OPERATORS)

    def test_the_size_of_a_folder(self, tmp_path: Path) -> None:
        signer_of(RELEASE).save(tmp_path)
        approval = tmp_path / "signer" / APPROVALS[0]
        approval.write_bytes(approval.read_bytes().ljust(MAX_APPROVAL_BYTES))
        EnclaveRelease.load(tmp_path, operators=OPERATORS)
        approval.write_bytes(approval.read_bytes() + b" ")
        with pytest.raises(MalformedInput, match=f"larger than {MAX_APPROVAL_BYTES} bytes"):
            EnclaveRelease.load(tmp_path, operators=OPERATORS)
        for number in range(MAX_MANIFEST_MEMBERS - len(APPROVALS)):
            (tmp_path / "signer" / f"{number}.approval").touch()
        approval.write_bytes(b"")
        # As many as there may be are read.
        with pytest.raises(MalformedInput, match="signature is cut off"):
            EnclaveRelease.load(tmp_path, operators=OPERATORS)
        (tmp_path / "signer" / "one more.approval").touch()
        # They are counted before any is read: the message has the whole path.
        with pytest.raises(MalformedInput, match=f"{tmp_path / 'signer'} has more than 255 approvals"):
            EnclaveRelease.load(tmp_path, operators=OPERATORS)

    def test_the_number_of_folders(self, tmp_path: Path) -> None:
        signer_of(RELEASE).save(tmp_path)
        for number in range(63):
            (tmp_path / f"a{number}").mkdir()
        assert [*EnclaveRelease.load(tmp_path, operators=OPERATORS).applications] == ["signer"]
        (tmp_path / "one more").mkdir()
        with pytest.raises(MalformedInput, match="more than 64 applications"):
            EnclaveRelease.load(tmp_path, operators=OPERATORS)

    def test_the_size_of_contents(self) -> None:
        accept({**SIGNER, APPROVALS[0]: SIGNER[APPROVALS[0]].ljust(MAX_APPROVAL_BYTES)})
        for files, message in (
            ({**SIGNER, APPROVALS[0]: SIGNER[APPROVALS[0]].ljust(MAX_APPROVAL_BYTES + 1)}, "4096 bytes"),
            ({**SIGNER, "manifest.json": bytes(MAX_INPUT_BYTES + 1)}, "1048576 bytes"),
            ({**SIGNER, **{f"{number}.approval": b"" for number in range(254)}}, "more than 255 approvals"),
            ({**SIGNER, **{f"{number}.approval": b"" for number in range(253)}}, "signature is cut off"),
            ({f"a{number}/manifest": b"" for number in range(65)}, "more than 64 applications"),
            ({f"a{number}/manifest": b"" for number in range(64)}, "is neither JSON nor Borsh"),
        ):
            with pytest.raises(MalformedInput, match=message):
                read(files)

    @pytest.mark.parametrize(
        "files",
        [
            {**FILES, "manifest": SIGNER["manifest"]},
            {f"releases/{path}": content for path, content in FILES.items()},
            {**FILES, "../ump/manifest": FILES["ump/manifest"]},
            {**SIGNER, "ump/manifest": FILES["ump/manifest"]},
        ],
        ids=["an application and a release", "two folders deep", "a folder above", "two applications"],
    )
    def test_files_of_no_release(self, files: dict[str, bytes]) -> None:
        with pytest.raises(MalformedInput, match="must be those of one application, or each in the folder"):
            read(files)

    def test_arguments(self, tmp_path: Path) -> None:
        wrong: Any
        for wrong in (None, 5, b"x"):
            with pytest.raises(TypeError, match="folder must be"):
                EnclaveRelease.load(wrong, operators=OPERATORS)
            with pytest.raises(TypeError, match="operators must be OperatorSet"):
                EnclaveRelease.load(tmp_path, operators=wrong)
            with pytest.raises(TypeError, match="operators must be OperatorSet"):
                read(SIGNER, wrong)
            with pytest.raises(TypeError, match="files must be"):
                read(wrong)
        with pytest.raises(TypeError, match="each path of files must be str"):
            read({5: b""})  # type: ignore[dict-item]
        with pytest.raises(MalformedInput, match="a file of the release must be"):
            read({"manifest": None})  # type: ignore[dict-item]


class TestTheManifestForPeople:
    @pytest.mark.parametrize(
        "change",
        [
            lambda it: it["namespace"].update(nonce=20260403),
            lambda it: it["namespace"].pop("nonce"),
            lambda it: it["pivot"].update(args=[]),
            lambda it: it["pivot"].update(restart="always"),
            lambda it: it["pivot"].update(env={"LOG_LEVEL": {"plain": {"value": "debug"}}}),
            lambda it: it["pivot"].pop("env"),
            lambda it: it["enclave"].update(qosCommit="x"),
            lambda it: it["enclave"].pop("pcr0"),
            lambda it: it.update(enclave=[]),
            lambda it: it.update(patchSet={"threshold": 0, "members": []}),
            lambda it: it.update(dns=None),
            lambda it: it.pop("version"),
            lambda it: it.update(more=1),
        ],
    )
    def test_it_must_say_the_same(self, change: Any) -> None:
        for_people = json.loads(SIGNER["manifest.json"])
        change(for_people)
        with pytest.raises(MalformedInput, match=r"manifest\.json"):
            read({**SIGNER, "manifest.json": json.dumps(for_people).encode()})


class TestTheApprovals:
    def test_one_short(self) -> None:
        with pytest.raises(UntrustedSigner, match="1 members of the manifest set approved"):
            read({name: content for name, content in SIGNER.items() if name != APPROVALS[0]})

    def test_more_than_enough(self) -> None:
        made = replace(RELEASE, approvers=("3", "1", "2"))
        release = read(made.files_of("signer"))
        assert [each.alias for each in release.applications["signer"].approved_by] == ["3", "1", "2"]

    def test_the_set_that_is_trusted_decides(self) -> None:
        """The release's own set accepts two; of the trusted ones, too few approved, or too few are known."""
        for trusted, count in (
            (replace(OPERATORS, threshold=3), 2),
            (OperatorSet(2, {"1": OPERATORS.members["1"], "x": KEYS["7"].public.hex()}), 1),
            (OperatorSet(1, {"1": KEYS["7"].public.hex()}), 0),
        ):
            with pytest.raises(UntrustedSigner, match=f"{count} of the . trusted operators approved"):
                read(SIGNER, trusted)

    def test_the_own_set_decides_too(self) -> None:
        made = replace(RELEASE, threshold=3)
        with pytest.raises(
            UntrustedSigner, match="2 members of the manifest set approved the manifest; it req"
        ):
            read(made.files_of("signer"))

    def test_the_same_member_twice(self) -> None:
        with pytest.raises(MalformedInput, match="approved the manifest twice"):
            read({**SIGNER, APPROVALS[1]: SIGNER[APPROVALS[0]]})

    def test_of_another_application_or_nonce(self) -> None:
        later = replace(RELEASE, nonce=20260403).files_of("signer")
        for other in (RELEASE.files_of("ump"), later):
            approval = next(content for name, content in other.items() if name.startswith("2-"))
            with pytest.raises(BadSignature):
                read({**SIGNER, APPROVALS[1]: approval})

    def test_by_nobody_in_the_set_of_the_manifest(self) -> None:
        signature = KEYS["3"].sign(ENCLAVE.hash(RELEASE.manifest("signer"))).hex()
        for alias, key in (("2", KEYS["4"]), ("4", KEYS["4"]), ("3", KEYS["2"]), ("4", KEYS["3"])):
            member = {"alias": alias, "pubKey": key.public.hex()}
            with pytest.raises(UntrustedSigner, match="not by a member of the manifest set"):
                read(with_approval(signature=signature, member=member))
        member = {"alias": "3", "pubKey": KEYS["3"].public.hex()}
        accept(with_approval(signature=signature, member=member))

    @pytest.mark.parametrize("fields", [
        {"signature": ""}, {"signature": "00" * 63}, {"signature": None}, {"member": None}, {"member": {}},
        {"x": 1},
    ])  # fmt: skip
    def test_anything_else_is_malformed(self, fields: dict[str, Any]) -> None:
        with pytest.raises(MalformedInput, match=r"2-test-signer-20260402\.approval"):
            read(with_approval(**fields))


class TestTheRelease:
    def test_the_spelling_of_restart(self) -> None:
        """In V1, whose hash is that of its Borsh, both spellings have the same hash."""
        made = replace(RELEASE, enclave=AttestedEnclave(SEED, encoding="json")).files_of("signer")
        other = made["manifest"].replace(b'"Always"', b'"always"')
        assert decode_manifest(other).hash == decode_manifest(made["manifest"]).hash
        with pytest.raises(MalformedInput, match="restart of the manifest must begin with a capital letter"):
            read({**made, "manifest": other})

    def test_exchanged_folders(self) -> None:
        files = {
            {"ump": "signer", "signer": "ump"}.get(path.split("/")[0], "x")
            + "/"
            + path.split("/")[1]: content
            for path, content in FILES.items()
            if path.startswith(("ump/", "signer/"))
        }
        with pytest.raises(ContextMismatch, match="the manifest in ump is that of signer"):
            read(files)

    @pytest.mark.parametrize("name", ["", "test/", "test/si gner", "test/" + "s" * 65, "test/-signer"])
    def test_a_namespace_without_an_application(self, name: str) -> None:
        manifest = RELEASE.manifest("signer")
        manifest["namespace"]["name"] = name
        with pytest.raises(
            MalformedInput, match="namespace of the manifest must end with the name of an app"
        ):
            read(RELEASE.files_of("signer", manifest))
        manifest["namespace"]["name"] = "prod/tvc/" + "s" * 64
        assert [*read(RELEASE.files_of("signer", manifest)).applications] == ["s" * 64]

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (lambda it: it["namespace"].update(name="prod/ump"), "deployment"),
            (lambda it: it["namespace"].update(nonce=20260403), "nonce"),
            (lambda it: it["enclave"].update(pcr0=b"\1" * 48), "pcrs"),
            (lambda it: it["enclave"].update(pcr3=b"\1" * 48), "pcrs"),
            (lambda it: it["manifestSet"].update(threshold=1), "manifest set"),
            (lambda it: it["manifestSet"]["members"].pop(), "manifest set"),
        ],
    )
    def test_applications_that_do_not_agree(self, change: Any, message: str) -> None:
        with pytest.raises(
            ContextMismatch, match=f"evm-parser and ump do not have the same {message}"
        ) as caught:
            read(changed("ump", change))
        assert caught.value.code == "wrong-enclave"

    def test_keys_of_others_are_not_compared(self) -> None:
        args = ["--auth-proxy-public-key", "x", "--signer", "y", "-signer-public-key", "--ump-public-keys"]
        accept(changed("notarizer", lambda it: it["pivot"].update(args=args)))

    @pytest.mark.parametrize("index", range(4))
    def test_a_pcr_that_identifies_nothing(self, index: int) -> None:
        for value in EMPTY_PCRS:
            files = changed(
                "ump", lambda it, value=value: it["enclave"].update({f"pcr{index}": bytes.fromhex(value)})
            )
            alone = {path: content for path, content in files.items() if path.startswith("ump/")}
            if index == 2 and value.strip("0"):
                accept(alone)
                continue
            with pytest.raises(ContextMismatch, match="a PCR of ump is all zero or the empty measurement"):
                read(alone)

    def test_the_well_known_quorum_key(self) -> None:
        manifest = RELEASE.manifest("signer")
        manifest["namespace"]["quorumKey"] = WELL_KNOWN_QUORUM_KEY
        with pytest.raises(ContextMismatch, match="the quorum key of signer is the well-known key"):
            read(RELEASE.files_of("signer", manifest))

    def test_the_keys(self) -> None:
        points = {
            name.replace("-", "_"): RELEASE.enclave_of(name).quorum.signing.public_key
            for name in ("signer", "tls-fetcher", "notarizer")
        }
        assert loaded().enclave_keys() == EnclaveKeys(**points)
        assert read(SIGNER).enclave_keys() == EnclaveKeys(signer=points["signer"])
        with pytest.raises(ValueError, match="the release must have one of the applications signer, tls-fe"):
            read(RELEASE.files_of("ump")).enclave_keys()


class TestIdentities:
    def test_pcr3_and_the_quorum_key_stay(self) -> None:
        newer = loaded().identity("signer", newer=True, **ROOTED)
        moved = replace(RELEASE, nonce=20260501)
        moved.enclave_of("signer").measurements = {**ENCLAVE.measurements, 3: b"\1" * 48}
        other = replace(RELEASE, nonce=20260501)
        other.enclave_of("signer").quorum = KEYS["7"]
        for made in (moved, other):
            with pytest.raises(ContextMismatch):
                verify_boot_proof(made.boot_proof("signer"), identity=newer)

    def test_arguments(self) -> None:
        release = loaded()
        identity = release.identity("signer", require_live=True, allow_debug_mode=True, **ROOTED)
        assert (identity.require_live, identity.allow_debug_mode) == (True, True)
        for near in near_texts("signer"):
            with pytest.raises(ValueError, match="application must be one of the release: evm-parser, nota"):
                release.identity(near)
        with pytest.raises(TypeError, match="application must be str"):
            release.identity(None)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="newer must be bool"):
            release.identity("signer", newer=1)  # type: ignore[arg-type]


@pytest.mark.skipif(not CAPTURED.exists(), reason=UNPUBLISHED)
class TestTheOneOfTheService:
    def test_it_is_approved(self) -> None:
        operators = OperatorSet.production()
        release = EnclaveRelease.load(CAPTURED, operators=operators)
        assert release == EnclaveRelease.load(CAPTURED / "signer", operators=operators)
        signer = release.applications["signer"]
        assert signer.manifest.hash == "706d427a346c16684d28e7a45289fa74362723a9d478be69c4731c6220c43ad8"
        assert [member.alias for member in signer.approved_by] == ["3", "8"]
        assert (signer.manifest.namespace, release.nonce) == ("prod/signer", 20260402)
        assert signer.manifest.pcrs[3] == PRODUCTION_PCR3
        assert release.enclave_keys().signer == EnclaveKeys.production().signer
        assert release.operators == operators.follow(release) == operators

    def test_its_identity(self) -> None:
        """An enclave that runs the manifest of production is accepted, and its four neighbours are not."""
        release = EnclaveRelease.load(CAPTURED, operators=OperatorSet.production())
        signer = release.applications["signer"]
        identity = release.identity("signer")
        assert (identity.namespace, identity.min_nonce) == ("prod/signer", 20260402)
        assert release.identity("signer", newer=True).operators == OperatorSet.production()
        # The root of the reference enclave is not that of AWS, which the manifest names.
        opened = open_boot_proof(RELEASE.boot_proof("signer"), roots={ENCLAVE.root_sha256})
        pcrs = {index: bytes.fromhex(value) for index, value in signer.manifest.pcrs.items()}
        measured = replace(opened.document, pcrs={**dict.fromkeys(range(16), bytes(48)), **pcrs})
        runs = opened._replace(document=measured, manifest=signer.manifest, approved_by=signer.approved_by)
        for pinned in (identity, release.identity("signer", newer=True)):
            assert compare_with_identity(runs, pinned).namespace
            for name in set(APPLICATIONS) - {"signer"}:
                other = replace(
                    signer.manifest,
                    namespace=f"prod/{name}",
                    quorum_key=KEYS["7"].public.hex(),
                    hash="00" * 32,
                )
                with pytest.raises(ContextMismatch):
                    compare_with_identity(runs._replace(manifest=other), pinned)


class TestItsPlace:
    """A release counts for the deployment and the time that the caller trusts its operators for."""

    def test_an_older_release_is_refused(self) -> None:
        later = replace(OPERATORS, nonce=OPERATORS.nonce + 1)
        with pytest.raises(ContextMismatch, match=r"20260402, which is lower than .*, 20260403") as caught:
            loaded(RELEASE, later)
        assert caught.value.code == "wrong-enclave"
        for nonce in (OPERATORS.nonce, OPERATORS.nonce - 1, 0):
            assert not loaded(RELEASE, replace(OPERATORS, nonce=nonce)).is_older

    def test_an_older_release_can_be_asked_for(self, tmp_path: Path) -> None:
        RELEASE.save(tmp_path)
        later = replace(OPERATORS, nonce=OPERATORS.nonce + 1)
        with pytest.raises(ContextMismatch, match="which is lower"):
            EnclaveRelease.load(tmp_path, operators=later)
        release = EnclaveRelease.load(tmp_path, operators=later, allow_older=True)
        assert release.is_older
        assert release.identity("signer").manifest_hashes
        with pytest.raises(ValueError, match="newer must be False for a release that is older"):
            release.identity("signer", newer=True)
        with pytest.raises(ContextMismatch, match="which is lower"):
            later.follow(release)
        assert not EnclaveRelease.load(tmp_path, operators=OPERATORS, allow_older=True).is_older

    def test_an_older_release_does_not_restore_removed_operators(self) -> None:
        """The operators 1 and 2 were removed, and sign for themselves what they like."""
        before = signer_of(RELEASE)
        after = replace(before, operators=keys(1, 2, 3, 4), nonce=before.nonce + 1)
        trusted = OPERATORS.follow(loaded(after))
        alone = replace(before, operators=keys(1, 2, 5), nonce=before.nonce - 1)
        with pytest.raises(ContextMismatch, match="which is lower"):
            loaded(alone, trusted)

    def test_the_namespace_of_the_operators_is_the_default(self) -> None:
        files, elsewhere = RELEASE.files(), replace(OPERATORS, namespace="prod")
        assert EnclaveRelease.from_files(files, operators=elsewhere, namespace="test") == loaded()
        anywhere = replace(OPERATORS, namespace=None)
        assert EnclaveRelease.from_files(files, operators=anywhere) == loaded()
        assert OperatorSet.production().namespace == "prod"
        assert loaded().operators.namespace == "test"

    def test_a_namespace_without_a_deployment(self) -> None:
        made = signer_of(RELEASE)
        manifest = made.manifest("signer")
        manifest["namespace"]["name"] = "signer"
        files = made.files_of("signer", manifest)
        anywhere = replace(OPERATORS, namespace=None)
        assert EnclaveRelease.from_files(files, operators=anywhere).operators.namespace == ""
        assert EnclaveRelease.from_files(files, operators=OPERATORS, namespace="").applications
        with pytest.raises(ContextMismatch, match="another namespace"):
            EnclaveRelease.from_files(files, operators=replace(OPERATORS, namespace="test"))

    def test_arguments(self) -> None:
        cases: tuple[dict[str, Any], ...] = ({"namespace": 5}, {"allow_older": 1})
        for wrong in cases:
            with pytest.raises(TypeError, match=next(iter(wrong))):
                EnclaveRelease.from_files(FILES, operators=OPERATORS, **wrong)
        with pytest.raises(TypeError, match="is_older must be bool"):
            EnclaveRelease(loaded().applications, is_older=1)  # type: ignore[arg-type]

    def test_a_key_of_an_application_that_is_not_there_is_not_compared(self) -> None:
        """The operators approved the arguments: only the whole release compares them."""
        manifest = RELEASE.manifest("signer")
        at = manifest["pivot"]["args"].index("--ump-public-key") + 1
        manifest["pivot"]["args"][at] = KEYS["7"].public.hex()
        alone = RELEASE.files_of("signer", manifest)
        assert EnclaveRelease.from_files(alone, operators=OPERATORS).applications.keys() == {"signer"}
        whole = {**FILES, **{f"signer/{name}": content for name, content in alone.items()}}
        with pytest.raises(ContextMismatch, match="have different keys of ump"):
            EnclaveRelease.from_files(whole, operators=OPERATORS)
