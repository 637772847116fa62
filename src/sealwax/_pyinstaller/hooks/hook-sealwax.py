"""The modules that PyInstaller does not see, because ``sealwax`` looks up their names."""

from PyInstaller.utils.hooks import can_import_module, collect_submodules

hiddenimports = [
    *collect_submodules("sealwax"),
    # The extra `fast` imports its libraries by name; coincurve's library imports cffi's.
    *filter(can_import_module, ("awscrt.crypto", "nacl.bindings", "coincurve", "_cffi_backend")),
]
