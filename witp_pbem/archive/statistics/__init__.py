"""What many campaigns say together: results, the course of games, battles, cards, dice, players."""
