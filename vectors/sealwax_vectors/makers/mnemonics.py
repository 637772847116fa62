"""Vectors of BIP-39 mnemonics in the service's nine languages."""

import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from typing import Literal

from mnemonic import Mnemonic

from sealwax._crypto.bip39 import LANGUAGES, WORD_COUNTS, check_mnemonic
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.mnemonics import MnemonicCase

from .builder import Cases
from .labels import Label, by_rule, id_of, valued, words_of


def bip39(material: KeyMaterial) -> Iterator[MnemonicCase]:
    """Make the cases of mnemonics."""
    label: str | Label

    def good(
        label: str | Label,
        flag: str,
        language: str,
        entropy: bytes,
        *,
        text: str | None = None,
        passphrase: str = "",
    ) -> MnemonicCase:
        text = Mnemonic(language).to_mnemonic(entropy) if text is None else text
        return Cases(MnemonicCase).good(
            label,
            flag,
            mnemonic=text,
            passphrase=passphrase,
            language=language,
            entropy=entropy.hex(),
            seed=Mnemonic.to_seed(text, passphrase).hex(),
        )

    for language in LANGUAGES:
        for count in WORD_COUNTS:
            entropy = material.take(language)[: count * 4 // 3]
            yield good(
                Label(f"{id_of(language)}-{count}-words", f"{language}, {count} words"),
                "Valid",
                language,
                own_entropy(language, entropy, material),
            )
        entropy = own_entropy(language, bytes(range(16)), material)
        for label, passphrase in (
            ("a-passphrase", "TREZOR"),
            ("a-passphrase-that-is-not-ASCII", "pässwörd ㍍ガバヴァ"),
        ):
            yield good(
                Label(f"{id_of(language)}-{label}", f"{language}, {words_of(label)}"),
                "Passphrase",
                language,
                entropy,
                passphrase=passphrase,
            )
        text = Mnemonic(language).to_mnemonic(entropy)
        forms: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")
        spellings: dict[str, list[str]] = {}
        for form in forms:
            spellings.setdefault(unicodedata.normalize(form, text), []).append(form)
        for spelled, names in spellings.items():
            if spelled != text:
                label = Label(
                    f"{language}-in-{id_of(' and '.join(names))}", f"{language} in {' and '.join(names)}"
                )
                yield good(label, "NormalizationForm", language, entropy, text=spelled)
    yield good("all-zero", "Valid", "english", bytes(16))
    yield good("all-one", "Valid", "english", b"\xff" * 32)
    for language in LANGUAGES:
        words = Mnemonic(language).to_mnemonic(own_entropy(language, bytes(range(16)), material)).split()
        joint = "\u3000" if language == "japanese" else " "
        text = joint.join(words)
        swapped = with_wrong_checksum(language, words, joint)
        cases = Cases(MnemonicCase, valued(language), mnemonic=text)
        for label, flag, other in (
            (
                Label(
                    "two-words-swapped-and-the-checksum-wrong", "two words swapped, and the checksum wrong"
                ),
                "Bip39Checksum",
                swapped,
            ),
            ("eleven-words", "Bip39Checksum", joint.join(words[:-1])),
            ("thirteen-words", "Bip39Checksum", joint.join([*words, words[0]])),
            ("a-word-of-no-list", "Bip39Words", joint.join(["sealwax", *words[1:]])),
            ("a-space-after-the-last-word", "Bip39Words", text + " "),
            ("a-space-before-the-first-word", "Bip39Words", " " + text),
            ("two-spaces-between-words", "Bip39Words", text.replace(joint, joint * 2, 1)),
            ("a-newline-between-words", "Bip39Words", text.replace(joint, "\n", 1)),
            (
                Label("a-no-break-space-between-words", "a no-break space between words"),
                "Bip39Words",
                text.replace(joint, "\u00a0", 1),
            ),
            ("commas-between-words", "Bip39Words", ",".join(words)),
            ("no-space-between-words", "Bip39Words", "".join(words)),
        ):
            yield cases.bad(label, "malformed", flag, other)
    # NFKD expands this letter to eighteen characters.
    longest = "\ufdfa" + "p" * 511
    yield good(
        by_rule("a-passphrase-of-512-characters"), "Passphrase", "english", bytes(16), passphrase=longest
    )
    label = by_rule(
        Label(
            "beyond-16-bits-a-passphrase-of-512-characters", "beyond 16 bits, a passphrase of 512 characters"
        )
    )
    yield good(label, "Passphrase", "english", bytes(16), passphrase="\U0001f511" * 512)
    cases = Cases(MnemonicCase, "english", mnemonic=encode_entropy("english", bytes(16)))
    yield cases.bad(
        by_rule("a-passphrase-of-513-characters"), "malformed", "Passphrase", passphrase="p" * 513
    )
    cases = Cases(MnemonicCase, "english", mnemonic="")
    english = Mnemonic("english").to_mnemonic(bytes(range(16)))
    full_width = "".join(chr(ord(letter) + 0xFEE0) if letter != " " else " " for letter in english)
    for label, text in (
        ("an-ideographic-space-between-words", english.replace(" ", "\u3000", 1)),
        (Label("full-width-letters", "full-width letters"), full_width),
        ("in-upper-case", english.upper()),
        ("with-a-capital", english.capitalize()),
        ("the-first-four-letters-of-each-word", " ".join(word[:4] for word in english.split())),
        ("with-a-full-stop", english + "."),
        ("with-numbers", " ".join(f"{n}. {word}" for n, word in enumerate(english.split(), 1))),
        ("empty", ""),
        ("one-space", " "),
        ("a-word-of-French-among-English-ones", "acier " + english.split(" ", 1)[1]),
        (
            Label(
                "Portuguese-which-BIP-39-has-and-the-service-does-not",
                "Portuguese, which BIP-39 has and the service does not",
            ),
            _of("portuguese"),
        ),
        (Label("Russian-which-is-not-of-BIP-39", "Russian, which is not of BIP-39"), _of("russian")),
        ("longer-than-any-mnemonic", " ".join(["abandon"] * 99)),
    ):
        yield cases.bad(label, "malformed", "Bip39Words", text)
    for count in (3, 9, 27):
        text = encode_entropy("english", bytes(range(count * 4 // 3)))
        yield cases.bad(f"{count}-words-with-a-right-checksum", "malformed", "Bip39Checksum", text)


def encode_entropy(language: str, entropy: bytes) -> str:
    """Encode entropy in space-separated words; unlike the library, accept any size."""
    bits = len(entropy) * 8
    number = int.from_bytes(entropy + sha256(entropy).digest(), "big") >> 256 - bits // 32
    words = Mnemonic(language).wordlist
    return " ".join(words[number >> shift & 0x7FF] for shift in reversed(range(0, bits * 33 // 32, 11)))


def _of(language: str) -> str:
    return Mnemonic(language).to_mnemonic(bytes(range(16)))


def own_entropy(language: str, entropy: bytes, material: KeyMaterial) -> bytes:
    """Return entropy whose mnemonic has words of this language only, as word lists share words."""
    while check_mnemonic(Mnemonic(language).to_mnemonic(entropy)).language != language:
        entropy = material.take(language)[: len(entropy)]
    return entropy


def with_wrong_checksum(language: str, words: list[str], joint: str) -> str:
    """Swap two neighbouring words so that the checksum fails; one swap in sixteen keeps it valid."""
    for place in range(len(words) - 1):
        swapped = [*words[:place], words[place + 1], words[place], *words[place + 2 :]]
        if not Mnemonic(language).check(" ".join(swapped)):
            return joint.join(swapped)
    raise AssertionError(language)
