"""Make the cases of app proofs (wire-formats.md, section 14)."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from msgspec import UNSET

from sealwax._codec.clock import to_milliseconds
from sealwax._crypto.points import P256
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.proofs import AppProofCase
from sealwax_vectors.format import Case

from .boot_proofs import BOOTED_AT, BootMaker
from .builder import Cases
from .bundles import ORGANIZATION, Live
from .defects import compact, hex_defects, json_defects, near_texts
from .identities import app_proof_identities
from .labels import Label, by_rule, id_of, of_field, placed, quoted, valued

SIGNED_AT = BOOTED_AT + timedelta(days=2)
WALLET = "ad8a06ec-c2f4-55f2-ac43-65991efbfdd1"
PATH = "m/44'/60'/0'/0/0"
ADDRESS = "0xb84b4730Cd81Bc82Ee6B1dE6c343Ebd7928138DC"
TYPE, OTHER_TYPE = "APP_PROOF_TYPE_ADDRESS_DERIVATION", "APP_PROOF_TYPE_POLICY_OUTCOME"


def _app_proofs(maker: BootMaker, payload: dict[str, Any], *, live: bool) -> Iterator[AppProofCase]:
    label: str | Label
    enclave = maker.enclave
    boot_proof = maker.proof()
    subject = payload["addressDerivationProof"]
    address = subject["address"]
    now = int(payload["timestampMs"])
    expected: dict[str, Any] = {
        "expected_wallet_id": subject["walletId"],
        "expected_derivation_path": subject["derivationPath"],
        "expected_address": address,
    }
    context = {
        **maker.pinned,
        "boot_proof": boot_proof,
        "expected_type": TYPE,
        "expected_organization_id": subject["organizationId"],
        **expected,
        "now": now,
    }
    app_proof = enclave.app_proof(payload)
    text = compact(app_proof)

    cases = Cases(AppProofCase, app_proof=text, **context, signed_at=now, content=subject)
    good, bad = cases.good, cases.bad

    def signed(payload: Any) -> str:
        return compact(enclave.app_proof(payload))

    yield good("as-the-service-makes-it", "Valid")
    nothing: dict[str, Any] = dict.fromkeys(expected, UNSET)
    yield good(
        Label(
            "nothing-expected-but-type-and-organization", "type and organization are expected, and no more"
        ),
        "Valid",
        **nothing,
    )
    bare = {"organizationId": subject["organizationId"], "address": address}
    proof = signed({**payload, "addressDerivationProof": bare})
    neither: dict[str, Any] = {"expected_wallet_id": UNSET, "expected_derivation_path": UNSET}
    yield good("neither-wallet-nor-path", "OptionalField", proof, content=bare, **neither)
    outcome = {
        "organizationId": subject["organizationId"],
        "outcome": "OUTCOME_ALLOW",
        "decisionContextDigest": "00" * 32,
        "organizationDataDigest": "11" * 32,
        "parentOrganizationDataDigest": "22" * 32,
        "userRequestApprovals": [{"scheme": "s", "publicKey": "k", "message": "m", "signature": "x"}],
    }
    policy = {"type": OTHER_TYPE, "timestampMs": str(now), "policyOutcomeProof": outcome}
    policy_context = {**nothing, "expected_type": OTHER_TYPE}
    yield good("the-outcome-of-a-policy", "Valid", signed(policy), content=outcome, **policy_context)
    for label, proof in {
        "fields-in-reverse-order": compact(dict(reversed(app_proof.items()))),
        "white-space": json.dumps(app_proof, indent=1),
        "fields-that-are-not-known": compact({**app_proof, "more": 1}),
        "hex-in-upper-case": compact(
            {**app_proof, **{name: app_proof[name].upper() for name in ("publicKey", "signature")}}
        ),
        "a-payload-in-another-order": signed(dict(reversed(payload.items()))),
        "a-payload-with-white-space": signed(json.dumps(payload, indent=1)),
        "a-payload-with-members-that-are-not-known": signed({**payload, "more": 1}),
    }.items():
        yield good(label, "ClientVariant", proof)
    name = "用户 Zoë 🔑"
    other_subject = {**subject, "organizationId": name}
    proof = signed({**payload, "addressDerivationProof": other_subject})
    of_name: dict[str, Any] = {"content": other_subject, "expected_organization_id": name}
    yield good("an-organization-that-is-not-ASCII", "ByteWiseText", proof, **of_name)
    newer = compact(maker.newer.boot_proof())
    yield good("the-live-key-of-a-newer-enclave", "Valid", boot_proof=newer)
    # The expectations.
    for field_name, error, other in (
        ("expected_organization_id", "wrong-organization", ORGANIZATION[:-1] + "8"),
        ("expected_wallet_id", "wrong-address", WALLET[:-1] + "2"),
        ("expected_derivation_path", "wrong-address", PATH[:-1] + "1"),
        ("expected_address", "wrong-address", ADDRESS[:-1] + "D"),
        ("expected_address", "wrong-address", ADDRESS.lower()),
        ("expected_address", "wrong-address", ADDRESS[:10] + "9" + ADDRESS[11:]),
        ("expected_type", "wrong-address", OTHER_TYPE),
    ):
        label = Label(
            f"{id_of(field_name)}-is-{id_of(other)}",
            f"{field_name} is '{other}'",
            idea=f"FIELD is '{other}'",
            hashed=f"{field_name} is '{other}'",
        )
        yield bad(label, error, "WrongContext", **{field_name: other})
    for field_name, error, value in (
        ("expected_organization_id", "wrong-organization", subject["organizationId"]),
        ("expected_wallet_id", "wrong-address", subject["walletId"]),
        ("expected_derivation_path", "wrong-address", subject["derivationPath"]),
        ("expected_address", "wrong-address", address),
    ):
        for difference, other in near_texts(value):
            yield bad(placed(valued(field_name), difference), error, "WrongContext", **{field_name: other})
        yield bad(placed(valued(field_name), "empty"), error, "WrongContext", **{field_name: ""})
    label = "an-address-expected-of-the-outcome-of-a-policy"
    with_address = {**policy_context, "expected_address": address}
    yield bad(label, "wrong-address", "WrongContext", signed(policy), **with_address)
    for member in ("walletId", "derivationPath"):
        without = {one: value for one, value in subject.items() if one != member}
        proof = signed({**payload, "addressDerivationProof": without})
        yield bad(
            of_field(member, Label("expected-and-not-there", "expected, and not there")),
            "wrong-address",
            "WrongContext",
            proof,
        )
    hour = 3600_000
    yield good("as-old-as-it-may-be", "ExpiredToken", max_age=hour, now=now + hour)
    yield good("as-far-ahead-as-it-may-be", "ExpiredToken", max_age=hour, now=now - hour)
    yield good(
        Label("years-old-where-any-age-will-do", "years old, where any age will do"),
        "ExpiredToken",
        now=now + 90000 * hour,
    )
    yield bad("a-millisecond-too-old", "expired", "ExpiredToken", max_age=hour, now=now + hour + 1)
    yield bad("a-millisecond-too-far-ahead", "expired", "ExpiredToken", max_age=hour, now=now - hour - 1)
    yield bad("no-age-allowed", "expired", "ExpiredToken", max_age=0, now=now + 1)
    # The signer and the message.
    raw = bytes.fromhex(app_proof["signature"])
    r, s = raw[:32], raw[32:]
    order = P256.group_order

    def with_signature(signature: bytes) -> str:
        return compact({**app_proof, "signature": signature.hex()})

    twin = (order - int.from_bytes(s, "big")).to_bytes(32, "big")
    yield good("s-in-its-other-form", "LowS", with_signature(r + twin))
    for label, error, flag, signature in (
        ("r-and-s-swapped", "bad-signature", "AlteredMessage", s + r),
        ("a-bit-flipped", "bad-signature", "AlteredMessage", r + s[:-1] + bytes([s[-1] ^ 1])),
        ("cut-by-a-byte", "malformed", "RawSignature", raw[:-1]),
        ("a-byte-after-it", "malformed", "RawSignature", raw + b"\0"),
        ("as-DER", "malformed", "RawSignature", encode_dss_signature(*_integers(raw))),
        ("empty", "malformed", "RawSignature", b""),
        (Label("r-is-0", "r is 0", idea="FIELD is 0"), "malformed", "SignatureRange", bytes(32) + s),
        (Label("s-is-0", "s is 0", idea="FIELD is 0"), "malformed", "SignatureRange", r + bytes(32)),
        (
            Label("s-is-the-order", "s is the order", idea="FIELD is the order"),
            "malformed",
            "SignatureRange",
            r + order.to_bytes(32, "big"),
        ),
        ("all-zero", "malformed", "SignatureRange", bytes(64)),
    ):
        yield bad(placed("the-signature", label), error, flag, with_signature(signature))
    public = enclave.ephemeral.public
    swapped = enclave.ephemeral._replace(
        encryption=enclave.ephemeral.signing, signing=enclave.ephemeral.encryption
    )
    for label, error, flag, fields in (
        ("its-halves-swapped", "bad-signature", "WrongKey",
         {**app_proof, "publicKey": (public[65:] + public[:65]).hex()}),
        (Label("another-enclave-s", "another enclave's"), "bad-signature", "WrongKey",
         {**app_proof, "publicKey": maker.other.ephemeral.public.hex()}),
        ("its-signing-point-alone", "malformed", "WrongType", {**app_proof, "publicKey": public[65:].hex()}),
        ("a-byte-after-it", "malformed", "WrongType", {**app_proof, "publicKey": public.hex() + "00"}),
        ("a-point-off-the-curve", "malformed", "InvalidPoint",
         {**app_proof, "publicKey": (public[:-1] + bytes([public[-1] ^ 1])).hex()}),
        ("signed-by-the-encryption-half", "bad-signature", "WrongKey",
         {**enclave.app_proof(payload, key=swapped), "publicKey": public.hex()}),
        ("signed-by-the-halves-swapped", "untrusted-signer", "ForeignKey",
         enclave.app_proof(payload, key=swapped)),
        ("signed-by-another-enclave", "untrusted-signer", "ForeignKey", maker.other.app_proof(payload)),
        ("signed-by-the-quorum-key", "untrusted-signer", "ForeignKey",
         enclave.app_proof(payload, key=enclave.quorum)),
        ("signed-by-a-member", "untrusted-signer", "ForeignKey",
         enclave.app_proof(payload, key=enclave.members[0])),
    ):  # fmt: skip
        yield bad(placed("the-key", label), error, flag, compact(fields))
    key = maker.stranger.encryption.public_key + enclave.ephemeral.signing.public_key
    proof = compact({**app_proof, "publicKey": key})
    yield bad(
        Label(
            "the-key-another-encryption-half",
            "the key: another encryption half",
            idea="another encryption half",
        ),
        "untrusted-signer",
        "ForeignKey",
        proof,
    )
    other_half = enclave.ephemeral._replace(signing=maker.stranger.signing)
    proof = compact(enclave.app_proof(payload, key=other_half))
    yield bad(
        Label("the-key-another-signing-half", "the key: another signing half", idea="another signing half"),
        "untrusted-signer",
        "ForeignKey",
        proof,
    )
    other_boot = compact(maker.other.boot_proof())
    pins: dict[str, Any] = {
        "root_sha256": maker.other.root_sha256,
        "pcrs": {"0": maker.other.measurements[0].hex()},
    }
    label = "the-boot-proof-of-another-enclave"
    yield bad(label, "untrusted-signer", "ForeignKey", boot_proof=other_boot, **pins)
    setup = maker.newer.document(maker.hash, public_key=maker.newer.setup.public)
    setup_boot = maker.proof(
        maker.newer, document=setup, ephemeralPublicKeyHex=maker.newer.setup.public.hex()
    )
    proof = compact(enclave.app_proof(payload, key=maker.newer.setup))
    label = "a-key-for-setting-up-an-enclave"
    yield bad(label, "wrong-enclave", "Measurements", proof, boot_proof=setup_boot)
    measured = enclave.measurements[1].hex()
    yield bad("another-PCR0", "wrong-enclave", "EnclaveIdentity", pcrs={"0": measured})
    yield bad("another-root", "untrusted-signer", "ForeignKey", root_sha256="00" * 32)
    for label, changed in (
        ("another-address", compact(payload).replace(address, address[:-1] + _other(address[-1]))),
        ("white-space-after-it", compact(payload) + " "),
        ("its-JSON-written-anew", json.dumps(payload)),
        ("empty", ""),
    ):
        proof = compact({**app_proof, "proofPayload": changed})
        yield bad(placed("the-payload", label), "bad-signature", "AlteredMessage", proof)
    for scheme in ("SIGNATURE_SCHEME_TK_API_P256", "SIGNATURE_SCHEME_UNSPECIFIED", "", TYPE):
        proof = compact({**app_proof, "scheme": scheme})
        label = quoted("a-scheme", scheme)
        label = label if scheme else replace(label, comment="an empty scheme")
        yield bad(label, "unsupported", "SchemeConfusion", proof)
    for label, scheme in near_texts(app_proof["scheme"]):
        proof = compact({**app_proof, "scheme": scheme})
        yield bad(placed("the-scheme", label), "unsupported", "SchemeConfusion", proof)
    yield from cases.bad_each("the-proof", json_defects(app_proof))
    for field_name in ("publicKey", "signature"):
        yield from cases.bad_each(
            field_name,
            hex_defects(app_proof[field_name]),
            lambda value, name=field_name: compact({**app_proof, name: value}),
        )
    # Signed payloads that do not parse.
    for defect in json_defects({"type": TYPE, "timestampMs": str(now)}):
        value = defect.value[:1] + f'"addressDerivationProof":{compact(subject)},' + defect.value[1:]
        if defect.value.startswith("{"):
            yield bad(placed("the-payload", defect.label), "malformed", defect.flag, signed(value))
    for defect in json_defects(subject):
        if defect.id in {"walletId-is-null", "derivationPath-is-null"}:
            continue
        if defect.id in {"walletId-left-out", "derivationPath-left-out"}:
            continue
        if defect.flag in {"MissingField", "WrongType", "DuplicateKey"}:
            whole = compact({**payload, "addressDerivationProof": 0})
            value = whole.replace(":0}", f":{defect.value}}}")
            yield bad(placed("the-subject", defect.label), "malformed", defect.flag, signed(value))
    subjects: dict[str, Any] = {
        "no-subject": {one: value for one, value in payload.items() if one != "addressDerivationProof"},
        "the-subject-of-another-type": {**policy, "type": TYPE},
        "two-subjects": {**payload, "policyOutcomeProof": outcome},
        "a-subject-that-is-null": {**payload, "addressDerivationProof": None},
        "a-subject-that-is-text": {**payload, "addressDerivationProof": "x"},
    }
    for label, subject_of in subjects.items():
        yield bad(placed("the-payload", label), "malformed", "FieldConflict", signed(subject_of))
    for other in ("APP_PROOF_TYPE_UNSPECIFIED", "APP_PROOF_TYPE_SANCTIONS_SCREENING", "", TYPE.lower()):
        proof = signed({**payload, "type": other})
        label = quoted("type", other)
        label = label if other else replace(label, comment="an empty type")
        yield bad(placed("the-payload", label), "unsupported", "SchemeConfusion", proof)
    for difference, other in near_texts(TYPE):
        if other != TYPE.lower():
            proof = signed({**payload, "type": other})
            yield bad(placed("the-type-in-the-payload", difference), "unsupported", "SchemeConfusion", proof)
    notations: dict[str | Label, Any] = {
        "a-superscript-digit": "\u00b2",
        "with-a-fraction": f"{now}.0", "negative": f"-{now}", "with-a-plus-sign": f"+{now}",
        "with-a-space-in-front": f" {now}", "with-a-newline-after-it": f"{now}\n",
        "with-a-leading-zero": f"0{now}",
        "with-underscores": "1_767_398_400_000", "in-Arabic-digits": "١٧٦٧٣٩٨٤٠٠٠٠٠", "empty": "",
        by_rule("past-the-year-9999"): "253402300800000", "larger-than-any-number-of-64-bits": "9" * 30,
        "as-a-date": "2026-01-03T00:00:00Z",
    }  # fmt: skip
    for label, notation in notations.items():
        proof = signed({**payload, "timestampMs": notation})
        yield bad(placed("the-time", label), "malformed", "ExpiryNotation", proof)
    yield bad(
        Label("the-time-as-a-number", "the time: as a number", idea="as a number"),
        "malformed",
        "ExpiryNotation",
        signed({**payload, "timestampMs": now}),
    )
    if not live:
        yield from app_proof_identities(enclave, maker.newer, cases.usual, payload)


def _other(digit: str) -> str:
    return "C" if digit == "D" else "D"


PAYLOAD: dict[str, Any] = {
    "type": TYPE,
    "timestampMs": str(to_milliseconds(SIGNED_AT)),
    "addressDerivationProof": {
        "organizationId": ORGANIZATION,
        "walletId": WALLET,
        "derivationPath": PATH,
        "address": ADDRESS,
    },
}


def _integers(raw: bytes) -> tuple[int, int]:
    return int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")


def app_proof(material: KeyMaterial, live: Live | None = None) -> Iterator[Case]:
    """Make the cases of app proofs."""
    if live is None:
        return _app_proofs(BootMaker(material, authorities=0), PAYLOAD, live=False)
    payload = json.loads(json.loads(live.artifact)["proofPayload"])
    return _app_proofs(BootMaker.for_service(material, live), payload, live=True)
