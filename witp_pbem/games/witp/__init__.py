"""War in the Pacific: 1941-1945 (White Dog Games; Japanese edition by Bonsai Games).

The wings, lowest first. A module imports its own wing and those below it (tests/test_imports.py holds it).

    words/      sentences by code, names of things, the language spoken
    board/      data, map, counters, events and how the position takes them, names of places and cards, options, set-up
    orders/     the language of orders: kinds of order and their reader, keywords, values for the record, the writer
    rules/      a folder a chapter of the rulebook
    telling/    what is said of it: story, map, tables, explanation, luck, reference texts
    validation/ what is wrong with data and positions that people wrote by hand
    (here)      `game`, what the table sees; `cases`, the lines of case files

Where each chapter of the rulebook lives in `rules/`, with what else speaks of it:

    chapter_02_components     2.2.3 air (zones of control), 2.3.3-4 control, 13.4 neutral; the map (2.3) is board/map
    chapter_03_sequence       3.1 sequence, 3.2 victory; the set-up (3.3) is board/setup
    chapter_04_cards          4 cards, hands, effects (in force), targets, immediate (carried out at once)
    chapter_05_resources      5, 12.3-12.4 resources; 5.2.c-d initiative
    chapter_06_bases          6 bases
    chapter_07_supply         7 supply
    chapter_08_movement       8.0-8.5 movement, routes, impulses; 8.6 transport; house_rule
    chapter_09_combat         9.0-9.5 combat; 9.6 hits, retreat
    chapter_10_redeployment   10.1 stacks; 10.2 fleets; 10.3 air_and_land, network; 10.4 submarines; 8.3, 10.5 stacking;
                              10.6 rebuilding
    chapter_11_reinforcement  11 reinforcement
    chapter_12_special_rules  12.2 china
    chapter_13_scenarios      13.2 bidding, 13.4 delayed_entry
    consequences, losses      8.7-8.8, 9.6.1: what follows at once in any phase
    meaning                   what orders mean, as several chapters ask it
    sudden_death              the optional rule (SD)
    conditions, precheck      orders given ahead: what they wait for, what is certainly wrong with them
    rulings                   what a referee may do

Data files, catalogues of other languages and guides stand beside them: `data/`, `locale/`, `docs/`.
"""
