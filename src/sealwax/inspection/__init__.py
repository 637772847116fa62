"""Name an artifact, show its fields, and verify it as far as possible without its keys.

No secret is repeated in a result.
"""

from sealwax._names import load_lazily

__all__ = [
    "Check", "CheckOutcome", "Field", "Inspection", "inspect"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
