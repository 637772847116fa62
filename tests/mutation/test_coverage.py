"""No check of the client's modules is without a case among the vectors that notices when it is gone.

Nor is a lenient variant of a parser without a case that notices it.
"""

import subprocess
import sys
from typing import NamedTuple

import pytest

from tests.conftest import ROOT
from tests.interop.cases import FILES, cases_of
from tools.mutation.census import NOT_THE_CLIENTS, SOURCES, Breaker
from tools.mutation.leniency import VARIANTS

Entry = tuple[str, str]
"""The function or the module of a check, or a prefix of its dotted name, and how the check's text begins."""

TWICE = "what it refuses is refused once more further on, with the same code"
_OWN_ARGUMENTS = "what a caller of this library passes wrongly; vectors hold what comes from outside"
_OWN_SIGNER = "a signer that a user of this library wrote; vectors cannot hold one"
_OWN_LIMIT = "a limit of this library's own; an artifact of that size is as well-formed as another"
_MISSING_EXTRA = "an extra that is not installed"
_OWN_FILE = "a file of this library's own"
_NO_CHECK = "it refuses nothing that comes from outside"
_ANSWER = "what the service answers; vectors hold requests, and tests/operations the failures of answers"
_TRANSACTION = "a transaction that the service signed; vectors hold signatures of payloads"
_PROCESSES = "what a process keeps apart from another; an artifact is of none"
_NAMESPACE = "the namespace that the caller expects of operators; no case of a boot proof has one"
_DESCRIPTION = "the API's description, and a request by it; vectors hold requests of known operations"

_NAMED = "vectors name the path, the curve, the address format and the form; this finds what is not named"
_RANDOM = "what it writes is random; vectors hold keystores to open"
_LEEWAY = "it needs a leeway, and a case is verified at its own time without one"
_OTHER_CASES = "the address is not in the bundle; AddressCheck has cases of comparing it"

_OWN_TYPE = "a type of the caller's; vectors hold none"

