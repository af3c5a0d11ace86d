"""What is wrong with data and positions that people wrote by hand."""
