"""Make the cases of manifests to decode (wire-formats.md, section 14)."""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import count
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from sealwax._crypto.points import P256, uncompressed_point
from sealwax.proofs.borsh import decode_borsh, encode_canonical_json
from sealwax.proofs.manifest import MANIFESTS, ManifestVersion, hash_manifest
from sealwax.testing.nitro import AttestedEnclave, Encoding, to_base64
from sealwax_vectors.constructs.proofs import ManifestCase

from .builder import Cases
from .defects import NOT_TEXT, compact, hex_defects, json_defects, near_texts
from .labels import Label, by_rule, id_of, of_field, placed, valued, words_of


def manifests(enclaves: Mapping[tuple[ManifestVersion, Encoding], AttestedEnclave]) -> Iterator[ManifestCase]:
    """Make the cases of manifests, those of one enclave in each form."""
    label: str | Label
    cases = {
        enclave: Cases(
            ManifestCase,
            manifest="",
            manifest_hash=enclave.hash(enclave.manifest()).hex(),
            manifest_version=enclave.version,
            namespace="test/signer",
        )
        for enclave in enclaves.values()
    }

    def good(
        label: str | Label, flag: str, encoded: bytes, enclave: AttestedEnclave, **changes: Any
    ) -> ManifestCase:
        return cases[enclave].good(label, flag, to_base64(encoded), **changes)

    for (version, encoding), enclave in enclaves.items():
        yield good(f"{version}-in-{encoding}", "Valid", enclave.encode(enclave.manifest()), enclave)
    borsh, in_json = enclaves["v1", "borsh"], enclaves["v1", "json"]
    v2 = enclaves["v2", "json"]
    encoded = borsh.encode(borsh.manifest())
    documents: dict[str, Any] = {
        enclave.version: json.loads(enclave.encode(enclave.manifest()))
        for enclave in (in_json, v2, enclaves["v0", "json"])
    }

    def edited(version: str, *path: str | int, value: object = None, remove: bool = False) -> bytes:
        document = deepcopy(documents[version])
        *outer, last = path
        inner = document
        for step in outer:
            inner = inner[step]
        if remove:
            del inner[last]
        else:
            inner[last] = value
        return compact(document).encode()

    yield from _borsh_defects(borsh, encoded)
    for label, flag, document in (
        (
            Label("v1-numbers-as-numbers", "v1: numbers as numbers", idea="numbers as numbers"),
            "ClientVariant",
            edited("v1", "namespace", "nonce", value=7),
        ),
        (
            Label("v1-hex-in-upper-case", "v1: hex in upper case", idea="hex in upper case"),
            "ClientVariant",
            edited("v1", "pivot", "hash", value=documents["v1"]["pivot"]["hash"].upper()),
        ),
        (
            Label("v1-white-space", "v1: white space", idea="white space"),
            "ClientVariant",
            b" " + json.dumps(documents["v1"], indent=1).encode(),
        ),
        (
            Label(
                "v1-the-restart-policy-with-a-small-letter",
                "v1: the restart policy with a small letter",
                idea="the restart policy with a small letter",
            ),
            "ClientVariant",
            edited("v1", "pivot", "restart", value="always"),
        ),
        (
            Label("v1-a-host-that-is-null", "v1: a host that is null", idea="a host that is null"),
            "ClientVariant",
            edited("v1", "pivot", "bridgeConfig", 1, "host", value=None),
        ),
    ):
        yield good(label, flag, document, in_json)
    for label, flag, document in (
        (
            Label("v2-numbers-as-numbers", "v2: numbers as numbers", idea="numbers as numbers"),
            "ClientVariant",
            edited("v2", "namespace", "nonce", value=7),
        ),
        (
            Label(
                "v2-members-in-another-order", "v2: members in another order", idea="members in another order"
            ),
            "ClientVariant",
            compact(dict(reversed(documents["v2"].items()))).encode(),
        ),
        (
            Label("v2-white-space", "v2: white space", idea="white space"),
            "ClientVariant",
            json.dumps(documents["v2"], indent=1).encode(),
        ),
    ):
        yield good(label, flag, document, v2)
    for label, change in (
        ("no-environment", {"env": {}}),
        ("several-variables", {"env": {"Z": "last", "a": "first", "_": "", "A" * 1024: "x"}}),
        ("text-beyond-ASCII", {"args": ['\U0001f511 用户 \x7f\x1f"\\/']}),
        ("control-characters", {"args": ["".join(map(chr, range(0x20)))]}),
    ):
        manifest = v2.manifest()
        manifest["pivot"] |= change
        encoded_v2 = v2.encode(manifest)
        yield good(
            placed("v2", label), "CanonicalJson", encoded_v2, v2, manifest_hash=v2.hash(manifest).hex()
        )
    no_variables = edited("v2", "pivot", "env", value={})
    manifest = v2.manifest()
    manifest["pivot"]["env"] = {}
    label = Label(
        "v2-an-environment-that-is-empty",
        "v2: an environment that is empty",
        idea="an environment that is empty",
    )
    yield good(label, "CanonicalJson", no_variables, v2, manifest_hash=v2.hash(manifest).hex())
    manifest = v2.manifest()
    manifest["dns"] = None
    bare = v2.encode(manifest)
    yield good(
        Label("v2-no-DNS", "v2: no DNS", idea="no DNS"),
        "CanonicalJson",
        bare,
        v2,
        manifest_hash=v2.hash(manifest).hex(),
    )
    manifest["dns"] = {"resolvers": []}
    yield good(
        placed("v2", "DNS-without-any-resolver"),
        "CanonicalJson",
        v2.encode(manifest),
        v2,
        manifest_hash=v2.hash(manifest).hex(),
    )
    manifest["dns"] = None
    nulls = compact({**json.loads(bare), "dns": None}).encode()
    yield good(
        Label("v2-DNS-that-is-null", "v2: DNS that is null", idea="DNS that is null"),
        "CanonicalJson",
        nulls,
        v2,
        manifest_hash=v2.hash(manifest).hex(),
    )
    yield from _patch_sets(borsh, good)
    yield from _json_defects(edited, documents)
    yield from _off_the_curve(documents, edited)
    yield from _caps(enclaves, good)


