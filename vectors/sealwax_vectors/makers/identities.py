"""Make the cases of sufficient and insufficient pins, and of proofs of another program."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from sealwax.proofs.boot import commitment_pcr
from sealwax.proofs.identity import PRODUCTION_PCR3
from sealwax.testing.nitro import AttestedEnclave
from sealwax_vectors.constructs.proofs import AppProofCase, BootProofCase, Bridge, Operators

from .builder import Cases
from .defects import bytes_changed_at_the_ends, compact, near_texts
from .labels import Label, comment_of, id_of, placed, quoted, words_of

WELL_KNOWN_QUORUM_KEY = bytes.fromhex(
    "04451028fc9d42cef6d8f2a3ebe17d65783c470dbc6f04663d500c12009930cf9b209e733f6ac6103cc28f07ecde2dbb55095738b8"
    "28d6b7a55caf4ddf9d67f2ae047827dcd2325b8d58694c2ea14e8f1e1f8a36c84438d291ff9b1b067debdb3e2ba3822984cde8bed4"
    "de2c237bd323526da4961d368bcc63cbd2d37d00e936683e"
)
CUSTOMER = "prod/tvc/4954c244-7e44-4967-b188-436ae7ef3b84"
_FLAG = "EnclaveProgram"
_ZERO = bytes(48)
_EMPTY = bytes.fromhex(
    "21b9efbc184807662e966d34f390821309eeac6802309798826296bf3e8bec7c10edb30948c90ba67310f7b964fc500a"
)


class _Pins:
    """The pins of an enclave."""

    def __init__(self, enclave: AttestedEnclave) -> None:
        self.pcrs = {str(index): value.hex() for index, value in enclave.measurements.items()}
        self.pcr0 = {"0": self.pcrs["0"]}
        self.pivot = {"pivot_hashes": [enclave.pivot_hash.hex()]}
        self.quorum = {"quorum_key": enclave.quorum.public.hex()}
        self.point = {"quorum_key": enclave.quorum.public[65:].hex()}
        self.space = {"namespace": enclave.namespace}
        self.hashes = {"manifest_hashes": [enclave.hash(enclave.manifest()).hex()]}
        self.shares: dict[str, Any] = {
            "share_threshold": 1,
            "share_members": [member.public_key for member in enclave.share_set.members],
        }
        self.members: dict[str, Any] = {
            "threshold": 2,
            "members": [member.public_key for member in enclave.manifest_set.members],
        }
        self.program: dict[str, Any] = {"pcrs": self.pcr0, **self.pivot}
        self.key: dict[str, Any] = {"pcrs": self.pcr0, **self.quorum, **self.space}


def boot_proof_identities(enclave: AttestedEnclave, newer: AttestedEnclave) -> Iterator[BootProofCase]:
    """Yield cases of boot proofs of two enclaves; the newer one commits to its keys."""
    manifest_hash = enclave.hash(enclave.manifest())
    pins = _Pins(enclave)
    cases = Cases(
        BootProofCase,
        boot_proof=compact(enclave.boot_proof()),
        root_sha256=enclave.root_sha256,
        **pins.program,
        public_key=enclave.ephemeral.public.hex(),
        booted_at=int(enclave.booted_at.timestamp() * 1000),
        manifest_hash=manifest_hash.hex(),
        manifest_version=enclave.version,
        approved_by=["1", "3"],
        commitment="none",
    )
    yield from _sufficient_pins(cases, enclave, pins)
    yield from _other_programs(cases, enclave, pins)
    yield from _more_pins(cases, enclave, pins)
    yield from _live_keys(cases, newer)
    yield from _configurations(cases, enclave.with_manifest_in("v2", "json"), pins)
    yield from _operators(cases, enclave, pins)


def _sufficient_pins(
    cases: Cases[BootProofCase], enclave: AttestedEnclave, pins: _Pins
) -> Iterator[BootProofCase]:
    nothing: dict[str, Any] = {"pcrs": {}, "pivot_hashes": []}
    machine: dict[str, Any] = {"pivot_hashes": []}
    enough: dict[str | Label, dict[str, Any]] = {
        "manifest-hashes": {**nothing, **pins.hashes},
        "PCR0-and-a-pivot-hash": {},
        "PCR0-and-one-of-two-pivot-hashes": {"pivot_hashes": ["00" * 32, *pins.pivot["pivot_hashes"]]},
        Label("PCR0-the-quorum-key-and-the-namespace", "PCR0, the quorum key and the namespace"): {
            **machine,
            **pins.key,
        },
        Label(
            "PCR0-the-signing-point-of-the-quorum-key-and-the-namespace",
            "PCR0, the signing point of the quorum key and the namespace",
        ): {**machine, **pins.key, **pins.point},
        "everything": {
            **pins.program,
            **pins.key,
            **pins.hashes,
            **pins.members,
            **pins.shares,
            "pcrs": pins.pcrs,
            "min_nonce": 7,
            "args": ["--port", "3000"],
        },
    }
    for variant, fields in enough.items():
        yield cases.good(placed("enough", variant), _FLAG, **fields)
    several = {"namespace": "test/signer", **pins.members, **pins.shares, "min_nonce": 7}
    too_few: dict[str | Label, dict[str, Any]] = {
        "PCR0-alone": machine,
        "PCR0-to-PCR4": {**machine, "pcrs": pins.pcrs},
        "PCR3-alone": {**machine, "pcrs": {"3": pins.pcrs["3"]}},
        "PCR0-and-the-quorum-key": {**machine, **pins.quorum},
        "PCR0-and-the-namespace": {**machine, **pins.space},
        Label("PCR0-the-namespace-the-sets-and-the-nonce", "PCR0, the namespace, the sets and the nonce"): {
            **machine,
            **several,
        },
        "PCR0-and-the-arguments": {**machine, "args": ["--port", "3000"]},
        "PCR0-and-the-live-key": {**machine, "require_live": True},
        "a-pivot-hash-alone": {"pcrs": {}},
        "the-quorum-key-and-the-namespace-alone": {**nothing, **pins.quorum, **pins.space},
        "PCR1-to-PCR3-and-a-pivot-hash": {"pcrs": {index: pins.pcrs[index] for index in "123"}},
        Label("PCR3-the-quorum-key-and-the-namespace", "PCR3, the quorum key and the namespace"): {
            **machine,
            **pins.quorum,
            **pins.space,
            "pcrs": {"3": pins.pcrs["3"]},
        },
    }
    for defect, fields in too_few.items():
        yield cases.bad(placed("not-enough", defect), "wrong-enclave", _FLAG, **fields)
    yield cases.good(
        "any program is allowed: PCR3 alone",
        _FLAG,
        **{**machine, "pcrs": {"3": pins.pcrs["3"]}, "allow_any_program": True},
    )

    def measured(index: int, value: bytes) -> str:
        """Make a proof of an enclave with another PCR, also in its manifest."""
        manifest = enclave.manifest()
        if index < 4:
            manifest["enclave"][f"pcr{index}"] = value
        manifest_hash = enclave.hash(manifest)
        pcrs = {**enclave.pcrs(manifest_hash), index: value}
        return compact(
            enclave.boot_proof(manifest=manifest, document=enclave.document(manifest_hash, pcrs=pcrs))
        )

    for defect, index, value in (
        ("PCR0-of-nothing-and-a-pivot-hash", 0, _EMPTY),
        ("PCR2-of-nothing-and-a-pivot-hash", 2, _EMPTY),
        ("PCR8-of-zeros-and-a-pivot-hash", 8, _ZERO),
        ("PCR15-of-zeros-and-a-pivot-hash", 15, _ZERO),
    ):
        proof, pcrs = measured(index, value), {str(index): value.hex()}
        yield cases.bad(placed("not-enough", defect), "wrong-enclave", _FLAG, proof, pcrs=pcrs)
        if index > 0:
            measurement = defect.removesuffix("-and-a-pivot-hash")
            any_program = Label(
                f"{measurement}-alone-where-any-program-is-allowed",
                f"{words_of(measurement)} alone, where any program is allowed",
            )
            label = placed("not-enough", any_program)
            alone: dict[str, Any] = {"pcrs": pcrs, "pivot_hashes": [], "allow_any_program": True}
            yield cases.bad(label, "wrong-enclave", _FLAG, proof, **alone)
    manifest = enclave.manifest()
    manifest["namespace"]["quorumKey"] = WELL_KNOWN_QUORUM_KEY
    proof = compact(enclave.boot_proof(manifest=manifest))
    hashed: dict[str, Any] = {"manifest_hash": enclave.hash(manifest).hex()}
    yield cases.good(
        Label(
            "an-application-with-the-well-known-quorum-key", "an application with the well-known quorum key"
        ),
        _FLAG,
        proof,
        **hashed,
    )
    other = enclave.quorum.public
    for prefix, key in (
        ("", WELL_KNOWN_QUORUM_KEY),
        ("its-signing-point-of-", WELL_KNOWN_QUORUM_KEY[65:]),
        ("the-encryption-point-alone-of-", WELL_KNOWN_QUORUM_KEY[:65] + other[65:]),
        ("the-signing-point-alone-of-", other[:65] + WELL_KNOWN_QUORUM_KEY[65:]),
    ):
        for besides, pinned in (
            ("PCR0-and-the-namespace", {**machine, **pins.space}),
            ("PCR0-and-a-pivot-hash", {}),
            (
                Label(
                    "PCR0-and-the-namespace-where-any-program-is-allowed",
                    "PCR0 and the namespace, where any program is allowed",
                ),
                {**machine, **pins.space, "allow_any_program": True},
            ),
        ):
            label = placed(
                "pinned",
                Label(
                    f"{prefix}the-well-known-quorum-key-with-{id_of(besides)}",
                    f"{words_of(prefix)}the well-known quorum key, with {comment_of(besides)}",
                ),
            )
            fields = {**pinned, "quorum_key": key.hex()}
            yield cases.bad(label, "wrong-enclave", _FLAG, proof, **fields)


def _other_programs(
    cases: Cases[BootProofCase], enclave: AttestedEnclave, pins: _Pins
) -> Iterator[BootProofCase]:
    label: str | Label
    machine: dict[str, Any] = {"pivot_hashes": []}
    by_key: dict[str, Any] = {**machine, **pins.key}
    production = _in_production(enclave)
    on_production: dict[str, Any] = {"pcrs": {**pins.pcr0, "3": PRODUCTION_PCR3}}
    label = "an-application-of-the-service-under-the-production-role"
    hashed = {"manifest_hash": production.hash(production.manifest()).hex()}
    yield cases.good(label, _FLAG, compact(production.boot_proof()), **on_production, **hashed)
    for who, other, pcrs in (
        ("another-application-of-the-release", enclave.with_application("ump"), {}),
        ("an-application-of-a-customer", enclave.with_application("app", namespace=CUSTOMER), {}),
        (
            Label(
                "a-customer-s-enclave-under-the-production-role",
                "a customer's enclave under the production role",
            ),
            _of_customer(enclave),
            on_production,
        ),
    ):
        proof = compact(other.boot_proof())
        yield cases.bad(
            Label(f"{id_of(who)}-by-pivot-hash", f"{comment_of(who)}, by pivot hash"),
            "wrong-enclave",
            _FLAG,
            proof,
            **pcrs,
        )
        fields = {**by_key, **pcrs}
        yield cases.bad(
            Label(
                f"{id_of(who)}-by-quorum-key-and-namespace", f"{comment_of(who)}, by quorum key and namespace"
            ),
            "wrong-enclave",
            _FLAG,
            proof,
            **fields,
        )
        label = Label(f"{id_of(who)}-by-manifest-hash", f"{comment_of(who)}, by manifest hash")
        fields = {"pcrs": {}, "pivot_hashes": [], **pins.hashes}
        yield cases.bad(label, "wrong-enclave", _FLAG, proof, **fields)
        fields = {"pcrs": {index: pins.pcrs[index] for index in "0123"}, **machine, **pcrs}
        label = Label(f"{id_of(who)}-by-PCRs", f"{comment_of(who)}, by PCRs")
        yield cases.bad(label, "wrong-enclave", _FLAG, proof, **fields)
    proof = compact(enclave.with_application("ump", namespace=enclave.namespace).boot_proof())
    label = "another-application-with-the-namespace"
    yield cases.bad(label, "wrong-enclave", _FLAG, proof, **by_key)
    manifest = enclave.with_application("ump").manifest()
    manifest["namespace"]["quorumKey"] = enclave.quorum.public
    proof = compact(enclave.boot_proof(manifest=manifest))
    yield cases.bad("another-namespace-with-the-quorum-key", "wrong-enclave", _FLAG, proof, **by_key)


def _in_production(enclave: AttestedEnclave) -> AttestedEnclave:
    """Return the same application on a machine with the production role."""
    other = enclave.with_application(enclave.application)
    other.measurements = {**enclave.measurements, 3: bytes.fromhex(PRODUCTION_PCR3)}
    return other


def _of_customer(enclave: AttestedEnclave) -> AttestedEnclave:
    other = enclave.with_application("app", namespace=CUSTOMER)
    other.measurements = {**enclave.measurements, 3: bytes.fromhex(PRODUCTION_PCR3)}
    return other


def _more_pins(cases: Cases[BootProofCase], enclave: AttestedEnclave, pins: _Pins) -> Iterator[BootProofCase]:
    difference: str | Label
    label: str | Label
    (pivot_hash,) = pins.pivot["pivot_hashes"]
    for difference, near in near_texts(pivot_hash):
        if near.isalnum() and near != pivot_hash.upper():
            label = placed(
                "pinned", Label(f"the-pivot-hash-{difference}", f"the pivot hash, {words_of(difference)}")
            )
            yield cases.bad(label, "wrong-enclave", _FLAG, pivot_hashes=[near])
    for lowest in (0, 6, 7):
        yield cases.good(
            placed(
                "pinned",
                Label(
                    f"a-nonce-of-at-least-{lowest}-where-it-is-7",
                    f"a nonce of at least {lowest}, where it is 7",
                ),
            ),
            _FLAG,
            min_nonce=lowest,
        )
    for lowest in (8, 2**32 - 1):
        label = placed(
            "pinned",
            Label(
                f"a-nonce-of-at-least-{lowest}-where-it-is-7", f"a nonce of at least {lowest}, where it is 7"
            ),
        )
        yield cases.bad(label, "wrong-enclave", _FLAG, min_nonce=lowest)
    label = Label(
        "pinned-a-nonce-of-at-least-2-31-where-it-is-higher-by-one",
        "pinned: a nonce of at least 2^31, where it is higher by one",
        idea="a nonce of at least 2^31, where it is higher by one",
    )
    manifest = enclave.manifest()
    manifest["namespace"]["nonce"] = 2**31 + 1
    proof, hashed = compact(enclave.boot_proof(manifest=manifest)), enclave.hash(manifest).hex()
    yield cases.good(label, _FLAG, proof, min_nonce=2**31, manifest_hash=hashed)
    highest = 2**32 - 1
    manifest["namespace"]["nonce"] = highest
    proof, hashed = compact(enclave.boot_proof(manifest=manifest)), enclave.hash(manifest).hex()
    label = Label(
        "pinned-the-highest-nonce-that-there-is",
        "pinned: the highest nonce that there is",
        idea="the highest nonce that there is",
    )
    yield cases.good(label, _FLAG, proof, min_nonce=highest, manifest_hash=hashed)
    yield cases.good(
        Label("pinned-the-arguments", "pinned: the arguments", idea="the arguments"),
        _FLAG,
        args=["--port", "3000"],
    )
    for difference, args in (
        ("none", []),
        ("one-less", ["--port"]),
        (Label("one-more-empty", "one more, empty"), ["--port", "3000", ""]),
        ("in-another-order", ["3000", "--port"]),
        ("another", ["--port", "3001"]),
        ("in-one-text", ["--port 3000"]),
    ):
        yield cases.bad(
            placed(
                "pinned",
                Label(f"the-arguments-{id_of(difference)}", f"the arguments, {comment_of(difference)}"),
            ),
            "wrong-enclave",
            _FLAG,
            args=args,
        )
    yield cases.good(
        Label("pinned-the-share-set", "pinned: the share set", idea="the share set"), _FLAG, **pins.shares
    )
    (member,), other = pins.shares["share_members"], enclave.members[0].public.hex()
    for difference, threshold, members in (
        ("a-threshold-of-one-more", 2, [member]),
        ("a-member-more", 1, [member, other]),
        (Label("a-member-less", "no members"), 1, []),
        ("another-member", 1, [other]),
        (
            Label("its-member-s-encryption-point-changed", "its member's encryption point changed"),
            1,
            [other[:130] + member[130:]],
        ),
        (
            Label("its-member-s-signing-point-changed", "its member's signing point changed"),
            1,
            [member[:130] + other[130:]],
        ),
    ):
        fields: dict[str, Any] = {"share_threshold": threshold, "share_members": members}
        yield cases.bad(
            placed(
                "pinned",
                Label(
                    f"the-share-set-with-{id_of(difference)}", f"the share set, with {comment_of(difference)}"
                ),
            ),
            "wrong-enclave",
            _FLAG,
            **fields,
        )
    manifest = enclave.manifest()
    manifest["shareSet"]["members"].append(enclave.member(0))
    proof, hashed = compact(enclave.boot_proof(manifest=manifest)), enclave.hash(manifest).hex()
    both: dict[str, Any] = {"share_threshold": 1, "share_members": [other, member]}
    label = placed("pinned", "a-share-set-of-two-members")
    yield cases.good(label, _FLAG, proof, **both, manifest_hash=hashed)
    for which, one in (("first", [member]), ("second", [other])):
        label = placed("pinned", f"a-share-set-of-two-members-with-the-{which}-alone")
        yield cases.bad(label, "wrong-enclave", _FLAG, proof, **{**both, "share_members": one})
    fields = {"share_threshold": 2, "share_members": pins.members["members"]}
    yield cases.bad(
        Label(
            "pinned-the-manifest-set-as-the-share-set",
            "pinned: the manifest set as the share set",
            idea="the manifest set as the share set",
        ),
        "wrong-enclave",
        _FLAG,
        **fields,
    )
    debugged = enclave.with_manifest_in("v1", "borsh")
    manifest = debugged.manifest()
    manifest["pivot"]["debugMode"] = True
    proof, outputs = compact(debugged.boot_proof(manifest=manifest)), {"manifest_version": "v1"}
    outputs["manifest_hash"] = debugged.hash(manifest).hex()
    label = "a-manifest-with-debug-mode"
    yield cases.bad(label, "wrong-enclave", _FLAG, proof)
    yield cases.bad(
        Label(f"{label}-by-its-manifest-hash", f"{words_of(label)}, by its manifest hash"),
        "wrong-enclave",
        _FLAG,
        proof,
        pcrs={},
        pivot_hashes=[],
        manifest_hashes=[outputs["manifest_hash"]],
    )
    allowed: dict[str, Any] = {**outputs, "allow_debug_mode": True}
    yield cases.good(
        Label(f"{label}-which-is-allowed", f"{words_of(label)}, which is allowed"), _FLAG, proof, **allowed
    )
    yield cases.good(
        Label("debug-mode-is-allowed-and-not-there", "debug mode is allowed, and not there"),
        _FLAG,
        allow_debug_mode=True,
    )


def _configurations(
    cases: Cases[BootProofCase], enclave: AttestedEnclave, pins: _Pins
) -> Iterator[BootProofCase]:
    """Yield cases of an enclave with an environment, resolvers and bridges."""
    manifest_hash = enclave.hash(enclave.manifest()).hex()
    usual = {"boot_proof": compact(enclave.boot_proof())}
    outputs = {"manifest_hash": manifest_hash, "manifest_version": "v2"}
    environment, resolvers = {"LOG_LEVEL": "info"}, ["1.1.1.1", "2606:4700:4700::1111"]
    server, client = Bridge("server", 3000, "0.0.0.0"), Bridge("client", 443)  # noqa: S104 - of a manifest
    bridges = [server, client]
    args: dict[str, Any] = {"args": ["--port", "3000"]}
    pinned: dict[str, dict[str, Any]] = {
        "the-environment": {"environment": environment},
        "the-resolvers": {"resolvers": resolvers},
        "the-bridges": {"bridges": bridges},
        "the-arguments-and-the-environment": {**args, "environment": environment},
        "the-arguments-and-the-manifest-hash": {**args, "manifest_hashes": [manifest_hash]},
        "the-arguments-and-the-operators": {**args, **pins.space, "operators": _operators_of(enclave)},
        "all-of-the-configuration": {
            **args, "environment": environment, "resolvers": resolvers, "bridges": bridges
        },
    }  # fmt: skip
    for variant, fields in pinned.items():
        yield cases.good(
            placed(
                "pinned",
                Label(
                    f"{variant}-of-a-program-with-an-environment",
                    f"{words_of(variant)}, of a program with an environment",
                ),
            ),
            _FLAG,
            **usual,
            **outputs,
            **fields,
        )
    yield cases.good(
        Label(
            "pinned-the-arguments-and-no-environment-resolvers-or-bridges",
            "pinned: the arguments and no environment, resolvers or bridges",
            idea="the arguments and no environment, resolvers or bridges",
        ),
        _FLAG,
        **args,
        environment={},
        resolvers=[],
        bridges=[],
    )
    others: dict[str | Label, dict[str, Any]] = {
        Label(
            "the-arguments-alone-of-a-program-with-an-environment",
            "the arguments alone, of a program with an environment",
        ): args,
        Label("no-environment-where-there-is-one", "no environment, where there is one"): {"environment": {}},
        "another-value-in-the-environment": {"environment": {"LOG_LEVEL": "debug"}},
        "another-name-in-the-environment": {"environment": {"LOG_LEVEX": "info"}},
        "a-variable-more-in-the-environment": {"environment": {**environment, "FEED": "x"}},
        Label("no-resolvers-where-there-are-two", "no resolvers, where there are two"): {"resolvers": []},
        "one-of-two-resolvers": {"resolvers": resolvers[:1]},
        "resolvers-in-another-order": {"resolvers": resolvers[::-1]},
        "another-resolver": {"resolvers": ["1.1.1.2", resolvers[1]]},
        Label("no-bridges-where-there-are-two", "no bridges, where there are two"): {"bridges": []},
        "one-of-two-bridges": {"bridges": [server]},
        "bridges-in-another-order": {"bridges": [client, server]},
        "a-bridge-of-another-type": {"bridges": [Bridge("client", 3000, server.host), client]},
        "a-bridge-of-another-port": {"bridges": [Bridge("server", 3001, server.host), client]},
        "a-bridge-of-another-host": {"bridges": [Bridge("server", 3000, "0.0.0.1"), client]},
        Label("a-bridge-with-a-host-where-it-has-none", "a bridge with a host, where it has none"): {
            "bridges": [server, Bridge("client", 443, "")]
        },
    }
    for defect, fields in others.items():
        yield cases.bad(placed("pinned", defect), "wrong-enclave", _FLAG, **usual, **fields)


def _operators_of(enclave: AttestedEnclave, *numbers: int, threshold: int = 2, nonce: int = 7) -> Operators:
    """Return operators, by default those in the manifest."""
    chosen = numbers or range(len(enclave.members))
    members = {str(number + 1): enclave.members[number].public.hex() for number in chosen}
    return Operators(threshold, members, nonce)


def _operators(cases: Cases[BootProofCase], enclave: AttestedEnclave, pins: _Pins) -> Iterator[BootProofCase]:
    """Yield cases of a manifest that the first and the third of three operators approved."""
    nothing: dict[str, Any] = {"pcrs": {}, "pivot_hashes": [], **pins.space}
    halves = enclave.members[0].public.hex(), enclave.members[1].public.hex()
    mixed = {"1": halves[0][:130] + halves[1][130:], "3": enclave.members[2].public.hex()}
    yield cases.good(
        Label(
            "enough-operators-and-the-namespace",
            "enough: operators and the namespace",
            idea="operators and the namespace",
        ),
        _FLAG,
        **nothing,
        operators=_operators_of(enclave),
    )
    for variant, operators in {
        "the-two-who-approved": _operators_of(enclave, 0, 2),
        "one-who-approved": _operators_of(enclave, 0, threshold=1),
        "under-other-aliases": Operators(2, {"x": halves[0], "y": mixed["3"]}),
    }.items():
        yield cases.good(
            placed("pinned", Label(f"the-operators-{variant}", f"the operators, {words_of(variant)}")),
            _FLAG,
            **nothing,
            operators=operators,
        )
    for defect, operators in {
        "of-whom-one-approved": _operators_of(enclave, 0, 1),
        "of-whom-none-approved": _operators_of(enclave, 1, threshold=1),
        "with-a-threshold-of-one-more": _operators_of(enclave, threshold=3),
        "one-of-whom-has-another-signing-point": Operators(2, mixed),
    }.items():
        label = placed("pinned", Label(f"the-operators-{defect}", f"the operators, {words_of(defect)}"))
        yield cases.bad(label, "untrusted-signer", _FLAG, **nothing, operators=operators)
    label = Label(
        "pinned-the-operators-with-a-nonce-that-is-higher-by-one",
        "pinned: the operators, with a nonce that is higher by one",
        idea="the operators, with a nonce that is higher by one",
    )
    yield cases.bad(label, "wrong-enclave", _FLAG, **nothing, operators=_operators_of(enclave, nonce=8))
    alone: dict[str, Any] = {"pcrs": {}, "pivot_hashes": [], "operators": _operators_of(enclave)}
    yield cases.bad(
        Label("not-enough-operators-alone", "not enough: operators alone", idea="operators alone"),
        "wrong-enclave",
        _FLAG,
        **alone,
    )


def _live_keys(cases: Cases[BootProofCase], newer: AttestedEnclave) -> Iterator[BootProofCase]:
    label: str | Label
    manifest_hash = newer.hash(newer.manifest())
    pcrs = newer.pcrs(manifest_hash)
    to_manifest = commitment_pcr("manifest", manifest_hash, b"")
    required: dict[str, Any] = {"require_live": True}

    def committed(count: int = 32, *, setup: bool = False, **changes: bytes) -> str:
        changed = {int(name.removeprefix("pcr")): value for name, value in changes.items()}
        measured = {index: value for index, value in {**pcrs, **changed}.items() if index < count}
        if not setup:
            return compact(newer.boot_proof(document=newer.document(manifest_hash, pcrs=measured)))
        public = newer.setup.public
        document = newer.document(manifest_hash, pcrs=measured, public_key=public)
        return compact(newer.boot_proof(document=document, ephemeralPublicKeyHex=public.hex()))

    flag = f"{_FLAG}+Measurements"
    yield cases.good("the-live-key-is-required", flag, committed(), **required, commitment="live")
    for label, proof in {
        "a-document-of-setting-up": committed(setup=True),
        "a-document-of-setting-up-that-commits-to-the-manifest": committed(setup=True, pcr18=to_manifest),
        "31-PCRs": committed(31),
        "18-PCRs": committed(18),
        "an-enclave-that-commits-to-nothing": committed(pcr16=_ZERO, pcr17=_ZERO),
        "an-enclave-of-16-PCRs": committed(16),
    }.items():
        yield cases.bad(placed("the-live-key-is-required", label), "wrong-enclave", flag, proof, **required)
    both: dict[str, Any] = {"commitment": "live"}
    yield cases.good("PCR17-and-PCR18-commit", flag, committed(pcr18=to_manifest), **both)
    proof = committed(pcr16=_ZERO, pcr17=_ZERO, pcr18=to_manifest)
    alone: dict[str, Any] = {"commitment": "manifest"}
    yield cases.good("PCR18-alone-commits-to-the-manifest", flag, proof, **alone)
    label = Label(
        "the-live-key-is-required-PCR18-alone-commits-to-the-manifest",
        "the live key is required: PCR18 alone commits to the manifest",
        idea="PCR18 alone commits to the manifest",
    )
    yield cases.good(label, flag, proof, **required, **alone)
    for which, value in bytes_changed_at_the_ends(to_manifest):
        label = placed("commitments", f"PCR18-but-for-its-{which}-byte")
        yield cases.bad(label, "wrong-enclave", flag, committed(pcr18=value))
    label = Label(
        "commitments-PCR17-commits-to-another-key-and-PCR16-is-zero",
        "commitments: PCR17 commits to another key, and PCR16 is zero",
        idea="PCR17 commits to another key, and PCR16 is zero",
    )
    yield cases.bad(label, "wrong-enclave", flag, committed(pcr16=_ZERO, pcr17=pcrs[16]))
    label = Label("commitments-PCR18-as-PCR17", "commitments: PCR18 as PCR17", idea="PCR18 as PCR17")
    yield cases.bad(label, "wrong-enclave", flag, committed(pcr18=pcrs[17]))
    label = Label(
        "commitments-PCR18-commits-to-the-manifest-and-PCR17-to-another-key",
        "commitments: PCR18 commits to the manifest, and PCR17 to another key",
        idea="PCR18 commits to the manifest, and PCR17 to another key",
    )
    yield cases.bad(label, "wrong-enclave", flag, committed(pcr17=pcrs[16], pcr18=to_manifest))


def app_proof_identities(
    enclave: AttestedEnclave, newer: AttestedEnclave, usual: dict[str, Any], payload: dict[str, Any]
) -> Iterator[AppProofCase]:
    """Yield app proofs of the pinned application and of other applications."""
    label: str | Label
    pins = _Pins(enclave)
    identity: dict[str, Any] = {"pivot_hashes": [enclave.pivot_hash.hex()], "allow_any_program": False}
    cases = Cases(AppProofCase, **{**usual, **identity})
    good, bad = cases.good, cases.bad
    subject = payload["addressDerivationProof"]
    outcome = {"organizationId": subject["organizationId"], "outcome": "OUTCOME_ALLOW"}
    types = {name: usual[name] for name in ("expected_type", "expected_organization_id")}
    policy = {"type": "APP_PROOF_TYPE_POLICY_OUTCOME", "timestampMs": payload["timestampMs"]}
    policy |= {"policyOutcomeProof": outcome}
    by_key: dict[str, Any] = {"pivot_hashes": [], **pins.key}

    def proved_by(other: AttestedEnclave, signed: dict[str, Any] = payload) -> dict[str, str]:
        return {"app_proof": compact(other.app_proof(signed)), "boot_proof": compact(other.boot_proof())}

    yield good(
        Label("enough-PCR0-and-a-pivot-hash", "enough: PCR0 and a pivot hash", idea="PCR0 and a pivot hash"),
        _FLAG,
    )
    yield good(
        Label(
            "enough-PCR0-the-quorum-key-and-the-namespace",
            "enough: PCR0, the quorum key and the namespace",
            idea="PCR0, the quorum key and the namespace",
        ),
        _FLAG,
        **by_key,
    )
    nothing: dict[str, Any] = {"pcrs": {}, "pivot_hashes": []}
    yield good(
        Label("enough-manifest-hashes", "enough: manifest hashes", idea="manifest hashes"),
        _FLAG,
        **{**nothing, **pins.hashes},
    )
    too_little: dict[str, dict[str, Any]] = {
        "PCR0-alone": {"pivot_hashes": []},
        "PCR0-to-PCR3": {"pivot_hashes": [], "pcrs": {index: pins.pcrs[index] for index in "0123"}},
        "nothing": nothing,
        "a-pivot-hash-alone": {"pcrs": {}},
    }
    for defect, fields in too_little.items():
        yield bad(placed("not-enough", defect), "wrong-enclave", _FLAG, **fields)
    customer = _of_customer(enclave)
    for who, other, pcrs in (
        ("another-application-of-the-release", enclave.with_application("ump"), {}),
        ("an-application-of-a-customer", enclave.with_application("app", namespace=CUSTOMER), {}),
        (
            Label(
                "a-customer-s-enclave-under-the-production-role",
                "a customer's enclave under the production role",
            ),
            customer,
            {"pcrs": {**pins.pcr0, "3": PRODUCTION_PCR3}},
        ),
    ):
        proofs: dict[str, Any] = proved_by(other)
        yield bad(
            Label(f"{id_of(who)}-by-pivot-hash", f"{comment_of(who)}, by pivot hash"),
            "wrong-enclave",
            _FLAG,
            **{**proofs, **pcrs},
        )
        fields = {**proofs, **by_key, **pcrs}
        yield bad(
            Label(
                f"{id_of(who)}-by-quorum-key-and-namespace", f"{comment_of(who)}, by quorum key and namespace"
            ),
            "wrong-enclave",
            _FLAG,
            **fields,
        )
        label = Label(
            f"{id_of(who)}-where-any-program-is-allowed", f"{comment_of(who)}, where any program is allowed"
        )
        any_program: dict[str, Any] = {"pivot_hashes": [], "allow_any_program": True}
        yield good(label, _FLAG, **{**proofs, **any_program, **pcrs})
    # Each proof type belongs to one application.
    engine = enclave.with_application("ump")
    of_engine: dict[str, Any] = {"pivot_hashes": [engine.pivot_hash.hex()]}
    of_policy: dict[str, Any] = {name: value for name, value in usual.items() if name in types}
    of_policy |= {"expected_type": policy["type"], "content": outcome}
    of_policy |= dict.fromkeys(("expected_wallet_id", "expected_derivation_path", "expected_address"), UNSET)
    yield good("an-address-derivation-of-the-signer", _FLAG, application="signer")
    yield good(
        "an-outcome-of-the-policy-engine",
        _FLAG,
        **{**proved_by(engine, policy), **of_policy, **of_engine, "application": "ump"},
    )
    for name in ("evm-parser", "notarizer", "tls-fetcher", "ump", "Signer", "signer "):
        other = enclave.with_application(name)
        fields = {**proved_by(other), "pivot_hashes": [other.pivot_hash.hex()], "application": name}
        yield bad(quoted("an-address-derivation-of", name), "wrong-enclave", _FLAG, **fields)
    for name in ("signer", "notarizer"):
        other = enclave.with_application(name)
        fields = {**proved_by(other, policy), **of_policy, "pivot_hashes": [other.pivot_hash.hex()]}
        label = f"an-outcome-of-the-{name}"
        yield bad(label, "wrong-enclave", _FLAG, **fields, application=name)
    # App proofs must satisfy the other pins too.
    yield bad("a-lower-nonce", "wrong-enclave", _FLAG, min_nonce=8)
    yield bad("other-arguments", "wrong-enclave", _FLAG, args=["--port", "3001"])
    required: dict[str, Any] = {"require_live": True}
    yield bad(
        Label(
            "the-live-key-is-required-an-older-enclave",
            "the live key is required: an older enclave",
            idea="an older enclave",
        ),
        "wrong-enclave",
        _FLAG,
        **required,
    )
    boot_proof = compact(newer.boot_proof())
    yield good("the-live-key-is-required", _FLAG, **required, boot_proof=boot_proof)
    debugged = enclave.with_manifest_in("v1", "borsh")
    manifest = debugged.manifest()
    manifest["pivot"]["debugMode"] = True
    boot_proof = compact(debugged.boot_proof(manifest=manifest))
    yield bad("a-manifest-with-debug-mode", "wrong-enclave", _FLAG, boot_proof=boot_proof)
    allowed: dict[str, Any] = {"boot_proof": boot_proof, "allow_debug_mode": True}
    yield good(
        Label("a-manifest-with-debug-mode-which-is-allowed", "a manifest with debug mode, which is allowed"),
        _FLAG,
        **allowed,
    )
