"""Stories to be told: the rulebook's Manila turn, stretched so that every kind of event happens in it."""

from __future__ import annotations

from typing import Any

from tests.games.witp.reading import ordered
from tests.report.stage import Stage, position
from witp_pbem.campaign.explaining.story import Story
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.state import DIE, Position
from witp_pbem.games.witp.rules.chapter_04_cards.effects import in_force
from witp_pbem.table.acts import Answered, Drawn, Edited, Rolled, Shuffled
from witp_pbem.table.phrase import phrase

MANILA = {
    "0804": "JP-CV-2 JP-N-1 JP-N-2 JP-L-11",
    "0707": "JP-A-5 JP-CV-4 JP-N-8 JP-N-10 JP-L-13",
    "0605": "JP-N-9 JP-L-14",
    "0507": "JP-A-1",
    "0606": "US-A-2 US-L-1",
    "0607": "US-N-1",
    "0407": "UK-A-1 UK-N-1 UK-L-1",
    "0909": "UK-N-4 UK-L-4",
    "0604": "JP-L-1 JP-L-2",
    "0404": "CN-L-1 CN-L-2",
    "0504": "CN-L-4",
    "1207": "US-A-3",
    "1009": "JP-L-16 JP-A-4",
    "1407": "US-L-2 US-A-6 UK-L-7",
}


def opening(**changes: Any) -> Position:
    """The position before turn 4, a few more units on the map than the example shows."""
    return position(
        MANILA, reduced="JP-A-4 CN-L-4", turn=3, step="end", bases={"japan": ("0506", "0707"), "allies": ("0607",)},
        hands={"japan": ("1942-02",), "allies": ("1942-05",)}, decks={"1941": {"size": 3, "drawn": 1, "seals": ()}},
        **changes)


def busy_turn() -> Story:
    """A turn in which every kind of event happens, with the numbers of EX-16 to EX-25."""
    stage = Stage(opening(options={"sudden_death": True}), sitting=4)
    stage.happen(e.TurnBegan("witp 3.0.a", 4, 1942, "autumn"))
    _start(stage)
    _events(stage)
    _resources(stage)
    _bases(stage)
    _supply(stage)
    stage.sitting = 5
    _movement(stage)
    _combat(stage)
    stage.sitting = 6
    _redeployment(stage)
    _end(stage)
    outcome = {"winner": "japan", "rule": "witp 3.2.e", "reason": "last-turn"}
    return stage.story(outcome=outcome, options={"sudden_death": True})


def short_game() -> Story:
    """A shortened game: the bids, twice equal, and its end."""
    stage = Stage(position({"0707": "JP-L-13"}, step="bids", scenario="short", options={"last_turn": 4}))
    stage.happen(e.BidsTied("witp 13.2.b", 19, 1), e.BidsTied("witp 13.2.b", 18, 2),
                 Rolled(phrase("who-plays-japan"), (4,), DIE),
                 e.SidesSettled("witp 13.2.b", "second", "first", 18, {"first": 18, "second": 18}, 4),
                 e.StepBegan("witp 3.3.f", "setup"))
    stage.happen(e.TurnBegan("witp 3.0.a", 4, 1942, "autumn"))
    stage.step("end")
    stage.happen(e.SitesCounted("witp 13.2.c", ("0504", "0604"), 18),
                 e.GameEnded("witp 13.2.c", "allies", "bid-missed"))
    return stage.story(scenario="short", options={"last_turn": "4"},
                       outcome={"winner": "allies", "rule": "witp 13.2.c", "reason": "bid-missed"})


def delayed_entry() -> Story:
    """Scenario 13.4 with the sudden-death rule: dice for America, a declaration of war, bases taken and lost."""
    options = {"sudden_death": True}
    stage = Stage(position({"0407": "JP-L-13"}, turn=3, step="end", scenario="delayed_us", options=options,
                           america="neutral"))
    stage.happen(e.TurnBegan("witp 3.0.a", 4, 1942, "autumn"))
    stage.step("resources")
    stage.happen(Rolled(phrase("american-entry"), (4, 3), DIE),
                 e.EntryRolled("witp 13.4.a", (4, 3), 4, 1, False),
                 e.ResourcesDetermined("witp 5.1.b", "allies", 8, 9, 4, 3))
    stage.step("bases")
    stage.happen(e.AmericaEntered("witp 13.4.a", "declaration"))
    stage.step("combat")
    stage.happen(e.BaseRegained("witp SD.a", "0407"), e.BaseTaken("witp SD.b", "1205", 1, 2),
                 e.BaseTaken("witp SD.b", "0606", 5, 2, (1, 2)),
                 e.GameEnded("witp SD.b", "japan", "sudden-death"))
    return stage.story(scenario="delayed_us", options={"sudden_death": "yes"},
                       outcome={"winner": "japan", "rule": "witp SD.b", "reason": "sudden-death"})


