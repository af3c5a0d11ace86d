"""What a mail is made of before anybody asks what it is about: character sets, head lines, limits."""
