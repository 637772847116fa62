"""Make the cases of releases of enclaves (wire-formats.md, section 14.5)."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any, TypeAlias

from sealwax._crypto.points import P256
from sealwax._limits import MAX_APPROVAL_BYTES
from sealwax.proofs.manifest import APPROVAL
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.nitro import AttestedEnclave, KeySet, take_key_set, to_base64
from sealwax.testing.releases import ReferenceRelease
from sealwax_vectors.constructs.proofs import Operators
from sealwax_vectors.constructs.releases import ChainCase, ReleaseCase
from sealwax_vectors.format import Case

from .builder import Cases
from .defects import json_defects
from .identities import WELL_KNOWN_QUORUM_KEY
from .labels import Label, by_rule, id_of, placed

Files: TypeAlias = dict[str, bytes]

_FLAG = "ReleaseApproval"
_EMPTY = bytes.fromhex(
    "21b9efbc184807662e966d34f390821309eeac6802309798826296bf3e8bec7c10edb30948c90ba67310f7b964fc500a"
)
_BOOTED_AT = datetime(2026, 1, 1, tzinfo=timezone.utc)


def _encoded(files: Mapping[str, bytes], left_out: tuple[str, ...] = ("manifest.json",)) -> dict[str, str]:
    return {path: to_base64(content) for path, content in files.items() if not path.endswith(left_out)}


def _operators_of(release: ReferenceRelease) -> Operators:
    trusted = release.operator_set
    return Operators(trusted.threshold, dict(trusted.members), trusted.nonce)


def _named(release: ReferenceRelease) -> dict[str, Any]:
    trusted = release.operator_set
    return {"nonce": trusted.nonce, "threshold": trusted.threshold, "members": dict(trusted.members)}


class _Maker:
    """Makes releases of one enclave, and their cases."""

    def __init__(self, material: KeyMaterial) -> None:
        self.enclave = AttestedEnclave(material.take("enclave"), booted_at=_BOOTED_AT)
        self.keys: dict[str, KeySet] = {
            str(number): take_key_set(material, "operator") for number in range(1, 7)
        }
        self.whole = ReferenceRelease(
            self.enclave, self.key_sets(1, 2, 3), applications=("notarizer", "signer", "ump")
        )
        self.signer = replace(self.whole, applications=("signer",))
        self.files: Files = self.signer.files_of("signer")
        self.first, self.second = (name for name in self.files if name.endswith(".approval"))

    def key_sets(self, *aliases: int) -> dict[str, KeySet]:
        return {str(alias): self.keys[str(alias)] for alias in aliases}

    def outputs(self, release: ReferenceRelease, *names: str) -> dict[str, Any]:
        hashes = {name: release.enclave_of(name).hash(release.manifest(name)).hex() for name in names}
        return {
            "applications": hashes,
            "approved_by": {name: [*release.approvers] for name in names},
            **_named(release),
        }

    def cases(self) -> Cases[ReleaseCase]:
        usual = self.outputs(self.signer, "signer")
        return _ReleaseCases(ReleaseCase, operators=_operators_of(self.signer), files=self.files, **usual)

    def readable_cases(self) -> Cases[ReleaseCase]:
        usual = self.outputs(self.signer, "signer")
        return _WholeCases(ReleaseCase, operators=_operators_of(self.signer), files=self.files, **usual)


class _ReleaseCases(Cases[ReleaseCase]):
    """Cases that encode the bytes of their files, and omit the manifests for people."""

    left_out: tuple[str, ...] = ("manifest.json",)

    def _make(self, label: str | Label, flags: str, fields: dict[str, Any]) -> ReleaseCase:
        files = _encoded(fields["files"], self.left_out)
        return super()._make(label, flags, {**fields, "files": files})


class _WholeCases(_ReleaseCases):
    """Cases with manifests for people."""

    left_out = ()


def enclave_release(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of releases of enclaves."""
    maker = _Maker(material)
    yield from _approvals(maker)
    yield from _files(maker)
    yield from _applications(maker)
    yield from _chains(maker)
    yield from _places(maker)


