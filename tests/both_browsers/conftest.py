from tests.browser.conftest import made_page as made_page  # noqa: PLC0414 - a fixture
