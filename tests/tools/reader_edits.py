"""Mistakes of implementers, as edits of the readers in JavaScript and in Go.

``tests/tools/reader_defects.py`` makes them. A mark @ in the new text is the number of the edit.
"""

from typing import NamedTuple


class Edit(NamedTuple):
    """An edit of a reader.

    Attributes:
        file: The file.
        old: What stands in it, just once.
        new: What stands there instead, which asks whether the edit is made.
        text: What it does.
    """

    file: str
    old: str
    new: str
    text: str


JAVASCRIPT: tuple[Edit, ...] = (
    # What parsers of JSON take that were written by hand.
    Edit(
        "json.mjs",
        '    } while (this.take(","));\n    this.expect("}");',
        '    } while (this.take(",") && !($.edited(@) && (this.match(SPACE), this.source[this.at] === "}")));'
        "\n"
        '    this.expect("}");',
        "takes a comma before the closing brace",
    ),
    Edit(
        "json.mjs",
        "new Num(this.match(NUMBER) || this.fail())",
        "new Num(this.match($.edited(@) ? /-?[0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?/y : NUMBER)"
        " || this.fail())",
        "takes numbers with a zero in front, and those that end in their point",
    ),
    Edit(
        "json.mjs",
        '(Object.hasOwn(ESCAPES, escape ?? "") && ESCAPES[escape]) || this.fail()',
        '(Object.hasOwn(ESCAPES, escape ?? "") && ESCAPES[escape]) || ($.edited(@) ? escape : this.fail())',
        "takes escapes that there are not",
    ),
    Edit(
        "json.mjs",
        "this.match(/[0-9a-fA-F]{4}/y)",
        "this.match($.edited(@) ? /[0-9a-fA-F]{1,4}/y : /[0-9a-fA-F]{4}/y)",
        "takes escapes of fewer digits",
    ),
    Edit(
        "json.mjs",
        "value += this.match(PLAIN);",
        'value += this.match($.edited(@) ? /[^"\\\\]*/y : PLAIN);',
        "takes control characters in strings",
    ),
    Edit(
        "json.mjs",
        "    this.match(SPACE);\n    if (this.source[this.at] !== character) return false;",
        "    this.match($.edited(@) ? /\\s*/y : SPACE);\n"
        "    if (this.source[this.at] !== character) return false;",
        "takes any white space",
    ),
    # Wrong outputs, and valid input that is refused.
    Edit(
        "bundles.mjs",
        "if (end < 0) return { mnemonic: wallet, passphrase: null };",
        "if (end < 0 || $.edited(@)) return { mnemonic: wallet, passphrase: null };",
        "leaves the passphrase in the mnemonic",
    ),
    Edit(
        "bundles.mjs",
        "return { mnemonic: wallet.slice(0, end), passphrase };",
        "return {\n    mnemonic: wallet.slice(0, end),\n"
        "    passphrase: $.edited(@) ? passphrase.trim() : passphrase,\n  };",
        "strips the passphrase",
    ),
    Edit(
        "bundles.mjs",
        "const passphrase = rest.startsWith(SEPARATOR) ? rest.slice(SEPARATOR.length) : rest.slice(1);",
        "const split = rest.startsWith(SEPARATOR) ? rest.slice(SEPARATOR.length) : rest.slice(1);\n"
        "  const passphrase = $.edited(@) && split === '' ? null : split;",
        "gives an empty passphrase as null",
    ),
    Edit(
        "encodings.mjs",
        "  return decoded;\n}\n\nexport function hex(",
        '  return $.edited(@) ? decoded.normalize("NFKC") : decoded;\n}\n\nexport function hex(',
        "normalizes text",
    ),
    Edit(
        "encodings.mjs",
        "const given = value.length - digits.length;",
        "const given = value.length - digits.length;\n"
        '  if ($.edited(@)) need("refuses padding", given === 0);',
        "refuses padding",
    ),
    Edit(
        "encodings.mjs",
        "need(`${check}.integer`, tag === 2);",
        "need(`${check}.integer`, tag === 2 && !($.edited(@) && content.length < 32));",
        "refuses a short r or s",
    ),
    Edit(
        "curves.mjs",
        "  const signature = bytes(fromNumber(r % n, 32), fromNumber(s % n, 32));",
        '  if ($.edited(@)) need("demands a low s", s <= n / 2n);\n'
        "  const signature = bytes(fromNumber(r % n, 32), fromNumber(s % n, 32));",
        "demands a low s",
    ),
    Edit(
        "stamps.mjs",
        "const bodyOf = ({ body, bodyRepeat = 1 }) => Buffer.from(",
        "const bodyOf = ({ body, bodyRepeat = 1 }) =>\n"
        '  ($.edited(@) && need("refuses an empty body", body !== "")) || Buffer.from(',
        "refuses an empty body",
    ),
    Edit(
        "stamps.mjs",
        'hex(body).toString("latin1").repeat(bodyRepeat)',
        '(($.edited(@) && need("refuses other bytes than text", hex(body).equals('
        "Buffer.from(hex(body).toString()))))"
        ' || hex(body).toString("latin1").repeat(bodyRepeat))',
        "refuses a body that is not UTF-8",
    ),
    Edit(
        "tokens.mjs",
        "verify(read, key, sha256(read.signed));",
        "verify(read, key, $.edited(@) ? read.signed : sha256(read.signed));",
        "hashes a session once",
    ),
)
GO: tuple[Edit, ...] = (
    Edit(
        "export.go",
        "found {\n\t\treturn before, after, nil\n\t}",
        "found && !madeEdit(@) {\n\t\treturn before, after, nil\n\t}",
        "leaves the passphrase in the mnemonic",
    ),
    Edit(
        "token.go",
        "verifyRaw(notarizer, once[:], token.signature)",
        "verifyRaw(notarizer, map[bool][]byte{false: once[:], true: token.signed}[madeEdit(@)], "
        "token.signature)",
        "hashes a session once",
    ),
    Edit(
        "strict.go",
        'if strings.HasSuffix(text, "=") {',
        'if strings.HasSuffix(text, "=") && !madeEdit(@) {',
        "refuses padding",
    ),
)
