"""What a player is answered: one mail for each of theirs, its outcome in the first words, in their language.

What they ordered goes to the address they are known by, and to another one only where it has been proved to be theirs.
Words of their own are shown behind numbers of lines, so that a reply that quotes them orders nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from email.message import EmailMessage

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.settings import speaking_to
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.orders.submit import Receipt
from witp_pbem.campaign.record import letters, logbook
from witp_pbem.campaign.record.letters import Letter
from witp_pbem.campaign.record.seats import name_of
from witp_pbem.exchange import forms, times, verdicts
from witp_pbem.exchange.body import Heading, Listed, Outcome, Part, Quoted, Verbatim, listed
from witp_pbem.exchange.compose import REPLIED, Purpose, compose, subject_of
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines.waiting import moment, sentences
from witp_pbem.exchange.desk import absences
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.reading.mail import Mail
from witp_pbem.exchange.verdicts import Handled
from witp_pbem.report import checked as told
from witp_pbem.report import mail as reports
from witp_pbem.report.layout import pad, plain, wrap
from witp_pbem.report.wording import phase_name, side_name, visible
from witp_pbem.table.language import ENGLISH, in_a_row, labelled, listing, say, speaking
from witp_pbem.table.problem import Problem

ANSWER, DONE, ASK, WARNING = "answer", "done", "ask", "warning"  # kinds of mails
SHOWN = 40  # columns of a line at fault: as many as a telephone shows
MOST_LINES = 200  # of a text that are shown to its sender
AFTERWARDS = (verdicts.CONFIRMED, verdicts.VOUCHED)  # such mails were answered before: another answer, another id
_KANA = re.compile("[\u3041-\u30ff]")

OUTCOMES = say.sentences({
    verdicts.RECORDED: "Recorded.",
    verdicts.REFUSED: "NOT recorded.",
    verdicts.HELD: "NOT recorded yet: first you have to say that it is from you and what you want. A question has been "
                   "sent to the address you are known by.",
    verdicts.OVERTAKEN: "NOT recorded: something you sent later was recorded before this arrived, and the later one "
                        "counts.",
    verdicts.REPEATED: "This was recorded before. Nothing was recorded a second time.",
    verdicts.DROPPED: "NOT recorded, and dropped.",
    verdicts.STRANGER: "NOT recorded: you do not play this side.",
    verdicts.NOTHING: "NOT recorded: there are no orders in it.",
    verdicts.UNFIT: "NOT recorded: it cannot be read.",
    verdicts.LATER: "NOT recorded yet: the campaign could not be written to just now. It will be taken again by "
                    "itself; you need not send it again.",
})
REASONS = say.sentences({
    verdicts.SAME_MAIL: "NOT recorded: another text in the same mail orders for the same phases, and was recorded.",
    verdicts.EXPIRED: "NOT recorded, and dropped: nobody has said in time that it was from you. If it was, send it "
                      "again.",
    verdicts.DENIED: "Dropped, as you asked. Nothing was recorded.",
    verdicts.BY_KEEPER: "NOT recorded: the keeper of the campaign has dropped it. If it was from you, send it once "
                        "more, as a reply to a mail of this campaign.",
    verdicts.NO_CAMPAIGN: "NOT recorded: no campaign of that name is kept here. The first line of orders is the "
                          "campaign's name, as the reports write it: “Campaign: …”.",
    verdicts.AMBIGUOUS: "NOT recorded: several campaigns can be meant. Begin with a line that names one, as the "
                        "reports write it: “Campaign: …”.",
    verdicts.NO_SIDE: "NOT recorded: it is not clear whose orders these are. Add a line like “Side: …”.",
    verdicts.NOT_THEIR_SIDE: "NOT recorded: this address is not the one by which the player of that side is known.",
})
FAULTS = say.sentences({
    "too-big": "The mail is too large.",
    "too-many-parts": "The mail has too many parts.",
    "nested-too-deep": "The mail has mails in mails, too many of them.",
    "no-text": "The mail holds no text, or only pictures.",
    "head-too-long": "Its head lines are too long.",
    "text-too-long": "Its text is too long.",
    "undecodable": "The text is in a form that cannot be read.",
})
GRAVE = say.sentences({
    "resign": "{side} gives up. That cannot be taken back.",
    "player": "{player} plays {side} from then on, and your mails prove nothing any more.",
    "consent": "You consent to the proposal of entry {entry}. It is carried out when all have consented who must.",
    "withdraw": "Orders of {side} that are recorded and have not been used yet count no more.",
})
TONES = {verdicts.RECORDED: "good", verdicts.REPEATED: "good", verdicts.HELD: "open", verdicts.LATER: "open"}


# -- answers to a player ----------------------------------------------------------------------------------------


def acknowledge(campaign: Campaign, mail: Mail, handled: Sequence[Handled], account: Account | None, now: datetime,
                copy: str = "") -> EmailMessage:
    """The answer to what a player's mail held, all of it of one side.

    Args:
        campaign: as it stands after that. copy: another address that has been proved to be the player's, "" for none.
    """
    side = next((each.side for each in handled if each.side), "")
    with speaking_to(campaign, side):
        body: list[Part] = []
        if len(handled) > 1:
            body.append(_summary(handled))
        for each in handled:
            if len(handled) > 1:
                body.append(Heading(_where(each.block.where), 1))
            body += _handled(campaign, each)
        recorded = any(each.verdict == verdicts.RECORDED for each in handled)
        body += _onward(campaign, side, now)
        if any(each.verdict == verdicts.REFUSED and not (each.about.get("why") or each.checked and each.checked.letter)
               for each in handled):
            body += forms.to_fill_in(campaign, side)
        elif recorded:
            body.append(say("To change orders that have not been used yet, or to send more, reply to this mail with "
                            "the header lines (Campaign, Turn, Side) and the orders. What comes later replaces what "
                            "was sent before for the same phase."))
        kind = DONE if any(each.proof in AFTERWARDS for each in handled) else ANSWER
        return _answer(campaign, side, Purpose(kind, _hash(mail), REPLIED), body, account, mail, copy)


def nothing(campaign: Campaign, side: str, mail: Mail, account: Account | None, now: datetime,
            copy: str = "") -> EmailMessage:
    """The answer to a player's mail in which no orders were found: what is awaited, and a draft to fill in."""
    with speaking_to(campaign, side):
        body: list[Part] = [
            Outcome(say("Nothing was recorded: no orders were found in your mail."), "bad"),
            say("Orders begin with header lines like “Campaign: {campaign}”. Lines that begin with # do not count.",
                campaign=campaign.name),
            say("This is the answer of a program. What you want to tell the keeper or another player, write to them.")]
        if mail.attached:
            body.append(say("Attached were: {files}. Orders are read from the mail itself and from text files.",
                            files=listing(mail.attached)))
        body += [*_onward(campaign, side, now), *forms.to_fill_in(campaign, side)]
        if agreements.read(campaign.folder) and side in campaign.senders:
            body += [Heading(say("If you are away")),
                     say("Your deadlines move while you are away: reply to this mail with the lines below, without the "
                         "# in front of each, and the first and the last day instead of the dots, like 2026-12-24. A "
                         "letter “back” with the same first two lines takes that back."),
                     Verbatim(forms.form(campaign, side, absences.form(campaign, side)))]
        return _answer(campaign, side, Purpose(ANSWER, _hash(mail), REPLIED), body, account, mail, copy)


