"""The English of War in the Pacific: sentences for problems, decisions and events, and the names of things.

Codes are the rules' own; a test holds that each code used in the rules has its words here. In a placeholder the
word after the colon names a vocabulary of `words`: "{side:side}" turns "allies" into "the Allies". `problems`,
`demands` and `words` are the game's catalogue (see `table.wording.Sentences`). All of it is put into the language
spoken when it is looked up.
"""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.common import language as common
from witp_pbem.games.common import wording as shared
from witp_pbem.games.witp.words.language import say

# -- names of things -----------------------------------------------------------------------------------------

_vocabularies: Mapping[str, Mapping[str, str]] = say.vocabularies({
    # a phase as orders are headed with it, in a sentence and as a heading
    "phase": {"bids": "bids", "start": "start", "events": "events", "bases": "bases", "operations": "operations",
              "redeployment": "redeployment", "reinforcement": "reinforcement", "end": "end"},
    "Phase": {"bids": "Bids for Japan", "start": "Start of the turn", "events": "Events", "bases": "Logistics bases",
              "operations": "Operations", "redeployment": "Redeployment", "reinforcement": "Reinforcements",
              "end": "End of the turn"},
    "order": {  # the word that begins an order or a block
        "use": "use", "choose": "choose", "build": "build", "declare": "declare", "remove": "remove",
        "target": "target", "pass": "pass", "resolve": "resolve", "invoke": "invoke", "keep": "keep", "lose": "lose",
        "retreat": "retreat", "displace": "displace", "withhold": "withhold", "redeploy": "redeploy",
        "disband": "disband", "rebuild": "rebuild", "place": "place", "bid": "bid", "ruling": "ruling",
        "dice": "dice", "card": "card", "when": "when", "if": "if", "unless": "unless", "standing": "standing",
    },
    "example": {  # for those who have never written any
        "orders": "build Truk\ntarget Manila from Kure: 2 naval carrying 1 land\npass",
    },
    "question": {  # what the rules ask about a face-down card
        "compulsory": "is it compulsory?", "ends-sudden-death": "does it end the sudden-death rule?",
    },
    "hint": {  # advice on a decision, for templates
        "bid": "Japan controls {now} of them at the start. Advice ({source:text}): {bids}.",
    },
    # a side inside a sentence; narration is in the past tense, so that one verb serves both
    "side": {"japan": "Japan", "allies": "the Allies", "referee": "the referee", "both": "both sides",
             "none": "nobody", "first": "the first player", "second": "the second player"},
    # the same at the beginning of a sentence
    "Side": {"japan": "Japan", "allies": "The Allies", "referee": "The referee", "both": "Both sides",
             "first": "The first player", "second": "The second player"},
    # in a condition, and the verbs that follow
    "who": {"japan": "Japan", "allies": "the Allies", "we": "we", "enemy": "the enemy"},
    "targets": {"japan": "targets", "allies": "target", "we": "target", "enemy": "targets"},
    "builds": {"japan": "builds", "allies": "build", "we": "build", "enemy": "builds"},
    "controls": {"japan": "controls", "allies": "control", "we": "control", "enemy": "controls"},
    "goes": {"japan": "goes", "allies": "go", "we": "go", "enemy": "goes"},
    "has": {"japan": "has", "allies": "have", "we": "have", "enemy": "has"},
    # standing alone, as a heading
    "side-name": {"japan": "Japan", "allies": "Allies", "referee": "Referee", "first": "First player",
                  "second": "Second player"},
    # before a noun
    "nation": {"japan": "Japanese", "us": "American", "uk": "British", "china": "Chinese", "white": "Chinese"},
    "country": {"japan": "Japan", "us": "United States", "uk": "British Commonwealth", "china": "China"},
    # as in lists of forces and in orders: "2 carrier, 3 naval"
    "kind": {"carrier": "carrier", "naval": "naval", "land": "land", "air": "air"},
    "status": {"map": "on the map", "arriving": "still to arrive", "reserve": "in reserve", "removed": "removed"},
    "terrain": {"land": "land", "coastal": "shallows", "sea": "open sea", "mountain": "mountains"},
    "site": {"port": "port", "airfield": "airfield"},
    "season": {"spring": "spring", "summer": "summer", "autumn": "autumn", "winter": "winter"},
    "step": {"bids": "Bids for Japan", "setup": "Setting up", "start": "Start of the turn", "events": "Event phase",
             "resources": "Resource points", "bases": "Logistics bases", "supply": "Supply check",
             "movement": "Operations: movement", "combat": "Operations: combat",
             "fleet redeployment": "Redeployment of fleets", "redeployment": "Redeployment of base air and land units",
             "stacking": "Stacking check", "rebuilding": "Rebuilding", "reinforcement": "Reinforcements",
             "end": "End of the turn"},
    "battle": {"fleet": "Fleet battle", "ground": "Ground battle", "assault": "Assault landing"},
    "role": {"landing": "landing", "defending": "defending"},  # in an assault
    "outcome": {"eliminated": "eliminated", "reduced": "reduced"},
    "america": {"neutral": "neutral", "surprised": "surprised"},
    # kinds of battle as the card data call them
    "card-battle": {"naval": "fleet battle", "ground": "ground battle", "assault": "assault landing"},
    "list": {"": "none"},  # an empty one
    "group": {"air-or-land": "air or land", "land": "land", "air": "air", "fleet": "fleets"},
    "why": {"requirement": "what it requires did not hold", "no-target": "there was nothing it could act on",
            "no-instruction": "it has no instruction for this side", "no-effect": "the card says so"},
    "why-nothing": {"requirement": "what it requires does not hold", "no-target": "there is nothing it could act on",
                    "no-instruction": "it has no instruction for this side", "no-effect": "the card says so"},
    "water": {"west": "western sea", "east": "eastern sea"},
    # what a line of a battle's arithmetic counts
    "strength": {"carriers": "carriers", "fleets": "surface fleets", "task-force": "task force", "land": "land units",
                 "air": "base air", "carriers-assault": "carriers offshore", "defence": "defence bonus"},
    "cost": {"azoc": "enemy air zones of control", "jungle": "jungle"},
    "action": {"fleet_movement": "fleets may not move", "land_movement": "land units may not walk",
               "march": "land units may not walk there", "amphibious_assault": "no assault landings",
               "land_redeployment_by_sea": "land units may not redeploy over sea",
               "air_redeployment": "base air may not redeploy"},
    "region": {"china": "China", "india": "India", "australia": "Australia", "new_zealand": "New Zealand",
               "us_mainland": "the US mainland", "usa": "the US mainland"},
    "source": {"rulebook": "rulebook", "replay": "replay", "deduced": "deduced", "reconstructed": "reconstructed"},
    "source-of-name": {"geography": "from geography", "other name": "other names"},
    "option": {"last_turn": "last turn agreed on",
               "optional_bases": "Allied logistics bases set up at the start (6.6.2, optional rule)",
               "chinese_no_redeployment_turn_1": "no Chinese redeployment on turn 1",
               "transport_leg_between_nodes": "hexes between two bases of a transport network",
               "house_rule_a": "at most five fleets in a stack that leaves Panama or South Africa",
               "rp_cards_count_for_initiative": "resource points from cards count for who acts first (R-15)",
               "lone_air_delays_landing": "a lone enemy air unit delays a landing (R-50)",
               "support_optional": "base air may be kept out of battles (R-56)",
               "winner_hits_basis": "what the winner takes half of as hits (R-60)",
               "six_hits_cv_without_air": "a 6 hits a carrier even without supporting air (R-63)",
               "redeploy_cv_and_n_are_one_type": "carriers and surface fleets redeploy in one stack (R-73)",
               "cn_redeploy_on_turn_1": "Chinese redeployment on turn 1 (R-87)",
               "sudden_death_counts": "what counts for sudden death (R-92)",
               "sudden_death": "Japanese sudden-death victory"},
    "luck": {"battle": "Battle dice", "resource-points": "Dice for resource points",
             "submarines": "Attacks of submarines on its stacks"},
    "agreed": {"short": "The players agree on a last turn (--option last_turn=6) and bid for Japan."},
    "bid-round": {"1": "", "2": "; the first bids were equal, and if these are equal too a die decides"},
    "scenario": {"standard": "standard game (13.1)", "short": "shortened game (13.2)",
                 "s1943": "1943 scenario (13.3, reconstructed)",
                 "delayed_us": "delayed US entry (13.4, reconstructed)"},
})


