"""Records that no request makes: those of tests and of seed files."""
