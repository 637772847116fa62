"""The parsers of the client as a careless implementer writes them: with an ordinary library, as it is.

Each variant changes the text of one function of the package. ``python -m tools.mutation --lenient``
prints which cases of the vectors notice.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Variant:
    """A lenient variant of a function.

    Attributes:
        module: The function's module, within the package.
        function: Its name, after that of its class.
        old: What stands in it, just once.
        new: What stands there instead.
        text: What it then takes.
        gives_another: Whether it gives another value where it took the input before.
    """

    module: str
    function: str
    old: str
    new: str
    text: str
    gives_another: bool = False

    @property
    def name(self) -> str:
        """Its name in the table."""
        return f"{self.module}.{self.function}: takes {self.text}"

    @property
    def places(self) -> Sequence[tuple[str, str]]:
        """The required outcome of a case: the function refuses, or if it never does, it is called."""
        return (self.module, f"{self.function} refuses"), (self.module, self.function)

    def broken(self, source: str) -> ast.Module:
        """Give the module with the change, which must be one.

        Raises:
            ValueError: The function is not there, or does not have the old text just once; or the new text
                means the same.
        """
        start, end = self._span(source)
        lines = source.splitlines(keepends=True)
        body = "".join(lines[start:end])
        if body.count(self.old) != 1:
            raise ValueError(f"{self.name}: the old text is there {body.count(self.old)} times")
        changed = body.replace(self.old, self.new)
        before = ast.parse(source)
        after = ast.parse("".join([*lines[:start], changed, *lines[end:]]))
        if ast.dump(before) == ast.dump(after):
            raise ValueError(f"{self.name}: it changes nothing")
        return after

    def _span(self, source: str) -> tuple[int, int]:
        """Give the first line of the function and the one after it."""
        nodes: list[ast.stmt] = ast.parse(source).body
        found: ast.stmt | None = None
        for name in self.function.split("."):
            named = [
                node
                for node in nodes
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name
            ]
            if len(named) != 1:
                raise ValueError(f"{self.name}: there is no such function")
            found, nodes = named[0], named[0].body
        assert found is not None
        assert found.end_lineno is not None
        return found.lineno - 1, found.end_lineno


_HEX = ("_codec.hex", "decode_hex")
_NOT_HEX = "decoded is None or (decoded.hex() != text and decoded.hex().upper() != text)"
_BASE64URL = ("_codec.base64url", "decode_base64url")
_JSON = ("_codec.strict_json", "_parse")
_CBOR = ("_codec.strict_cbor", "decode_cbor_prefix")
_ED25519 = ("_crypto.ed25519", "_is_degenerate")
_BECH32 = ("_codec.bech32", "decode_bech32")
_TOKEN = ("login.tokens", "_read")
_HEADERS = ("_codec.http_headers", "read_headers")

VARIANTS = (
    Variant(*_HEX, _NOT_HEX, "decoded is None", "mixed case and white space, as bytes.fromhex does"),
    Variant(*_HEX, _NOT_HEX, "decoded is None or decoded.hex() != text.lower()", "mixed case"),
    Variant(
        *_HEX,
        _NOT_HEX,
        'decoded is None or decoded.hex() not in {text, "".join(text.split())}',
        "white space",
    ),
    Variant(
        *_HEX, "fromhex(text)\n", 'fromhex(text := text[2:] if text[:2] in {"0x", "0X"} else text)\n', "0x"
    ),
    Variant(*_HEX, "fromhex(text)\n", "fromhex(text := text.strip())\n", "white space around it"),
    Variant(
        *_HEX,
        "fromhex(text)\n",
        'fromhex(text := "0" * (len(text) % 2) + text)\n',
        "an odd number of digits, with a zero before",
    ),
    Variant(
        *_HEX,
        "fromhex(text)\n",
        "fromhex(text := text[:len(text) // 2 * 2])\n",
        "an odd number of digits, without the last",
    ),
    Variant(
        *_HEX,
        "fromhex(text)\n",
        'fromhex(text := __import__("unicodedata").normalize("NFKC", text))\n',
        "full-width digits",
    ),
    Variant(
        *_BASE64URL,
        "len(text) == len(digits) or len(text) - len(digits) == lacking",
        "True",
        "any padding",
    ),
    Variant(
        *_BASE64URL,
        ".translate(_FROM_URL_ALPHABET)",
        '.replace(b"-", b"+").replace(b"_", b"/")',
        "the other alphabet too",
    ),
    Variant(*_BASE64URL, 'text.rstrip("=")', '(text := "".join(text.split())).rstrip("=")', "white space"),
    Variant(*_BASE64URL, 'text.rstrip("=")', '(text := text.strip()).rstrip("=")', "white space around it"),
    Variant(
        *_BASE64URL,
        "        or len(decoded) != 3 * len(digits) // 4\n"
        "        or (lacking and digits[-1] not in _LAST_DIGITS[lacking])\n",
        "",
        "unknown characters and stray bits, as binascii does",
    ),
    Variant(
        *_BASE64URL,
        "lacking and digits[-1] not in",
        "False and digits[-1] not in",
        "stray bits in the last digit",
    ),
    Variant(
        "_codec.base64url",
        "decode_base64",
        "decoded is None or binascii.b2a_base64(decoded, newline=False).decode() != text",
        "decoded is None",
        "unknown characters and stray bits, as binascii does",
    ),
    Variant(
        *_JSON,
        "if written != data and _count_colons(written) != _count_colons(data):",
        "if False:",
        "a key twice",
    ),
    Variant(
        *_JSON,
        "_DECODER.decode(data)",
        '__import__("json").loads(data)',
        "NaN, UTF-16 and lone surrogates, as json.loads does",
    ),
    Variant(
        *_JSON,
        "_DECODER.decode(data)",
        '__import__("json").JSONDecoder().raw_decode(data.decode())[0]',
        "anything after the document",
    ),
    Variant(
        *_JSON,
        "_DECODER.decode(data)",
        '_DECODER.decode(data := data.removeprefix(b"\\xef\\xbb\\xbf"))',
        "a byte order mark",
    ),
    Variant(
        *_JSON, "_DECODER.decode(data)", '_DECODER.decode(data := data.rstrip(b"\\0"))', "zero bytes after it"
    ),
    Variant(
        *_JSON,
        "_DECODER.decode(data)",
        '__import__("json").loads(data.decode(), strict=False)',
        "raw control characters",
    ),
    Variant(
        "_codec.strict_json",
        "convert_json",
        "check_all_names(value, into, what)",
        "pass",
        "names in another case",
    ),
    Variant(
        "_codec.strict_json",
        "convert_known",
        "msgspec.convert(value, into)",
        "msgspec.convert(value, into, strict=False)",
        "numbers as text, and text as numbers",
    ),
    Variant("_codec.folding", "fold", '.replace("\\u017f", "s")', "", "names with a long s"),
    Variant(
        "_codec.folding",
        "check_names",
        "_refuse_any(folded_names(given, read), what)",
        "pass",
        "names in another case",
    ),
    Variant(
        "_codec.text", "decode_utf8", "data.decode()", 'data.decode(errors="replace")', "any bytes as UTF-8"
    ),
    Variant("_codec.text", "decode_utf8", "data.decode()", 'data.decode("latin-1")', "Latin-1"),
    Variant(*_CBOR, "allow_duplicate_keys=False", "allow_duplicate_keys=True", "a key twice"),
    Variant(
        *_CBOR,
        "_check_items(data, open_map=open_map and data.startswith(_OPEN_MAP))",
        "pass",
        "indefinite lengths, as cbor2 does",
    ),
    Variant(
        *_CBOR,
        "_check(value, (int, str) if integer_keys else (str,))",
        "pass",
        "any keys and simple values, as cbor2 does",
    ),
    Variant("_codec.strict_cbor", "decode_cbor", "length != len(data)", "False", "bytes after the data item"),
    Variant(
        "webauthn.registration",
        "decode_credential_id",
        " or (encoding is _CBOR and cbor2.dumps(raw_id) != decoded)",
        "",
        "lengths that are not the shortest",
    ),
    Variant(
        "_codec.base58",
        "decode_base58check",
        "_base58_checksum(payload) != checksum",
        "False",
        "any checksum",
    ),
    Variant(
        "_codec.base58",
        "decode_base58check",
        "_base58_checksum(payload) != checksum",
        "_base58_checksum(payload)[:2] != checksum[:2]",
        "half of a checksum",
    ),
    Variant(
        "_codec.base58",
        "decode_base58",
        "bytes(leading_zeros) + ",
        "",
        "leading ones as nothing",
        gives_another=True,
    ),
    Variant(
        "_codec.base58",
        "decode_base58",
        "for character in text:",
        "for character in text.strip():",
        "white space around it",
    ),
    Variant(*_BECH32, "not is_one_case(text)", "False", "mixed case"),
    Variant(*_BECH32, "constant not in {BECH32, BECH32M}", "not (constant := BECH32)", "any checksum"),
    Variant(
        "_codec.bech32",
        "from_digits",
        "left_over >= 5 or number & (1 << left_over) - 1",
        "False",
        "bits that are left over",
    ),
    Variant("wallets.key_formats", "_parse_sui", "decoded.constant != BECH32 or ", "", "bech32m for bech32"),
    Variant("_codec.strkey", "decode_strkey", "encode_strkey(kind, key) != text", "False", "any checksum"),
    Variant(
        "_codec.output_descriptor",
        "strip_checksum",
        "add_checksum(descriptor) != text",
        "False",
        "any checksum",
    ),
    Variant(
        "wallets.key_formats", "_check_halves", "_solana_bytes(seed) != key", "False", "halves that disagree"
    ),
    Variant(
        "_crypto.points",
        "decode_scalar",
        "len(scalar) != length or not 0 < number < curve.group_order",
        "not 0 < number < curve.group_order",
        "scalars of any length",
    ),
    Variant("_crypto.points", "decode_key_hex", "len(key) != length", "False", "points in any form"),
    Variant(
        "_crypto.points",
        "decode_point",
        "from_encoded_point(curve, point)",
        'from_encoded_point(curve, b"\\4" + point[1:] if point[0] in (6, 7) else point)',
        "hybrid points",
    ),
    Variant(
        "_crypto.points",
        "decode_point",
        "from_encoded_point(curve, point)",
        "from_encoded_point(curve, point[:65] if point[:1] == b'\\4' else point[:33])",
        "bytes after the point",
    ),
    Variant(
        "_crypto.points",
        "decode_point",
        "raise MalformedInput(",
        "return ec.derive_private_key(1, curve).public_key()\n        raise MalformedInput(",
        "points off the curve, as the generator",
    ),
    Variant(*_ED25519, "y >= _ED25519_PRIME or ", "", "encodings that are not canonical"),
    Variant(*_ED25519, " or y in _SMALL_ORDER_YS", "", "points of small order"),
    Variant(
        "_crypto.ed25519",
        "check_ed25519_signature",
        "_is_degenerate(signature[:ED25519_KEY_BYTES])",
        "False",
        "R of small order, as OpenSSL does",
    ),
    Variant(
        "_crypto.bip39",
        "check_mnemonic",
        "checksum_valid=_is_plain(text, normalized, language)",
        "checksum_valid=True",
        "letters that normalization changes",
    ),
    Variant(
        "_crypto.bip39",
        "check_mnemonic",
        "Mnemonic.normalize_string(text)",
        '" ".join(Mnemonic.normalize_string(text).split())',
        "spaces too many",
    ),
    Variant(
        "_crypto.bip39",
        "check_mnemonic",
        "Mnemonic.normalize_string(text)",
        "Mnemonic.normalize_string(text).lower()",
        "upper case",
    ),
    Variant(
        "_crypto.bip39",
        "check_mnemonic",
        "wordlist):\n            return MnemonicCheck(language, checksum_valid=False)",
        "wordlist):\n            return MnemonicCheck(language, checksum_valid=True)",
        "any checksum",
    ),
    Variant(
        "wallets.derivation",
        "_parse_level",
        "_LEVEL.fullmatch(level)",
        're.fullmatch(r"(\\d+)([\'h]?)", level)',
        "leading zeros and other scripts' digits",
    ),
    Variant(
        "wallets.derivation",
        "_parse_level",
        "_LEVEL.fullmatch(level)",
        "_LEVEL.fullmatch(level.strip())",
        "spaces",
    ),
    Variant(
        "wallets.derivation",
        "_parse_level",
        "_LEVEL.fullmatch(level)",
        '_LEVEL.fullmatch(level.replace("H", "h"))',
        "H as the mark of hardened indices",
    ),
    Variant("wallets.derivation", "_parse_level", "index >= HARDENED", "False", "an index from 2^31 on"),
    Variant(
        "wallets.derivation",
        "parse_path",
        '*levels = path.split("/", MAX_PATH_LEVELS + 1)',
        '*levels = path.rstrip("/").split("/", MAX_PATH_LEVELS + 1)',
        "a slash at the end",
    ),
    Variant("proofs.borsh", "decode_borsh", "not reader.at_end", "False", "bytes after the end"),
    Variant(
        "proofs.borsh",
        "_read_tag",
        "if tag >= count:",
        "tag = min(tag, count - 1)\n    if tag >= count:",
        "any tag as the last",
    ),
    Variant(
        "proofs.borsh",
        "Record.from_json",
        " or not members.keys() <= self.members.keys()",
        "",
        "members that are not known",
    ),
    Variant(
        "proofs.borsh",
        "Unsigned.from_json",
        "value.isdigit() and str(int(value)) == value",
        "value.isdigit()",
        "leading zeros",
    ),
    Variant(
        "proofs.nitro",
        "_decode_cose_sign1",
        "headers != {_ALG: _ES384} or not isinstance(headers[_ALG], int) or unprotected",
        "unprotected",
        "any algorithm in the header",
    ),
    Variant(
        "proofs.nitro",
        "_decode_cose_sign1",
        "not isinstance(headers[_ALG], int) or ",
        "",
        "the algorithm in the header as a float",
    ),
    Variant("proofs.nitro", "_decode_cose_sign1", " or unprotected", "", "unprotected headers"),
    Variant(
        "_crypto.certificates",
        "is_valid_at",
        "certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc",
        "True",
        "certificates at any time",
    ),
    Variant(
        "webauthn.attestation",
        "_check_time",
        "leeway=clock.leeway",
        "leeway=timedelta.max",
        "a passkey's certificates at any time",
    ),
    Variant(
        "webauthn.cose",
        "check_rsa_key",
        "    if (\n",
        "    if False and (\n",
        "any RSA key",
    ),
    Variant("webauthn.cose", "_check_curve", "value != curve", "False", "any curve"),
    Variant(
        "webauthn.ceremony",
        "check_origin",
        "client_data.origin not in",
        "client_data.origin.lower() not in",
        "origins in another case",
    ),
    Variant(
        "webauthn.ceremony",
        "check_origin",
        "client_data.origin not in",
        'client_data.origin.rstrip("/").removesuffix(":443") not in',
        "origins with the default port",
    ),
    Variant(*_TOKEN, 'header.typ) != ("ES256", "JWT")', 'None) != ("ES256", None)', "any typ"),
    Variant(*_TOKEN, '(header.alg, header.typ) != ("ES256", "JWT")', 'header.typ != "JWT"', "any alg"),
    Variant(*_TOKEN, " or header.crit is not UNSET", "", "a crit header"),
    Variant("login.tokens", "split_jwt", ' or "=" in text', "", "padding"),
    Variant(
        "login.tokens",
        "split_jwt",
        'text.split(".")',
        '(text := text.strip()).split(".")',
        "white space around it",
    ),
    Variant(
        "login.tokens",
        "_split_es256",
        "raw_to_der(",
        "parts.signature if parts.signature[:1] == b'0' and len(parts.signature) != 64 else raw_to_der(",
        "DER signatures",
    ),
    Variant(
        "_codec.clock",
        "parse_milliseconds",
        "if text != str(milliseconds) or",
        "if not is_number or",
        "leading zeros",
    ),
    Variant(
        "_codec.clock",
        "parse_milliseconds",
        "text.isascii() and text.isdigit()",
        "(text := text.strip().lstrip('+')).isdigit()",
        "signs and spaces, as int does",
    ),
    Variant(*_HEADERS, "if lower in found:", "if False:", "the last of repeated headers"),
    Variant(
        *_HEADERS,
        "if lower in found:",
        "if lower in found:\n                    continue\n                if False:",
        "the first of repeated headers",
    ),
    Variant(
        "webhooks",
        "_signing_key",
        'headers["x-turnkey-signature-algorithm"] != ALGORITHM',
        'headers["x-turnkey-signature-algorithm"].lower() != ALGORITHM',
        "the algorithm in another case",
    ),
    Variant(
        "_codec.organizations",
        "check_organization",
        "found not in (",
        "found.lower() not in (",
        "organizations in another case",
    ),
    Variant(
        "bundles.signed_envelope",
        "_check_id",
        "actual != expected",
        "actual.lower() != expected.lower()",
        "ids in another case",
    ),
    Variant(
        "bundles.signed_envelope",
        "verify_envelope",
        "envelope.version != VERSION",
        "not envelope.version.startswith('v1.')",
        "any version 1",
    ),
    Variant(
        "activities.payload_values",
        "read_integer",
        "type(value) is int and abs(value) <= MAX_EXACT_NUMBER",
        "type(value) is int",
        "numbers that JavaScript rounds",
    ),
    Variant(
        "activities.payload_values",
        "read_integer",
        "_DECIMAL.fullmatch(value)",
        'value.strip().lstrip("+-").isdecimal()',
        "signs, leading zeros, white space and other digits, as int() does",
    ),
    Variant(
        "activities.payload_values", "read_address", "eip55(match[1])", "match[1]", "addresses of any case"
    ),
    Variant(
        "activities.typed_data",
        "_encode_bool",
        'value.to_bytes(_WORD_BYTES, "big") if isinstance(value, bool) else None',
        'bool(value).to_bytes(_WORD_BYTES, "big")',
        "any value for a boolean, as ethers does",
    ),
    Variant(
        "activities.typed_data",
        "_encode_fixed_bytes",
        "len(decoded) != length",
        "len(decoded) > length",
        "too few bytes, as eth-account does",
    ),
    Variant(
        "activities.typed_data",
        "_encode_string",
        "value.encode()) if isinstance(value, str) else None",
        "str(value).encode())",
        "any value for a string, by its text",
    ),
    Variant(
        "activities.typed_data",
        "_encode_integer",
        "not lowest <= number <= highest",
        "not -(2**255) <= number < 2**256",
        "integers beyond their type",
    ),
    Variant(
        "activities.typed_data",
        "_check_domain_type",
        "list(declared.members.items()) != list(expected.items())",
        "declared.members != expected",
        "any order of the domain's members, as eth-account does",
    ),
    Variant(
        "activities.typed_data",
        "_read_struct",
        "_TYPE.fullmatch(type_text)",
        "_TYPE.match(type_text)",
        "anything after a type",
    ),
    Variant(
        "activities.signature_results",
        "_to_integer",
        "_INTEGER.fullmatch(text) is None",
        "False",
        "0x, signs, spaces and mixed case, as int does",
    ),
)
"""The variants, as few as there are ways to be lenient."""
