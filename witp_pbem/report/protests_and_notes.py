"""The protests with their answers, rewinds, notes and changes of players in a report, and the notice of an abandoned
branch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from witp_pbem.campaign.checks import chain_links
from witp_pbem.campaign.folder import recorded_rulings
from witp_pbem.campaign.letters.protests import ProtestStatus
from witp_pbem.campaign.record import who_plays
from witp_pbem.campaign.record.who_plays import Change
from witp_pbem.report.newest import newest
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.quoting import harmless
from witp_pbem.table.story import Paragraph, Section
from witp_pbem.table.wording import side_name

if TYPE_CHECKING:
    from witp_pbem.campaign.explaining.story import Story


def notices(story: Story) -> list[str]:
    """What must not be missed: an abandoned branch, and protests that wait for their answer."""
    notices = []
    if story.abandoned is not None:
        notices.append(say("This branch was abandoned by the rewind of entry {rewind}. The report tells how the "
                           "campaign stood after entry {entry}.", rewind=story.abandoned, entry=story.as_of))
    elif story.as_of is not None:
        notices.append(say("This report tells how the campaign stood after entry {entry}.", entry=story.as_of))
    announcements = story.announcements
    notices += [say("The campaign went back to {point} (entry {entry}).", point=point, entry=rewind["n"])
                for rewind, point in announcements.rewinds]
    notices += [say("The rules of this program have changed: see “Rules of this program”, for the record.")
                for taken in announcements.upgrades if taken.before.rules != taken.after.rules]
    notices += [say("From entry {entry} on {player} plays {side}.", entry=change.entry["n"],
                    side=_side(story, change), player=who_plays.name_of(change.entry["player"]))
                for change in announcements.players if not who_plays.is_namesake(change.entry["player"], change.player)]
    notices += [say("Only the keeper says that {player} has played {side} since entry {entry}; nothing proves that "
                    "the previous player wanted it.", side=_side(story, change), entry=change.entry["n"],
                    player=who_plays.name_of(change.entry["player"]))
                for change in announcements.disputable]
    notices += [chain_links.wasted_sentence(link, story.game.catalogue) for link in announcements.wasted]
    if story.now and announcements.open:
        notices.append(say.plural(announcements.open, "{n} protest waits for its answer.",
                                  "{n} protests wait for their answers."))
    return notices


def sections(story: Story) -> Iterator[Section]:
    """The section of protests, answers, rewinds and notes; none where there is nothing to tell."""
    announcements = story.announcements
    paragraphs: list[Paragraph] = []
    if announcements.protests:
        paragraphs.append(Paragraph(say.plural(announcements.total, "{n} protest so far, {open} open.",
                                               "{n} protests so far, {open} open.", open=announcements.open)))
    protests = newest(announcements.protests, _words, lambda protest: protest.answer is None)
    if left := len(announcements.protests) - len(protests):
        paragraphs.append(Paragraph(protests_left_out(left), tone="quiet"))
    for protest in protests:
        paragraphs += _protest(story, protest)
    for rewind, point in announcements.rewinds:
        paragraphs.append(Paragraph(say("Entry {entry}: the campaign went back to {point}. {reason}", entry=rewind["n"],
                                        point=point, reason=_line(rewind["reason"])).strip(), tone="ruling"))
    notes = newest(announcements.notes, lambda note: note["text"])
    if left := len(announcements.notes) - len(notes):
        paragraphs.append(Paragraph(say.plural(
            left, "{n} older note is left out here; the logbook has it (witp-pbem log DIR --kind note).",
            "{n} older notes are left out here; the logbook has them (witp-pbem log DIR --kind note)."), tone="quiet"))
    for note in notes:
        values = {"entry": note["n"], "side": _name(story, note["side"]), "text": _line(note["text"])}
        about = note["about"]
        sentence = (say("Note of entry {entry}, {side}: {text}", **values) if about is None else
                    say("Note of entry {entry}, {side}, about entry {about}: {text}", about=about, **values))
        paragraphs.append(Paragraph(sentence, tone="quoted"))
    if paragraphs:
        yield Section(say("Protests and rulings"), tuple(paragraphs))
    if announcements.players:
        players = [paragraph for change in announcements.players for paragraph in _player(story, change)]
        yield Section(say("Players"), tuple(players))


def _side(story: Story, change: Change) -> str:
    return who_plays.side_of(change, story.game, story.position)


def _player(story: Story, change: Change) -> Iterator[Paragraph]:
    first, *others = who_plays.sentences(change, story.game, story.position)
    yield Paragraph(say("Entry {entry}: {sentence}", entry=change.entry["n"], sentence=first), tone="strong")
    yield from (Paragraph(sentence, tone="quoted") for sentence in others)


def protests_left_out(count: int) -> str:
    """That so many protests are not shown."""
    return say.plural(count, "{n} older protest is left out here; the logbook has it (witp-pbem log DIR --kind "
                      "protest).", "{n} older protests are left out here; the logbook has them (witp-pbem log DIR "
                      "--kind protest).")


def _words(protest: ProtestStatus) -> str:
    """All that is said in a protest and in its answer."""
    return protest.entry["text"] + (protest.answer["reason"] if protest.answer else "")


def _protest(story: Story, protest: ProtestStatus) -> Iterator[Paragraph]:
    entry, answer = protest.entry, protest.answer
    values = {"entry": entry["n"], "side": _name(story, entry["side"]), "text": _line(entry["text"])}
    yield Paragraph(say("Protest of entry {entry}, {side}: {text}", **values) if entry["about"] is None else
                    say("Protest of entry {entry}, {side}, about entry {about}: {text}",
                        about=entry["about"], **values),
                    tone="quoted")
    if answer is None:
        yield Paragraph(say("No answer yet."))
        return
    yield Paragraph(say("Answer of entry {entry}: {reason}", entry=answer["n"], reason=_line(answer["reason"])),
                    tone="ruling")
    for ruling in answer["orders"]:
        text = recorded_rulings.words(ruling, story.game)
        yield Paragraph(say("Ruling: {text}", text=_line(text)), tone="ruling")
    if not answer["orders"]:
        yield Paragraph(say("It changed nothing."))


def _name(story: Story, side: str) -> str:
    return side_name(side or REFEREE, story.game.catalogue)


def _line(text: str) -> str:
    return harmless(" ".join(text.split()))