# places and cards are named by the data in force, which `catalogue` has
words: Mapping[str, Mapping[str, str]] = {**_vocabularies, "wanted": say.terms("wanted", common.say)}


def word(kind: str, code: str) -> str:
    """The name of a thing in one of the vocabularies; the code itself where there is none."""
    return words[kind].get(code, code)


# -- problems ------------------------------------------------------------------------------------------------

_problems: Mapping[str, str] = say.sentences({
    # founding a campaign
    "scenario-not-playable": 'The scenario "{scenario}" cannot be played yet. Scenarios that can: {scenarios}.',
    "option-for-turn-1": 'The option "{option}" is about turn 1, and the scenario "{scenario}" begins later.',
    "last-turn-missing": "The players of the shortened game agree on its last turn: add --option last_turn=6, or "
                         "another turn from {first} to {last}.",
    "bad-last-turn": 'The last turn of the shortened game cannot be "{value}"; it is a turn from {first} to {last}, as '
                     "in --option last_turn=6.",
    "last-turn-fixed": 'The scenario "{scenario}" is played to its own last turn. Players agree on a last turn in the '
                       "shortened game only (--scenario short).",
    "position-hand-drawn": "In the position, {side:side} has {count} cards before the draw of the event phase; there "
                           "can be {limit}. Write the hands as they were before the draw, or, if the event phase is "
                           'over, write the step "resources".',
    # bids for Japan (13.2)
    "bid-too-high": "Japan cannot control {bid} ports and airfields: there are {limit} on the map.",
    "no-side-yet": 'Nothing but "bid" can be ordered before it is settled who plays Japan.',
    # places
    "standing-without-end": 'Say how long: "standing until turn 8", "standing until Japan targets Manila", or '
                            '"standing until cancelled".',
    "name-and-id-differ": "{name} is not hex {id}.",
    "two-places": "{name} can mean {places:place}; write the hex number behind it.",
    "no-such-hex": "There is no hex {hex} on the map.",
    "same-hex": "{place:place} is named as the start and as the goal.",
    "which-place": '"{wanted:kind}" can mean units in more than one hex: {places:place}. Name the hex.',
    # units
    "unit-elsewhere": "{unit} is not at {place:place}; it is: {there:whereabouts}.",
    "not-for-a-battle": 'Inside "when battle at …" there can be no "{keyword:order}"; only what belongs to a battle: '
                        "lose, retreat, withhold, invoke, keep, choose, displace.",
    # logistics bases (6.0)
    "bases-were-set-up": "The Allied bases of turn 1 were set up at the start (optional rule), so none may be built "
                         "on turn 1.",
    "six-bases-built": "The Allies have built {limit} logistics bases; more are not allowed on turn 1.",
    "base-stands": "You have a logistics base at {place:place} already.",
    "enemy-base-stands": "A logistics base of the other side stands at {place:place} still; land a land unit there to "
                         "remove it, then build.",
    "no-base-icon": "There is no port or airfield at {place:place}; a logistics base needs one.",
    "base-not-controlled": "The port or airfield at {place:place} is not under your control.",
    "no-supply-network": "{place:place} cannot be linked to a supply source of yours: no open supply line of at most "
                         "{limit} hexes leads from there to a supply source or to a base that is linked to one.",
    "no-own-base": "You have no logistics base at {place:place}.",
    "built-this-phase": "The base at {place:place} was built in this phase; it cannot be removed in the same phase.",
    "no-enemy-base": "The short side has no logistics base at {place:place}.",
    "wrong-number-of-bases": "You have to name {wanted} different bases to take off the map, not {found}.",
    # scenario 13.4: America is neutral at first; every sentence says that its rules are reconstructed
    "neutral-hex": "Japan may not enter {place:place}: it is American, and America is neutral (13.4 neutral_bases, a "
                   "reconstructed rule).",
    "neutral-unit-stays": "{unit} may not move: it is American, and America is neutral (13.4 neutral_units, a "
                          "reconstructed rule).",
    "surprised-unit-stays": "{unit} may not move: it is American, and Japan declared war this turn (13.4 "
                            "entry_by_japan, a reconstructed rule).",
    "neutral-redeploys-at-home": "{unit} may not redeploy to {place:place}: it is American and neutral, and redeploys "
                                 "only between American ports and airfields (13.4 neutral_units, a reconstructed "
                                 "rule).",
    "no-base-while-neutral": "The Allies may not build a logistics base at {place:place}: while America is neutral "
                             "they build only at British ports and airfields (13.4 allied_bases, a reconstructed "
                             "rule).",
    "only-japan-declares": "Only Japan may declare war (13.4 entry_by_japan, a reconstructed rule).",
    "no-war-to-declare": "There is no war to declare: America is at war already. A neutral America is of scenario 13.4 "
                         "only (entry_by_japan, a reconstructed rule).",
    # movement (8.0)
    "stack-too-large": "At most {limit} fleets may leave {place:place} in one stack (house rule A); this stack has "
                       "{found}. Send more stacks; in the operations phase each needs an activation.",
    "target-twice": "{place:place} has been your target this turn already; a hex can be the target once a turn.",
    "already-there": "A stack that starts at {place:place} is there already; it cannot move to it.",
    "nobody-arrives": "No unit of this stack would reach {place:place}: all are left behind on the way.",
    "air-never-moves": "{unit} is an air unit; base air never moves in the operations phase. It can redeploy later.",
    "chinese-never-move": "{unit} is Chinese; Chinese units do not move in the operations phase.",
    "moved-already": "{unit} has moved in this operations phase; each unit moves once.",
    "two-seas": "The fleets at {place:place} lie in two different seas and cannot move as one stack.",
    "left-off-the-way": "{place:place} is not on the way of this stack, so no unit can be left there.",
    "nothing-to-hold": "No enemy fleet lies at {place:place}; units of a stack are left behind only to hold enemy "
                       "fleets.",
    "loaded-left-behind": "{unit} carries a land unit; a ship left behind to hold the enemy must be empty.",
    "held-by-land": "Land units at {place:place} cannot leave: enemy land units are ashore in the same hex.",
    "held-by-fleet": "Fleets cannot go on from {place:place}: enemy fleets hold them. To pass, leave fleets there "
                     "whose strength is at least {strength} (one unit where that is 0).",
    "closed-on-turn-1": "Japan may not enter {place:place} on turn 1: the US mainland, Australia, India and New "
                        "Zealand are closed to it.",
    "chinese-hex": "{place:place} is closed: only Chinese units enter the three Chinese hexes, and they never leave "
                   "them. The one exception is the air unit sent to Chungking.",
    "fleet-on-land": "There is no water at {place:place}; fleets cannot go there.",
    "land-hexside": "Land lies between {place:place} and {next:place}; fleets cannot cross there.",
    "closed-to-japan": "Japanese fleets may not enter {place:place}.",
    "fleet-into-battle": "A continuing battle goes on at {place:place}; fleets may not move there.",
    "card-forbids": "The card {card:card} is in force: {what:action} this turn.",
    "no-land-way": "Land units cannot enter {place:place}: {terrain:terrain}.",
    "sea-hexside": "Sea lies between {place:place} and {next:place}; land units cannot walk across it, they need "
                   "ships.",
    "enemy-in-the-way": "Enemy land units are ashore at {place:place}; land units can stop there (if it is the target) "
                        "but not pass.",
    "no-way-by-sea": "There is no way by sea from {place:place} to {target:place} for this stack.",
    "no-way-by-land": "There is no way overland from {place:place} to {target:place} for this stack.",
    "not-enough-points": "This costs {cost} resource points, and you have {rp}. {parts}",
    # sea transport (8.6)
    "too-few-ships": "{land} land units need as many surface fleets to carry them; the stack has {ships}. Carriers "
                     "carry nobody.",
    "transport-needs-shallows": "{place:place} has no shallows; a stack that carries land units can only go to a "
                                "shallow hex.",
    # displacement of base air (8.7)
    "no-flight-there": "{unit} cannot fly to {place:place}: it needs a port or airfield under your control at most "
                       "{limit} hexes away.",
    # combat (9.0)
    "no-combat-there": "No combat has to be fought at {place:place}.",
    "support-not-optional": "In this campaign every air unit in range supports; none can be kept out of a battle "
                            "(option support_optional).",
    "no-such-support": "None of the air units you name supports the battle at {place:place}; those in range are: "
                       "{units}.",
    "any-base": 'Say which base to {verb:order}: "any" goes with bases the enemy cannot pay for.',
    "nothing-to-rebuild": "None of the units named can be rebuilt now with {rp} resource points.",
    "losses-too-few": "{wanted} hits have to be taken at {place:place}, and the order names units for {found}. End the "
                      'list with "then any" to leave the rest to the rules.',
    "too-many-units": "At most {limit} units can be chosen here; this order names {found}.",
    "no-retreat-there": "The losers at {origin:place} cannot retreat to {place:place}.",
    # cards (4.0)
    "card-takes-no-target": 'The card {card} strikes nothing that its user could choose: "{text:instruction}"',
    "no-target-there": 'Nothing at {place:place} can be struck by the card {card}: "{text:instruction}"',
    "not-a-target": '"{target:place}" cannot be struck by the card {card}: "{text:instruction}"',
    "which-target": '"{target:place}" can mean units that are not alike; name them. The card {card}: '
                    '"{text:instruction}"',
    "wrong-number-of-targets": 'The card {card} strikes {wanted}, and this order names {found}: "{text:instruction}"',
    "no-such-card": "There is no card {card} in this game.",
    "card-set-aside": "The card {card} is set aside before the opening hands are dealt; it cannot be drawn now.",
    "card-in-battle-block": 'Inside "when battle at …" a card is invoked, not used: write "invoke {card}". It has to '
                            "have been used in the event phase.",
    "card-discarded": "The card {card} has been used up; a card serves once in the game.",
    "card-in-hand": "The card {card} is in a hand already; it cannot be drawn again.",
    "card-of-another-year": "The card {card} is not in the deck of {deck}, from which this turn draws.",
    "card-is-the-enemys": "The card {card} is in the other side’s hand.",
    "card-not-in-hand": "You do not hold the card {card}.",
    # redeployment (10.0)
    "not-a-fleet": '"{wanted}" is no fleet; in this segment only fleets redeploy, with what they carry.',
    "carriers-and-naval-apart": "In this campaign carriers and surface fleets redeploy in stacks of their own (option "
                                "redeploy_cv_and_n_are_one_type); give each an order of its own.",
    "no-stacks-left": "You have redeployed all the stacks you may this turn ({limit}).",
    "already-redeployed": "{unit} has redeployed this turn; each unit redeploys once.",
    "no-port-there": "There is neither a port nor a supply source at {place:place}; fleets redeploy only to these.",
    "port-not-controlled": "The port or supply source at {place:place} is not under your control.",
    "fleets-into-continuing-battle": "A continuing battle goes on at {place:place}; fleets may not redeploy there.",
    "land-not-aboard": '"{wanted}" asks for land units aboard these ships at {place:place}; aboard and fitting: '
                       "{found}. Fleets take only the land units they carry already.",
    "which-ships": '"{wanted}" can mean ships with and without land units aboard. Name the ships; those that carry '
                   "land units are: {loaded}.",
    "air-and-land-apart": "Air and land units cannot redeploy in one stack; give each an order of its own.",
    "card-forbids-air": "The card {card:card} is in force: base air may not redeploy this turn.",
    "card-forbids-sea": "The card {card:card} is in force, and the only way from {origin:place} to {place:place} leads "
                        "over sea: land units may not redeploy over sea this turn.",
    "no-base-there": "There is no port, airfield or supply source at {place:place} and no continuing battle; air and "
                     "land units redeploy only to these.",
    "base-not-friendly": "The port, airfield or supply source at {place:place} is not under your control.",
    "in-continuing-battle": "A continuing battle goes on at {place:place}; land units cannot redeploy out of it.",
    "too-many-withdraw": "A card lets {limit} land units out of continuing battles; this order takes {found} from "
                         "{place:place}.",
    "via-is-no-node": "You have neither a logistics base nor a supply source at {place:place}, so the transport "
                      "network cannot lead by it.",
    "no-transport-network": "No transport network leads from {origin:place} to {place:place}. It goes from one of your "
                            "logistics bases or supply sources to the next, at most {leg} hexes apart; the first and "
                            "the last stretch are at most {limit} hexes long.",
    "none-of-the-stack": "None of the units you name stands in the stack that was hit: {units}.",
    # stacking check (10.5)
    "too-few-disbanded": "At {place:place} {wanted} units are in excess of the limit ({limit}, {group:group}), and the "
                         "order names {found}.",
    "which-to-disband": '"{wanted}" at {place:place} can mean units that are not alike: {units}. Name the units.',
    # rebuilding (10.6)
    "rebuilding-too-dear": "Rebuilding these units costs {cost} resource points, and you have {rp}.",
    "recovers-by-itself": "{unit} is Chinese; Chinese units recover by themselves at the end of the turn.",
    "not-reduced": "{unit} is at full strength; there is nothing to rebuild.",
    "no-base-to-rebuild": "{unit} is at {place:place}, where there is no port, airfield or supply source; units are "
                          "rebuilt only in one of their own nation.",
    "base-of-another-nation": "{unit} is at {place:place}, whose port, airfield or supply source is {owner:nation}; "
                              "units are rebuilt only in one of their own nation.",
    "base-not-controlled-now": "{unit} is at {place:place}, which the enemy controls; units are rebuilt only in a base "
                               "under their own control.",
    # reinforcements (11.0)
    "not-a-source": "{place:place} is not a supply source of your side; reinforcements arrive only at one of their own "
                    "nation.",
    "source-lost": "The supply source at {place:place} is not under your control now.",
    "not-arriving-now": "{unit} does not arrive now: it is not waiting, or its turn of arrival ({arrival}) has not "
                        "come (this is turn {turn}).",
    "source-of-another-nation": '"{unit}" cannot arrive at {place:place}: the supply source belongs to another nation.',
    # rulings
    "enemy-base-there": "The other side has a logistics base at {place:place}; rule it away first.",
    # China (12.2)
    "not-an-air-unit": "{unit} is no air unit; only an air unit can be sent to Chungking.",
    "not-on-the-map": "{unit} is not on the map.",
    "one-air-unit": "One air unit goes to Chungking; this order names {found}.",
    "which-air-unit": '"{wanted}" can mean different air units: {units}. Name the unit.',
    "not-japanese-land-in-china": "{unit} is no Japanese land unit ashore in China.",
    "no-japanese-land-there": "No Japanese land unit stands at {place:place}.",
    "one-land-unit": "One Japanese land unit in China is to be chosen; this order means {found}.",
    "not-a-chinese-hex": "{place:place} is not one of the three Chinese hexes.",
    "enemy-holds-hex": "Japanese land units hold {place:place}; Chinese units can redeploy there only into a "
                       "continuing battle.",
    "air-stays-in-chungking": "{unit} was sent to Chungking; it stays there.",
    "not-chinese": '"{unit}" is not Chinese; only Chinese units redeploy at the end of the turn.',
})

