"""witp-pbem: the referee's desk for board wargames of the Pacific War played by e-mail and on forums."""

__version__ = "0.3.0"
