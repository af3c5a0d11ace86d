"""Records of other programs, of which the archive keeps the bytes and reads the words; nothing of them is replayed."""
