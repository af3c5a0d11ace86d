"""One sitting: it plays on until somebody owes a decision, dice or a card, or the game ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from witp_pbem.campaign.checks import luck_words
from witp_pbem.campaign.checks.chain_links import fresh, used
from witp_pbem.campaign.folder.campaign import Campaign, Source, manual_source, outcome, position_hash
from witp_pbem.campaign.folder.fates import ChainFate, Closing, KeyedFate, NeedsClosing
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.letters import sealing
from witp_pbem.campaign.record import act_records, keyed, laid_open, private, upgrades
from witp_pbem.campaign.record.entries import Closed, OwedRecord
from witp_pbem.campaign.record.logbook import CLOSED, SITTING, SUBMISSION, Body
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.sitting import inputs, league_turns, owed_links, table_talk
from witp_pbem.campaign.sitting.inputs import Inputs
from witp_pbem.table.acts import Act, Answered, Drawn, Shuffled
from witp_pbem.table.demand import Due
from witp_pbem.table.dice import CHAIN_LENGTH
from witp_pbem.table.event import Event, thaw
from witp_pbem.table.language import listing, say, together
from witp_pbem.table.manual_dice import ManualFate
from witp_pbem.table.sitting import CannotRule, SittingResult
from witp_pbem.table.table import Diverged, Table
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence, side_name


class Stopped(Refusal):
    """The sitting cannot be held, and nothing was written."""


class Adjudicated(NamedTuple):
    """What a sitting came to.

    Attributes:
        number: the number of the sitting recorded, None where nothing new could be played.
        dues: what is owed, with the problems of the orders that would not do.
        notes: what was mended.
        over: whether the game has ended.
    """

    number: int | None
    dues: tuple[Due, ...]
    over: bool
    notes: tuple[str, ...] = ()


class PlayedSitting(NamedTuple):
    """A sitting that was played, and what it used.

    Attributes:
        new: its acts, without those replayed.
        available: the orders, dice and rulings it could use.
        closed: the entry that closed it, None where it needed none.
    """

    sitting: SittingResult
    new: list[Act]
    fate: ChainFate | ManualFate
    available: Inputs
    closed: Closed | None


class TurnTable(Table):
    """The table of a real sitting: all but standing orders die with the turn they were given for."""

    def tell(self, *events: Event) -> None:
        turn = self.position.turn
        super().tell(*events)
        if self.position.turn != turn and not self._replaying():
            self.pending.end_turn()


def adjudicate(folder: Path) -> Adjudicated:
    """Holds one sitting and records it, if anything new could be played.

    Raises:
        Stopped: the rules diverge from the record, or a ruling cannot be carried out.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        return hold(campaign)


def hold(campaign: Campaign) -> Adjudicated:
    """The same of a campaign that is open to be written to.

    Raises:
        Stopped, OSError: see `adjudicate`.
    """
    if campaign.position.outcome:
        _publish(campaign)
        return Adjudicated(None, (), True, tuple(campaign.notes))
    played = _play(campaign)
    number = None
    if played.new:
        number = campaign.state.sittings + 1
        campaign.add((SITTING, _entry(campaign, number, played)))
    over = played.sitting.position.outcome is not None
    if campaign.league and number is not None and not (played.sitting.dues or over):
        campaign.notes.append(say("The next dice are of another turn, with a link of its own: adjudicate once more."))
    _publish(campaign)
    return Adjudicated(number, played.sitting.dues, over, tuple(campaign.notes))


def _play(campaign: Campaign) -> PlayedSitting:
    """Plays the sitting; before the first roll or shuffle of a chain campaign it is closed and begun again."""
    available = inputs.gather(campaign)
    if campaign.closed is None:
        try:
            played = _sit(campaign, available, None)
        except NeedsClosing as wanted:
            _close(campaign, wanted.turn)
        else:
            if played.sitting.position.outcome is None:
                _require_revealed(campaign)
            return played
    return _sit(campaign, available, campaign.closed)  # what counts is what was at hand before it was closed


