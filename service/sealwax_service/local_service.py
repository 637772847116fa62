"""A stand-in for the service on this machine, for tests: real state and real cryptography, no secrecy.

``LocalService`` serves during its ``with`` block; ``sealwax serve`` is for other languages. Both give private
keys to every client on this machine: do not put real keys in them.
"""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from importlib.resources import files
from secrets import token_urlsafe
from time import perf_counter
from typing import Any, Final, NoReturn, TypeVar
from weakref import WeakSet

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.strict_json import decode_object
from sealwax._codec.text import to_bytes
from sealwax._codec.urls import is_origin
from sealwax.errors import InvalidRequest
from sealwax.files import read_file
from sealwax.keys import ApiKey
from sealwax.operations import (
    AddressFormat,
    Effect,
    MnemonicLength,
    SignupApiKey,
    SignupWalletAccount,
    WalletCurve,
)
from sealwax.proofs.identity import EnclaveIdentity
from sealwax.testing.key_material import KeyMaterial
from sealwax.trust import EnclaveKeys, QuorumEncryptionKeys

from ._limits import MAX_SEED_FILE_BYTES, MAX_STATE_BYTES
from .admin.explanations import Explanation, explain
from .admin.routes import PATH as ADMIN_PATH
from .admin.routes import answer_admin, body_limit
from .api_errors import METHOD, PAGE, ApiError
from .deployment import Deployment
from .faults import LiveVectors
from .http.hosts import LOOPBACK, in_url, is_address, is_host_name
from .http.messages import JWKS_PATH, Answer, ReceivedRequest, describe_exchange, to_refusal
from .http.server import HttpServer
from .requests.bodies import CreateWallet
from .seeding.additions import DEFAULT_NAME, DEFAULT_WEBHOOK_URL, Addition
from .seeding.seed_files import read_seeds
from .webhooks import FORKED, Webhooks

S = TypeVar("S", bound="LocalService")

__all__ = ["LocalService", "ReceivedRequest"]


