"""The checks that a change must pass: ``nox --list`` names the sessions, ``nox -s tests`` runs one.

``nox -s gate`` runs those that each change must pass, and ``nox -s nightly`` all others.

Each session installs the extra ``dev`` into an environment of its own, which is kept; with ``nox -R``, it
does so only the first time. ``nox --no-venv --no-install`` uses the active environment. The interpreter is
nox's own, or that of ``--force-python``. Arguments after ``--`` go to the last program of a session. Programs
that are no Python packages are installed with apt-get where root runs a session.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["lint", "types", "tests"]
nox.options.reuse_venv = "yes"
nox.options.default_venv_backend = "uv|virtualenv"

GATE = ("readme", "lint", "types", "tests", "vectors", "go", "browser")
"""What each change must pass."""
NIGHTLY = (
    "readme",
    "newest",
    "lowest",
    "interop",
    "differential",
    "frameworks",
    "frozen",
    "devices",
    "integrations",
    "redis",
    "distributed",
    "browsers",
    "longest",
    "fuzz",
    "permissions",
    "wycheproof",
    "mutation",
    "docs",
    "site",
    "release",
    "release_oldest",
    "workflows",
    "benchmarks",
    "bench",
)
"""All others. The last one needs an idle machine."""
OLDEST, NEWEST = "3.11", "3.15"
BETWEEN = ("3.12", "3.13", "3.14")
NODE = ("node", "npm")
P11_KIT_SERVER = "/usr/libexec/p11-kit/p11-kit-server"
PACKAGES = {
    "age": "age",
    "chromium": "chromium",
    "firefox-esr": "firefox-esr",
    "git": "git",
    "mandoc": "mandoc",
    "node": "nodejs",
    "npm": "npm",
    "openssl": "openssl",
    "perl": "perl",
    "pkcs11-tool": "opensc",
    "redis-server": "redis-server",
    "softhsm2-util": "softhsm2",
    P11_KIT_SERVER: "p11-kit p11-kit-modules",
}
"""The packages of Debian that have the programs."""

OTHER_PACKAGES = ("--editable", "./vectors", "--editable", "./service")
OTHER_TESTS = ("tests/vectors", "tests/service", "tests/repository", "tests/slow")
"""The tests of the other packages and of what lies around them, and those that take long."""
PARALLEL = ("-n", "auto")
"""One process for each core."""
SIGNERS = "*/sealwax/signers/*"
"""What the session ``devices`` covers, as the other tests have no device."""
SEED = bytes(range(32)).hex()
"""The seed of the test vectors."""


def interpreter(version: str) -> str:
    """Return the path of a Python that works, or else its name, which a session then says is missing."""
    if shutil.which("bash"):
        command = ["bash", ".ci/python", version]
        found = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
        if found.returncode == 0:
            return found.stdout.strip()
    return f"python{version}"


def need(session: nox.Session, *programs: str) -> None:
    """Have programs; where one is missing and cannot be installed, the session fails.

    Only the packages of missing programs are installed: a machine can have Node.js from elsewhere, with which
    Debian's npm conflicts.
    """
    missing = [program for program in programs if not shutil.which(program)]
    packages = [package for program in missing for package in PACKAGES[program].split()]
    if missing and shutil.which("apt-get") and os.geteuid() == 0:
        session.run("apt-get", "update", "-qq", external=True)
        session.run("apt-get", "install", "-y", "-qq", *packages, external=True, silent=True)
        missing = [program for program in missing if not shutil.which(program)]
    if missing:
        session.error(f"{', '.join(missing)} not found: install {' '.join(packages)}")


def install(session: nox.Session) -> None:
    """Install the package as it stands here, with the extra ``dev``."""
    session.install("--editable", ".[dev]", *OTHER_PACKAGES)


def run(session: nox.Session, *command: str) -> None:
    """Install the extra ``dev``, and run a command with the arguments that the session was given."""
    install(session)
    session.run(*command, *session.posargs)


def regenerate_vectors(session: nox.Session) -> None:
    """Write the test vectors and the list of their fields; fail if a file differs from the committed one."""
    session.run("sealwax", "vectors", "generate", "--seed", SEED, "--out", "vectors")
    session.run("python", "-m", "tools.vector_fields")
    session.run("git", "diff", "--exit-code", "--stat", "vectors", external=True)
    if added := session.run("git", "status", "--porcelain", "vectors", external=True, silent=True):
        session.error(f"uncommitted files:\n{added}")


@nox.session(venv_backend="none")
def gate(session: nox.Session) -> None:
    """Run what each change must pass."""
    for name in GATE:
        session.notify(name, [OLDEST, NEWEST] if name == "readme" else [])


@nox.session(venv_backend="none")
def nightly(session: nox.Session) -> None:
    """Run what the gate leaves out."""
    for name in NIGHTLY:
        session.notify(name, BETWEEN if name == "readme" else [])


@nox.session(venv_backend="none")
def readme(session: nox.Session) -> None:
    """Follow the README as a new user, on each version of Python that is given, or on all."""
    for version in session.posargs or (OLDEST, *BETWEEN, NEWEST):
        session.run("bash", ".ci/readme", version, external=True)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests, which must cover every branch; with arguments for pytest, only those tests."""
    if session.posargs:
        run(session, "pytest")
        return
    install(session)
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", "--quiet", *PARALLEL)
    session.run("coverage", "run", "-m", "pytest", *OTHER_TESTS, "--quiet", *PARALLEL)
    coverage(session)


