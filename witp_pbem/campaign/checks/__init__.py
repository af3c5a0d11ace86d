"""What makes an entry legal, each thing once: recording refuses by it, `verify` finds by it, and letters turn it into a
problem with its place in the text.

A check is a function of the moment before an entry and the entry itself. `course` holds those that need nothing but
the entries before, `legal` calls those that also need the position.
"""
