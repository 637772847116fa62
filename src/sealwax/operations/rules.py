"""The rules of requests, beyond the types of their fields: bases of classes that the catalog makes."""

from collections.abc import Mapping, Sequence
from ipaddress import IPv4Network, IPv6Network
from types import NoneType
from typing import Any, ClassVar, TypeVar

import msgspec

from sealwax._codec.arguments import require_type
from sealwax._codec.text import to_bytes
from sealwax._codec.violations import Rule, Violation
from sealwax.errors import InvalidRequest, Unsupported
from sealwax.signing import Signer
from sealwax.wallets.address_format_names import AddressFormat

from .forms import TARGET_KEY_SCHEMA, check_target_key, find_repeated
from .parameters import Parameters, find_refused

A = TypeVar("A", bound="_Account")
E = TypeVar("E", bound="_ExportSecrets")
R = TypeVar("R", bound="_SignRawPayload")
S = TypeVar("S", bound="_SignupV2")


class _ToTargetKey(Parameters, frozen=True, kw_only=True):
    """Refuses a target key that is not a public key on P-256."""

    schema_rules: ClassVar[dict[str, object]] = TARGET_KEY_SCHEMA

    @staticmethod
    def _broken_rule(values: Mapping[str, Any]) -> Violation | None:
        return check_target_key(values["target_public_key"])


class _IpAllowlistRule(Parameters, frozen=True, kw_only=True):
    """Refuses an invalid CIDR block, which the pattern cannot detect."""

    @staticmethod
    def _broken_rule(values: Mapping[str, Any]) -> Violation | None:
        cidr = values["cidr"]
        try:
            # ip_network() would try both.
            (IPv6Network if ":" in cidr else IPv4Network)(cidr)
        except ValueError:
            words = "is not a valid CIDR block; check the prefix length, and that no host bit is set"
            return Violation(("cidr",), Rule.OTHER, words)
        return None


class _SetIpAllowlist(Parameters, frozen=True, kw_only=True):
    """Refuses ``enabled`` for the list of an API key: only the organization's can be switched on and off."""

    nullable: ClassVar[frozenset[str]] = frozenset({"publicKey"})
    schema_rules: ClassVar[dict[str, object]] = {
        "not": {"required": ["publicKey", "enabled"], "properties": {"publicKey": {"type": "string"}}}
    }

    @staticmethod
    def _broken_rule(values: Mapping[str, Any]) -> Violation | None:
        if values["public_key"] is not None and values["enabled"] is not None:
            words = "is only for the organization's list; leave it out for the list of an API key"
            return Violation(("enabled",), Rule.OTHER, words)
        return None


class _Account(Parameters, frozen=True, kw_only=True):
    """Makes the usual account of a network."""

    @classmethod
    def default_for(cls: type[A], address_format: AddressFormat) -> A:  # noqa: PYI019 - Python 3.10 has no Self
        """Make the usual account of an address format: its curve, and the path that wallets show first.

        Some networks have several usual paths: read ``path`` of the result.

        Args:
            address_format: The API's name of the address format, such as ``ADDRESS_FORMAT_ETHEREUM``.

        Returns:
            The account.

        Raises:
            Unsupported: The format is unknown, or has addresses on several curves.
        """
        # Imported late: other requests need no table of address formats.
        from sealwax.wallets.address_formats import find_format  # noqa: PLC0415

        row = find_format(address_format)
        curve, *others = row.variants
        if others:
            curves = ", ".join(row.variants)
            raise Unsupported(f"{row.name} has addresses on {curves}; pass the account's fields instead")
        return cls.from_params(
            {
                "curve": curve,
                "pathFormat": "PATH_FORMAT_BIP32",
                "path": row.paths[0],
                "addressFormat": row.name,
            }
        )


class _SignRawPayload(Parameters, frozen=True, kw_only=True):
    """Makes the payload of a message."""

    @classmethod
    def ethereum_message(  # noqa: PYI019 - Python 3.10 has no Self
        cls: type[R], message: str | bytes, *, sign_with: str
    ) -> R:
        """Sign a message as Ethereum wallets do with ``personal_sign``: with the prefix of EIP-191.

        Args:
            message: The message; a str stands for its UTF-8 bytes.
            sign_with: The address of the account or private key that signs, or the private key's id.

        Returns:
            The operation. ``to_ethereum()`` of its result's ``signature`` is the form that wallets return.

        Raises:
            MalformedInput: The message is larger than 1 MiB, or is not text that UTF-8 can encode.
            InvalidRequest: ``sign_with`` breaks the specification.
        """
        # Imported late: other requests need no module of hashes.
        from sealwax._crypto.keccak import personal_message  # noqa: PLC0415

        return cls.from_params(
            {
                "signWith": sign_with,
                "payload": personal_message(to_bytes(message, "the message")).hex(),
                "encoding": "PAYLOAD_ENCODING_HEXADECIMAL",
                "hashFunction": "HASH_FUNCTION_KECCAK256",
            }
        )