def _patch_sets(borsh: AttestedEnclave, good: Callable[..., ManifestCase]) -> Iterator[ManifestCase]:
    """Yield manifests whose patch set breaks the rules of the other sets, which are not for it."""
    member = borsh.manifest()["manifestSet"]["members"][0]["pubKey"]
    for label, threshold, members in (
        ("a-threshold-of-0", 0, [member]),
        ("a-threshold-above-its-members", 2, [member]),
        ("no-members", 0, []),
        ("a-member-twice", 1, [member, member]),
    ):
        manifest = borsh.manifest()
        manifest["patchSet"] = {"threshold": threshold, "members": [{"pubKey": key} for key in members]}
        placed_label = placed(Label("borsh-patchSet", "borsh: patchSet"), label)
        outputs = {"manifest_hash": borsh.hash(manifest).hex()}
        yield good(placed_label, "ManifestApprovals", borsh.encode(manifest), borsh, **outputs)


def _caps(
    enclaves: Mapping[tuple[ManifestVersion, Encoding], AttestedEnclave], good: Callable[..., ManifestCase]
) -> Iterator[ManifestCase]:
    """Yield manifests at each limit of members, texts and bytes, and one above it."""

    def with_members(manifest: Any, count: int) -> None:
        members = manifest["shareSet"]["members"]
        points = _points(2 * 256)
        for number in range(len(members), count):
            key_set = points[2 * number] + points[2 * number + 1]
            members.append({"alias": f"m{number}", "pubKey": key_set})

    def with_arguments(manifest: Any, count: int) -> None:
        manifest["pivot"]["args"] = [""] * count

    def with_bridges(manifest: Any, count: int) -> None:
        manifest["pivot"]["bridgeConfig"] = [{"type": "server", "port": 1, "host": ""}] * count

    def with_resolvers(manifest: Any, count: int) -> None:
        manifest["dns"] = {"resolvers": ["::"] * count}

    def with_variables(manifest: Any, count: int) -> None:
        manifest["pivot"]["env"] = {f"A{number}": "" for number in range(count)}

    def with_name(manifest: Any, count: int) -> None:
        manifest["pivot"]["env"] = {"A" * count: ""}

    def with_value(manifest: Any, count: int) -> None:
        manifest["pivot"]["env"] = {"A": "v" * count}

    v1, v2 = enclaves["v1", "borsh"], enclaves["v2", "json"]
    for enclave, unit, limit, change in (
        (v1, "members", 255, with_members),
        (v1, "arguments", 4096, with_arguments),
        (v1, "bridges", 4096, with_bridges),
        (v2, "members", 255, with_members),
        (v2, "arguments", 4096, with_arguments),
        (v2, "resolvers", 4096, with_resolvers),
        (v2, "variables-of-the-environment", 512, with_variables),
        (v2, "letters-in-the-name-of-a-variable", 1024, with_name),
        (v2, "bytes-in-the-value-of-a-variable", 65536, with_value),
    ):
        manifest = enclave.manifest()
        change(manifest, limit)
        label, outputs = (
            by_rule(placed(enclave.version, f"{limit}-{unit}")),
            {"manifest_hash": enclave.hash(manifest).hex()},
        )
        yield good(label, "FieldLimit", enclave.encode(manifest), enclave, **outputs)
        change(manifest, limit + 1)
        label = by_rule(placed(enclave.version, f"{limit + 1}-{unit}"))
        yield bad(label, "FieldLimit", enclave.encode(manifest))


