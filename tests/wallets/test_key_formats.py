import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from sealwax._codec.base58 import encode_base58, encode_base58check
from sealwax._codec.bech32 import BECH32, BECH32M, encode_bech32, to_digits
from sealwax._codec.output_descriptor import add_checksum
from sealwax.errors import KeyMismatch, MalformedInput, SealwaxError, Unsupported
from sealwax.wallets import format_private_key, parse_private_key
from sealwax.wallets.key_formats import KEY_FORMATS
from tests.conftest import near_misses, near_texts
from tests.wallets.known_answers import KEY_TEXTS, needs_known_answers

KEY = bytes(range(1, 33))
PUBLIC_KEY = ed25519.Ed25519PrivateKey.from_private_bytes(KEY).public_key().public_bytes_raw()
ORDER = ec.SECP256K1().group_order
FORM_OF = {
    "APTOS_AIP80": "aptos",
    "HEX_0X": "0x",
    "SOLANA_BASE58_64": "solana",
    "SOLANA_CLI_JSON": "solana-cli",
    "STELLAR_STRKEY_SEED": "stellar",
    "SUI_BECH32": "sui",
    "WIF_BITCOIN_MAINNET": "wif",
    "WIF_BITCOIN_TESTNET": "wif-testnet",
    "WIF_DOGE_MAINNET": "wif-doge",
    "WIF_DOGE_TESTNET": "wif-doge-testnet",
    "XRP_HEX_00": "xrp-hex",
}


@needs_known_answers
@pytest.mark.parametrize("entry", KEY_TEXTS, ids=lambda entry: f"{entry['form']} {entry['path']}")
def test_known_answers(entry: dict[str, Any]) -> None:
    key = bytes.fromhex(entry["privateKeyHex"])
    assert format_private_key(key, FORM_OF[entry["form"]]) == entry["text"]
    assert parse_private_key(entry["text"]) == key


@needs_known_answers
def test_the_known_answers_are_of_these_forms() -> None:
    assert {entry["form"] for entry in KEY_TEXTS} == FORM_OF.keys()


class TestPublishedVectors:
    @pytest.mark.parametrize(
        ("form", "text", "key"),
        [
            # Bitcoin Core's key_io_valid.json, its compressed keys.
            (
                "wif",
                "Kz6UJmQACJmLtaQj5A3JAge4kVTNQ8gbvXuwbmCj7bsaabudb3RD",
                "55c9bccb9ed68446d1b75273bbce89d7fe013a8acd1625514420fb2aca1a21c4",
            ),
            (
                "wif-testnet",
                "cTpB4YiyKiBcPxnefsDpbnDxFDffjqJob8wGCEDXxgQ7zQoMXJdH",
                "b9f4892c9e8282028fea1d2667c4dc5213564d41fc5783896a0d843fc15089f3",
            ),
            # SEP-5, test 1, account 0.
            (
                "stellar",
                "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN",
                "4d691bc19b44a1383b1a0a130aaca3e05c3c1a371dbe45930ef9b761f7a74691",
            ),
            # SIP-15.
            (
                "sui",
                "suiprivkey1qzwant3kaegmjy4qxex93s0jzvemekkjmyv3r2sjwgnv2y479pgsywhveae",
                "9dd9ae36ee51b912a0364c58c1f21333bcdad2d91911aa127226c512be285102",
            ),
        ],
    )
    def test_they_are_written_and_read(self, form: str, text: str, key: str) -> None:
        assert format_private_key(bytes.fromhex(key), form) == text
        assert parse_private_key(text).hex() == key

    # Bitcoin Core's doc/descriptors.md and BIP-380.
    @pytest.mark.parametrize(
        "text",
        [
            "raw(deadbeef)#89f8spxm",
            "wpkh([d34db33f/84h/0h/0h]xpub6DJ2dNUysrn5Vt36jH2KLBT2i1auw1tTSSomg8PhqNiUtx8QX2SvC9nrHu81fT41fvDUnhMjEzQgXnQjKEu3oaqMSzhSrHMxyyoEAmUHQbY/0/*)#cjjspncu",
        ],
    )
    def test_checksums_of_descriptors(self, text: str) -> None:
        assert add_checksum(text.partition("#")[0]) == text


