"""Chapter 3: sequence of play (3.1) and victory (3.2). The set-up (3.3) is `board.setup`."""
