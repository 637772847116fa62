import dataclasses
import hashlib
import json
import warnings
from datetime import timedelta, timezone
from typing import Any, Literal

import cbor2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, rsa
from cryptography.hazmat.primitives.hashes import SHA1, SHA224, SHA256, SHA384
from cryptography.x509.oid import NameOID

from sealwax import (
    AttestationTrust,
    BadSignature,
    ContextMismatch,
    Expired,
    MalformedInput,
    RegistrationCredential,
    SealwaxError,
    Unsupported,
    UntrustedSigner,
    VerifiedAttestation,
    verify_attestation,
)
from sealwax._limits import MAX_CHAIN_CERTIFICATES
from sealwax.testing import SoftwareAuthenticator
from sealwax_vectors.makers.certificates import signed_over
from sealwax_vectors.makers.registrations import MISMATCHES
from sealwax_vectors.makers.rsa_key import RSA_KEY
from tests.certificates import LEAF_KEY, NOW, ROOT, ROOT_KEY, ROOT_NAME, certificate, leaf, name
from tests.conftest import near_misses, near_texts

RP_ID, ORIGIN, CHALLENGE = "example.com", "https://example.com", b"challenge"
AUTHENTICATOR = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=b"\1" * 32)
BARE = AUTHENTICATOR.create(CHALLENGE)
DATA = cbor2.loads(BARE.attestation_object)["authData"]
SIGNED = DATA + hashlib.sha256(BARE.client_data_json).digest()
SIGNATURE = LEAF_KEY.sign(SIGNED, ec.ECDSA(SHA256()))
LEAF = leaf()


def verify(credential: RegistrationCredential, **how: object) -> VerifiedAttestation:
    arguments: dict[str, object] = {
        "expected_challenge": CHALLENGE,
        "expected_origin": ORIGIN,
        "expected_rp_id": RP_ID,
        "leeway": timedelta(),
        "now": NOW,
        **how,
    }
    return verify_attestation(credential, **arguments)  # type: ignore[arg-type]


def with_statement(fmt: str, statement: object) -> RegistrationCredential:
    encoded = cbor2.dumps({"fmt": fmt, "attStmt": statement, "authData": DATA})
    return RegistrationCredential(BARE.raw_id, BARE.client_data_json, encoded)


def packed(*chain: bytes, **changes: object) -> RegistrationCredential:
    statement = {"alg": -7, "sig": SIGNATURE, "x5c": list(chain), **changes}
    return with_statement("packed", {key: value for key, value in statement.items() if value is not None})


@pytest.mark.parametrize("expected", ["challenge", "origin", "rp_id"])
def test_what_is_expected_has_to_be_said(expected: str) -> None:
    with pytest.raises(TypeError, match=f"expected_{expected} must be .*, not NoneType"):
        verify(BARE, **{f"expected_{expected}": None})


def assert_unanchored(credential: RegistrationCredential, anchor: bytes) -> None:
    """Nothing leads from the statement to the anchor; a result there is only for who asks for it."""
    with pytest.raises(UntrustedSigner, match="leads to none of the trust anchors"):
        verify(credential, trust_anchors=[anchor])
    assert verify(credential, trust_anchors=[anchor], allow_unanchored=True).anchored is False


