"""`verify`: the whole logbook proven, subject by subject."""
