"""An enclave with app proofs and boot proofs, for tests and test vectors, under its own root.

Its root is not AWS's: pin it in the ``EnclaveIdentity``. Its proofs prove nothing real.
"""

import base64
import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA384, SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sealwax._codec.arguments import require_type
from sealwax._codec.clock import to_instant, to_milliseconds
from sealwax._codec.der import der_to_raw
from sealwax._codec.strict_json import encode_json
from sealwax._crypto.ecdsa import to_low_s
from sealwax._crypto.points import P256
from sealwax._crypto.secret_types import NeverCopied
from sealwax.keys import TargetKey
from sealwax.proofs.boot import commitment_pcr
from sealwax.proofs.borsh import encode_canonical_json
from sealwax.proofs.custom import ProofForm
from sealwax.proofs.identity import EnclaveIdentity
from sealwax.proofs.manifest import (
    ENVELOPES,
    IDENTITY_PCRS,
    MANIFESTS,
    PCR_BYTES,
    ManifestVersion,
    QuorumMember,
    QuorumSet,
    decode_manifest,
    hash_manifest,
)

from .certificates import issue, x509_name
from .jwt import sign
from .key_material import KeyMaterial

Encoding = Literal["borsh", "json"]
Value = dict[str, Any]

ES384_HEADER = bytes.fromhex("a1013822")
"""The protected headers of an attestation document: ``{1: -35}``."""

P384 = ec.SECP384R1()

_SEED_BYTES = 32
_PURPOSES = (b"qos_p256_encrypt", b"qos_p256_sign")

APP_PROOFS: Final = "appProofs"
BOOT_PROOF: Final = "bootProof"
PROOFS: Final = (APP_PROOFS, BOOT_PROOF)
"""The fields of answers with app proofs and boot proofs."""

NONCE: Final = 7
"""The nonce of the manifests."""

ARGS: Final = ("--port", "3000")
"""The arguments of the program."""


class KeySet(NamedTuple):
    """The two keys of an enclave or a member of a quorum set."""

    encryption: TargetKey
    signing: TargetKey

    @classmethod
    def from_seed(cls, seed: bytes) -> "KeySet":
        """Derive the keys from a master seed, like an application from its enclave's file.

        Each is HKDF-SHA-512 of the seed with its purpose as the salt, and no info.

        Args:
            seed: The master seed, 32 bytes; the file has it in hex.

        Returns:
            The keys.

        Raises:
            MalformedInput: A key of the seed is not on the curve: a chance of 2^-32.
        """
        require_type(seed, bytes, "seed")
        if len(seed) != _SEED_BYTES:
            raise ValueError(f"seed must be {_SEED_BYTES} bytes long")
        derived = (HKDF(SHA512(), _SEED_BYTES, salt, b"").derive(seed) for salt in _PURPOSES)
        return cls(*(TargetKey.from_private_key(secret.hex()) for secret in derived))

    @property
    def public(self) -> bytes:
        """Both points, uncompressed: 130 bytes."""
        return bytes.fromhex(self.encryption.public_key + self.signing.public_key)

    def sign(self, message: bytes) -> bytes:
        """Sign with ECDSA over SHA-256 and the nonce of RFC 6979, by the signing key.

        Args:
            message: The message.

        Returns:
            The raw signature: r, then s, 64 bytes.
        """
        return der_to_raw(sign(self.signing, message), P256.group_order)


def take_key_set(material: KeyMaterial, label: str) -> KeySet:
    """Take the next two keys for a label."""
    return KeySet(material.take_key(label), material.take_key(label))


