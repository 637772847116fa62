"""Authentication for requests that stamps. It needs the extra ``requests``.

For example::

    session = requests.Session()
    session.auth = StampAuth(stamper, base_url=PUBLIC_API_URL)
    session.post("https://api.turnkey.com/public/v1/query/whoami", json={"organizationId": ...})

requests sends the headers and the body of the first request along with a redirect, without calling its
authentication again. So a redirect to another origin is refused when its response arrives.
"""

from sealwax._codec.urls import AUTH_PROXY_URL, PUBLIC_API_URL
from sealwax._crypto.secret_types import NeverCopied
from sealwax.errors import ContextMismatch
from sealwax.operations.sealing import Stamper

from . import credentials
from .credentials import Credential

try:
    import requests
    from requests.auth import AuthBase
    from requests.utils import get_environ_proxies, select_proxy
except ImportError as _error:
    raise credentials.missing("requests", _error) from None

__all__ = ["StampAuth", "WrongOrigin"]


class WrongOrigin(ContextMismatch, requests.RequestException):
    """A request or a redirect is for another origin than the stamper's; nothing was sent there.

    Attributes:
        code: ``wrong-origin``.
    """

    def __init__(self, message: str) -> None:
        ContextMismatch.__init__(self, "wrong-origin", message)
        # The request can hold secrets.
        self.request: None = None
        self.response: None = None

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self),)


class StampAuth(NeverCopied, AuthBase):
    """Stamps the requests of requests to one origin, and refuses others.

    Pass it as ``auth`` of a session or of a request. A stamp or a configuration id among a request's headers
    is replaced. A redirect within the origin keeps the stamp, which is still valid if the body is sent again;
    one to another origin raises ``WrongOrigin``, also with ``allow_redirects=False``. Retries by a
    ``urllib3.Retry`` keep the stamp, too. Make a session in each process: a session that was used before a
    fork shares its connections with the other process.

    The proxies of the session and of the environment are used. A request to this machine is refused if a
    proxy of the environment would get it, whatever the session: add the host to ``NO_PROXY``.

    Args:
        stamper: The stamper for the bodies; threads may share it.
        base_url: The base URL of the public API: https, or http on this machine. Only its origin counts.

    Raises:
        InvalidRequest: The base URL is not valid.
    """

    def __init__(self, stamper: Stamper, *, base_url: str = PUBLIC_API_URL) -> None:
        self._credential: Credential = credentials.stamping(stamper, base_url)

    @classmethod
    def for_auth_proxy(cls, configuration_id: str, *, base_url: str = AUTH_PROXY_URL) -> "StampAuth":
        """Make an authentication that sends the auth proxy's configuration id in place of a stamp.

        Args:
            configuration_id: The id of the auth proxy's configuration.
            base_url: The base URL of the auth proxy.

        Returns:
            The authentication.

        Raises:
            InvalidRequest: The id or the base URL is not valid.
        """
        made = cls.__new__(cls)
        made._credential = credentials.configured(configuration_id, base_url)  # noqa: SLF001 - its own
        return made

    def __call__(self, r: requests.PreparedRequest) -> requests.PreparedRequest:
        """Stamp a prepared request; requests calls this.

        Args:
            r: The request, whose body must be bytes or text, or absent.

        Returns:
            The request, with the stamp.

        Raises:
            WrongOrigin: The request is for another origin, or is for this machine and the environment has a
                proxy for it.
            TypeError: The body is a file, a generator or another stream, whose bytes are not known here.
            SealwaxError: The errors of the stamper.
        """
        if credentials.origin_of(r.url or "") != self._credential.origin:
            raise WrongOrigin(credentials.another_origin(self._credential.origin))
        if self._credential.is_local and _has_proxy(r.url or ""):
            raise WrongOrigin(credentials.PROXIED)
        body: object = r.body
        if body is None or isinstance(body, str):
            # Encoded here, so that the stamp is over the bytes that are sent.
            body = (body or "").encode()
        if not isinstance(body, bytes):
            raise TypeError(
                f"data must be bytes or str, or pass a dict as json; a {type(body).__name__} cannot be "
                "stamped, because its bytes are not known"
            )
        r.body = body or None
        for name in credentials.AUTHORISING_HEADERS:
            r.headers.pop(name, None)
        header_name, header_value = self._credential.header(body)
        r.headers[header_name] = header_value
        r.hooks["response"].append(self._refuse_redirect)
        return r

    def _refuse_redirect(self, response: requests.Response, **_: object) -> None:
        location = response.headers.get("Location")
        if response.status_code not in credentials.REDIRECTS or location is None:
            return
        if self._credential.refuses(location):
            response.close()
            raise WrongOrigin(credentials.REDIRECTED)


def _has_proxy(url: str) -> bool:
    # requests reads the environment after it calls the authentication, which cannot change the proxies.
    return select_proxy(url, get_environ_proxies(url)) is not None
