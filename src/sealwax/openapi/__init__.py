"""Read an OpenAPI 2 description of the API, and make the classes of its operations."""