class NitroAuthority(NeverCopied):
    """A root, up to three authorities below it, like AWS's, and the certificate of an enclave."""

    def __init__(self, material: KeyMaterial, now: datetime, authorities: int = 3) -> None:
        now = now.replace(microsecond=0)
        hour, day = timedelta(hours=1), timedelta(days=1)
        levels = [
            ("aws.nitro-enclaves", now - 2000 * day, now + 8000 * day),
            ("0123456789abcdef.us-east-1.aws.nitro-enclaves", now - 3 * day, now + 17 * day),
            ("fedcba9876543210.zonal.us-east-1.aws.nitro-enclaves", now - day, now + 5 * day),
            ("i-0123456789abcdef0.us-east-1.aws.nitro-enclaves", now - hour, now + 23 * hour),
            (
                "i-0123456789abcdef0-enc0123456789abcdef.us-east-1.aws",
                now - timedelta(seconds=4),
                now + 3 * hour - timedelta(seconds=1),
            ),
        ]
        levels = [*levels[: authorities + 1], levels[-1]]
        self.names: list[x509.Name] = [nitro_name(name) for name, _, _ in levels]
        self.validity: list[list[datetime]] = [validity for _, *validity in levels]
        self._secrets = [material.take("Nitro certificate") for _ in levels]
        self._keys: dict[int, ec.EllipticCurvePrivateKey] = {}

    def key(self, level: int) -> ec.EllipticCurvePrivateKey:
        """Return the private key of a level, which is derived on its first use."""
        if level not in self._keys:
            secret = int.from_bytes(self._secrets[level], "big")
            self._keys[level] = ec.derive_private_key(secret, P384)
        return self._keys[level]

    def certificate(self, level: int, **changes: Any) -> bytes:
        """Issue the certificate of a level, 0 for the root to 4 for the enclave, with changes."""
        is_leaf = level == len(self.names) - 1
        issuer = max(level - 1, 0)
        key = changes.pop("key", None) or self.key(level).public_key()
        subject = changes.pop("subject", self.names[level])
        arguments = {
            "issuer": self.names[issuer],
            "issuer_key": self.key(issuer),
            "not_before": self.validity[level][0],
            "not_after": self.validity[level][1],
            "ca": not is_leaf,
            "path_length": None if is_leaf or not level else len(self.names) - 2 - level,
            "key_cert_sign": not is_leaf,
            "algorithm": SHA384(),
        }
        return issue(subject, key, **{**arguments, **changes})

    @cached_property
    def root(self) -> bytes:
        """The certificate of the root, DER."""
        return self.certificate(0)

    @cached_property
    def _chain(self) -> tuple[bytes, ...]:
        return tuple(self.certificate(level) for level in range(len(self.names)))

    def chain(self) -> list[bytes]:
        """Return the certificates of all levels, the root first."""
        return [*self._chain]

    def sign(
        self,
        payload: bytes,
        *,
        key: ec.EllipticCurvePrivateKey | None = None,
        protected: bytes = ES384_HEADER,
        unprotected: Mapping[object, object] | None = None,
        context: str = "Signature1",
    ) -> bytes:
        """Make a COSE_Sign1, signed by the enclave's key, with changes."""
        signed = cbor2.dumps([context, protected, b"", payload])
        algorithm = ec.ECDSA(SHA384(), deterministic_signing=True)
        signature = der_to_raw((key or self.key(-1)).sign(signed, algorithm), P384.group_order)
        return cbor2.dumps([protected, dict(unprotected or {}), payload, signature])


def nitro_name(common_name: str) -> x509.Name:
    """Make a name in the form of Nitro's certificates."""
    return x509_name("US", "Amazon", "AWS", common_name)


