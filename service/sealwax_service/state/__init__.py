"""The records of the service, and the journal of their changes."""
