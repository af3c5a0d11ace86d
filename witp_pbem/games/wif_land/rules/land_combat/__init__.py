"""Land combat: one module a section of the chapter, in the order of play."""