@cache
def _points(count: int) -> tuple[bytes, ...]:
    """Return the first multiples of the base point."""
    keys = (ec.derive_private_key(number, P256).public_key() for number in range(1, count + 1))
    return tuple(map(uncompressed_point, keys))


def _off_the_curve(documents: dict[str, Any], edited: Callable[..., bytes]) -> Iterator[ManifestCase]:
    """Yield manifests with a point off the curve in a key set."""
    for version, place in (
        ("v2", ("namespace", "quorumKey")),
        ("v2", ("manifestSet", "members", 0, "pubKey")),
        ("v2", ("shareSet", "members", 0, "pubKey")),
        ("v1", ("patchSet", "members", 0, "pubKey")),
    ):
        key_set = documents[version]
        for name in place:
            key_set = key_set[name]
        half = len(key_set) // 2
        for which, end in (("encryption", half), ("signing", len(key_set))):
            last = "1" if key_set[end - 1] == "0" else "0"
            document = edited(version, *place, value=key_set[: end - 1] + last + key_set[end:])
            label = placed(
                version,
                Label(
                    f"the-{which}-point-of-{id_of('.'.join(map(str, place)))}-off-the-curve",
                    f"the {which} point of {'.'.join(map(str, place))} off the curve",
                ),
            )
            yield bad(label, "InvalidPoint", document)


def bad(label: str | Label, flag: str, encoded: bytes) -> ManifestCase:
    """Make the case of a manifest that must be refused."""
    return Cases(ManifestCase).bad(label, "malformed", flag, manifest=to_base64(encoded))


