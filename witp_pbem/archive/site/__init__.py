"""A static site of an archive: files for any web space, which can be read from a disk just as well."""
