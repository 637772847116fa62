"""A whole application over one client: who may pay whom, and what the client tells of it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from benchmarks.service_clients.environment import HERE
from sealwax import (
    ApiKey,
    TargetKey,
    decrypt_wallet_export,
    sign_login,
    verify_session_jwt,
)
from sealwax.activities import SignatureResult
from sealwax.testing import SoftwareAuthenticator
from sealwax_service import LocalService
from tests.interop.clients.codes import verify_code
from tests.interop.signing.scenario import ALLOWED, SHARED, STRANGER
from tests.service.access.test_authentication import ORIGIN, RP_ID
from tests.service.client import ETHEREUM
from tests.service.operations.test_users import key_fields, user_fields
from tools.support.nodejs import NodeProcess

APPLICATIONS = ("@turnkey/sdk-server", "@turnkey/core")

NAMES = {"encoding": "PAYLOAD_ENCODING_TEXT_UTF8", "hashFunction": "HASH_FUNCTION_KECCAK256"}
EMAIL = "owner@example.com"


class Step(NamedTuple):
    """A step of the application, and what the client told."""

    step: str
    told: str


class App:
    """A client in Node.js, which stamps for one user after the other; a browser with passkeys."""

    def __init__(self, name: str, service: LocalService) -> None:
        self._name, self._service = name, service
        self._process = NodeProcess(HERE / "clients.mjs")
        self._passkey: SoftwareAuthenticator | None = None

    def close(self) -> None:
        self._process.close()

    def stamp_with(self, stamps: ApiKey | SoftwareAuthenticator, organization_id: str) -> None:
        """Go on as another user."""
        info = {**self._service.info, "organizationId": organization_id}
        if isinstance(stamps, ApiKey):
            info |= {"apiPublicKey": stamps.public_key, "apiPrivateKey": stamps.private_key_hex()}
        else:
            info["rpId"], self._passkey = RP_ID, stamps
        self.ask("connect", info=info)

    def register(self, passkey: SoftwareAuthenticator, challenge: str) -> dict[str, Any]:
        """Have the client register a passkey; give the fields of an authenticator."""
        self._passkey = passkey
        made = self.ask("register", rpId=RP_ID, challenge=challenge)
        return {"authenticatorName": "passkey", "challenge": challenge, "attestation": made["attestation"]}

    def call(self, method: str, **given: object) -> dict[str, Any]:
        """Call a method of the client, which must succeed."""
        answer = self.try_call(method, **given)
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def try_call(self, method: str, **given: object) -> dict[str, Any]:
        return self.ask("call", client=self._name, method=method, input=given)

    def ask(self, action: str, **fields: object) -> dict[str, Any]:
        answer = self._process.ask({"action": action, **fields})
        while "ceremony" in answer:
            answer = self._process.ask(self._authenticate(answer))
        return answer

    def _authenticate(self, wanted: dict[str, Any]) -> dict[str, object]:
        """Answer as the browser's passkey does."""
        assert self._passkey is not None
        challenge = bytes.fromhex(wanted["challenge"])
        if wanted["ceremony"] == "create":
            made = self._passkey.create(challenge)
            return {
                "rawId": made.raw_id.hex(),
                "transports": made.transports,
                "clientDataJSON": made.client_data_json.hex(),
                "attestationObject": made.attestation_object.hex(),
            }
        found = self._passkey.get_assertion(challenge)
        return {
            "rawId": found.credential_id.hex(),
            "clientDataJSON": found.client_data_json.hex(),
            "authenticatorData": found.authenticator_data.hex(),
            "signature": found.signature.hex(),
        }

    def pay(self, account: str, to: str) -> dict[str, Any]:
        """Sign a transaction."""
        unsigned = self.ask("unsigned", to=to)["transaction"]
        transaction = {"unsignedTransaction": unsigned, "type": "TRANSACTION_TYPE_ETHEREUM"}
        return self.try_call("signTransaction", signWith=account, **transaction)

    def signer_of(self, activity: dict[str, Any]) -> str:
        """Recover who signed the transaction of an activity."""
        signed = activity["result"]["signTransactionResult"]["signedTransaction"]
        address: str = self.ask("recover", signed=signed)["address"]
        return address