problems = shared.problems(_problems)

# -- phrases: what dice are thrown for, what orders given ahead wait for (a condition can be typed in again), costs ----

phrases: Mapping[str, str] = say.sentences({
    "who-plays-japan": "who plays Japan",
    "american-entry": "American entry",
    "resource-points": "resource points {side:side-name}: white, red",
    "sudden-death": "sudden death at {place:place}",
    "submarines": "submarines against {units} to {place:place}",
    "battle": "{kind:battle} at {place:place}, {side:side-name}",
    "bid": "{bid} for last turn {turn}",
    "turn": "turn {number}",
    "used": "{card} is used",
    "continues": "the battle continues at {place:place}",
    "targets": "{side:who} {side:targets} {place:place}",
    "builds": "{side:who} {side:builds} {place:place}",
    "controls": "{side:who} {side:controls} {place:place}",
    "goes-first": "{side:who} {side:goes} first",
    "has-passed": "{side:who} {side:has} passed",
    "points": "{side:who} {side:has} {number} points",
    "base": "{side:who} {side:has} a base at {place:place}",
    "no-base": "{side:who} {side:has} no base at {place:place}",
    "units": "{side:who} {side:has} {units:units} at {place:place}",
    "no-units": "{side:who} {side:has} no {units:units} at {place:place}",
    # what an impulse costs: its activations, and the way of each stack
    "activation": "activation {points}",
    "way": "{place:place}: {costs}",
    "hexes": "{points} for hexes",
    "zones": "{points} for air zones",
    "jungle": "{points} for jungle",
})

