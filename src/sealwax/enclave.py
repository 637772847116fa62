"""The service's half of the protocol, for tests and test vectors: it makes what clients open.

It keeps no secret safe. Never seal anything of worth with it.
"""

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from .encoding import decode_hex
from .hpke import Sealed, derive_key_pair, seal_base
from .keys import TargetKey
from .seeds import KeyMaterial
from .signatures import P256, UNCOMPRESSED_BYTES, decode_point
from .signed_bundle import VERSION
from .strict_json import encode_json
from .trust import EnclaveKeys


class ReferenceEnclave:
    """An enclave in memory, with quorum keys of its own.

    Args:
        seed: 32 bytes from which all of its keys and nonces follow, in the order of the calls; None for
            random ones.

    Raises:
        MalformedInput: The seed has another length.
    """

    def __init__(self, seed: bytes | None = None) -> None:
        self._material = KeyMaterial(seed)
        self._signer = derive_key_pair(self._material.take("enclave signer"))
        self._tls_fetcher = derive_key_pair(self._material.take("enclave TLS fetcher"))
        self._notarizer = derive_key_pair(self._material.take("enclave notarizer"))

    @property
    def keys(self) -> EnclaveKeys:
        """The public keys of this enclave, for the ``keys`` argument of whatever checks what it makes."""
        return EnclaveKeys(
            signer=self._signer.public_key,
            tls_fetcher=self._tls_fetcher.public_key,
            notarizer=self._notarizer.public_key,
        )

    def export_wallet(
        self, mnemonic: str, passphrase: str | None = None, *, organization_id: str, target_public_key: str
    ) -> str:
        """Export a wallet, as the service answers export_wallet.

        Args:
            mnemonic: The mnemonic.
            passphrase: Its passphrase; None if it has none.
            organization_id: The organization that the wallet belongs to.
            target_public_key: The client's ``targetPublicKey``: an uncompressed point, hex.

        Returns:
            The ``exportBundle``.

        Raises:
            MalformedInput: The public key is not a point on P-256.
        """
        text = mnemonic if passphrase is None else f"{mnemonic}\n{passphrase}"
        return self.export_plaintext(
            text.encode(), organization_id=organization_id, target_public_key=target_public_key
        )

    def export_account(self, private_key: bytes, *, organization_id: str, target_public_key: str) -> str:
        """Export an account, as the service answers export_wallet_account.

        Args:
            private_key: The account's private key, 32 bytes.
            organization_id: The organization that the account belongs to.
            target_public_key: The client's ``targetPublicKey``: an uncompressed point, hex.

        Returns:
            The ``exportBundle``.

        Raises:
            MalformedInput: The public key is not a point on P-256.
        """
        return self.export_plaintext(
            private_key, organization_id=organization_id, target_public_key=target_public_key
        )

    def export_plaintext(self, plaintext: bytes, *, organization_id: str, target_public_key: str) -> str:
        """Export any bytes, for cases that the service would not make.

        Args:
            plaintext: What the bundle is to hold.
            organization_id: The organization that it is for.
            target_public_key: The client's ``targetPublicKey``: an uncompressed point, hex.

        Returns:
            The ``exportBundle``.

        Raises:
            MalformedInput: The public key is not a point on P-256.
        """
        sealed = self._seal(plaintext, target_public_key)
        payload = {
            "encappedPublic": sealed.enc.hex(),
            "ciphertext": sealed.ct.hex(),
            "organizationId": organization_id,
        }
        return self.sign_bundle(encode_json(payload).encode())

    def sign_bundle(self, data: bytes) -> str:
        """Sign the data of an export or import bundle with the signer's key, whatever it is.

        Args:
            data: The bytes to sign, JSON as a rule.

        Returns:
            The signed bundle (wire-formats.md, section 4.1).
        """
        return _sign_bundle(self._signer, data)

    def _seal(self, plaintext: bytes, target_public_key: str) -> Sealed:
        point = decode_hex(target_public_key, "the target public key", length=UNCOMPRESSED_BYTES)
        receiver = decode_point(point, P256, "the target public key")
        return seal_base(receiver, plaintext, ephemeral=derive_key_pair(self._material.take("ephemeral key")))


def _sign_bundle(key: TargetKey, data: bytes) -> str:
    return encode_json(
        {
            "version": VERSION,
            "data": data.hex(),
            "dataSignature": key.to_cryptography().sign(data, _ECDSA_DETERMINISTIC).hex(),
            "enclaveQuorumPublic": key.public_key,
        }
    )


_ECDSA_DETERMINISTIC = ec.ECDSA(SHA256(), deterministic_signing=True)