class TestRegistration:
    @pytest.mark.parametrize(
        ("argument", "value"),
        [
            ("expected_challenge", b"another"),
            ("expected_challenge", CHALLENGE[:-1] + b"f"),
            ("expected_challenge", CHALLENGE[:8]),
            ("expected_origin", ORIGIN + ":443"),
            ("expected_origin", ORIGIN.upper()),
            ("expected_origin", "https://example.org"),
            ("expected_rp_id", "example.org"),
        ],
    )
    def test_what_is_expected_is_compared(self, argument: str, value: object) -> None:
        with pytest.raises(ContextMismatch) as raised:
            verify(BARE, **{argument: value})
        assert raised.value.code == MISMATCHES[argument]

    def test_the_whole_challenge_is_compared(self) -> None:
        challenge = bytes(range(32))
        created = AUTHENTICATOR.create(challenge)
        verify(created, expected_challenge=challenge)
        nearly = [bytes.fromhex(digits) for digits in near_misses(challenge.hex())]
        for other in (*nearly, challenge[:-1], challenge + b"\0"):
            with pytest.raises(ContextMismatch) as raised:
                verify(created, expected_challenge=other)
            assert raised.value.code == "wrong-challenge"

    def test_the_user(self) -> None:
        verify(BARE, require_user_verification=True)
        unverified = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, user_verified=False).create(CHALLENGE)
        assert verify(unverified).user_verified is False
        with pytest.raises(BadSignature, match="without verifying the user"):
            verify(unverified, require_user_verification=True)
        absent = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, user_present=False).create(CHALLENGE)
        with pytest.raises(BadSignature, match="without the user present"):
            verify(absent)
        assert verify(absent, allow_user_absent=True).user_verified is True
        verify(BARE, allow_user_absent=True)
        with pytest.raises(TypeError, match="allow_user_absent"):
            verify(absent, allow_user_absent="yes")
        neither = SoftwareAuthenticator(
            rp_id=RP_ID, origin=ORIGIN, user_present=False, user_verified=False
        ).create(CHALLENGE)
        assert verify(neither, allow_user_absent=True).user_verified is False
        with pytest.raises(BadSignature, match="without verifying the user"):
            verify(neither, allow_user_absent=True, require_user_verification=True)
        with pytest.raises(BadSignature, match="without the user present"):
            verify(neither, allow_software_key=True)


class TestSelf:
    def test_another_keys_signature_is_refused(self) -> None:
        with pytest.raises(BadSignature):
            verify(packed(x5c=None))

    def test_another_algorithm_than_the_keys_is_refused(self) -> None:
        with pytest.raises(BadSignature, match="the algorithm of the attestation statement is not that"):
            verify(packed(x5c=None, alg=-8))

    def test_members_that_are_not_known_are_ignored(self) -> None:
        created = AUTHENTICATOR.create(CHALLENGE, attestation="self")
        fields = cbor2.loads(created.attestation_object)
        others = dict.fromkeys([*near_texts("x5c"), *near_texts("ecdaaKeyId")], b"x")
        encoded = cbor2.dumps({**fields, "attStmt": {**fields["attStmt"], **others}})
        verified = verify(dataclasses.replace(created, attestation_object=encoded))
        assert verified.trust is AttestationTrust.SELF

    def test_ecdaa_is_unsupported(self) -> None:
        with pytest.raises(Unsupported, match="ECDAA"):
            verify(packed(x5c=None, ecdaaKeyId=b"x"))


