"""The English of World in Flames, land rules: sentences for problems, decisions and dice, and the names of things.

Codes are the rules' own; a test holds that each code used in the rules has its words here. In a placeholder the word
after the colon names a vocabulary of `words`: "{side:side}" turns "axis" into "the Axis". All of it is put into the
language spoken when it is looked up. Sentences of what happened are in the past tense, so that one verb serves the Axis
and the Allies.
"""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.common import language as common
from witp_pbem.games.common import wording as shared
from witp_pbem.games.wif_land.words.language import say

# -- names of things -----------------------------------------------------------------------------------------

_vocabularies: Mapping[str, Mapping[str, str]] = say.vocabularies({
    # a phase as orders are headed with it, and as a heading
    "phase": {"rail": "rail", "movement": "movement", "combat": "combat"},
    "Phase": {"rail": "Rail movement", "movement": "Movement", "combat": "Land combat", "setup": "Set-up",
              "end": "End of the impulse"},
    "step": {"setup": "Set-up", "rail": "Rail movement", "movement": "Land movement", "invasion": "Invasions",
             "paradrop": "Paradrops", "declaration": "Declaration of attacks", "support": "Support of attacks",
             "combat": "Land combat", "end": "End of the impulse"},
    "order": {  # the word that begins an order or a block
        "action": "action", "rail": "rail", "move": "move", "rebase": "rebase", "escape": "escape", "invade": "invade",
        "drop": "drop", "attack": "attack", "ignore": "ignore", "bombard": "bombard", "support": "support",
        "fly": "fly", "survive": "survive", "fight": "fight", "use": "use", "lose": "lose", "retreat": "retreat",
        "apply": "apply", "advance": "advance", "pass": "pass", "ruling": "ruling", "dice": "dice", "card": "card",
        "in": "in", "when": "when", "if": "if", "unless": "unless", "standing": "standing",
    },
    "example": {  # for those who have never written any
        "orders": "move g41, g02d to 0302\nmove g23 to 0202\npass movement\nattack 0303 with g47, g08, g23, gbock\n"
                  "pass attacks\nsupport 0303 with gbock\nuse blitz\nlose MECH, then any\nadvance g47 to 0303\npass",
    },
    # a side inside a sentence, and at its beginning
    "side": {"axis": "the Axis", "allies": "the Allies", "referee": "the referee", "": "nobody"},
    "Side": {"axis": "The Axis", "allies": "The Allies", "referee": "The referee", "": "Nobody"},
    # standing alone, as a heading
    "side-name": {"axis": "Axis", "allies": "Allies", "referee": "Referee", "": "Nobody"},
    # in a condition, and the verbs that follow
    "who": {"axis": "the Axis", "allies": "the Allies", "we": "we", "enemy": "the enemy"},
    "has": {"axis": "has", "allies": "have", "we": "have", "enemy": "has"},
    "holds": {"axis": "holds", "allies": "hold", "we": "hold", "enemy": "holds"},
    "nation": {"Germany": "German", "Italy": "Italian", "Japan": "Japanese", "USSR": "Soviet",
               "Commonwealth": "Commonwealth", "USA": "American", "France": "French", "China": "Chinese"},
    "power": {"Germany": "Germany", "Italy": "Italy", "Japan": "Japan", "USSR": "USSR", "Commonwealth": "Commonwealth",
              "USA": "USA", "France": "France", "China": "China"},
    "kind": {"INF": "infantry", "MAR": "marines", "PARA": "airborne", "MTN": "mountain troops", "MIL": "militia",
             "GAR": "garrison", "TERR": "territorials", "PART": "partisans", "SKI": "ski troops", "CAV": "cavalry",
             "MOT": "motorised infantry", "MECH": "mechanised infantry", "ARM": "armour", "HQ": "headquarters",
             "HQ-A": "armoured headquarters", "ART": "artillery", "AT": "anti-tank guns", "AA": "anti-aircraft guns",
             "SUPPLY": "supply unit", "LND": "land-based bombers", "FTR": "fighters", "ATR": "air transports",
             "NAV": "naval air units", "SCS": "surface combat ships", "TRS": "transports"},
    "list": {"": "none"},  # an empty one
    "terrain": {"clear": "clear", "desert": "desert", "forest": "forest", "jungle": "jungle", "swamp": "swamp",
                "mountain": "mountain", "lake": "lake", "sea": "sea"},
    "hexside": {"river": "river", "fort": "fort", "strait": "strait", "all_sea": "all-sea hexside",
                "impassable": "impassable hexside"},
    "weather": {"fair": "fair weather", "rain": "rain", "snow": "snow", "storm": "storm", "blizzard": "blizzard"},
    "action": {"land": "land", "combined": "combined", "air": "air"},
    "limit": {"rail_moves": "rail moves", "land_moves": "land moves", "land_attacks": "land attacks",
              "air_missions": "air missions"},
    "mission": {"patrol": "combat air patrol", "missions": "ground support", "transports": "air transport",
                "interception": "interception", "escort": "escort"},
    "table": {"blitz": "blitz table", "assault": "assault table"},
    "luck": {"support": "Headquarters support"},
    "table-name": {"blitz": "Blitz", "assault": "Assault"},
    # what multiplies a strength, adds to movement points, shifts the odds, and is added to the die
    "factor": {"river": "river", "fort": "fort", "strait": "strait", "mountain": "mountain", "swamp": "swamp",
               "forest": "forest", "jungle": "jungle", "invasion": "invasion", "unsupplied": "out of supply",
               "option_40": "option 40", "tank-buster": "tank-buster", "section": "section", "terrain": "terrain",
               "weather": "weather", "overrun": "overrun", "headquarters": "headquarters",
               "face-down": "face-down defenders", "below": "odds below 1:2", "powers": "major powers"},
    "barred": {"terrain": "the terrain allows no blitz", "city": "the hex has a city",
               "fort": "an attack crosses a fort hexside",
               "armour": "the attacker has neither more armour nor, against none, more mechanised units"},
    "turned": {"exhausted": "no movement points left", "unsupplied": "out of supply", "attacked": "after the attack",
               "defended": "after the defence", "support": "headquarters support", "mission": "after the mission",
               "rebased": "after rebasing", "landed": "after landing", "advanced": "after the advance"},
    "destroyed": {"overrun": "overrun", "entered": "face-down in a hex the enemy entered",
                  "no-base": "no base to fly to", "combat": "combat", "no-retreat": "no hex to retreat to",
                  "drop-failed": "the paradrop failed", "invasion-failed": "the invasion failed"},
    "fate": {"destroyed": "destroyed", "production": "in the production circle", "captured": "captured",
             "scuttled": "scuttled", "escape": "escaped"},
    "option": {"option_33": "tank-busters (option 33)", "option_38": "defensive shore bombardment (option 38)",
               "option_39": "headquarters support (option 39)", "option_40": "Nationalist Chinese (option 40)",
               "option_41": "fractional odds (option 41)", "option_42": "several powers (option 42)",
               "option_43": "both sides roll (option 43)", "asa_2": "invasion from surface ships (AsA 2)",
               "asa_3": "artillery support (AsA 3)", "mif_25": "invasion from surface ships (MiF 25)",
               "out_of_supply_defence": "defenders out of supply (W-03)",
               "notional_sign": "modifiers of the notional unit (W-15)",
               "powers_penalty": "powers that count for option 42 (W-18)",
               "failed_invasion": "failed invasions (W-35)", "recovery": "recovery at the end of the turn (W-33)",
               "strait_rail": "rail across straits (W-11)", "face_down_movement": "moves of face-down units (W-37)"},
    "question": {},
    "hint": {  # advice on a decision, for templates
        "action": "A land action moves ground units and factories by rail, an air action aircraft, a combined action "
                  "both.",
        "rail": "“rail g23 to 0203”; with “by” and hexes where the way matters. “pass railways” ends it.",
        "move": "Each unit once, stacks together. “exhausted” lets it enter a last hex without the points, "
                "“overrunning” overruns.",
        "invade": "From a transport in sections 1 to 4; half strength but for marines.",
        "paradrop": "Each drop is one air mission and one land move.",
        "survivors": "Settle air combat and anti-aircraft fire by your own rules, then name who came through.",
        "attack": "“attack 0303 with g47, g08”; the odds must be at least 1:2.",
        "notional": "“ignore 0303” does without its notional unit.",
        "bombardment": "It counts up to the strength of the ground units.",
        "defensive-bombardment": "It counts up to the strength of the ground units.",
        "support": "One headquarters a hex; it succeeds with a die below the number in brackets.",
        "defensive-support": "One headquarters a hex; it succeeds with a die below the number in brackets.",
        "missions": "Tactical strength counts up to the strength of the ground units.",
        "next-combat": "“fight 0303, then any” settles the order of the attacks.",
        "table": "“use blitz” answers for every attack.",
        "losses": "Units or types in the order you like; “then any” leaves the rest to the usual order.",
        "retreat": "Hexes in the order you like; the order of preference of the rules goes first.",
        "outcome": "“apply R” lets the survivors retreat instead of being shattered.",
        "advance": "“advance g47 to 0303”, or “pass advances”.",
    },
})

