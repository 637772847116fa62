"""Looking for secrets where none may be."""

import base64
import json
import pickle
import traceback
from collections.abc import Iterable, Iterator

from sealwax_vectors import Case

# What of a vector is secret, by the names of its fields.
SECRET_FIELDS = {
    "enclave_private_key",
    "entropy",
    "ikm",
    "ikm_e",
    "message",
    "mnemonic",
    "otp_code",
    "passphrase",
    "plaintext",
    "private_key",
    "private_key_text",
    "pt",
    "receiver_private_key",
    "secret",
    "seed",
    "sender_private_key",
    "sk_rm",
    "skm",
    "target_private_key",
    "text",
}
# As much of a secret as may be seen by chance.
_HARMLESS = 8


# Python writes no longer number.
_LONGEST_NUMBER = 1700


def secrets_of(case: Case) -> Iterator[str]:
    """The secrets among the fields of a case."""
    for name in SECRET_FIELDS:
        value = getattr(case, name, None)
        if isinstance(value, str):
            yield value


def spellings(secret: str | bytes) -> Iterator[str]:
    """The ways in which a secret could be written down, each cut to its first and last parts as well."""
    raw = secret.encode(errors="surrogatepass") if isinstance(secret, str) else secret
    whole = [
        raw.decode(errors="replace"),
        raw.hex(),
        base64.b64encode(raw).decode().rstrip("="),
        base64.urlsafe_b64encode(raw).decode().rstrip("="),
        repr(raw)[2:-1],
        ascii(raw.decode(errors="replace"))[1:-1],
        json.dumps(raw.decode(errors="replace"))[1:-1],
        str(list(raw))[1:-1],
    ]
    if len(raw) <= _LONGEST_NUMBER:
        whole.append(str(int.from_bytes(raw, "big")))
    if (
        isinstance(secret, str)
        and len(secret) % 2 == 0
        and all(c in "0123456789abcdefABCDEF" for c in secret)
    ):
        whole += [*spellings(bytes.fromhex(secret)), secret.lower(), secret.upper()]
    for text in whole:
        if len(text) > _HARMLESS:
            yield from {text[: _HARMLESS + 4], text[-_HARMLESS - 4 :], text}


def shown_by(error: BaseException) -> Iterator[str]:
    """All that an exception could show, and what it is chained to: text, arguments, attributes, traceback."""
    seen: set[int] = set()
    pending: list[BaseException | None] = [error]
    while pending:
        current = pending.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        pending += [current.__cause__, current.__context__]
        yield str(current)
        yield repr(current)
        yield repr(current.args)
        yield repr(vars(current))
        yield repr(getattr(current, "__notes__", ()))
    yield "".join(traceback.format_exception(error))
    yield repr(pickle.loads(pickle.dumps(error)))


def find_secrets(texts: Iterable[str], secrets: Iterable[str | bytes]) -> list[str]:
    """The secrets that are in texts, or parts of them."""
    parts = {part for secret in secrets for part in spellings(secret)}
    return [part for text in texts for part in parts if part in text]
