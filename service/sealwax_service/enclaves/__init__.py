"""The enclaves that sign app proofs, and the issuer of OIDC tokens."""