# hexes and units are named by the data in force, which `catalogue` has
words: Mapping[str, Mapping[str, str]] = {**_vocabularies, "wanted": say.terms("wanted", common.say)}


def word(kind: str, code: str) -> str:
    """The name of a thing in one of the vocabularies; the code itself where there is none."""
    return words[kind].get(code, code)


# -- problems ------------------------------------------------------------------------------------------------

_problems: Mapping[str, str] = say.sentences({
    "not-your-unit": "{unit:unit} belongs to the enemy.",
    "other-maps-name": "{name} is no hex of this map: it is a name on another one.",
    "not-agreed": "That takes an option which is not in force: {option:option}.",
    "unit-in-attack": "{unit:unit} has a part in an attack that is still to be fought; leave it where it is until "
                      "then.",
    "not-in-play": "There is no unit {unit} in this position.",
    "off-map": "{unit:unit} is not on the map.",
    "off-the-map": "{place} is no hex of this map.",
    "moved-already": "{unit:unit} has moved or flown in this impulse.",
    "no-move": "That is where it is already: {place:place}.",
    "overstacked": "{place:place} would hold more units than it may.",
    # rail movement
    "rail-what": "Either a unit or a factory has to be named.",
    "not-in-action": "{unit:unit} cannot move by rail in this kind of action: {action:action}.",
    "no-factory-in-action": "No factory moves by rail in this kind of action: {action:action}.",
    "face-down": "{unit:unit} lies face-down; only face-up units move by rail.",
    "no-station": "{place:place} is no station: it has no city, no port and no headquarters.",
    "rail-in-zone": "{place:place} lies in an enemy zone of control, which rail movement neither enters nor leaves.",
    "strait-crossed": "A unit has crossed the strait between {start:place} and {place:place} by rail this turn.",
    "no-railway": "No open railway leads from {start:place} to {place:place}.",
    "rail-too-far": "{place:place} is more maps away than rail moves reach.",
    "too-few-rail-moves": "Rail moves needed to {place:place}: {cost}; left: {left}.",
    "factory-where": "There are factories in several hexes; say from which: {places:place}.",
    "no-factory": "{place:place} has no blue factory.",
    "not-at-home": "{place:place} is not in a home country of yours, or not under your control.",
    "leaves-home": "The factory has to stay in its home country ({country}); {place:place} is not there.",
    "factories-full": "{place:place} has {most} blue factories already, the most there may be.",
    # land movement
    "no-land-unit": "{unit:unit} is no land unit on the map.",
    "immobile": "{unit:unit} has no movement points.",
    "face-down-move": "{unit:unit} lies face-down; face-down units do not move unless that is agreed on.",
    "which-origin": "Such units are in several hexes; say which: {places:place}.",
    "no-stack": "A stack moves from one hex; these units are in several: {places:place}.",
    "too-few-land-moves": "Units to move: {count}; land moves left: {left}.",
    "leaves-all": "Nobody of the stack would go on from {place:place}.",
    "not-on-the-way": "{place:place} does not lie on the way of the stack.",
    "too-few-points": "{unit:unit} would have used {cost} movement points at {place:place}, and has {left}. With "
                      "“exhausted” it may enter that hex and is turned face-down.",
    "must-stop": "The stack has to stop at {place:place}, in an enemy zone of control, and cannot go on to "
                 "{hex:place}.",
    "exhausted": "At {place:place} these have no movement points left and can go no farther: {units:unit}.",
    "no-entry": "Land units cannot go from {start:place} to {place:place}.",
    "enemy-there": "Enemy units are at {place:place}; only an overrun (“overrunning”) gets there.",
    "no-overrunner": "To overrun {place:place} the stack needs ARM, MECH or HQ-A.",
    "overrun-unsupplied": "Those who could overrun {place:place} are not in supply: {units:unit}.",
    "overrun-ground": "At {place:place} ({terrain:terrain}) nobody is overrun: it has to be clear or desert without a "
                      "city.",
    "cannot-be-overrun": "At {place:place} these cannot be overrun: {units:unit}.",
    "too-little-mech": "To overrun MECH at {place:place} it takes more than {theirs} MECH, or ARM or HQ-A; the stack "
                       "has {ours}.",
    "overrun-odds": "At {place:place} {strength} against {defence} is {odds}; an overrun needs {least}:1.",
    "no-base": "{unit:unit} cannot rebase to {place:place}.",
    "no-port": "{place:place} is not among the nearest friendly ports of {unit:unit}.",
    # invasions, paradrops, air missions
    "no-coast": "{place:place} is no coastal hex.",
    "not-the-enemys": "{place:place} is not controlled by the enemy.",
    "no-invasion-weather": "Nobody invades {place:place} in this weather: {weather:weather}.",
    "no-all-sea": "No all-sea hexside leads to {place:place}.",
    "no-invader": "{unit:unit} is no infantry that can invade.",
    "face-down-invader": "{unit:unit} lies face-down; only face-up units invade.",
    "unsupplied-invader": "{unit:unit} is out of supply; only units in supply invade.",
    "no-warship-invasion": "{unit:unit} is on surface combat ships; divisions alone invade from them, and with option "
                           "AsA 2 or MiF 25 alone.",
    "not-aboard": "{unit:unit} is not aboard a ship in sections {first} to {last} of a sea box.",
    "other-sea": "{unit:unit} is in another sea area ({area:place}), which {place:place} does not border.",
    "no-drop-there": "No paradrop can land at {place:place} ({terrain:terrain}).",
    "not-airborne": "{unit:unit} is no airborne unit (PARA).",
    "face-down-drop": "{unit:unit} lies face-down; only face-up units drop.",
    "unsupplied-drop": "{unit:unit} was out of supply at the start of the move.",
    "no-transport": "{unit:unit} is not stacked with a free air transport (ATR).",
    "carries-nobody": "{unit:unit} would carry nobody.",
    "nobody-drops": "No airborne unit is named.",
    "too-many-drops": "Units to drop: {count}; left of the {limit:limit}: {left}.",
    "no-mission-there": "No such mission is flown to {place:place} now.",
    "wrong-aircraft": "{unit:unit} cannot fly this mission; that can: {kinds:kind}.",
    "face-down-aircraft": "{unit:unit} lies face-down; only face-up aircraft fly.",
    "too-few-air-missions": "Air missions to be flown: {count}; left: {left}.",
    # declaring attacks
    "nobody-to-attack": "There are no enemy ground units at {place:place}.",
    "no-attacks-left": "No land attacks are left of {limit} in this action.",
    "no-ground-unit": "{unit:unit} is no ground unit.",
    "attacks-already": "{unit:unit} attacks another hex already, or is landing.",
    "not-adjacent": "{unit:unit} is not beside {place:place}.",
    "hexside-bars": "{unit:unit} cannot attack {place:place} across: {hexsides:hexside}.",
    "face-down-attacker": "{unit:unit} lies face-down; only face-up units attack.",
    "unsupplied-attacker": "{unit:unit} is out of supply and cannot attack.",
    "odds-too-low": "At {place:place} {strength} against {defence} is {odds}; an attack needs at least 1:2.",
    "no-notional-left": "No notional unit defends any hex that is attacked, or none is left to be ignored.",
    "no-notional-unit": "No notional unit defends {place:place}.",
    # support
    "no-attack-there": "{place:place} is not the target of an attack that is still to be fought.",
    "no-bombardment-weather": "There is no shore bombardment at {place:place} in this weather: {weather:weather}.",
    "no-warship": "{unit:unit} is no surface combat ship.",
    "face-down-ship": "{unit:unit} lies face-down; only face-up ships bombard.",
    "bombards-already": "{unit:unit} bombards at {place:place} already.",
    "no-headquarters": "{unit:unit} is no headquarters.",
    "face-down-headquarters": "{unit:unit} lies face-down; only face-up headquarters support.",
    "supports-already": "{unit:unit} supports combat at {place:place} already.",
    "supported-already": "{unit:unit} supports {place:place} already; each side has one headquarters a hex.",
    "one-headquarters": "One headquarters alone supports combat at {place:place}.",
    "not-taking-part": "{unit:unit} takes no part in the attack on {place:place}.",
    "headquarters-too-far": "{unit:unit} is neither in {place:place} nor beside it.",
    "headquarters-cut-off": "{unit:unit} cannot support {place:place} across an impassable hexside.",
    "headquarters-attacked": "{unit:unit} cannot support others: its own hex {place:place} is under attack.",
    "no-such-support": "{unit:unit} cannot give ground support: for artillery that takes option AsA 3.",
    "no-artillery": "{unit:unit} is no artillery.",
    "not-beside": "{unit:unit} is not beside {place:place}.",
    "face-down-artillery": "{unit:unit} lies face-down; only face-up artillery supports.",
    "in-attack-already": "{unit:unit} has a part in the combat at {place:place} already.",
    # combat
    "no-such-table": "These tables can be chosen: {tables:table}.",
    "too-few-losses": "{count} of these have to be lost at {place:place}: {units:unit}.",
    "no-retreat-there": "{unit:unit} cannot retreat there; open to it now: {hexes:place}.",
    "no-such-result": "Retreat or shatter can be applied now.",
    "no-advance": "Nobody else can advance to {place:place} now than: {units:unit}.",
    "no-two-dice": "With option 43 the sum of two dice is read, on tables the summary does not have: bring them in "
                   "combat_tables (two_dice), or play without it.",
})

