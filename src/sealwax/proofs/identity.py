"""The expected values of an enclave, and the combinations that identify its program.

| pinned | decision |
|---|---|
| manifest hashes | sound: a manifest names its program, arguments, keys and measurements |
| PCR0 with pivot hashes | sound: a genuine operating system runs one of these programs |
| PCR0 with a quorum key and a namespace | sound: the holders of this key gave it to the program |
| operators and a namespace | sound: a threshold of these operators approved the manifest for it |
| PCRs alone | refused: all programs of a release share them, customers' too |
| a PCR that is all zero, or the empty measurement | compared, identifies nothing |
| PCR0 to PCR3 as zeros, the well-known quorum key | refused |
| arguments without an environment, and no manifest hash | a manifest with an environment is refused |
"""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sealwax._codec.arguments import require_type
from sealwax._codec.hex import decode_hex
from sealwax._crypto.points import KEY_SET_BYTES, UNCOMPRESSED_BYTES
from sealwax.errors import MalformedInput

from .manifest import IDENTITY_PCRS, MAX_NONCE, PCR_BYTES, QuorumSet
from .nitro import PCR_INDICES
from .nitro_roots import KNOWN_ROOTS
from .operators import OperatorSet

PRODUCTION_PCR3: Final = (
    "b798abfdbd591d5e1b7db6485a6de9e65100f5796d9e3a2bd7c179989cd663338b567162974974fbcc45d03847e70d8b"
)
"""PCR3 of production, in hex: the measurement of the role of the service's machines.

These machines run the service's enclaves *and its customers'*: PCR3 does not distinguish them.
"""

HASH_BYTES = 32

# An unused register is zero. The empty measurement is the hash of an empty ramdisk, which every image of QOS
# has in PCR2. Any enclave can have these values.
_ZERO: Final = bytes(PCR_BYTES).hex()
EMPTY_PCRS: Final = frozenset(
    {_ZERO, hashlib.sha384(bytes(PCR_BYTES) + hashlib.sha384(b"").digest()).hexdigest()}
)

# The default of the service's tool for customers' applications. Its private key is public.
_WELL_KNOWN_POINTS: Final = frozenset(
    {
        (
            "04451028fc9d42cef6d8f2a3ebe17d65783c470dbc6f04663d500c12009930cf9b209e733f6ac6103cc28f07ecde2d"
            "bb55095738b828d6b7a55caf4ddf9d67f2ae"
        ),
        (
            "047827dcd2325b8d58694c2ea14e8f1e1f8a36c84438d291ff9b1b067debdb3e2ba3822984cde8bed4de2c237bd323"
            "526da4961d368bcc63cbd2d37d00e936683e"
        ),
    }
)


