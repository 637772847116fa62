"""The three stamps, sessions, the auth proxy's header, and the time of a request."""

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedStamper,
    CredentialIdEncoding,
    WebAuthnStamper,
    encode_attestation,
    sign_login,
    sign_signup,
    verify_session_jwt,
)
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax.stamps.attested import OIDC, VERIFICATION_TOKEN
from sealwax.testing import SoftwareAuthenticator
from tests.conftest import near_misses
from tests.service.client import ETHEREUM, TARGET, Client, Reply

ORIGIN, RP_ID, CHALLENGE = "https://app.example.com", "example.com", b"a challenge"
WHOAMI = "/public/v1/query/whoami"


class TestApiKeyStamps:
    def whoami(self, client: Client, stamp: str | None = None) -> tuple[int, str]:
        body = json.dumps({"organizationId": client.organization_id}).encode()
        return client.send(WHOAMI, body, {} if stamp is None else {"X-Stamp": stamp}).error

    def test_no_stamp(self, client: Client) -> None:
        assert self.whoami(client) == (401, "SIGNATURE_MISSING")

    def test_the_stamp_is_over_the_exact_bytes(self, client: Client) -> None:
        body = json.dumps({"organizationId": client.organization_id}).encode()
        stamp = client.stamper.stamp(body)
        assert client.send(WHOAMI, body, stamp.headers).status == 200
        for other in (body + b" ", body.replace(b": ", b":")):
            assert client.send(WHOAMI, other, stamp.headers).error == (401, "SIGNATURE_INVALID")

    def test_an_empty_stamp(self, client: Client) -> None:
        assert self.whoami(client, "") == (401, "SIGNATURE_MISSING")

    @pytest.mark.parametrize(
        ("header", "code", "words"),
        [
            ("X-Stamp", "SIGNATURE_MISSING", "could not extract api key stamp"),
            ("X-Stamp-WebAuthn", "SIGNATURE_MISSING", "could not extract webauthn stamp"),
            ("X-Stamp-Attested", "SIGNATURE_INVALID", "malformed activity stamp"),
        ],
    )
    def test_an_empty_stamp_of_each_kind(self, client: Client, header: str, code: str, words: str) -> None:
        body = json.dumps({"organizationId": client.organization_id}).encode()
        reply = client.send(WHOAMI, body, {header: ""})
        assert reply.error == (401, code)
        assert words in reply.body["message"]
        assert client.send(WHOAMI, body, client.stamper.stamp(body).headers).status == 200

    @pytest.mark.parametrize("stamp", ["x", "e30", "%%%", "eyJhIjoxfQ"])
    def test_a_malformed_stamp(self, client: Client, stamp: str) -> None:
        assert self.whoami(client, stamp) == (401, "SIGNATURE_INVALID")

    def test_a_changed_signature(self, client: Client) -> None:
        body = json.dumps({"organizationId": client.organization_id}).encode()
        value = client.stamper.stamp(body).header_value
        fields = json.loads(decode_base64url(value, "it"))
        for changed in near_misses(fields["signature"]):
            text = encode_base64url(json.dumps({**fields, "signature": changed}).encode())
            assert self.whoami(client, text) == (401, "SIGNATURE_INVALID")

    def test_two_stamps(self, client: Client) -> None:
        body = json.dumps({"organizationId": client.organization_id}).encode()
        headers = {**client.stamper.stamp(body).headers, "X-Stamp-WebAuthn": "{}"}
        assert client.send(WHOAMI, body, headers).error == (401, "SIGNATURE_INVALID")

    def test_an_unknown_key(self, client: Client) -> None:
        client.stamper = ApiKeyStamper(ApiKey.generate())
        assert client.try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")

    def test_a_key_of_another_curve_with_the_same_hex_is_another_key(self, client: Client) -> None:
        # Both are points of 33 bytes; only the scheme tells them apart.
        key = ApiKey.generate("secp256k1")
        client.add_user(key)
        assert client.with_key(key).try_query("whoami").status == 200

    def test_an_expired_key(self, client: Client) -> None:
        key = ApiKey.generate()
        api_key = {
            "apiKeyName": "k",
            "publicKey": key.public_key,
            "curveType": "API_KEY_CURVE_P256",
            "expirationSeconds": "60",
        }
        user_id = client.admin("add", kind="user", apiKeys=[api_key])["id"]
        assert client.user(user_id)["apiKeys"][0]["expirationSeconds"] == "60"
        other = client.with_key(key)
        client.service.advance(timedelta(seconds=58))
        assert other.try_query("whoami").status == 200
        client.service.advance(timedelta(seconds=2))
        assert other.try_query("whoami").error == (401, "API_KEY_EXPIRED")

    @pytest.mark.parametrize(
        ("organization_id", "error"),
        [
            ("00000000-0000-4000-8000-000000000000", (404, "ORGANIZATION_NOT_FOUND")),
            ("x", (400, "INVALID_ORGANIZATION_ID")),
            ("", (400, "INVALID_ORGANIZATION_ID")),
            (5, (400, "INVALID_ORGANIZATION_ID")),
            (None, (400, "INVALID_ORGANIZATION_ID")),
        ],
    )
    def test_other_organizations(
        self, client: Client, organization_id: object, error: tuple[int, str]
    ) -> None:
        assert client.try_query("whoami", organizationId=organization_id).error == error

    def test_an_id_in_upper_case_is_the_same(self, client: Client) -> None:
        seen = client.query("whoami", organizationId=client.organization_id.upper())
        assert seen["organizationId"] == client.organization_id

    def test_the_shape_of_an_error(self, client: Client) -> None:
        reply = client.send(WHOAMI, b"{}", {})
        assert reply.body == {
            "code": 3,
            "message": "malformed organization ID provided",
            "details": [
                {
                    "@type": "type.googleapis.com/errors.v1.TurnkeyErrorDetail",
                    "turnkeyErrorCode": "INVALID_ORGANIZATION_ID",
                }
            ],
            "turnkeyErrorCode": "INVALID_ORGANIZATION_ID",
        }


