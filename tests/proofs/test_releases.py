"""Lists of the applications of a release, and the identities that are made of them."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import ContextMismatch, MalformedInput, SealwaxError
from sealwax._limits import MAX_RELEASE_BYTES
from sealwax.proofs import PRODUCTION_PCR3, EnclaveIdentity, EnclaveRelease, verify_boot_proof
from sealwax.testing import AttestedEnclave
from tests.conftest import ROOT, SEED, UNPUBLISHED, near_misses, near_texts

ENCLAVE = AttestedEnclave(SEED)
APPLICATIONS = ("evm-parser", "notarizer", "signer", "tls-fetcher", "ump")
RELEASE = {name: ENCLAVE.with_application(name) for name in APPLICATIONS}
CAPTURED = ROOT.parent / "shared" / "captured" / "release-r2025.9.3.yaml"


def listed(enclaves: dict[str, AttestedEnclave], version: str = "r2026.1.1") -> str:
    """Write the list of a release."""
    lines = [f"version: {version}"]
    for name, enclave in enclaves.items():
        lines += [f"{name}:", f"  appBinaryDigest: {enclave.pivot_hash.hex()}"]
        lines += [f"  PCR{index}: {enclave.measurements[index].hex()}" for index in range(4)]
    return "\n".join(lines) + "\n"


TEXT = listed(RELEASE)
ROOTED: dict[str, Any] = {"root": ENCLAVE.root_sha256}


class TestTheList:
    def test_what_it_says(self) -> None:
        release = EnclaveRelease.from_text(TEXT)
        assert (release.version, tuple(release.applications)) == ("r2026.1.1", APPLICATIONS)
        for name, application in release.applications.items():
            assert application.pivot_hash == RELEASE[name].pivot_hash.hex()
            assert application.pcrs == {index: ENCLAVE.measurements[index].hex() for index in range(4)}
        assert EnclaveRelease.from_text(TEXT.encode()) == release

    def test_from_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "release.yaml"
        path.write_text(TEXT)
        assert EnclaveRelease.load(path) == EnclaveRelease.load(str(path)) == EnclaveRelease.from_text(TEXT)
        path.write_text("version: x\n")
        with pytest.raises(MalformedInput, match=r"release\.yaml: the release list has no application"):
            EnclaveRelease.load(path)
        path.write_bytes(TEXT.encode() + b"#" * (64 << 10))
        with pytest.raises(MalformedInput, match=f"is larger than {MAX_RELEASE_BYTES} bytes"):
            EnclaveRelease.load(path)
        with pytest.raises(MalformedInput, match=f"is larger than {MAX_RELEASE_BYTES} bytes"):
            EnclaveRelease.from_text(path.read_bytes())
        for length, words in (
            (65536, "must be an application's name"),
            (MAX_RELEASE_BYTES + 1, f"is larger than {MAX_RELEASE_BYTES} bytes"),
        ):
            with pytest.raises(MalformedInput, match=words):
                EnclaveRelease.from_text(TEXT + "#" * (length - len(TEXT)))
        with pytest.raises(FileNotFoundError):
            EnclaveRelease.load(tmp_path / "none")
        with pytest.raises(TypeError, match="path must be"):
            EnclaveRelease.load(5)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (("version: r2026.1.1\n", ""), "line 1 of the release list must be its version"),
            (("version:", "Version:"), "line 1 of the release list must be its version"),
            (("signer:\n", ""), "line 14 of the release list has a digest that is there already, or of no"),
            (("signer:", "ump:"), "line 26 of the release list has a name that is there already"),
            (("signer:", "version:"), "line 14 of the release list has a name that is there already"),
            (
                ("signer:", "signer: x"),
                "line 14 of the release list must be an application's name and a colon",
            ),
            (
                ("signer:", "\u017figner:"),
                "line 14 of the release list must be an application's name and a colon",
            ),
            (("  PCR3", "\n  PCR3"), "line 7 of the release list must be"),
            (("  PCR3", "  PCR4"), "line 7 of the release list must be"),
            (("  PCR3", "  PCR"), "line 7 of the release list must be"),
            (("  PCR3", "  XCR3"), "line 7 of the release list must be"),
            (("PCR3: ", "PCR3: 00"), "the digest in line 7 of the release list must have 96 digits"),
            (("PCR3: ", "PCR3: 0"), "the digest in line 7 of the release list must have 96 digits"),
            (("  PCR3: ", "# PCR3: "), "line 7 of the release list must be"),
        ],
    )
    def test_anything_else_is_malformed(self, change: tuple[str, str], message: str) -> None:
        with pytest.raises(MalformedInput, match=message):
            EnclaveRelease.from_text(TEXT.replace(*change, 1))

    def test_missing_and_worthless_digests(self) -> None:
        only = {"signer": RELEASE["signer"]}
        for line in listed(only).splitlines(keepends=True)[2:]:
            name = line.strip().partition(":")[0]
            with pytest.raises(MalformedInput, match=f"signer in the release list must have {name}"):
                EnclaveRelease.from_text(listed(only).replace(line, ""))
            if name in {"PCR0", "PCR1", "PCR3"}:
                with pytest.raises(MalformedInput, match="is all zero or the measurement of nothing"):
                    EnclaveRelease.from_text(listed(only).replace(line, f"  {name}: {'00' * 48}\n"))
                for near in near_misses("00" * 48):
                    release = EnclaveRelease.from_text(listed(only).replace(line, f"  {name}: {near}\n"))
                    assert release.applications["signer"].pcrs[int(name[-1])] == near

    @pytest.mark.parametrize("name", ["SIGNER", "zigner", "VERSION", "versions", "versiox", "xersion"])
    def test_a_name_that_is_nearly_another(self, name: str) -> None:
        release = EnclaveRelease.from_text(TEXT.replace("ump:", f"{name}:"))
        assert tuple(release.applications) == (*APPLICATIONS[:-1], name)

    @pytest.mark.parametrize("other", [None, 5, ["x"], {}, bytearray(b"x")])
    def test_no_text(self, other: Any) -> None:
        with pytest.raises(MalformedInput, match="the release list must be"):
            EnclaveRelease.from_text(other)

    @given(st.text(max_size=60) | st.binary(max_size=60))
    def test_any_text_gives_an_error_of_ours(self, text: str | bytes) -> None:
        for prefix in ("", "version: x\n", "version: x\nsigner:\n"):
            whole = prefix + text if isinstance(text, str) else prefix.encode() + text
            with pytest.raises(SealwaxError):
                EnclaveRelease.from_text(whole)

    @pytest.mark.skipif(not CAPTURED.exists(), reason=UNPUBLISHED)
    def test_the_one_of_the_service(self) -> None:
        release = EnclaveRelease.load(CAPTURED)
        assert (release.version, tuple(release.applications)) == ("r2025.9.3", APPLICATIONS)
        identity = release.identity("signer")
        program = "3aeeccb914d4ca4dc35e661f50d06ff5dfd957fa6bc77a76001f245f7c3d32a8"
        assert (identity.pcrs[3], identity.pivot_hashes) == (PRODUCTION_PCR3, {program})
        assert (identity.application, identity.root) == ("signer", EnclaveIdentity(
            manifest_hashes={program}
        ).root)  # fmt: skip


class TestIdentities:
    @pytest.mark.parametrize("name", APPLICATIONS)
    @pytest.mark.parametrize("other", APPLICATIONS)
    def test_each_accepts_its_own_application_alone(self, name: str, other: str) -> None:
        """One of 25."""
        identity = EnclaveRelease.from_text(TEXT).identity(other, **ROOTED)
        assert identity.identifies_program
        if name == other:
            checks = verify_boot_proof(RELEASE[name].boot_proof(), identity=identity).checks
            assert (checks.pcrs, checks.pivot_hash, checks.any_program) == ((0, 3), True, False)
        else:
            with pytest.raises(ContextMismatch) as caught:
                verify_boot_proof(RELEASE[name].boot_proof(), identity=identity)
            assert caught.value.code == "wrong-enclave"

    def test_what_the_caller_adds(self) -> None:
        release, own = EnclaveRelease.from_text(TEXT), ENCLAVE.identity
        added = {
            name: getattr(own, name)
            for name in ("manifest_hashes", "quorum_key", "namespace", "min_nonce", "args", "manifest_set",
                         "share_set", "root")
        }  # fmt: skip
        identity = release.identity("signer", **added, require_live=True, allow_debug_mode=True)
        for name, value in added.items():
            assert getattr(identity, name) == value
        assert (identity.require_live, identity.allow_debug_mode) == (True, True)
        assert verify_boot_proof(ENCLAVE.boot_proof(), identity=identity).checks.live
        with pytest.raises(ContextMismatch):
            wrong = release.identity("signer", **ROOTED, namespace="production/signer")
            verify_boot_proof(ENCLAVE.boot_proof(), identity=wrong)

    def test_several_releases_at_once(self) -> None:
        later = ENCLAVE.with_application("signer", pivot_hash=bytes(32))
        later.measurements = {**ENCLAVE.measurements, 0: ENCLAVE.measurements[1]}
        newer = EnclaveRelease.from_text(listed({"signer": later}, "r2026.2.1"))
        older = EnclaveRelease.from_text(TEXT)
        both = newer.identity("signer", also=[older], **ROOTED)
        for enclave, alone, other in ((later, newer, older), (ENCLAVE, older, newer)):
            for identity in (both, alone.identity("signer", **ROOTED)):
                assert verify_boot_proof(enclave.boot_proof(), identity=identity).checks.pivot_hash
            with pytest.raises(ContextMismatch):
                verify_boot_proof(enclave.boot_proof(), identity=other.identity("signer", **ROOTED))
        assert both == older.identity("signer", also=(newer,), **ROOTED)
        with pytest.raises(ContextMismatch):
            verify_boot_proof(RELEASE["ump"].boot_proof(), identity=both)
        with pytest.raises(ValueError, match=r"application must be one of release r2026\.2\.1: signer"):
            older.identity("ump", also=[newer])

    def test_arguments(self) -> None:
        release = EnclaveRelease.from_text(TEXT)
        for near in near_texts("signer"):
            with pytest.raises(ValueError, match=r"application must be one of release r2026\.1\.1: ev"):
                release.identity(near)
        for also in ("x", {1}, [TEXT], 5):
            with pytest.raises(TypeError, match="also must be"):
                release.identity("signer", also=also)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="application must be str"):
            release.identity(None)  # type: ignore[arg-type]
