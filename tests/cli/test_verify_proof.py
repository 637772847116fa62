import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sealwax.proofs import PRODUCTION_PCR3
from sealwax.testing import AttestedEnclave, ReferenceRelease
from sealwax_vectors.makers.identities import WELL_KNOWN_QUORUM_KEY
from tests.conftest import ORGANIZATION, SEED, Cli, CliResult, near_misses

ENCLAVE = AttestedEnclave(SEED)
FACTS: dict[str, Any] = {
    "organization_id": ORGANIZATION,
    "wallet_id": "ad8a06ec-c2f4-55f2-ac43-65991efbfdd1",
    "derivation_path": "m/44'/60'/0'/0/0",
    "address": "0xb84b4730Cd81Bc82Ee6B1dE6c343Ebd7928138DC",
}
TYPE = "APP_PROOF_TYPE_ADDRESS_DERIVATION"
APP_PROOF = ENCLAVE.address_proof(**FACTS)
BOOT_PROOF = ENCLAVE.boot_proof()
PCR0 = ENCLAVE.measurements[0].hex()
HASH = ENCLAVE.hash(ENCLAVE.manifest()).hex()
MACHINE = ["--root", ENCLAVE.root_sha256, "--pcr", f"0={PCR0}"]
PINNED = [*MACHINE, "--pivot-hash", ENCLAVE.pivot_hash.hex()]
EXPECTED = ["--type", "address-derivation", "--organization-id", ORGANIZATION]


class Files:
    """The proofs in files, and the command on them."""

    def __init__(self, directory: Path, cli: Cli) -> None:
        self._directory, self._cli = directory, cli
        self.app, self.boot = self.write("app", APP_PROOF), self.write("boot", BOOT_PROOF)

    def write(self, name: str, content: Any) -> Path:
        path = self._directory / f"{name}.json"
        path.write_text(json.dumps(content))
        return path

    def verify(self, *arguments: object, boot: Path | str | None = None, stdin: bytes = b"") -> CliResult:
        boot = self.boot if boot is None else boot
        return self._cli("verify-proof", "--boot-proof", boot, *map(str, arguments), stdin=stdin)


@pytest.fixture
def files(tmp_path: Path, cli: Cli) -> Files:
    return Files(tmp_path, cli)


def refused(result: CliResult, code: str) -> bool:
    return (result.exit_code, result.stdout) == (1, b"") and result.stderr.startswith(f"error[{code}]: ")


def misused(result: CliResult, message: str) -> bool:
    return (result.exit_code, result.stdout) == (2, b"") and message in result.stderr