@nox.session
def slow(session: nox.Session) -> None:
    """Run the tests that take long: whole dialogues, processes."""
    run(session, "pytest", "tests/slow", "--quiet", *PARALLEL)


@nox.session
def longest(session: nox.Session) -> None:
    """Run the tests that take longest (each byte, fault and screen), and the vectors with the plugin."""
    run(session, "pytest", "tests/longest", "--quiet", *PARALLEL)
    session.run("pytest", "--sealwax-vectors", "vectors", "--quiet")


@nox.session
def coverage(session: nox.Session) -> None:
    """Report the branches that tests with COVERAGE_PROCESS_START did not cover."""
    install(session)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report", "--omit", SIGNERS)


@nox.session
def lint(session: nox.Session) -> None:
    """Check the code with ruff, and its format."""
    run(session, "ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types with mypy and pyright, also of the documentation's examples (needs Node.js and npm)."""
    need(session, *NODE)
    session.install("--require-hashes", "--requirement", "requirements/types.txt")
    run(session, "mypy")
    for package in ("sealwax", "sealwax_vectors", "sealwax_service"):
        session.run("pyright", "--verifytypes", package, "--ignoreexternal")
    session.run("pytest", "tests/types", "--quiet")


@nox.session
def vectors(session: nox.Session) -> None:
    """Generate the test vectors, which must change nothing, and check each file."""
    install(session)
    regenerate_vectors(session)
    session.run("pytest", "tests/every_vector", "--quiet", *PARALLEL)


@nox.session
def go(session: nox.Session) -> None:
    """Verify the test vectors with the readers in Go."""
    session.install("--require-hashes", "--requirement", "requirements/go.txt")
    run(session, "pytest", "tests/interop/test_go.py", "--quiet")


@nox.session
def interop(session: nox.Session) -> None:
    """Compare with npm, wallets, OpenSSL, Go and JavaScript (needs Node.js, npm, Perl and OpenSSL 3)."""
    need(session, *NODE, "perl", "openssl")
    session.install("--require-hashes", "--requirement", "requirements/go.txt")
    run(session, "pytest", "tests/interop", "tests/slow/interop", "--quiet")


@nox.session
def differential(session: nox.Session) -> None:
    """Compare ours with the readers in Go and JavaScript on mutated vectors (needs Node.js and npm)."""
    need(session, *NODE)
    session.install("--require-hashes", "--requirement", "requirements/go.txt")
    run(session, "pytest", "tests/differential", "--quiet")


@nox.session
def frameworks(session: nox.Session) -> None:
    """Run the receivers of webhooks in the documentation, with three frameworks and without one."""
    session.install("--require-hashes", "--requirement", "requirements/frameworks.txt")
    run(session, "pytest", "tests/receivers", "--quiet")


@nox.session
def frozen(session: nox.Session) -> None:
    """Pack a program with PyInstaller and as a zipapp, and run it."""
    session.install("--require-hashes", "--requirement", "requirements/frozen.txt")
    run(session, "pytest", "tests/frozen", "--quiet")


@nox.session
def devices(session: nox.Session) -> None:
    """Use keys on devices, and cover all of `sealwax.signers` (needs SoftHSM 2, opensc and p11-kit)."""
    need(session, "softhsm2-util", "pkcs11-tool", P11_KIT_SERVER)
    session.install("--require-hashes", "--requirement", "requirements/devices.txt")
    install(session)
    # Not among the measurements of the other tests.
    measured = {"COVERAGE_FILE": str(Path(session.create_tmp()) / "coverage"), "COVERAGE_PROCESS_START": None}
    session.run("coverage", "erase", env=measured)
    everything = ("tests/signers", "tests/slow/signers", "tests/devices", "--quiet", *PARALLEL)
    session.run("coverage", "run", "-m", "pytest", *everything, *session.posargs, env=measured)
    session.run("coverage", "combine", "--quiet", env=measured)
    session.run("coverage", "report", "--include", SIGNERS, env=measured)
    session.run("python", "-m", "benchmarks.devices", "--check", "--seconds", "1")


@nox.session
def integrations(session: nox.Session) -> None:
    """Stamp with httpx, requests and aiohttp; cover every branch of these modules, and check their types."""
    session.install("--require-hashes", "--requirement", "requirements/integrations.txt")
    install(session)
    folders = ("tests/integrations", "tests/slow/integrations", "tests/other_clients")
    session.run("mypy", "src/sealwax/integrations", *folders)
    settings = ("--rcfile", "tests/integrations/coverage.ini")
    session.run("coverage", "erase", *settings)
    tests = ("-m", "pytest", *folders, "--quiet", *session.posargs)
    session.run("coverage", "run", *settings, *tests)
    session.run("coverage", "combine", "--quiet", *settings)
    session.run("coverage", "report", *settings)


@nox.session
def redis(session: nox.Session) -> None:
    """Claim events on a server of Redis, by several threads and processes (needs redis-server)."""
    need(session, "redis-server")
    run(session, "pytest", "tests/redis", "--quiet")


@nox.session
def distributed(session: nox.Session) -> None:
    """Verify an archive in one process, in two, and on a Dask cluster of two workers."""
    session.install("--require-hashes", "--requirement", "requirements/distributed.txt")
    run(session, "pytest", "tests/distributed", "--quiet")


@nox.session
def browser(session: nox.Session) -> None:
    """Use passkeys, and open wallets with the recovery page, in Chromium (needs it, Node.js and npm)."""
    need(session, *NODE)
    if not shutil.which("google-chrome"):
        need(session, "chromium")
    tests = (f"tests/browser/test_{name}.py" for name in ("browser", "local_service", "recovery_page"))
    run(session, "pytest", *tests, "-k", "not firefox", "--quiet")


@nox.session
def browsers(session: nox.Session) -> None:
    """Use all pages in Chromium, and the recovery page in Firefox (needs both, Node.js and npm)."""
    need(session, *NODE)
    if not shutil.which("firefox"):
        need(session, "firefox-esr")
    if not shutil.which("google-chrome"):
        need(session, "chromium")
    run(session, "pytest", "tests/browser", "tests/both_browsers", "--quiet")


@nox.session
def fuzz(session: nox.Session) -> None:
    """Run the fixed part of the hostile input (tests/fuzz/README.md has the rest), and many examples."""
    run(session, "pytest", "tests/fuzz", "--quiet", *PARALLEL)
    many = ("-m", "hypothesis", "--hypothesis-profile=many", "--quiet", *PARALLEL)
    session.run("pytest", *many)
    session.run("pytest", *OTHER_TESTS, *many)


@nox.session
def permissions(session: nox.Session) -> None:
    """Ask every route of the local service for everybody, over HTTP, and compare with the table."""
    run(session, "pytest", "tests/permissions", "--quiet")


@nox.session(venv_backend="virtualenv")
def wycheproof(session: nox.Session) -> None:
    """Fetch Project Wycheproof's vectors with pip, and run them."""
    install(session)
    session.run("python", "-m", "tests.wycheproof.fetch")
    session.run("pytest", "tests/wycheproof", "--quiet", *session.posargs)


@nox.session
def mutation(session: nox.Session) -> None:
    """Break or weaken each check of the library, and loosen each parser: a test vector must fail."""
    run(session, "pytest", "tests/mutation", "--quiet")


@nox.session
def docs(session: nox.Session) -> None:
    """Run the examples and the commands that the documentation shows."""
    run(session, "pytest", "tests/examples", "--quiet")


@nox.session
def site(session: nox.Session) -> None:
    """Build the documentation as a site in dist/site, and check it."""
    session.install("--require-hashes", "--requirement", "requirements/site.txt")
    session.install("--no-deps", "--editable", ".", *OTHER_PACKAGES)
    session.run("pytest", "tests/site", "--quiet", *session.posargs)


@nox.session
def workflows(session: nox.Session) -> None:
    """Lint the workflows, for others too (zizmor, and the schemas of their files), and Containerfile."""
    session.install("--require-hashes", "--requirement", "requirements/workflows.txt")
    session.run("hadolint", "Containerfile")
    copied = [*map(str, Path("contrib/workflows").glob("*.yml"))]
    session.run("zizmor", "--offline", "--no-progress", ".github", *copied)
    forms = [path for path in sorted(Path(".github/ISSUE_TEMPLATE").glob("*.yml")) if path.stem != "config"]
    for schema, files in (
        ("github-workflows", [*sorted(Path(".github/workflows").glob("*.yml")), *copied]),
        ("dependabot", [Path(".github/dependabot.yml")]),
        (
            "github-issue-forms",
            forms,
        ),
        ("github-issue-config", [Path(".github/ISSUE_TEMPLATE/config.yml")]),
    ):
        session.run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, files))


