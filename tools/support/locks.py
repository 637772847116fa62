"""The versions and hashes in ``requirements/``. The builder of ``sealwax.pyz`` has just `packaging`."""

from packaging.requirements import Requirement

from tools import ROOT

REQUIREMENTS = ROOT / "requirements"
OPTION = "--hash="


def lock(name: str) -> str:
    """Return the text of a lock."""
    return (REQUIREMENTS / name).read_text()


def entries(name: str) -> list[tuple[Requirement, list[str]]]:
    """Return the locked packages, with the hashes of their files."""
    joined = lock(name).replace("\\\n", " ")
    lines = [line.split() for line in joined.splitlines() if not line.lstrip().startswith("#")]
    return [
        (
            Requirement(" ".join(word for word in words if not word.startswith(OPTION))),
            [word.removeprefix(OPTION) for word in words if word.startswith(OPTION)],
        )
        for words in lines
    ]