class TestAppProofs:
    def test_in_words(self, files: Files) -> None:
        result = files.verify(files.app, *PINNED, *EXPECTED)
        assert result.exit_code == 0
        lines = result.stdout.decode().splitlines()
        assert lines[0].startswith(f"{TYPE}, signed at 20")
        assert f"  address: {FACTS['address']}" in lines
        assert "  namespace: test/signer, nonce 7" in lines
        assert "  as expected: PCR0, pivot hash" in lines
        unpinned = (
            "manifest hash, quorum key, namespace, nonce, arguments, environment, resolvers, bridges, "
            "manifest set, share set, operators, live key"
        )
        assert f"  not compared: {unpinned}" in lines
        result = files.verify(files.app, *MACHINE, "--allow-any-program", *EXPECTED)
        warning = "  any program was accepted: these pins identify none"
        assert result.stdout.decode().splitlines() == [
            *lines[:-2],
            "  as expected: PCR0",
            f"  not compared: {unpinned.replace('hash,', 'hash, pivot hash,')}",
            warning,
        ]

    def test_as_json(self, files: Files) -> None:
        members = [part for key in ENCLAVE.members for part in ("--member", key.public.hex())]
        result = files.verify(
            files.app, *PINNED, *EXPECTED, "--json", "--manifest-hash", HASH, "--namespace", "test/signer",
            "--quorum-public-key", ENCLAVE.quorum.public.hex(), "--threshold", 2, *members, "--max-age", 3600,
            "--min-nonce", 7, "--args", '["--port","3000"]', "--share-threshold", 1,
            "--share-member", ENCLAVE.members[1].public.hex(), "--require-live", "--allow-debug-mode",
            "--wallet-id", FACTS["wallet_id"], "--derivation-path", FACTS["derivation_path"],
            "--address", FACTS["address"],
        )  # fmt: skip
        document = json.loads(result.stdout)
        assert (document["type"], document["age_checked"]) == (TYPE, True)
        assert document["content"] == json.loads(APP_PROOF["proofPayload"])["addressDerivationProof"]
        boot = document["boot_proof"]
        assert (boot["public_key"], boot["manifest_hash"]) == (APP_PROOF["publicKey"], HASH)
        assert (boot["pcrs"]["0"], boot["approved_by"]) == (PCR0, ["1", "3"])
        assert boot["checked"] == {
            "pcrs": [0],
            "pivot_hash": True,
            "manifest_hash": True,
            "quorum_key": True,
            "namespace": True,
            "min_nonce": True,
            "args": True,
            "environment": False,
            "resolvers": False,
            "bridges": False,
            "manifest_set": True,
            "share_set": True,
            "operators": False,
            "live": True,
            "any_program": False,
            "commitment": "live",
        }

    def test_an_activity_with_several_proofs(self, files: Files) -> None:
        other = ENCLAVE.address_proof(**{**FACTS, "address": "0x00"})
        outcome = ENCLAVE.app_proof({"type": "APP_PROOF_TYPE_POLICY_OUTCOME", "timestampMs": "1"})
        junk: list[Any] = [5, {}, {"proofPayload": 5}, {"proofPayload": "x"}, {"proofPayload": "[]"}]
        payload = json.dumps({"type": TYPE, "addressDerivationProof": 5})
        proofs = [outcome, other, APP_PROOF, *junk, {"proofPayload": payload}]
        answer = files.write("activity", {"activity": {"appProofs": proofs}})
        address = ("--address", FACTS["address"])
        result = files.verify(answer, *PINNED, *EXPECTED, *address, "--json")
        assert json.loads(result.stdout)["content"]["address"] == FACTS["address"]
        for wrong in ((), ("--address", "0x01")):
            assert refused(files.verify(answer, *PINNED, *EXPECTED, *wrong), "malformed")
        # What fits is verified like any other.
        forged = {**APP_PROOF, "signature": other["signature"]}
        answer = files.write("forged", {"activity": {"appProofs": [outcome, forged]}})
        assert refused(files.verify(answer, *PINNED, *EXPECTED, *address), "bad-signature")

    @pytest.mark.parametrize(
        ("option", "value", "code"),
        [
            ("--organization-id", "another", "wrong-organization"),
            ("--wallet-id", "another", "wrong-address"),
            ("--derivation-path", "m/1", "wrong-address"),
            ("--address", FACTS["address"].lower(), "wrong-address"),
            ("--type", "policy-outcome", "wrong-address"),
        ],
    )
    def test_what_is_not_as_expected(self, files: Files, option: str, value: str, code: str) -> None:
        assert refused(files.verify(files.app, *PINNED, *EXPECTED, option, value), code)

    def test_its_age(self, files: Files) -> None:
        assert files.verify(files.app, *PINNED, *EXPECTED, "--max-age=1", "--leeway=86400").exit_code == 0
        aged = files.verify(files.app, *PINNED, *EXPECTED, "--max-age=0", "--leeway=0")
        assert refused(aged, "expired")

    def test_what_must_be_said(self, files: Files) -> None:
        for expected in ([], EXPECTED[:2], EXPECTED[2:]):
            result = files.verify(files.app, *PINNED, *expected)
            assert misused(result, "an app proof needs --type and --organization-id")
        result = files.verify(files.app, *PINNED, "--type", "another", "--organization-id", "x")
        assert misused(
            result, "--type has a wrong value; it must be one of address-derivation, policy-outcome"
        )
        assert "another" not in result.stderr

    def test_a_policys_outcome_with_terminal_escapes(self, files: Files) -> None:
        outcome = {
            "organizationId": ORGANIZATION,
            "outcome": "\x1b[2J",
            "userRequestApprovals": [{"a": "\x1b"}],
        }
        payload = {"type": "APP_PROOF_TYPE_POLICY_OUTCOME", "timestampMs": "0", "policyOutcomeProof": outcome}
        proof = files.write("policy", ENCLAVE.app_proof(payload))
        expected = ["--type", "policy-outcome", "--organization-id", ORGANIZATION]
        for more in ([], ["--json"]):
            result = files.verify(proof, *PINNED, *expected, *more)
            assert result.exit_code == 0
            assert b"\x1b" not in result.stdout
            assert b"\\u001b[2J" in result.stdout


