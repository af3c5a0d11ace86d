"""The English of Fleet Commander: Nimitz: sentences for problems, decisions and dice, and the names of things.

Codes are the rules' own; a test holds that each code used in the rules has its words here. In a placeholder the word
after the colon names a vocabulary of `words`: "{side:side}" turns "us" into "the Americans". All of it is put into the
language spoken when it is looked up. Sentences of what happened are in the past tense, so that one verb serves Japan
and the Americans.
"""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.common import language as common
from witp_pbem.games.common import wording as shared
from witp_pbem.games.nimitz.words.language import say

# -- names of things -----------------------------------------------------------------------------------------

_vocabularies: Mapping[str, Mapping[str, str]] = say.vocabularies({
    # a phase as orders are headed with it, and as a heading
    "phase": {"turn": "turn", "setup": "setup"},
    "Phase": {"turn": "The turn", "setup": "Set-up", "reinforcement": "Japanese reinforcement",
              "return": "US return to port", "check": "US supply check", "defeat": "Defeat check"},
    "step": {"setup": "Set-up", "supply": "US supply", "scouting": "US scouting", "movement": "US movement",
             "japan": "Japanese movement", "battles": "Battles", "reinforcement": "Japanese reinforcement",
             "repair": "Japanese repair", "return": "US return to port", "check": "US supply check",
             "defeat": "Objectives and defeat check"},
    "order": {  # the word that begins an order or a block
        "buy": "buy", "repair": "repair", "raid": "raid", "bomb": "bomb", "invade": "invade", "scout": "scout",
        "move": "move", "roll": "roll", "fight": "fight", "target": "target", "station": "station", "fly": "fly",
        "strike": "strike", "prepare": "prepare", "hit": "hit", "lose": "lose", "stay": "stay", "use": "use",
        "keep": "keep", "pass": "pass", "ruling": "ruling", "dice": "dice", "card": "card", "in": "in", "when": "when",
        "if": "if", "unless": "unless", "standing": "standing",
    },
    "example": {  # for those who have never written any
        "orders": "buy Hornet, 1st Marine\npass supply\n"
                  "move Enterprise, 2 cruisers from Hawaiian Islands to Midway Island\n"
                  "pass movement\nfight Midway Island, then any\nprepare Furball, Charge\nfly rest to US Ocean",
    },
    # a side inside a sentence, and at its beginning
    "side": {"us": "the Americans", "japan": "Japan", "referee": "the referee", "": "nobody"},
    "Side": {"us": "The Americans", "japan": "Japan", "referee": "The referee", "": "Nobody"},
    # standing alone, as a heading
    "side-name": {"us": "US", "japan": "Japan", "referee": "Referee", "": "Nobody"},
    # in a condition, and the verbs that follow
    "who": {"us": "the Americans", "japan": "Japan", "we": "we", "enemy": "the enemy"},
    "has": {"us": "have", "japan": "has", "we": "have", "enemy": "has"},
    "holds": {"us": "hold", "japan": "holds", "we": "hold", "enemy": "holds"},
    "nation": {"us": "American", "australia": "Australian", "japan": "Japanese"},
    "country": {"us": "United States", "australia": "Australia", "japan": "Japan"},
    "kind": {"cv": "fleet carrier", "cvl": "light carrier", "cve": "escort carrier", "bb": "battleship",
             "cru": "cruiser", "dd": "destroyer", "ss": "submarine", "infantry": "infantry", "marine": "marine unit",
             "battalion": "battalion", "fighter": "fighter", "bomber": "bomber", "bw": "BW", "airfield": "airfield",
             "f4f": "F4F", "f6f": "F6F", "sbd": "SBD", "sb2c": "SB2C", "tbd": "TBD", "tbf": "TBF", "a6m": "A6M",
             "d3a": "D3A", "b5n": "B5N"},
    "kinds": {"cv": "fleet carriers", "cvl": "light carriers", "cve": "escort carriers", "bb": "battleships",
              "cru": "cruisers", "dd": "destroyers", "ss": "submarines", "infantry": "infantry",
              "marine": "marine units", "battalion": "battalions", "fighter": "fighters", "bomber": "bombers",
              "bw": "BW", "airfield": "airfields"},
    "ashore": {"ships": "ships", "infantry": "ground units", "lba": "LBA"},  # the types of stacks
    "list": {"": "none"},  # an empty one
    "box": {"P1": "return-to-port box 1942–45", "P2": "return-to-port box 1943–45", "P3": "return-to-port box 1944–45",
            "RAID": "raiding box", "BW": "strategic bombing box", "INV": "Japan invasion box",
            "RE": "reinforcement box", "": "out of the game"},
    "sheet-box": {"foxholes": "foxholes", "beach": "beach", "transport": "transports", "aboard": "at base",
                  "airfield": "airfield"},
    "chart": {"hold": "HOLD", "refit": "REFIT", "south": "SOUTH", "east": "EAST", "battle": "BATTLE",
              "engage": "ENGAGE", "reinforce": "REINFORCE", "sortie": "SORTIE"},
    "hold-reason": {"in-japan": "they are in Japan", "no-point": "there is no such point", "own-point":
                    "they are at the point already", "nobody": "no unit can go"},
    "combat": {"air": "Air combat", "aa": "AA fire", "bombing": "Bombing", "torpedoes": "Torpedoes",
               "asw": "Anti-submarine attacks", "gunfire": "Naval gunfire", "ground": "Ground combat"},
    "row": {"escorts": "escorts", "carriers": "carriers", "": ""},
    "modifier": {"resupply": "resupply markers", "damaged": "damaged units", "raiding": "raiding submarines"},
    "level": {"great": "great victory", "good": "better than history", "historical": "as in history",
              "poor": "disappointing", "relieved": "relieved of command", "dismal": "dismal defeat"},
    "removal": {"carrier": "no room on a carrier", "airfield": "no room on the airfield", "kamikaze": "kamikaze",
                "launching": "their carrier was hit before they could take off"},
    "trigger": {"air-hit": "a hit in air combat", "aa": "AA fire", "aa-hit": "a hit by AA fire",
                "bombing-hit": "a hit by bombs", "torpedoes": "before torpedoes", "missed": "an attack that missed",
                "gunfire-hit": "a hit by naval gunfire", "ground": "ground combat", "hit": "a hit on Americans",
                "end-of-round": "the end of the round"},
    "use-effect": {"lengthen": "one round more", "shorten": "one round less", "": ""},
    "option": {"drawing": "how Japanese ships are drawn", "marker_copies": "sets of bonus markers (G-08)",
               "scouting_markers": "scouting markers a turn (G-12)", "battalion_box": "Japanese battalion box (G-16)",
               "lba_groups": "groups of Japanese LBA (G-04)",
               "engage_infantry": "infantry of ENGAGE and SORTIE (G-03)"},
    "scenario": {"1942": "The campaign of 1942", "1943": "The campaign of 1943", "1944": "The campaign of 1944",
                 "1945": "The campaign of 1945", "linked": "The linked campaigns 1942 to 1945"},
    "question": {},
    "hint": {  # advice on a decision, for templates
        "supply": "RP are spent first, and only on buying; SP also pay for repairs, scouting, moves and bonus markers.",
        "scouting": "A scouted point is rolled for before you move; 1 SP a marker.",
        "movement": "1 SP a unit, and once a turn each. “raid any” sends submarines against Japan’s shipping.",
        "points": "“roll Japan, then any” settles the order of the points.",
        "targets": "“target ships, infantry, lba” is the order in which strategic bombing takes them.",
        "battle-order": "“fight Midway Island, then any” settles the order of the battles.",
        "stationing": "Carriers go to the US Ocean by themselves. “station rest in Coastal” is for all that are left.",
        "submarines": "An area with Japanese ships.",
        "markers": "3 bonus points are free, 3 more cost 1 SP. “pass markers” buys none.",
        "aircraft": "“fly SBD to Japanese Ocean”, “fly rest to US Ocean”, then “pass aircraft”: who is not sent stays "
                    "at base. Without a round it answers for every round of the battle.",
        "first-strike": "“strike Enterprise to Japanese Ocean” answers whenever it can be made, “pass strikes” never.",
        "hits": "Units or types in the order you like; “then any” leaves the rest to the usual order.",
        "losses": "Units or types in the order you like; lower cost goes first all the same.",
        "excess": "Units or types in the order you like; “then any” leaves the rest to the usual order.",
        "use": "“use any” uses each marker at the first chance, “keep Seabees” keeps one.",
        "last-unit": "Which of the damaged units stays as the last one there.",
    },
})