def _require_revealed(campaign: Campaign) -> None:
    """Makes sure that no sealed orders are still to be revealed; only a ruling that ends the game does not wait."""
    waiting = sealing.unrevealed(campaign)
    if waiting:
        raise Stopped(say('Sealed orders are waiting to be revealed: {entries}. Nothing was written. Record the '
                          'letters that reveal them with `submit`, or the letters that take them back ("Letter: '
                          'withdraw").',
                          entries=listing(
                              say("entry {number} ({side})", number=order.entry["n"],
                                  side=side_name(order.side, campaign.game.catalogue)) for order in waiting)))


def _publish(campaign: Campaign) -> None:
    """In a league: publishes the links that nobody can use any more."""
    if campaign.league and (number := league_turns.publish(campaign)):
        campaign.notes.append(say("The luck of the league up to turn {turn} is published now: `verify` proves its "
                                  "dice.", turn=number))


def _close(campaign: Campaign, turn: int) -> None:
    """Says which submissions, words and links count, before any die of the sitting can be known.

    Args:
        turn: in a league, the one whose link is wanted.
    """
    _require_revealed(campaign)
    _require_words(campaign)
    _require_links(campaign)
    link = turn if campaign.league else campaign.state.links + 1
    if link > CHAIN_LENGTH:
        raise Stopped(say("The dice chain of {count} links is used up.", count=CHAIN_LENGTH))
    if campaign.league:
        _close_others(campaign, turn)
    _count(campaign, link)


def _close_others(campaign: Campaign, turn: int) -> None:
    """In a league: makes sure that nobody can hear of the luck of a turn before deciding, and binds the others to what
    they have decided."""
    luck = league_turns.luck_of(campaign, turn)
    if luck.knowing:
        raise Stopped(say("The luck of turn {turn} is published already in the logbooks of {names}: whoever ordered "
                          "now could know the dice. Nothing was written.", turn=turn, names=together(luck.knowing)))
    if luck.awaited:
        raise Stopped(say("The luck of turn {turn} waits for the orders of {names}. Nothing was written.", turn=turn,
                          names=together(luck.awaited)))
    for folder in luck.together:
        with writing(folder) as other:
            if other.closed is None:
                _count(other, turn)


def _count(campaign: Campaign, link: int) -> None:
    """Records what counts for the next sitting."""
    counted = campaign.submissions()
    campaign.add((CLOSED, {"sitting": campaign.state.sittings + 1, "submissions": [entry["n"] for entry in counted],
                           "words": luck_words.counted(campaign.entries, counted), "link": link,
                           "links": {holder: given["n"]
                                     for holder, given in owed_links.for_the_next(campaign).items()}}))


def _require_words(campaign: Campaign) -> None:
    """Before the first closing: waits for the founding words, if the campaign was created so; else says who sent
    none."""
    missing = luck_words.missing(campaign.entries)
    if not missing:
        return
    names = together(side_name(side, campaign.game.catalogue) for side in missing)
    if campaign.founding["dice"]["words"]:
        raise Stopped(say("The first dice wait for the founding words of {sides}. Nothing was written. Each of them "
                          'sends a letter with the lines "Campaign: {campaign}", "Side: …", "Letter: word" and '
                          '"Word: …", and a word nobody could guess; record it with `submit`.', sides=names,
                          campaign=campaign.name))
    campaign.notes.append(say("The first sitting was closed without founding words from {sides}. This cannot be "
                              "undone: from now on only the anchor and the luck words bind the dice for them.",
                              sides=names))


def _require_links(campaign: Campaign) -> None:
    """Waits for a link of everybody who holds a chain."""
    owing = owed_links.owing(campaign)
    if owing:
        head = campaign.entries[-1]["hash"]
        spent = [link for holder, link in fresh(campaign.entries).items() if holder in owing]
        reason = say("(Link {number} of entry {entry} is spent: something was recorded after the entry it was given "
                     "for.) ", number=spent[0]["number"], entry=spent[0]["n"]) if spent else ""
        raise Stopped(say("The next dice wait for a link of {sides}. {reason}Nothing was written. Mail the newest "
                          "logbook.jsonl and this hash: {head} – the answer is a letter, to be recorded with "
                          "`submit`, made by: witp-pbem key link FILE --campaign {campaign} --side {side} "
                          "--head {head} -o link.txt", reason=reason, head=head, campaign=campaign.name,
                          side=owing[0], sides=together(side_name(side, campaign.game.catalogue) for side in owing)))


