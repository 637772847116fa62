"""The paths below ``/_sealwax/``, and the page."""
