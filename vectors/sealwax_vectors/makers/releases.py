"""Make the cases of release lists (wire-formats.md, section 14.5)."""

from collections.abc import Iterator

from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.releases import ReleaseCase
from sealwax_vectors.format import Case

from .builder import Cases

_NAMES = ("evm-parser", "notarizer", "signer", "tls-fetcher", "ump")
_FLAG = "ReleaseList"
_EMPTY = "21b9efbc184807662e966d34f390821309eeac6802309798826296bf3e8bec7c10edb30948c90ba67310f7b964fc500a"
# To a YAML reader, this is the number 1 and 61 zeros.
_LIKE_A_FLOAT = "1e" + "0" * 60 + "61"


def release_list(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of release lists."""
    pcr0, pcr3 = material.take("PCR0", 48).hex(), material.take("PCR3", 48).hex()
    programs = {name: material.take(name).hex() for name in _NAMES}
    digest = programs["signer"]

    def block(name: str, program: str, pcr0: str = pcr0) -> str:
        digests = {"appBinaryDigest": program, "PCR0": pcr0, "PCR1": pcr0, "PCR2": _EMPTY, "PCR3": pcr3}
        return f"{name}:\n" + "".join(f"  {each}: {value}\n" for each, value in digests.items())

    head = "version: r2026.1.1\n"
    text = head + "".join(block(name, program) for name, program in programs.items())
    signer = block("signer", digest)
    alone = head + signer
    cases = Cases(
        ReleaseCase,
        release=text,
        application="signer",
        version="r2026.1.1",
        applications=[*_NAMES],
        pcr0=pcr0,
        pcr3=pcr3,
        pivot_hash=digest,
    )
    good, bad = cases.good, cases.bad
    yield good("as the service writes it", "Valid")
    for name, program in programs.items():
        yield good(f"the application {name}", "Valid", application=name, pivot_hash=program)
    one = ["signer"]
    yield good("one application", "Valid", alone, applications=one)
    yield good("no newline at the end", "ClientVariant", alone.removesuffix("\n"), applications=one)
    lines = signer.splitlines(keepends=True)
    backwards = head + lines[0] + "".join(lines[:0:-1])
    yield good("digests in another order", "ClientVariant", backwards, applications=one)
    other = alone + block("ump", programs["ump"], "0" * 95 + "1")
    yield good("applications with other PCRs", "Valid", other, applications=["signer", "ump"])
    numeric = head + block("signer", _LIKE_A_FLOAT)
    comment = "a digest of digits with one e, which YAML takes for a number"
    yield good(comment, _FLAG, numeric, applications=one, pivot_hash=_LIKE_A_FLOAT)
    digits = "1" * 64
    comment = "a digest of digits, which YAML takes for a number"
    yield good(comment, _FLAG, head + block("signer", digits), applications=one, pivot_hash=digits)
    yield good("a version of 64 characters", "FieldLimit", "version: " + "v" * 64 + "\n" + signer,
               applications=one, version="v" * 64)  # fmt: skip
    yield bad("an application that is not there", "wrong-enclave", "WrongContext", application="Signer")
    yield bad("no application", "malformed", _FLAG, head)
    yield bad("empty", "malformed", _FLAG, "")
    yield bad("no version", "malformed", _FLAG, signer)
    for comment, first in (
        ("a version that is empty", "version: \n"),
        ("a version without a space", "version:r2026.1.1\n"),
        ("a version in quotes", 'version: "r2026.1.1"\n'),
        ("a version of 65 characters", "version: " + "v" * 65 + "\n"),
        ("a version with a comment", "version: r2026.1.1 # new\n"),
        ("a start of a document", "---\nversion: r2026.1.1\n"),
        ("a byte order mark", "\ufeffversion: r2026.1.1\n"),
        ("an empty line in front", "\nversion: r2026.1.1\n"),
        ("a version twice", head * 2),
        ("a carriage return after the version", head.replace("\n", "\r\n")),
    ):
        yield bad(comment, "malformed", _FLAG, first + signer)
    yield bad("a version at the end", "malformed", _FLAG, signer + head)
    for comment, changed in (
        ("a digest in place of the name", alone.replace("signer:\n", "")),
        ("an application twice", alone + signer),
        ("an application twice, alike but for its program", alone + block("signer", programs["ump"])),
        ("an application twice, the second time without digests", alone + "signer:\n"),
        ("an application called version", head + block("version", digest) + signer),
        ("an application with a value", alone.replace("signer:", "signer: x")),
        ("an application in quotes", alone.replace("signer:", '"signer":')),
        ("an application with a space after it", alone.replace("signer:", "signer: ")),
        ("an application without digests", head + "signer:\n"),
        ("an application without digests, before another", head + "ump:\n" + signer),
        ("a member that is not known", alone + "  PCR4: " + "00" * 48 + "\n"),
        ("a member of another case", alone.replace("PCR0", "pcr0")),
        ("an empty line within", alone.replace("signer:", "\nsigner:")),
        ("an empty line at the end", alone + "\n"),
        ("a comment", alone + "# approved\n"),
        ("a comment after a digest", alone.replace(digest, f"{digest} # new")),
        ("a carriage return in each line", alone.replace("\n", "\r\n")),
        ("a tab in place of two spaces", alone.replace("  PCR3", "\tPCR3")),
        ("one space in front", alone.replace("  PCR3", " PCR3")),
        ("four spaces in front", alone.replace("  PCR3", "    PCR3")),
        ("no space after the colon", alone.replace("PCR3: ", "PCR3:")),
        ("two spaces after the colon", alone.replace("PCR3: ", "PCR3:  ")),
        ("a digest in quotes", alone.replace(digest, f'"{digest}"')),
        ("a digest with 0x in front", alone.replace(digest, f"0x{digest[2:]}")),
        ("a digest in upper case", alone.replace(pcr3, "A" + pcr3[1:])),
        ("a digest with a letter that is none", alone.replace(pcr3, "g" + pcr3[1:])),
        ("a digest in full-width digits", alone.replace(pcr3, "\uff11" + pcr3[1:])),
        ("a digest with white space after it", alone.replace(digest, f"{digest} ")),
        ("a program cut by a byte", alone.replace(digest, digest[:-2])),
        ("a program cut by a digit", alone.replace(digest, digest[:-1])),
        ("a program of 48 bytes", alone.replace(digest, digest + "00" * 16)),
        ("a PCR cut by a byte", alone.replace(pcr3, pcr3[:-2])),
        ("a PCR of 32 bytes", alone.replace(pcr3, pcr3[:64])),
        ("a PCR with a byte after it", alone.replace(pcr3, pcr3 + "00")),
        ("an anchor of YAML", alone.replace(f"PCR0: {pcr0}", f"PCR0: &a {pcr0}")),
        ("two lists", text + text),
    ):
        yield bad(comment, "malformed", _FLAG, changed)
    for name in ("appBinaryDigest", "PCR0", "PCR1", "PCR2", "PCR3"):
        line = next(each for each in lines if name in each)
        yield bad(f"{name} left out", "malformed", _FLAG, alone.replace(line, ""))
        yield bad(f"{name} left out of another application", "malformed", _FLAG,
                  text.replace(block("ump", programs["ump"]), block("ump", programs["ump"]).replace(line, "")
                               if name != "appBinaryDigest" else "ump:\n" + "".join(lines[2:])))  # fmt: skip
        yield bad(f"{name} twice", "malformed", _FLAG, alone + line)
        yield bad(f"{name} empty", "malformed", _FLAG, alone.replace(line, f"  {name}: \n"))
    for name in ("PCR1", "PCR2"):
        line = next(each for each in lines if name in each)
        yield bad(f"{name} cut by a byte", "malformed", _FLAG, alone.replace(line, line[:-3] + "\n"))
        yield bad(f"{name} cut by a digit", "malformed", _FLAG, alone.replace(line, line[:-2] + "\n"))
        label, _, value = line.partition(": ")
        upper = alone.replace(line, f"{label}: {value.upper()}")
        yield bad(f"{name} in upper case", "malformed", _FLAG, upper)
    for name in ("PCR0", "PCR1", "PCR3"):
        line = next(each for each in lines if name in each)
        for what, value in (("zeros", "00" * 48), ("nothing", _EMPTY)):
            changed = alone.replace(line, f"  {name}: {value}\n")
            yield bad(f"{name} of {what}", "malformed", "EnclaveProgram", changed)
    many = head + "".join(block(f"app{number}", digest) for number in range(64))
    yield good("64 applications", "FieldLimit", many, application="app7",
               applications=[f"app{number}" for number in range(64)])  # fmt: skip
    yield bad("65 applications", "malformed", "FieldLimit", many + signer)