# points, units and bonus markers are named by the data in force, which `catalogue` has
words: Mapping[str, Mapping[str, str]] = {**_vocabularies, "wanted": say.terms("wanted", common.say),
                                          "luck": _vocabularies["combat"]}


def word(kind: str, code: str) -> str:
    """The name of a thing in one of the vocabularies; the code itself where there is none."""
    return words[kind].get(code, code)


# -- problems ------------------------------------------------------------------------------------------------

_problems: Mapping[str, str] = say.sentences({
    "not-your-unit": "{unit:unit} is Japanese.",
    "your-own-unit": "{unit:unit} is one of yours; Japanese units are wanted here.",
    "carriers-in-us-ocean": "{unit:unit} is a carrier; American carriers are always in the US Ocean.",
    "no-strategic-bombing": "Japan is not bombed in {year}, but in 1944 and 1945.",
    "not-during-battle": "No unit can be put anywhere or taken away while a battle is fought.",
    "no-such-point": "{place:place} is an area of the battle sheet; a point of the map is wanted.",
    "not-in-campaign": "{unit:unit} does not serve in {year}.",
    "out-of-game": "{unit:unit} is out of the game.",
    "too-few-points": "It costs {cost}, and {points} points are left.",
    "nobody-left": "No unit is left with which it could be done.",
    # supply and scouting
    "not-for-sale": "{unit:unit} is not in the reinforcement box.",
    "not-damaged": "{unit:unit} is no damaged unit on the map or in a return-to-port box.",
    "nobody-to-scout": "There is no Japanese unit at {place:place}.",
    "too-few-markers": "{count} scouting markers are wanted, and {most} are left this turn.",
    "no-rolls-there": "Nothing is rolled for there now; to be rolled for are: {places:place}.",
    # movement
    "us-barred": "American units cannot enter {place:place}.",
    "which-origin": "Such units are at several points; say from which: {places:place}.",
    "moved-already": "{unit:unit} has moved this turn.",
    "not-bought": "{unit:unit} is still in the reinforcement box.",
    "in-a-box": "{unit:unit} is in the {place:box}.",
    "no-move": "{unit:unit} is at {place:place} already.",
    "elsewhere": "{unit:unit} is not at {place:place} but at {where:place}.",
    "no-flag": "Australian units such as {unit:unit} go only where their flag is printed, and not to {place:place}.",
    "no-base": "{unit:unit} cannot move to {place:place}: no American ground unit or LBA was there when the phase "
               "began.",
    "pinned": "Ground units such as {unit:unit} cannot leave {place:place} while Japanese units are there.",
    "no-room": "{count} American LBA would be at {place:place}, which holds {capacity}.",
    "not-a-submarine": "{unit:unit} is no submarine; only submarines go raiding.",
    "not-a-bw": "{unit:unit} is no BW (B-29); only they bomb Japan.",
    "bombs-from-marianas": "{unit:unit} is not at {place:place}; BW bomb Japan from there alone.",
    "no-invasion": "There is no invasion of Japan in {year}.",
    "invades-from-bases": "{unit:unit} cannot join the invasion from where it is, only from: {places:place}.",
    "too-many-units": "{count} units are too many; {most} more can go this turn.",
    # what the player decides for Japan
    "no-such-stack": "There are none of these in Japan; there are: {kinds:ashore}.",
    # battles
    "no-battle-there": "No battle is to be fought there now; to be fought are: {points:place}.",
    "no-battle-area": "{place:place} is no area of the battle sheet; these are: {places:place}.",
    "not-american-waters": "American ships are stationed in the US Ocean or Coastal, and not in {place:place}.",
    "no-ships-there": "{place:place} has no Japanese ships, and submarines go where there are some.",
    "none-of-these": "None of these is meant now, but: {units:unit}.",
    "contact-lost": "Contact is lost: no American aircraft fly to {place:place} this round.",
    "nothing-to-strike": "{place:place} has nothing to strike.",
    "marker-of-no-use": "{marker:card} cannot be used now; these can: {markers:card}.",
    "no-american-marker": "{marker:card} is no American bonus marker.",
    "too-few-copies": "No more than {count} of {marker:card} can be bought.",
    "markers-too-dear": "These markers cost {cost} bonus points, that is {needed} SP, and {points} SP are left.",
    "not-a-last-unit": "None of these can stay at {place:place} as the last unit; these can: {units:unit}.",
})