def _places(maker: _Maker) -> Iterator[ReleaseCase]:
    """Make the cases of releases that are older than the operators, or of another deployment."""
    cases = maker.cases()
    good, bad = cases.good, cases.bad
    own = _operators_of(maker.signer)
    for variant, nonce in {"the-same": own.nonce, "a-lower": own.nonce - 1, "no": 0}.items():
        trusted = Operators(own.threshold, own.members, nonce)
        yield good(
            placed("not-older", f"operators-with-{variant}-nonce"), "OlderRelease", trusted, refuse_older=True
        )
    for variant, nonce in {"a-nonce-higher-by-one": own.nonce + 1, "the-highest-nonce": 2**32 - 1}.items():
        trusted = Operators(own.threshold, own.members, nonce)
        yield bad(placed("older", f"operators-with-{variant}"), "wrong-enclave", "OlderRelease", trusted,
                  refuse_older=True)  # fmt: skip
    yield good("the-expected-namespace", _FLAG, namespace="test")
    for namespace in ("prod", "preprod", "tes", "test/", "TEST", "test/signer", ""):
        label = Label(
            f"another-namespace-is-expected-{id_of(namespace)}",
            f"another namespace is expected: '{namespace}'",
            hashed=f"another namespace is expected: '{namespace}'",
        )
        yield bad(label, "wrong-enclave", "OtherNamespace", namespace=namespace)
    nested = maker.signer.manifest("signer")
    nested["namespace"]["name"] = "test/prod/signer"
    outputs = {
        **maker.outputs(maker.signer, "signer"),
        "applications": {"signer": maker.signer.enclave_of("signer").hash(nested).hex()},
    }
    files = maker.signer.files_of("signer", nested)
    label = Label("a-namespace-of-two-parts-as-expected", "a namespace of two parts, as expected")
    yield good(label, _FLAG, files=files, namespace="test/prod", **outputs)
    for namespace in ("test", "prod"):
        label = Label(
            f"a-namespace-of-two-parts-and-only-{namespace}-is-expected",
            f"a namespace of two parts, and only '{namespace}' is expected",
            hashed=f"a namespace of two parts, and only '{namespace}' is expected",
        )
        yield bad(label, "wrong-enclave", "OtherNamespace", files=files, namespace=namespace)