OPERATOR_KEYS = dict(zip("123", ENCLAVE.members, strict=True))
RELEASE = ReferenceRelease(ENCLAVE, OPERATOR_KEYS, deployment="prod", applications=("signer", "ump"))


class TestReleases:
    @pytest.fixture
    def release(self, tmp_path: Path) -> list[object]:
        RELEASE.save(tmp_path / "release")
        operators = tmp_path / "operators.json"
        operators.write_text(RELEASE.operator_set.to_json())
        return ["--root", ENCLAVE.root_sha256, "--release", tmp_path / "release", "--operators", operators]

    def test_it_identifies_the_application(self, files: Files, release: list[object]) -> None:
        signer = [*release, "--application", "signer"]
        boot = files.write("released", RELEASE.boot_proof("signer"))
        result = files.verify(files.app, *signer, *EXPECTED, "--json", boot=boot)
        checked = json.loads(result.stdout)["boot_proof"]["checked"]
        assert (checked["pcrs"], checked["manifest_hash"], checked["any_program"]) == (
            [0, 1, 2, 3],
            True,
            False,
        )
        assert files.verify(*release, "--app", "signer", "--require-live", boot=boot).exit_code == 0
        assert refused(files.verify(*signer), "wrong-enclave")
        other = files.write("other", RELEASE.boot_proof("ump"))
        assert refused(files.verify(*signer, boot=other), "wrong-enclave")
        outcome = ["--type", "policy-outcome", "--organization-id", ORGANIZATION]
        assert refused(files.verify(files.app, *signer, *outcome, boot=boot), "wrong-enclave")

    def test_newer_ones(self, files: Files, release: list[object]) -> None:
        signer = [*release, "--application", "signer"]
        later = replace(RELEASE, nonce=20260803, approvers=("2", "3"))
        boot = files.write("later", later.boot_proof("signer"))
        assert refused(files.verify(*signer, boot=boot), "wrong-enclave")
        result = files.verify(*signer, "--newer", boot=boot)
        assert "  as expected: PCR3, quorum key, namespace, nonce, operators" in result.stdout.decode()

    def test_the_operators_of_production_are_the_default(self, files: Files, release: list[object]) -> None:
        for more in ([], ["--operators", "production"]):
            result = files.verify(*release[:4], *more, "--application", "signer")
            assert refused(result, "untrusted-signer")
            assert "0 of the 10 trusted operators approved the manifest of signer" in result.stderr

    def test_what_does_not_fit_together(self, files: Files, release: list[object], tmp_path: Path) -> None:
        for half in (release, [*release[:2], "--application", "signer"], ["--newer", *PINNED]):
            assert misused(
                files.verify(*half),
                "--application and --newer need --release; pass --release and --applic",
            )
        for more in (PINNED[2:4], PINNED[4:], ["--allow-any-program"], ["--environment", "{}"],
                     ["--namespace", "prod/signer"]):  # fmt: skip
            result = files.verify(*release, "--application", "signer", *more)
            assert misused(result, "--release pins the whole manifest; leave out the other pins")
        result = files.verify(*release, "--application", "tls-fetcher")
        assert misused(result, "--application must be one of the release: signer, ump")
        (tmp_path / "release" / "signer" / "manifest").write_bytes(b"")
        assert refused(files.verify(*release, "--application", "signer"), "malformed")
        missing = ["--release", tmp_path / "none", "--application", "signer"]
        assert refused(files.verify(*missing), "file")


class TestOperators:
    def test_pins(self, files: Files, tmp_path: Path) -> None:
        operators = tmp_path / "operators.json"
        operators.write_text(replace(RELEASE.operator_set, nonce=0).to_json())
        pins = ["--root", ENCLAVE.root_sha256, "--operators", operators]
        assert files.verify(*pins, "--namespace", "test/signer").exit_code == 0
        assert misused(files.verify(*pins), "or --operators with --namespace")
        operators.write_text(replace(RELEASE.operator_set, threshold=3, nonce=0).to_json())
        assert refused(files.verify(*pins, "--namespace", "test/signer"), "untrusted-signer")
        operators.write_text("{}")
        result = files.verify(*pins, "--namespace", "test/signer")
        assert refused(result, "malformed")
        assert "operators.json: the operator set" in result.stderr


