"""Near misses of the client's checks: a case notices each, or there is a reason why none can."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.conftest import ROOT
from tests.mutation import CORE, client_modules, file_of
from tests.near import Finder, Miss, Near, kinds_of_equal, room_of, weaker_forms
from tests.near_tests import rooms_with_tests
from tests.results import NEAR_MISSES, Record, record_census

_TWICE = "what it refuses is refused once more further on, with the same code"
_WORDS = "it only words the error, whose code is the same"
_FAST = "it only saves time: the slower way gives the same"
_NEVER = "no input that comes so far has another value there"
_OWN_ARGUMENTS = "an argument that the caller chooses; vectors hold what comes from outside"
_SHOWN = "what the command line says of the address; the key is the same"
_RECOGNISED = "it only recognises a format; the address or key is decoded or compared after that"

# In what function a near miss is, how its text begins, and why no case notices it.
SURVIVORS: Mapping[tuple[str, str], str] = {
    ("_codec.clock.parse_milliseconds", "len(text) <="): _TWICE,
    ("_codec.der._has_redundant_zero", ""): _TWICE,
    ("_codec.hex._why_not_hex", ""): _WORDS,
    ("_codec.output_descriptor.strip_checksum", "not mark"): _TWICE,
    ("_codec.strict_cbor.decode_cbor_prefix", "data.startswith"): _TWICE,
    ("_codec.strict_cbor._check_items", ""): _TWICE,
    ("_codec.strict_json.decode_json", "value is not None"): _FAST,
    ("_codec.strict_json._check_text", "data.isascii()"): _FAST,
    ("_codec.strict_json._parse", "written != data"): _FAST,
    ("_codec.strict_json._why_not_json", ""): _WORDS,
    ("_codec.strict_json._find_excess", ""): _FAST,
    ("_codec.strkey.decode_strkey", "decoded[0] != kind"): _TWICE,
    ("_codec.text.to_bytes", "len(value) <= limit: bound + 1"): _TWICE,
    ("_codec.text.to_text", "value.isascii()"): _FAST,
    ("_codec.violations", ""): _WORDS,
    ("_crypto.bip39.why_invalid", ""): _WORDS,
    ("_crypto.certificates.load_certificate", "not isinstance"): _TWICE,
    ("_crypto.ed25519._is_degenerate", "y >= _ED25519_PRIME"): "p-1 is refused as the y of a small order",
    ("_crypto.hpke.open_base", "len(enc)"): _TWICE,
    ("_crypto.points.decode_receiver_hex", "len(point)"): _TWICE,
    ("activities.payload_values.require_members", "name not in value"): _TWICE,
    ("activities.typed_data._encode_integer", "number < 0"): _NEVER,
    ("activities.typed_data._read_struct", "kind.base not in _ATOMIC"): _TWICE,
    ("activities.signature_results.SignatureResult._verify_ecdsa", "not is_recoverable"): _FAST,
    ("activities.signature_results.SignatureResult._verify_by_address", "key is None"): _TWICE,
    ("activities.vote_schemes.key_of", "VOTE_SCHEMES.get"): "the scheme is compared once more",
    ("activities.votes._read_request", "request.type !="): "the name of the intent has to fit the type too",
    ("bundles.signed_envelope._check_id", "actual.lower() =="): _WORDS,
    ("login.tokens._other_kind", "what not in kinds: left out"): _WORDS,
    ("operations.proposals._read", "document.get('type')"): _TWICE,
    ("operations.timestamps._milliseconds", "0 <= timestamp_ms"): _OWN_ARGUMENTS,
    ("proofs.borsh.Reader.take", "length > len"): _TWICE,
    ("proofs.borsh.Unsigned.from_json", "len(value) <="): _TWICE,
    ("proofs.borsh.Unsigned.from_json", "0 <= value"): _TWICE,
    ("proofs.borsh.Variants.from_json", "not isinstance(value, dict)"): _TWICE,
    ("proofs.custom._check_content", "expected_members"): _OWN_ARGUMENTS,
    ("proofs.custom.verify_custom_proof", "expected_members"): "it only says what was compared",
    ("proofs.manifest._decode", "encoded.lstrip()"): _TWICE,
    ("proofs.manifest._to_manifest", "value.get('dns')"): _NEVER,
    ("proofs.nitro._load_chain", "not all("): _TWICE,
    ("schemes.scheme_of_curve", "scheme.is_default"): "the default stands first of a curve's schemes",
    ("signing.signing_function", "fast"): _OWN_ARGUMENTS,
    ("signing.signing_function", "isinstance(signer, CheckedSigner)"): _FAST,
    ("stamps.attested.check_token", "verify_oidc is None"): _OWN_ARGUMENTS,
    ("wallets.address_formats", ""): _RECOGNISED,
    ("wallets.addresses.matching", "row.name == ETHEREUM"): "no other format has a canonical form with 0x",
    ("wallets.addresses.typo_note", ""): _WORDS,
    ("wallets.derivation.derive_account", "curve is None"): _OWN_ARGUMENTS,
    ("wallets.derivation.derive_account", "expected_address: left out"): _WORDS,
    ("wallets.derivation.path_text", "index >= HARDENED"): _NEVER,
    ("wallets.key_formats.format_private_key", "curve: left out"): _OWN_ARGUMENTS,
    ("wallets.key_formats.parse_private_key", ""): _RECOGNISED,
    ("wallets.key_formats._is_base58", ""): _RECOGNISED,
    ("wallets.keystore.open_keystore", "opened.address is not None"): _SHOWN,
    ("wallets.keystore.open_keystore", "expected is not None"): _SHOWN,
    ("wallets.ton.looks_friendly", "len(text) =="): _RECOGNISED,
    ("webauthn.attestation._verify_by_certificate", "alg == "): "the type of the key was compared before",
    ("webauthn.ceremony.require_expectations", ""): _OWN_ARGUMENTS,
    ("webauthn.cose.decode_cose_key_prefix", ""): _FAST,
    ("webauthn.cose._bytes", "len(value) != length"): _TWICE,
    ("webauthn.cose.check_rsa_key", ""): _TWICE,
    ("webauthn.registration.to_registration", "fields.get('response')"): _TWICE,
}

# The same for the near misses that neither a test of their room nor a case notices, where it is another.
SURVIVORS_OF_TESTS: Mapping[tuple[str, str], str] = {
    ("_codec.bech32.decode_bech32", "separator"): _TWICE,
    ("_codec.http_headers._pairs", "isinstance(pairs"): _OWN_ARGUMENTS,
    ("_codec.strkey.decode_strkey", ""): _TWICE,
    ("_codec.text.to_text", "len(value) <="): _FAST,
    ("keys._private_key_text", "len(text) in _PUBLIC_KEY_DIGITS: or one"): _WORDS,
    ("keys.parse_target_key_file", "beside is not None"): _FAST,
    ("login.tokens._other_kind", "claim in claims"): _WORDS,
    ("operations.description._Requested.read_answer", "operation.activity_type"): "both are None in a query",
    ("operations.description._find_activities", "1: left out"): "0 comes before 2 as 1 does",
    ("operations.openapi.Definitions._name", "name is None"): _TWICE,
    ("operations.operation.read_head", "intent_key not in"): _TWICE,
    ("operations.parameters._simplify", ""): _FAST,
    ("operations.sealing._is_header_value", "value.isascii()"): _TWICE,
    ("trust._KeySet.__eq__", "not isinstance"): "the types are compared once more",
    ("wallets.addresses.why_unknown", "address[:2]"): _WORDS,
    ("wallets.addresses.known_formats", "len(address) <="): "no format has so long an address",
    ("wallets.key_formats._parse_wif", "len(payload) != _WIF_BYTES: or one"): _TWICE,
    ("webhooks._check_age", "age > max_age"): _WORDS,
}


class Row(NamedTuple):
    """A near miss: the cases that notice, how many could, in what function, and the text with the kind."""

    cases: list[str]
    differing: int
    where: str
    text: str


def is_of(row: Row, entry: tuple[str, str]) -> bool:
    """Whether an entry of the reasons is about a near miss."""
    where, text = entry
    return f"{row.where}.".startswith(f"{where}.") and row.text.startswith(text)


@pytest.fixture(scope="module")
def table() -> list[Row]:
    # In a process of its own, which has not loaded the library.
    command = [sys.executable, "-m", "tests.near", "--all"]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    rows = []
    for line in printed.splitlines():
        name, cases, count = json.loads(line)
        where, _, text = name.partition(": ")
        rows.append(Row(cases, count, where, text))
    return rows


@pytest.mark.mutation
def test_every_near_miss_that_a_case_can_tell_is_noticed_or_explained(
    record_property: Record, table: list[Row]
) -> None:
    told = [row for row in table if row.differing]
    survivors = [row for row in told if not row.cases]
    assert len(told) - len(survivors) > 750
    unexplained = [row for row in survivors if not any(is_of(row, entry) for entry in SURVIVORS)]
    assert unexplained == []
    needless = [entry for entry in SURVIVORS if not any(is_of(row, entry) for row in survivors)]
    assert needless == []
    noticed = len(told) - len(survivors)
    record_census(record_property, NEAR_MISSES, broken=len(told), noticed=noticed)


@pytest.mark.mutation
@pytest.mark.parametrize("room", sorted(rooms_with_tests()))
def test_a_test_of_the_room_notices_what_no_case_does_or_there_is_a_reason(
    table: list[Row], room: str, tmp_path: Path
) -> None:
    noticed_by_a_case = tmp_path / "noticed"
    noticed_by_a_case.write_text("".join(f"{row.where}: {row.text}\n" for row in table if row.cases))
    command = [sys.executable, "-m", "tests.near", "--tests", room, "--but", str(noticed_by_a_case)]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    survivors = []
    for line in printed.splitlines():
        test, count, name = line.split("\t", 2)
        where, _, text = name.partition(": ")
        if test == "-" and count != "0":
            survivors.append(Row([], int(count), where, text))
    reasons = [*SURVIVORS, *SURVIVORS_OF_TESTS]
    assert [row for row in survivors if not any(is_of(row, entry) for entry in reasons)] == []


@pytest.mark.mutation
def test_the_core_of_each_file_notices_whatever_its_cases_notice(table: list[Row]) -> None:
    core = set(CORE.read_text().split())
    missed = [
        (file, row.where, row.text)
        for row in table
        for file in {file_of(case) for case in row.cases}
        if not any(file_of(case) == file for case in core.intersection(row.cases))
    ]
    assert missed == [], "run `python -m tests.core --find`"


@pytest.mark.mutation
@pytest.mark.parametrize(
    "kind",
    [
        "without the last",
        "without the first",
        "as far as the shorter goes",
        "in any case",
        "without white space",
        "left out",
    ],
)
def test_every_kind_of_near_miss_is_noticed_somewhere(table: list[Row], kind: str) -> None:
    assert sum(row.text.endswith(f": {kind}") for row in table if row.cases) > 40


SITE = ("module", 0)


@pytest.mark.parametrize(
    ("one", "other", "kinds"),
    [
        ("ab", "ac", {"without the last"}),
        ("bb", "ab", {"without the first"}),
        ("ab", "abc", {"as far as the shorter goes"}),
        ("ab", "AB", {"in any case"}),
        ("ab", "ab ", {"as far as the shorter goes", "without white space"}),
        (b"ab", b"ac", {"without the last"}),
        (b"ab", b"AB", set()),
        (2, 1, {"or one more"}),
        (1, 2, {"or one less"}),
        (1, 3, set()),
        ({1}, {1, 2}, {"or fewer"}),
        ({1, 2}, {1}, {"or others too"}),
        (("x1", "b"), ("x2", "b"), {"without the last"}),
        (("x1", "b"), ("x2", "c"), set()),
        (True, False, set()),
        ("a", "b", set()),
    ],
)
def test_values_are_nearly_equal(one: object, other: object, kinds: set[str]) -> None:
    assert {kind for kind, way in kinds_of_equal(one, other).items() if way(one, other)} == kinds
    weaker = weaker_forms("!=", one, other)
    assert {kind for kind, value in weaker.items() if not value} == kinds


def test_a_value_is_nearly_in_a_collection() -> None:
    weaker = weaker_forms("in", "ab", {"ac", "xyz"})
    assert {kind for kind, value in weaker.items() if value} == {"without the last"}
    assert weaker_forms("in", "a", "abc") == {}


@pytest.mark.parametrize(
    ("name", "left", "right", "wanted"),
    [
        ("<", 1, 1, {"bound + 1": True, "bound - 1": False}),
        ("<=", 1, 1, {"bound + 1": True, "bound - 1": False}),
        (">", 2, 1, {"bound + 1": False, "bound - 1": True}),
        ("<", True, 1, {}),
        ("<=", {1}, {1}, {}),
    ],
)
def test_a_bound_is_moved_by_one(name: str, left: Any, right: Any, wanted: dict[str, bool]) -> None:
    assert weaker_forms(name, left, right) == wanted


def test_one_near_miss_is_made_at_a_time() -> None:
    near = Near()
    assert near.compare(SITE, ("<=", "<="), 0, 5, 4) is False
    near.active = Miss(SITE, 1, "bound + 1")
    assert near.compare(SITE, ("<=", "<="), 0, 5, 4) is True
    assert near.compare(SITE, ("<=", "<="), 0, 6, 4) is False
    assert near.compare(("module", 1), ("<=", "<="), 0, 5, 4) is False
    near.active = Miss(SITE, 0, "left out")
    assert near.operand(SITE, 0, neutral=False, value=1) is False
    assert near.predicate(SITE, value=False) is True
    near.active = Miss(SITE, 0, "in any case")
    assert near.get(SITE, {"Ab": 1}, "aB") == 1


def test_what_would_differ_is_recorded() -> None:
    near = Near()
    near.recording = True
    near.compare(SITE, ("==",), "ab", "ac")
    near.compare(SITE, ("==",), "xy", "xy")
    assert near.differing == {Miss(SITE, 0, "without the last")}
    assert len(near.applicable) == 5


def test_the_client_is_instrumented_and_nothing_else() -> None:
    finder = Finder()
    assert finder.find_spec("sealwax.proofs.boot", None) is not None
    assert finder.find_spec("sealwax.testing.enclave", None) is None
    assert finder.find_spec("json", None) is None
    # A package of this name has a module of this name, too.
    assert finder.find_spec("webauthn.registration", None) is None


def test_one_room_is_instrumented_alone() -> None:
    finder = Finder(["stamps", "codec"])
    assert finder.find_spec("sealwax.stamps.api_key", None) is not None
    assert finder.find_spec("sealwax._codec.hex", None) is not None
    assert finder.find_spec("sealwax.webhooks", None) is None


def test_each_room_of_the_client_has_its_tests() -> None:
    found = rooms_with_tests()
    assert (found["codec"], found["webhooks"]) == (["tests/codec"], ["tests/test_webhooks.py"])
    # The tests of keys and of stamps are those of the others.
    assert {room_of(module) for module in client_modules()} - found.keys() == {
        "arguments",
        "schemes",
        "signing",
    }


def test_a_near_miss_has_a_name_in_a_module_that_only_a_case_loaded() -> None:
    finder = Finder()
    name = finder.name_of(Miss(("activities.typed_data", 0), 0, "left out"))
    assert name.startswith("activities.typed_data.")
    assert name.endswith(": left out")