def unfit(mail: Mail, account: Account | None, now: datetime, campaign: Campaign | None = None,
          side: str = "") -> EmailMessage:
    """The answer to a mail that cannot be read: what is wrong with it, and what to send instead."""
    with speaking_to(campaign, side) if campaign else speaking(_language(mail)):
        reasons = in_a_row(FAULTS[fault] for fault in mail.faults if fault in FAULTS)
        body: list[Part] = [
            Outcome(say("Nothing was recorded: your mail cannot be read."), "bad"), *filter(None, [reasons]),
            say("Send the orders as plain text in the mail itself, or as one attached text file.")]
        if campaign and side:
            body += [*_onward(campaign, side, now), *forms.to_fill_in(campaign, side)]
            return _answer(campaign, side, Purpose(ANSWER, _hash(mail), REPLIED), body, account, mail)
        return _to_sender(mail, body, account, campaign)


def ask(campaign: Campaign, mail: Mail, handled: Sequence[Handled], account: Account | None,
        until: datetime | None = None) -> EmailMessage:
    """The question to a player, at the address they are known by, whether a mail in their name is from them; or, where
    that is certain, whether they want what it says.

    Args:
        handled: what was held. until: when it is dropped if they say nothing.
    """
    side = next((each.side for each in handled if each.side), "")
    with speaking_to(campaign, side):
        name = side_name(campaign.game, side)
        is_certain = all(each.proof for each in handled)
        body: list[Part] = [
            Outcome(say("Is this what you want? Reply with the one word “yes”, and it will be recorded for {side}.",
                        side=name)), listed(_weighs(campaign, handled))] if is_certain else [
            Outcome(say("Is this from you? Reply with the one word “yes”, and it will be recorded for {side}.",
                        side=name)),
            say("A mail in your name has arrived, and nothing in it proves that you have sent it. Until you say so, "
                "nothing of it is recorded."),
            *_details(campaign, side, mail)]
        for each in handled:
            body += _as_read(_where(each.block.where), each)
        body.append(say("If you do not want it, reply “no”, or do nothing.") if is_certain else
                    say("If it is not from you, reply “no”, or do nothing."))
        if until is not None:
            body.append(say("Without a word from you it is dropped: {moment}.", moment=moment(campaign, side, until)))
        if not is_certain:
            body.append(say("You are not asked when you reply to a mail of this campaign instead of writing a new one: "
                            "a reply proves itself."))
        return _answer(campaign, side, Purpose(ASK, _hash(mail), REPLIED), body, account, mail)


