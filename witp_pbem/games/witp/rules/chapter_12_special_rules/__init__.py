"""Chapter 12: special rules. China (12.2); southern and Allied resources (12.3, 12.4) are in chapter 5."""