def _approvals(maker: _Maker) -> Iterator[ReleaseCase]:
    variant: str | Label
    cases, signer, files = maker.cases(), maker.signer, maker.files
    good, bad = cases.good, cases.bad
    yield good(
        Label("the-folder-of-an-application-in-Borsh", "the folder of an application, in Borsh"), "Valid"
    )
    for version, encoding in (("v0", "borsh"), ("v0", "json"), ("v1", "json"), ("v2", "json")):
        form: Any = {"version": version, "encoding": encoding}
        release = replace(signer, enclave=maker.enclave.with_manifest_in(**form))
        yield good(f"a-manifest-of-{version}-in-{encoding}", "Valid", files=release.files_of("signer"),
                   **maker.outputs(release, "signer"))  # fmt: skip
    for variant, approvers in (("all-three", ("1", "2", "3")), ("the-last-two", ("2", "3"))):
        release = replace(signer, approvers=approvers)
        outputs = maker.outputs(release, "signer")
        yield good(f"approved-by-{variant}", "Valid", files=release.files_of("signer"), **outputs)
    own = _operators_of(signer)
    keys = own.members
    trusting: dict[str | Label, Operators] = {
        Label("two-more-who-did-not-approve", "two more, who did not approve"): Operators(
            2, {**keys, "5": maker.keys["5"].public.hex()}
        ),
        "only-those-who-approved": Operators(2, {"1": keys["1"], "2": keys["2"]}),
        "one-of-those-who-approved": Operators(1, {"2": keys["2"], "6": maker.keys["6"].public.hex()}),
        "the-same-under-other-aliases": Operators(2, {"x": keys["1"], "1": keys["2"]}),
        Label(
            "the-same-with-a-higher-nonce-which-only-a-chain-compares",
            "the same with a higher nonce, which only a chain compares",
        ): Operators(2, keys, 2**32 - 1),
    }
    for variant, trusted in trusting.items():
        yield good(placed("trusted", variant), _FLAG, trusted)
    mixed = {**keys, "2": maker.keys["4"].public.hex()[:130] + keys["2"][130:]}
    for defect, trusted in {
        "a-threshold-of-one-more": Operators(3, keys),
        "only-one-of-those-who-approved": Operators(2, {"1": keys["1"], "3": keys["3"]}),
        "none-of-those-who-approved": Operators(1, {"3": keys["3"]}),
        "others-under-the-same-aliases": Operators(
            2, dict(zip("123", (maker.keys[alias].public.hex() for alias in "456"), strict=True))
        ),
        "one-with-another-encryption-point": Operators(2, mixed),
        "one-with-another-signing-point": Operators(
            2, {**keys, "2": keys["2"][:130] + maker.keys["4"].public.hex()[130:]}
        ),
    }.items():
        yield bad(placed("trusted", defect), "untrusted-signer", _FLAG, trusted)
    for defect, trusted in {
        "a-threshold-of-0": Operators(0, keys),
        "a-threshold-above-the-number-of-members": Operators(4, keys),
        "nobody": Operators(1, {}),
        "a-member-twice": Operators(2, {**keys, "4": keys["1"]}),
        "two-members-with-the-same-signing-point": Operators(
            2, {"1": keys["1"], "2": keys["2"][:130] + keys["1"][130:]}
        ),
        "half-of-a-key-set": Operators(2, {**keys, "3": keys["3"][:130]}),
        "a-point-that-is-not-on-the-curve": Operators(
            2, {**keys, "3": keys["3"][:-1] + _other_digit(keys["3"])}
        ),
    }.items():
        yield bad(placed("trusted", defect), "malformed", _FLAG, trusted)
    one_short = {name: content for name, content in files.items() if name != maker.second}
    yield bad("one-approval-short", "untrusted-signer", _FLAG, files=one_short)
    none = {name: content for name, content in one_short.items() if name != maker.first}
    yield bad("no-approval", "untrusted-signer", _FLAG, files=none)
    stricter = replace(signer, threshold=3)
    yield bad(
        Label(
            "fewer-approvals-than-the-set-in-the-manifest-requires-and-enough-of-the-trusted-ones",
            "fewer approvals than the set in the manifest requires, and enough of the trusted ones",
        ),
        "untrusted-signer",
        _FLAG,
        files=stricter.files_of("signer"),
    )
    renamed = {**files, maker.second: files[maker.first]}
    yield bad(
        Label("an-approval-twice-under-two-names", "an approval twice, under two names"),
        "malformed",
        _FLAG,
        files=renamed,
    )
    manifest_hash = maker.enclave.hash(signer.manifest("signer"))
    by_first = maker.keys["1"].sign(manifest_hash)
    high = {"signature": _high_s(by_first), "member": _member(maker, "1")}
    beside = {**files, "again.approval": files[maker.first]}
    yield bad(
        Label("an-approval-twice-beside-enough", "an approval twice, beside enough"),
        "malformed",
        _FLAG,
        files=beside,
    )
    twice = {**files, maker.second: APPROVAL.write(high)}
    yield bad("another-approval-by-the-same-member", "malformed", _FLAG, files=twice)

    def second(**fields: Any) -> Files:
        approval = {"signature": maker.keys["2"].sign(manifest_hash), "member": _member(maker, "2"), **fields}
        return {**files, maker.second: APPROVAL.write(approval)}

    signature = maker.keys["2"].sign(manifest_hash)
    yield good("an-approval-with-a-high-S", _FLAG, files=second(signature=_high_s(signature)))
    third = {"signature": maker.keys["3"].sign(manifest_hash), "member": _member(maker, "3")}
    by_third = maker.outputs(replace(signer, approvers=("1", "3")), "signer")
    yield good("an-approval-by-the-third-member", "Valid", files=second(**third), **by_third)
    stranger = maker.keys["4"]
    signed = stranger.sign(manifest_hash)
    others: dict[str, dict[str, Any]] = {
        "by-somebody-else": {"signature": signed, "member": _member(maker, "4")},
        "by-somebody-else-with-the-alias-of-a-member": {
            "signature": signed, "member": {"alias": "2", "pubKey": stranger.public}
        },
        "by-a-member-with-another-alias": {"member": {**_member(maker, "2"), "alias": "3"}},
        "by-a-member-with-another-encryption-point": {
            "member": {"alias": "2", "pubKey": stranger.public[:65] + maker.keys["2"].public[65:]}
        },
    }  # fmt: skip
    for defect, fields in others.items():
        yield bad(f"an-approval-{defect}", "untrusted-signer", _FLAG, files=second(**fields))
    for defect, value in {
        "of-its-first-byte-changed": bytes([signature[0] ^ 1]) + signature[1:],
        "of-its-last-byte-changed": signature[:-1] + bytes([signature[-1] ^ 1]),
        "of-r-and-s-exchanged": signature[32:] + signature[:32],
        "by-the-encryption-key": KeySet(maker.keys["2"].encryption, maker.keys["2"].encryption).sign(
            manifest_hash
        ),
        "by-another-member": maker.keys["3"].sign(manifest_hash),
        "of-the-manifest-itself": maker.keys["2"].sign(files["manifest"]),
        "of-the-hash-in-hex": maker.keys["2"].sign(manifest_hash.hex().encode()),
    }.items():
        yield bad(f"a-signature-{defect}", "bad-signature", _FLAG, files=second(signature=value))
    for defect, value in {
        "of-zeros": bytes(64),
        "with-an-r-of-the-order": P256.group_order.to_bytes(32, "big") + signature[32:],
    }.items():
        yield bad(f"a-signature-{defect}", "malformed", _FLAG, files=second(signature=value))
    for origin, other_files in {
        "another-application": maker.whole.files_of("ump"),
        "another-nonce": replace(signer, nonce=20260403).files_of("signer"),
        "a-lower-nonce": replace(signer, nonce=20260401).files_of("signer"),
        "another-deployment": replace(signer, deployment="prod").files_of("signer"),
    }.items():
        approval = next(content for name, content in other_files.items() if name.startswith("2-"))
        yield bad(f"an-approval-of-{origin}", "bad-signature", _FLAG, files={**files, maker.second: approval})
    encoded = files[maker.second]
    for defect, content in {
        "empty": b"",
        "cut-by-a-byte": encoded[:-1],
        "with-a-byte-after-it": encoded + b"\0",
        "with-a-signature-of-63-bytes": encoded.replace(b"\x40" + bytes(3), b"\x3f" + bytes(3), 1)[:-1],
        "with-another-length": b"\x41" + encoded[1:],
        "in-hex": encoded.hex().encode(),
        "as-an-array": json.dumps([json.loads(_in_json(high))]).encode(),
    }.items():
        yield bad(f"an-approval-{defect}", "malformed", _FLAG, files={**files, maker.second: content})
    content = _in_json(third).ljust(MAX_APPROVAL_BYTES + 1)
    too_long = by_rule(f"an-approval-of-more-than-{MAX_APPROVAL_BYTES}-bytes")
    yield bad(too_long, "malformed", _FLAG, files={**files, maker.second: content})
    whole = _in_json({"signature": signature, "member": _member(maker, "2")})
    yield good(
        Label("an-approval-in-JSON-of-a-manifest-in-Borsh", "an approval in JSON, of a manifest in Borsh"),
        _FLAG,
        files={**files, maker.second: whole},
    )
    padded = whole.ljust(MAX_APPROVAL_BYTES)
    longest = by_rule(f"an-approval-of-{MAX_APPROVAL_BYTES}-bytes")
    yield good(longest, "FieldLimit", files={**files, maker.second: padded})
    for label, error, flags, text in json_defects(json.loads(whole)):
        content = text.encode("utf-8", "surrogatepass")
        yield bad(placed("an-approval-in-JSON", label), error, flags, files={**files, maker.second: content})