problems = shared.problems(_problems)

# -- phrases: what dice are thrown for, what orders given ahead wait for (a condition can be typed in again) ----

phrases: Mapping[str, str] = say.sentences({
    "battle-at": "battle at {place:place}",
    "turn": "turn {number}",
    "round": "round {number}",
    "points": "{side:who} {side:has} {number} points",
    "units": "{side:who} {side:has} {units:units}",
    "no-units": "{side:who} {side:has} no {units:units}",
    "units-at": "{side:who} {side:has} {units:units} at {place:place}",
    "no-units-at": "{side:who} {side:has} no {units:units} at {place:place}",
    "holds": "{side:who} {side:holds} {place:place}",
    "lost-all": "{side:who} {side:has} lost all {units:units}",
    "order": "Japanese order {number} at {place:place}",
    "destination": "destination of order {number} from {place:place}",
    "stack": "{kind:ashore} drawn for order {number} at {place:place}",
    "rounds": "rounds of the battle at {place:place}",
    "marker": "Japanese bonus marker, {place:place}, round {round}",
    "area": "area of {unit:unit}, {place:place}, round {round}",
    "attack": "{step:combat} of {unit:unit}, {place:place}, round {round}",
    "first-strike": "first strike at {place:place}, round {round}",
    "reinforcement": "Japanese reinforcements",
    "arrivals": "which {kind:ashore} arrive",
    "bombed": "which {kind:ashore} strategic bombing takes",
})