def manila_fought() -> Story:
    """The same turn up to the combat segment, with decisions owed."""
    stage = Stage(opening(), sitting=4)
    stage.happen(e.TurnBegan("witp 3.0.a", 4, 1942, "autumn"))
    _events(stage)
    _resources(stage)
    _bases(stage)
    stage.sitting = 5
    _movement(stage)
    _combat(stage)
    stage.step("fleet redeployment")
    return stage.story(dues=(
        {"side": "allies", "demand": "redeploy-fleets", "about": {"left": 8, "turn": 4, "outside": []},
         "sentence": "redeploy a stack of fleets, or pass (stacks left: 8)"},
        {"side": "referee", "demand": "dice", "about": {"count": 2, "label": "submarines"},
         "sentence": "throw 2 more dice and type them in (submarines)"}))


def _start(stage: Stage) -> None:
    stage.step("start")
    stage.happen(Answered("allies", "chungking-air", ordered("place US-A-3 at Chungking (0404)"), (7, 0)),
                 e.AirSentToChungking("witp 12.2.m", "US-A-3", "1207", "0404"))


def _events(stage: Stage) -> None:
    stage.step("events")
    cards = packaged().cards
    bonus = in_force(cards["1942-03"]["allies"]["effects"][0], "1942-03", "allies", 0)
    every = [in_force(card[side]["effects"][place], key, side, place) for key, card in cards.items()
             for side in ("japan", "allies") for place, effect in enumerate(card[side]["effects"])
             if effect["op"] in ("air_strength", "die_mode", "free_activation")][:3]
    gain = in_force(cards["1942-10"]["allies"]["effects"][0], "1942-10", "allies", 0)
    stage.happen(
        e.DeckDiscarded("witp 4.4.a", "1941", 2), Shuffled("1942-opening", ()),
        e.DeckMade("witp 4.1.a", "1942-opening", 7), e.CardsPutBack("witp 4.1.b", "1942-opening", "1942", 5),
        Shuffled("1942", ()), e.DeckMade("witp 4.4.b", "1942", 8), Drawn("1942", "japan", "1942/1"),
        e.CardDrawn("witp 4.2.a", "japan", "1942", "1942/1"), Drawn("1942", "allies", "1942/2"),
        e.CardDrawn("witp 4.2.a", "allies", "1942", "1942/2"), e.SuddenDeathEnded("witp SD.c"),
        Answered("allies", "card", ordered("use 1942-10"), (8, 0)),
        e.CardUsed("witp 4.2.b", "allies", "1942/2", "1942-10"), e.EffectBegan("witp 4.3.b", gain),
        Answered("japan", "card", ordered("use 1942-03 on US-N-1 at Leyte (0607)"), (9, 0)),
        e.CardUsed("witp 4.2.b", "japan", "1942/1", "1942-03"),
        e.UnitRemoved("witp 4.3.b", "US-N-1", "0607", "card"),
        e.CardShown("witp 4.3.b", "allies", "1942-05", "1942-05"),
        e.EffectBegan("witp 4.3.b", bonus), *(e.EffectBegan("witp 4.3.b", effect) for effect in every),
        e.Noted("witp 4.3.b", "card-without-effect", {"card": "1942-03", "side": "japan", "why": "no-target"}))


def _resources(stage: Stage) -> None:
    stage.step("resources")
    stage.happen(
        Rolled(phrase("resource-points", side="japan"), (2, 3), DIE),
        e.ResourcesDetermined("witp 5.1.b", "japan", 15, 14, 2, 3, (("southern-resources", 1), ("china-garrison", -1))),
        Rolled(phrase("resource-points", side="allies"), (5, 4), DIE),
        e.ResourcesDetermined("witp 5.1.b", "allies", 16, 17, 5, 4),
        e.ResourcesChanged("witp 4.3.b", "allies", 2, 19, "card", "1942-10"),
        e.EffectSpent("witp 4.3.b", "1942-10/allies/0", 0))