def _sit(campaign: Campaign, available: Inputs, closed: Closed | None) -> PlayedSitting:
    fate = _fate(campaign, available, closed)
    try:
        sitting = inputs.play_on(campaign, available, fate, TurnTable)
    except Diverged as difference:
        raise Stopped(divergence(campaign, difference)) from difference
    except CannotRule as refused:
        why = " ".join(problem_sentence(problem, campaign.game.catalogue) for problem in refused.problems)
        raise Stopped(say("The ruling of entry {entry} cannot be carried out: {why}", entry=refused.source[0],
                          why=why)) from refused
    return PlayedSitting(sitting, sitting.acts[len(campaign.state.record):], fate, available, closed)


def _fate(campaign: Campaign, available: Inputs, closed: Closed | None) -> ChainFate | ManualFate:
    if not campaign.is_chained:
        drawn = {slot: card for slot in campaign.state.drawn if (card := campaign.manual_card(slot))}
        return ManualFate(available.dice, available.cards, drawn)
    closing = Closing(tuple(closed["words"]), campaign.link(closed["link"]),
                      used(campaign.entries, closed)) if closed else None
    if campaign.league:
        return KeyedFate(campaign.league["name"], closed["link"] if closed else 0, keyed.thrown_before(campaign.line),
                         campaign.decks(), closing)
    return ChainFate(campaign.founding["hash"], campaign.state.sittings + 1, campaign.decks(), closing)


def divergence(campaign: Campaign, difference: Diverged) -> str:
    """Why a half-played step cannot go on, in sentences."""
    recorded, now = act_records.both_in_words(difference, campaign.game)
    return say("The rules of this program no longer play what the logbook records of this step. Act {act} of the step "
               "is recorded as: {recorded}. Now it would be: {now}. It was kept by {before}; this is {here}. Nothing "
               "was written. The referee decides: “witp-pbem repair DIR --reopen” plays the step again from its "
               "start, “witp-pbem repair DIR --finish” lets what is recorded of it stand.",
               act=difference.number + 1, recorded=recorded, now=now, here=upgrades.here(campaign.game),
               before=upgrades.released(campaign.entries, campaign.game))


# -- the entry --------------------------------------------------------------------------------------------------


def _entry(campaign: Campaign, number: int, played: PlayedSitting) -> Body:
    """The body of the sitting's entry."""
    sitting, fate = played.sitting, played.fate
    spent = played.closed is not None and isinstance(fate, ChainFate) and fate.rolled + fate.drawn > 0
    over = sitting.position.outcome is not None
    link = campaign.link(played.closed["link"]).hex() if played.closed and spent and not campaign.league else None
    return {
        "number": number,
        "closed": played.closed["n"] if played.closed else None,
        "link": link,
        "acts": [act_records.to_json(act) for act in played.new],
        "opened": list(_opened(campaign, played, over)),
        "manual": _manual_used(campaign, played),
        "owed": [owed(due) for due in sitting.dues],
        "outcome": outcome(sitting.position),
        "position": position_hash(campaign.game, campaign.turn, sitting.position),
    }


def owed(due: Due) -> OwedRecord:
    """A debt as the logbook names it."""
    return {"side": due.demand.side, "demand": due.demand.code, "about": thaw(dict(due.demand.about))}


def _manual_used(campaign: Campaign, played: PlayedSitting) -> list[dict[str, Any]]:
    """For each of the referee's statements this sitting used: how many of its dice and cards are used up now."""
    fate, available = played.fate, played.available
    if not isinstance(fate, ManualFate):
        return []
    left = Counter(item.source for item in [*fate.dice, *fate.cards])
    had = Counter(item.source for item in [*available.dice, *available.cards])
    before = campaign.state.manual_used
    return [{"source": list(source), "used": before.get(source, 0) + had[source] - left[source]}
            for source in had if had[source] > left[source]]