class TestCertified:
    def test_it_verifies(self) -> None:
        for chain, anchors, anchored in (
            ([leaf()], [], False),
            ([leaf()], [ROOT], True),
            ([leaf(), ROOT], [], False),
            ([leaf(), ROOT], [ROOT], True),
            ([LEAF], [LEAF], True),
        ):
            verified = verify(packed(*chain), trust_anchors=anchors)
            assert (verified.trust, verified.anchored) == (AttestationTrust.CERTIFIED, anchored)
            assert verified.certificates == tuple(chain)

    @pytest.mark.parametrize(
        "how",
        [
            {"path_length": 0, "of_root": True},
            {"key_cert_sign": False},
            {"key_cert_sign": False, "of_root": True},
            {"unknown_critical": True},
            {"unknown_critical": True, "of_root": True},
            {"not_after": NOW - timedelta(seconds=1), "of_root": True},
        ],
    )
    def test_a_path_to_an_anchor_is_one_by_rfc_5280(self, how: dict[str, Any]) -> None:
        key = ec.derive_private_key(4444, ec.SECP256R1())
        of_root = how.pop("of_root", False)
        root = certificate(
            ROOT_NAME, ROOT_KEY.public_key(), issuer=ROOT_NAME, ca=True, **(how if of_root else {})
        )
        middle = certificate(
            name("Middle"), key.public_key(), issuer=ROOT_NAME, ca=True, **({} if of_root else how)
        )
        end = leaf(issuer=name("Middle"), issuer_key=key)
        assert_unanchored(packed(end, middle), root)

    def test_a_critical_extension_that_is_not_known_keeps_a_certificate_from_an_anchor(self) -> None:
        assert_unanchored(packed(leaf(unknown_critical=True)), ROOT)

    def test_another_root_is_no_anchor(self) -> None:
        other_key = ec.derive_private_key(3333, ec.SECP256R1())
        other = certificate(
            ROOT_NAME, other_key.public_key(), issuer=ROOT_NAME, issuer_key=other_key, ca=True
        )
        assert_unanchored(packed(leaf()), other)

    def test_an_intermediate(self) -> None:
        key = ec.derive_private_key(4444, ec.SECP256R1())
        middle = certificate(name("Middle"), key.public_key(), issuer=ROOT_NAME, ca=True)
        end = leaf(issuer=name("Middle"), issuer_key=key)
        assert verify(packed(end, middle), trust_anchors=[ROOT]).anchored is True
        assert verify(packed(end, middle, ROOT), trust_anchors=[ROOT]).anchored is True
        for ca in (False, None):
            no_authority = certificate(name("Middle"), key.public_key(), issuer=ROOT_NAME, ca=ca)
            with pytest.raises(BadSignature, match="not issued by the certificate after it"):
                verify(packed(end, no_authority))

    def test_a_chain_that_does_not_hang_together(self) -> None:
        with pytest.raises(BadSignature, match="not issued by the certificate after it"):
            verify(packed(leaf(issuer=name("Another")), ROOT))
        for oid, algorithm in (("2a8648ce3d0401", SHA1()), ("2a8648ce3d040301", SHA224())):
            weak = signed_over(LEAF, ROOT_KEY, oid, algorithm)
            with pytest.raises(BadSignature, match="not issued by the certificate after it"):
                verify(packed(weak, ROOT))
        verify(packed(signed_over(LEAF, ROOT_KEY, "2a8648ce3d040303", SHA384()), ROOT))
        forged = leaf(issuer_key=LEAF_KEY)
        with pytest.raises(BadSignature, match="not issued by the certificate after it"):
            verify(packed(forged, ROOT))

    def test_another_signature_is_refused(self) -> None:
        with pytest.raises(BadSignature, match="the signature of the attestation statement"):
            verify(packed(leaf(), sig=LEAF_KEY.sign(SIGNED + b"x", ec.ECDSA(SHA256()))))
        with pytest.raises(MalformedInput):
            verify(packed(leaf(), sig=b"x"))

    def test_the_aaguid(self) -> None:
        verify(packed(leaf(aaguid=bytes(16))))
        for how in (
            {"aaguid": b"\1" * 16},
            {"aaguid": bytes(15)},
            {"aaguid": bytes(17)},
            {"aaguid": bytes(16), "aaguid_critical": True},
        ):
            with pytest.raises(BadSignature, match="another model"):
                verify(packed(leaf(**how)))
        right, wrong = (bytes([tag, 16, *bytes(16)]) for tag in (4, 5))
        with pytest.raises(BadSignature, match="another model"):
            verify(packed(leaf(aaguid=bytes(16)).replace(right, wrong)))

    @pytest.mark.parametrize(
        "how",
        [
            {"subject": name("Authenticator", "Authenticator")},
            {"subject": name("Authenticator", "authenticator attestation")},
            {"subject": x509.Name(list(name("x"))[1:])},
            {"subject": x509.Name(list(name("x"))[:1] + list(name("x"))[2:])},
            {"subject": x509.Name(list(name("x"))[:3])},
            {"subject": x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "x")])},
            *({"subject": x509.Name([*name("x"), attribute])} for attribute in name("another")),
            {"ca": True},
            {"ca": None},
        ],
    )
    def test_what_an_attestation_certificate_must_be(self, how: dict[str, object]) -> None:
        with pytest.raises(BadSignature, match=r"section 8\.2\.1"):
            verify(packed(leaf(**how)))  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "how",
        [
            {"not_before": NOW - timedelta(days=2), "not_after": NOW - timedelta(seconds=1)},
            {"not_before": NOW + timedelta(seconds=1), "not_after": NOW + timedelta(days=1)},
        ],
    )
    def test_certificates_out_of_their_time(self, how: dict[str, object]) -> None:
        with pytest.raises(
            Expired, match=r" UTC, 1 s (before|after) the time of this check; .*check the clock"
        ):
            verify(packed(leaf(**how)))  # type: ignore[arg-type]
        key = ROOT_KEY.public_key()
        old_root = certificate(ROOT_NAME, key, issuer=ROOT_NAME, ca=True, **how)
        with pytest.raises(Expired, match="the time of this check"):
            verify(packed(leaf(), old_root))

    def test_a_country_is_a_code_of_two_letters(self) -> None:
        der = leaf()
        country = b"\x0c\x02SE" if b"\x0c\x02SE" in der else b"\x13\x02SE"
        assert der.count(country) == 2
        verify(packed(der))
        subject = der.rindex(country)
        digits = der[:subject] + country[:2] + b"S1" + der[subject + 4 :]
        with pytest.raises(MalformedInput, match="country"):
            verify(packed(digits))

    # cryptography warns of it, and a program may turn that into an error, as these tests do.
    @pytest.mark.parametrize("action", ["ignore", "error"])
    @pytest.mark.parametrize("text", ["SWE", "SE ", "\u017fE"])
    def test_a_country_of_three_bytes(self, action: Literal["ignore", "error"], text: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            country = x509.NameAttribute(NameOID.COUNTRY_NAME, "SWE", _validate=False)
            der = leaf(x509.Name([country, *list(name("x"))[1:]]))
            assert der.count(b"\x13\x03SWE") == 1
            credential = packed(der.replace(b"\x13\x03SWE", b"\x0c\x03" + text.encode()))
            warnings.simplefilter(action)
            with pytest.raises(MalformedInput, match="certificate"):
                verify(credential)

    @pytest.mark.parametrize("who", ["leaf", "issuer", "anchor", "leaf and anchor"])
    @pytest.mark.parametrize("is_slow", [True, False])
    def test_a_clock_may_differ(self, who: str, is_slow: bool) -> None:
        times = (NOW, NOW + timedelta(hours=1))
        limits: dict[str, Any] = dict(zip(("not_before", "not_after"), times, strict=True))
        end = leaf(**limits if "leaf" in who else {})
        key = ROOT_KEY.public_key()
        root_limits = {} if who == "leaf" else limits
        root = certificate(ROOT_NAME, key, issuer=ROOT_NAME, ca=True, **root_limits)
        credential = packed(end, root) if who == "issuer" else packed(end)
        minute, moment = timedelta(minutes=1), timedelta(microseconds=1)
        now, later = (times[0] - minute, -moment) if is_slow else (times[1] + minute, moment)
        for leeway in (minute, timedelta.max):
            assert verify(credential, trust_anchors=[ROOT, root], now=now, leeway=leeway).anchored
        assert verify(credential, trust_anchors=[root], now=now, leeway=minute).anchored
        with pytest.raises(UntrustedSigner if who == "anchor" else Expired):
            verify(credential, trust_anchors=[root], now=now + later, leeway=minute)

    @pytest.mark.parametrize("gap", [timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)])
    @pytest.mark.parametrize("has_anchor", [True, False])
    def test_certificates_that_are_never_valid_together(self, gap: timedelta, *, has_anchor: bool) -> None:
        key = ROOT_KEY.public_key()
        end = leaf(not_before=NOW - timedelta(days=1), not_after=NOW)
        for begin, is_valid in ((NOW + gap, False), (NOW, True)):
            root = certificate(
                ROOT_NAME, key, issuer=ROOT_NAME, ca=True, not_before=begin, not_after=NOW + timedelta(days=1)
            )
            arguments: dict[str, Any] = {"trust_anchors": [root] if has_anchor else [], "leeway": 2 * gap}
            if is_valid:
                assert verify(packed(end, root), **arguments).anchored is has_anchor
                continue
            with pytest.raises(Expired, match="never all valid at one time"):
                verify(packed(end, root), **arguments)
            if has_anchor:
                with pytest.raises(
                    UntrustedSigner, match=r"anchor with the name .* never all valid at one time"
                ):
                    verify(packed(end), **arguments)
                assert not verify(packed(end), **arguments, allow_unanchored=True).anchored

    @pytest.mark.parametrize(
        ("distance", "shown"),
        [(timedelta(seconds=61), "61 s"), (timedelta(hours=2), "2 hours"), (timedelta(days=900), "900 days")],
    )
    def test_an_anchor_that_is_not_valid_is_named(self, distance: timedelta, shown: str) -> None:
        year = timedelta(days=366)
        for begin, end, message in (
            (
                NOW - 3 * year,
                NOW - distance,
                f"expired at .*, {shown} before .*; pass a newer .* may be fast",
            ),
            (NOW + distance, NOW + 3 * year, f"not valid before .*, {shown} after .* may be slow"),
        ):
            root = certificate(
                ROOT_NAME, ROOT_KEY.public_key(), issuer=ROOT_NAME, ca=True, not_before=begin, not_after=end
            )
            end_entity = packed(leaf(not_before=NOW - 4 * year, not_after=NOW + 4 * year))
            with pytest.raises(
                UntrustedSigner, match=f"the trust anchor with the name of its issuer .*{message}"
            ):
                verify(end_entity, trust_anchors=[root], leeway=timedelta(minutes=1))
            # An anchor with another name has no part in it, and another anchor may be valid.
            other = certificate(
                name("Other"),
                ROOT_KEY.public_key(),
                issuer=name("Other"),
                ca=True,
                not_before=begin,
                not_after=end,
            )
            with pytest.raises(UntrustedSigner, match=r"trust anchors; do not register"):
                verify(end_entity, trust_anchors=[other])
            assert verify(end_entity, trust_anchors=[root, ROOT]).anchored

    def test_the_leeway(self) -> None:
        end = leaf(not_before=NOW)
        arguments: Any = {
            "expected_challenge": CHALLENGE,
            "expected_origin": ORIGIN,
            "expected_rp_id": RP_ID,
            "trust_anchors": [ROOT],
        }
        now = NOW - timedelta(minutes=1)
        assert verify_attestation(packed(end), **arguments, now=now).anchored
        with pytest.raises(
            Expired, match=r"is not valid before .* UTC, 60.001 s after the time of this check"
        ):
            verify_attestation(packed(end), **arguments, now=now - timedelta(milliseconds=1))
        with pytest.raises(ValueError, match="leeway must not be negative"):
            verify(packed(end), leeway=timedelta(seconds=-1))
        with pytest.raises(TypeError, match="leeway must be timedelta"):
            verify(packed(end), leeway=60)

    @pytest.mark.parametrize("alg", [-8, -257, -35, -65535, 0])
    def test_other_algorithms_are_unsupported(self, alg: int) -> None:
        with pytest.raises(Unsupported):
            verify(packed(leaf(), alg=alg))

    @pytest.mark.parametrize("alg", [-7, -8])
    def test_the_algorithm_is_of_the_key(self, alg: int) -> None:
        end = certificate(name("x"), RSA_KEY.public_key(), issuer=ROOT_NAME)  # type: ignore[arg-type]
        with pytest.raises(Unsupported, match="for the key of its certificate"):
            verify(packed(end, alg=alg))

    def test_an_eddsa_certificate(self) -> None:
        key = ed25519.Ed25519PrivateKey.from_private_bytes(b"\5" * 32)
        end = certificate(name("x"), key.public_key(), issuer=ROOT_NAME)  # type: ignore[arg-type]
        assert verify(packed(end, alg=-8, sig=key.sign(SIGNED))).trust is AttestationTrust.CERTIFIED
        with pytest.raises(BadSignature):
            verify(packed(end, alg=-8, sig=key.sign(SIGNED + b"x")))

    @pytest.mark.parametrize(
        "x5c",
        [[], b"x", [b""], [b"x"], ["x"], [leaf()[:-1]], [leaf() + b"\0"], [leaf()] * 7, [b"0" * 20_000], {}],
    )
    def test_other_chains_are_malformed(self, x5c: object) -> None:
        with pytest.raises(MalformedInput, match="certificate"):
            verify(packed(x5c=x5c))

    def test_the_length_of_a_chain(self) -> None:
        # The last is issued by itself, each other by the one after it.
        count = MAX_CHAIN_CERTIFICATES
        names = [name(f"Authority {number}") for number in range(count + 1)]
        above = [
            certificate(each, ROOT_KEY.public_key(), issuer=issuer, ca=True)
            for each, issuer in zip(names, [*names[1:], names[-1]], strict=True)
        ]
        end = leaf(issuer=names[0])
        assert len(verify(packed(end, *above[: count - 1])).certificates) == count
        with pytest.raises(MalformedInput, match=f"a list of 1 to {count} certificates"):
            verify(packed(end, *above[:count]))

    def test_an_eddsa_certificate_with_a_key_of_small_order(self) -> None:
        neutral = ed25519.Ed25519PublicKey.from_public_bytes(b"\1" + bytes(31))
        end = certificate(name("x"), neutral, issuer=ROOT_NAME)  # type: ignore[arg-type]
        with pytest.raises(MalformedInput, match="Ed25519 public key"):
            verify(packed(end, alg=-8, sig=b"\1" + bytes(63)))