class TestTheConfiguration:
    def test_pins(self, files: Files) -> None:
        enclave = ENCLAVE.with_manifest_in("v2", "json")
        boot = files.write("configured", enclave.boot_proof())
        args = ["--args", '["--port","3000"]']
        environment = ["--environment", '{"LOG_LEVEL":"info"}']
        more = ["--resolvers", '["1.1.1.1","2606:4700:4700::1111"]',
                "--bridges", '[["server",3000,"0.0.0.0"],["client",443,null]]']  # fmt: skip
        result = files.verify(*PINNED, *args, *environment, *more, boot=boot)
        assert "PCR0, pivot hash, arguments, environment, resolvers, bridges" in result.stdout.decode()
        assert refused(files.verify(*PINNED, *args, boot=boot), "wrong-enclave")
        for other in (["--environment", "{}"], ["--resolvers", "[]"], ["--bridges", "[]"]):
            assert refused(files.verify(*PINNED, *other, boot=boot), "wrong-enclave")
        for wrong in (["--environment", "[]"], ["--resolvers", "{}"], ["--bridges", '[["server"]]'],
                      ["--bridges", "x"]):  # fmt: skip
            result = files.verify(*PINNED, *wrong, boot=boot)
            assert refused(result, "malformed")
            assert f"{wrong[0]} is" in result.stderr


class TestExplanations:
    ROOT: ClassVar = ["--root", ENCLAVE.root_sha256]

    def test_each_item_and_what_it_is_worth(self, files: Files) -> None:
        items = json.loads(files.verify(*self.ROOT, "--explain", "--json").stdout)["items"]
        found = {item["name"]: (item["value"], item["worth"]) for item in items}
        assert found["manifest hash"][0] == HASH
        assert found["pivot hash"][0] == ENCLAVE.pivot_hash.hex()
        assert found["quorum key"][0] == ENCLAVE.quorum.public.hex()
        assert (found["nonce"][0], found["namespace"][0]) == ("7", "test/signer")
        assert (found["debug mode"][0], found["commitment"][0]) == ("off", "live")
        assert found["PCR0"][0] == PCR0
        assert found["PCR8"][1] == "nothing: any enclave can have this value"
        assert all(worth for _, worth in found.values())
        lines = files.verify(*self.ROOT, "--explain").stdout.decode().splitlines()
        assert len(lines) == 2 * len(items) + 1
        assert lines[-1].startswith("The proof's own statements prove nothing")

    def test_what_is_worth_nothing(self, files: Files) -> None:
        enclave = ENCLAVE.with_application("signer")
        empty = hashlib.sha384(bytes(48) + hashlib.sha384().digest()).digest()
        enclave.measurements = {**enclave.measurements, 2: empty, 3: bytes.fromhex(PRODUCTION_PCR3)}
        manifest = enclave.manifest()
        manifest["namespace"]["quorumKey"] = WELL_KNOWN_QUORUM_KEY
        manifest["pivot"]["debugMode"] = True
        boot = files.write("worthless", enclave.boot_proof(manifest=manifest))
        items = json.loads(files.verify(*self.ROOT, "--explain", "--json", boot=boot).stdout)["items"]
        worth = {item["name"]: item["worth"] for item in items}
        assert worth["PCR2"] == "nothing: any enclave can have this value"
        assert "an enclave of the service or of a customer" in worth["PCR3"]
        assert worth["quorum key"].startswith("nothing: it is the well-known key")
        assert next(item["value"] for item in items if item["name"] == "debug mode") == "on"

    def test_it_is_verified_all_the_same(self, files: Files) -> None:
        assert refused(files.verify("--explain"), "untrusted-signer")
        forged = files.write("forged", {**BOOT_PROOF, "ephemeralPublicKeyHex": "00"})
        assert refused(files.verify(*self.ROOT, "--explain", boot=forged), "untrusted-signer")

    @pytest.mark.parametrize(
        "more",
        [["--pcr", f"0={PCR0}"], ["--namespace", "x"], ["--require-live"], EXPECTED, ["--app", "signer"]],
    )
    def test_it_compares_nothing(self, files: Files, more: list[str]) -> None:
        assert misused(files.verify(*self.ROOT, "--explain", *more), "--explain compares nothing")
        assert misused(files.verify(files.app, *self.ROOT, "--explain"), "--explain compares nothing")


