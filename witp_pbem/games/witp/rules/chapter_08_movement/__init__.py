"""Chapter 8: the movement segment of the operations phase. Stacking (8.3) is checked in chapter 10."""