def _weighs(campaign: Campaign, handled: Sequence[Handled]) -> Iterator[str]:
    """What happens if texts count of which it is certain whose they are, and why they are asked all the same."""
    for each in handled:
        letter = letters.read(each.checked.text) if each.checked and each.reason == verdicts.GRAVE else ()
        if not isinstance(letter, Letter):
            yield say("Some of the text stands in a mail of the desk, too. Look whether all of it is yours.")
            continue
        yield GRAVE[letter.kind].format(
            side=side_name(campaign.game, each.side), entry=letter.values.get("proposal", ""),
            player=name_of(letter.values.get("player", "")))


def too_late(campaign: Campaign, side: str, mail: Mail, account: Account | None, *, recorded: bool) -> EmailMessage:
    """The answer to a player who answers a question a second time, and otherwise than before.

    Args:
        recorded: whether what was held was recorded then; otherwise it was dropped.
    """
    with speaking_to(campaign, side):
        said: list[Part] = [
            Outcome(say("Nothing has changed: what you mean had been recorded before."), "bad"),
            say("Orders that have not been used yet can be changed: send other orders, or a letter that takes them "
                "back.")] if recorded else [
            Outcome(say("Nothing was recorded: what you mean was dropped already."), "bad"),
            say("If it is to count after all, send it once more, as a reply to a mail of this campaign.")]
        return _answer(campaign, side, Purpose(ANSWER, _hash(mail), REPLIED), said, account, mail)


