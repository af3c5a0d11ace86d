"""War in the Pacific: 1941-1945 (White Dog Games; Japanese edition by Bonsai Games).

Where each chapter of the rulebook lives:

    2.2.3   air           zones of control          8.0-8.5  movement, routes
    2.3.3   control       ports and airfields       8.6      transport
    3.1     sequence      the turn                  8.7-8.8  consequences
    3.2     victory                                 9.0-9.5  combat
    3.3     setup                                   9.6      hits, retreat
    4       cards, effects                          10.1-4   redeployment
    5       resources                               10.5     stacking
    6       bases                                   10.6     rebuilding
    7       supply                                  11       reinforcement
    12.2    china                                   12.3-4   resources
    13.4    delayed_entry                           SD       sudden_death

Besides: `options` is what the players agree on before play, `house_rule` one of their options, `state` what is on the
board, `events` what can be told and how the position takes it, `orders` and `lexicon` how written orders are read,
`foresight` what is certainly wrong with one given ahead, `data` and `map` the data files, `reference` the rules in
our own words. The words: `wording` (sentences by code, names of things), `wanted` (what orders should have said),
`names` (places and cards), `phrases` (units, places, card effects), `telling` and `telling_units` (each event),
`battle_card`, `narration` (the story, step by step), `summary` (sums, record, board) and `translation` (what is
recorded in English, in another language); `language` is where they are put into the language spoken.
"""