# -- decisions: what a side owes -----------------------------------------------------------------------------

demands: Mapping[str, str] = say.sentences({
    "bid": "bid how many of the {limit} ports and airfields Japan will control at the end of turn {turn}; the higher "
           "bidder plays Japan{round:bid-round}",
    "chungking-air": 'decide whether an air unit goes to {place:place} (once in the game), or pass ("pass china")',
    "base": "build or remove a logistics base, or pass (bases on the map: {bases}, resource points: {rp})",
    "declare-war": 'declare war on America before the base phase ("declare war"), or leave it in peace ("pass war"); '
                   "a reconstructed rule (13.4 entry_by_japan)",
    "base-shortage": "choose the bases of {short:side} that leave the map for want of resource points: {count}",
    "impulse": "make a movement impulse, or pass (resource points left: {rp})",
    "displace": "choose where air unit {unit} flies, which has to leave {place:place}",
    "combat-hex": "choose the hex whose combat is resolved next: {hexes:place}",
    "withhold": "name air units that are to keep out of the battle at {place:place}, if any",
    "invoke": "decide whether the card {card:card} is used in this battle at {place:place}: invoke or keep",
    "losses": "choose who takes the hits at {place:place} ({count}): {units}",
    "air-losses": "choose which supporting air units take the extra hits of the battle at {place:place} ({count}): "
                  "{units}",
    "carrier-losses": "choose which carriers take the extra hits of the battle at {place:place} ({count}): {units}",
    "sacrifice": "choose air units to give up after the battle at {place:place} (at most {limit}): {units}, or pass",
    "retreat": "choose a hex to retreat to from {place:place}: {units}",
    "thrown-back": "choose which land units thrown back from {place:place} are destroyed ({count}): {units}",
    "card-target": "choose whom or where the card {card:card} strikes, which {user:side} used ({count})",
    "redeploy-fleets": "redeploy a stack of fleets, or pass (stacks left: {left}; fleets that are lost if they stay: "
                       "{outside:places})",
    "redeploy-air-land": "redeploy a stack of air or land units, or pass (stacks left: {left})",
    "submarine-loss": "choose which unit of the stack at {place:place} takes the submarines’ hit: {units}",
    "stacking": "choose which units leave {place:place}, where more stand than may ({count} too many; limit {limit}, "
                "{group:group}): {units}",
    "rebuild": "rebuild reduced units, or pass (resource points left: {rp})",
    "card": "choose the card to use this turn (cards in hand: {cards})",
    "reinforcement": "place arriving units at supply sources of their nation: {units}",
    "china-penalty": "choose the Japanese land unit in China that is removed, because Japan fought no battle there: "
                     "{units}",
    "china-redeploy": 'redeploy Chinese units among their three hexes, or pass ("pass china")',
})

