"""The modules that PyInstaller does not see, because ``sealwax`` looks up their names."""

from PyInstaller.utils.hooks import can_import_module, collect_submodules

hiddenimports = [
    *collect_submodules("sealwax"),
    # The extra `fast` imports its libraries by name; libsecp256k1 and its bindings are modules beside it.
    *filter(
        can_import_module,
        ("awscrt.crypto", "nacl.bindings", "btclib_secp256k1.dsa", "_btclib_secp256k1", "_cffi_backend"),
    ),
]