class TestWriting:
    def test_descriptors_have_the_wif_in_their_script(self) -> None:
        assert format_private_key(KEY, "descriptor-wpkh").startswith(
            f"wpkh({format_private_key(KEY, 'wif')})#"
        )
        testnet = format_private_key(KEY, "descriptor-sh-wpkh-testnet")
        assert testnet.startswith(f"sh(wpkh({format_private_key(KEY, 'wif-testnet')}))#")

    @pytest.mark.parametrize("form", [form for form, row in KEY_FORMATS.items() if len(row.curves) == 1])
    def test_a_form_of_another_curve_is_refused(self, form: str) -> None:
        (own,) = KEY_FORMATS[form].curves
        assert format_private_key(KEY, form, curve=own) == format_private_key(KEY, form)
        for curve in {"CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256"} - {own}:
            with pytest.raises(Unsupported, match=f"is for keys on {own}, not on {curve}"):
                format_private_key(KEY, form, curve=curve)
        for near in ("x", *near_texts(own)):
            with pytest.raises(Unsupported, match="another curve"):
                format_private_key(KEY, form, curve=near)

    @pytest.mark.parametrize("form", KEY_FORMATS)
    def test_what_is_no_key_is_refused(self, form: str) -> None:
        for length in (0, 31, 33):
            with pytest.raises(
                MalformedInput, match=f"the private key is {length} bytes long; it must be 32"
            ):
                format_private_key(bytes(length), form)
        if KEY_FORMATS[form].curves == ("CURVE_SECP256K1",):
            for number in (0, ORDER, (1 << 256) - 1):
                with pytest.raises(MalformedInput, match="not a private key of secp256k1"):
                    format_private_key(number.to_bytes(32, "big"), form)

    @pytest.mark.parametrize("form", ["", "HEX", "Wif", "xrp-seed", "ton", *near_texts("keystore")])
    def test_an_unknown_form_is_refused_and_what_cannot_be_is_said(self, form: str) -> None:
        with pytest.raises(Unsupported, match=r"hex, 0x, solana.* An XRP family seed, a TON mnemonic"):
            format_private_key(KEY, form)

    @pytest.mark.parametrize(
        ("form", "instead"), [("descriptor", "descriptor-wpkh"), ("keystore", "encrypt_keystore")]
    )
    def test_a_form_of_the_command_line_says_what_to_use(self, form: str, instead: str) -> None:
        with pytest.raises(Unsupported, match=f"^{form} is not the form of a key alone: .*{instead}$"):
            format_private_key(KEY, form)

    def test_arguments_of_another_type_are_named(self) -> None:
        with pytest.raises(TypeError, match=r"^private_key must be bytes"):
            format_private_key(KEY.hex(), "hex")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"^key_format must be str"):
            format_private_key(KEY, None)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"^curve must be str"):
            format_private_key(KEY, "hex", curve=5)  # type: ignore[arg-type]


CHECKED = [form for form in KEY_FORMATS if form not in {"hex", "0x", "xrp-hex", "aptos"}]


