"""Telling a reader what happened: text and HTML, and the position as `show` prints it.

`text.render(story)` and `html.render(story)` make a report of a `campaign.story.Story`; `board.render(position,
game)` tells what is on the table. What an event means is the game's affair (`Game.narration`); here is only how
a page looks.
"""