@dataclass(frozen=True, kw_only=True)
class EnclaveIdentity:
    """The expected values of an enclave. Get them from another source than the proof.

    They must identify the program, not only the machine: ``manifest_hashes``; or PCR0 with ``pivot_hashes``;
    or PCR0 with ``quorum_key`` and ``namespace``; or ``operators`` with ``namespace``.

    PCRs alone identify no program: all applications of a release share them, customers' applications, too.
    All-zero or empty PCRs, such as PCR2, are compared but do not count as pins. The result's ``checks`` name
    the omitted values.

    Attributes:
        pcrs: The PCRs that the enclave must have, by index (0 to 31), 48 bytes each in hex; a collection
            accepts any of its values. PCR0 measures the image of the operating system, PCR3 the role of its
            machine, such as ``PRODUCTION_PCR3``.
        pivot_hashes: The accepted programs: SHA-256 of their binaries, 32 bytes each in hex.
        manifest_hashes: The accepted manifest hashes, 32 bytes each in hex.
        quorum_key: The application's key: its key set (130 bytes, hex), or the signing point alone (65 bytes,
            uncompressed), as in ``EnclaveKeys``. A proof of a live key shows that the enclave has it.
        namespace: The name of the deployment and application, such as ``prod/signer``.
        min_nonce: The lowest accepted nonce of the manifest: later manifests of a namespace have higher ones.
        args: The program's arguments, all of them in this order. A manifest with an environment is then
            refused, unless ``environment``, ``manifest_hashes`` or ``operators`` pin it too: anyone can run
            this program and these arguments with another environment.
        environment: The program's environment variables, all of them; empty for none.
        resolvers: The addresses of the DNS servers, in the order of the manifest; empty for none.
        bridges: The ports into (``server``) and out of (``client``) the enclave, in the order of the
            manifest, each with type, port and host; empty for none.
        manifest_set: The expected manifest set: its threshold and key sets are compared, its names are not.
        share_set: The expected share set, whose members hold the quorum key; compared likewise.
        operators: The operators of whom a threshold must have approved the manifest, whatever set it names
            itself. A manifest with a lower nonce than that of the set, or of another deployment, is refused.
        root: SHA-256 of the certificate (DER) of the root of attestation documents, in hex, or a collection
            of accepted roots; that of AWS Nitro Enclaves by default.
        require_live: Whether a document must have all 32 PCRs, and must commit to the live key (PCR17) or
            to the manifest (PCR18). Documents of before 2026 do not.
        allow_any_program: Accept pins that identify no program, such as PCRs alone. At least one PCR must
            count.
        allow_debug_mode: Accept a manifest with debug mode, in which the program's output can be read.
        application: The name of the application, as in releases: ``signer``, ``ump`` and others.
            ``verify_app_proof`` then accepts only the types of proofs that this application signs. It is not
            compared with the enclave.

    Raises:
        ValueError: The pins identify no program, PCR0 to PCR3 are pinned to zeros, or the quorum key is
            well-known.
        MalformedInput: A value is not hex; it is also a ``ValueError``.
    """

    pcrs: Mapping[int, str | Collection[str]] = field(default_factory=dict)
    pivot_hashes: Collection[str] = frozenset()
    manifest_hashes: Collection[str] = frozenset()
    quorum_key: str | None = None
    namespace: str | None = None
    min_nonce: int | None = None
    args: Sequence[str] | None = None
    environment: Mapping[str, str] | None = None
    resolvers: Sequence[str] | None = None
    bridges: Sequence[tuple[str, int, str | None]] | None = None
    manifest_set: QuorumSet | None = None
    share_set: QuorumSet | None = None
    operators: OperatorSet | None = None
    root: str | Collection[str] = KNOWN_ROOTS
    require_live: bool = False
    allow_any_program: bool = False
    allow_debug_mode: bool = False
    application: str | None = None

    def __post_init__(self) -> None:
        require_type(self.pcrs, Mapping, "pcrs")
        pcrs = to_pcrs(self.pcrs, "pcrs")
        for name in ("namespace", "application"):
            require_type(getattr(self, name), (str, type(None)), name)
        for name in ("manifest_set", "share_set"):
            require_type(getattr(self, name), (QuorumSet, type(None)), name)
        require_type(self.operators, (OperatorSet, type(None)), "operators")
        for name in ("require_live", "allow_any_program", "allow_debug_mode"):
            require_type(getattr(self, name), bool, name)
        require_type(self.min_nonce, (int, type(None)), "min_nonce")
        if self.min_nonce is not None and not 0 <= self.min_nonce <= MAX_NONCE:
            raise ValueError(f"min_nonce must be from 0 to {MAX_NONCE}")
        normal: dict[str, object] = {
            "pcrs": {index: _one_or_several(values) for index, values in pcrs.items()},
            "pivot_hashes": _to_hashes(self.pivot_hashes, "pivot_hashes"),
            "manifest_hashes": _to_hashes(self.manifest_hashes, "manifest_hashes"),
            "root": to_roots(self.root),
        }
        for name, to_normal in _OPTIONAL.items():
            if getattr(self, name) is not None:
                normal[name] = to_normal(getattr(self, name), name)
        for name, value in normal.items():
            object.__setattr__(self, name, value)
        if any(_ZERO in pcrs.get(index, ()) for index in IDENTITY_PCRS):
            raise ValueError(
                "pcrs must not have zeros in PCR0 to PCR3: only enclaves in debug mode have them, and their "
                "memory can be read"
            )
        self._refuse_well_known_key()
        if not self.identifies_program:
            self._require_any_program()

    @property
    def accepted_pcrs(self) -> dict[int, frozenset[str]]:
        """The accepted values of each PCR, lower-case hex."""
        return {
            index: frozenset({values} if isinstance(values, str) else values)
            for index, values in self.pcrs.items()
        }

    @property
    def identifies_program(self) -> bool:
        """Whether the pins identify the program, not only its machine."""
        if self.manifest_hashes or (self.operators and self.namespace):
            return True
        if not counts(self.accepted_pcrs.get(0, frozenset())):
            return False
        return bool(self.pivot_hashes or (self.quorum_key and self.namespace))

    def _refuse_well_known_key(self) -> None:
        if is_well_known(self.quorum_key or ""):
            raise ValueError(
                "quorum_key is the well-known key of the service's tool, whose private key is public; leave "
                "it out, and pin the program"
            )

    def _require_any_program(self) -> None:
        """Refuse pins that identify no program; with ``allow_any_program``, pins that identify no machine."""
        if not any(map(counts, self.accepted_pcrs.values())):
            raise ValueError(
                "name manifest_hashes, or PCR0 with pivot_hashes or with quorum_key and namespace, or "
                "operators with namespace: without them, any program could run in the enclave; all-zero and "
                "empty PCRs do not count"
            )
        if not self.allow_any_program:
            raise ValueError(
                "these pins identify no program: all applications of a release share the PCRs, customers' "
                "applications, too; name manifest_hashes, or PCR0 with pivot_hashes or "
                "with quorum_key and namespace; allow_any_program=True accepts any program"
            )