class AttestedEnclave(NeverCopied):
    """An enclave in memory that makes app proofs and boot proofs.

    Args:
        seed: 32 bytes that determine every key; None for random ones.
        version: The version of its manifest: ``v0``, ``v1`` or ``v2``.
        encoding: How its manifest is delivered: ``borsh`` or ``json``; V2 is always JSON.
        booted_at: When it started, with a time zone; the system's time by default.
        pcr_count: How many PCRs it has: 32, of which PCR16 and PCR17 commit to its keys, or 16 as older ones.
        authorities: How many authorities are between the root and its certificate: up to three, as AWS has.
        quorum: The application's own keys; None for new ones.
        ephemeral: Its live key, such as ``KeySet.from_seed``; None for a new one.
        application: The name of the application that runs in it, such as ``signer`` or ``ump``: the end of
            its namespace. With the same seed, the PCRs and the root are the same for each application, as in
            a release; its keys and its program are others.
        namespace: The name of its namespace; ``test/`` and the application by default.
        pivot_hash: SHA-256 of its program, 32 bytes; None for one of its own.

    Raises:
        MalformedInput: The seed is not 32 bytes long.
    """

    def __init__(
        self,
        seed: bytes | None = None,
        *,
        version: ManifestVersion = "v1",
        encoding: Encoding = "borsh",
        booted_at: datetime | None = None,
        pcr_count: int = 32,
        authorities: int = 3,
        quorum: KeySet | None = None,
        ephemeral: KeySet | None = None,
        application: str = "signer",
        namespace: str | None = None,
        pivot_hash: bytes | None = None,
    ) -> None:
        material = KeyMaterial(seed)
        self._seed = material.seed
        self.application: str = application
        self.namespace: str = f"test/{application}" if namespace is None else namespace
        of = "" if application == "signer" else f" of {application}"
        self.version, self.encoding = version, "json" if version == "v2" else encoding
        self.booted_at: datetime = to_instant(booted_at)
        self._pcr_count, self._authorities = pcr_count, authorities
        self.authority: NitroAuthority = NitroAuthority(material, self.booted_at, authorities)
        self.ephemeral: KeySet = ephemeral or take_key_set(material, f"ephemeral key{of}")
        self.setup: KeySet = take_key_set(material, f"setup key{of}")
        self.quorum: KeySet = quorum or take_key_set(material, f"quorum key{of}")
        self.members: list[KeySet] = [take_key_set(material, "quorum member") for _ in range(3)]
        self.measurements: dict[int, bytes] = {
            index: hashlib.sha384(bytes(PCR_BYTES) + material.take(f"PCR{index}")).digest()
            for index in (*IDENTITY_PCRS, 4)
        }
        self.pivot_hash: bytes = material.take(f"application{of}") if pivot_hash is None else pivot_hash

    def with_manifest_in(self, version: ManifestVersion, encoding: Encoding) -> "AttestedEnclave":
        """Return an enclave with the same keys and certificates, and a manifest in another form.

        Args:
            version: The version of the manifest: ``v0``, ``v1`` or ``v2``.
            encoding: How the manifest is delivered: ``borsh`` or ``json``.

        Returns:
            The enclave.
        """
        return self._like(version=version, encoding=encoding)

    def with_application(
        self, application: str, *, namespace: str | None = None, pivot_hash: bytes | None = None
    ) -> "AttestedEnclave":
        """Return an enclave of the same release, on the same machines, which runs another application.

        Its PCRs and certificates are the same; its keys and its program differ.

        Args:
            application: The name of the application.
            namespace: The name of its namespace; ``test/`` and the application by default.
            pivot_hash: SHA-256 of its program, 32 bytes; None for one of its own.

        Returns:
            The enclave.
        """
        enclave = self._like(
            application=application, namespace=namespace, pivot_hash=pivot_hash, quorum=None, ephemeral=None
        )
        enclave.authority = self.authority
        return enclave

    def _like(self, **changes: Any) -> "AttestedEnclave":
        same: dict[str, Any] = {
            "version": self.version,
            "encoding": self.encoding,
            "booted_at": self.booted_at,
            "pcr_count": self._pcr_count,
            "authorities": self._authorities,
            "quorum": self.quorum,
            "ephemeral": self.ephemeral,
            "application": self.application,
            "namespace": self.namespace,
            "pivot_hash": self.pivot_hash,
        }
        return AttestedEnclave(self._seed, **{**same, **changes})

    # Certificates are made on first use, because app proofs need none.

    @property
    def root(self) -> bytes:
        """The root's certificate, DER."""
        return self.authority.root

    # The artifacts.

    def boot_proof(self, **changes: Any) -> dict[str, Any]:
        """Make the enclave's boot proof, as parsed JSON.

        Args:
            changes: ``manifest``, ``envelope`` (values), ``document`` (bytes), or fields of the boot proof.

        Returns:
            The boot proof.
        """
        manifest = changes.pop("manifest", self.manifest())
        envelope = changes.pop("envelope", self.envelope(manifest))
        document = changes.pop("document", self.document(self.hash(manifest)))
        return {
            "ephemeralPublicKeyHex": self.ephemeral.public.hex(),
            "awsAttestationDocB64": to_base64(document),
            "qosManifestB64": to_base64(self.encode(manifest)),
            "qosManifestEnvelopeB64": to_base64(self.encode(envelope)),
            "deploymentLabel": "r2026.1.1",
            "enclaveApp": self.application,
            "owner": "sealwax",
            "createdAt": {"seconds": "1767225600", "nanos": "0"},
            **changes,
        }

    def app_proof(self, payload: Mapping[str, object] | str, *, key: KeySet | None = None) -> dict[str, Any]:
        """Sign an app proof, as parsed JSON.

        Args:
            payload: The payload: an object, or the text itself.
            key: The key set that signs; the enclave's ephemeral one by default.

        Returns:
            The app proof.
        """
        text = payload if isinstance(payload, str) else encode_json(payload)
        key = key or self.ephemeral
        return {
            "scheme": "SIGNATURE_SCHEME_EPHEMERAL_KEY_P256",
            "publicKey": key.public.hex(),
            "proofPayload": text,
            "signature": key.sign(text.encode("utf-8", "surrogatepass")).hex(),
        }

    def custom_proof(
        self,
        payload: str | bytes | Mapping[str, object],
        *,
        form: ProofForm,
        key: KeySet | None = None,
    ) -> dict[str, Any]:
        """Sign a proof of your own application, as parsed JSON.

        Args:
            payload: The payload: an object, its text, or the bytes that a form with digests hashes.
            form: The form of the application's proofs.
            key: The key set that signs; the enclave's ephemeral one by default.

        Returns:
            The proof.
        """
        content = encode_json(payload) if isinstance(payload, Mapping) else payload
        signed = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        text = signed.decode("utf-8", "surrogatepass") if form.signs == "payload" else ""
        if form.signs == "digest":
            signed = hashlib.sha256(signed).digest()
            text = signed.hex()
        key = key or self.ephemeral
        signature = to_low_s(sign(key.signing, signed), P256.group_order)
        raw = der_to_raw(signature, P256.group_order)
        scheme = {} if form.members.scheme is None else {form.members.scheme: form.scheme}
        return {
            **scheme,
            form.members.public_key: key.public[-form.key_bytes :].hex(),
            form.members.payload: text,
            form.members.signature: (raw if form.signature_encoding == "raw" else signature).hex(),
        }

    def address_proof(
        self,
        *,
        organization_id: str,
        address: str,
        wallet_id: str | None = None,
        derivation_path: str | None = None,
        timestamp: datetime | None = None,
    ) -> dict[str, Any]:
        """Sign an app proof that an address was derived from a wallet.

        Args:
            organization_id: The organization.
            address: The address.
            wallet_id: The wallet; left out if it is None.
            derivation_path: The path of the address; left out if it is None.
            timestamp: When it is signed, with a time zone; the system's time by default.

        Returns:
            The app proof, as parsed JSON.
        """
        subject = {
            "organizationId": organization_id,
            "walletId": wallet_id,
            "derivationPath": derivation_path,
            "address": address,
        }
        return self.app_proof(
            {
                "type": "APP_PROOF_TYPE_ADDRESS_DERIVATION",
                "timestampMs": str(to_milliseconds(to_instant(timestamp))),
                "addressDerivationProof": {
                    name: value for name, value in subject.items() if value is not None
                },
            }
        )

    @property
    def identity(self) -> EnclaveIdentity:
        """All values of this enclave that can be pinned."""
        manifest = decode_manifest(self.encode(self.manifest()))
        return EnclaveIdentity(
            pcrs={index: self.measurements[index].hex() for index in IDENTITY_PCRS},
            manifest_hashes={manifest.hash},
            quorum_key=self.quorum.public.hex(),
            pivot_hashes={self.pivot_hash.hex()},
            namespace=self.namespace,
            min_nonce=NONCE,
            args=ARGS,
            environment=manifest.environment,
            resolvers=manifest.resolvers,
            bridges=manifest.bridges,
            manifest_set=self.manifest_set,
            share_set=self.share_set,
            root=self.root_sha256,
            application=self.application,
        )

    @property
    def root_sha256(self) -> str:
        """SHA-256 of the root's certificate, hex."""
        return hashlib.sha256(self.root).hexdigest()

    @property
    def manifest_set(self) -> QuorumSet:
        """The quorum set that approves its manifests: two of three members."""
        return QuorumSet(
            2,
            tuple(
                QuorumMember(alias, key_set.public.hex())
                for alias, key_set in zip("123", self.members, strict=True)
            ),
        )

    @property
    def share_set(self) -> QuorumSet:
        """The quorum set that holds its quorum key: the second member alone."""
        return QuorumSet(1, (QuorumMember("2", self.members[1].public.hex()),))

    # The parts of a boot proof; makers of invalid proofs change them.

    def manifest(self) -> Value:
        """Make the manifest.

        Returns:
            The manifest, as ``encode`` and ``hash`` take it.
        """
        members = [self.member(number) for number in range(len(self.members))]
        pivot: Value = {"hash": self.pivot_hash, "restart": "Always", "args": [*ARGS]}
        value: Value = {
            "namespace": {"name": self.namespace, "nonce": NONCE, "quorumKey": self.quorum.public},
            "pivot": pivot,
            "manifestSet": {"threshold": 2, "members": members},
            "shareSet": {"threshold": 1, "members": [self.member(1)]},
            "enclave": {
                **{f"pcr{index}": self.measurements[index] for index in IDENTITY_PCRS},
                "awsRootCertificate": self.root,
                "qosCommit": "",
            },
        }
        if self.version != "v0":
            pivot["bridgeConfig"] = [
                {"type": "server", "port": 3000, "host": "0.0.0.0"},  # noqa: S104 - a value of manifests
                {"type": "client", "port": 443, "host": None},
            ]
            pivot["debugMode"] = False
        if self.version == "v2":
            pivot["env"] = {"LOG_LEVEL": "info"}
            return {"version": "v2", **value, "dns": {"resolvers": ["1.1.1.1", "2606:4700:4700::1111"]}}
        return {**value, "patchSet": {"threshold": 1, "members": [{"pubKey": self.members[0].public}]}}

    def member(self, number: int) -> Value:
        """Return a member of the quorum sets, in the manifest's form.

        Args:
            number: The member's number, from 0.

        Returns:
            The member.
        """
        return {"alias": str(number + 1), "pubKey": self.members[number].public}

    def hash(self, manifest: Value) -> bytes:
        """Compute the hash of a manifest.

        Args:
            manifest: The manifest.

        Returns:
            The hash, 32 bytes.
        """
        return bytes.fromhex(hash_manifest(self.version, manifest))

    def approve(self, manifest_hash: bytes, *numbers: int) -> list[Value]:
        """Approve a manifest.

        Args:
            manifest_hash: The hash of the manifest, 32 bytes.
            numbers: The numbers of the members who approve, from 0.

        Returns:
            The approvals, as the envelope has them.
        """
        return [
            {"signature": self.members[number].sign(manifest_hash), "member": self.member(number)}
            for number in numbers
        ]

    def envelope(self, manifest: Value, **changes: Any) -> Value:
        """Make the envelope of a manifest, with changes.

        Args:
            manifest: The manifest.
            changes: The fields of the envelope that differ.

        Returns:
            The envelope, as ``encode`` takes it.
        """
        return {
            "manifest": manifest,
            "manifestSetApprovals": self.approve(self.hash(manifest), 0, 2),
            "shareSetApprovals": [],
            **changes,
        }

    def encode(self, value: Value) -> bytes:
        """Encode a manifest or an envelope.

        Args:
            value: The manifest or the envelope.

        Returns:
            The encoded value: Borsh or JSON.
        """
        schema = (ENVELOPES if "manifest" in value else MANIFESTS)[self.version]
        return encode_canonical_json(schema, value) if self.encoding == "json" else schema.write(value)

    def pcrs(self, manifest_hash: bytes) -> dict[int, bytes]:
        """Compute the PCRs of the running enclave.

        Args:
            manifest_hash: The hash of the manifest, 32 bytes.

        Returns:
            The PCRs, by index.
        """
        zero = dict.fromkeys(range(self._pcr_count), bytes(PCR_BYTES))
        commitments = {
            16: commitment_pcr("setup", manifest_hash, self.setup.public),
            17: commitment_pcr("live", manifest_hash, self.ephemeral.public),
        }
        measured = {**self.measurements, **commitments}
        return {index: measured.get(index, value) for index, value in zero.items()}

    def payload(self, manifest_hash: bytes, **changes: Any) -> Value:
        """Make the fields of an attestation document, with changes.

        Args:
            manifest_hash: The hash of the manifest, 32 bytes.
            changes: The fields that differ.

        Returns:
            The fields.
        """
        *bundle, certificate = self.authority.chain()
        return {
            "module_id": "i-0123456789abcdef0-enc0123456789abcdef",
            "digest": "SHA384",
            "timestamp": to_milliseconds(self.booted_at),
            "pcrs": self.pcrs(manifest_hash),
            "certificate": certificate,
            "cabundle": bundle,
            "public_key": self.ephemeral.public,
            "user_data": manifest_hash,
            "nonce": None,
            **changes,
        }

    def document(self, manifest_hash: bytes, **changes: Any) -> bytes:
        """Make an attestation document, with changes of its payload.

        Args:
            manifest_hash: The hash of the manifest, 32 bytes.
            changes: The fields of the payload that differ.

        Returns:
            The document: a COSE_Sign1 of the enclave's certificate.
        """
        return self.authority.sign(open_map(self.payload(manifest_hash, **changes).items()))


def open_map(pairs: Iterable[tuple[object, object]]) -> bytes:
    """Encode a CBOR map without a length, like the payload of attestation documents."""
    return b"\xbf" + b"".join(cbor2.dumps(part) for pair in pairs for part in pair) + b"\xff"


def to_base64(data: bytes) -> str:
    """Encode as base64, with padding."""
    return base64.b64encode(data).decode()
