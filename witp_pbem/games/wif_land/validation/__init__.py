"""What is wrong with data and positions that people wrote (imported only when one is checked)."""