def warn(campaign: Campaign, side: str, mail: Mail, account: Account | None, own: bool = False) -> EmailMessage:
    """What a player is told, at the address they are known by, when somebody else has sent something in their name.

    Args:
        own: it seems to come from their own address, and too many such mails came today to ask about each.
    """
    with speaking_to(campaign, side):
        name = side_name(campaign.game, side)
        body: list[Part] = [
            Outcome(say("Too many mails without any proof came in your name today. This one, with orders for {side}, "
                        "was not looked at, and nothing of it was recorded.", side=name) if own else
                    say("Somebody has sent orders for {side} from an address that is not yours. Nothing of it was "
                        "recorded.", side=name), "bad"),
            *_details(campaign, side, mail),
            say("If it was you: send it again as a reply to a mail of this campaign, from whatever address, or from "
                "the address you are known by. If it was not, you need do nothing.")]
        return _answer(campaign, side, Purpose(WARNING, _hash(mail)), body, account, None)


def stranger(mail: Mail, handled: Sequence[Handled], account: Account | None,
             campaign: Campaign | None = None, reason: str = "") -> EmailMessage:
    """The answer to somebody who plays no side here, or of whom that is not known. It names nobody and holds nothing
    by which they could pass for a player.

    Args:
        campaign: the one they named. reason: of the mail, where it holds no text that was handled.
    """
    with speaking(_language(mail)):
        why = next((each.reason for each in handled if each.reason), reason) or verdicts.NO_CAMPAIGN
        body: list[Part] = [Outcome(REASONS.get(why) or OUTCOMES.get(why) or OUTCOMES[verdicts.STRANGER], "bad")]
        named = next((each.about["campaigns"] for each in handled if each.about.get("campaigns")), ())
        if named:
            body.append(say("Campaigns you play in here: {campaigns}.", campaigns=listing(map(str, named))))
        if why == verdicts.NOT_THEIR_SIDE:
            body.append(say("Who plays may write from any address, by replying to a mail of the campaign; a reply "
                            "proves itself. A new address is recorded by the keeper."))
        body.append(say("This is an answer written by a program, the referee's desk for campaigns played by mail. If "
                        "you know nothing of such a campaign, you need do nothing."))
        return _to_sender(mail, body, account, campaign if why != verdicts.NO_CAMPAIGN else None)


# -- what became of one text --------------------------------------------------------------------------------------


def _handled(campaign: Campaign, handled: Handled) -> Iterator[Part]:
    """What became of one text, its outcome first."""
    checked = handled.checked
    yield _outcome(campaign, handled)
    if handled.verdict == verdicts.RECORDED:
        yield from _recorded(campaign, handled)
    elif handled.verdict == verdicts.REPEATED:
        yield from (_receipt(receipt) for receipt in handled.receipts)
    elif handled.verdict == verdicts.OVERTAKEN and handled.about.get("newer"):
        yield say("The later one was sent on {moment}.", moment=moment(
            campaign, handled.side, times.read(str(handled.about["newer"]))))
        yield say("If you want these instead, send them once more as a new mail.")
    elif handled.verdict == verdicts.REFUSED and handled.about.get("why"):
        yield from handled.about["why"]
        yield from _as_read(say("Your text as it was read"), handled)
    elif handled.verdict == verdicts.REFUSED and checked is not None:
        for problem in checked.problems:
            yield from _problem(campaign, problem, checked.text)
        if checked.more:
            yield say("{more} more problems are not shown.", more=checked.more)
        yield from _as_read(say("Your text as it was read"), handled)


