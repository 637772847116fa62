"""Verify what people and the service signed: votes on activities, and signature results."""
