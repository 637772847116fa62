"""The README and the guides: examples run unchanged, commands and names exist. The site checks links."""

import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple, Protocol, TypedDict

import click
import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from mnemonic import Mnemonic

import sealwax
from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedStamper,
    EnclaveKeys,
    NotCompleted,
    SealwaxError,
    ServiceError,
    SessionClaims,
    StampVerifier,
    TargetKey,
    VerificationClaims,
    activities,
    errors,
    oidc_nonce,
    operations,
    testing,
)
from sealwax.cli import app
from sealwax.client import AuthProxyClient, Client
from sealwax.operations import (
    Activity,
    ExportWallet,
    ExportWalletResult,
    ListPrivateKeyTags,
    ListUserTags,
    SealedRequest,
)
from sealwax.proofs import SERVICE_FORM, EnclaveIdentity, EnclaveRelease, Manifest, decode_manifest
from sealwax.testing.authenticator import SoftwareAuthenticator
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.nitro import AttestedEnclave
from sealwax.testing.releases import ReferenceRelease
from sealwax.wallets import derive_address
from sealwax_service import LocalService
from sealwax_service._limits import (
    MAX_API_KEYS,
    MAX_AUTHENTICATORS,
    MAX_EXPIRING_API_KEYS,
    MAX_INVITATIONS,
    MAX_OAUTH_PROVIDERS,
    MAX_POLICIES,
    MAX_PRIVATE_KEYS,
    MAX_SUB_ORGANIZATION_TAGS,
    MAX_TAGS,
    MAX_USERS,
    MAX_WALLETS,
)
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from sealwax_service.routing import QUERY_PATH, SUBMIT_PATH
from sealwax_service.seeding.additions import Addition, add
from sealwax_service.state.records import SentOtp
from tests.activities.known_payloads import MAIL, written
from tests.conftest import ORGANIZATION, ROOT, SEED
from tests.test_imports import PACKAGES
from tests.webauthn.test_registration import as_json
from tools.support.public_names import ROOMS, names_of

README = ROOT / "README.md"
EXAMPLES = ROOT / "docs" / "api" / "examples.md"
PAGES = {path.name: path.read_text() for path in (README, EXAMPLES, *sorted((ROOT / "docs").glob("*.md")))}
FENCE = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)

KEY, TARGET_KEY = ApiKey.generate(), TargetKey.from_private_key(b"\x08" * 32)
MNEMONIC = Mnemonic("english").to_mnemonic(bytes(16))
USER = "6912b819-f4df-40f4-a192-20ee43090974"
ETHEREUM = "ADDRESS_FORMAT_ETHEREUM"
ISSUER = "https://issuer.example.com"
FAR = 253402300799
FAR_TIME = datetime.fromtimestamp(FAR, timezone.utc)
SENDER = testing.WebhookSender(bytes(32))
BALANCE = {"type": "balances:confirmed", "organizationId": ORGANIZATION}


class Block(NamedTuple):
    """A code block of a page."""

    page: str
    language: str
    text: str


BLOCKS = {
    f"{page}-{number}": Block(page, match[1], match[2])
    for page, content in PAGES.items()
    for number, match in enumerate(FENCE.finditer(content), 1)
}
PROSE = {page: FENCE.sub("", content) for page, content in PAGES.items()}
SPANS = [(page, span) for page, prose in PROSE.items() for span in re.findall(r"`([^`\n]+)`", prose)]