def _borsh_defects(borsh: AttestedEnclave, encoded: bytes) -> Iterator[ManifestCase]:
    label: str | Label
    yield bad(Label("borsh-empty", "borsh: empty", idea="empty"), "BorshStrictness", b"")
    yield bad(
        Label("borsh-cut-by-a-byte", "borsh: cut by a byte", idea="cut by a byte"),
        "BorshStrictness",
        encoded[:-1],
    )
    yield bad(
        Label("borsh-a-byte-after-it", "borsh: a byte after it", idea="a byte after it"),
        "BorshStrictness",
        encoded + b"\0",
    )
    yield bad(
        Label("borsh-the-envelope", "borsh: the envelope", idea="the envelope"),
        "BorshStrictness",
        borsh.encode(borsh.envelope(borsh.manifest())),
    )
    name = b"test/signer"
    label = Label(
        "borsh-text-that-is-not-UTF-8", "borsh: text that is not UTF-8", idea="text that is not UTF-8"
    )
    yield bad(label, "BorshStrictness", encoded.replace(name, b"\xff" * len(name), 1))
    length = len(name).to_bytes(4, "little")
    huge = encoded.replace(length, b"\xff\xff\xff\xff", 1)
    yield bad(
        Label(
            "borsh-a-length-beyond-the-end", "borsh: a length beyond the end", idea="a length beyond the end"
        ),
        "BorshStrictness",
        huge,
    )
    after_hash = encoded.index(borsh.manifest()["pivot"]["hash"]) + 32
    for label, at, value in (
        ("a-restart-policy-that-is-not-known", after_hash, 2),
        ("a-bridge-that-is-not-known", after_hash + 5, 2),
        ("an-option-that-is-not-known", after_hash + 5 + 1 + 2 + 4 + 7 + 1 + 2, 2),
        ("a-flag-that-is-not-known", after_hash + 5 + 1 + 2 + 4 + 7 + 1 + 2 + 1, 2),
    ):
        changed = encoded[:at] + bytes([value]) + encoded[at + 1 :]
        yield bad(placed("borsh", label), "BorshStrictness", changed)
    for label, change in _SETS.items():
        for which in ("manifestSet", "shareSet"):
            manifest = borsh.manifest()
            manifest["shareSet"] = deepcopy(manifest["manifestSet"])
            change(manifest[which])
            yield bad(
                placed(Label(f"borsh-{which}", f"borsh: {which}"), label),
                "ManifestApprovals",
                MANIFESTS["v1"].write(manifest),
            )
    manifest = borsh.manifest()
    manifest["namespace"]["quorumKey"] = manifest["namespace"]["quorumKey"][:65]
    yield bad(
        Label(
            "borsh-a-quorum-key-of-65-bytes",
            "borsh: a quorum key of 65 bytes",
            idea="a quorum key of 65 bytes",
        ),
        "WrongType",
        MANIFESTS["v1"].write(manifest),
    )
    manifest = borsh.manifest()
    manifest["enclave"]["pcr0"] = bytes(32)
    yield bad(
        Label("borsh-a-PCR-of-32-bytes", "borsh: a PCR of 32 bytes", idea="a PCR of 32 bytes"),
        "WrongType",
        MANIFESTS["v1"].write(manifest),
    )
    # Decoded as V0, its sets have no members; only a later check refuses them.
    yield bad(
        Label("borsh-two-meanings", "borsh: two meanings", idea="two meanings"),
        "BorshStrictness",
        two_meanings(borsh.manifest()),
    )
    two = two_whole_meanings(borsh)
    encoded = MANIFESTS["v1"].write(two["v1"])
    yield bad(
        Label(
            "borsh-two-meanings-both-of-them-whole",
            "borsh: two meanings, both of them whole",
            idea="two meanings, both of them whole",
        ),
        "BorshStrictness",
        encoded,
    )
    for version, manifest in two.items():
        document = encode_canonical_json(MANIFESTS[version], manifest)
        label = placed(version, "JSON-whose-Borsh-is-one-of-the-other-version-too")
        yield bad(label, "BorshStrictness", document)
    nearly = two_whole_meanings(borsh, less=1)["v1"]
    outputs = {"manifest_hash": hash_manifest("v1", nearly), "manifest_version": "v1"}
    cases = Cases(ManifestCase, manifest="", namespace="test/signer", **outputs)
    label = Label(
        "v1-JSON-whose-Borsh-is-one-of-V0-but-for-its-last-byte",
        "v1: JSON whose Borsh is one of V0 but for its last byte",
        idea="JSON whose Borsh is one of V0 but for its last byte",
    )
    document = encode_canonical_json(MANIFESTS["v1"], nearly)
    yield cases.good(label, "BorshStrictness", to_base64(document))
    # As V1 in JSON; its Borsh decoded as V0 has sets without members.
    ambiguous = decode_borsh(two_meanings(borsh.manifest()), MANIFESTS["v1"], "the manifest")
    label = Label(
        "v1-JSON-whose-Borsh-is-one-of-V0-but-for-its-thresholds",
        "v1: JSON whose Borsh is one of V0 but for its thresholds",
        idea="JSON whose Borsh is one of V0 but for its thresholds",
    )
    yield bad(label, "BorshStrictness", encode_canonical_json(MANIFESTS["v1"], ambiguous))


