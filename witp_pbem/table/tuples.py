"""Named tuples that cost little to declare.

For the type checker `NamedTuple` is the one of `typing`. At run time that one compiles the annotation of every field
into a reference that nobody asks for: with two hundred named tuples this was a good part of a cold start. This one
leaves annotations as they are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple

    class _Declared(type):
        """Makes a named tuple of a class that lists its fields, with their default values and its methods."""

        def __new__(cls, name, bases, members):
            if not bases:
                return super().__new__(cls, name, bases, members)
            fields = members.get("__annotations__", {})
            made = namedtuple(name, fields, defaults=[members[field] for field in fields if field in members],
                              module=members["__module__"])
            for member, value in members.items():
                if member not in fields and member not in ("__module__", "__qualname__"):
                    setattr(made, member, value)
            made.__qualname__ = members["__qualname__"]
            return made

    class NamedTuple(metaclass=_Declared):
        """As `typing.NamedTuple`; a generic one has to be that itself."""
