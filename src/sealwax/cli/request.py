"""The command ``sealwax request``."""

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from sealwax import operations
from sealwax._codec.strict_json import decode_object
from sealwax._limits import MAX_BODY_BYTES
from sealwax.operations import AUTH_PROXY_URL, OPERATIONS, PUBLIC_API_URL, AuthProxyOperation

from . import description as described
from . import options
from .key_source import KeySource
from .streams import Input, write_json, write_lines
from .usage import Misuse


@options.command(
    epilog=options.examples(
        "sealwax request export_wallet --params params.json --organization-id ID \\\n"
        "  --key a.private --curl",
        "sealwax request create_wallet --description public_api.swagger.json \\\n"
        "  --params params.json --organization-id ID --key a.private --curl",
        "sealwax request --path /public/v1/submit/create_wallet --body body.json \\\n"
        "  --key a.private --curl",
        note="For signup_v2 and otp_login_v2, pass --configuration-id, not --key and --organization-id.",
    ),
)
@click.argument("name", type=described.OperationName(), metavar="[NAME]", required=False)
@described.of_operation
@click.option("--path", metavar="PATH", help="The path of any operation, with --body in place of NAME.")
@options.input_file("--body", help="The body for --path, which is sent unchanged.")
@options.input_file(
    "--params", help="The parameters as JSON. `sealwax operations describe NAME` lists them.  [default: none]"
)
@click.option("--organization-id", metavar="ID", help="The organization that the request is for.")
@options.key_file("The API key that stamps the request.")
@options.deterministic
@click.option(
    "--timestamp-ms",
    type=int,
    metavar="MS",
    help="The request's time, in milliseconds since the epoch.  [default: now]",
)
@click.option("--generate-app-proofs", is_flag=True, help="Ask for app proofs.")
@click.option("--configuration-id", metavar="ID", help="The id of the auth proxy's configuration.")
@click.option("--base-url", metavar="URL", help="The URL of the API.  [default: the deployed service]")
@click.option("--curl", is_flag=True, help="Print a curl command for a POSIX shell.")
def request(
    *,
    name: str | None,
    description: operations.ApiDescription | None,
    path: str | None,
    body: Input | None,
    params: Input | None,
    organization_id: str | None,
    key: KeySource | None,
    deterministic: bool,
    timestamp_ms: int | None,
    generate_app_proofs: bool,
    configuration_id: str | None,
    base_url: str | None,
    curl: bool,
) -> None:
    """Make and stamp the request of an operation. Print it as JSON or as a curl command. Nothing is sent.

    NAME is an operation of `sealwax operations list`, whose parameters are checked. With --description, it is
    any operation of that file, which determines the checks. For any other operation, pass --path and --body:
    the content of the body is not checked.

    Send the body unchanged: the stamp covers its bytes. Keep the request secret until it expires:
    anyone who sees it can send it, and the body may contain tokens.
    """
    public_url = PUBLIC_API_URL if base_url is None else base_url
    if name is None or path is not None or body is not None:
        others = (name, description, params, organization_id, timestamp_ms, configuration_id)
        has_options = generate_app_proofs or any(option is not None for option in others)
        if path is None or body is None or key is None or has_options:
            raise Misuse(
                "pass the name of an operation; or --path, --body and --key, with only --deterministic, "
                "--base-url and --curl in addition"
            )
        stamper = key.read_stamper(deterministic=deterministic)
        with body.opened(limit=MAX_BODY_BYTES) as content:
            _write(operations.SealedRequest.of(path, content, stamper, base_url=public_url), curl=curl)
        return
    parameters = {}
    if params is not None:
        with params.opened() as content:
            parameters = decode_object(content, "the parameters")
    seal: Callable[..., operations.SealedRequest[object]]
    if description is not None:
        seal = partial(description.request, name, parameters=parameters)
    else:
        operation = OPERATIONS[name].from_params(parameters)
        if isinstance(operation, AuthProxyOperation):
            unused = (key, organization_id, timestamp_ms, generate_app_proofs or None, deterministic or None)
            if configuration_id is None or any(option is not None for option in unused):
                raise Misuse(
                    f"{name} is not stamped; pass --configuration-id, with only --params, --base-url and "
                    "--curl in addition"
                )
            url = AUTH_PROXY_URL if base_url is None else base_url
            _write(operation.seal(configuration_id=configuration_id, base_url=url), curl=curl)
            return
        seal = operation.seal
    if configuration_id is not None or key is None or organization_id is None:
        raise Misuse(f"{name} is stamped; pass --key and --organization-id, and leave out --configuration-id")
    of_activity: dict[str, Any]
    of_activity = {"timestamp_ms": timestamp_ms, "generate_app_proofs": generate_app_proofs or None}
    if _is_query(name, description):
        if any(option is not None for option in of_activity.values()):
            raise Misuse(f"{name} has no --timestamp-ms or --generate-app-proofs; leave them out")
        of_activity = {}
    stamper = key.read_stamper(deterministic=deterministic)
    _write(seal(stamper, organization_id=organization_id, base_url=public_url, **of_activity), curl=curl)


def _is_query(name: str, description: operations.ApiDescription | None) -> bool:
    return (OPERATIONS if description is None else description.operations)[name].surface == "query"


def _write(sealed: operations.SealedRequest[object], *, curl: bool) -> None:
    if curl:
        write_lines(sealed.to_curl())
    else:
        shown = {"method": sealed.method, "url": sealed.url, "headers": sealed.headers}
        write_json({**shown, "body": sealed.body.decode()})