def two_whole_meanings(enclave: AttestedEnclave, less: int = 0) -> dict[ManifestVersion, Any]:
    """Make two manifests, of V0 and of V1, that have the same Borsh and pass every later check.

    The argument of V0 holds the rest of V1's bridge, its ``debugMode`` and its two arguments. The length of
    the V0 argument is the type and the port of the bridge and the first byte of its host's length. V0 lacks
    ``less`` bytes.
    """
    v0, v1 = (enclave.with_manifest_in(version, "borsh").manifest() for version in ("v0", "v1"))
    args = ["x" * 120, "y" * (120 - less)]
    v1["pivot"] |= {"bridgeConfig": [{"type": "server", "port": 1, "host": ""}], "args": args}
    pivot = MANIFESTS["v1"].members["pivot"].write(v1["pivot"])
    # Skip the hash, the policy, the number of arguments or bridges, and the length of the argument.
    v0["pivot"]["args"] = [pivot[32 + 1 + 4 + 4 :].decode()]
    return {"v0": v0, "v1": v1}


def two_meanings(manifest: Any) -> bytes:
    """Make Borsh that decodes as V0 and as V1, without bytes left over.

    Decoded as V1, its second argument holds the fields of V0 that precede the root certificate. Decoded as
    V0, its root certificate holds the fields of V1 that follow the arguments. Both end alike.
    """

    def number(value: int) -> bytes:
        return value.to_bytes(4, "little")

    whole = MANIFESTS["v1"].write(manifest)
    begin = whole[: whole.index(manifest["pivot"]["hash"]) + 33]
    sets, enclave = MANIFESTS["v1"].members["manifestSet"], MANIFESTS["v1"].members["enclave"]

    def certificate(padding: int) -> bytes:
        padded = {**manifest["enclave"], "awsRootCertificate": bytes(padding)}
        return 2 * sets.write(manifest["manifestSet"]) + enclave.write(padded)[:-4]

    # The argument holds the certificate's length, whose bytes must thus be ASCII.
    inner = next(encoded for encoded in map(certificate, count()) if number(len(encoded)).isascii())
    skipped = 3 + 4 * 52 + 4
    return (
        begin
        + number(0)
        + number(2 << 8) + number(0)
        + number(skipped << 8) + number(0)
        + 4 * (number(48) + bytes(48))
        + number(len(inner)) + inner
        + number(0) + number(0) + number(0)
    )  # fmt: skip


def _no_threshold(quorum: Any) -> None:
    quorum["threshold"] = 0


def _high_threshold(quorum: Any) -> None:
    quorum["threshold"] = 4


def _no_members(quorum: Any) -> None:
    quorum |= {"threshold": 1, "members": []}


def _one_alias(quorum: Any) -> None:
    quorum["members"][1]["alias"] = quorum["members"][0]["alias"]


def _one_encryption_point(quorum: Any) -> None:
    first, second = (member["pubKey"] for member in quorum["members"][:2])
    quorum["members"][1]["pubKey"] = first[:65] + second[65:]


def _one_signing_point(quorum: Any) -> None:
    first, second = (member["pubKey"] for member in quorum["members"][:2])
    quorum["members"][1]["pubKey"] = second[:65] + first[65:]


_SETS: dict[str, Callable[[Any], None]] = {
    "a-threshold-of-0": _no_threshold,
    "a-threshold-above-its-members": _high_threshold,
    "no-members": _no_members,
    "an-alias-twice": _one_alias,
    "an-encryption-point-twice": _one_encryption_point,
    "a-signing-point-twice": _one_signing_point,
}