def _bases(stage: Stage) -> None:
    stage.step("bases")
    stage.happen(
        Answered("allies", "base", ordered("build Darwin (0710)"), (10, 0)),
        e.BaseBuilt("witp 6.1.a", "allies", "0710", ("0710", "0709", "0708", "0607")),
        e.BaseBuilt("witp 6.1.a", "japan", "0907", ("0907", "0906", "0905", "0904")),
        e.BaseBuilt("witp 6.1.a", "allies", "1110", ("1110",)),
        e.BaseRemoved("witp 6.4.a", "japan", "0506", "voluntary"), e.Passed("witp 6.0.b", "allies", "bases"),
        e.BaseBuilt("witp 6.1.a", "japan", "0605", ("0605", "0705", "0804")),
        e.Passed("witp 6.0.b", "japan", "bases", True),
        e.UpkeepPaid("witp 6.5.a", "allies", 10, 1, 8, 1, 11), e.BaseRemoved("witp 6.5.b", "allies", "1110", "upkeep"),
        e.UpkeepPaid("witp 6.5.a", "japan", 4, 0, 4, 0, 10))


def _supply(stage: Stage) -> None:
    stage.step("supply")
    stage.happen(
        e.SupplyChecked("witp 7.0.a", 21, ("JP-L-16", "JP-A-4")),
        e.UnitReduced("witp 7.2.a", "JP-L-16", "1009", "supply"),
        e.UnitRemoved("witp 7.2.b", "JP-A-4", "1009", "supply"))


def _movement(stage: Stage) -> None:
    stage.step("movement")
    stage.happen(
        Edited((11, 0)),
        e.UnitReduced("referee", "UK-N-4", "0909", "card"),
        e.Ruled("referee", "The fleet had been set up in the wrong hex.", "ruling put UK-N-4 at Port Moresby (0909)",
                {"UK-N-4": {"full": True, "hex": "0909"}}, {"japan": 10}, {"allies": ("0607", "0710")}),
        e.ImpulseMade("witp 8.2.d", "allies", "", (), 0, 1, 10, "The move at Guadalcanal of the rulebook costs 1 RP."),
        Answered("japan", "impulse", ordered(
            "target Manila (0606) from Kure (0804): JP-N-1, JP-CV-2, JP-N-2 carrying JP-L-11 via 0705, Taiwan (0605) "
            "from Palau (0707): JP-N-8, JP-CV-4, JP-N-10 carrying JP-L-13"), (12, 0)),
        e.ImpulseMade("witp 8.2.c", "japan", "0606", ("0804", "0707"), 2, 7, 3),
        e.StackMoved("witp 8.2.c", "japan", ("JP-N-1", "JP-CV-2", "JP-N-2", "JP-L-11"), "0804",
                     ("0705", "0605", "0606"), (("JP-L-11", "JP-N-1"),), hexes=3, azoc=1),
        e.StackMoved("witp 8.2.c", "japan", ("JP-N-8", "JP-CV-4", "JP-N-10", "JP-L-13"), "0707", ("0606",),
                     (("JP-L-13", "JP-N-8"),), hexes=1),
        Answered("allies", "impulse", ordered(
            "target Manila (0606) from Singapore (0407): UK-N-1 carrying UK-L-1 via Saigon (0507) "
            "from Port Moresby (0909): UK-N-4 carrying UK-L-4 via 0808, 0708, Leyte (0607)"), (13, 0)),
        e.ImpulseMade("witp 8.2.c", "allies", "0606", ("0407", "0909"), 2, 10, 0),
        e.StackMoved("witp 8.2.c", "allies", ("UK-N-1", "UK-L-1"), "0407", ("0507", "0606"), (("UK-L-1", "UK-N-1"),),
                     hexes=2),
        e.Landed("witp 8.6.2.a", "allies", ("UK-L-1",), "0606", "unopposed"),
        e.StackMoved("witp 8.2.c", "allies", ("UK-N-4", "UK-L-4"), "0909", ("0808", "0708", "0607", "0606"),
                     (("UK-L-4", "UK-N-4"),), hexes=4, azoc=2),
        e.Landed("witp 8.6.2.a", "allies", ("UK-L-4",), "0606", "unopposed"),
        e.Passed("witp 8.1.b", "allies", "movement", True),
        e.Passed("witp 8.1.b", "japan", "movement"))


