"""The hook for PyInstaller, which finds it by the entry point ``pyinstaller40``."""


def hook_directories() -> list[str]:
    """Return the directory of the hook, which is not a package: nothing else may import the hook."""
    return [f"{folder}/hooks" for folder in __path__]