_RECORDS: tuple[tuple[str | int, ...], ...] = (
    (),
    ("namespace",),
    ("pivot",),
    ("manifestSet",),
    ("enclave",),
    ("shareSet", "members", 0),
)


def _json_defects(edited: Callable[..., bytes], documents: dict[str, Any]) -> Iterator[ManifestCase]:
    label: str | Label
    for version, document in documents.items():
        for defect in json_defects(document):
            # The next loop covers missing members and wrong types.
            if defect.flag in {"JsonStrictness", "DuplicateKey"} and defect.id != "empty":
                yield bad(placed(version, defect.label), defect.flag, defect.value.encode())
        for name in document:
            if (version, name) == ("v0", "pivot"):
                continue  # only the pivot distinguishes V0 from V1
            if name != "dns":
                yield bad(
                    placed(version, of_field(name, "left-out")),
                    "MissingField",
                    edited(version, name, remove=True),
                )
            yield bad(
                placed(version, of_field(name, "is-a-number")), "WrongType", edited(version, name, value=5)
            )
        for path in _RECORDS:
            where = placed(version, valued(".".join(map(str, path)) or "the manifest"))
            label = placed(where, "a-member-that-is-not-known")
            yield bad(label, "UnknownField", edited(version, *path, "more", value=1))
    for notation, value in {
        "a-fraction": 7.5, "an-exponent": 7e0, "a-sign": "+7", "a-leading-zero": "07", "a-space": " 7",
        "Arabic-digits": "\u0667", "a-superscript-digit": "\u00b2",
        "an-underscore": "1_0", "text-without-a-digit": "", "a-negative-number": -7,
        "a-negative-text": "-7", "2-to-the-32nd": 2**32, "2-to-the-32nd-as-text": str(2**32), "true": True,
        "null": None, "many-digits": "9" * 500,
    }.items():  # fmt: skip
        for version in ("v1", "v2"):
            document = edited(version, "namespace", "nonce", value=value)
            yield bad(
                placed(Label(f"{version}-the-nonce", f"{version}: the nonce"), notation),
                "NumberNotation",
                document,
            )
    for json_type, value in NOT_TEXT.items():
        yield bad(
            placed("v2", f"the-name-is-{json_type}"),
            "WrongType",
            edited("v2", "namespace", "name", value=value),
        )
        label = placed("v2", f"the-quorum-key-is-{json_type}")
        yield bad(label, "WrongType", edited("v2", "namespace", "quorumKey", value=value))
    for defect in hex_defects(documents["v2"]["pivot"]["hash"]):
        document = edited("v2", "pivot", "hash", value=defect.value)
        yield bad(
            placed(Label("v2-the-application", "v2: the application"), defect.label), defect.flag, document
        )
    for difference, policy in near_texts("Always"):
        label = Label(f"a-restart-policy-{difference}", f"a restart policy, {words_of(difference)}")
        yield bad(placed("v2", label), "WrongType", edited("v2", "pivot", "restart", value=policy))
    for difference, version in near_texts("v2"):
        label = Label(f"the-version-{difference}", f"the version, {words_of(difference)}")
        yield bad(placed("v2", label), "WrongType", edited("v2", "version", value=version))
    for label, place, value in (
        ("a-hash-of-31-bytes", ("pivot", "hash"), "00" * 31),
        ("a-restart-policy-that-is-not-known", ("pivot", "restart"), "Sometimes"),
        ("a-restart-policy-in-capitals", ("pivot", "restart"), "ALWAYS"),
        (
            Label("debugMode-as-text", "debugMode as text", idea="FIELD as text"),
            ("pivot", "debugMode"),
            "false",
        ),
        (
            Label("debugMode-as-a-number", "debugMode as a number", idea="FIELD as a number"),
            ("pivot", "debugMode"),
            0,
        ),
        ("an-argument-that-is-a-number", ("pivot", "args"), [1]),
        ("arguments-that-are-text", ("pivot", "args"), "--port"),
        ("a-bridge-that-is-text", ("pivot", "bridgeConfig"), ["server"]),
        ("a-bridge-without-a-type", ("pivot", "bridgeConfig"), [{"port": 1, "host": "x"}]),
        ("a-bridge-of-another-type", ("pivot", "bridgeConfig"), [{"type": "both", "port": 1, "host": "x"}]),
        ("a-bridge-whose-type-is-no-text", ("pivot", "bridgeConfig"), [{"type": ["server"], "port": 1}]),
        ("a-server-without-a-host", ("pivot", "bridgeConfig"), [{"type": "server", "port": 1}]),
        ("a-port-of-65536", ("pivot", "bridgeConfig"), [{"type": "server", "port": 65536, "host": "x"}]),
        ("a-version-v1", ("version",), "v1"),
        ("a-version-V2", ("version",), "V2"),
        ("a-version-that-is-null", ("version",), None),
        ("DNS-that-is-text", ("dns",), "1.1.1.1"),
        ("DNS-that-is-an-empty-object", ("dns",), {}),
        ("a-resolver-that-is-a-name", ("dns", "resolvers"), ["one.one.one.one"]),
        ("a-resolver-that-is-a-number", ("dns", "resolvers"), [16843009]),
        ("DNS-with-a-member-that-is-not-known", ("dns", "more"), 1),
        ("a-patch-set", ("patchSet",), {"threshold": "1", "members": []}),
        ("variables-that-are-an-array", ("pivot", "env"), []),
        ("a-variable-that-is-text", ("pivot", "env"), {"A": "b"}),
        ("a-variable-of-another-kind", ("pivot", "env"), {"A": {"secret": {"value": "b"}}}),
        ("a-variable-of-two-kinds", ("pivot", "env"), {"A": {"plain": {"value": "b"}, "more": 1}}),
        ("a-variable-with-something-more", ("pivot", "env"), {"A": {"plain": {"value": "b", "more": 1}}}),
        ("a-variable-whose-value-is-a-number", ("pivot", "env"), {"A": {"plain": {"value": 1}}}),
        ("a-variable-with-an-equals-sign", ("pivot", "env"), {"A=": {"plain": {"value": "b"}}}),
        ("a-variable-that-begins-with-a-digit", ("pivot", "env"), {"1A": {"plain": {"value": "b"}}}),
        ("a-variable-beyond-ASCII", ("pivot", "env"), {"Ä": {"plain": {"value": "b"}}}),
        ("a-variable-without-a-name", ("pivot", "env"), {"": {"plain": {"value": "b"}}}),
        ("a-variable-with-a-long-name", ("pivot", "env"), {"A" * 1025: {"plain": {"value": "b"}}}),
        ("a-variable-with-a-zero-in-its-value", ("pivot", "env"), {"A": {"plain": {"value": "\0"}}}),
        (by_rule("513-variables"), ("pivot", "env"), {f"A{n}": {"plain": {"value": ""}} for n in range(513)}),
    ):
        yield bad(placed("v2", label), "WrongType", edited("v2", *place, value=value))
    # The fields distinguish V1 from V0.
    v1 = edited("v1", "pivot", "debugMode", remove=True)
    yield bad(
        Label("v1-debugMode-left-out", "v1: debugMode left out", idea="FIELD left out"), "MissingField", v1
    )
    yield bad(
        Label("v1-bridgeConfig-left-out", "v1: bridgeConfig left out", idea="FIELD left out"),
        "MissingField",
        edited("v1", "pivot", "bridgeConfig", remove=True),
    )
    yield bad(
        Label(
            "v1-variables-which-are-V2-s", "v1: variables, which are V2's", idea="variables, which are V2's"
        ),
        "UnknownField",
        edited("v1", "pivot", "env", value={}),
    )
    yield bad(
        Label("v0-a-pivot-with-debugMode", "v0: a pivot with debugMode", idea="a pivot with debugMode"),
        "MissingField",
        edited("v0", "pivot", "debugMode", value=False),
    )
    envelope = compact({"manifest": documents["v2"], "manifestSetApprovals": [], "shareSetApprovals": []})
    yield bad(
        Label("v2-the-envelope", "v2: the envelope", idea="the envelope"), "UnknownField", envelope.encode()
    )
