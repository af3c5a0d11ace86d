"""Chapter 8: the movement segment of the operations phase. Stacking (8.3) is checked in chapter 10; displaced air
(8.7) and overrun bases (8.8) follow at once in any phase: `rules.consequences`."""
