"""The page for those who come from another client: each pair of calls, on the same input.

A row that says *yes* has a pair here, and the other way round.
"""

import json
import re
import subprocess
from collections.abc import Callable
from datetime import datetime, timezone

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from mnemonic import Mnemonic
from turnkey_api_key_stamper import ApiKeyStamper as TheirStamper
from turnkey_api_key_stamper import ApiKeyStamperConfig

from benchmarks.service_clients.environment import HERE, python_client
from sealwax import (
    ApiKey,
    ApiKeyStamper,
    SessionClaims,
    TargetKey,
    VerificationClaims,
    activities,
    decrypt_account_export,
    decrypt_credential_bundle,
    decrypt_secret_export,
    decrypt_wallet_export,
    encrypt_oauth2_client_secret,
    encrypt_on_ramp_secret,
    encrypt_otp_bundle,
    encrypt_to_quorum_key,
    verify_api_key_stamp,
    verify_import_bundle,
    verify_secret_import_bundle,
    verify_session_jwt,
    verify_verification_token,
    webhooks,
)
from sealwax._crypto.hpke import Sealed, open_base, seal_base
from sealwax._crypto.points import P256, decode_point
from sealwax.keys import opening_key
from sealwax.operations.all_operations import NEWEST
from sealwax.testing import ReferenceEnclave, WebhookSender, open_envelope
from sealwax.wallets import format_private_key
from tests.conftest import ORGANIZATION, ROOT, SEED, TARGET
from tests.conftest import USER as USER_ID
from tests.interop.peer import Peer

PAGE = (ROOT / "docs" / "coming-from-other-clients.md").read_text()
METHODS = (ROOT / "docs" / "coming-from-turnkey-http.md").read_text()
ENCLAVE = ReferenceEnclave(SEED)
KEYS, QUORUM = ENCLAVE.keys, ENCLAVE.encryption_keys
KEY = ApiKey.from_private_key(b"\x1c" * 32)
FOR_US = {"organization_id": ORGANIZATION, "keys": KEYS}
FOR_THEM = {"organizationId": ORGANIZATION, "dangerouslyOverrideSignerPublicKey": KEYS.signer}
MNEMONIC = Mnemonic("english").to_mnemonic(bytes(range(16)))
FAR = datetime(9999, 1, 1, tzinfo=timezone.utc)
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
BODY = '{"organizationId":"x"}'


def point_of(public_key: str) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(public_key))


def generates_keys(peer: Peer) -> None:
    theirs = peer.call("generateP256KeyPair")
    assert TargetKey.from_private_key(theirs["privateKey"]).public_key == theirs["publicKeyUncompressed"]
    ours = TargetKey.generate()
    of_ours = peer.call("getPublicKey", privateKey=ours.private_key_hex(), isCompressed=False)
    assert of_ours == ours.public_key


def gives_public_keys(peer: Peer) -> None:
    assert peer.call("getPublicKey", privateKey=KEY.private_key_hex(), isCompressed=True) == KEY.public_key


def converts_points(peer: Peer) -> None:
    compressed = peer.call("compressRawPublicKey", rawPublicKey=TARGET.public_key)
    point = point_of(TARGET.public_key)
    assert point.public_bytes(Encoding.X962, PublicFormat.CompressedPoint).hex() == compressed
    again = peer.call("uncompressRawPublicKey", rawPublicKey=compressed, curve="CURVE_P256")
    assert point_of(compressed).public_bytes(Encoding.X962, PublicFormat.UncompressedPoint).hex() == again


def they_open(peer: Peer, bundle: str, **options: object) -> str:
    key = TARGET.private_key_hex()
    opened: str = peer.call(
        "decryptExportBundle", exportBundle=bundle, embeddedKey=key, **FOR_THEM, **options
    )
    return opened


def opens_wallets(peer: Peer) -> None:
    bundle = ENCLAVE.export_wallet(
        MNEMONIC, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    )
    wallet = decrypt_wallet_export(bundle, TARGET, organization_id=ORGANIZATION, keys=KEYS)
    assert wallet.mnemonic == they_open(peer, bundle, returnMnemonic=True) == MNEMONIC


def opens_accounts(peer: Peer) -> None:
    bundle = ENCLAVE.export_account(
        bytes(range(32)), organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    )
    key = decrypt_account_export(bundle, TARGET, organization_id=ORGANIZATION, keys=KEYS).private_key
    assert format_private_key(key, "hex") == they_open(peer, bundle, keyFormat="HEXADECIMAL")
    assert format_private_key(key, "solana") == they_open(peer, bundle, keyFormat="SOLANA")