class TestTime:
    @pytest.mark.parametrize(
        ("seconds", "taken"), [(-3590, True), (-3610, False), (290, True), (310, False), (0, True)]
    )
    def test_window(self, client: Client, seconds: int, *, taken: bool) -> None:
        time = datetime.now(timezone.utc) + timedelta(seconds=seconds)
        body = client.body(
            "update_organization_name",
            {"organizationName": "New"},
            timestampMs=str(int(time.timestamp() * 1000)),
        )
        reply = client.post("update_organization_name", body)
        if taken:
            reply.check()
        else:
            assert reply.error == (400, "REQUEST_INVALID")

    def test_the_clock_can_be_put_forward(self, client: Client) -> None:
        client.service.advance(timedelta(hours=2))
        assert client.submit("create_user_tag", userTagName="t", userIds=[]).error == (400, "REQUEST_INVALID")
        client.ahead = timedelta(hours=2)
        client.submit("create_user_tag", userTagName="t", userIds=[]).check()

    @pytest.mark.parametrize("value", ["01", "-1", "1.5", "", "x", 5, ..., "9" * 16])
    def test_other_times(self, client: Client, value: object) -> None:
        body = client.body("create_user_tag", {"userTagName": "t", "userIds": []}, timestampMs=value)
        assert client.post("create_user_tag", body).error == (400, "REQUEST_INVALID")