# -- events ---------------------------------------------------------------------------------------------------

# why a unit was reduced or removed, a base left, points changed hands
REASONS: Mapping[str, str] = say.sentences({
    "supply": "out of supply",
    "displaced": "driven from its base",
    "ship-hit": "hit together with the ship that carried it",
    "ship-lost": "lost with its ship",
    "submarine": "hit by submarines",
    "no-port": "no friendly port reached",
    "surrender": "China surrendered",
    "china-front": "no battle was fought in China",
    "recovery": "recovered at the end of the turn",
    "voluntary": "taken off by its owner",
    "upkeep": "upkeep could not be paid",
    "overrun": "overrun by enemy land units",
    "card": "by a card",
    "cargo": "lost with its ship",
    "battle": "hit in battle",
    "no-retreat": "no hex to retreat to",
    "thrown-back": "thrown back into the sea",
    "re-embarked": "thrown back aboard",
    "sacrificed": "given up by a card",
    "stacking": "in excess of the stacking limit",
    "rebuilt": "rebuilt",
    "southern-resources": "southern resource areas held",
    "allied-resources": "Japan holds a base in Australia or India",
    "china-garrison": "too few Japanese land units in China last turn",
    "unspent": "unspent points are lost",
    "unopposed": "no enemy land units there",
    "assault": "the assault was won",
    "port": "in a friendly port",
    "reinforcement": "reinforcement",
})