class TestReading:
    @pytest.mark.parametrize("form", KEY_FORMATS)
    def test_nothing_may_be_around_it_or_missing(self, form: str) -> None:
        text = format_private_key(KEY, form)
        # JSON may have white space around it, and the files of solana-keygen do.
        around = [] if form == "solana-cli" else [text + " ", text + "\n"]
        for changed in (text[:-1], text[1:], " " + text, text + text[-1], text * 2, *around):
            with pytest.raises(SealwaxError) as raised:
                parse_private_key(changed)
            assert KEY.hex() not in str(raised.value)

    def test_hex_with_00_in_front_is_that_of_the_xrp_ledger_in_upper_case(self) -> None:
        key = b"\xab" * 32
        assert parse_private_key(f"00{key.hex().upper()}") == key
        for text in (
            f"00{key.hex()}",
            f"0x00{key.hex()}",
            f"01{key.hex().upper()}",
            f"{key.hex().upper()}00",
        ):
            with pytest.raises(MalformedInput, match="33 bytes long; it must be 32"):
                parse_private_key(text)

    def test_case_that_is_mixed_is_refused(self) -> None:
        for form in ("hex", "0x", "sui", "xrp-hex"):
            text = format_private_key(b"\xab" * 32, form)
            with pytest.raises(MalformedInput):
                parse_private_key(text[:-1] + text[-1].swapcase())
        assert parse_private_key(format_private_key(KEY, "sui").upper()) == KEY
        for form in ("stellar", "aptos", "wif"):
            with pytest.raises(SealwaxError):
                parse_private_key(format_private_key(KEY, form).swapcase())

    def test_the_solana_text_with_a_checksum_that_sdks_of_the_service_write(self) -> None:
        text = encode_base58check(KEY + PUBLIC_KEY)
        assert parse_private_key(text) == KEY
        for near in near_misses(text.replace("1", "2")):
            with pytest.raises(MalformedInput):
                parse_private_key(near)
        for other in (KEY, PUBLIC_KEY[:-1] + bytes([PUBLIC_KEY[-1] ^ 1])):
            with pytest.raises(MalformedInput, match="not of a seed and its public key"):
                parse_private_key(encode_base58check(KEY + other))

    @pytest.mark.parametrize("form", ["solana", "solana-cli"])
    def test_halves_that_do_not_belong_together(self, form: str) -> None:
        swapped = PUBLIC_KEY + KEY
        text = encode_base58(swapped) if form == "solana" else json.dumps(list(swapped))
        with pytest.raises(KeyMismatch, match="halves of the Solana key"):
            parse_private_key(text)

    @pytest.mark.parametrize(
        "text",
        [
            "[]",
            "[1]",
            json.dumps(list(KEY)),
            json.dumps([*KEY, *PUBLIC_KEY, 1]),
            json.dumps([*KEY, *PUBLIC_KEY[:-1], 256]),
            json.dumps([*KEY, *PUBLIC_KEY[:-1], -1]),
            json.dumps([*KEY, *PUBLIC_KEY[:-1], 1.5]),
            json.dumps([*KEY, *PUBLIC_KEY[:-1], True]),
            "[" * 500,
            "[1" + "0" * 4000 + "]",
        ],
    )
    def test_other_arrays(self, text: str) -> None:
        with pytest.raises(MalformedInput, match="the private key "):
            parse_private_key(text)

    def test_a_wif_of_an_uncompressed_key_is_refused(self) -> None:
        # The example of Bitcoin's wiki.
        with pytest.raises(Unsupported, match="a WIF of an uncompressed public key"):
            parse_private_key("5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ")

    @pytest.mark.parametrize(
        "payload",
        [
            b"\x80" + KEY + b"\2",
            b"\x80" + KEY + b"\0",
            b"\x7f" + KEY + b"\1",
            b"\x81" + KEY + b"\1",
            b"\xb0" + KEY + b"\1",  # Litecoin
            b"\x80" + bytes(32) + b"\1",
            b"\x80" + ORDER.to_bytes(32, "big") + b"\1",
        ],
    )
    def test_other_content_of_a_wif(self, payload: bytes) -> None:
        with pytest.raises(MalformedInput, match="the private key is not a"):
            parse_private_key(encode_base58check(payload))

    @pytest.mark.parametrize(
        ("prefix", "content", "constant", "code"),
        [
            ("suiprivkey", b"\1" + KEY, BECH32, "unsupported"),
            ("suiprivkey", KEY, BECH32, "unsupported"),
            ("suiprivkey", b"\0" + KEY + b"\0", BECH32, "unsupported"),
            ("suiprivkey", b"\0" + KEY, BECH32M, "malformed"),
            ("suiprivkeys", b"\0" + KEY, BECH32, "malformed"),
            ("suiprivkey ", b"\0" + KEY, BECH32, "malformed"),
        ],
    )
    def test_other_keys_of_sui(self, prefix: str, content: bytes, constant: int, code: str) -> None:
        with pytest.raises(SealwaxError) as raised:
            parse_private_key(encode_bech32(prefix, to_digits(content), constant))
        assert raised.value.code == code

    @pytest.mark.parametrize(
        ("descriptor", "code"),
        [
            ("wpkh({})", None),
            ("wpkh({}/0)", "unsupported"),
            ("wpkh([00000000/0]{})", "unsupported"),
            ("sh(multi(1,{}))", "unsupported"),
            ("wsh(multi(1,{},{}))", "unsupported"),
            ("tr({},pk({}))", "unsupported"),
            ("wpkh(xprv)", "malformed"),
            *(
                (f"wpkh({encode_base58check(payload)})", "malformed")
                for payload in (b"", b"\x80", b"\x80" + bytes(30) + b"\1", b"\x80" + KEY + b"\1\1")
            ),
        ],
    )
    def test_other_descriptors(self, descriptor: str, code: str | None) -> None:
        wif = format_private_key(KEY, "wif")
        text = add_checksum(descriptor.replace("{}", wif))
        if code is None:
            assert parse_private_key(text) == KEY
            return
        with pytest.raises(SealwaxError) as raised:
            parse_private_key(text)
        assert raised.value.code == code
        assert wif not in str(raised.value)

    def test_a_descriptor_without_or_with_another_checksum(self) -> None:
        text = format_private_key(KEY, "descriptor-tr")
        bare = text.partition("#")[0]
        for changed in (bare, bare + "#", bare + "#" + "q" * 8, bare + "\u00e9#" + "q" * 8):
            with pytest.raises(MalformedInput, match="checksum"):
                parse_private_key(changed)
        doge = add_checksum(f"pkh({format_private_key(KEY, 'wif-doge')})")
        with pytest.raises(MalformedInput):
            parse_private_key(doge)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("sn3nxiW7v8KXzPzAqzyHXbSSKNuN9", "an XRP family seed"),
            ("sEdTM1uX8pu2do5XvTnutH6HsouMaM2", "an XRP family seed"),
            ("abandon " * 11 + "about", "a mnemonic"),
            ("abandon " * 23 + "art", "TON mnemonic"),
            ('{"version": 3}', "an encrypted keystore"),
            ('{"0":1,"1":2}', "an object of numbers; write its numbers, without their names, as an array"),
            ('{ "0" : 1}', "an object of numbers"),
            ('{"type":"Buffer","data":[1,2]}', "a Buffer of Node.js; pass the array in it alone"),
            (",".join(["7"] * 64), "numbers alone; write"),
            ("p2wpkh:KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617", "pass the WIF after the colon"),
            ("P2PKH:5", "the kind of an address before it"),
            ("p2wpkh-p2sh:5", "the kind of an address before it"),
            ("-----BEGIN PRIVATE KEY-----\nMC4=", "in PEM; pass the same key in hex"),
            (
                "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg",
                "an extended key",
            ),
            (
                "zpub9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg",
                "an extended key",
            ),
        ],
    )
    def test_what_leads_to_no_key_is_said_in_so_many_words(self, text: str, words: str) -> None:
        with pytest.raises(Unsupported, match=words) as raised:
            parse_private_key(text)
        assert text not in str(raised.value)

    def test_other_types(self) -> None:
        with pytest.raises(TypeError, match=r"^text must be str"):
            parse_private_key(KEY)  # type: ignore[arg-type]