class _SignupV2(Parameters, frozen=True, kw_only=True):
    """Signs a signup with a verification token."""

    def signed(self: S, signer: Signer) -> S:  # noqa: PYI019 - Python 3.10 has no Self
        """Sign the signup with the key that the verification token is bound to.

        Args:
            signer: The P-256 key whose public key was sealed in the OTP bundle.

        Returns:
            The same signup with its ``client_signature``.

        Raises:
            InvalidRequest: The signup has no verification token.
            SealwaxError: The errors of ``sign_signup``.
        """
        params = self.to_params()
        token = params.get("verificationToken")
        if not isinstance(token, str):
            raise InvalidRequest(f"{self._label()}: verification_token is missing; the signature contains it")
        # Imported late: of the requests here, only this one is signed in part.
        from sealwax.login.client_signature import sign_signup_body  # noqa: PLC0415

        signature = sign_signup_body(signer, token, params)
        return self.from_params({**params, "clientSignature": signature.to_dict()})


class _InitImportSecrets(Parameters, frozen=True, kw_only=True):
    """Expects an enclave key for each secret."""

    _result_counts: ClassVar[Mapping[str, str]] = {"enclaveTargetMessages": "num_secrets"}


class _ImportSecrets(Parameters, frozen=True, kw_only=True):
    """Refuses two secrets for one key of the enclave."""

    _result_counts: ClassVar[Mapping[str, str]] = {"secretIds": "secrets"}

    @staticmethod
    def _broken_rule(values: Mapping[str, Any]) -> Violation | None:
        keys = [secret.target_public_key for secret in values["secrets"]]
        return find_repeated(keys, lambda number: ("secrets", number, "targetPublicKey"))


class _ExportSecrets(Parameters, frozen=True, kw_only=True):
    """Refuses a repeated secret, and makes exports for one recipient."""

    _result_counts: ClassVar[Mapping[str, str]] = {"secretPayloads": "secrets"}

    @classmethod
    def for_recipient(  # noqa: PYI019 - Python 3.10 has no Self
        cls: type[E],
        secret_ids: Sequence[str],
        target_public_key: str,
        *,
        request_context: Mapping[str, str] | None = None,
    ) -> E:
        """Make the export of secrets to one key, as ``read_export_proposal`` requires.

        Args:
            secret_ids: The ids of the secrets.
            target_public_key: The recipient's target public key: an uncompressed P-256 point, in hex.
            request_context: The context for policies; None for none.

        Returns:
            The operation.

        Raises:
            InvalidRequest: An argument breaks a rule; the message names it.
        """
        require_type(secret_ids, Sequence, "secret_ids")
        if isinstance(secret_ids, (str, bytes)):
            raise TypeError("secret_ids must be a list of strings; put a single id into a list")
        require_type(request_context, (Mapping, NoneType), "request_context")
        secret: dict[str, Any] = {
            "targetPublicKey": target_public_key,
            "encryptionSuite": "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1",
        }
        if request_context:
            secret["requestContext"] = [
                {"key": key, "value": value} for key, value in request_context.items()
            ]
        params = {"secrets": [{"secretId": secret_id, **secret} for secret_id in secret_ids]}
        violation = find_refused(params, cls)
        if violation:
            violation = violation._replace(path=_recipient_argument(violation.path))
            raise InvalidRequest(f"{cls._label()}: {violation.in_words()}")
        return cls.from_params(params)

    @staticmethod
    def _broken_rule(values: Mapping[str, Any]) -> Violation | None:
        ids = [secret.secret_id for secret in values["secrets"]]
        return find_repeated(ids, lambda number: ("secrets", number, "secretId"))

    def _request_fields(self) -> dict[str, object]:
        secrets = msgspec.structs.asdict(self)["secrets"]
        return {"target_public_keys": tuple(secret.target_public_key for secret in secrets)}


def _recipient_argument(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return the path in the arguments of ``for_recipient`` for a path in the parameters that it makes."""
    field = path[2:3]
    if field == ("targetPublicKey",):
        return ("target_public_key",)
    return ("request_context", *path[3:]) if field == ("requestContext",) else ("secret_ids", *path[1:2])


class _DeleteSecrets(Parameters, frozen=True, kw_only=True):
    """Refuses a repeated secret."""

    @staticmethod
    def _broken_rule(values: Mapping[str, Any]) -> Violation | None:
        return find_repeated(values["secret_ids"], lambda number: ("secretIds", number))
