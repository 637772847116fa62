"""What the recovery page is asked in a real browser, and what the library decides on the same."""

import base64
import json
import quopri
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mnemonic import Mnemonic

from sealwax import (
    EnclaveKeys,
    ExportedAccount,
    ExportedWallet,
    SealwaxError,
    TargetKey,
    decrypt_account_export,
    decrypt_export,
    decrypt_wallet_export,
    wallets,
)
from sealwax._crypto.bip39 import LANGUAGES
from sealwax.bundles.answers import EXPORT
from sealwax.cli.answers import find_bundle
from sealwax.keys import parse_target_key_file
from sealwax.schemes import PRIVATE_KEY_BYTES
from sealwax.testing import ReferenceEnclave
from sealwax.wallets.address_formats import FORMATS, USUAL_FORMATS
from tests.cli.questions import ask_to_open
from tests.cli.script import Script
from tests.conftest import ORGANIZATION, SEED, TARGET, USER
from tools.support.nodejs import find_program, install

HERE = Path(__file__).parent
ENCLAVE = ReferenceEnclave(SEED)
WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
PRIVATE_KEY = b"\x1f" * 32
ETHEREUM = "0x58A57ed9d8d624cBD12e2C467D34787555bB1b25"
BECH32, COSMOS = (
    wallets.derive_account(WORDS, path=path, curve="CURVE_SECP256K1", address_format=name).address
    for path, name in (
        ("m/84'/0'/0'/0/0", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH"),
        ("m/44'/118'/0'/0/0", "ADDRESS_FORMAT_COSMOS"),
    )
)


def damaged(address: str) -> dict[str, str]:
    """Return an address with each kind of damage, by the reason that the page gives."""
    middle = len(address) // 2
    return {
        "white": f"{address[:middle]}\u00a0{address[middle:]}",
        "unseen": f"{address[:middle]}\u00ad{address[middle:]}",
        "short": f"{address[:9]}…{address[-4:]}",
        "ascii": f"{address[:-1]}\u0435",
        "link": f"https://explorer.example/address/{address}",
        "payment": f"network:{address}?amount=0.1",
        "colon": f"NETWORK:{address}",
        "question": f"{address}?amount=0.1",
        "punctuation": f"{address}.",
        "name": f"{address[:middle]}.{address[middle:]}",
        "character": f"{address[:middle]}+{address[middle:]}",
    }


def find_chromium() -> str:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    assert chromium, "the browser tests need chromium or google-chrome on the PATH"
    return chromium


def find_firefox() -> str:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "the browser tests need firefox-esr or firefox on the PATH"
    return firefox


def run_driver(name: str, program: str, *arguments: str | Path, lines: Iterable[object] = ()) -> list[Any]:
    """Run a script of this folder in Node.js for a browser; return what it prints, a JSON value a line."""
    install(HERE)
    ran = subprocess.run(
        [find_program("node"), HERE / name, program, *arguments],
        input="".join(f"{json.dumps(line)}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=900,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.split("\n")[:-1]]


@dataclass(frozen=True)
class Row:
    """What is given to the page, and to the library.

    Attributes:
        name: The name in failures.
        bundle: The export, or what holds it; bytes are given as a file.
        is_damaged: Whether only ``sealwax recover`` reads it, and the other functions of the library do not.
    """

    name: str
    bundle: str | bytes
    key: str | bytes = TARGET.private_key_hex()
    organization_id: str = ORGANIZATION
    address: str = ""
    is_damaged: bool = False

    @property
    def given(self) -> dict[str, str]:
        """The fields for the driver."""
        fields: dict[str, str | bytes] = {"bundle": self.bundle, "key": self.key}
        return {
            "organization-id": self.organization_id,
            "expected-address": self.address,
            **{name: value if isinstance(value, str) else "" for name, value in fields.items()},
            **{f"{name}-file": value.hex() for name, value in fields.items() if isinstance(value, bytes)},
        }


@dataclass(frozen=True)
class Decision:
    """The code of an error; or the secret, in the form that the address determines."""

    code: str | None = None
    secret: str = ""
    passphrase: str = ""


def decide(row: Row, folder: Path, keys: EnclaveKeys) -> Decision:
    """Return the decision of the library."""
    try:
        content = _recovered(row, folder, keys) if row.is_damaged else _opened(row, keys)
        return _secret_of(content, row.address)
    except SealwaxError as error:
        return Decision(error.code)


def _as_bytes(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode()


def _opened(row: Row, keys: EnclaveKeys) -> ExportedWallet | ExportedAccount:
    bundle = find_bundle(_as_bytes(row.bundle), EXPORT).bundle
    key = parse_target_key_file(_as_bytes(row.key), "the key", None)
    plaintext = decrypt_export(bundle, key, organization_id=row.organization_id, keys=keys)
    decrypt = decrypt_account_export if len(plaintext) == PRIVATE_KEY_BYTES else decrypt_wallet_export
    return decrypt(bundle, key, organization_id=row.organization_id, keys=keys)


def _recovered(row: Row, folder: Path, keys: EnclaveKeys) -> ExportedWallet | ExportedAccount:
    files = {name: folder / name for name in ("bundle", "key")}
    for name, path in files.items():
        path.write_bytes(_as_bytes(getattr(row, name)))
    answers = [
        ("File", str(files["bundle"])),
        ("Key", str(files["key"])),
        ("Organization id", row.organization_id),
    ]
    return ask_to_open(Script(*answers), keys).content


def _secret_of(content: ExportedWallet | ExportedAccount, address: str) -> Decision:
    if isinstance(content, ExportedWallet):
        if address:
            content.account(expected_address=address)
        return Decision(None, content.mnemonic, content.passphrase or "")
    if not address:
        return Decision(None, content.to_hex())
    found = content.check_address(address)[0]
    curve = next(name for name in FORMATS[found.format].variants if found in content.addresses(name))
    form = FORMATS[found.format].key_format
    return Decision(None, wallets.format_private_key(content.private_key, form, curve=curve))


# The table.


def export(
    content: str | bytes = WORDS,
    organization_id: str = ORGANIZATION,
    target_public_key: str = TARGET.public_key,
) -> str:
    """Return an export that the test's enclave signed."""
    plaintext = _as_bytes(content)
    return ENCLAVE.export_plaintext(
        plaintext, organization_id=organization_id, target_public_key=target_public_key
    )


def decided_rows(folder: Path, keys: EnclaveKeys, *, is_whole: bool) -> Iterator[tuple[Row, Decision]]:
    """Yield the table of exports, keys, organizations and addresses, with the decisions of the library.

    A part of the table has each wallet and each damage of an export. Of every other kind,
    it has the first row for each decision.
    """
    for kind in (_wallets, _addresses, _accounts, _refused, _answers, _damaged_exports, _keys):
        codes = set()
        for row in kind():
            decision = decide(row, folder, keys)
            if is_whole or kind in {_wallets, _damaged_exports} or decision.code not in codes:
                yield row, decision
            codes.add(decision.code)


def _wallets() -> Iterator[Row]:
    passphrases = (
        None,
        "correct horse",
        "passé composé\u3000",
        "TREZOR",
        None,
        "",
        "p\u00e4ss\nword",
        "한국어",
        "ñ",
    )
    for number, language in enumerate(LANGUAGES):
        entropy = bytes(range(number, number + (16, 20, 24, 28, 32)[number % 5]))
        words = Mnemonic(language).to_mnemonic(entropy)
        passphrase = passphrases[number]
        content = words if passphrase is None else f"{words}\n--PASS--\n{passphrase}"
        yield Row(f"{len(words.split())} words, {language}, passphrase {passphrase!r}", export(content))
    yield Row("words that are not valid BIP-39", export("legal winner thank year"))
    yield Row("a wallet with an empty second line", export(f"{WORDS}\n"))
    yield Row("a key", export(PRIVATE_KEY))


_SEARCHED = (
    *USUAL_FORMATS,
    *(f"ADDRESS_FORMAT_{name}" for name in ("TON_V4R2", "SEI", "SPARK_MAINNET", "BITCOIN_MAINNET_P2SH")),
)


def _addresses() -> Iterator[Row]:
    """The wallet's account after the first one, in the formats that people know and some others."""
    for name in _SEARCHED:
        row = FORMATS[name]
        curve = next(iter(row.variants))
        path = row.paths[0].rpartition("/")[0] + ("/1'" if row.paths[0].endswith("'") else "/1")
        variant = list(row.variants[curve])[-1] or None
        account = wallets.derive_account(WORDS, path=path, curve=curve, address_format=name, variant=variant)
        yield Row(f"a wallet's {name}", export(), address=account.address)
    typed = {
        "in small letters": ETHEREUM.lower(),
        "in other capitals": f"{ETHEREUM[:-3]}{ETHEREUM[-3:].swapcase()}",
        "of another account": "0x" + "12" * 20,
        "with a wrong digit": f"{ETHEREUM[:-1]}6",
        "shortened": f"{ETHEREUM[:6]}…{ETHEREUM[-4:]}",
        "that is a name": "name.eth",
        "without 0x": ETHEREUM[2:],
        "too short": ETHEREUM[:-1],
        "with a scheme": f"ethereum:{ETHEREUM}",
        "that is too long": "1" * 300,
        "outside of ASCII": f"{ETHEREUM[:-1]}\u0435",
        **{
            f"with {damage} {where}": address
            for where, whole in (("in hex", ETHEREUM), ("in bech32", BECH32), ("of Cosmos", COSMOS))
            for damage, address in damaged(whole).items()
        },
    }
    for how, address in typed.items():
        yield Row(f"an address {how}", export(), address=address)


def _accounts() -> Iterator[Row]:
    """A key with its address in each format that has another spelling than those before."""
    account = ExportedAccount(PRIVATE_KEY)
    for name, row in FORMATS.items():
        for curve in row.variants:
            address = next(each for each in account.addresses(curve) if each.format == name)
            yield Row(f"a key's {name} on {curve}", export(PRIVATE_KEY), address=address.text)
    yield Row("a key's other address", export(PRIVATE_KEY), address=ETHEREUM)
    # Only Ed25519 has such a key.
    largest = b"\xff" * PRIVATE_KEY_BYTES
    solana = next(
        each.text
        for each in ExportedAccount(largest).addresses("CURVE_ED25519")
        if each.format == "ADDRESS_FORMAT_SOLANA"
    )
    for address_text in ("", solana, ETHEREUM):
        yield Row(f"a key beyond the curves, {address_text!r}", export(largest), address=address_text)
    yield Row("a key of zeros", export(bytes(PRIVATE_KEY_BYTES)))


def _refused() -> Iterator[Row]:
    changed = json.loads(export())
    digit = int(changed["data"][100], 16) ^ 1
    yield Row("another key", export(), TargetKey.from_private_key(b"\x08" * 32).private_key_hex())
    yield Row("another organization", export(), organization_id=USER)
    yield Row("text for an organization", export(), organization_id="mine")
    yield Row("an organization of another form", export(organization_id="mine"), organization_id="mine")
    for name, value in {
        "data": f"{changed['data'][:100]}{digit:x}{changed['data'][101:]}",
        "dataSignature": json.loads(export("other"))["dataSignature"],
        "enclaveQuorumPublic": EnclaveKeys.production().signer,
        "version": "v0.0.0",
    }.items():
        yield Row(f"another {name}", json.dumps({**changed, name: value}))
        yield Row(f"no {name}", json.dumps({key: each for key, each in changed.items() if key != name}))
    yield Row("an import bundle", ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER))
    for name, content in {
        "a name twice": export().replace('"version"', '"version":"v1.0.0","version"', 1),
        "a name in other capitals": export().replace('"version"', '"VERSION":"v1.0.0","version"', 1),
        "words": WORDS,
        "a key instead": TARGET.private_key_hex(),
        "deep nesting": "[" * 100_000,
        "deep objects": '{"a":' * 100_000,
        "braces": "{" * 400_000,
        "quotes that do not close": '{"' + '\\"' * 200_000 + "\\",
        "white space": '{"a": "' + " " * 400_000 + '"}',
        "markup": "<script>alert(1)</script><img src=x onerror=alert(1)>",
        "a prototype": '{"__proto__": {"bundle": "x"}, "constructor": {"prototype": 1}}',
        "control characters": "\x00\x1b[2J\u202e{}\u2066",
        "a lone surrogate in JSON": '{"version": "\\ud800"}',
        "a number": "5",
        "null": "null",
        "an empty text in JSON": '""',
        "a list of numbers": "[1]",
    }.items():
        yield Row(name, content)


def _answers() -> Iterator[Row]:
    bundle = export()
    result = {"exportWalletResult": {"walletId": "w", "exportBundle": bundle}}
    activity = {"id": "a", "status": "ACTIVITY_STATUS_COMPLETED", "result": result}
    yield Row("a whole answer", json.dumps({"activity": activity}))
    yield Row("an activity", json.dumps(activity, indent=2))
    yield Row("a result", json.dumps(result))
    yield Row("the field alone", json.dumps({"exportBundle": bundle, "address": ETHEREUM}))
    yield Row("a parsed bundle", json.dumps({"bundle": json.loads(bundle)}))
    yield Row("a JSON string", json.dumps(bundle))
    yield Row("an address that is a number", json.dumps({"exportBundle": bundle, "address": 5}))
    waiting = {"id": "a", "status": "ACTIVITY_STATUS_CONSENSUS_NEEDED", "result": {}}
    yield Row("an activity that waits", json.dumps({"activity": waiting}))
    # A fingerprint has as many digits as a key.
    fingerprint = f"sha256:{'ab' * 32}"
    yield Row("a fingerprint", json.dumps({"activity": {**waiting, "fingerprint": fingerprint}}))
    yield Row("an error of the service", json.dumps({"code": 5, "message": "<b>no</b>", "details": []}))
    yield Row("an error with digits", json.dumps({"code": 5, "message": "ab" * 32}))
    yield Row("a list of one", json.dumps({"exportBundle": [bundle]}))
    yield Row("no bundle", json.dumps({"exportBundle": None}))
    for name, value in {"a number": 5, "a list of numbers": [5], "a list in text": "[]"}.items():
        yield Row(f"a bundle that is {name}", json.dumps({"exportBundle": value}))
    for name in ("activity", "result"):
        yield Row(f"{name} that is text", json.dumps({name: "text"}))
    twice = {
        "result": {"result": result, "Result": {}},
        "exportBundle": {"exportBundle": bundle, "ExportBundle": ""},
    }
    for name, answer in {
        **twice,
        "activity": {"activity": activity, "Activity": {}},
        "address": {"exportBundle": bundle, "address": ETHEREUM, "Address": ""},
        "result of the activity": {"activity": {**activity, "Result": {}}},
        "exportBundle of the result": {"exportWalletResult": {"exportBundle": bundle, "ExportBundle": ""}},
    }.items():
        yield Row(f"{name} in other capitals, too", json.dumps(answer))
    yield Row("another answer", json.dumps({"activity": {**activity, "result": {"createWalletResult": {}}}}))


def wrap(content: str, columns: int = 76) -> list[str]:
    return [content[start : start + columns] for start in range(0, len(content), columns)]


def _damaged_exports() -> Iterator[Row]:
    """What people and programs do to an export."""
    plain = export()
    mail = quopri.encodestring(json.dumps({"exportBundle": plain}).encode()).decode()
    damaged: dict[str, str | bytes] = {
        "in UTF-16 with a mark": plain.encode("utf-16"),
        "in UTF-16 LE": plain.encode("utf-16-le"),
        "in UTF-16 BE": plain.encode("utf-16-be"),
        "in UTF-16 BE with a mark": b"\xfe\xff" + plain.encode("utf-16-be"),
        "after a mark": ("\ufeff" + plain).encode(),
        "among text in cp1252": f"Your \u201cwallet\u201d: {plain}".encode("cp1252"),
        "in quotes of cp1252": plain.replace('"', "\u201c").encode("cp1252"),
        "in quotes": f"'{plain}'",
        "in quotes with escapes": "`" + plain.replace('"', '\\"') + "`",
        "in base64": base64.b64encode(plain.encode()).decode(),
        **{f"at {columns} columns": "\n".join(wrap(plain, columns)) for columns in (7, 64, 998)},
        "as an e-mail quotes it": "> " + "\n> ".join(wrap(plain)),
        "with typographic quotes": plain.replace('"', "\u201d"),
        "with entities": plain.replace('"', "&quot;"),
        "with numbered entities": plain.replace('"', "&#34;"),
        "with spaces that do not break": plain.replace('":', '":\u00a0'),
        "with hidden characters in its data": f"{plain[:60]}\u200b{plain[60:]}",
        "in a list": json.dumps([plain]),
        "twice in a letter": f"{plain}\n{plain}",
        "with escaped quotes": plain.replace('"', '\\"'),
        "in a letter": f"Dear Bob,\nhere it is: {plain}\nBye, {{Al}}",
        "in quoted-printable": f"Subject: it\n\n{mail}",
        "as an attachment": f"Subject: it\n\n{base64.encodebytes(plain.encode()).decode()}\n--x",
    }
    for name, content in damaged.items():
        yield Row(f"an export {name}", content, is_damaged=True)
    for how, typed in {"capitals": ORGANIZATION.upper(), "quotes": f'"{ORGANIZATION}"'}.items():
        yield Row(f"an organization in {how}", plain, organization_id=typed, is_damaged=True)


def _keys() -> Iterator[Row]:
    digits = TARGET.private_key_hex()
    public = TARGET.public_key
    point = bytes.fromhex(public)[1:]
    compressed = f"{2 + point[-1] % 2:02x}{public[2:66]}"
    x, y, d = (_base64url(part) for part in (point[:32], point[32:], bytes.fromhex(digits)))
    other = TargetKey.from_private_key(b"\x08" * 32).public_key
    jwk = {"kty": "EC", "crv": "P-256", "x": x, "y": y, "d": d}
    for name, key in {
        "in capitals": digits.upper(),
        "in lines of white space": f"\r\n {digits}\n",
        "in JSON": json.dumps({"privateKey": digits, "publicKey": public}),
        "in JSON with a curve": json.dumps({"private_key": digits, "curve": "CURVE_P256"}),
        "in JSON of an API key": json.dumps({"apiPrivateKey": digits, "apiPublicKey": public}),
        "in JSON without a curve": json.dumps({"privateKey": digits}),
        "in JSON beside another": json.dumps({"privateKey": digits, "publicKey": other}),
        "in JSON on another curve": json.dumps({"privateKey": digits, "curve": "secp256k1"}),
        "as a JWK": json.dumps(jwk),
        "as a JWK beside another": json.dumps({**jwk, "x": y}),
        "as a JWK of another kind": json.dumps({**jwk, "kty": "RSA"}),
        "as a JWK on another curve": json.dumps({**jwk, "crv": "P-384"}),
        "as a JWK that is public": json.dumps({name: value for name, value in jwk.items() if name != "d"}),
        "in JSON beside its compressed one": json.dumps({"privateKey": digits, "publicKey": compressed}),
        "in JSON beside two": json.dumps(
            {"privateKey": digits, "publicKey": public, "publicKeyUncompressed": other}
        ),
        "in JSON twice": json.dumps({"privateKey": digits, "private_key": digits, "publicKey": public}),
        "in JSON in other capitals, too": json.dumps(
            {"privateKey": digits, "PRIVATEKEY": "", "publicKey": public}
        ),
        "that is public and compressed": compressed,
        "beyond the curve": "ff" * 32,
        "that is public": public,
        "that is zero": "0" * 64,
        "that is too short": digits[:-1],
        "of an API": f"{digits}:p256",
        "that is long": "1" * 10_000,
    }.items():
        yield Row(f"a key {name}", export(), key)
    damaged: dict[str, str | bytes] = {
        "after a mark": f"\ufeff{digits}",
        "with 0x": f"0x{digits}",
        "with a label": f"The key of the export: {digits.upper()}\r\n",
        "in other JSON": f'{{"private": "0x{digits}"}}',
        "in two lines": "\n".join(wrap(digits, 32)),
        "twice": f"{digits} {digits}",
        "in UTF-16": digits.encode("utf-16"),
    }
    for name, content in damaged.items():
        yield Row(f"a key {name}", export(), content, is_damaged=True)


def _base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def ask(page: Path, *given: dict[str, Any], in_firefox: bool = False) -> list[dict[str, Any]]:
    """Use the page once for each; nothing may be requested, refused by its policy, or fail."""
    if in_firefox:
        found = run_driver("recovery_firefox.mjs", find_firefox(), page, lines=given)
    else:
        found = run_driver("recovery_page.mjs", find_chromium(), page, lines=given)
    assert len(found) == len(given)
    for one in found:
        assert (one["requests"], one["problems"]) == ([], [])
    return found
