"""Reports of what happened, in every form in which people send them to one another.

What to report is a `Story` (campaign/explaining). `page` makes of it what every form contains, in order and in the
language spoken; each form lays that out, most of them with a template (`templates`):

    text       lines of 72 columns                     html    one page: map, battles, dice that can be checked
    mail       text, digest, map and files, as .eml    forum/  posts in BBCode and Markdown, cut to length
    replay     the campaign episode by episode         position_text   the position, as `show` prints it

`map/` draws the map as SVG and PNG, `strategic_map` in letters. What an event means and what is on the map is the
game's affair (`Game.narration`, `table.chart`); here is only how it looks. All strings passed in are plain text, and
each form escapes them.
"""