# -- decisions: what the player owes -------------------------------------------------------------------------

demands: Mapping[str, str] = say.sentences({
    "supply": "buy and repair units, or no more",
    "scouting": "scout points, or no more",
    "movement": "move units, or no more",
    "points": "settle the order in which Japan’s points are rolled for: {points:places}",
    "targets": "settle which types strategic bombing takes ({count})",
    "battle-order": "settle which battle is fought next: {points:places}",
    "stationing": "station ships at {place:place} in the US Ocean or Coastal: {units:unit}",
    "submarines": "station submarines at {place:place} ({areas:place}): {units:unit}",
    "markers": "buy bonus markers for the battle at {place:place}, or none",
    "aircraft": "send aircraft at {place:place}, round {round}: {units:unit}",
    "first-strike": "try the first strike at {place:place} in round {round}, or not",
    "hits": "choose whom the American hits strike at {place:place}, round {round}, {area:place} ({count}): "
            "{units:unit}",
    "losses": "choose who takes the Japanese hits at {place:place}, round {round}, {area:place} ({count}): "
              "{units:unit}",
    "excess": "choose the aircraft that find no room at {place:place} ({count}): {units:unit}",
    "use": "use a bonus marker at {place:place}, round {round} ({trigger:trigger}), or keep it: {markers:card}",
    "escorts": "choose the Japanese escort that goes with the carriers at {place:place}: {units:unit}",
    "enemy-strike": "choose the Japanese carrier that makes the first strike at {place:place}, round {round}: "
                    "{units:unit}",
    "last-unit": "choose the damaged Japanese unit that stays at {place:place}: {units:unit}",
})

# -- events ---------------------------------------------------------------------------------------------------

# how the game ended
ENDINGS: Mapping[str, str] = say.sentences({
    "great": "a great victory",
    "good": "better than history",
    "historical": "as in history",
    "poor": "a disappointing campaign",
    "dismal": "a dismal defeat",
    "relieved": "too few objectives were held, and Nimitz was relieved of command",
    "hawaii": "Japanese units stood in Hawaii after the first round of battle",
    "resigned": "the player has given up",
})
