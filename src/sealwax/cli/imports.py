"""The shared part of the commands that seal imports."""

from collections.abc import Callable

import sealwax
from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.bundles.answers import IMPORT

from . import options
from .answers import find_bundle
from .streams import Input


def bundle(activity: str) -> Callable[[options.F], options.F]:
    """Make the option for the import bundle of an activity."""
    return options.bundle(f"The import bundle, or the service's whole answer to {activity}.")


def verify_target(
    bundle: Input, organization_id: str, user_id: str, keys: sealwax.EnclaveKeys
) -> sealwax.ImportTarget:
    """Verify an import bundle, and return the target to seal to."""
    with bundle.opened(limit=MAX_ANSWER_BYTES) as content:
        found = find_bundle(content, IMPORT).bundle
        return sealwax.verify_import_bundle(
            found, organization_id=organization_id, user_id=user_id, keys=keys
        )