def is_well_known(key: str) -> bool:
    """Whether a quorum key, in lower-case hex, is the well-known key or has a half of it.

    The private keys of both halves are public.
    """
    return bool(_WELL_KNOWN_POINTS & {key[: 2 * UNCOMPRESSED_BYTES], key[2 * UNCOMPRESSED_BYTES :]})


def _to_texts(values: object, name: str) -> tuple[str, ...]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence):
        raise TypeError(f"{name} must be a sequence of str")
    for text in values:
        require_type(text, str, f"each of {name}")
    return tuple(values)


def _to_environment(values: object, name: str) -> dict[str, str]:
    if not isinstance(values, Mapping):
        raise TypeError(f"{name} must be a mapping of str to str")
    for text in (*values, *values.values()):
        require_type(text, str, f"each name and value of {name}")
    return dict(values)


def _to_bridges(values: object, name: str) -> tuple[tuple[str, int, str | None], ...]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence):
        raise TypeError(f"{name} must be a sequence of (type, port, host)")
    return tuple(_to_bridge(bridge, name) for bridge in values)


def _to_bridge(value: object, name: str) -> tuple[str, int, str | None]:
    match value:
        case (str(kind), int(port), str() | None as host):
            return kind, port, host
        case _:
            raise TypeError(f"each of {name} must be (type, port, host): str, int, and str or None")


def _to_quorum_key(value: object, name: str) -> str:
    return _to_hex(value, name, KEY_SET_BYTES, UNCOMPRESSED_BYTES)


def to_pcrs(pcrs: Mapping[int, str | Collection[str]], name: str) -> dict[int, frozenset[str]]:
    """Check PCRs by index, one or several values each; return them in lower case."""
    return {_to_index(index, name): _to_values(values, name) for index, values in pcrs.items()}


def _to_index(index: object, name: str) -> int:
    if not isinstance(index, int) or isinstance(index, bool):
        raise TypeError(f"the indices of {name} must be int")
    if index not in PCR_INDICES:
        raise ValueError(f"the indices of {name} must be below {len(PCR_INDICES)}")
    return index


def _to_values(values: object, name: str) -> frozenset[str]:
    several = values if isinstance(values, (list, tuple, set, frozenset)) else (values,)
    accepted = frozenset(_to_hex(value, name, PCR_BYTES) for value in several)
    if not accepted:
        raise ValueError(f"each of {name} must have a value")
    return accepted


def _one_or_several(values: frozenset[str]) -> str | frozenset[str]:
    (first, *others) = values
    return values if others else first


def counts(values: frozenset[str]) -> bool:
    """Whether the accepted values of a PCR identify an enclave."""
    return bool(values) and not EMPTY_PCRS & values


def to_roots(root: str | Collection[str]) -> frozenset[str]:
    """Check the hash of a root, or a collection of them; return them in lower case."""
    roots = _to_hashes([root] if isinstance(root, str) else root, "root")
    if not roots:
        raise ValueError("root must not be empty")
    return roots


def _to_hashes(values: object, name: str) -> frozenset[str]:
    """Check a collection of SHA-256 hashes in hex; return them in lower case."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Collection):
        raise TypeError(f"{name} must be a collection of str")
    return frozenset(_to_hex(value, name, HASH_BYTES) for value in values)


def _to_hex(value: object, name: str, *lengths: int) -> str:
    """Check hex of one of several lengths; return it in lower case."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be hex, a str, not {type(value).__name__}")
    decoded = decode_hex(value, name)
    if len(decoded) not in lengths:
        raise MalformedInput(f"{name} must be {' or '.join(map(str, lengths))} bytes long in hex")
    return decoded.hex()


# The optional pins, with the functions that check them.
_OPTIONAL: Final[Mapping[str, Callable[[object, str], object]]] = {
    "args": _to_texts,
    "environment": _to_environment,
    "resolvers": _to_texts,
    "bridges": _to_bridges,
    "quorum_key": _to_quorum_key,
}