def _high_s(signature: bytes) -> bytes:
    s = P256.group_order - int.from_bytes(signature[32:], "big")
    return signature[:32] + s.to_bytes(32, "big")


def _member(maker: _Maker, alias: str) -> dict[str, Any]:
    return {"alias": alias, "pubKey": maker.keys[alias].public}


def _in_json(approval: Mapping[str, Any]) -> bytes:
    return json.dumps(APPROVAL.to_json(approval)).encode()


def _other_digit(key: str) -> str:
    return "0" if key[-1] == "1" else "1"


def _files(maker: _Maker) -> Iterator[ReleaseCase]:
    label: str | Label
    good, bad = maker.cases().good, maker.cases().bad
    cases, files = maker.readable_cases(), maker.files
    good_readable, bad_readable = cases.good, cases.bad

    def without(*names: str) -> Files:
        return {name: content for name, content in files.items() if name not in names}

    def readable(change: Callable[[dict[str, Any]], object]) -> Files:
        document = json.loads(files["manifest.json"])
        change(document)
        return {**files, "manifest.json": json.dumps(document).encode()}

    yield good_readable("a-manifest-for-people", "Valid", files=files)
    yield good("other-files", "ClientVariant", files={**files, "README.md": b"x", "3.approvals": b"x"})
    compact = readable(lambda _: None)
    yield good_readable("a-manifest-for-people-without-white-space", "ClientVariant", files=compact)
    left_out = readable(lambda manifest: (manifest.pop("patchSet"), manifest["enclave"].pop("qosCommit")))
    label = "a-manifest-for-people-without-patchSet-and-qosCommit"
    yield good_readable(label, "ClientVariant", files=left_out)
    for defect, change in _readable_changes().items():
        yield bad_readable(f"a-manifest-for-people-with-{defect}", "malformed", _FLAG, files=readable(change))
    for defect, content in {
        "that-is-empty": b"",
        "in-Borsh": files["manifest"],
        "as-an-array": b"[]",
    }.items():
        yield bad_readable(
            f"a-manifest-for-people-{defect}", "malformed", _FLAG, files={**files, "manifest.json": content}
        )
    yield bad("no-manifest", "malformed", _FLAG, files=without("manifest"))
    yield bad_readable("a-manifest-for-people-alone", "malformed", _FLAG, files=without("manifest"))
    yield bad("no-file", "malformed", _FLAG, files={})
    for label, content in {
        "an-empty-manifest": b"",
        "a-manifest-cut-by-a-byte": files["manifest"][:-1],
        "a-manifest-with-a-byte-after-it": files["manifest"] + b"\0",
    }.items():
        yield bad(label, "malformed", _FLAG, files={**files, "manifest": content})
    later = replace(maker.signer, nonce=20260403).files_of("signer")
    exchanged = {**files, "manifest": later["manifest"]}
    yield bad("a-manifest-with-another-nonce-than-the-approved-one", "bad-signature", _FLAG, files=exchanged)
    in_json = replace(maker.signer, enclave=maker.enclave.with_manifest_in("v1", "json")).files_of("signer")
    lower = {**in_json, "manifest": in_json["manifest"].replace(b'"Always"', b'"always"')}
    label = Label(
        "a-manifest-in-JSON-whose-restart-has-no-capital-letter-with-the-same-hash",
        "a manifest in JSON whose restart has no capital letter, with the same hash",
    )
    yield bad(label, "malformed", _FLAG, files=lower)


