"""Chapter 2: components. Zones of control (2.2.3), ports and airfields, supply sources (2.3.3, 2.3.4)."""