@nox.session
def benchmarks(session: nox.Session) -> None:
    """Run each benchmark once (needs Node.js and npm)."""
    need(session, *NODE)
    run(session, "pytest", "benchmarks", "--benchmark-disable", "--quiet")


@nox.session
def bench(session: nox.Session) -> None:
    """Compare the speed with its targets, on an idle machine (needs Node.js and npm)."""
    need(session, *NODE)
    install(session)
    session.run("python", "-m", "benchmarks", "--check", "--seconds", "0.5")


def make_release(session: nox.Session) -> None:
    """Make what a release publishes in dist/, and again elsewhere; recover a wallet offline."""
    need(session, *NODE, "git", "age", "mandoc")
    session.install("--require-hashes", "--requirement", "requirements/dev.txt")
    for locked in ("release", "go"):
        session.install("--require-hashes", "--requirement", f"requirements/{locked}.txt")
    session.install("--no-deps", "--no-build-isolation", ".", "./vectors", "./service")
    session.run("pip", "check")
    pages = str(Path(session.create_tmp()) / "pages")
    session.run("python", "-m", "tests.vectors.numbers", "--out", pages)
    session.run("python", "-m", "tools.release.dist", "--out", "dist", "--pages", pages)
    session.run("pytest", "tests/release", "--quiet", *session.posargs)