class LocalService:
    """A stand-in for the service. It serves on a loopback address during its ``with`` block.

    Threads may share it. In a process that is forked while it serves, its ids, keys and URL are as before,
    ``stop`` does nothing, and the methods that read or change its state raise ``RuntimeError``. It cannot be
    pickled: give another process its URL and API key.

    Args:
        seed: 32 bytes that, with the order of the requests, determine every id and key; None for random ones.
        port: The port; 0 for any free port.
        strict: Whether to accept only what the specification has, even where an official client breaks it.
        permissive: Whether every user may do everything that no policy denies, and a parent may write in its
            sub-organizations, instead of what the documentation says.
        host: The IP address to listen on, such as ``0.0.0.0``. Beyond loopback, ``/_sealwax/`` needs
            ``admin_token``, and the page is not shown.
        allow_hosts: The host names by which clients may call the service, besides those of this machine and
            ``host``, in lower case and without a port.
        allow_origins: The origins of pages that may call it, besides those of this machine, as browsers send
            them: ``https://example.com``.
        seed_file: A file in YAML or JSON, at most 1 MiB, with organizations, users, keys, wallets, policies,
            passkeys and webhook endpoints to begin with; None for those that the service always begins with.
        state_file: A file to keep the state in, with every secret key: an SQLite database, made if it does
            not exist. ``start`` continues from it, and each request is kept before it is answered. No other
            process can use it until ``stop``. Only its owner may have access to it, and it may not be a
            symbolic link. None to keep the state in memory.
        log: A function to call with a line about each request that the service reads, without secrets, from
            the threads that answer. One refused for its head, Host, Origin, type or size has no line.
        vectors: The test vectors of the fault ``vector``: the module ``sealwax_vectors.makers.live`` of the
            package sealwax-vectors. None for a service without this fault.

    Raises:
        MalformedInput: The seed is not 32 bytes long; or the seed file is larger, or does not parse.
        InvalidRequest: The seed file has a record that is not allowed; the message names the place.
        OSError: The seed file cannot be read.
        TypeError: An argument has the wrong type.
        ValueError: The port is not from 0 to 65535, the host is not an IP address, or an origin or a host
            name is not one.
    """

    def __init__(
        self,
        seed: bytes | None = None,
        *,
        port: int = 0,
        strict: bool = False,
        permissive: bool = False,
        host: str = LOOPBACK,
        allow_hosts: Collection[str] = (),
        allow_origins: Collection[str] = (),
        seed_file: str | os.PathLike[str] | None = None,
        state_file: str | os.PathLike[str] | None = None,
        log: Callable[[str], None] | None = None,
        vectors: LiveVectors | None = None,
    ) -> None:
        require_type(port, int, "port")
        require_type(strict, bool, "strict")
        require_type(permissive, bool, "permissive")
        if not 0 <= port <= _LAST_PORT:
            raise ValueError(f"port must be from 0 to {_LAST_PORT}")
        require_type(host, str, "host")
        if not is_address(host):
            raise ValueError("host must be an IP address, such as 0.0.0.0")
        for name, given in (("allow_origins", allow_origins), ("allow_hosts", allow_hosts)):
            if isinstance(given, str) or not all(isinstance(each, str) for each in given):
                raise TypeError(f"{name} must be a collection of strings")
        if not all(map(is_host_name, allow_hosts)):
            raise ValueError(
                "allow_hosts must be host names such as sealwax, in lower case and without a port"
            )
        if not all(map(is_origin, allow_origins)):
            raise ValueError(
                "allow_origins must be origins such as https://example.com: a scheme, a host in lower case, "
                "and a port if it is not the default one"
            )
        own_seed = None if seed is None else KeyMaterial(seed).take("local service")
        seeds = None
        if seed_file is not None:
            seeds = read_seeds(read_file(seed_file, limit=MAX_SEED_FILE_BYTES))
        require_function(log, "log", optional=True)
        self._log = log
        self._open = partial(
            HttpServer,
            self._respond,
            limit_of=self._limit_of,
            port=port,
            host=host,
            allow_hosts=tuple(allow_hosts),
            allow_origins=tuple(allow_origins),
        )
        self._admin_token = token_urlsafe(_TOKEN_BYTES)
        self._deployment = Deployment(
            own_seed,
            strict=strict,
            permissive=permissive,
            seeds=seeds,
            vectors=vectors,
        )
        self._state_file = state_file
        self._server: HttpServer | None = None
        self._is_left = False

    def __reduce__(self) -> NoReturn:
        raise TypeError("a LocalService cannot be pickled: give the other process its url and its api_key")

    def start(self) -> None:
        """Begin to serve; a ``with`` block calls this.

        Raises:
            InvalidRequest: Another process uses the state file, it cannot be written, other users may open
                it, it is not a file, it was replaced while it was opened, or it is ``:memory:`` or a URL.
            MalformedInput: The state file is damaged or of another program, or another version of sealwax
                wrote it.
            OSError: The port is in use, or the state file cannot be made.
            RuntimeError: The service is running already, here or in the process that was forked.
        """
        if self._is_left:
            raise RuntimeError(FORKED)
        if self._server is not None:
            raise RuntimeError("the service is running")
        if self._state_file is not None:
            self._deployment.open_database(self._state_file)
        try:
            self._server = self._open()
        except BaseException:
            self._deployment.close_database()
            raise
        self._deployment.url = f"http://{in_url(self._server.host)}:{self._server.port}"
        self._server.start()
        _RUNNING.add(self)

    def stop(self) -> None:
        """Stop serving, and close every connection; a ``with`` block calls this.

        In a process that was forked while it served, it does nothing.

        Raises:
            InvalidRequest: The state file cannot be written.
            MalformedInput: The state file was damaged meanwhile.
        """
        if self._server is not None and not self._is_left:
            _RUNNING.discard(self)
            self._server.stop()
            self._server = None
            self._deployment.webhooks.stop()
            self._deployment.url = ""
            self._deployment.close_database()

    def __enter__(self: S) -> S:  # noqa: PYI019 - Self is in no module of Python 3.10
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _leave(self) -> None:
        """Leave the service to the process that this process was forked from."""
        self._is_left = True
        if self._server is not None:  # pragma: no branch
            self._server.leave()
        self._deployment.leave()

    @property
    def _running(self) -> Deployment:
        """The parts, to read or change the state; a process that was forked has only an old copy of it."""
        if self._is_left:
            raise RuntimeError(FORKED)
        return self._deployment

    def _limit_of(self, received: ReceivedRequest) -> int:
        return body_limit(received, self._admin_token)

    def _respond(self, received: ReceivedRequest) -> Answer:
        if self._log is None:
            return self._answer(received)
        began = perf_counter()
        answer = self._answer(received)
        self._log(describe_exchange(received, answer, perf_counter() - began))
        return answer

    def _answer(self, received: ReceivedRequest) -> Answer:
        if received.path.startswith(ADMIN_PATH):
            return answer_admin(self._deployment, received, self._admin_token)
        if received.method == "POST":
            return self._deployment.router.answer(received)
        if received.path == JWKS_PATH:
            return Answer(200, self._deployment.webhooks.jwks.encode())
        if received.path == "/":
            if not received.is_local:
                return to_refusal(PAGE)
            return Answer(200, _PAGE, "text/html; charset=utf-8")
        return to_refusal(METHOD)

    @property
    def url(self) -> str:
        """The base URL of the public API.

        Raises:
            RuntimeError: The service is not running.
        """
        if not self._deployment.url:
            raise RuntimeError("the service is not running; use it in a `with` block")
        return self._deployment.url

    @property
    def auth_proxy_url(self) -> str:
        """The base URL of the auth proxy, which is ``url``."""
        return self.url

    @property
    def configuration_id(self) -> str:
        """The id of the auth proxy's configuration."""
        return self._deployment.configuration_id

    @property
    def admin_token(self) -> str:
        """The token for requests to ``/_sealwax/`` from other machines: ``Authorization: Bearer TOKEN``."""
        return self._admin_token

    @property
    def keys(self) -> EnclaveKeys:
        """The enclave's public keys, for the ``keys`` argument of the functions that verify its artifacts."""
        return self._deployment.provisioner.enclave.keys

    @property
    def encryption_keys(self) -> QuorumEncryptionKeys:
        """The enclaves' keys to which the credentials of OAuth 2.0 and on-ramp providers are sealed."""
        return self._deployment.provisioner.enclave.encryption_keys

    @property
    def enclave_identity(self) -> EnclaveIdentity:
        """The identity of the signer, which proves addresses; its root is the service's own, not AWS's."""
        return self._deployment.provisioner.prover.identity

    @property
    def policy_engine_identity(self) -> EnclaveIdentity:
        """The identity of the policy engine, which proves outcomes, under the same root."""
        return self._deployment.provisioner.prover.policy_engine.identity

    @property
    def api_key(self) -> ApiKey:
        """The root user's API key."""
        return self._deployment.api_key

    @property
    def organization_id(self) -> str:
        """The organization's id."""
        return self._deployment.organization.organization_id

    @property
    def user_id(self) -> str:
        """The root user's id. The user's email address is ``root@example.com``."""
        return self._deployment.user_id

    @property
    def ids(self) -> Mapping[str, str]:
        """The ids of the records that the service begins with.

        The names are ``walletId``, ``privateKeyId``, ``policyId``, ``mfaPolicyId``, ``userTagId`` and
        ``privateKeyTagId``.
        """
        return self._deployment.ids

    @property
    def requests(self) -> tuple[ReceivedRequest, ...]:
        """The last requests to operations, the oldest first: at most 1000, and 16 MiB."""
        return self._running.router.received.all()

    @property
    def webhooks(self) -> Webhooks:
        """The deliveries to webhook endpoints of this machine, and the key that signs them."""
        return self._running.webhooks

    @property
    def info(self) -> Mapping[str, Any]:
        """The configuration of a client, as ``/_sealwax/info`` answers it, with the API private key."""
        return self._deployment.info()

    def now(self) -> datetime:
        """Return the service's time: the system's, shifted or frozen.

        Returns:
            The time, in UTC.
        """
        return self._running.now()

    def advance(self, by: timedelta) -> None:
        """Put the service's clock forward.

        Args:
            by: The difference.

        Raises:
            TypeError: ``by`` is not a timedelta.
            ValueError: ``by`` is negative, or leads past the year 9899.
        """
        self._running.advance(by)

    def set_clock(self, *, now: datetime) -> None:
        """Set the service's clock, also to an earlier time. It goes on from there unless it is frozen.

        Args:
            now: The time, with a time zone, from the year 2000 on.

        Raises:
            TypeError: ``now`` is not a datetime.
            ValueError: ``now`` has no time zone, is earlier, or is past the year 9899.
        """
        require_type(now, datetime, "now")
        self._running.set_clock(now)

    def freeze_clock(self, *, frozen: bool = True) -> None:
        """Stop the service's clock. ``advance`` and ``set_clock`` still move it.

        Args:
            frozen: False to let it go on from where it stands.

        Raises:
            TypeError: ``frozen`` is not a bool.
        """
        self._running.freeze_clock(frozen=frozen)

    def otp_code(self, otp_id: str) -> str:
        """Return the code of an OTP flow, which is not sent.

        Args:
            otp_id: The flow's id, from init_otp or otp_init_v2.

        Returns:
            The code.

        Raises:
            InvalidRequest: There is no such flow.
        """
        try:
            return self._running.otp_code(otp_id)
        except ApiError as error:
            raise InvalidRequest(str(error)) from None

    @property
    def emails(self) -> tuple[Mapping[str, str], ...]:
        """The last 100 e-mails of email_auth and init_user_email_recovery, which are not sent.

        Each has ``organizationId``, ``userId``, ``email``, ``subject`` and ``credentialBundle``.
        """
        return self._running.emails()

    def add_user(
        self,
        name: str = DEFAULT_NAME,
        *,
        email: str | None = None,
        phone_number: str | None = None,
        is_root: bool = False,
        api_keys: Sequence[SignupApiKey] = (),
        organization_id: str | None = None,
    ) -> str:
        """Add a user without the requests that verify its contacts.

        Args:
            name: The user's name.
            email: The email address; it counts as verified.
            phone_number: The phone number; it counts as verified.
            is_root: Whether the user is a root user.
            api_keys: The user's API keys.
            organization_id: The organization; by default ``LocalService.organization_id``.

        Returns:
            The id of the user.

        Raises:
            InvalidRequest: The organization is unknown, or a value breaks a rule.
        """
        return self._add(
            Addition(
                kind="user",
                name=name,
                email=email,
                phone_number=phone_number,
                is_root=is_root,
                api_keys=api_keys,
                organization_id=organization_id,
            )
        )

    def add_policy(
        self,
        name: str = DEFAULT_NAME,
        *,
        effect: Effect = "EFFECT_ALLOW",
        condition: str = "true",
        consensus: str = "true",
        organization_id: str | None = None,
    ) -> str:
        """Add a policy. By default, it allows everything to everybody.

        Args:
            name: The policy's name.
            effect: Whether it allows or denies.
            condition: The requests that it applies to, in the language of policies.
            consensus: The votes that it needs, in the same language.
            organization_id: The organization; by default ``LocalService.organization_id``.

        Returns:
            The id of the policy.

        Raises:
            InvalidRequest: The organization is unknown, or a value breaks a rule.
        """
        return self._add(
            Addition(
                kind="policy",
                name=name,
                effect=effect,
                condition=condition,
                consensus=consensus,
                organization_id=organization_id,
            )
        )

    def add_wallet(
        self,
        name: str = DEFAULT_NAME,
        *,
        accounts: Sequence[SignupWalletAccount] = (),
        mnemonic_length: MnemonicLength | None = None,
        organization_id: str | None = None,
    ) -> str:
        """Add a wallet, by default without accounts.

        Args:
            name: The wallet's name.
            accounts: The accounts.
            mnemonic_length: The number of words; by default that of ``create_wallet``.
            organization_id: The organization; by default ``LocalService.organization_id``.

        Returns:
            The id of the wallet.

        Raises:
            InvalidRequest: The organization is unknown, or a value breaks a rule.
        """
        return self._add(
            Addition(
                kind="wallet",
                wallet=CreateWallet(wallet_name=name, accounts=accounts, mnemonic_length=mnemonic_length),
                organization_id=organization_id,
            )
        )

    def add_private_key(
        self,
        name: str = DEFAULT_NAME,
        *,
        curve: WalletCurve = "CURVE_SECP256K1",
        address_formats: Sequence[AddressFormat] = (),
        organization_id: str | None = None,
    ) -> str:
        """Add a private key.

        Args:
            name: The key's name.
            curve: The curve.
            address_formats: The formats of its addresses.
            organization_id: The organization; by default ``LocalService.organization_id``.

        Returns:
            The id of the private key.

        Raises:
            InvalidRequest: The organization is unknown, or a value breaks a rule.
        """
        return self._add(
            Addition(
                kind="private_key",
                name=name,
                curve=curve,
                address_formats=address_formats,
                organization_id=organization_id,
            )
        )

    def add_webhook_endpoint(
        self,
        name: str = DEFAULT_NAME,
        *,
        url: str = DEFAULT_WEBHOOK_URL,
        organization_id: str | None = None,
    ) -> str:
        """Add a webhook endpoint.

        Args:
            name: The endpoint's name.
            url: The URL that webhooks are sent to.
            organization_id: The organization; by default ``LocalService.organization_id``.

        Returns:
            The id of the webhook endpoint.

        Raises:
            InvalidRequest: The organization is unknown, or a value breaks a rule.
        """
        return self._add(
            Addition(kind="webhook_endpoint", name=name, url=url, organization_id=organization_id)
        )

    def add_mfa_policy(
        self,
        name: str = DEFAULT_NAME,
        *,
        user_id: str | None = None,
        organization_id: str | None = None,
    ) -> str:
        """Add an MFA policy to a user.

        Args:
            name: The policy's name.
            user_id: The user; by default the organization's first.
            organization_id: The organization; by default ``LocalService.organization_id``.

        Returns:
            The id of the MFA policy.

        Raises:
            InvalidRequest: The organization or the user is unknown, or a value breaks a rule.
        """
        return self._add(
            Addition(kind="mfa_policy", name=name, user_id=user_id, organization_id=organization_id)
        )

    def add_user_tag(
        self,
        name: str = DEFAULT_NAME,
        *,
        organization_id: str | None = None,
    ) -> str:
        """Add a tag for users.

        Args:
            name: The tag's name.
            organization_id: The organization; by default ``LocalService.organization_id``.

        Returns:
            The id of the user tag.

        Raises:
            InvalidRequest: The organization is unknown, or a value breaks a rule.
        """
        return self._add(Addition(kind="user_tag", name=name, organization_id=organization_id))

    def add_private_key_tag(
        self,
        name: str = DEFAULT_NAME,
        *,
        organization_id: str | None = None,
    ) -> str:
        """Add a tag for private keys.

        Args:
            name: The tag's name.
            organization_id: The organization; by default ``LocalService.organization_id``.

        Returns:
            The id of the private key tag.

        Raises:
            InvalidRequest: The organization is unknown, or a value breaks a rule.
        """
        return self._add(Addition(kind="private_key_tag", name=name, organization_id=organization_id))

    def _add(self, addition: Addition) -> str:
        """Add a record; return its id."""
        try:
            return self._running.add(addition)
        except ApiError as error:
            raise InvalidRequest(str(error)) from None

    def explain(self, *, activity_id: str | None = None, fingerprint: str | None = None) -> Explanation:
        """Return the policy, and its part, that decided on an activity's votes or refused a request.

        Args:
            activity_id: The activity.
            fingerprint: In its place, the fingerprint of an activity or of a request that was refused, as
                ``activity_fingerprint`` makes it.

        Returns:
            The decisions.

        Raises:
            InvalidRequest: Neither or both are given, or there is no such activity or request.
        """
        require_type(activity_id, (str, type(None)), "activity_id")
        require_type(fingerprint, (str, type(None)), "fingerprint")
        try:
            return explain(self._running.state, activity_id, fingerprint)
        except ApiError as error:
            raise InvalidRequest(str(error)) from None

    def oidc_token(self, public_key: str, *, subject: str = "root") -> str:
        """Return an OIDC token of the test issuer, the only issuer that the service accepts.

        Args:
            public_key: The public key to bind the token to, as in oauth_login.
            subject: The subject; the root user's by default.

        Returns:
            The token, a JWT.

        Raises:
            MalformedInput: The public key is not text.
            TypeError: The subject is not a string.
        """
        return self._running.oidc_token(public_key, subject=subject)

    def fail(
        self,
        operation: str,
        fault: str | None = None,
        *,
        vector: str | None = None,
        times: int | None = 1,
        **options: Any,
    ) -> None:
        """Switch a fault on; ``docs/local-service-reference.md`` lists the faults and their options.

        Args:
            operation: The operation's name, such as ``export_wallet``; ``*`` for all.
            fault: The fault, such as ``pending``; None for ``vector``.
            vector: For the fault ``vector``, the id of an invalid test vector; the service needs ``vectors``.
            times: How many requests it affects; None for all from now on.
            options: The other options of the fault.

        Raises:
            InvalidRequest: The operation, the fault, an option or the vector is unknown, or does not fit.
            TypeError: The operation or the fault is not a string.
        """
        require_type(operation, str, "operation")
        require_type(fault, (str, type(None)), "fault")
        if vector is not None:
            options["vector"] = vector
        elif fault is None:
            raise InvalidRequest("name a fault, or give `vector`")
        self._running.router.fail(operation, fault or "vector", {**options, "times": times})

    def export_state(self) -> bytes:
        """Return everything that the service keeps, with every secret key: JSON.

        It does not include faults, the log of requests and deliveries.

        Returns:
            The state, for ``import_state`` of this version of sealwax.
        """
        return self._running.take_snapshot()

    def import_state(self, state: str | bytes) -> None:
        """Forget everything, and continue from a state: with the same ids, keys, records and activities.

        Args:
            state: The result of ``export_state``: JSON of at most 256 MiB.

        Raises:
            MalformedInput: This version of sealwax did not write the state, or it is larger.
        """
        raw = to_bytes(state, "the state", limit=MAX_STATE_BYTES)
        content = decode_object(raw, "the state")
        self._running.restore(content)

    def reset(self) -> None:
        """Forget everything, and begin again. With a seed, ids and keys are the same again."""
        self._running.reset()


_RUNNING: Final["WeakSet[LocalService]"] = WeakSet()
"""The services that this process started, and has not stopped."""


def _leave_all() -> None:
    """Leave the running services to the process that this process was forked from."""
    for service in [*_RUNNING]:
        service._leave()  # noqa: SLF001 - it is private to this module


# Windows has no fork.
getattr(os, "register_at_fork", lambda **_: None)(after_in_child=_leave_all)

_LAST_PORT = 65535
_TOKEN_BYTES = 24
_PAGE = files(f"{__package__}.admin").joinpath("page.html").read_bytes()
