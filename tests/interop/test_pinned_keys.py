"""The keys of the production deployment, as both pin them."""

from sealwax import EnclaveKeys, QuorumEncryptionKeys
from tests.interop.peer import Peer


def test_both_pin_the_same_keys(peer: Peer) -> None:
    theirs = peer.call("pinnedKeys")
    keys, encryption = EnclaveKeys.production(), QuorumEncryptionKeys.production()
    assert QuorumEncryptionKeys(on_ramp=theirs.pop("onRamp")).on_ramp == encryption.on_ramp  # compressed
    assert theirs == {
        "signer": keys.signer,
        "tlsFetcher": keys.tls_fetcher,
        "notarizer": keys.notarizer,
        "tlsFetcherEncryption": encryption.tls_fetcher,
    }