def _opened(campaign: Campaign, played: PlayedSitting, over: bool) -> Iterator[dict[str, Any]]:
    """What the sitting opens: the orders and dice it used, the table talk, the cards it turned up; at the end,
    everything."""
    assert campaign.private is not None
    state, decks = campaign.state, campaign.decks()
    sources = [act.source for act in played.new if isinstance(act, Answered) and act.source]
    slots = list(played.sitting.opened)
    if campaign.is_open:
        slots += [act.slot for act in played.new if isinstance(act, Drawn)]
    if isinstance(played.fate, ManualFate):
        sources += [source for source in played.fate.used if source in {item.source for item in played.available.dice}]
        sources += [source for slot in slots if (source := manual_source(slot))]
        slots = []
    sources += table_talk.due(campaign)
    if over and not campaign.is_open:
        new_seals = {act.deck: act.seals for act in played.new if isinstance(act, Shuffled)}
        slots += [f"{deck}/{index}" for deck, seals in {**state.seals, **new_seals}.items()
                  for index in range(len(seals))]
    yield from _orders(campaign, [source for source in dict.fromkeys(sources) if source not in state.opened])
    if isinstance(played.fate, ChainFate):
        decks = played.fate.decks
    for slot in dict.fromkeys(slots):
        if slot not in state.cards and "/" in slot:
            yield {"slot": slot, "salt": decks.salt(slot), "card": decks.look(slot)}
    if over:
        yield from _files(campaign, sources)
        for name, deck in campaign.private.secrets.decks.items():
            yield {"deck": name, "secret": deck.secret, "salt": deck.salt}


def _orders(campaign: Campaign, sources: Sequence[Source]) -> Iterator[dict[str, Any]]:
    """Openings of orders; the first one of a file tells the hashes that prove all of them."""
    assert campaign.private is not None
    by_file: dict[int, list[int]] = {}
    for number, place in sources:
        if campaign.entries[number]["type"] == SUBMISSION:
            by_file.setdefault(number, []).append(place)
    trees = laid_open.known(campaign.line, by_file)
    begun: set[int] = set()
    for number, place in sources:
        if number in by_file:
            receipt = campaign.entries[number]["hash"]
            kept, raw = campaign.private.sealed[receipt], campaign.private.raws[receipt]
            order = next(order for order in kept if order.seal == place)
            tree = None if number in begun else private.tree_of(kept, raw)
            nodes = laid_open.nodes(trees[number], tree, by_file[number]) if tree else {}
            begun.add(number)
            yield {"entry": number, "index": place, "salt": order.salt, "content": order.content, **nodes}


def _files(campaign: Campaign, sources: Collection[Source]) -> Iterator[dict[str, Any]]:
    """Openings of all files.

    Args:
        sources: the orders that this sitting opens.
    """
    own = campaign.private
    assert own is not None
    opened = {*laid_open.orders(campaign.entries), *sources}
    trees = laid_open.known(campaign.entries)
    yield {"salts": own.secrets.salts}
    for entry in campaign.entries:
        raw = own.raws.get(entry["hash"])
        if raw is None or entry["type"] != SUBMISSION:
            continue
        kept, number = own.sealed[entry["hash"]], entry["n"]
        here = [order for order in kept if (number, order.seal) in opened]
        tree = private.tree_of(kept, raw)
        trees[number] |= {order.seal: tree.hashes[order.seal] for order in here}
        grown = raw.salt == private.file_secret(own.secrets.salts, number, raw.content)
        signature = raw.content["signature"]
        head = laid_open.head(campaign.entries, number)
        yield {"file": number, "parts": laid_open.parts(raw.content["text"], head, [
            (order.seal, order.content["text"]) for order in here]), **({"signature": signature} if signature else {}),
            **({} if grown else {"secret": raw.salt}), **laid_open.nodes(trees[number], tree, [tree.file])}