def _readable_changes() -> dict[str, Callable[[dict[str, Any]], object]]:
    return {
        "another-nonce": lambda manifest: manifest["namespace"].update(nonce=20260403),
        "another-namespace": lambda manifest: manifest["namespace"].update(name="test/ump"),
        "other-arguments": lambda manifest: manifest["pivot"].update(args=[]),
        "another-program": lambda manifest: manifest["pivot"].update(hash="00" * 32),
        "a-lower-threshold": lambda manifest: manifest["manifestSet"].update(threshold=1),
        "a-member-less": lambda manifest: manifest["manifestSet"]["members"].pop(),
        "another-spelling-of-restart": lambda manifest: manifest["pivot"].update(restart="always"),
        "another-patch-set": lambda manifest: manifest["patchSet"].update(threshold=2),
        "another-commit": lambda manifest: manifest["enclave"].update(qosCommit="x"),
        "a-PCR-left-out": lambda manifest: manifest["enclave"].pop("pcr0"),
        "the-namespace-left-out": lambda manifest: manifest.pop("namespace"),
        "a-member-that-manifests-do-not-have": lambda manifest: manifest.update(more=1),
        "an-enclave-that-is-an-array": lambda manifest: manifest.update(enclave=[]),
    }


def _applications(maker: _Maker) -> Iterator[ReleaseCase]:
    cases, whole = maker.cases(), maker.whole
    good, bad = cases.good, cases.bad
    names = whole.applications
    files, outputs = whole.files(), maker.outputs(whole, *names)
    yield good("a-release-with-three-applications", "Valid", files=files, **outputs)
    alone = replace(whole, applications=("signer",))
    yield good("a-release-with-one-application", "Valid", files=alone.files())

    def changed(name: str, change: Callable[[dict[str, Any]], object]) -> Files:
        manifest = whole.manifest(name)
        change(manifest)
        changed_files = whole.files_of(name, manifest)
        return {**files, **{f"{name}/{path}": content for path, content in changed_files.items()}}

    def with_args(name: str, args: list[str]) -> Files:
        return changed(name, lambda manifest: manifest["pivot"].update(args=args))

    reordered = changed("ump", lambda manifest: manifest["manifestSet"]["members"].reverse())
    hashes = outputs["applications"]
    manifest = whole.manifest("ump")
    manifest["manifestSet"]["members"].reverse()
    yield good("applications-whose-sets-have-another-order", "ClientVariant", files=reordered, **{
        **outputs, "applications": {**hashes, "ump": whole.enclave_of("ump").hash(manifest).hex()}
    })  # fmt: skip
    for defect, change in {
        "another-deployment": lambda manifest: manifest["namespace"].update(name="prod/ump"),
        "another-nonce": lambda manifest: manifest["namespace"].update(nonce=20260403),
        "a-lower-nonce": lambda manifest: manifest["namespace"].update(nonce=20260401),
        "another-PCR0": lambda manifest: manifest["enclave"].update(pcr0=b"\1" * 48),
        "another-PCR1": lambda manifest: manifest["enclave"].update(pcr1=b"\1" * 48),
        "another-PCR2": lambda manifest: manifest["enclave"].update(pcr2=b"\1" * 48),
        "another-PCR3": lambda manifest: manifest["enclave"].update(pcr3=b"\1" * 48),
        "a-lower-threshold": lambda manifest: manifest["manifestSet"].update(threshold=1),
        "a-member-less": lambda manifest: manifest["manifestSet"]["members"].pop(),
    }.items():
        yield bad(f"an-application-with-{defect}", "wrong-enclave", _FLAG, files=changed("ump", change))
    key, other = whole.enclave_of("ump").quorum.public.hex(), maker.keys["6"].public.hex()
    option = "--ump-public-key"
    with_hash = {**outputs, "applications": dict(hashes)}
    for variant, args in {
        "after-an-equals-sign": [f"{option}={key}"],
        "twice": [option, key, option, key],
        "of-an-application-that-is-not-there": ["--auth-proxy-public-key", other],
        "under-nearly-the-name": [
            "--ump-public-keys",
            other,
            "-ump-public-key",
            other,
            "ump-public-key",
            other,
        ],
    }.items():
        manifest = whole.manifest("signer")
        manifest["pivot"]["args"] = args
        found = {**hashes, "signer": whole.enclave_of("signer").hash(manifest).hex()}
        yield good(f"a-key-in-the-arguments-{variant}", "ClientVariant", files=with_args("signer", args),
                   **{**with_hash, "applications": found})  # fmt: skip
    for defect, args in {
        "another-key": [option, other],
        "another-key-after-an-equals-sign": [f"{option}={other}"],
        "another-key-after-the-right-one": [option, key, option, other],
        "a-key-with-its-halves-exchanged": [option, key[130:] + key[:130]],
        "half-of-a-key": [option, key[130:]],
        "a-key-in-upper-case": [option, key.upper()],
        "an-option-without-a-key": [option],
        "an-option-with-an-empty-key": [f"{option}="],
    }.items():
        yield bad(f"arguments-with-{defect}", "wrong-enclave", _FLAG, files=with_args("signer", args))
    for binder, bound in (("notarizer", "signer"), ("notarizer", "ump")):
        changed_files = with_args(binder, [f"--{bound}-public-key", other])
        yield bad(
            f"arguments-of-{binder}-with-another-key-of-{bound}", "wrong-enclave", _FLAG, files=changed_files
        )
    exchanged = {
        {"ump": "signer", "signer": "ump"}[path.partition("/")[0]] + "/" + path.partition("/")[2]: content
        for path, content in files.items()
        if not path.startswith("notarizer")
    }
    yield bad(
        Label("two-applications-in-each-other-s-folder", "two applications in each other's folder"),
        "wrong-enclave",
        _FLAG,
        files=exchanged,
    )
    renamed = {path.replace("signer/", "signex/"): content for path, content in alone.files().items()}
    yield bad("a-folder-with-another-name", "wrong-enclave", _FLAG, files=renamed)
    missing = {path: content for path, content in files.items() if path != "ump/manifest"}
    yield bad("an-application-without-a-manifest", "malformed", _FLAG, files=missing)
    short = {path: content for path, content in files.items() if not path.startswith("ump/2-")}
    yield bad("an-application-with-one-approval-short", "untrusted-signer", _FLAG, files=short)
    both = {**files, "manifest": maker.files["manifest"]}
    yield bad("a-release-and-an-application-in-one-folder", "malformed", _FLAG, files=both)
    deeper = {f"releases/{path}": content for path, content in files.items()}
    yield bad("folders-two-deep", "malformed", _FLAG, files=deeper)
    many = {f"a{number}/manifest": b"" for number in range(65)}
    yield bad(by_rule("65-applications"), "malformed", "FieldLimit", files=many)
    yield from _worthless(maker, cases)
    for defect, name in {
        "that-is-empty": "",
        "that-ends-with-a-slash": "test/",
        "with-a-space-in-the-name": "test/sig ner",
        "with-a-name-of-65-characters": "test/" + "s" * 65,
        "with-a-name-that-begins-with-a-dot": "test/.signer",
    }.items():
        manifest = whole.manifest("signer")
        manifest["namespace"]["name"] = name
        yield bad(f"a-namespace-{defect}", "malformed", _FLAG, files=whole.files_of("signer", manifest))
    for variant, name in {
        "with-a-name-of-64-characters": "test/" + "s" * 64,
        "with-several-slashes": "prod/tvc/signer",
        "without-a-slash": "signer",
    }.items():
        manifest = whole.manifest("signer")
        manifest["namespace"]["name"] = name
        own = {name.rpartition("/")[2]: whole.enclave_of("signer").hash(manifest).hex()}
        yield good(f"a-namespace-{variant}", "ClientVariant", files=whole.files_of("signer", manifest),
                   applications=own, approved_by={next(iter(own)): ["1", "2"]})  # fmt: skip


