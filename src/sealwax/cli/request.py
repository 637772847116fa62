"""The command ``sealwax request``."""

import click

import sealwax
from sealwax import operations
from sealwax._codec.strict_json import decode_object
from sealwax._limits import MAX_BODY_BYTES
from sealwax.operations import AUTH_PROXY_URL, OPERATIONS, PUBLIC_API_URL, AuthProxyOperation, SubmitOperation

from . import options
from .key_source import KeySource
from .streams import Input, write_json, write_lines
from .usage import Misuse


@click.command(
    short_help="Make the stamped request of an operation.",
    epilog=options.examples(
        "sealwax request export_wallet --params params.json --organization-id ID \\\n"
        "  --key a.private --curl",
        "sealwax request --path /public/v1/submit/create_wallet --body body.json \\\n"
        "  --key a.private --curl",
        note="For signup_v2 and otp_login_v2, pass --configuration-id, not --key and --organization-id.",
    ),
)
@click.argument("name", type=click.Choice(list(OPERATIONS)), metavar="[NAME]", required=False)
@click.option("--path", metavar="PATH", help="The path of any operation, with --body in place of NAME.")
@options.input_file("--body", help="The body for --path, which is sent as it is.")
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

    NAME is an operation of `sealwax operations list`, whose parameters are checked. For any other operation,
    pass --path and --body: the content of the body is not checked.

    Send the body exactly as it is: the stamp covers its bytes. Keep the request secret until it expires:
    anyone who sees it can send it, and the body may contain tokens.
    """
    sealed: operations.SealedRequest[object]
    if name is None or path is not None or body is not None:
        checked = (name, params, organization_id, timestamp_ms, generate_app_proofs or None, configuration_id)
        if path is None or body is None or key is None or any(option is not None for option in checked):
            raise Misuse(
                "pass the name of an operation; or --path, --body and --key, and of the other options only "
                "--deterministic, --base-url and --curl"
            )
        stamper = sealwax.ApiKeyStamper(key.read_api_key(), deterministic=deterministic)
        url = PUBLIC_API_URL if base_url is None else base_url
        with body.opened(limit=MAX_BODY_BYTES) as content:
            sealed = operations.SealedRequest.of(path, content, stamper, base_url=url)
        _write(sealed, curl=curl)
        return
    parameters = {}
    if params is not None:
        with params.opened() as content:
            parameters = decode_object(content, "the parameters")
    operation = OPERATIONS[name].from_params(parameters)
    if isinstance(operation, AuthProxyOperation):
        others = (key, organization_id, timestamp_ms, generate_app_proofs or None, deterministic or None)
        if configuration_id is None or any(option is not None for option in others):
            raise Misuse(
                f"{name} is not stamped; pass --configuration-id, and of the other options only --params, "
                "--base-url and --curl"
            )
        url = AUTH_PROXY_URL if base_url is None else base_url
        sealed = operation.seal(configuration_id=configuration_id, base_url=url)
    else:
        if configuration_id is not None or key is None or organization_id is None:
            raise Misuse(
                f"{name} is stamped; pass --key and --organization-id, and leave out --configuration-id"
            )
        stamper = sealwax.ApiKeyStamper(key.read_api_key(), deterministic=deterministic)
        url = PUBLIC_API_URL if base_url is None else base_url
        if isinstance(operation, SubmitOperation):
            sealed = operation.seal(
                stamper,
                organization_id=organization_id,
                timestamp_ms=timestamp_ms,
                generate_app_proofs=generate_app_proofs or None,
                base_url=url,
            )
        elif timestamp_ms is not None or generate_app_proofs:
            raise Misuse(f"{name} has no --timestamp-ms or --generate-app-proofs; leave them out")
        else:
            sealed = operation.seal(stamper, organization_id=organization_id, base_url=url)
    _write(sealed, curl=curl)


def _write(sealed: operations.SealedRequest[object], *, curl: bool) -> None:
    if curl:
        write_lines(sealed.to_curl())
    else:
        shown = {"method": sealed.method, "url": sealed.url, "headers": sealed.headers}
        write_json({**shown, "body": sealed.body.decode()})