class Device:
    """The device in the example of a hardware key."""

    def __init__(self) -> None:
        self._key = ApiKey.generate()

    def public_key_hex(self) -> str:
        return self._key.public_key

    @property
    def ecdsa_sha256_der(self) -> Callable[[bytes], bytes]:
        return self._key.sign


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalService]:
    """Receives the examples' requests; the organization's id is the one in the captured export."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("API_KEY", KEY.private_key_hex())
    with LocalService(SEED) as made:
        deployment = made._deployment
        deployment.organization.organization_id = ORGANIZATION
        deployment.state.organizations[ORGANIZATION] = deployment.organization
        key = operations.SignupApiKey(
            api_key_name="docs", public_key=KEY.public_key, curve_type="API_KEY_CURVE_P256"
        )
        user = Addition(kind="user", name="docs", email="user@example.com", api_keys=[key], is_root=True)
        add(deployment.provisioner, deployment.organization, user)
        yield made


class Account(NamedTuple):
    """The account in the example of a signature."""

    address: str


class Span(Protocol):
    """A span of OpenTelemetry."""

    def set_attribute(self, key: str, value: str | int) -> None: ...

    def end(self, end_time: int) -> None: ...


class Tracer(Protocol):
    """A tracer of OpenTelemetry."""

    def start_span(self, name: str, *, start_time: int) -> Span: ...


class Traces:
    """A tracer, whose span checks how it is ended."""

    start_time = 0

    def start_span(self, name: str, *, start_time: int) -> Span:
        assert name == "list_private_keys"
        self.start_time = start_time
        return self

    def set_attribute(self, key: str, value: str | int) -> None:
        assert value == {"attempt": 1, "http.response.status_code": 200}[key]

    def end(self, end_time: int) -> None:
        assert 0 < self.start_time < end_time


class Authenticate(Protocol):
    """The login at an OIDC provider."""

    def __call__(self, *, nonce: str) -> str: ...


class ProofNames(TypedDict):
    """The names that the examples of proofs use without making them."""

    root: str
    pcr0: str
    pivot_hash: str
    document: bytes
    nonce: bytes
    address: str
    manifest: bytes
    reviewed: Manifest
    identity: EnclaveIdentity
    proof: str
    request_digest: str
    seed: bytes
    payload: bytes
    boot_proof: str
    app_proof: str


class Names(ProofNames):
    """The names that the examples use without making them; the types hold for type checkers, too."""

    alice: str
    bob: str
    voted: str
    signed: dict[str, str]
    account: Account
    typed_data: str
    device: Device
    keys: EnclaveKeys
    signer: str
    tls_fetcher: str
    notarizer: str
    organization_id: str
    user_id: str
    import_bundle: str
    otp_target_bundle: str
    otp_id: str
    base_url: str
    configuration_id: str
    service: LocalService
    passkey_organization_id: str
    new_wallet_id: str
    ethereum: str
    solana: str
    bitcoin: str
    wallet_id: str
    key: ApiKey
    token: str
    session: str
    scoped_session: str
    profile_id: str
    verify_otp: Callable[[str], str]
    otp_login: Callable[[Mapping[str, object]], str]
    now: datetime
    passkey: SoftwareAuthenticator
    challenge: bytes
    credential: str
    authenticate: Authenticate
    issuer: str
    issuer_key: ec.EllipticCurvePublicKey
    oidc_stamp: str
    target_key: TargetKey
    bundle: str
    secret_payload: str
    target_message: str
    quorum_key: str
    jwks: str
    webhook_headers: Mapping[str, str]
    webhook_body: bytes
    webhook_time: datetime
    request: SealedRequest[Activity[ExportWalletResult]]
    answer: str
    verifier: StampVerifier
    insert_if_absent: Callable[[str], Awaitable[bool]]
    tracer: Tracer


@pytest.fixture
def names(service: LocalService) -> Names:
    """The names that the examples use without making them: answers of the service, a device, a credential."""
    enclave, wallet_id = service._deployment.provisioner.enclave, service.ids["walletId"]
    (*_, user_id) = service._deployment.organization.users
    now, later = datetime(2026, 1, 1, tzinfo=timezone.utc), datetime(2026, 1, 2, tzinfo=timezone.utc)
    otp = enclave.init_otp(code="A1B2C3", contact="user@example.com", organization_id=ORGANIZATION)
    service._deployment.state.sent_otps[otp.otp_id] = SentOtp(ORGANIZATION, "A1B2C3", "user@example.com")
    passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com")
    delivery = SENDER.deliver(BALANCE, event_id="evt_1", now=now)
    issuer_key = ec.generate_private_key(ec.SECP256R1())
    new_wallet = wallet_of_networks(service)

    def authenticate(*, nonce: str) -> str:
        claims = {"iss": ISSUER, "aud": "my-client", "exp": FAR, "nonce": nonce}
        return jwt.encode(claims, issuer_key, algorithm="ES256")

    async def insert_if_absent(row: str) -> bool:
        return bool(row)

    oidc_token = authenticate(nonce=oidc_nonce(KEY.public_key))
    request = ExportWallet(wallet_id=wallet_id, target_public_key=TARGET_KEY.public_key).seal(
        sealwax.ApiKeyStamper(KEY), organization_id=ORGANIZATION
    )
    waiting: dict[str, object] = {
        "id": "a",
        "organizationId": ORGANIZATION,
        "status": "ACTIVITY_STATUS_CONSENSUS_NEEDED",
        "type": ExportWallet.activity_type,
        "intent": {ExportWallet.intent_key: request.operation.to_params()},
        "result": None,
        "votes": [],
        "fingerprint": "sha256:00",
        "canApprove": True,
        "canReject": True,
        "createdAt": {"seconds": "1767225600", "nanos": "0"},
        "updatedAt": {"seconds": "1767225600", "nanos": "0"},
    }
    other = ApiKey.from_private_key(b"\x0b" * 32)
    secret, text = b"\x0c" * 32, {"encoding": "PAYLOAD_ENCODING_TEXT_UTF8"}
    signer = ApiKey.from_private_key(secret, "secp256k1")
    return {
        "alice": KEY.public_key,
        "bob": other.public_key,
        "voted": voted(request.body, KEY, other),
        "signed": testing.sign_raw_payload("hello", secret, **text, hash_function="HASH_FUNCTION_KECCAK256"),
        "account": Account(derive_address(signer.public_key, ETHEREUM, curve="CURVE_SECP256K1")),
        "typed_data": written(MAIL),
        **given_proofs(),
        "device": Device(),
        "keys": enclave.keys,
        "signer": enclave.keys.signer,
        "tls_fetcher": enclave.keys.tls_fetcher,
        "notarizer": enclave.keys.notarizer,
        "organization_id": ORGANIZATION,
        "user_id": user_id,
        "import_bundle": enclave.import_bundle(organization_id=ORGANIZATION, user_id=user_id),
        "otp_target_bundle": otp.target_bundle,
        "otp_id": otp.otp_id,
        "base_url": service.url,
        "configuration_id": service.configuration_id,
        "service": service,
        "passkey_organization_id": signed_up_with(passkey, service),
        "new_wallet_id": new_wallet.wallet_id,
        "ethereum": new_wallet.addresses[0],
        "solana": new_wallet.addresses[1],
        "bitcoin": new_wallet.addresses[2],
        "wallet_id": wallet_id,
        "key": KEY,
        "token": verification_token(enclave),
        "session": session_jwt(enclave),
        "scoped_session": session_jwt(enclave, session_profile_id="p", scope="activity.action == 'SIGN'"),
        "profile_id": "p",
        "verify_otp": lambda bundle: enclave.verify_otp(bundle, otp_id=otp.otp_id, expires_at=later),
        "otp_login": lambda body: enclave.otp_login(body, now=now, expires_at=later),
        "now": now,
        "passkey": passkey,
        "challenge": b"challenge",
        "credential": json.dumps(as_json(passkey.create(b"challenge"))),
        "authenticate": authenticate,
        "issuer": ISSUER,
        "issuer_key": issuer_key.public_key(),
        "oidc_stamp": AttestedStamper(KEY, oidc_token, "STAMP_ATTESTED_SCHEME_P256_OIDC")
        .stamp(b"{}")
        .header_value,
        "target_key": TARGET_KEY,
        "bundle": enclave.export_wallet(
            MNEMONIC, organization_id=ORGANIZATION, target_public_key=TARGET_KEY.public_key
        ),
        "secret_payload": enclave.export_secret(
            "s", organization_id=ORGANIZATION, target_public_key=TARGET_KEY.public_key
        ),
        "target_message": enclave.secret_import_bundle(organization_id=ORGANIZATION),
        "quorum_key": enclave.encryption_keys.tls_fetcher,
        "jwks": SENDER.jwks,
        "webhook_headers": delivery.headers,
        "webhook_body": delivery.body,
        "webhook_time": now,
        "request": request,
        "answer": json.dumps({"activity": waiting}),
        "verifier": StampVerifier([(KEY.public_key, KEY.curve)]),
        "insert_if_absent": insert_if_absent,
        "tracer": Traces(),
    }


NETWORKS = {
    "m/44'/60'/0'/0/0": ("CURVE_SECP256K1", ETHEREUM),
    "m/44'/501'/0'/0'": ("CURVE_ED25519", "ADDRESS_FORMAT_SOLANA"),
    "m/84'/0'/0'/0/0": ("CURVE_SECP256K1", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH"),
}


def wallet_of_networks(service: LocalService) -> operations.CreateWalletResult:
    """Make a wallet with an account of each network."""
    accounts = [
        operations.WalletAccountParams.from_params(
            {
                "curve": curve,
                "pathFormat": "PATH_FORMAT_BIP32",
                "path": path,
                "addressFormat": address_format,
            }
        )
        for path, (curve, address_format) in NETWORKS.items()
    ]
    with Client(ApiKeyStamper(KEY), organization_id=ORGANIZATION, base_url=service.url) as client:
        return client.send(operations.CreateWallet(wallet_name="networks", accounts=accounts))


def signed_up_with(passkey: SoftwareAuthenticator, service: LocalService) -> str:
    """Sign a person up with a passkey; give the organization."""
    attestation = sealwax.encode_attestation(passkey.create(b"challenge"), expected_challenge=b"challenge")
    made = operations.SignupAuthenticator(
        authenticator_name="docs", challenge=attestation.challenge, attestation=attestation
    )
    signup = operations.SignupV2(api_keys=[], authenticators=[made], oauth_providers=[])
    with AuthProxyClient(service.configuration_id, base_url=service.auth_proxy_url) as proxy:
        return proxy.send(signup).organization_id


def voted(body: bytes, requester: ApiKey, approver: ApiKey) -> str:
    """An answer to an export of a wallet that another user approved."""
    approval = testing.approval_body(
        activities.activity_fingerprint(body),
        organization_id=ORGANIZATION,
        timestamp=datetime(2026, 1, 1, tzinfo=timezone.utc),
    )
    made = testing.activity_with_votes(
        body,
        [testing.api_key_vote(body, requester), testing.api_key_vote(approval, approver)],
        activity_type="ACTIVITY_TYPE_EXPORT_WALLET",
        organization_id=ORGANIZATION,
        intent={"exportWalletIntent": json.loads(body)["parameters"]},
    )
    return json.dumps({"activity": {**made, "result": None}})


ADDRESS = "0xb84b4730Cd81Bc82Ee6B1dE6c343Ebd7928138DC"
_ENCLAVE = AttestedEnclave()
RELEASE = ReferenceRelease(
    _ENCLAVE,
    dict(zip("123", _ENCLAVE.members, strict=True)),
    deployment="prod",
    applications=("signer", "ump", "notarizer"),
)
ATTESTED = RELEASE.enclave_of("signer")
MANIFEST = ATTESTED.encode(RELEASE.manifest("signer"))
CUSTOM = {"type": "my-app.decision.v1", "requestDigest": "00ff", "approved": True}


def given_proofs() -> ProofNames:
    """An app proof, the boot proof of its enclave, and the values to pin."""
    now = str(round(datetime.now(timezone.utc).timestamp() * 1000))
    return {
        "root": ATTESTED.root_sha256,
        "pcr0": ATTESTED.measurements[0].hex(),
        "pivot_hash": ATTESTED.pivot_hash.hex(),
        "document": ATTESTED.document(bytes(32), nonce=b"nonce"),
        "nonce": b"nonce",
        "address": ADDRESS,
        "manifest": MANIFEST,
        "reviewed": decode_manifest(MANIFEST),
        "identity": EnclaveRelease.from_files(RELEASE.files(), operators=RELEASE.operator_set).identity(
            "signer", root=ATTESTED.root_sha256
        ),
        "proof": json.dumps(ATTESTED.custom_proof({**CUSTOM, "timestampMs": now}, form=SERVICE_FORM)),
        "request_digest": "00ff",
        "seed": b"\x22" * 32,
        "payload": b"{}",
        "boot_proof": json.dumps(RELEASE.boot_proof("signer")),
        "app_proof": json.dumps(ATTESTED.address_proof(organization_id=ORGANIZATION, address=ADDRESS)),
    }


def verification_token(enclave: ReferenceEnclave) -> str:
    return enclave.issue_verification_token(
        VerificationClaims(
            "i",
            "OTP_TYPE_EMAIL",
            "user@example.com",
            ORGANIZATION,
            KEY.public_key,
            FAR_TIME,
        )
    )


def session_jwt(enclave: ReferenceEnclave, **restrictions: str) -> str:
    return enclave.issue_session_jwt(
        SessionClaims(
            FAR_TIME,
            KEY.public_key,
            "SESSION_TYPE_READ_WRITE",
            USER,
            ORGANIZATION,
            **restrictions,
        )
    )


Shell = Callable[[str], str]


def run_script(script: str) -> str:
    """Run a script in a shell, and give what it shows."""
    return subprocess.run(
        ["bash", "-uo", "pipefail", "-c", script],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ).stdout


@pytest.fixture
def shell(
    service: LocalService, enclave: ReferenceEnclave, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Shell:
    """Run a script in a shell whose `sealwax` and `pytest` are those of this interpreter."""
    keys = enclave.keys
    # The examples are for production, and what they read here is of another enclave.
    own_keys = {
        "decrypt-account": f"--signer-public-key={keys.signer}",
        "decrypt-secret": f"--signer-public-key={keys.signer}",
        "encrypt-otp": f"--tls-fetcher-public-key={keys.tls_fetcher}",
        "encrypt-secret": f"--signer-public-key={keys.signer}",
        "import-wallet": f"--signer-public-key={keys.signer}",
        "verify-proof": f"--root={ATTESTED.root_sha256}",
        "verify-proof --release": "--operators=operators.json",
        "release": "--operators=operators.json",
        "identity": "--operators=operators.json",
        "verify-custom-proof": f"--root={ATTESTED.root_sha256}",
        "verify-attestation-document": f"--root={ATTESTED.root_sha256}",
        "verify-token verification": f"--enclave-public-key={keys.tls_fetcher}",
        "verify-token session": f"--enclave-public-key={keys.notarizer}",
    }
    program = f"""
        import sys
        from sealwax.cli import main
        for command, option in {own_keys!r}.items():
            if {{*command.split()}} <= {{*sys.argv}}:
                sys.argv.append(option)
        main()
    """
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "main.py").write_text(textwrap.dedent(program))
    interpreter = shlex.quote(sys.executable)
    for name, arguments in {
        "sealwax": shlex.quote(str(programs / "main.py")),
        "pytest": "-m pytest",
    }.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {interpreter} {arguments} "$@"\n')
        (programs / name).chmod(0o755)
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("ORGANIZATION_ID", ORGANIZATION)
    monkeypatch.setenv("USER_ID", USER)
    monkeypatch.setenv("PCR0", ATTESTED.measurements[0].hex())
    monkeypatch.setenv("PIVOT_HASH", ATTESTED.pivot_hash.hex())
    monkeypatch.setenv("MANIFEST_HASH", decode_manifest(MANIFEST).hash)
    monkeypatch.setenv("ADDRESS", ADDRESS)
    monkeypatch.setenv("URL", f"{service.url}/public/v1/query/list_private_keys")

    return run_script


class Command(NamedTuple):
    """A command of a console, and what it shows; empty where the page leaves that out."""

    line: str
    shown: str

    def matches(self, output: str) -> bool:
        """Whether an output is what is shown, in which … stands for anything."""
        pattern = re.escape(self.shown.rstrip("\n")).replace("…", ".*")
        return not self.shown or re.fullmatch(pattern, output.rstrip("\n"), re.DOTALL) is not None


def check_session(session: list[Command], shell: Shell) -> None:
    """Run commands one after the other, and compare the output of each."""
    mark = "-- end of a command --"
    output = shell("".join(f'{line}\nprintf "%s" "$?{mark}"\n' for line, _ in session))
    results = output.split(mark)[:-1]
    assert len(results) == len(session)
    for command, result in zip(session, results, strict=True):
        status = "1" if command.shown.startswith("error[") else "0"
        assert result.endswith(status), (command, result)
        assert command.matches(result.removesuffix(status)), (command, result)


def test_outputs_are_compared() -> None:
    command = Command("c", "signed by … (x)\n")
    assert command.matches("signed by 02 (x)\n")
    assert not command.matches("signed by 02 (y)\n")
    assert not command.matches("")


def test_every_language_of_a_block_is_run_by_something() -> None:
    # `python NAME` by the tests of a guide's devices or receivers, `sh` of a guide by tests/release.
    languages = {block.language.partition(" ")[0] for block in BLOCKS.values()}
    assert languages == {"python", "console", "sh", "bash", "text", "yaml"}


def options_of(command: click.Command) -> set[str]:
    return {option for parameter in command.params for option in parameter.opts} | {"--help"}


def all_options(command: click.Command) -> set[str]:
    if not isinstance(command, click.Group):
        return options_of(command)
    context = click.Context(command)
    below = [command.get_command(context, name) for name in command.list_commands(context)]
    return options_of(command).union(*(all_options(each) for each in below if each is not None))


def test_options_in_the_text_exist() -> None:
    others = {"--data", "--data-binary", "--find-links"}  # of curl and pip
    named = {span.split()[0].rstrip(",") for _, span in SPANS if span.startswith("--")}
    assert len(named) > 10
    assert named <= all_options(app.sealwax) | others


API_PATH = re.compile(r"/public/v1/(?:[a-z0-9_]+/)*[a-z0-9_]+(?![\w/])")
JWKS_PATH = "/public/v1/discovery/webhooks/jwks"


@pytest.mark.parametrize("kind", ["sealwax.signers", "sealwax.replay_guards"])
def test_what_connects_has_a_row_about_forks_and_threads(kind: str) -> None:
    """The page says of each whether processes, threads and event loops may share it."""
    page = (ROOT / "docs" / "processes.md").read_text()
    objects = {
        name
        for room in ROOMS
        if room.startswith(f"{kind}.")
        for name in names_of(room)
        if re.search(r"(Signer|Key|Guard)$", name)
    }
    assert len(objects) > 2
    assert {name for name in objects if f"`{name}`" not in page} == set(), "add a row to docs/processes.md"


def test_paths_of_the_api_exist() -> None:
    """Some examples name a path and are not run, such as those of docstrings."""
    modules = [path.read_text() for path in PACKAGES["sealwax"].rglob("*.py")]
    named = {path for text in [*PAGES.values(), *modules] for path in API_PATH.findall(text)}
    routes = {
        prefix + name for prefix, table in ((SUBMIT_PATH, SUBMITS), (QUERY_PATH, QUERIES)) for name in table
    }
    assert len(named & routes) > 3
    assert named - routes == {JWKS_PATH}


def test_the_limits_of_an_organization_are_those_of_the_local_service() -> None:
    text = (ROOT / "docs" / "send-requests.md").read_text()
    section = text.partition("## Limits of an organization\n")[2].partition("\n## ")[0]
    for records, limits in (
        ("users, policies, invitations", {MAX_USERS, MAX_POLICIES, MAX_INVITATIONS, MAX_WALLETS}),
        ("private keys of an organization", {MAX_PRIVATE_KEYS}),
        ("tags of users", {MAX_TAGS}),
        ("the same, in a sub-organization", {MAX_SUB_ORGANIZATION_TAGS}),
        ("passkeys", {MAX_AUTHENTICATORS, MAX_OAUTH_PROVIDERS}),
        ("API keys", {MAX_API_KEYS, MAX_EXPIRING_API_KEYS}),
    ):
        (limit,) = limits
        row = next(line for line in section.splitlines() if line.startswith(f"| {records}"))
        assert row.split(" | ")[1].split()[0].rstrip(";") == f"{limit:,}", row
    with (
        LocalService() as service,
        Client(
            ApiKeyStamper(service.api_key), organization_id=service.organization_id, base_url=service.url
        ) as client,
    ):
        tags = len(client.send(ListUserTags()).user_tags) + len(
            client.send(ListPrivateKeyTags()).private_key_tags
        )
    assert f"\n{MAX_TAGS - tags} remain" in section


def test_every_error_has_a_cause_and_a_cure() -> None:
    page = PAGES["errors.md"]
    rows = re.findall(r"^\| \[`([a-z-]+)`\]\(#\1\) \| ", page, re.MULTILINE)
    # The command line alone has the last two.
    assert sorted(rows) == sorted([*errors.error_codes(), "file", "internal"])
    for code in rows:
        section = page.partition(f"\n## `{code}`\n")[2].partition("\n## ")[0]
        assert re.match(r"\n\*\*Cause\.\*\* .*\n\n\*\*Cure\.\*\*\s", section, re.DOTALL), code


STATUSES = re.findall(r"^\| ([^|`]*\d{3}[^|`]*) \| (.*?) \| (.*?) \|$", PAGES["client.md"], re.MULTILINE)


@pytest.mark.parametrize(("statuses", "of_a_query", "of_a_change"), STATUSES)
def test_a_call_ends_as_the_table_of_statuses_says(statuses: str, of_a_query: str, of_a_change: str) -> None:
    assert len(STATUSES) == 5
    for status in map(int, re.findall(r"\d{3}", statuses)):
        answer = httpx.MockTransport(lambda _, status=status: httpx.Response(status, json={"message": "no"}))
        with httpx.Client(transport=answer) as http:
            client = Client(
                ApiKeyStamper(KEY),
                organization_id=ORGANIZATION,
                http=http,
                retry=operations.RetryPolicy(max_attempts=1),
            )
            with pytest.raises(ServiceError) as refused:
                client.send(operations.GetWhoami())
            assert refused.value.retryable is ("retryable" in of_a_query)
            with pytest.raises(SealwaxError) as ended:
                client.send(operations.CreateUserTag(user_tag_name="t", user_ids=[]))
            is_unknown = isinstance(ended.value, NotCompleted) and ended.value.outcome_unknown
            assert is_unknown is ("outcome-unknown" in of_a_change)
            assert is_unknown is ("nothing was done" not in of_a_change)


_FENCED = re.compile(r"^( *)```.*?^\1```", re.DOTALL | re.MULTILINE)
_SEPARATOR = re.compile(r"\s*\|(\s*:?-{3,}:?\s*\|)+\s*")


def broken_tables(text: str) -> list[str]:
    """The lines of tables that are not tables: wrapped into text, or without the line below the head."""
    broken = []
    is_table = False
    lines = _FENCED.sub("", text).splitlines()
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        is_row = re.match(r" {0,6}\|", line) is not None  # more spaces are of code
        if is_row and not is_table:
            is_table = _SEPARATOR.fullmatch(after) is not None
        is_wrapped = not is_row and re.search(r"\|\s*:?-{3,}:?\s*\|", line)
        if is_wrapped or is_row is not is_table or (is_row and not line.rstrip().endswith("|")):
            broken.append(line)
        is_table = is_table and bool(line.strip()) and bool(after.strip())
    return broken


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("a\n\n| a | b |\n|---|---|\n| c | d |\n\ntext", []),
        ("- a:\n\n  | a | b |\n  |:---|---:|\n  | c | d |", []),
        ("```\n| a |\n```\n\na | b", []),
        ("| a | b | |---|---| | c |\nd |", ["| a | b | |---|---| | c |"]),
        ("see: | a | b | |---|---| | c |\nd |", ["see: | a | b | |---|---| | c |"]),
        ("| a |\n|---|\n| c\nd |", ["| c", "d |"]),
        ("| a |\n|---|\n| c |\ntext", ["text"]),
        ("| a |\n\n|---|\n| c |", ["| a |", "|---|", "| c |"]),
    ],
)
def test_the_check_sees_tables_that_were_wrapped(text: str, broken: list[str]) -> None:
    assert broken_tables(text) == broken


def broken_blocks(text: str) -> list[str]:
    """The fences that are open at the end, and the headings without text."""
    rest = _FENCED.sub("", text)
    return re.findall(r"^ *```.*|^#+ *$", rest, re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("# a\n\n```\n#\n```\n", []),
        ("# a\n\n#\n", ["#"]),
        ("- a\n\n  ```\n  b\n  ```\n\n```py\nc\n", ["```py"]),
    ],
)
def test_the_check_sees_open_fences_and_empty_headings(text: str, broken: list[str]) -> None:
    assert broken_blocks(text) == broken


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in sorted(ROOT.glob("**/*.md"))
        if not {".venv", "node_modules", "dist", ".nox", ".pytest_cache"} & {*path.relative_to(ROOT).parts}
    ],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_every_table_fence_and_heading_is_whole(path: Path) -> None:
    text = path.read_text()
    assert broken_tables(text) == []
    assert broken_blocks(text) == []