@nox.session(venv_backend="virtualenv")
def release(session: nox.Session) -> None:
    """Make what a release publishes in dist/, and again elsewhere; recover a wallet offline."""
    make_release(session)


@nox.session(venv_backend="virtualenv", python=interpreter(OLDEST))
def release_oldest(session: nox.Session) -> None:
    """Do the same on the oldest Python."""
    make_release(session)


@nox.session(venv_backend="virtualenv")
def newest(session: nox.Session) -> None:
    """Fail where a newer version of a dependency is allowed than the one that is tested."""
    install(session)
    session.run("python", ".ci/newest.py", "pyproject.toml", "service/pyproject.toml")


@nox.session(venv_backend="virtualenv", python=interpreter(OLDEST))
def lowest(session: nox.Session) -> None:
    """Run the tests on the oldest Python, with the lowest allowed versions."""
    # The locked files exist for this Python, too.
    session.install("--dry-run", "--require-hashes", "--requirement", "requirements/dev.txt")
    with TemporaryDirectory() as name:
        constraints = Path(name) / "lowest.txt"
        session.run(sys.executable, ".ci/lowest.py", str(constraints), external=True)
        # In the environment, these hold for the build as well; pip has changed the name.
        pinned = {"PIP_CONSTRAINT": str(constraints), "PIP_BUILD_CONSTRAINT": str(constraints)}
        session.install(".[dev]", "./vectors", "./service", env=pinned)
    session.run("pytest", "--quiet", *(session.posargs or PARALLEL))
    session.run("pytest", "tests/vectors", "tests/service", "--quiet", *PARALLEL)
    session.run("python", "-m", "benchmarks", "--no-node", "--no-clients", "--small", "--seconds", "0.2")
    regenerate_vectors(session)