def opens_credentials(peer: Peer) -> None:
    secret = bytes.fromhex(KEY.private_key_hex())
    bundle = ENCLAVE.seal_credential(secret, target_public_key=TARGET.public_key)
    theirs = peer.call(
        "decryptCredentialBundle", credentialBundle=bundle, embeddedKey=TARGET.private_key_hex()
    )
    assert decrypt_credential_bundle(bundle, TARGET).private_key_hex() == theirs


def imports(peer: Peer, call: str, **secret: str) -> tuple[str, bytes]:
    """The bundle for an import, and what their seal of a secret has in it."""
    bundle = ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER_ID)
    sealed = peer.call(call, importBundle=bundle, userId=USER_ID, **FOR_THEM, **secret)
    opened = ENCLAVE.open_import(sealed, organization_id=ORGANIZATION, user_id=USER_ID)
    return ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER_ID), opened


def seals_wallets(peer: Peer) -> None:
    bundle, theirs = imports(peer, "encryptWalletToBundle", mnemonic=MNEMONIC)
    target = verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=USER_ID, keys=KEYS)
    sealed = target.encrypt_wallet(MNEMONIC)
    assert ENCLAVE.open_import(sealed, organization_id=ORGANIZATION, user_id=USER_ID) == theirs


def seals_private_keys(peer: Peer) -> None:
    key = bytes(range(32))
    bundle, theirs = imports(peer, "encryptPrivateKeyToBundle", privateKey=key.hex(), keyFormat="HEXADECIMAL")
    target = verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=USER_ID, keys=KEYS)
    sealed = target.encrypt_private_key(key)
    assert ENCLAVE.open_import(sealed, organization_id=ORGANIZATION, user_id=USER_ID) == theirs == key


def seals_secrets(peer: Peer) -> None:
    bundle = ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)
    parameters = {"organizationId": ORGANIZATION, "signerPublicKey": KEYS.signer}
    theirs = peer.call("sealSecret", secret="s", bundle=bundle, **parameters)["sealed"]
    bundle = ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)
    ours = verify_secret_import_bundle(bundle, organization_id=ORGANIZATION, keys=KEYS).encrypt_secret("s")
    for sealed in (ours, theirs):
        assert ENCLAVE.open_secret_import(sealed, organization_id=ORGANIZATION) == "s"


def opens_secrets(peer: Peer) -> None:
    bundle = ENCLAVE.export_secret("s", organization_id=ORGANIZATION, target_public_key=TARGET.public_key)
    theirs = peer.call(
        "openSecret",
        bundle=bundle,
        targetPrivateKey=TARGET.private_key_hex(),
        organizationId=ORGANIZATION,
        signerPublicKey=KEYS.signer,
    )
    ours = decrypt_secret_export(bundle, TARGET, organization_id=ORGANIZATION, keys=KEYS)
    assert ours.text == theirs["text"] == "s"


def seals_codes(peer: Peer) -> None:
    for seal in (
        lambda bundle: encrypt_otp_bundle(bundle, "A1B2C3", public_key=KEY.public_key, keys=KEYS),
        lambda bundle: peer.call(
            "encryptOtpCodeToBundle",
            otpCode="A1B2C3",
            otpEncryptionTargetBundle=bundle,
            publicKey=KEY.public_key,
            dangerouslyOverrideSignerPublicKey=KEYS.tls_fetcher,
        ),
    ):
        otp = ENCLAVE.init_otp(code="A1B2C3", contact="user@example.com", organization_id=ORGANIZATION)
        token = ENCLAVE.verify_otp(seal(otp.target_bundle), otp_id=otp.otp_id, expires_at=FAR)
        assert verify_verification_token(token, keys=KEYS).public_key == KEY.public_key


def seals_client_secrets(peer: Peer) -> None:
    theirs = peer.call("sealClientSecret", secret="s", publicKey=QUORUM.tls_fetcher)["sealed"]
    for sealed in (theirs, encrypt_oauth2_client_secret("s", keys=QUORUM)):
        assert ENCLAVE.open_oauth2_client_secret(sealed) == b"s"


def seals_on_ramp_secrets(peer: Peer) -> None:
    point = point_of(QUORUM.on_ramp).public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
    theirs = peer.call("sealOnRampSecret", secret="s", publicKey=point.hex())["sealed"]
    for sealed in (theirs, encrypt_on_ramp_secret("s", keys=QUORUM)):
        assert ENCLAVE.open_on_ramp_secret(sealed) == b"s"