def _worthless(maker: _Maker, cases: Cases[ReleaseCase]) -> Iterator[ReleaseCase]:
    whole = maker.whole
    for index, value, measured in (
        (0, bytes(48), "zeros"), (0, _EMPTY, "nothing"), (1, bytes(48), "zeros"), (1, _EMPTY, "nothing"),
        (2, bytes(48), "zeros"), (3, bytes(48), "zeros"), (3, _EMPTY, "nothing"),
    ):  # fmt: skip
        manifest = whole.manifest("signer")
        manifest["enclave"][f"pcr{index}"] = value
        files = whole.files_of("signer", manifest)
        yield cases.bad(
            f"a-manifest-with-PCR{index}-of-{measured}", "wrong-enclave", "EnclaveProgram", files=files
        )
    manifest = whole.manifest("signer")
    manifest["enclave"]["pcr2"] = _EMPTY
    found = {"signer": whole.enclave_of("signer").hash(manifest).hex()}
    label = Label(
        "a-manifest-with-PCR2-of-nothing-as-in-each-release",
        "a manifest with PCR2 of nothing, as in each release",
    )
    files = whole.files_of("signer", manifest)
    yield cases.good(label, "EnclaveProgram", files=files, applications=found)
    manifest = whole.manifest("signer")
    manifest["namespace"]["quorumKey"] = WELL_KNOWN_QUORUM_KEY
    files = whole.files_of("signer", manifest)
    yield cases.bad(
        Label("a-manifest-with-the-well-known-quorum-key", "a manifest with the well-known quorum key"),
        "wrong-enclave",
        "EnclaveProgram",
        files=files,
    )