@pytest.mark.parametrize(
    "fmt", ["compound", "TPM", "Apple", "fido-u2f ", "Packed", "PACKED", "None", "", "new"]
)
@pytest.mark.parametrize("anchors", [[], [ROOT]], ids=["no anchors", "an anchor"])
def test_other_formats_are_accepted_unverified_only_if_that_is_said(fmt: str, anchors: list[bytes]) -> None:
    credential = with_statement(fmt, {"sig": b"whatever", "x5c": [LEAF]})
    with pytest.raises(Unsupported, match="the format of the attestation statement is not supported"):
        verify(credential, trust_anchors=anchors)
    verified = verify(credential, trust_anchors=anchors, allow_unanchored=True)
    assert (verified.fmt, verified.trust, verified.anchored) == (fmt, AttestationTrust.UNVERIFIED, False)


@pytest.mark.parametrize("fmt", ["none", "packed", "tpm"])
def test_a_statements_keys_are_text(fmt: str) -> None:
    for statement in ({1: SIGNATURE}, {b"sig": SIGNATURE}, {"alg": -7, "sig": SIGNATURE, "x5c": [{1: LEAF}]}):
        with pytest.raises(MalformedInput, match="the attestation object is not plain CBOR"):
            verify(with_statement(fmt, statement), allow_unanchored=True)