# how America came into the war (scenario 13.4)
ENTRIES: Mapping[str, str] = say.sentences({
    "roll": "the dice brought it in",
    "automatic": "at the latest it enters on this turn",
    "declaration": "Japan declared war on it. This turn its units may not move, its air zones of control do not bar "
                   "Japanese supply lines, and assaults on its bases meet no defence bonus",
})

# what of a scenario is not the printed game's
RECONSTRUCTED: Mapping[str, str] = say.sentences({
    "s1943": "Scenario 13.3 is a reconstruction: its set-up stands on the player-aid card of the printed game, which "
             "was not available. Units and logistics bases stand where history suggests.",
    "delayed_us": "Scenario 13.4 is a reconstruction: the rulebook gives its premise only. All its special rules stand "
                  "on the player-aid card of the printed game, which was not available, and are ours.",
})

# how the game ended
ENDINGS: Mapping[str, str] = say.sentences({
    "resigned": "the other side has given up",
    "driven-out": "no Japanese land unit is left outside China and the home islands",
    "homeland": "Allied land units stand in the Japanese home islands, and an Allied logistics base stands at Iwo "
                "Jima or Okinawa",
    "atomic-bomb": "the atomic bomb was dropped",
    "bid-kept": "at the end of the last turn Japan controls as many ports and airfields as were bid, or more",
    "bid-missed": "at the end of the last turn Japan controls fewer ports and airfields than were bid",
    "last-turn": "the last turn is over and the Allies have not won",
    "sudden-death": "the United States agreed to peace, so much has Japan taken (sudden-death rule)",
})

# what a side is out of when it passes
SEGMENTS: Mapping[str, str] = say.sentences({
    "bases": "the building of logistics bases",
    "movement": "movement",
    "fleets": "the redeployment of fleets",
    "air-land": "the redeployment of air and land units",
    "rebuilding": "rebuilding",
    "china": "the redeployment of Chinese units",
    "chungking-air": "sending an air unit to Chungking",
})

# remarks of the rules
NOTES: Mapping[str, str] = say.sentences({
    "assault-forbidden": "{side:Side} could not land at {place:place}: the card {card:card} forbids assault landings.",
    "deck-empty": "{side:Side} drew no card: the {deck} deck is empty.",
    "no-card-to-use": "{side:Side} had no card to use.",
    "card-without-effect": "The card {card:card} of {side:side} had no effect: {why:why}.",
})
