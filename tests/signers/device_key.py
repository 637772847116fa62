"""A target key that gives away no more than the protocol ``KeyAgreement`` asks for."""

from sealwax import TargetKey


class OnADevice:
    """The two members of a target key on a device; ``answer`` replaces what the key would answer."""

    answer: object = None

    def __init__(self, key: TargetKey) -> None:
        self.public_key = key.public_key
        self._key = key

    def exchange(self, public_key: bytes) -> bytes:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self._key.exchange(public_key) if self.answer is None else self.answer  # type: ignore[return-value]