class TestBodies:
    @pytest.mark.parametrize(
        "changes",
        [
            {"type": "ACTIVITY_TYPE_EXPORT_WALLET"},
            {"type": ...},
            {"type": 5},
            {"parameters": ...},
            {"parameters": []},
            {"parameters": {"userTagName": "t"}},
            {"parameters": {"userTagName": "t", "userIds": "x"}},
            {"parameters": {"userTagName": "t", "userIds": [], "more": 1}},
            {"generateAppProofs": "yes"},
            {"more": 1},
        ],
    )
    def test_what_is_missing_or_wrong(self, client: Client, changes: dict[str, Any]) -> None:
        body = client.body(
            "create_user_tag", **{"parameters": {"userTagName": "t", "userIds": []}, **changes}
        )
        assert client.post("create_user_tag", body).error == (400, "REQUEST_INVALID")
        assert len(client.query("list_user_tags")["userTags"]) == 1

    @pytest.mark.parametrize(
        ("name", "parameters", "changes"),
        [
            # As @turnkey/sdk-server sends it.
            ("create_user_tag", {"userTagName": "t", "userIds": [], "generateAppProofs": True}, {}),
            # As the Rust client sends what it leaves out.
            ("update_organization_name", {"organizationName": "n"}, {"generateAppProofs": None}),
        ],
    )
    def test_what_official_clients_send_is_taken_unless_strict(
        self,
        client: Client,
        strict_client: Client,
        name: str,
        parameters: dict[str, Any],
        changes: dict[str, Any],
    ) -> None:
        client.post(name, client.body(name, parameters, **changes)).check()
        body = strict_client.body(name, parameters, **changes)
        assert strict_client.post(name, body).error == (400, "REQUEST_INVALID")

    def test_verify_otp_as_core_sends_it(self, client: Client, strict_client: Client) -> None:
        for each, taken in ((client, True), (strict_client, False)):
            otp = each.submit(
                "init_otp", otpType="OTP_TYPE_EMAIL", contact="root@example.com", appName="a"
            ).result
            sealed = each.seal_code(otp, each.service.otp_code(otp["otpId"]), each.key)
            body = each.body(
                "verify_otp",
                {"otpId": otp["otpId"], "encryptedOtpBundle": sealed},
                type="ACTIVITY_TYPE_VERIFY_OTP",
            )
            reply = each.post("verify_otp", body)
            if taken:
                assert reply.activity["intent"].keys() == {"verifyOtpIntent"}
                assert reply.result["verificationToken"]
            else:
                assert reply.error == (400, "REQUEST_INVALID")

    def test_delete_mfa_policy_has_no_app_proofs(self, client: Client, strict_client: Client) -> None:
        for each, taken in ((client, True), (strict_client, False)):
            given = {"userId": each.service.user_id, "mfaPolicyId": each.service.ids["mfaPolicyId"]}
            reply = each.post(
                "delete_mfa_policy", each.body("delete_mfa_policy", given, generateAppProofs=True)
            )
            assert (reply.status == 200) is taken

    def test_times_are_strings_if_strict(self, client: Client, strict_client: Client) -> None:
        given = {"userTagName": "t", "userIds": []}
        assert client.submit("create_user_tag", **given).activity["createdAt"].keys() == {"seconds", "nanos"}
        created = strict_client.submit("create_user_tag", **given).activity["createdAt"]
        assert datetime.fromisoformat(created).tzinfo is not None

    def test_app_proofs_can_be_asked_for(self, strict_client: Client) -> None:
        body = strict_client.body(
            "create_user_tag", {"userTagName": "t", "userIds": []}, generateAppProofs=True
        )
        assert strict_client.post("create_user_tag", body).activity["appProofs"]


def passkey_fields(
    passkey: SoftwareAuthenticator, encoding: CredentialIdEncoding = CredentialIdEncoding.CBOR
) -> dict[str, Any]:
    attestation = encode_attestation(passkey.create(CHALLENGE), credential_id_encoding=encoding)
    return {
        "authenticatorName": "passkey",
        "challenge": attestation.challenge,
        "attestation": attestation.to_dict(),
    }


def signup_fields(**changes: object) -> dict[str, Any]:
    return {"apiKeys": [], "authenticators": [], "oauthProviders": [], **changes}