FLEET_JAPAN = {
    "units": ("JP-CV-2", "JP-CV-4", "JP-N-1", "JP-N-2", "JP-N-8", "JP-N-10"), "support": ("JP-A-1", "JP-A-5"),
    "items": (("carriers", 4), ("fleets", 4), ("task-force", 4), ("air", 4)), "strength": 16, "die": 4, "dice": (4,),
    "added": 4, "total": 20, "inflicted": 2, "hits": 2, "extra_air": 1, "extra_carrier": 0}
FLEET_ALLIES = {
    "units": ("UK-N-1", "UK-N-4"), "support": ("US-A-2",), "items": (("fleets", 2), ("air", 2)), "strength": 4,
    "die": 5, "dice": (5,), "added": 5, "total": 9, "inflicted": 4, "hits": 4, "extra_air": 0, "extra_carrier": 0}
ASSAULT_JAPAN = {
    "units": ("JP-L-11", "JP-L-13"), "support": ("JP-A-1",),
    "items": (("land", 2), ("carriers-assault", 2), ("air", 2)), "strength": 6,
    "die": 3, "dice": (3, 2), "added": 1, "total": 7, "inflicted": 0, "hits": 0, "extra_air": 0, "extra_carrier": 0}
ASSAULT_ALLIES = {
    "units": ("US-L-1", "UK-L-1", "UK-L-4"), "support": ("US-A-2",), "items": (("land", 3), ("defence", 1), ("air", 2)),
    "strength": 6, "die": 1, "dice": (1,), "added": 0, "total": 6, "inflicted": 1, "hits": 1, "extra_air": 0,
    "extra_carrier": 0}
GROUND_JAPAN = {
    "units": ("JP-L-1", "JP-L-2"), "support": (), "items": (("land", 2), ("card:1944-01", 3)), "strength": 5, "die": 6,
    "dice": (6,), "added": 3, "total": 8, "inflicted": 0, "hits": 0, "extra_air": 0, "extra_carrier": 0}
GROUND_CHINA = {
    "units": ("CN-L-4",), "support": (), "items": (), "strength": 0, "die": 2, "dice": (2,), "added": 1, "total": 1,
    "inflicted": 1, "hits": 1, "extra_air": 0, "extra_carrier": 0}


def _combat(stage: Stage) -> None:
    stage.step("combat")
    stage.happen(
        e.CombatBegan("witp 9.0.a", ("0504", "0606"), True),
        Rolled(phrase("battle", kind="fleet", place="0606", side="japan"), (4,), DIE),
        Rolled(phrase("battle", kind="fleet", place="0606", side="allies"), (5,), DIE),
        e.BattleFought("witp 9.3.d", "fleet", "0606", "japan", 11, FLEET_JAPAN, FLEET_ALLIES, rerolls=((1, 6),)),
        e.EffectSpent("witp 4.3.b", "1942-03/allies/0", 0),
        e.UnitReduced("witp 9.6.1.e", "UK-N-1", "0606", "battle"),
        e.UnitRemoved("witp 9.6.1.e", "UK-N-1", "0606", "battle"),
        e.UnitReduced("witp 9.6.1.e", "UK-N-4", "0606", "battle"),
        e.UnitRemoved("witp 9.6.1.e", "UK-N-4", "0606", "battle"),
        Answered("japan", "losses", ordered("lose JP-N-2, JP-N-10 at Manila (0606)"), (12, 1)),
        e.UnitReduced("witp 9.6.1.e", "JP-N-2", "0606", "battle"),
        e.UnitReduced("witp 9.6.1.e", "JP-N-10", "0606", "battle"),
        Answered("japan", "air-losses", ordered("lose JP-A-5 at Manila (0606)"), (12, 2)),
        e.UnitReduced("witp 9.6.2.b", "JP-A-5", "0707", "battle"),
        Rolled(phrase("battle", kind="assault", place="0606", side="japan"), (3, 2), DIE),
        Rolled(phrase("battle", kind="assault", place="0606", side="allies"), (1,), DIE),
        e.BattleFought("witp 9.5.b", "assault", "0606", "japan", 1, ASSAULT_JAPAN, ASSAULT_ALLIES, "japan"),
        e.UnitReduced("witp 9.6.1.e", "UK-L-4", "0606", "battle"),
        e.Landed("witp 9.6.3.h", "japan", ("JP-L-11", "JP-L-13"), "0606", "assault"),
        e.ContinuingBattleMarked("witp 9.7.a", "0606"),
        e.Retreated("witp 9.6.3.f", "japan", ("JP-L-1", "JP-L-2"), "0604", "0504"),
        e.BattleFought("witp 9.4.d", "ground", "0504", "japan", 7, GROUND_JAPAN, GROUND_CHINA, china=True),
        e.UnitRemoved("witp 9.6.1.e", "CN-L-4", "0504", "battle"), e.ContinuingBattleEnded("witp 9.7.a", "0504"),
        e.AirDisplaced("witp 8.7.a", "US-A-2", "0606", "0607"),
        e.UnitReduced("witp 8.7.b", "US-A-2", "0607", "displaced"), e.CargoShifted("witp 9.6.1.i", "JP-L-14", "JP-N-9"),
        e.Landed("witp 8.6.2.c", "japan", ("JP-L-14",), "0605", "port"),
        e.Noted("witp 4.3.b", "assault-forbidden", {"side": "allies", "place": "0906", "card": "1944-06"}))