def _outcome(campaign: Campaign, handled: Handled) -> Outcome:
    """The first sentence on a text."""
    tone = TONES.get(handled.verdict, "bad")
    if handled.verdict == verdicts.RECORDED and handled.receipts:
        first = handled.receipts[-1 if handled.receipts[-1].kind == logbook.SUBMISSION else 0]
        if first.kind == logbook.SUBMISSION:
            return Outcome(say("Recorded. The orders of {side} stand in the logbook as entry {entry}.",
                               side=side_name(campaign.game, handled.side), entry=first.entry), tone)
        return Outcome(say("Recorded. It stands in the logbook as entry {entry} ({kind}).", entry=first.entry,
                           kind=logbook.KINDS[first.kind]), tone)
    if handled.verdict == verdicts.REFUSED and handled.checked:
        count = len(handled.checked.problems) + handled.checked.more
        return Outcome(say.plural(count, "NOT recorded: {n} problem. Nothing of this text was recorded.",
                                  "NOT recorded: {n} problems. Nothing of this text was recorded."), tone)
    if handled.verdict == verdicts.REPEATED and handled.receipts:
        return Outcome(say("This was recorded before, as entry {entry}. Nothing was recorded a second time.",
                           entry=handled.receipts[0].entry), tone)
    return Outcome(REASONS.get(handled.reason) or OUTCOMES[handled.verdict], tone)


def _recorded(campaign: Campaign, handled: Handled) -> Iterator[Part]:
    """What was recorded: receipts, what it replaces, the orders as understood, what depends, what is owed next."""
    checked = handled.checked
    for receipt in handled.receipts:
        yield _receipt(receipt)
    yield from (_replaced(campaign, *each) for each in handled.replaced)
    if checked is None:
        return
    if checked.lines:
        yield Heading(say("Your orders as they were understood"))
        yield Listed(tuple((str(line.line), line.text) for line in told.understood(checked)))
        number = campaign.game.narration.rule_number
        yield from told.depending(checked, campaign.game, number)
        lead, owed = told.owed_after(checked, campaign.game, number)
        yield from filter(None, [lead])
        if owed:
            yield listed(owed)
    if any(receipt.kind == logbook.PROPOSAL for receipt in handled.receipts):
        yield from _wanted(campaign, handled.receipts)
    if len(handled.receipts) > 1 and handled.receipts[0].kind == logbook.CONSENT:
        yield say("The proposal is carried out.")


def _receipt(receipt: Receipt) -> str:
    return say("Receipt of entry {entry}: {receipt}", entry=receipt.entry, receipt=receipt.hash)


def _replaced(campaign: Campaign, entry: int, phase: str, is_standing: bool) -> str:
    """Which earlier orders are replaced."""
    name = phase_name(campaign.game, phase)
    if is_standing and phase:
        return say("They replace your standing orders of entry {entry} for {phase}.", entry=entry, phase=name)
    if is_standing:
        return say("They replace your standing orders of entry {entry} that name no phase.", entry=entry)
    if phase:
        return say("They replace your orders of entry {entry} for {phase}.", entry=entry, phase=name)
    return say("They replace your orders of entry {entry} that name no phase.", entry=entry)


def _wanted(campaign: Campaign, receipts: Sequence[Receipt]) -> Iterator[Part]:
    """Whose consent a proposal waits for."""
    made = campaign.entries[next(receipt.entry for receipt in receipts if receipt.kind == logbook.PROPOSAL)]
    missing = [side_name(campaign.game, side) for side in
               (consent.missing(campaign, made) if made["type"] == logbook.PROPOSAL else ())]
    if missing:
        yield say("It takes place when these have consented: {sides}. They are told.", sides=listing(missing))


def _problem(campaign: Campaign, problem: Problem, text: str) -> Iterator[Part]:
    """A problem: where, what is wrong, the words at fault underlined, the nearest legal thing."""
    sentence = told.sentence(problem, campaign.game) + (
        f" [{campaign.game.narration.rule_number(problem.rule)}]" if problem.rule else "")
    yield labelled(say("Line {line}", line=problem.span.line), sentence) if problem.span.line > 0 else sentence
    if source := told.source(problem, text, SHOWN):
        yield Verbatim(source, aligned=True)
    if order := told.nearest(problem, campaign.game):
        yield say("Nearest legal: {order}", order=order)