def _chains(maker: _Maker) -> Iterator[ChainCase]:
    label: str | Label
    first = maker.signer
    added = replace(first, operators=maker.key_sets(1, 2, 3, 4), approvers=("2", "3"), nonce=20260501)
    removed = replace(added, operators=maker.key_sets(2, 3, 4), approvers=("3", "4"), nonce=20260502)
    raised = replace(removed, threshold=3, approvers=("2", "3", "4"), nonce=20260601)
    replaced = replace(
        raised, operators=maker.key_sets(2, 3, 4, 5, 6), approvers=("2", "3", "4"), nonce=20260701
    )
    same = replace(replaced, approvers=("2", "5", "6"))
    steps = [added, removed, raised, replaced, same]

    def files_of(*releases: ReferenceRelease) -> list[dict[str, str]]:
        return [_encoded(release.files_of("signer")) for release in releases]

    cases = Cases(ChainCase, operators=_operators_of(first), releases=files_of(*steps), **_named(same))
    good, bad = cases.good, cases.bad
    yield good(
        Label(
            "a-chain-of-five-in-which-members-and-thresholds-change",
            "a chain of five, in which members and thresholds change",
        ),
        "Valid",
    )
    yield good("no-release", "ClientVariant", releases=[], **_named(first))
    yield good("the-same-release", "ClientVariant", releases=files_of(first), **_named(first))
    yield good("a-member-added", "Valid", releases=files_of(added), **_named(added))
    three = replace(added, approvers=("2", "3", "4"))
    yield good(
        Label("a-member-added-who-approves-too", "a member added, who approves too"),
        "Valid",
        releases=files_of(three),
        **_named(three),
    )
    lower = replace(first, threshold=1)
    yield good("a-lower-threshold", "Valid", releases=files_of(lower), **_named(lower))
    own = replace(added, approvers=("3", "4"))
    label = Label(
        "approved-by-a-member-of-the-new-set-only-and-one-of-the-trusted-set",
        "approved by a member of the new set only, and one of the trusted set",
    )
    yield bad(label, "untrusted-signer", _FLAG, releases=files_of(own))
    forged = replace(added, operators=maker.key_sets(5, 6), approvers=("5", "6"))
    yield bad("a-set-that-approves-itself", "untrusted-signer", _FLAG, releases=files_of(forged))
    weaker = replace(first, threshold=1, approvers=("1",), nonce=20260501)
    label = "a-set-with-a-lower-threshold-that-approves-itself"
    yield bad(label, "untrusted-signer", _FLAG, releases=files_of(weaker))
    for number, release in enumerate(steps, start=1):
        before = steps[: number - 1]
        fake = replace(
            release,
            operators={**maker.key_sets(5, 6), "1": maker.keys["1"]},
            threshold=2,
            approvers=("5", "6"),
        )
        if number < len(steps):
            label = f"a-forged-release-in-place-of-number-{number}"
            yield bad(label, "untrusted-signer", _FLAG, releases=files_of(*before, fake))
    yield bad("a-release-left-out", "untrusted-signer", _FLAG, releases=files_of(added, removed, same))
    signed = replace(removed, approvers=("2", "3"))
    yield bad("a-lower-nonce-than-that-of-the-trusted-operators", "wrong-enclave", _FLAG,
              releases=files_of(replace(first, nonce=20260401)))  # fmt: skip
    older = replace(added, approvers=("2", "3"))
    yield bad("a-lower-nonce-than-that-of-the-release-before", "wrong-enclave", _FLAG,
              releases=files_of(signed, older))  # fmt: skip
