"""What makes an entry legal, once for all: recording refuses what fails a check, `verify` reports it, and letters turn
it into a problem with its place in the text.

A check is a function of the moment before an entry and the entry itself. `progress` holds those that need nothing but
the entries before, `legal` calls those that also need the position.
"""