def _as_read(title: str, handled: Handled) -> Iterator[Part]:
    """A text with the numbers of its lines, without those that order nothing: a form that was filled in has dozens."""
    lines = [(number, line) for number, line in enumerate(_words(handled).splitlines(), 1)
             if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return
    yield Heading(title)
    wide = len(str(lines[-1][0]))
    yield Verbatim(tuple(shown.rstrip() for number, line in lines[:MOST_LINES] for shown in wrap(
        visible(line), first=f"{pad(str(number), wide, right=True)} | ", rest=f"{' ' * wide} | ")))
    if len(lines) > MOST_LINES:
        yield say("… and {count} more lines", count=len(lines) - MOST_LINES)


def _words(handled: Handled) -> str:
    checked = handled.checked
    return checked.text if checked and checked.text else handled.block.data.decode(errors="replace")


# -- what stands in several answers ---------------------------------------------------------------------------------


def _summary(handled: Sequence[Handled]) -> Outcome:
    """The outcome of a mail that held several texts."""
    recorded = sum(each.verdict == verdicts.RECORDED for each in handled)
    before = sum(each.verdict == verdicts.REPEATED for each in handled)
    counts = ((recorded, say("{n} recorded", n=recorded)), (before, say("{n} recorded before", n=before)),
              (len(handled) - recorded - before, say("{n} NOT recorded", n=len(handled) - recorded - before)))
    return Outcome(say("Your mail held {count} texts: {told}.", count=len(handled),
                       told=listing(words for count, words in counts if count)),
                   "good" if recorded + before == len(handled) else "bad")


def _where(where: str) -> str:
    """The place of a text in a mail."""
    if where in ("text", "page"):
        return say("The text of the mail")
    return say("The text quoted in the mail") if where == "quoted" else say("The file {name}", name=plain(where))


def _details(campaign: Campaign, side: str, mail: Mail) -> Iterator[Part]:
    """From whom a mail claims to be, and when it came."""
    told = [labelled(say("From"), reports.header(f"{mail.name} <{mail.sender}>".strip()))]
    if mail.subject:
        told.append(labelled(say("Subject"), reports.header(mail.subject)))
    if arrived := mail.received or mail.date:
        told.append(labelled(say("Arrived"), moment(campaign, side, arrived)))
    yield Quoted("\n".join(told))


def _onward(campaign: Campaign, side: str, now: datetime) -> Iterator[Part]:
    """Who is waited for, and until when."""
    found = sentences(campaign, now, side)
    if found:
        yield Heading(say("How it goes on"))
        yield listed(found)


def _answer(campaign: Campaign, side: str, purpose: Purpose, body: Sequence[Part], account: Account | None,
            mail: Mail | None, copy: str = "") -> EmailMessage:
    """A mail to a player, at the address they are known by."""
    to, other = forms.known(campaign, side, account), reports.addresses([copy])
    other = tuple(each for each in other if each.addr_spec.casefold() not in {each.addr_spec.casefold() for each in to})
    return compose(purpose, body, to=to or other, copy=other if to else (), subject=subject_of(campaign),
                   account=account, campaign=campaign, side=side, answers=mail)


def _to_sender(mail: Mail, body: Sequence[Part], account: Account | None, campaign: Campaign | None) -> EmailMessage:
    """A mail to whoever wrote, which carries no token."""
    subject = reports.header(f"[{campaign.name}]") if campaign else say("Your mail")
    return compose(Purpose(ANSWER, _hash(mail), REPLIED), body, to=reports.addresses([mail.sender]), subject=subject,
                   account=account, campaign=None, side="", answers=mail)


def _language(mail: Mail) -> str:
    """The language somebody nobody knows is answered in: Japanese where they write it."""
    return "ja" if _KANA.search(mail.subject + mail.words) else ENGLISH


def _hash(mail: Mail) -> str:
    return hashlib.sha256(mail.raw).hexdigest()
