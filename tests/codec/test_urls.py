import pytest

from sealwax._codec.urls import is_origin


@pytest.mark.parametrize(
    "text",
    [
        "https://example.com",
        "http://localhost:8080",
        "https://[::1]:443",
        "tauri://localhost",
        "http://127.0.0.1",
    ],
)
def test_origins(text: str) -> None:
    assert is_origin(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "example.com",
        "https://example.com/",
        "https://Example.com",
        "HTTPS://example.com",
        "https://",
        "https://a b",
        "https://example.com:",
        "https://example.com:123456",
        "https://example.com\n",
    ],
)
def test_other_texts(text: str) -> None:
    assert not is_origin(text)