def play(app: App, service: LocalService) -> Iterator[Step]:  # noqa: PLR0915 - a step after the other
    """Run the application; check each step."""
    passkey, second_passkey = (SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN) for _ in range(2))
    session, robot = ApiKey.generate(), ApiKey.generate()

    app.stamp_with(service.api_key, service.organization_id)
    authenticator = app.register(passkey, "Y2hhbGxlbmdl")
    owner = {"userName": "owner", "userEmail": EMAIL, "apiKeys": [], "oauthProviders": []}
    made = app.call(
        "createSubOrganization",
        subOrganizationName="app",
        rootUsers=[{**owner, "authenticators": [authenticator]}],
        rootQuorumThreshold=1,
        wallet={"walletName": "w", "accounts": [ETHEREUM]},
    )
    sub, wallet_id = made["subOrganizationId"], made["wallet"]["walletId"]
    by_email = {"filterType": "EMAIL", "filterValue": EMAIL}
    assert app.call("getSubOrgIds", **by_email)["organizationIds"] == [sub]
    yield Step("a sub-organization whose root user has a passkey and an email address", _status(made))

    login = _log_in(app, service, session, sub)
    assert verify_session_jwt(login["session"], keys=service.keys).organization_id == sub
    yield Step("the root user logs in by a code", _status(login))

    app.stamp_with(session, sub)
    second = {**ETHEREUM, "path": "m/44'/60'/0'/0/1"}
    made = app.call("createWalletAccounts", walletId=wallet_id, accounts=[second])
    (address,) = made["addresses"]
    accounts = app.call("getWalletAccounts", walletId=wallet_id, paginationOptions={"limit": "100"})
    assert [each["address"] for each in accounts["accounts"]][1:] == [address]
    _check_signature(app.call("signRawPayload", signWith=address, payload="hello", **NAMES), address)
    yield Step("with this session: an account of the wallet, which signs a message", _status(made))

    robot_user = user_fields(userName="robot", apiKeys=[key_fields(robot)])
    second_user = user_fields(userName="second", authenticators=[app.register(second_passkey, "YW5vdGhlcg")])
    robot_id, second_id = app.call("createUsers", users=[robot_user, second_user])["userIds"]
    by_robot, by_second = (f"approvers.any(user, user.id == '{each}')" for each in (robot_id, second_id))
    policies = [
        _allow("the robot pays the shop", by_robot, ALLOWED),
        _allow("both pay the supplier", f"{by_robot} && {by_second}", SHARED),
    ]
    made = app.call("createPolicies", policies=policies)
    assert len(made["policyIds"]) == len(policies)
    yield Step("policies that limit `eth.tx.to`: a robot pays one address, two users another", _status(made))

    app.stamp_with(robot, sub)
    paid = app.pay(address, ALLOWED)["result"]
    assert app.signer_of(paid["activity"]) == address
    yield Step("the robot pays the first address", _status(paid))

    refused = app.pay(address, STRANGER)
    assert "REQUEST_NOT_AUTHORIZED" in refused["error"], refused
    assert service.requests[-1].outcome.status == 403
    yield Step("the robot pays a stranger", f"{refused['name']}, code {refused['code']} (HTTP 403)")

    waits = app.pay(address, SHARED)["result"]
    assert "signedTransaction" not in waits
    assert waits["activity"]["result"] == {}
    yield Step("the robot pays the second address", _status(waits))

    app.stamp_with(second_passkey, sub)
    approved = app.call("approveActivity", fingerprint=waits["activity"]["fingerprint"])
    yield Step("the second user approves this with a passkey", _status(approved))

    app.stamp_with(robot, sub)
    seen = app.call("getActivity", activityId=waits["activity"]["id"])
    assert app.signer_of(seen["activity"]) == address
    assert [each["userId"] for each in seen["activity"]["votes"]] == [robot_id, second_id]
    yield Step("the robot gets the signed transaction", _status(seen))

    app.stamp_with(session, sub)
    target = TargetKey.generate()
    made = app.call("exportWallet", walletId=wallet_id, targetPublicKey=target.public_key)
    exported = decrypt_wallet_export(made["exportBundle"], target, organization_id=sub, keys=service.keys)
    found = exported.account(
        path=second["path"], curve=ETHEREUM["curve"], address_format=ETHEREUM["addressFormat"]
    )
    assert found.address == address
    yield Step("the root user exports the wallet, which has this account", _status(made))

    app.stamp_with(passkey, sub)
    made = app.call("deleteSubOrganization")
    assert made["subOrganizationUuid"] == sub
    app.stamp_with(service.api_key, service.organization_id)
    assert app.call("getSubOrgIds")["organizationIds"] == []
    yield Step("the root user deletes the sub-organization, with the passkey", _status(made))


def _status(answer: dict[str, Any]) -> str:
    status: str = answer["activity"]["status"]
    return f"`{status}`"


def _allow(name: str, consensus: str, to: str) -> dict[str, str]:
    condition = f"activity.action == 'SIGN' && eth.tx.to == '{to}'"
    fields = {"policyName": name, "effect": "EFFECT_ALLOW", "notes": ""}
    return {**fields, "condition": condition, "consensus": consensus}


def _log_in(app: App, service: LocalService, session: ApiKey, sub: str) -> dict[str, Any]:
    """Log the root user in: the parent requests it."""
    contact = {"otpType": "OTP_TYPE_EMAIL", "contact": EMAIL, "appName": "app"}
    otp = app.call("initOtp", organizationId=sub, **contact)
    token = verify_code(
        service, otp, session, lambda given: app.call("verifyOtp", organizationId=sub, **given)
    )
    return app.call(
        "otpLogin",
        organizationId=sub,
        verificationToken=token,
        publicKey=session.public_key,
        clientSignature=sign_login(session, token).to_dict(),
    )


def _check_signature(signed: dict[str, Any], address: str) -> None:
    SignatureResult(signed["r"], signed["s"], signed["v"]).verify(
        "hello",
        encoding=NAMES["encoding"],
        hash_function=NAMES["hashFunction"],
        address=address,
        address_format=ETHEREUM["addressFormat"],
    )


def steps(name: str) -> tuple[Step, ...]:
    """Run the application over a client; give its steps."""
    with LocalService() as service:
        app = App(name, service)
        try:
            return tuple(play(app, service))
        finally:
            app.close()


def section(found: dict[str, tuple[Step, ...]]) -> str:
    """Write the part of the documentation about the application: what each client told of each step."""
    names = " | ".join(f"`{name}`" for name in APPLICATIONS)
    lines = [f"| step | {names} |", f"|---{'|---' * len(APPLICATIONS)}|"]
    for row in zip(*(found[name] for name in APPLICATIONS), strict=True):
        assert len({each.step for each in row}) == 1
        lines.append(f"| {row[0].step} | {' | '.join(each.told for each in row)} |")
    head = """## A whole application

A back end and its users, over one client. `@turnkey/webauthn-stamper` stamps with the passkeys, which are
in software behind `navigator.credentials`. viem recovers who signed each transaction. The table says what
the client reported:

"""
    return head + "\n".join([*lines, ""])
