"""What a release publishes: ``python -m tools.release.dist --out dist`` makes all of it."""