# In what function, class or module a check is, how its text begins, and why no vector can notice.
WITHOUT_A_CASE = {
    # Wherever it is.
    ("", "require_type("): _OWN_ARGUMENTS,
    ("", "require_function("): _OWN_ARGUMENTS,
    ("", "require_method("): _OWN_ARGUMENTS,
    ("", "check_leeway("): _OWN_ARGUMENTS,
    ("", "check_max_age("): _OWN_ARGUMENTS,
    ("", "require_header_value("): _OWN_ARGUMENTS,
    ("", "require_text("): _OWN_ARGUMENTS,
    ("", "refuse_swapped("): _OWN_ARGUMENTS,
    ("", "require_wallets()"): _MISSING_EXTRA,
    ("_codec.text.require_text", ""): _OWN_ARGUMENTS,
    ("_codec.folding._reader", ""): _OWN_TYPE,
    ("_codec.folding._objects_in", ""): _OWN_TYPE,
    ("_codec.organizations.expected_ids", ""): _OWN_ARGUMENTS,
    ("bundles.secrets.SecretTarget.encrypt_secret", "raise TypeError"): _OWN_ARGUMENTS,
    ("operations.parameters._settle", ""): _OWN_ARGUMENTS,
    ("operations.parameters._convert", ""): _OWN_ARGUMENTS,
    ("operations.parameters._refuse_body", ""): _OWN_ARGUMENTS,
    ("operations.parameters.Parameters.from_params", "_refuse_body("): _OWN_ARGUMENTS,
    ("operations.parameters._as_called", ""): _OWN_ARGUMENTS,
    ("operations.rules._ExportSecrets.for_recipient", ""): _OWN_ARGUMENTS,
    ("operations.rules._Account.default_for", ""): _OWN_ARGUMENTS,
    ("operations.sealing.require_stamper", ""): _OWN_ARGUMENTS,
    ("stamps.header.refuse_swapped", ""): _OWN_ARGUMENTS,
    ("_codec.arguments", ""): _OWN_ARGUMENTS,
    ("_codec.http_headers._header_text", "raise MalformedInput"): _OWN_ARGUMENTS,
    ("_codec.http_headers._pairs", ""): _OWN_ARGUMENTS,
    ("_codec.http_headers.read_headers", "raise MalformedInput('the headers have names"): _OWN_ARGUMENTS,
    ("_codec.base58.decode_base58", "raise MalformedInput(f'{label} has more"): TWICE,
    (
        "_codec.base64url.decode_base64url",
        "if len(decoded)",
    ): "only a group of four unknown characters needs it, and tests/codec has one",
    ("_codec.bech32.decode_bech32", "raise MalformedInput(f'{label} has a wrong"): TWICE,
    ("_codec.clock", "raise ValueError"): _OWN_ARGUMENTS,
    ("_codec.clock.decode_iso", ""): _OWN_ARGUMENTS,
    ("_codec.output_descriptor.strip_checksum", "if not mark"): TWICE,
    ("_codec.processes", ""): _PROCESSES,
    ("_crypto.secret_types", ""): _OWN_ARGUMENTS,
    ("_crypto.frozen_secret", ""): _OWN_ARGUMENTS,
    ("_codec.strict_cbor._check_items", "if "): TWICE,
    ("_codec.strict_cbor._check_items", "raise"): TWICE,
    ("_codec.strict_json._check_text", "decode_utf8("): TWICE,
    ("_codec.strict_json._has_floats", ""): _OWN_TYPE,
    ("_codec.strict_json.encode_json", "text.encode()"): _OWN_ARGUMENTS,
    ("_codec.strict_json.encode_json", "raise MalformedInput"): _OWN_ARGUMENTS,
    ("_codec.strkey.decode_strkey", "if "): TWICE,
    ("_codec.strkey.decode_strkey", "raise MalformedInput(f'{label} is not a"): TWICE,
    ("_codec.text.to_bytes", "raise MalformedInput(f'{label} contains"): _OWN_ARGUMENTS,
    ("_codec.text.to_bytes", "raise MalformedInput(f'{label} must be"): _OWN_ARGUMENTS,
    ("_codec.urls._check_text", 'raise InvalidRequest("the base URL must end'): _OWN_ARGUMENTS,
    ("_codec.violations.is_writable", "text.encode()"): _OWN_ARGUMENTS,
    ("_crypto.bip39.mnemonic_to_seed", "to_bytes("): _OWN_ARGUMENTS,
    ("wallets.primitives.require_wallets", "raise MissingExtra"): _MISSING_EXTRA,
    ("_crypto.keccak.personal_message_digest", "require_keccak()"): _MISSING_EXTRA,
    (
        "_crypto.fast",
        "",
    ): "only who asks for these libraries has them; tests/stamps puts the vectors through them",
    ("_crypto.key_files", ""): "key files of other tools, which vectors do not hold",
    ("_crypto.keccak.require_keccak", "raise MissingExtra"): _MISSING_EXTRA,
    ("_crypto.libsecp256k1.require_libsecp256k1", "raise MissingExtra"): _MISSING_EXTRA,
    ("_crypto.points.decode_receiver_hex", "raise MalformedInput"): TWICE,
    ("bundles.credentials.decrypt_credential_bundle", "raise MalformedInput(f'{label} must be base58"): TWICE,
    ("bundles.signed_envelope._require", "raise MalformedInput(f'{label} has no `{name}`')"): TWICE,
    ("bundles.signed_envelope.open_signed_bundle", "raise MalformedInput(f'{label} has no `userId`"): TWICE,
    ("bundles.signed_envelope.verify_envelope", "raise Unsupported(f'{label} has no version"): TWICE,
    ("bundles.exports.decrypt_account_export", "account.check_address"): _OTHER_CASES,
    ("bundles.imports.ImportTarget.encrypt_wallet", "raise MalformedInput('the mnemonic must"): TWICE,
    ("bundles.imports.SingleUseTarget._seal", "raise InvalidRequest"): "a second use of the same object",
    ("bundles.imports._decode_private_key", "raise MalformedInput(f'{label} is"): _OWN_ARGUMENTS,
    ("keys.ApiKey.__init__", "raise TypeError"): _OWN_ARGUMENTS,
    ("keys.ApiKey.save", "write_new_file"): _NO_CHECK,
    ("keys.SchemeSigner", "raise KeyMismatch"): _OWN_ARGUMENTS,
    ("keys.TargetKey.save", "write_new_file"): _NO_CHECK,
    ("keys.TargetKey.__init__", "raise ValueError"): _OWN_ARGUMENTS,
    ("keys._DeviceKey", ""): "a target key on a device of the user's; vectors cannot hold one",
    ("keys.decode_peer", ""): _OWN_ARGUMENTS,
    ("keys._private_bytes", "raise MalformedInput"): _OWN_ARGUMENTS,
    ("keys._private_key_text", ""): _OWN_FILE,
    ("keys._refuse_misplaced", ""): _OWN_FILE,
    ("keys.parse_api_key_file", ""): _OWN_FILE,
    ("keys.parse_target_key_file", ""): _OWN_FILE,
    ("keys.opening_key", ""): _OWN_ARGUMENTS,
    ("stamps.header.require_header_value", "raise MalformedInput"): _OWN_ARGUMENTS,
    ("login.client_signature._sign_signup", "convert_json"): _OWN_ARGUMENTS,
    ("login.client_signature.signed_fields_of", "check_names"): _OWN_ARGUMENTS,
    ("operations.rules._SignupV2.signed", "raise InvalidRequest"): _OWN_ARGUMENTS,
    ("operations.all_operations", ""): _NO_CHECK,
    ("operations.operation.Operation", "raise NotImplementedError"): _NO_CHECK,
    ("operations.openapi.description", ""): _DESCRIPTION,
    ("operations.openapi.definitions", ""): _DESCRIPTION,
    ("operations.paging", ""): _ANSWER,
    ("operations.retries", ""): _ANSWER,
    ("operations.retry_policy", ""): _OWN_ARGUMENTS,
    ("operations.operation.SubmitOperation._read", ""): _ANSWER,
    ("operations.operation.SubmitOperation._check_echoes", ""): _ANSWER,
    ("operations.operation._object_in", ""): _ANSWER,
    ("_codec.strict_json._refuse_float", ""): _ANSWER,
    ("_codec.strict_json.decode_known", ""): _ANSWER,
    ("operations.unchecked", ""): "a body that the caller made; vectors hold requests of known operations",
    ("operations.waiting", ""): "a program's waiting and voting; vectors hold activities to verify",
    ("activities.votes.recompute_fingerprint", ""): "a vote that a program makes; vectors hold activities",
    ("proofs.borsh._JsonOnly", "raise AssertionError"): _NO_CHECK,
    ("wallets.public_key.public_key_of", "raise MalformedInput"): _OWN_ARGUMENTS,
    ("operations.proposals._read", "raise InvalidRequest(f'{_WHAT} is not of the type"): TWICE,
    ("operations.proposals._to_ids", ""): _OWN_ARGUMENTS,
    ("operations.proposals.read_export_proposal", "raise ValueError"): _OWN_ARGUMENTS,
    ("operations.proposals.ProposalFile.combine", ""): _OWN_ARGUMENTS,
    ("operations.proposals.ProposalFile._require_own", "raise ValueError"): _OWN_ARGUMENTS,
    ("operations.proposals.ProposalFile.requests", "self._require_own("): _OWN_ARGUMENTS,
    ("operations.proposals.ProposalFile.stamped", "self._require_own("): _OWN_ARGUMENTS,
    ("proofs.custom.CustomProofExpectation", ""): _OWN_ARGUMENTS,
    ("proofs.custom.ProofForm", ""): _OWN_ARGUMENTS,
    ("proofs.custom.ProofMembers", ""): _OWN_ARGUMENTS,
    ("proofs.custom._check_content", ""): _OWN_ARGUMENTS,
    ("proofs.custom._check_expected", ""): _OWN_ARGUMENTS,
    ("proofs.custom.verify_custom_proof", "_check_content("): _OWN_ARGUMENTS,
    ("proofs.custom.verify_custom_proof", "_check_expected("): _OWN_ARGUMENTS,
    ("proofs.custom.verify_custom_proof", "raise ValueError"): _OWN_ARGUMENTS,
    ("operations.parameters._to_text", "raise"): _OWN_ARGUMENTS,
    ("operations.parameters.describe_fields", ""): _NO_CHECK,
    ("operations.failed_answers", ""): _ANSWER,
    ("operations.reading", ""): _ANSWER,
    ("operations.responses", ""): _ANSWER,
    ("operations.results", ""): _ANSWER,
    ("operations.openapi.schemas", ""): _NO_CHECK,
    ("operations.sealing.SealedRequest.read", ""): _ANSWER,
    ("operations.sealing.configured_headers", "if not isinstance"): _OWN_ARGUMENTS,
    ("operations.sealing.headers_with", ""): _OWN_SIGNER,
    ("operations.sealing.stamped_headers", ""): _OWN_SIGNER,
    ("operations.timestamps._take", "_taken.append"): _NO_CHECK,
    ("operations.timestamps._clock", "raise InvalidRequest"): _OWN_ARGUMENTS,
    ("operations.timestamps._milliseconds", "if type(timestamp_ms)"): _OWN_ARGUMENTS,
    ("operations.timestamps.to_timestamp", ""): _OWN_ARGUMENTS,
    ("schemes.CheckedSigner.sign", "raise NotImplementedError"): _NO_CHECK,
    ("schemes.SchemeKey", "_require_bytes"): _OWN_ARGUMENTS,
    ("schemes._require_bytes", "raise TypeError"): _OWN_ARGUMENTS,
    ("schemes._group_and_digest", ""): _NO_CHECK,
    ("_codec.rlp", ""): _TRANSACTION,
    ("activities.transactions", ""): _TRANSACTION,
    ("activities.payloads.payload_digest", "require_type("): _OWN_ARGUMENTS,
    ("login.tokens.verify_session_jwt", "require_type("): _OWN_ARGUMENTS,
    ("activities.payloads._hash", "require_keccak("): _MISSING_EXTRA,
    ("activities.signature_results.kind_of", "check_hash_and_curve("): TWICE,
    ("activities.typed_data.typed_data_digest", "require_keccak("): _MISSING_EXTRA,
    ("activities.authorizations.authorization_digest", "require_keccak("): _MISSING_EXTRA,
    ("activities.signature_results.SignatureResult._recover", "libsecp256k1.require"): _MISSING_EXTRA,
    ("activities.signature_results.SignatureResult._verify_bip340", "libsecp256k1.require"): _MISSING_EXTRA,
    ("activities.signature_results.SignatureResult.verify", "require_type(value"): _OWN_ARGUMENTS,
    ("activities.signature_results.SignatureResult.verify", "raise ValueError"): _OWN_ARGUMENTS,
    ("activities.signature_results.SignatureResult.verify", "raise MalformedInput"): _OWN_ARGUMENTS,
    ("activities.signature_results._key_in_address", ""): _OWN_ARGUMENTS,
    ("activities.address_keys._taproot_key", "raise MalformedInput"): _OWN_ARGUMENTS,
    ("activities.votes.trusted_hex", ""): _OWN_ARGUMENTS,
    ("activities.votes.decode_trusted_key", ""): _OWN_ARGUMENTS,
    ("activities.signature_results.SignatureResult._verify_by_address", "if key is None"): TWICE,
    ("_crypto.certificates.load_certificate", "if not isinstance(der, bytes)"): TWICE,
    ("activities.vote_schemes._verify_assertion", "raise ValueError"): _OWN_ARGUMENTS,
    ("activities.votes.verify_activity_votes", "require_expectations"): _OWN_ARGUMENTS,
    ("activities.votes.verify_activity_votes", "raise ValueError"): _OWN_ARGUMENTS,
    ("proofs.app.AppProofExpectation", ""): _OWN_ARGUMENTS,
    ("proofs.boot.compare_with_identity", "_require('the namespace'"): _NAMESPACE,
    ("proofs.boot._decode_part", "raise MalformedInput"): _OWN_LIMIT,
    ("proofs.attestation._decode", "raise MalformedInput(f'{label} must be"): _OWN_ARGUMENTS,
    ("proofs.attestation._decode", "raise MalformedInput(f'{label} is larger"): TWICE,
    ("proofs.identity.EnclaveIdentity.__post_init__", ""): _OWN_ARGUMENTS,
    ("proofs.identity._to_bridge", ""): _OWN_ARGUMENTS,
    ("proofs.identity._to_bridges", ""): _OWN_ARGUMENTS,
    ("proofs.identity._to_environment", ""): _OWN_ARGUMENTS,
    ("proofs.identity._to_texts", ""): _OWN_ARGUMENTS,
    ("proofs.identity._to_hashes", ""): _OWN_ARGUMENTS,
    ("proofs.identity._to_hex", ""): _OWN_ARGUMENTS,
    ("proofs.identity._to_index", ""): _OWN_ARGUMENTS,
    ("proofs.identity._to_values", ""): _OWN_ARGUMENTS,
    ("proofs.identity.to_roots", ""): _OWN_ARGUMENTS,
    ("proofs.operators.ApprovedRelease", ""): _OWN_ARGUMENTS,
    ("proofs.operators.OperatorSet.__post_init__", "object.__setattr__("): _NO_CHECK,
    ("proofs.operators.OperatorSet.__post_init__", "raise ValueError"): _OWN_ARGUMENTS,
    ("proofs.operators.OperatorSet.__post_init__", "unless "): _OWN_ARGUMENTS,
    ("proofs.operators.OperatorSet.follow", "require_approval("): TWICE,
    ("proofs.operators.OperatorSet.follow", "check_namespace("): TWICE,
    ("proofs.operators.OperatorSet.follow", "check_nonce("): TWICE,
    ("proofs.releases.EnclaveRelease.__post_init__", ""): _OWN_ARGUMENTS,
    ("proofs.releases.EnclaveRelease.enclave_keys", ""): _OWN_ARGUMENTS,
    ("proofs.releases.EnclaveRelease.identity", "raise ValueError"): _OWN_ARGUMENTS,
    ("proofs.releases._check_folders", "raise _too_many"): _OWN_LIMIT,
    ("proofs.releases._open_application", "raise _too_many"): _OWN_LIMIT,
    ("proofs.releases._read_application", ""): _OWN_FILE,
    ("proofs.releases._read_release", ""): _OWN_FILE,
    ("_codec.strict_json.decode_json_or_mapping", "raise MalformedInput"): _OWN_ARGUMENTS,
    ("proofs.borsh.Reader.take", "raise MalformedInput"): TWICE,
    ("proofs.borsh.Record.from_json", "raise MalformedInput(f'{_within"): TWICE,
    ("proofs.nitro._load_chain", "if not all"): TWICE,
    ("schemes._checked_ecdsa", "decode_der_signature"): _OWN_SIGNER,
    ("schemes._checked_ed25519", "raise MalformedInput"): _OWN_SIGNER,
    ("schemes._open_eip191", "require_keccak()"): _MISSING_EXTRA,
    ("_crypto.curves.find_api_curve", "raise Unsupported"): _OWN_ARGUMENTS,
    ("signing._check_members", ""): _OWN_SIGNER,
    ("signing.signing_function", ""): _OWN_SIGNER,
    ("signing._checked_function", ""): _OWN_SIGNER,
    ("keys.Eip191Signer.__init__", "super().__init__"): _NO_CHECK,
    ("stamps.api_key_verification.StampVerifier", ""): "the keys that a server knows; no vector holds them",
    ("stamps.api_key_verification.require_pair", ""): _OWN_ARGUMENTS,
    ("stamps.api_key_verification._read", "raise Unsupported(f'{_STAMP} is an attested stamp"): TWICE,
    ("stamps.attested.check_stamp_signature", "raise MalformedInput"): TWICE,
    ("stamps.request_verification", ""): "the headers of a request and a guard; vectors hold stamps",
    ("stamps.webauthn.WebAuthnStamper.stamp", "raise MalformedInput"): _OWN_SIGNER,
    ("stamps.webauthn.WebAuthnVerifier", ""): "the passkeys that a server knows; no vector holds them",
    ("stamps.webauthn._expected", "require_expectations"): _OWN_ARGUMENTS,
    ("stamps.webauthn._read", "raise MalformedInput(f'{_LABEL} is not JSON"): TWICE,
    ("trust", ""): _OWN_ARGUMENTS,
    ("_crypto.certificates", "warnings.filterwarnings"): _NO_CHECK,
    ("wallets.derivation.Account.format", ""): _NAMED,
    ("wallets.derivation._only_curve", ""): _NAMED,
    ("wallets.derivation._find_by_address", ""): _NAMED,
    ("wallets.derivation._require_known_variant", ""): _NAMED,
    ("wallets.derivation._parse_level", 'raise MalformedInput(f"level {place} of the path is not an'): TWICE,
    ("wallets.derivation.derive_account", "raise ValueError"): _OWN_ARGUMENTS,
    ("wallets.derivation.derive_account", "if path is None"): _OWN_ARGUMENTS,
    ("wallets.derivation.derive_account", "if address_format is None"): _OWN_ARGUMENTS,
    ("wallets.key_formats.find_key_format", "raise Unsupported(f'{name} is not the form"): TWICE,
    ("wallets.key_formats.parse_private_key", "to_bytes("): TWICE,
    ("wallets.keystore._parse", "raise MalformedInput"): "one of the two is raised, with the same code",
    ("wallets.keystore.encrypt_keystore", ""): _RANDOM,
    ("webauthn.attestation.verify_attestation", "require_expectations"): _OWN_ARGUMENTS,
    ("webauthn.attestation._verify_chain", "raise Expired"): _LEEWAY,
    ("webauthn.attestation._refuse_unanchored", "_check_time("): TWICE,
    ("webauthn.attestation._refuse_unanchored", "raise UntrustedSigner(f'{_UNANCHORED}: "): TWICE,
    ("webauthn.cose.decode_cose_key", "raise MalformedInput(f'{key_name} is not a"): TWICE,
    ("webauthn.ceremony.require_expectations", ""): _OWN_ARGUMENTS,
    ("webauthn.registration.encode_attestation", "require_expectations"): _OWN_ARGUMENTS,
    ("webauthn.registration._raw_challenge", ""): _OWN_ARGUMENTS,
    ("webauthn.registration._to_encoding", "raise ValueError"): _OWN_ARGUMENTS,
    ("webauthn.registration.to_registration", "raise MalformedInput('the fields of a Reg"): _OWN_ARGUMENTS,
    ("webauthn.registration._bytes", "raise MalformedInput"): TWICE,
    ("webhooks.WebhookKeys.__init__", ""): _OWN_ARGUMENTS,
    ("webhooks.WebhookKeys.__setattr__", ""): _OWN_ARGUMENTS,
    ("webhooks.verify_webhook", "raise ValueError"): _OWN_ARGUMENTS,
    ("webhooks.verify_webhook", "unless "): _OWN_ARGUMENTS,
}