def seals_to_quorum_keys(peer: Peer) -> None:
    public_key = TARGET.public_key
    theirs = peer.call("sealToQuorumKey", publicKey=public_key, message=b"s".hex())["sealed"]
    for sealed in (bytes.fromhex(theirs), encrypt_to_quorum_key(b"s", public_key)):
        assert open_envelope(sealed, TARGET) == b"s"


def verifies_sessions(peer: Peer) -> None:
    claims = SessionClaims(FAR, KEY.public_key, "SESSION_TYPE_READ_WRITE", USER_ID, ORGANIZATION)
    token = ENCLAVE.issue_session_jwt(claims)
    assert peer.call(
        "verifySessionJwtSignature", jwt=token, dangerouslyOverrideNotarizerPublicKey=KEYS.notarizer
    )
    assert verify_session_jwt(token, keys=KEYS) == claims


def verifies_tokens(peer: Peer) -> None:
    claims = VerificationClaims("i", "OTP_TYPE_EMAIL", "user@example.com", ORGANIZATION, KEY.public_key, FAR)
    token = ENCLAVE.issue_verification_token(claims)
    theirs = peer.call(
        "verifyOtpVerificationToken", jwt=token, dangerouslyOverrideSignerPublicKey=KEYS.tls_fetcher
    )
    assert verify_verification_token(token, keys=KEYS).contact == theirs["contact"]


def verifies_stamps(peer: Peer) -> None:
    signature = KEY.sign(BODY.encode()).hex()
    for signed in (BODY, BODY + " "):
        genuine = peer.call(
            "verifyStampSignature", publicKey=KEY.public_key, signature=signature, signedData=signed
        )
        assert genuine is (signed == BODY)
    stamp = ApiKeyStamper(KEY).stamp(BODY)
    assert verify_api_key_stamp(stamp.header_value, BODY).public_key == KEY.public_key


def computes_fingerprints(peer: Peer) -> None:
    theirs = peer.call("activityFingerprint", body=BODY.encode().hex())["fingerprint"]
    assert activities.activity_fingerprint(BODY.encode()) == theirs


def verifies_webhooks(peer: Peer) -> None:
    sender = WebhookSender(SEED)
    delivery = sender.deliver({"organizationId": ORGANIZATION}, now=NOW)
    theirs = peer.call(
        "verifyWebhook",
        headers=list(delivery.headers.items()),
        body=delivery.body.hex(),
        jwks=sender.jwks,
        maxAgeMs=300_000,
        now=round(NOW.timestamp() * 1000),
    )
    ours = webhooks.verify_webhook(*delivery, keys=sender.keys, organization_id=ORGANIZATION, now=NOW)
    assert ours.event_id == theirs["eventId"]


def converts_signatures(peer: Peer) -> None:
    der = KEY.sign(b"{}")
    r, s = decode_dss_signature(der)
    raw = (r.to_bytes(32, "big") + s.to_bytes(32, "big")).hex()
    assert peer.call("fromDerSignature", derSignature=der.hex()) == raw
    assert peer.call("toDerSignature", rawSignature=raw) == der.hex()


def seals_with_hpke(peer: Peer) -> None:
    theirs = json.loads(peer.call("hpkeEncrypt", plainText=b"s".hex(), targetKey=TARGET.public_key))
    sealed = Sealed(bytes.fromhex(theirs["encappedPublic"]), bytes.fromhex(theirs["ciphertext"]))
    assert open_base(opening_key(TARGET), sealed) == b"s"
    ours = seal_base(decode_point(bytes.fromhex(TARGET.public_key), P256, "the key"), b"s")
    assert (
        peer.call(
            "hpkeDecrypt",
            ciphertext=ours.ct.hex(),
            encappedKey=ours.enc.hex(),
            receiverPriv=TARGET.private_key_hex(),
        )
        == b"s".hex()
    )


def stamps(peer: Peer) -> None:
    pair = {"apiPublicKey": KEY.public_key, "apiPrivateKey": KEY.private_key_hex()}
    theirs = peer.call("stamp", body=BODY, **pair)
    ours = ApiKeyStamper(KEY).stamp(BODY)
    assert theirs["stampHeaderName"] == ours.header_name
    for header in (theirs["stampHeaderValue"], ours.header_value):
        assert verify_api_key_stamp(header, BODY).public_key == KEY.public_key


def signs(peer: Peer) -> None:
    pair = {"apiPublicKey": KEY.public_key, "apiPrivateKey": KEY.private_key_hex()}
    for signature in (peer.call("sign", body=BODY, format="der", **pair), KEY.sign(BODY.encode()).hex()):
        assert peer.call(
            "verifyStampSignature", publicKey=KEY.public_key, signature=signature, signedData=BODY
        )


