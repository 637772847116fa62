"""Who sends a request, and whether they may."""
