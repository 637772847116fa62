import pytest

# It is not a test module, but has assertions, whose failures should say as much.
pytest.register_assert_rewrite("tests.browser.checks")
