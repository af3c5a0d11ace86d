"""Whether the letter of an entry says what the entry does; what hangs on the position is not compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.record import letter_text, logbook
from witp_pbem.campaign.record.entries import AgreedRuling, Entry, Lettered
from witp_pbem.campaign.record.letter_text import AFTER, Letter
from witp_pbem.table.game import Game
from witp_pbem.table.language import say

HASH_DIGITS = 64
RESIGNED = "resigned"  # the reason where none is given
# The kind of letter an entry is made of, and which of its fields stand in the letter word for word.
LETTERS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    logbook.WORD: ("word", ()), logbook.SEALED: ("seal", ("turn", "seal")),
    logbook.LINK: ("link", ("number", "link", "head", "orders", "proof")),
    logbook.PROTEST: ("protest", ()), logbook.NOTE: ("note", ()), logbook.PROPOSAL: ("proposal", ()),
    logbook.CONSENT: ("consent", ("proposal",)), logbook.WITHDRAWAL: ("withdraw", ()), logbook.RULING: ("resign", ()),
    logbook.PLAYER: ("player", ()),
}


def letter(game: Game | None, entries: Sequence[Entry], entry: Entry) -> Iterator[EntryFault]:
    """The letter of an entry, if it has one, was written in this campaign, and says what the entry does. (Of what a
    letter withdraws see `submissions.withdrawal`, of players `new_players.change`.)

    Args:
        game: None where it cannot be played.
        entries: those before it.
    """
    if "letter" not in entry or not entry["letter"]:
        return
    if entry["type"] in (logbook.RULING, logbook.PROPOSAL) and not letter_text.is_letter(entry["letter"]):
        return  # the referee's signed file (`signed_evidence`)
    written = letter_text.read(entry["letter"])
    if not isinstance(written, Letter) or not _says(game, entries, entry, written):
        yield differs()
        return
    after = written.values.get(AFTER, "").lower()
    if not any(earlier["hash"].startswith(after) for earlier in entries):
        yield EntryFault("letter-elsewhere", say("The letter was written after an entry that this logbook does not "
                                                 "have."))


def differs() -> EntryFault:
    """What is wrong where a letter does not say what was recorded of it."""
    return EntryFault("letter-differs", say("The letter says something different from this entry."))


def resignation(side: str, letter: Letter) -> AgreedRuling:
    """The ruling by which a side gives up with a letter."""
    return {"ruling": "resign", "player": side, "text": " ".join(letter.values.get("text", RESIGNED).split())}


def _says(game: Game | None, entries: Sequence[Entry], entry: Lettered, letter: Letter) -> bool:
    kind, fields = LETTERS[entry["type"]]
    values, recorded = letter.values, dict[str, object](entry)
    if (letter.kind != kind or letter.campaign.casefold() != logbook.founding(entries)["campaign"].casefold()
            or not _is_by(game, letter.side.casefold(), entry)
            or any(_plain(values.get(field, "")) != _plain(str(recorded[field])) for field in fields)):
        return False
    match entry["type"]:
        case logbook.WORD:
            return values["word"] == entry["word"]  # to the letter: it enters every die
        case logbook.PROTEST | logbook.NOTE:
            return values["text"] == entry["text"] and letter_text.entry_number(values.get("about", "")) in (
                -1, entry["about"])
        case logbook.CONSENT:
            number = entry["proposal"]
            return number < len(entries) and entries[number]["hash"].startswith(values["hash"].lower())
        case logbook.PROPOSAL:
            return (letter_text.parts(values["text"])[0], "to" in values, "answers" in values,
                    values.get("finish", "").casefold() in letter_text.YES) == (
                entry["reason"], entry["rewind"] is not None, entry["answers"] is not None,
                entry["finish"] is not None)
        case logbook.RULING:
            return game is None or entry["orders"] == [resignation(game.lexicon.side(letter.side), letter)]
    return True


def _is_by(game: Game | None, written: str, entry: Lettered) -> bool:
    """Whether a letter is headed with the name of its entry; that may be the name the player was founded under."""
    side = game.lexicon.side(written) if game else written
    return entry["type"] == logbook.RULING or side == entry["side"] or bool(
        game and entry["side"] in game.players and not game.side_of(entry["side"]) and game.side_of(side))


def _plain(value: str) -> str:
    """A value of a letter as it is compared: numbers without zeros in front, digits of hashes in small letters."""
    value = " ".join(value.split())
    return str(int(value)) if value.isdecimal() and len(value) < HASH_DIGITS else value.casefold()