def _redeployment(stage: Stage) -> None:
    stage.step("fleet redeployment")
    stage.happen(
        Answered("allies", "redeploy-fleets", None), e.Passed("witp 10.2.e", "allies", "fleets"),
        e.StackRedeployed("witp 10.2.d", "japan", ("JP-CV-2", "JP-CV-4"), "0606", "0804"),
        e.StackRedeployed("witp 10.2.d", "japan", ("JP-N-1", "JP-N-2", "JP-N-8"), "0606", "0707"),
        e.UnitRemoved("witp 10.2.f", "JP-N-10", "0606", "no-port"))
    stage.step("redeployment")
    stage.happen(
        e.StackRedeployed("witp 10.3.f", "allies", ("US-L-2", "UK-L-7"), "1407", "1110", ("1407", "1308", "1110")),
        Rolled(phrase("submarines", units=("US-L-2", "UK-L-7"), place="1110"), (1, 2), DIE),
        e.SubmarinesAttacked("witp 10.4.b", "allies", ("US-L-2", "UK-L-7"), (1, 2), 2, 3, True),
        e.UnitReduced("witp 10.4.d", "UK-L-7", "1110", "submarine"),
        e.StackRedeployed("witp 10.3.f", "japan", ("JP-L-14",), "0605", "0707", ("0605", "0706", "0707")),
        e.SubmarinesAttacked("witp 10.4.b", "japan", ("JP-L-14",), (5, 6), 2, 3, False))
    stage.step("stacking")
    stage.step("rebuilding")
    stage.happen(
        Answered("japan", "rebuild", ordered("rebuild JP-N-2 at Palau (0707)"), (14, 0)),
        e.UnitRebuilt("witp 10.6.a", "JP-N-2", "0707", 1, "rebuilt"), e.Passed("witp 10.0.b", "japan", "rebuilding"),
        e.ResourcesChanged("witp 10.6.c", "japan", -2, 0, "unspent"))


def _end(stage: Stage) -> None:
    stage.step("reinforcement")
    stage.happen(
        e.UnitPlaced("witp 11.0.a", "US-L-8", "1806", "reinforcement"), e.UnitPlaced("witp 11.0.a", "US-A-7", "1806",
                                                                                      "reinforcement"),
        e.UnitPlaced("witp 4.3.b", "US-A-13", "1806", "card"), e.UnitWaits("witp 11.0.a", "UK-L-8"))
    stage.step("end")
    stage.happen(
        e.GarrisonShort("witp 12.2.j", 2, 3), e.UnitReduced("witp 9.6.1.e", "CN-L-1", "0404", "battle"),
        e.UnitRebuilt("witp 12.2.k", "CN-L-1", "0404", 0, "recovery"), e.ChinaSurrendered("witp 12.2.e"),
        e.UnitRemoved("witp 12.2.e", "CN-L-1", "0404", "surrender"), e.UnitRemoved("witp 12.2.e", "CN-L-2", "0404",
                                                                                   "surrender"),
        e.GameEnded("witp 3.2.e", "japan", "last-turn"))
