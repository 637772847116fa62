"""The end of a recovery with the page: what is hard to see, the test of the paper, and other accounts."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from Crypto.Hash import RIPEMD160
from mnemonic import Mnemonic
from slip10 import SLIP10

from sealwax import wallets
from sealwax._codec.base58 import decode_base58check, encode_base58check
from tests.conftest import ORGANIZATION, TARGET

from .recovery_page import ETHEREUM, PRIVATE_KEY, WORDS, export, find_chromium, run_driver

NEXT, LOOK = ["click", "#next"], ["look"]
REVEAL = ["click", "#reveal"]
PASSPHRASE = "  correct  horse\u00a0battery\u200b\u2800 "
SPANISH = "\u00e1baco"
ETHEREUM_LINE = f"Ethereum: {ETHEREUM} (m/44'/60'/0'/0/0)"


def opened(content: str | bytes = WORDS, address: str = "") -> list[list[Any]]:
    """The actions that open an export."""
    return [
        ["fill", "bundle", export(content)],
        NEXT,
        ["fill", "key", TARGET.private_key_hex()],
        NEXT,
        ["fill", "organization-id", ORGANIZATION],
        NEXT,
        ["fill", "expected-address", address],
        NEXT,
    ]


def act_each(page: Path, *lines: list[list[Any]]) -> list[list[dict[str, Any]]]:
    """Open the page for each list of actions; return what it showed at each look."""
    found = run_driver("recovery_actions.mjs", find_chromium(), page, lines=lines)
    assert [(one["requests"], one["problems"]) for one in found] == [([], [])] * len(lines)
    return [one["looks"] for one in found]


def act(page: Path, *actions: list[Any]) -> list[dict[str, Any]]:
    """Do something in the page, and return what it showed at each look."""
    return act_each(page, [*actions])[0]


def typed(text: str) -> list[list[Any]]:
    return [["fill", "paper", text], NEXT, LOOK]


def ethereum_at(path: str) -> str:
    return wallets.derive_account(
        WORDS, path=path, curve="CURVE_SECP256K1", address_format="ADDRESS_FORMAT_ETHEREUM"
    ).address


class TestUnseen:
    def test_what_is_hard_to_see_is_marked_and_explained(self, made_page: Path) -> None:
        (look,) = act(made_page, *opened(f"{WORDS}\n--PASS--\n{PASSPHRASE}"), REVEAL, LOOK)
        # A mark is drawn over each space, and the text stays as it is.
        assert look["passphrase"] == PASSPHRASE.replace("\u200b\u2800", "\\u{200b}\\u{2800}")
        assert look["spaces"] == [" ", " ", " ", " ", "\u00a0", " "]
        for said in ("It begins with a space", "It ends with a space", "two spaces or more", "They count:"):
            assert said in look["unseen"]
            assert said in look["sheet"]

    def test_no_character_stays_unseen(self, made_page: Path) -> None:
        characters = "\u00ad\u034f\u180b\u3164\ufe0f\U000e0100\u1680\u2800"
        lines = [[*opened(f"{WORDS}\n--PASS--\na{each}b"), REVEAL, LOOK] for each in characters]
        for character, found in zip(characters, act_each(made_page, *lines), strict=True):
            assert found[0]["passphrase"] == f"a\\u{{{ord(character):x}}}b"
            assert "Characters that cannot be seen" in found[0]["unseen"]

    def test_usual_spaces_have_no_mark(self, made_page: Path) -> None:
        (look,) = act(made_page, *opened(f"{WORDS}\n--PASS--\na b c"), REVEAL, LOOK)
        assert (look["passphrase"], look["spaces"], look["unseen"]) == ("a b c", [], "")


class TestPaper:
    def test_a_right_paper_gives_the_address(self, made_page: Path) -> None:
        numbered = "\n".join(f"{number}. {word.upper()}" for number, word in enumerate(WORDS.split(), 1))
        right, changed, end = act(
            made_page,
            *opened(address=ETHEREUM),
            REVEAL,
            NEXT,
            *typed(numbered),
            ["fill", "paper", "legal"],
            LOOK,
            *typed(WORDS)[:-1],
            NEXT,
            LOOK,
        )
        assert right["note"] == f"The paper is right. It gives the wallet's address: {ETHEREUM_LINE}"
        assert (right["step"], right["next"]) == ("step-paper", "Clear everything")
        assert changed["next"] == "Test it"
        assert (end["step"], end["secret"]) == ("step-end", "")
        assert end["programs"] == "A program for this wallet: MetaMask, Rabby or Trust Wallet."

    def test_a_wrong_paper_is_explained(self, made_page: Path) -> None:
        words = WORDS.split()
        papers = {
            "": "Type what is on the paper first, or leave the test out.",
            WORDS.replace(
                "thank", "thnak", 1
            ): "Word 3 is not in the English list. Similar words: tank, thank, that",
            " ".join([*words[:-1], SPANISH]): "Word 12 is in the Spanish list, and not in the English list.",
            " ".join(words[:-1]): "The wallet has 12 words, and these are 11.",
            " ".join(["winner", "legal", *words[2:]]): "Look at the words 1, 2.",
            " ".join([*words[:-1], "zoo"]): "Look at word 12.",
        }
        looks = act(made_page, *opened(), REVEAL, NEXT, *(each for paper in papers for each in typed(paper)))
        assert [look["error"].split("\n")[-1] for look in looks] == [*papers.values()]
        assert {look["step"] for look in looks} == {"step-paper"}

    def test_a_passphrase_is_tested_too(self, made_page: Path) -> None:
        passphrases = {
            "": "The words are right, but the passphrase differs.",
            PASSPHRASE.strip().replace(
                "  ", " "
            ): "The words are right, but the passphrase differs in its sp",
            PASSPHRASE: "",
            "\u2423\u2423correct\u2423\u2423horse battery\\u{200b}\\u{2800}\u2423": "",
        }
        actions = [
            action
            for passphrase in passphrases
            for action in (["fill", "paper", WORDS], ["fill", "paper-passphrase", passphrase], NEXT, LOOK)
        ]
        looks = act(made_page, *opened(f"{WORDS}\n--PASS--\n{PASSPHRASE}"), REVEAL, NEXT, *actions)
        for said, look in zip(passphrases.values(), looks, strict=True):
            assert look["error"].startswith(said)
            assert look["note"].startswith("The paper is right.") == (not said)
            assert look["focus"] == ("paper-passphrase" if said else "next")

    def test_a_key_on_paper_is_compared_character_by_character(self, made_page: Path) -> None:
        digits = PRIVATE_KEY.hex()
        wrong, right = act(
            made_page,
            *opened(PRIVATE_KEY),
            REVEAL,
            NEXT,
            *typed(f"{digits[:20]} 0{digits[21:]}"),
            *typed(f"{digits[:20]} {digits[20:]}".upper()),
        )
        assert wrong["error"].endswith("\nLook at character 21, counted without spaces.")
        assert right["note"] == "The paper is right: it has what the export has."

    def test_the_test_can_be_left_out(self, made_page: Path) -> None:
        content = f"{WORDS}\n--PASS--\nhorse"
        (end,) = act(made_page, *opened(content), REVEAL, NEXT, ["click", "#skip"], LOOK)
        said = "A program for this wallet: Ledger, Trezor, Sparrow or Electrum."
        assert (end["step"], end["programs"]) == ("step-end", said)


class TestPaperAlone:
    def test_words_without_an_export_are_tested(self, made_page: Path) -> None:
        spanish = Mnemonic("spanish").to_mnemonic(bytes(16))
        last = f"{WORDS.rpartition(' ')[0]} zoo"
        found = act(
            made_page,
            ["click", "#paper-alone"],
            *typed(WORDS),
            ["fill", "paper-address", ETHEREUM],
            *typed(f"{WORDS} "),
            ["fill", "paper-address", f"0x{'12' * 20}"],
            *typed(WORDS),
            ["fill", "paper-address", f"https://explorer.example/address/{ETHEREUM}"],
            *typed(f"{WORDS} "),
            *typed(last),
            *typed(WORDS.replace("wave", "wavee")),
            *typed(WORDS.rpartition(" ")[0]),
            ["fill", "paper-address", ""],
            *typed(spanish),
            NEXT,
            LOOK,
        )
        listed, right, other, link, invalid, unknown, short, in_spanish, end = found
        assert listed["note"].split("\n")[:2] == [
            "The words are valid. The first addresses of their wallet:",
            ETHEREUM_LINE,
        ]
        assert right["note"] == f"The paper is right. It gives the wallet's address: {ETHEREUM_LINE}"
        assert (other["code"], link["code"], invalid["code"]) == ("wrong-address", "unsupported", "malformed")
        assert link["error"] == "This is a link. Copy the address alone."
        assert (other["focus"], link["focus"], invalid["focus"]) == (
            "paper-address",
            "paper-address",
            "paper",
        )
        assert invalid["error"].startswith("Each word is in the list, but together they are not a wallet")
        assert "Word 5 is not in the English list. Similar words: wave" in unknown["error"]
        assert short["error"].endswith("A wallet has 12, 15, 18, 21 or 24 words, and these are 11.")
        assert in_spanish["note"].startswith("The words are valid.")
        assert (end["step"], end["note"]) == ("step-end", "")

    def test_the_way_back_leads_to_the_export(self, made_page: Path) -> None:
        alone = ["click", "#paper-alone"]
        back, again = act(made_page, alone, ["fill", "paper", WORDS], ["click", "#back"], LOOK, alone, LOOK)
        assert (back["step"], again["step"]) == ("step-bundle", "step-paper")
        assert (back["paper"], again["paper"]) == ("", "")

    def test_a_passphrase_makes_another_wallet(self, made_page: Path) -> None:
        with_horse = wallets.derive_account(
            WORDS,
            passphrase="horse",
            path="m/44'/60'/0'/0/0",
            curve="CURVE_SECP256K1",
            address_format="ADDRESS_FORMAT_ETHEREUM",
        ).address
        actions = (["click", "#paper-alone"], ["fill", "paper-address", with_horse])
        without, right = act(
            made_page, *actions, *typed(WORDS), ["fill", "paper-passphrase", "horse"], NEXT, LOOK
        )
        assert "another passphrase is another wallet" in without["error"]
        assert right["note"].startswith("The paper is right.")


class TestAccounts:
    def test_accounts_of_programs_are_listed_and_chosen(self, made_page: Path) -> None:
        listed, chosen = act(
            made_page,
            *opened(),
            ["select", "network", "Ethereum"],
            ["click", "#list-accounts"],
            LOOK,
            ["click", "#accounts li:nth-child(6) button"],
            LOOK,
        )
        assert len(listed["accounts"]) == 60
        assert listed["groups"][1] == "Ethereum, at m/44'/60'/N'/0/0: Ledger Live"
        for path in ("m/44'/60'/0'/0/19", "m/44'/60'/19'/0/0", "m/44'/60'/0'/19"):
            assert f"{ethereum_at(path)} ({path})" in listed["accounts"]
        path = "m/44'/60'/0'/0/5"
        line = f"Ethereum: {ethereum_at(path)} ({path})"
        assert chosen["facts"][1:] == [
            f"You chose this address of the wallet: {line}",
            "No address was compared yet.",
        ]

    def test_a_wrong_path_is_corrected_where_it_stands(self, made_page: Path) -> None:
        *questions, _, _ = opened()
        typed_path = [["click", "#path-details summary"], ["fill", "path", "44/60"], NEXT, LOOK]
        (look,) = act(made_page, *questions, *typed_path)
        assert (look["step"], look["code"], look["focus"]) == ("step-address", "malformed", "path")

    def test_the_addresses_at_a_typed_path_are_listed(self, made_page: Path) -> None:
        path = "m/44'/60'/7'/3/9"
        wrong, listed, chosen = act(
            made_page,
            *opened(),
            ["fill", "list-path", "44/60"],
            ["click", "#list-accounts"],
            LOOK,
            ["fill", "list-path", path],
            ["click", "#list-accounts"],
            LOOK,
            ["click", "#accounts button"],
            LOOK,
        )
        assert (wrong["code"], wrong["error"][:22], wrong["focus"]) == (
            "malformed",
            "This is not a path. A ",
            "list-path",
        )
        assert (listed["code"], listed["groups"]) == (None, [f"Ethereum, at {path}"])
        assert listed["accounts"] == [f"{ethereum_at(path)} ({path})"]
        assert chosen["facts"][1].endswith(f"Ethereum: {ethereum_at(path)} ({path})")

    @pytest.mark.parametrize("path", ["m/44'/60'/0'/7", "m/44'/60'/19'/0/0"])
    def test_an_address_of_a_ledger_is_found(self, made_page: Path, path: str) -> None:
        address = ethereum_at(path)
        (look,) = act(made_page, *opened(address=address), LOOK)
        assert look["facts"][1] == f"It has the address that you know: Ethereum: {address} ({path})"

    def test_an_account_of_bitcoin_can_be_watched(self, made_page: Path) -> None:
        wallet = SLIP10.from_seed(Mnemonic.to_seed(WORDS))
        xpub = wallet.get_xpub_from_path("m/84'/0'/0'")
        raw = decode_base58check(xpub, "the key", limit=len(xpub))
        zpub = encode_base58check(bytes.fromhex("04b24746") + raw[4:])
        address = wallets.derive_account(
            WORDS,
            path="m/84'/0'/0'/0/3",
            curve="CURVE_SECP256K1",
            address_format="ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH",
        ).address
        bitcoin, ethereum = (act(made_page, *opened(address=each), LOOK)[0] for each in (address, ETHEREUM))
        assert bitcoin["accountKey"][1] == zpub
        public_key = wallet.get_pubkey_from_path("m")
        fingerprint = RIPEMD160.new(hashlib.sha256(public_key).digest()).hexdigest()[:8]
        assert f"The fingerprint of the wallet is {fingerprint}." in bitcoin["accountKey"][0]
        assert ethereum["accountKey"] == ["", ""]

    def test_codes_are_drawn_and_the_one_of_the_key_is_hidden(self, made_page: Path) -> None:
        first, shown = act(
            made_page,
            *opened(address=ETHEREUM),
            LOOK,
            [
                "select",
                "form-of-secret",
                "The key of this account, for MetaMask, or another wallet of Ethereum",
            ],
            REVEAL,
            LOOK,
        )
        assert [label for label, _ in first["codes"]] == [f"QR code of the address {ETHEREUM}"]
        assert [label for label, _ in shown["codes"]] == ["QR code of the key", first["codes"][0][0]]
        assert all(len(squares) > 1000 for _, squares in shown["codes"])
        kind = "Private key, for MetaMask, or another wallet of Ethereum, as hexadecimal digits with 0x"
        assert shown["sheet"].startswith(kind)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 600), (640, 400), (390, 844)])
def test_the_error_and_the_button_that_shows_the_secret_are_in_view(
    made_page: Path, size: tuple[int, int]
) -> None:
    near = f"{ETHEREUM[:-1]}{'1' if ETHEREUM[-1] != '1' else '2'}"
    actions = opened(address=near)
    error, result = act(
        made_page, ["size", *size], *actions, LOOK, ["fill", "expected-address", ""], NEXT, LOOK
    )
    assert error["inView"] == ["error"]
    assert result["inView"] == ["reveal"]


def test_the_way_back_leads_to_the_button_that_shows_the_secret(made_page: Path) -> None:
    (back,) = act(made_page, *opened(), REVEAL, NEXT, ["click", "#back"], LOOK)
    assert (back["step"], back["secret"], back["inView"]) == ("step-result", "", ["reveal"])