class Row(NamedTuple):
    """A check, and the first case that notices that it is gone; None if there is none."""

    case: str | None
    where: str
    text: str


def is_about(row: Row, entry: Entry) -> bool:
    where, text = entry
    return (not where or f"{row.where}.".startswith(f"{where}.")) and row.text.startswith(text)


@pytest.fixture(scope="module")
def table() -> list[Row]:
    # In a process of its own, which has not loaded the library: it is to load it with a check broken.
    command = [sys.executable, "-m", "tools.mutation"]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    rows = []
    for line in printed.splitlines():
        case, name = line.split("\t")
        where, _, text = name.partition(": ")
        rows.append(Row(None if case == "-" else case, where, text))
    return rows


def test_the_table_is_of_all_checks(table: list[Row]) -> None:
    assert len(table) > len(WITHOUT_A_CASE) + len(VARIANTS) + 200
    assert {variant.name for variant in VARIANTS} <= {f"{row.where}: {row.text}" for row in table}
    rooms = {path.stem for path in SOURCES.iterdir() if path.is_dir() or path.suffix == ".py"}
    assert {row.where.partition(".")[0] for row in table} == rooms - NOT_THE_CLIENTS.keys() - {"__pycache__"}


def test_what_is_left_out_is_still_there() -> None:
    assert NOT_THE_CLIENTS.keys() <= {path.stem for path in SOURCES.iterdir()}


def test_rooms_check_nothing_where_they_name_what_is_in_them() -> None:
    paths = [path.relative_to(SOURCES) for path in SOURCES.rglob("*/__init__.py")]
    rooms = [path.parent for path in paths if path.parts[0] not in NOT_THE_CLIENTS]
    assert len(rooms) > 5
    checks = [check for room in rooms for check in Breaker(".".join([*room.parts, "__init__"])).checks]
    # A name that a room does not have.
    assert [check for check in checks if check.function != "__getattr__"] == []


def test_every_check_that_a_vector_can_reach_has_one(table: list[Row]) -> None:
    unnoticed = [row for row in table if row.case is None]
    assert [row for row in unnoticed if not any(is_about(row, entry) for entry in WITHOUT_A_CASE)] == []


def test_every_reason_is_still_needed(table: list[Row]) -> None:
    unnoticed = [row for row in table if row.case is None]
    assert [entry for entry in WITHOUT_A_CASE if not any(is_about(row, entry) for row in unnoticed)] == []


def test_every_check_that_is_noticed_names_its_case(table: list[Row]) -> None:
    ids = {case.fields["id"] for file in FILES for case in cases_of(file)}
    assert {row.case for row in table if row.case is not None} <= ids
