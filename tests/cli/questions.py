"""A part of the questions of ``sealwax recover``."""

from functools import partial

from sealwax import EnclaveKeys
from sealwax.cli.conversation import Conversation, walk
from sealwax.cli.recover_account import Choosing, Target
from sealwax.cli.recover_export import Opened, Opening


def ask_to_open(talk: Conversation, keys: EnclaveKeys) -> Opened:
    """Ask until an export opens."""
    opening = Opening(talk, keys)
    walk(talk, (opening.ask_export, opening.ask_keys, opening.ask_organization))
    return opening.opened


def ask_target(talk: Conversation, opened: Opened) -> Target:
    """Ask for an account, and for the wallet program."""
    choosing = Choosing(talk)
    walk(talk, (partial(choosing.ask_account, opened), partial(choosing.ask_program, opened)))
    return choosing.target