class TestPasskeys:
    def sign_up(self, client: Client, passkey: SoftwareAuthenticator, **changes: object) -> Client:
        reply = client.proxy(
            "signup_v2", **signup_fields(authenticators=[passkey_fields(passkey)], **changes)
        )
        assert reply.status == 200, reply.body
        other = client.with_key(client.key)
        other.stamper = WebAuthnStamper(passkey)
        other.organization_id = reply.body["organizationId"]
        return other

    def test_another_passkey_or_relying_party_does_not(self, client: Client) -> None:
        seed = b"\x0b" * 32
        other = self.sign_up(client, SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=seed))
        for passkey, error in (
            (SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN), (401, "CREDENTIAL_NOT_FOUND")),
            (SoftwareAuthenticator(rp_id="x.com", origin=ORIGIN, seed=seed), (401, "SIGNATURE_INVALID")),
        ):
            other.stamper = WebAuthnStamper(passkey)
            assert other.try_query("whoami").error == error

    def test_the_credential_id_of_browser_sdks_is_taken_unless_strict(
        self, client: Client, strict_client: Client
    ) -> None:
        for each, status in ((client, 200), (strict_client, 400)):
            passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
            fields = passkey_fields(passkey, CredentialIdEncoding.RAW)
            assert each.proxy("signup_v2", **signup_fields(authenticators=[fields])).status == status

    def test_the_challenge_as_text_is_taken_unless_strict(
        self, client: Client, strict_client: Client
    ) -> None:
        for each, status in ((client, 200), (strict_client, 400)):
            passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
            fields = {**passkey_fields(passkey), "challenge": CHALLENGE.decode()}
            assert each.proxy("signup_v2", **signup_fields(authenticators=[fields])).status == status

    @pytest.mark.parametrize(
        "changes",
        [
            {"challenge": "AAAA"},
            {"challenge": "%"},
        ],
    )
    def test_a_registration_that_does_not_verify(self, client: Client, changes: dict[str, str]) -> None:
        passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
        fields = {**passkey_fields(passkey), **changes}
        reply = client.proxy("signup_v2", **signup_fields(authenticators=[fields]))
        assert reply.error == (400, "REQUEST_INVALID")

    def test_a_relying_party_that_is_not_the_origins(self, client: Client) -> None:
        passkey = SoftwareAuthenticator(rp_id="example.org", origin=ORIGIN)
        reply = client.proxy("signup_v2", **signup_fields(authenticators=[passkey_fields(passkey)]))
        assert reply.error == (400, "REQUEST_INVALID")


def sub_organization(client: Client) -> Client:
    """The client of a new sub-organization's root user, whose address is also the parent's root user's."""
    key = ApiKey.generate()
    root = {
        "userName": "r",
        "userEmail": "root@example.com",
        "apiKeys": [{"apiKeyName": "k", "publicKey": key.public_key, "curveType": "API_KEY_CURVE_P256"}],
        "authenticators": [],
        "oauthProviders": [],
    }
    made = client.submit(
        "create_sub_organization", subOrganizationName="s", rootUsers=[root], rootQuorumThreshold=1
    ).result
    other = client.with_key(key)
    other.organization_id = made["subOrganizationId"]
    return other


def token_of(client: Client, key: ApiKey, contact: str) -> str:
    """A verification token of the client's organization."""
    otp = client.submit("init_otp", otpType="OTP_TYPE_EMAIL", contact=contact, appName="a").result
    sealed = client.seal_code(otp, client.service.otp_code(otp["otpId"]), key)
    token: str = client.submit("verify_otp", otpId=otp["otpId"], encryptedOtpBundle=sealed).result[
        "verificationToken"
    ]
    return token


