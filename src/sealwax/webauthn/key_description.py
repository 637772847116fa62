"""Check Android's description of an attested key (WebAuthn, section 8.4.1; Android's key attestation).

| input | decision |
|---|---|
| not the eight fields of a description, in strict DER; a tag twice in a list | malformed |
| another challenge than the hash of the client data | bad signature |
| a key for all applications, in either list | bad signature |
| no purpose or origin in the list of the hardware, even if the list of the software has it | bad signature |
| a purpose other than signing alone, an origin other than generated | bad signature |
| version, the unique id and other authorizations | not looked at |

If the caller accepts keys of software (section 8.4), these differ:

| input | decision |
|---|---|
| purpose or origin in one list or in both | each that is there must be signing alone, or generated |
| no purpose, or no origin, in either list | bad signature, except in the next row |
| both lists empty, the security level of the attestation Software | accepted, as the W3C's first vector |
"""

import re

from sealwax.errors import BadSignature, MalformedInput

# Version, level, version, level; challenge, unique id; the authorizations that software and hardware enforce.
_FIELDS = [b"\x02", b"\x0a", b"\x02", b"\x0a", b"\x04", b"\x04", b"\x30", b"\x30"]
_SEQUENCE = b"\x30"
# Explicit tags: purpose [1], all applications [600], origin [702].
_PURPOSE, _ALL_APPLICATIONS, _ORIGIN = b"\xa1", b"\xbf\x84\x58", b"\xbf\x85\x3e"
_SIGN_ALONE = b"\x31\x03\x02\x01\x02"
_GENERATED = b"\x02\x01\x00"
_SOFTWARE_LEVEL = b"\x0a", b"\x00"
# A tag of up to three bytes after the first, and a length of up to 65535, both in their shortest form.
_HEAD = re.compile(
    rb"([^\x1f\x3f\x5f\x7f\x9f\xbf\xdf\xff]"
    rb"|[\x1f\x3f\x5f\x7f\x9f\xbf\xdf\xff](?:[\x1f-\x7f]|[\x81-\xff][\x80-\xff]?[\x00-\x7f]))"
    rb"(?:([\x00-\x7f])|\x81([\x80-\xff])|\x82([\x01-\xff].))",
    re.DOTALL,
)


def check_key_description(
    value: bytes, client_data_hash: bytes, label: str, *, allow_software_key: bool = False
) -> None:
    """Check the extension: hardware (or software, if allowed) made the key, for this registration alone."""
    label = f"the key description of {label}"
    outer = decode_der_elements(value, label)
    if [tag for tag, _ in outer] != [_SEQUENCE]:
        raise MalformedInput(f"{label} must be a DER sequence")
    fields = decode_der_elements(outer[0][1], label)
    if [tag for tag, _ in fields] != _FIELDS:
        raise MalformedInput(f"{label} must have the eight fields of a KeyDescription")
    software, hardware = (_authorizations(content, label) for _, content in fields[-2:])
    _, challenge = fields[4]
    if challenge != client_data_hash:
        raise BadSignature(f"{label} is for another registration")
    if _ALL_APPLICATIONS in software or _ALL_APPLICATIONS in hardware:
        raise BadSignature(f"{label} allows all applications to use the key")
    if allow_software_key:
        if not software and not hardware and fields[1] == _SOFTWARE_LEVEL:
            return
        stated = [
            {authorized[tag] for authorized in (software, hardware) if tag in authorized}
            for tag in (_ORIGIN, _PURPOSE)
        ]
        if stated != [{_GENERATED}, {_SIGN_ALONE}]:
            raise BadSignature(f"{label} must say that the device generated the key, to sign alone")
    elif hardware.get(_ORIGIN) != _GENERATED or hardware.get(_PURPOSE) != _SIGN_ALONE:
        raise BadSignature(
            f"{label} must say that hardware generated the key, and allows it to sign alone; pass "
            "allow_software_key=True to accept a key of Android's software"
        )


def _authorizations(content: bytes, label: str) -> dict[bytes, bytes]:
    elements = decode_der_elements(content, label)
    found = dict(elements)
    if len(found) < len(elements):
        raise MalformedInput(f"{label} must not have an authorization twice")
    return found


def decode_der_elements(data: bytes, label: str) -> list[tuple[bytes, bytes]]:
    """Decode consecutive DER elements into their tags, as they are encoded, and contents."""
    elements, position = [], 0
    while position < len(data):
        head = _HEAD.match(data, position)
        if head is None:
            raise MalformedInput(f"{label} is not DER: its tags and lengths must be minimal")
        # The last group that matched is the length.
        end = head.end() + int.from_bytes(head[head.lastindex or 0], "big")
        if end > len(data):
            raise MalformedInput(f"{label} is not DER: it ends within an element")
        elements.append((head[1], data[head.end() : end]))
        position = end
    return elements