def signs_raw(peer: Peer) -> None:
    pair = {"apiPublicKey": KEY.public_key, "apiPrivateKey": KEY.private_key_hex()}
    raw = peer.call("sign", body=BODY, format="raw", **pair)
    assert len(bytes.fromhex(raw)) == 64


def stamps_with_pypi(_peer: Peer) -> None:
    config = ApiKeyStamperConfig(api_public_key=KEY.public_key, api_private_key=KEY.private_key_hex())
    theirs, ours = TheirStamper(config).stamp(BODY), ApiKeyStamper(KEY).stamp(BODY)
    assert theirs.stamp_header_name == ours.header_name
    assert verify_api_key_stamp(theirs.stamp_header_value, BODY).public_key == KEY.public_key


PAIRS: dict[str, Callable[[Peer], None]] = {
    "generateP256KeyPair": generates_keys,
    "getPublicKey": gives_public_keys,
    "compressRawPublicKey": converts_points,
    "decryptExportBundle with returnMnemonic": opens_wallets,
    "decryptExportBundle with keyFormat": opens_accounts,
    "decryptCredentialBundle": opens_credentials,
    "encryptWalletToBundle": seals_wallets,
    "encryptPrivateKeyToBundle": seals_private_keys,
    "encryptSecretToBundle": seals_secrets,
    "decryptSecretBundle": opens_secrets,
    "encryptOtpCodeToBundle": seals_codes,
    "encryptOauth2ClientSecret": seals_client_secrets,
    "encryptOnRampSecret": seals_on_ramp_secrets,
    "quorumKeyEncrypt": seals_to_quorum_keys,
    "verifySessionJwtSignature": verifies_sessions,
    "verifyOtpVerificationToken": verifies_tokens,
    "verifyStampSignature": verifies_stamps,
    "computeActivityFingerprint": computes_fingerprints,
    "verifyTurnkeyWebhookSignature": verifies_webhooks,
    "fromDerSignature": converts_signatures,
    "hpkeEncrypt": seals_with_hpke,
    "new ApiKeyStamper(…).stamp(body)": stamps,
    "signWithApiKey": signs,
    "sign with SignatureFormat.Raw": signs_raw,
    "ApiKeyStamper(ApiKeyStamperConfig(…)).stamp(body)": stamps_with_pypi,
    "TStamp.stamp_header_name": stamps_with_pypi,
}
"""A pair for each row that is run, by the first call in its first column."""


@pytest.mark.parametrize("name", PAIRS)
def test_both_give_the_same(peer: Peer, name: str) -> None:
    PAIRS[name](peer)


def test_the_versions_are_those_that_run() -> None:
    packages = json.loads((ROOT / "tests" / "interop" / "package.json").read_text())["dependencies"]
    for name in ("@turnkey/crypto", "@turnkey/api-key-stamper"):
        assert f"`{name}` {packages[name]} (npm)" in PAGE


def rows_of_methods() -> dict[str, tuple[str, str]]:
    """The methods of the client for Python, with the surfaces and names of the operations that they send."""
    surfaces = {
        name: (facts.surface.replace("vote", "submit"), facts.name) for name, facts in NEWEST.values()
    }
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", METHODS.split("| method | class |")[1], re.MULTILINE)
    assert len({method for method, _ in rows}) == len(rows)
    found = {}
    for method, here in rows:
        if other := re.fullmatch(r"not in the catalog: a (submit|query), `(\w+)`", here):
            assert other[2] not in NEWEST
            found[method] = other[1], other[2]
        else:
            found[method] = surfaces[here.strip("`")]
    return found


METHODS_OF_THE_CLIENT = """
import inspect, json, re
from turnkey_http import TurnkeyClient

found = {}
for twin, stamp in vars(TurnkeyClient).items():
    method = twin.removeprefix("stamp_")
    if method != twin and hasattr(TurnkeyClient, method):
        found[method] = re.search(r"/public/v1/(submit|query)/(\\w+)", inspect.getsource(stamp)).groups()
print(json.dumps(found))
"""


def test_the_methods_are_those_of_the_client() -> None:
    command = [str(python_client()), "-c", METHODS_OF_THE_CLIENT]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert {name: tuple(sent) for name, sent in json.loads(answer).items()} == rows_of_methods()
    requirements = (HERE / "requirements.txt").read_text()
    (version,) = re.findall(r"^turnkey-http==(\S+)$", requirements, re.MULTILINE)
    assert f"`turnkey-http` {version} (PyPI)" in METHODS