class TestAttestedStamps:
    def test_a_verification_token(self, client: Client) -> None:
        key = ApiKey.generate()
        client.stamper = AttestedStamper(key, client.token(key), VERIFICATION_TOKEN)
        assert client.query("whoami")["userId"] == client.service.user_id
        # As @turnkey/core logs in.
        session_key = ApiKey.generate()
        reply = client.submit("stamp_login", publicKey=session_key.public_key)
        claims = verify_session_jwt(reply.result["session"], keys=client.service.keys)
        assert claims.user_id == client.service.user_id
        assert reply.activity["votes"][0]["scheme"] == "SIGNATURE_SCHEME_TK_ATTESTED_P256"
        assert client.with_key(session_key).query("whoami")

    def test_an_oidc_token(self, client: Client) -> None:
        key = ApiKey.generate()
        client.stamper = AttestedStamper(key, client.service.oidc_token(key.public_key), OIDC)
        assert client.query("whoami")["userId"] == client.service.user_id

    def test_tokens_of_nobody(self, client: Client) -> None:
        key = ApiKey.generate()
        tokens = (
            (client.token(key, "nobody@example.com"), VERIFICATION_TOKEN),
            (client.service.oidc_token(key.public_key, subject="nobody"), OIDC),
        )
        for token, scheme in tokens:
            client.stamper = AttestedStamper(key, token, scheme)
            assert client.try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")

    def test_a_token_of_another_organization(self, client: Client) -> None:
        """A key that may begin OTP flows in one organization is unknown in another."""
        mine, theirs = sub_organization(client), sub_organization(client)
        key = ApiKey.generate()
        token = token_of(mine, key, "root@example.com")
        thief = client.with_key(key)
        thief.stamper = AttestedStamper(key, token, VERIFICATION_TOKEN)
        for victim in (client, theirs):
            thief.organization_id = victim.organization_id
            assert thief.try_query("whoami").error == (401, "SIGNATURE_INVALID")
            export = thief.submit(
                "export_wallet",
                walletId=client.service.ids["walletId"],
                targetPublicKey=TARGET.public_key,
            )
            assert export.error == (401, "SIGNATURE_INVALID")
        # In its own organization it works, and one of the parent in a sub-organization.
        thief.organization_id = mine.organization_id
        assert thief.query("whoami")["organizationId"] == mine.organization_id
        thief.stamper = AttestedStamper(key, client.token(key), VERIFICATION_TOKEN)
        assert thief.query("whoami")["organizationId"] == mine.organization_id

    def test_an_expired_token(self, client: Client) -> None:
        key = ApiKey.generate()
        client.stamper = AttestedStamper(key, client.token(key), VERIFICATION_TOKEN)
        client.service.advance(timedelta(hours=1, seconds=1))
        assert client.try_query("whoami").error == (401, "SIGNATURE_INVALID")


