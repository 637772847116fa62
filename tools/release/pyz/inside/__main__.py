"""Check the Python that runs the archive, before anything else is read: any version of it can parse this."""

import sys

PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14), (3, 15))
"""The versions that the archive has files for."""

if __name__ == "__main__":
    # Python 2 has no f-strings.
    found = (getattr(getattr(sys, "implementation", None), "name", "python"),) + sys.version_info[:2]  # noqa: RUF005
    if found not in [("cpython", major, minor) for major, minor in PYTHONS]:
        versions = ", ".join("%d.%d" % each for each in PYTHONS)  # noqa: UP031
        error = "sealwax.pyz does not run on %s %d.%d; use CPython " % found + versions  # noqa: UP031
        sys.exit("error[unsupported]: " + error)
    if not sys.flags.isolated:
        error = "without -I, files of others could run; start it with python3 -I sealwax.pyz"
        sys.exit("error[unsupported]: " + error)
    # The name that it has in the archive.
    from launcher import main  # type: ignore[import-not-found]

    sys.exit(main())
