"""Cases of sealed requests: every operation, and violations of each of its rules."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from sealwax.errors import Unsupported
from sealwax.keys import ApiKey
from sealwax.operations import AuthProxyOperation, QueryOperation, SealedRequest, SubmitOperation
from sealwax.operations.all_operations import SPECIFIED
from sealwax.stamps.api_key import ApiKeyStamper
from sealwax_vectors.format import Case, Group, Hex, Milliseconds, Outputs, construct

from .api_key_stamps import CurveName


class _RequestCase(Case, kw_only=True):
    """An operation, and the request that must come of it."""

    operation: Annotated[str, Meta(description="The operation, by its name in the specification.")]
    parameters: Annotated[dict[str, Any], Meta(description="Its parameters, by their names on the wire.")]
    base_url: Annotated[str, Meta(description="The base URL, to which the operation's path is appended.")]
    method: Annotated[str | UnsetType, Meta(description="Output.")] = UNSET
    url: Annotated[str | UnsetType, Meta(description="Output: where the request goes.")] = UNSET
    headers: Annotated[dict[str, str] | UnsetType, Meta(description="Output: the headers, by name.")] = UNSET
    body: Annotated[
        str | UnsetType, Meta(description="Output: the body; its UTF-8 bytes are what is stamped and sent.")
    ] = UNSET


class StampedCase(_RequestCase, kw_only=True):
    """An operation of the public API."""

    curve: CurveName
    private_key: Annotated[Hex, Meta(description="The private key of the API key.")]
    organization_id: Annotated[str, Meta(description="The organization that the request is for.")]
    timestamp_ms: Annotated[Milliseconds | UnsetType, Meta(description="Its time; a query has none.")] = UNSET
    generate_app_proofs: Annotated[bool | UnsetType, Meta(description="Left out if it is not here.")] = UNSET


class Stamped(Group[StampedCase], tag="StampedRequest"):
    """Make a request of the public API, stamped with the nonce of RFC 6979."""

    def run(self, case: StampedCase) -> Outputs:
        operation = _operation(case)
        if isinstance(operation, AuthProxyOperation):
            raise Unsupported("this is an operation of the auth proxy, whose requests have no stamp")
        stamper = ApiKeyStamper(ApiKey.from_private_key(case.private_key, case.curve), deterministic=True)
        sealed: SealedRequest[Any]
        if isinstance(operation, SubmitOperation):
            sealed = operation.seal(
                stamper,
                organization_id=case.organization_id,
                timestamp_ms=None if case.timestamp_ms is UNSET else case.timestamp_ms,
                generate_app_proofs=None if case.generate_app_proofs is UNSET else case.generate_app_proofs,
                base_url=case.base_url,
            )
        else:
            sealed = operation.seal(stamper, organization_id=case.organization_id, base_url=case.base_url)
        return _outputs(sealed)


class AuthProxyCase(_RequestCase, kw_only=True):
    """A call of the auth proxy."""

    configuration_id: Annotated[str, Meta(description="The id of the auth proxy's configuration.")]


class AuthProxy(Group[AuthProxyCase], tag="AuthProxyRequest"):
    """Make a request of the auth proxy, which has no stamp."""

    def run(self, case: AuthProxyCase) -> Outputs:
        operation = _operation(case)
        if not isinstance(operation, AuthProxyOperation):
            raise Unsupported("this is not an operation of the auth proxy")
        return _outputs(operation.seal(configuration_id=case.configuration_id, base_url=case.base_url))


def _operation(
    case: _RequestCase,
) -> SubmitOperation[Any] | QueryOperation[Any] | AuthProxyOperation[Any]:
    operation = SPECIFIED.get(case.operation)
    if operation is None:
        raise Unsupported("the operation does not exist")
    return operation.from_params(case.parameters)


def _outputs(sealed: SealedRequest[Any]) -> Outputs:
    return {
        "method": sealed.method,
        "url": sealed.url,
        "headers": sealed.headers,
        "body": sealed.body.decode(),
    }


CONSTRUCTS = (
    construct(
        "sealed_request",
        "SEALED-REQUEST",
        (Stamped, AuthProxy),
        "Requests of every operation: validated, serialised once, and stamped over just those bytes.",
        "Parameters are left out, null, of another type, outside of an enumeration, or past a limit.",
        "In what order a body has its keys, and how it escapes text, is up to its maker.",
        "Compare bodies as JSON, and verify a stamp over the bytes that are sent.",
    ),
)
