"""Chapter 10: redeployment (10.1-10.4), the check of stacking (10.5), rebuilding (10.6)."""