class TestBootProofs:
    def test_options_of_an_app_proof_need_one(self, files: Files) -> None:
        for option, value in (("--type", "policy-outcome"), ("--address", "x"), ("--max-age", "5")):
            assert misused(files.verify(*PINNED, option, value), "the options for an app proof need its FILE")

    def test_nothing_is_assumed(self, files: Files) -> None:
        root = ["--root", ENCLAVE.root_sha256]
        instead = (
            "name --manifest-hash, or PCR0 with --pivot-hash or with --quorum-public-key and --namespace"
        )
        assert misused(files.verify(*root), instead)
        assert misused(files.verify(*root, "--namespace", "test/signer"), instead)
        zero = ["--pcr", f"15={'00' * 48}"]
        assert misused(files.verify(*root, *zero), "all-zero and empty PCRs do not count")
        machine = files.verify(*MACHINE)
        assert misused(machine, "these pins identify no program")
        assert "--allow-any-program accepts any program" in machine.stderr
        debug = ["--pcr", f"1={'00' * 48}"]
        assert misused(files.verify(*PINNED, *debug), "--pcr must not have zeros in PCR0 to PCR3")
        assert files.verify(*PINNED, *zero).exit_code == 0
        assert refused(files.verify(*PINNED[2:]), "untrusted-signer")
        assert files.verify(*root, "--manifest-hash", "00" * 32, "--manifest-hash", HASH).exit_code == 0

    def test_debug_mode(self, files: Files) -> None:
        manifest = ENCLAVE.manifest()
        manifest["pivot"]["debugMode"] = True
        boot = files.write("debug", ENCLAVE.boot_proof(manifest=manifest))
        assert refused(files.verify(*PINNED, boot=boot), "wrong-enclave")
        assert files.verify(*PINNED, "--allow-debug-mode", boot=boot).exit_code == 0

    def test_setup_for_live(self, files: Files) -> None:
        older = AttestedEnclave(SEED, pcr_count=16)
        boot = files.write("older", older.boot_proof())
        pins = ["--root", older.root_sha256, *PINNED[2:]]
        assert files.verify(*pins, boot=boot).exit_code == 0
        assert refused(files.verify(*pins, "--require-live", boot=boot), "wrong-enclave")

    @pytest.mark.parametrize("near", near_misses(PCR0))
    def test_near_misses(self, files: Files, near: str) -> None:
        pivot_hash = ["--pivot-hash", ENCLAVE.pivot_hash.hex()]
        result = files.verify("--root", ENCLAVE.root_sha256, "--pcr", f"0={near}", *pivot_hash)
        assert refused(result, "wrong-enclave")

    @pytest.mark.parametrize("value", ["s3cret", "0", "=", f"32={PCR0}", f"-1={PCR0}", f"x={PCR0}", "0="])
    def test_other_pcrs(self, files: Files, value: str) -> None:
        result = files.verify("--pcr", value)
        assert misused(result, "--pcr must be INDEX=HEX")
        assert "s3cret" not in result.stderr
        assert misused(files.verify(*PINNED, "--pcr", f"0={PCR0}"), "used once")

    @pytest.mark.parametrize(
        "pins",
        [
            ["--pcr", "0=00"],
            ["--pcr", "3=Production"],
            ["--manifest-hash", "zz"],
            ["--quorum-public-key", "00"],
            ["--root", "00"],
            ["--threshold", "1", "--member", "zz"],
            ["--threshold", "1", "--member", "00"],
            ["--share-threshold", "1", "--share-member", "00"],
            ["--pivot-hash", "00"],
            ["--args", "--port 3000"],
            ["--args", "{}"],
            ["--args", "[3000]"],
        ],
    )
    def test_pins_that_do_not_parse(self, files: Files, pins: list[str]) -> None:
        assert refused(files.verify("--manifest-hash", HASH, *pins), "malformed")

    def test_a_threshold_and_its_members(self, files: Files) -> None:
        for half in (["--threshold", "2"], ["--member", ENCLAVE.members[0].public.hex()]):
            assert misused(files.verify(*PINNED, *half), "--member and --threshold describe one set")
        for half in (["--share-threshold", "2"], ["--share-member", ENCLAVE.members[0].public.hex()]):
            result = files.verify(*PINNED, *half)
            assert misused(result, "--share-member and --share-threshold describe one set")