def test_an_embedded_page_is_another_origin() -> None:
    for more in ({}, {"topOrigin": "https://top.example"}):
        client_data = json.dumps({**json.loads(BARE.client_data_json), "crossOrigin": True, **more}).encode()
        embedded = dataclasses.replace(BARE, client_data_json=client_data)
        with pytest.raises(ContextMismatch, match="embedded in a page of another origin") as raised:
            verify(embedded)
        assert raised.value.code == "wrong-origin"
        verified = verify(embedded, allow_cross_origin=True)
        assert (verified.cross_origin, verified.top_origin) == (True, more.get("topOrigin"))


def test_an_empty_challenge_is_a_mistake() -> None:
    unanswered = AUTHENTICATOR.create(b"")
    for credential in (unanswered, BARE):
        with pytest.raises(ValueError, match="expected_challenge must not be empty") as raised:
            verify(credential, expected_challenge=b"")
        assert not isinstance(raised.value, SealwaxError)


class TestAnchored:
    """With trust anchors, a result is anchored or an error."""

    def test_what_nothing_vouches_for(self) -> None:
        for credential in (BARE, AUTHENTICATOR.create(CHALLENGE, attestation="self")):
            trust = verify(credential).trust
            assert_unanchored(credential, ROOT)
            assert verify(credential, trust_anchors=[ROOT], allow_unanchored=True).trust is trust

    def test_a_bad_statement_is_refused_whatever_is_allowed(self) -> None:
        with pytest.raises(BadSignature):
            verify(packed(leaf(), sig=LEAF_KEY.sign(b"x", ec.ECDSA(SHA256()))), allow_unanchored=True)
        with pytest.raises(BadSignature):
            verify(packed(leaf(), leaf(subject=name("x"))), trust_anchors=[ROOT], allow_unanchored=True)

    def test_what_is_anchored_stays_so(self) -> None:
        verified = verify(packed(leaf()), trust_anchors=[ROOT], allow_unanchored=True)
        assert (verified.trust, verified.anchored) == (AttestationTrust.CERTIFIED, True)

    @pytest.mark.parametrize("which", ["the leaf", "the issuer", "the anchor"])
    def test_the_first_and_the_last_second(self, which: str) -> None:
        times: dict[str, Any] = {"not_before": NOW, "not_after": NOW + timedelta(hours=1)}
        end = leaf(**times if which == "the leaf" else {})
        root = certificate(
            ROOT_NAME,
            ROOT_KEY.public_key(),
            issuer=ROOT_NAME,
            ca=True,
            **times if which != "the leaf" else {},
        )
        credential = packed(end, root) if which == "the issuer" else packed(end)
        error = UntrustedSigner if which == "the anchor" else Expired
        elsewhere = timezone(timedelta(hours=-11))
        for moment in times.values():
            for now in (moment, moment.astimezone(elsewhere)):
                assert verify(credential, trust_anchors=[root], now=now).anchored
        second = timedelta(seconds=1)
        for moment in (NOW - second, NOW + timedelta(hours=1) + second):
            for now in (moment, moment.astimezone(elsewhere)):
                with pytest.raises(error):
                    verify(credential, trust_anchors=[root], now=now)


