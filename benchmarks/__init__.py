"""What the library costs beside its primitives and its peers; README.md says how to read it."""