problems = shared.problems(_problems)

# -- phrases: what dice are thrown for, what orders given ahead wait for (a condition can be typed in again) ----

phrases: Mapping[str, str] = say.sentences({
    "ships": "ship {unit:unit} at {hex:place}",
    "fraction": "fractional odds at {hex:place}",
    "headquarters": "headquarters support of {side:side} at {hex:place}",
    "combat": "combat at {hex:place}",
    "turn": "impulse {number}",
    "holds": "{side:who} {side:holds} {place:place}",
    "units-at": "{side:who} {side:has} {units:units} at {place:place}",
    "no-units-at": "{side:who} {side:has} no {units:units} at {place:place}",
})

# -- decisions: what the player owes -------------------------------------------------------------------------

demands: Mapping[str, str] = say.sentences({
    "action": "choose the action of this impulse: land, combined or air",
    "rail": "move by rail, or no more",
    "move": "move land units, or no more",
    "rebase": "rebase {unit:unit}, whose hex {hex:place} the enemy has entered",
    "escape": "choose the port to which {unit:unit} escapes from {hex:place}",
    "invade": "invade, or no more",
    "paradrop": "drop airborne units, or no more",
    "survivors": "settle who came through in the air at {hex:place}: {units:unit}",
    "attack": "declare attacks, or no more",
    "notional": "ignore notional units, or none",
    "defensive-bombardment": "add shore bombardment to the defence, or no more",
    "bombardment": "add shore bombardment to attacks, or no more",
    "defensive-support": "name headquarters that support the defence, or no more",
    "support": "name headquarters that support attacks, or no more",
    "patrol": "fly combat air patrol, or no more: {hexes:place}",
    "missions": "fly ground support, or no more",
    "interception": "fly interceptors, or no more: {hexes:place}",
    "escort": "fly fighters against the interceptors, or no more: {hexes:place}",
    "next-combat": "settle which attack is fought next: {targets:places}",
    "table": "choose the combat table for {hex:place}: blitz or assault",
    "losses": "choose what is lost at {hex:place} ({count}): {units:unit}",
    "retreat": "choose where {unit:unit} retreats from {hex:place}",
    "outcome": "settle for {hex:place}: shatter the survivors, or let them retreat",
    "advance": "advance after the combat at {hex:place}, or stay: {units:unit}",
})

# -- events ---------------------------------------------------------------------------------------------------

# how the game ended
ENDINGS: Mapping[str, str] = say.sentences({
    "played": "all impulses have been played",
    "resigned": "a player has given up",
})
