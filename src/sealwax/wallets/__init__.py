"""What an opened secret is good for: accounts, addresses, and the forms of keys that wallets import.

It needs the extra ``wallets``, which ``cli`` brings along.
"""

from .addresses import DerivedAddress as DerivedAddress
from .addresses import derive_address as derive_address
from .derivation import Account as Account
from .derivation import derive_account as derive_account
