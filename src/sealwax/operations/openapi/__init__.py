"""Make operations from an OpenAPI 2 description of the API, and JSON Schemas from operations."""