class TestAuthProxy:
    @pytest.mark.parametrize("configuration_id", ["", "x", "00000000-0000-4000-8000-000000000000"])
    def test_the_configuration_id_is_needed(self, client: Client, configuration_id: str) -> None:
        reply = client.proxy("wallet_kit_config", configuration_id=configuration_id)
        assert reply.error == (401, "SEALWAX_UNKNOWN_CONFIGURATION")

    def test_wallet_kit_config(self, client: Client) -> None:
        body = client.proxy("wallet_kit_config").body
        assert body["organizationId"] == client.organization_id
        assert body["sessionExpirationSeconds"] == "900"

    def test_a_signup_without_a_token(self, client: Client) -> None:
        key = ApiKey.generate("ed25519")
        api_key = {"apiKeyName": "k", "publicKey": key.public_key, "curveType": "API_KEY_CURVE_ED25519"}
        body = client.proxy(
            "signup_v2",
            **signup_fields(
                apiKeys=[api_key],
                userEmail="new@example.com",
                userName="New",
                userTag="tag",
                organizationName="Their own",
                wallet={"walletName": "w", "accounts": [ETHEREUM]},
            ),
        ).body
        assert len(body["appProofs"]) == 1
        other = client.with_key(key)
        other.organization_id = body["organizationId"]
        who = other.query("whoami")
        assert (who["userId"], who["organizationName"]) == (body["userId"], "Their own")
        (account,) = other.query("list_wallet_accounts")["accounts"]
        assert [account["address"]] == body["wallet"]["addresses"]
        assert account["walletId"] == body["wallet"]["walletId"]
        (tag,) = other.query("list_user_tags")["userTags"]
        assert other.user(who["userId"])["userTags"] == [tag["tagId"]]
        # Nothing has verified the address.
        assert client.proxy("account", filterType="EMAIL", filterValue="new@example.com").body == {}
        by_key = client.proxy("account", filterType="PUBLIC_KEY", filterValue=key.public_key).body
        assert by_key == {"organizationId": body["organizationId"]}

    def test_a_signup_with_a_token(self, client: Client) -> None:
        key, email = ApiKey.generate(), "new@example.com"
        assert client.proxy("account", filterType="EMAIL", filterValue=email).body == {}
        token = client.token(key, email)
        fields = signup_fields(
            userEmail=email,
            verificationToken=token,
            clientSignature=sign_signup(
                key, token, api_keys=[], authenticators=[], oauth_providers=[], email=email
            ).to_dict(),
        )
        for changes in (
            {"userEmail": "other@example.com"},
            {"clientSignature": None},
            {"verificationToken": None},
            {"verificationToken": "x"},
            {"apiKeys": [{"apiKeyName": "k", "publicKey": "02", "curveType": "API_KEY_CURVE_P256"}]},
        ):
            assert client.proxy("signup_v2", **{**fields, **changes}).status == 400
        made = client.proxy("signup_v2", **fields).body
        found = client.proxy("account", filterType="EMAIL", filterValue=email).body
        assert found == {"organizationId": made["organizationId"]}
        # The sub-organization is looked up by the token's contact.
        login_key = ApiKey.generate()
        token = client.token(login_key, email)
        session = client.proxy(
            "otp_login_v2",
            verificationToken=token,
            publicKey=login_key.public_key,
            clientSignature=sign_login(login_key, token).to_dict(),
        ).body["session"]
        claims = verify_session_jwt(session, keys=client.service.keys)
        assert (claims.organization_id, claims.user_id) == (made["organizationId"], made["userId"])

    def test_a_token_signs_up_once_and_then_logs_in_once(self, client: Client) -> None:
        key, email = ApiKey.generate(), "new@example.com"
        token = client.token(key, email)
        signup = signup_fields(
            userEmail=email,
            verificationToken=token,
            clientSignature=sign_signup(
                key, token, api_keys=[], authenticators=[], oauth_providers=[], email=email
            ).to_dict(),
        )
        login: dict[str, Any] = {
            "verificationToken": token,
            "publicKey": key.public_key,
            "clientSignature": sign_login(key, token).to_dict(),
        }
        before = len(client.admin("overview")["organizations"])
        # A signup that fails leaves the token as it is.
        wallet = {"walletName": "w", "accounts": [{**ETHEREUM, "path": "x"}]}
        assert client.proxy("signup_v2", **signup, wallet=wallet).error == (400, "SEALWAX_INVALID_PATH")
        steps = (("signup_v2", signup), ("signup_v2", signup), ("otp_login_v2", login))
        replies = [client.proxy(name, **fields) for name, fields in (*steps, *steps[1:])]
        assert [reply.status for reply in replies] == [200, 400, 200, 400, 400]
        assert replies[1].error == replies[3].error == replies[4].error == (400, "SEALWAX_TOKEN_INVALID")
        assert len(client.admin("overview")["organizations"]) == before + 1

    def test_a_token_that_logged_in_signs_nobody_up(self, client: Client) -> None:
        key, email = ApiKey.generate(), "root@example.com"
        token = client.token(key)
        signature = sign_signup(key, token, api_keys=[], authenticators=[], oauth_providers=[], email=email)
        login: dict[str, Any] = {
            "publicKey": key.public_key,
            "clientSignature": sign_login(key, token).to_dict(),
        }
        assert client.proxy("otp_login_v2", verificationToken=token, **login).status == 200
        reply = client.proxy(
            "signup_v2",
            **signup_fields(userEmail=email, verificationToken=token, clientSignature=signature.to_dict()),
        )
        assert reply.error == (400, "SEALWAX_TOKEN_INVALID")

    def test_a_phone_number_is_no_email_address(self, client: Client) -> None:
        """A token is for a contact of its type."""
        key, phone = ApiKey.generate(), "+4912345678"
        user_id = client.service.user_id
        assert client.submit("update_user", userId=user_id, userEmail=phone).error == (400, "INVALID_EMAIL")
        # As a state of an earlier version may have it.
        client.service._deployment.organization.users[user_id].email = phone
        token = client.token(key, phone, "OTP_TYPE_SMS")
        login: dict[str, Any] = {
            "verificationToken": token,
            "publicKey": key.public_key,
            "clientSignature": sign_login(key, token).to_dict(),
            "organizationId": client.organization_id,
        }
        assert client.proxy("otp_login_v2", **login).error == (404, "SEALWAX_NOT_FOUND")
        other = client.with_key(key)
        other.stamper = AttestedStamper(key, token, VERIFICATION_TOKEN)
        assert other.try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")
        given = {"userId": user_id, "userEmail": phone, "verificationToken": token}
        assert client.submit("update_user_email", **given).error == (400, "INVALID_EMAIL")
        client.submit("update_user", userId=user_id, userPhoneNumber=phone).check()
        assert other.query("whoami")["userId"] == user_id
        assert client.proxy("otp_login_v2", **login).status == 200
        for kind, answer in (("EMAIL", {}), ("PHONE_NUMBER", {"organizationId": client.organization_id})):
            assert client.proxy("account", filterType=kind, filterValue=phone).body == answer
        # Nor is the organization found by a contact of the other type.
        token = client.token(key, "root@example.com")
        login = {**login, "verificationToken": token, "clientSignature": sign_login(key, token).to_dict()}
        del login["organizationId"]
        assert client.proxy("otp_login_v2", **login).error == (404, "ORGANIZATION_NOT_FOUND")

    def test_a_token_of_another_contact_signs_nobody_up(self, client: Client) -> None:
        key = ApiKey.generate()
        token = client.token(key, "one@example.com")
        fields = signup_fields(
            userEmail="two@example.com",
            verificationToken=token,
            clientSignature=sign_signup(
                key, token, api_keys=[], authenticators=[], oauth_providers=[], email="two@example.com"
            ).to_dict(),
        )
        assert client.proxy("signup_v2", **fields).error == (400, "SEALWAX_TOKEN_INVALID")

    def test_a_signup_with_a_phone(self, client: Client) -> None:
        key, phone = ApiKey.generate(), "+4912345678"
        token = client.token(key, phone, "OTP_TYPE_SMS")
        signature = sign_signup(
            key, token, api_keys=[], authenticators=[], oauth_providers=[], phone_number=phone
        )
        made = client.proxy(
            "signup_v2",
            **signup_fields(
                userPhoneNumber=phone, verificationToken=token, clientSignature=signature.to_dict()
            ),
        ).body
        found = client.proxy("account", filterType="PHONE_NUMBER", filterValue=phone).body
        assert found == {"organizationId": made["organizationId"]}

    def test_a_key_that_is_none_signs_nobody_up(self, client: Client) -> None:
        for public_key in ("zz", "05" + "ff" * 32, "02"):
            api_key = {"apiKeyName": "k", "publicKey": public_key, "curveType": "API_KEY_CURVE_P256"}
            reply = client.proxy("signup_v2", **signup_fields(apiKeys=[api_key]))
            assert reply.error == (400, "REQUEST_INVALID")

    def log_in(self, client: Client, key: ApiKey, **changes: object) -> Reply:
        token = client.token(key)
        fields: dict[str, Any] = {
            "verificationToken": token,
            "publicKey": key.public_key,
            "clientSignature": sign_login(key, token).to_dict(),
            **changes,
        }
        return client.proxy("otp_login_v2", **fields)

    def test_a_login_by_contact_or_organization(self, client: Client) -> None:
        for changes in ({}, {"organizationId": client.organization_id}):
            key = ApiKey.generate()
            reply = self.log_in(client, key, **changes)
            claims = verify_session_jwt(reply.body["session"], keys=client.service.keys)
            assert claims.user_id == client.service.user_id
            assert client.with_key(key).query("whoami")["userId"] == claims.user_id

    def test_logins_that_are_refused(self, client: Client) -> None:
        key, other = ApiKey.generate(), ApiKey.generate()
        unknown = "00000000-0000-4000-8000-000000000000"
        for changes, error in (
            ({"organizationId": unknown}, (404, "ORGANIZATION_NOT_FOUND")),
            ({"publicKey": other.public_key}, (400, "REQUEST_INVALID")),
            (
                {"clientSignature": sign_login(other, client.token(other)).to_dict()},
                (400, "SEALWAX_TOKEN_INVALID"),
            ),
            ({"verificationToken": "x"}, (400, "SEALWAX_TOKEN_INVALID")),
        ):
            reply = self.log_in(client, key, **changes)
            assert reply.error == error
        token = client.token(key, "nobody@example.com")
        nobody: dict[str, Any] = {
            "verificationToken": token,
            "publicKey": key.public_key,
            "clientSignature": sign_login(key, token).to_dict(),
        }
        assert client.proxy("otp_login_v2", **nobody).error == (404, "ORGANIZATION_NOT_FOUND")
        reply = client.proxy("otp_login_v2", **nobody, organizationId=client.organization_id)
        assert reply.error == (404, "SEALWAX_NOT_FOUND")

    def test_a_login_that_is_refused_leaves_the_token_usable(self, client: Client) -> None:
        key, taken = ApiKey.generate(), ApiKey.generate()
        client.add_user(taken)
        token = client.token(key)

        def log_in(session_key: ApiKey) -> int:
            return client.proxy(
                "otp_login_v2",
                verificationToken=token,
                publicKey=session_key.public_key,
                clientSignature=sign_login(key, token, session_public_key=session_key.public_key).to_dict(),
            ).status

        assert [log_in(taken), log_in(key), log_in(key)] == [409, 200, 400]

    def test_invalidate_existing(self, client: Client) -> None:
        first, second = ApiKey.generate(), ApiKey.generate()
        self.log_in(client, first)
        assert client.with_key(first).try_query("whoami").status == 200
        self.log_in(client, second, invalidateExisting=True)
        assert client.with_key(first).try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")
        assert client.with_key(second).try_query("whoami").status == 200

    def test_accounts(self, client: Client) -> None:
        passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
        key = ApiKey.generate()
        provider = {
            "providerName": "p",
            "oidcToken": client.service.oidc_token(key.public_key, subject="someone"),
        }
        made = client.proxy(
            "signup_v2", **signup_fields(authenticators=[passkey_fields(passkey)], oauthProviders=[provider])
        ).body
        wanted = {"organizationId": made["organizationId"]}
        credential_id = encode_base64url(passkey.credential_id)
        assert client.proxy("account", filterType="CREDENTIAL_ID", filterValue=credential_id).body == wanted
        token = client.service.oidc_token(key.public_key, subject="someone")
        assert client.proxy("account", filterType="OIDC_TOKEN", filterValue=token).body == wanted
        for kind, value in (("CREDENTIAL_ID", "%"), ("OIDC_TOKEN", "x"), ("SHOE_SIZE", "x"), ("EMAIL", "")):
            assert client.proxy("account", filterType=kind, filterValue=value).status == 400


def test_stampers_of_every_curve(client: Client) -> None:
    for curve in ("p256", "secp256k1", "ed25519"):
        key = ApiKey.generate(curve)
        user_id = client.add_user(key)
        client.stamper = ApiKeyStamper(key)
        assert client.query("whoami")["userId"] == user_id
        client.stamper = ApiKeyStamper(client.service.api_key)