class TestCosts:
    """Weak or costly input is refused before anything is verified."""

    @pytest.mark.parametrize("position", ["leaf", "issuer", "anchor"])
    def test_rsa_keys(self, position: str) -> None:
        def with_key(bits: int, e: int = 65537) -> VerifiedAttestation:
            # No one needs the factors; the last bits are ones so that it can be a modulus.
            key = rsa.RSAPublicNumbers(e, (1 << bits) - 1).public_key()
            subject = name("Another", "Authority")
            other = certificate(subject, key, issuer=ROOT_NAME, ca=position != "leaf")  # type: ignore[arg-type]
            if position == "leaf":
                return verify(packed(other, alg=-257), trust_anchors=[ROOT])
            if position == "issuer":
                return verify(packed(leaf(), other), trust_anchors=[ROOT])
            return verify(packed(leaf()), trust_anchors=[ROOT, other])

        for bits, e in ((512, 65537), (2047, 65537), (8193, 65537), (16384, 65537), (2048, 2**31 + 1)):
            with pytest.raises(MalformedInput, match="must be an RSA key of 2048 to 8192 bits"):
                with_key(bits, e)
        for bits, e in ((2048, 65537), (8192, 65537), (2048, 3), (2048, 2**31 - 1)):
            # What is wrong with it then is that it signed nothing.
            if position == "anchor":
                assert with_key(bits, e).anchored
            else:
                with pytest.raises(BadSignature):
                    with_key(bits, e)

    @pytest.mark.parametrize("key", [ec.SECP224R1(), ec.SECP256K1(), ec.BrainpoolP256R1(), None])
    def test_keys_that_issuers_do_not_use(self, key: ec.EllipticCurve | None) -> None:
        public_key = (
            ec.derive_private_key(5, key).public_key()
            if key
            else ed448.Ed448PrivateKey.generate().public_key()
        )
        other = certificate(name("Another"), public_key, issuer=ROOT_NAME, ca=True)  # type: ignore[arg-type]
        for chain, anchors in (([other], [ROOT]), ([leaf(), other], [ROOT]), ([leaf()], [other])):
            with pytest.raises(Unsupported, match="must be RSA, Ed25519, or on P-256, P-384 or P-521"):
                verify(packed(*chain), trust_anchors=anchors)

    @pytest.mark.parametrize("curve", [ec.SECP384R1(), ec.SECP521R1()])
    def test_larger_curves_are_for_issuers(self, curve: ec.EllipticCurve) -> None:
        key = ec.derive_private_key(5, curve)
        middle = certificate(name("Middle"), key.public_key(), issuer=ROOT_NAME, ca=True)
        end = leaf(issuer=name("Middle"), issuer_key=key)
        assert verify(packed(end, middle), trust_anchors=[ROOT]).anchored
        own = certificate(name("Authenticator"), key.public_key(), issuer=ROOT_NAME)
        signature = key.sign(SIGNED, ec.ECDSA(SHA256()))
        for alg in (-7, -35, -36):
            with pytest.raises(Unsupported, match="for the key of its certificate"):
                verify(packed(own, alg=alg, sig=signature), allow_unanchored=True)

    def test_no_subject_twice(self) -> None:
        with pytest.raises(MalformedInput, match="two certificates of one subject"):
            verify(packed(leaf(), ROOT, ROOT), trust_anchors=[ROOT])
        again = certificate(ROOT_NAME, ROOT_KEY.public_key(), issuer=ROOT_NAME, ca=True, path_length=3)
        with pytest.raises(MalformedInput, match="two certificates of one subject"):
            verify(packed(leaf(), ROOT, again), trust_anchors=[ROOT])
        assert verify(packed(leaf()), trust_anchors=[ROOT, again, ROOT]).anchored
