"""The tests of ``tests/client/test_deadlines.py`` that take long."""

import ssl
from datetime import datetime, timedelta, timezone
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.client.test_deadlines import SECONDS_OF_READ, WAYS, dripping, run_out


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate for this machine, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(timezone.utc)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "here.pem"
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(private + made.public_bytes(pem))
    return path


@pytest.mark.parametrize("way", WAYS)
def test_it_ends_a_call(way: str) -> None:
    with dripping(way) as server:
        base_url = f"http://127.0.0.1:{server.port}"
        run_out(server, httpx.Client(trust_env=False, timeout=SECONDS_OF_READ), base_url)


@pytest.mark.parametrize("way", WAYS)
def test_over_tls(way: str, certificate: Path) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    verify = ssl.create_default_context(cafile=certificate)
    with dripping(way, tls) as server:
        base_url = f"https://localhost:{server.port}"
        run_out(server, httpx.Client(verify=verify, trust_env=False, timeout=SECONDS_OF_READ), base_url)
