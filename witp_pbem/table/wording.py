"""The table's own sentences, and how a game's catalogue and this one are read.

Problems and demands carry codes and values; here are the words for those that belong to no game: the form of
orders files, manual dice and cards, and the campaign's bookkeeping.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from witp_pbem.table import phrase
from witp_pbem.table.acts import DEPENDS, HIDDEN, UNTIL
from witp_pbem.table.demand import Demand, Sacrifice, Understood
from witp_pbem.table.dice import Die
from witp_pbem.table.language import ENGLISH, JAPANESE, at_once, labelled, language, listing, parts, say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import OrderValue, Problem
from witp_pbem.table.tokens import ANYWAY, ANYWAY_IN_JAPANESE


class Sentences(Protocol):
    """A catalogue of a game, for the language spoken.

    What follows the colon of a placeholder names the vocabulary its value is looked up in: "{side:side}" with "blue"
    gives "the Blue side".

    Attributes:
        problems, demands, phrases: code -> sentence with placeholders.
        words: name of a vocabulary -> (code -> word), or a function of the value.
    """

    @property
    def problems(self) -> Mapping[str, str]: ...

    @property
    def demands(self) -> Mapping[str, str]: ...

    @property
    def phrases(self) -> Mapping[str, str]: ...

    @property
    def words(self) -> Mapping[str, Any]: ...


PROBLEMS: Mapping[str, str] = say.sentences({
    "card-in-hand": "{card} is already in a hand.",
    "no-such-ruling": "This game has no such ruling.",
    "one-order-a-ruling": "The quotation marks have to hold exactly one order; these hold {found}.",
    # what a campaign is to begin with
    "position-field": "In the position, {field} {wrong}.",
    "data-entry": "In {file}, {entry} {wrong}.",
    "own-data-entry": "{entry} {wrong}.",
    # files written by hand (YAML)
    "yaml-large": "The file has {size} bytes; data files have at most {limit}.",
    "yaml-empty": "Nothing stands in this file.",
    "yaml-many": "The file has more than {limit} entries; the rest is not read.",
    "yaml-deep": "Lists and tables are nested more than {limit} deep; the rest is not read.",
    "yaml-documents": "A second document begins here; the rest is not read. Write one to a file, without “---”.",
    "yaml-key": "The key of an entry has to be one word or text; the rest is not read.",
    "yaml-key-twice": 'The key "{key}" stands twice in one table; it is in line {line} already.',
    "yaml-alias": 'The alias "*{name}" is not followed: write out what it stands for.',
    "yaml-anchor": 'The anchor "&{name}" has no meaning here: leave it out, and write out what it marks wherever it is '
                   'needed.',
    "yaml-tag": 'The tag "{name}" has no meaning here: leave it out, or put a text that begins so in quotation marks.',
    "yaml-number": "A number as long as this cannot be used.",
    "yaml-tab": "YAML takes no tabs: write blanks. The rest is not read.",
    "yaml-colon": "A second colon, or an entry indented without need. A text with a colon in it stands in quotation "
                  "marks. The rest is not read.",
    "yaml-open": "A bracket, a brace or a quotation mark that was opened before is not closed up to here ({error}). "
                 "The rest is not read.",
    "yaml-syntax": "This is no YAML ({error}). The rest is not read.",
    # the file
    "file-too-large": "The file has {size} bytes; orders files have at most {limit}.",
    "not-utf-8": "This is not plain text: from here on the bytes are not UTF-8. Save the file as plain text (UTF-8).",
    "not-plain-text": "This is a file of a word processor ({endings}): open it there, choose Save As or Export, take "
                      "Plain Text (.txt) with the encoding UTF-8, and give that file.",
    "not-text": "There is a control character here, so this is not a plain-text file.",
    "empty-file": "There are no orders in this file.",
    "too-many-lines": "The file has {count} lines; at most {limit} are read.",
    "empty-block": 'There is no order between "{word}" and "end".',
    "too-many-orders": "The file has {count} orders; at most {limit} are read.",
    # header and blocks
    "unknown-phase": 'No phase is called "{word}". The phases are {phases:phase}.',
    "header-twice": 'The header line "{key}:" appears a second time here, with a different value.',
    "blocks-too-deep": 'Blocks are nested more than {limit} deep. Close one with "end" first.',
    "end-without-when": 'This "end" closes nothing: no "when", "if", "unless" or "standing" is open.',
    "when-without-end": 'This "{word}" is never closed. Write "end" after its last order.',
    "no-conditions": '"{word}" begins a conditional order. This game has none: an order is used when it is its turn.',
    "standing-twice": 'One "standing" block is inside another; an order can end only once.',
    "standing-without-end": 'Say how long: "standing until turn 8" or "standing until cancelled".',
    "else-without-order": 'After "else" there must be another order, to be used in place of the one before it.',
    "else-without-first": 'There is no order directly before this "else" for the next one to replace. For the '
                          'opposite of an "if", write another block: "unless … end".',
    "missing-header": 'The header has no line "{key}:".',
    "wrong-campaign": 'These orders are for the campaign "{given}"; this one is "{campaign}".',
    "wrong-turn": "These orders are for turn {given}; the campaign is in turn {turn}.",
    "unknown-side": 'Nobody sends orders as "{given}". The names are {sides}.',
    "side-open": 'Nobody plays {given:side} yet: who plays which side is settled in the game. Until then orders are '
                 "sent as {sides}.",
    "side-settled": 'It is settled who plays which side: "{given}"{player} plays {side:side} now.',
    "stale": "These orders were written after {given}, but the campaign has moved on: its last sitting is {last}. Get "
             "the new report, look at your orders again, and put the new hash in their header.",
    "not-a-hash": '"{key}:" must be followed by the hash of the last sitting, or at least its first {length} digits.',
    "game-over": "The game is over; no more orders can be given.",
    "luck-too-long": "The luck word has {length} characters; at most {limit} are allowed.",
    "add-yes-or-no": '"Add:" is followed by yes or no, not by "{given}": whether these orders add to the earlier ones '
                     "or replace them.",
    "phase-over": 'The phase {phase:phase} of turn {turn} is over; "{keyword:order}" can no longer be ordered in it.',
    "wrong-phase": 'Nothing asks for "{keyword:order}" in the phase {phase:phase}; it belongs to: {phases:phase}.',
    "never-asked": 'This "{keyword:order}" is never asked for: the phase {phase:phase} is over before its turn comes, '
                   'because there is a pass above it or the rules leave nothing to decide.',
    "loses-units": "This would lose {units:unit}, which you can keep with another order. If you mean it, end the order "
                   'with "anyway".',
    "talk-within-line": 'What begins with "{word}:" is said to the other players. Write it on a line of its own, below '
                        "or above the orders.",
    "talk-with-header": '"{key}" stands in what is to be said to the other players. If orders begin there, begin a new '
                        "line with it; if not, leave out the colon.",
    "talk-owes-order": "Your last order was illegal, and a decision is owed. Say this together with the order.",
    "talk-spends-link": "A link of a chain waits for the next dice, and whatever is recorded now would spend it. Say "
                        "this together with your next orders.",
    "talk-of-referee": '"Say:" is for players. The referee writes a note (“witp-pbem letter note”).',
    "nothing-ordered": "The header is right, but no order follows it. In a file made by `orders`, remove the # in "
                       "front of the orders you want.",
    # letters
    "not-a-letter-line": '"{line}" is not a line of a letter: every line has the form "Key: value".',
    "unknown-letter": 'There is no kind of letter called "{kind}"; the kinds are: {kinds}.',
    "key-not-of-letter": 'A letter of the kind "{kind}" has no line "{key}:".',
    "word-too-late": "Founding words are accepted only until the first sitting is closed, and it has been.",
    "word-sent-already": "A founding word from {side:side} is already recorded; it cannot be changed.",
    "no-chain": "{side:side} has no chain of their own, and no link to give.",
    "not-64-digits": '"{key}:" must be followed by 64 digits, 0 to 9 and a to f.',
    "not-a-number": '"{key}:" must be followed by a number.',
    "link-not-next": "This is link {number} of the chain of {side:side}; the next to be recorded is link {due}. Every "
                     "link is recorded, in order; a letter that was lost can be made again for the same hash.",
    "link-of-no-chain": "This is not link {number} of the chain of {side:side}: its hash is not the link before. Make "
                        "it with the chain file whose anchor stands in the logbook, and name the right side.",
    "head-unknown": "No entry here has the hash this link was given for ({head}…). Send the holder the hash of the "
                    "last entry.",
    "link-not-proved": "This link shows that link {number} of {side:side} was not given for what entry {entry} says: "
                       "the letter recorded there was altered, or made incorrectly. Compare it with the chain file "
                       "(`witp-pbem verify DIR --chain FILE`), and do not play on until it is clear who did this.",
    "link-waits": "Link {number} of {side:side} is already waiting for the next sitting (entry {entry}): anyone who "
                  "had two could choose between dice.",
    "one-letter-a-batch": "This batch has another letter of the same kind from {side:side}. Record them one after the "
                       "other.",
    "sealed-already": "This same seal has already been recorded.",
    "fits-no-seal": "These are not orders that {side:side} has sealed and not yet revealed: their seal would be "
                    "{seal}….",
    "seal-not-next": "This reveals the seal of entry {entry}; that of entry {first} was made earlier and must be "
                     "revealed first.",
    "reveal-unreadable": "What this letter reveals cannot be read: lines are missing or changed. Send it again, "
                         "preferably as an attachment.",
    "reveal-of-no-orders": "What this letter reveals is itself a letter, or has already been revealed; only orders "
                           "are sealed.",
    "reveal-of-another": "What was sealed as entry {entry} has a name other than {side:side} in its header, or its "
                         "signature was not kept separate from the text.",
    "letter-too-long": "The text has {length} characters; at most {limit} are allowed.",
    "letter-about": "This cannot be right: {why}",
    "referee-decides": "Nobody needs to consent here: the keeper decides. Ask with a protest or a note.",
    "proposes-nothing": 'This letter proposes nothing: name a point to go back to ("To: turn 3"), or write rulings as '
                        'lines that begin with "ruling".',
    "no-proposal": 'Entry "{given}" is not a proposal.',
    "other-proposal": "The proposal has a different hash ({hash}…, not {given}…): consent only to what you have seen.",
    "proposal-done": "The proposal of entry {entry} has already been carried out.",
    "proposal-lapsed": "The proposal of entry {entry} has lapsed: the campaign has moved on since. Propose it again.",
    "own-proposal": "The proposal of entry {entry} is your own: by making it you consented.",
    "consent-alone": "A consent is recorded on its own, because it may change the position. Submit the other files "
                     "afterwards.",
    "after-elsewhere": "No entry of this logbook has the hash {given}…: this was written for another campaign.",
    "nothing-to-withdraw": "{side:side} has sent nothing for turn {turn} that could be taken back.",
    "not-to-withdraw": "Entry {number} is not a submission of {side:side} for turn {turn} that could be taken back; "
                       "these are: {these}.",
    "no-entry-number": '"{given}" is not the number of an entry.',
    "sitting-closed": "The next sitting has been closed already: its dice may be known. Adjudicate first.",
    "nothing-to-give-up": "Who plays which side is not settled yet; there is nothing to give up.",
    "player-unfit": '"{given}" cannot be a player: write "Name <address>" on one line, at most {limit} characters, '
                    'all of them visible.',
    "player-same": "{player} already plays {side:side}; nothing would change.",
    "player-over": "The game is over: a name or an address can be corrected, but no new key or chain can begin.",
    "player-without-key": "In this campaign everything must be signed: name the public key of whoever plays "
                          "{side:side} from now on.",
    "player-key": "This key cannot be used: {why}",
    "player-key-taken": "Somebody else has, or had, this key, so a signature would not show who signed. Whoever plays "
                        "{side:side} must make a new one.",
    "player-alone": "A change of player is recorded on its own, because it may change the keys. Submit the other "
                    "files afterwards.",
    "anchor-published": "This hash is already in the logbook; a chain that begins there would give dice away in "
                        "advance. Make a new chain with `witp-pbem key chain`.",
    "reason-too-long": "The reason has {length} characters; at most {limit} are allowed.",
    # signatures
    "signature-garbled": "The signature that begins here was cut off or changed on the way, and cannot be read. Send "
                         "the signed file again, preferably as an attachment.",
    "signature-kind": "The signature that begins here was made with a key of the kind {kind}; only Ed25519 keys "
                      "(ssh-ed25519) are accepted.",
    "signature-namespace": 'The signature that begins here was made for "{given}", not for "{wanted}". Sign with '
                           "`witp-pbem key sign`, or with `ssh-keygen -Y sign -n {wanted}`.",
    "signature-wrong": "The signature that begins here does not belong to this text: the text was changed after it "
                       "was signed, or a different text was signed. Sign the text as it is now.",
    "text-behind-signature": 'There is more text after the signature, which is not signed: "{line}". Delete it, or '
                             'put it before the signature and sign again.',
    "signature-missing": "In this campaign everything {side:side} sends must be signed, and there is no signature "
                         "here. Sign the file with `witp-pbem key sign FILE --key KEY` and send both files.",
    "signature-without-key": "This campaign has no key for {side:side}, so this signature proves nothing. Send the "
                             "text without it.",
    "signature-of-another": "The signature is valid, but was not made with the key in force for {side:side}: it was "
                            "made with {key}. Sign the file again with the right key.",
    "signature-used": "Exactly this text with this signature has already been recorded, {where}. To send it again, "
                      "change something in it (a comment will do) and sign that.",
    "signature-mixed": "A signed file of the referee holds either rulings or dice and cards: rulings are recorded in "
                       "clear, with the whole file. Make two files.",
    # words
    "unknown-order": 'No order begins with "{word}".',
    "unknown-word": '"{word}" is not understood here; expected: {wanted:wanted}.',
    "unexpected-word": '"{word}" cannot stand here; expected: {wanted:wanted}.',
    "order-breaks-off": 'The order "{keyword:order}" breaks off; expected: {wanted:wanted}.',
    "name-and-id-differ": "{name} is not {id}.",
    "two-meanings": "{name} can mean {ids}; write behind it which you mean.",
    "two-units": "{name} can mean {units:unit}; write the whole name of the one you mean.",
    "two-places": "{name} can mean {places:place}; write behind it which you mean.",
    "two-kinds": "{name} can mean {wanted:wanted}.",
    # dice, cards and rulings
    "no-such-face": "A die shows {dice}, not {number}.",
    "card-not-in-deck": "{card} is not in the deck {deck}.",
    "unknown-card": 'No card is called "{card}".',
    "referee-only": 'Only the referee can write "{keyword:order}".',
    "not-for-referee": 'The referee plays no side, and cannot order "{keyword:order}". '
                       "A decision for a player is a ruling.",
    "dice-not-manual": "In this campaign the program rolls the dice itself, from the hash chain its founding "
                      "names; dice and cards cannot be typed in.",
})

# What alone was expected where a word stands that is not understood -> the sentence for that.
UNKNOWN_NAMES: Mapping[str, str] = say.sentences({
    "a place": 'There is no place called "{word}".',
    "a unit": 'There is no unit called "{word}".',
    "a card": 'There is no card called "{word}".',
})

DEMANDS: Mapping[str, str] = say.sentences({
    "dice": "roll dice for {label}: {count} still needed ({low} to {high})",
    "card": "draw a card from the deck {deck} for {side:side}",
    "face-down": "look at the face-down card {slot}",
})

# What orders given ahead wait for in any game.
PHRASES: Mapping[str, str] = say.sentences({"cancelled": "cancelled"})

# What is expected where something else stands; games have more in their own vocabulary "wanted".
WANTED: Mapping[str, str] = say.vocabularies({"wanted": (
    "a place",
    "a unit",
    "a closing bracket ]",
    "the end of the order",
    "a die",
    "the side that drew it",
    "a card",
    "a side",
)})["wanted"]


class _Places(string.Formatter):
    """Fills the placeholders of a sentence."""

    def __init__(self, words: Mapping[str, Any]) -> None:
        self.words = words

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, str]:
        return kwargs.get(field_name, f"({field_name})"), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        vocabulary = self.words.get(format_spec, {})
        if callable(vocabulary):
            return str(vocabulary(value))
        if isinstance(value, list | tuple) and not isinstance(value, Die):
            return listing(str(vocabulary.get(str(item), plain(item))) for item in value) or str(vocabulary.get("", ""))
        return str(vocabulary.get(str(value), plain(value)))


def fill(sentence: str, values: Mapping[str, Any],
         words: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The sentence with its values; lists are joined with commas, a missing value is named in brackets."""
    return _Places(words).vformat(sentence, (), values)


def plain(value: Any) -> str:
    """A value as a reader sees it."""
    if isinstance(value, Die):
        return say("{first} to {last}", first=value.first, last=value.last)
    if isinstance(value, list | tuple | set | frozenset):
        return listing(plain(item) for item in value)
    if isinstance(value, Mapping):
        return listing(f"{plain(key)} {plain(item)}" for key, item in value.items())
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return say("nothing") if value is None else str(value)


def problem_sentence(problem: Problem, catalogue: Sentences | None = None) -> str:
    """The sentence for a problem: the game's own if it has one, else the table's. Where there is a sentence for the
    number of what was found ("too-few-units 1"), it is that."""
    own_sentences = catalogue.problems if catalogue else {}
    sentence = (own_sentences.get(f"{problem.code} {problem.values.get('found')}")
                or own_sentences.get(problem.code) or PROBLEMS.get(problem.code))
    if problem.code == "unknown-word":
        sentence = UNKNOWN_NAMES.get(str(problem.values.get("wanted")), sentence)
    if sentence is None:
        named = parts(f"{key} {plain(value)}" for key, value in problem.values.items())
        code = problem.code.replace("-", " ")
        return labelled(code, named) if named else code
    own = catalogue.words.get("wanted", {}) if catalogue else {}

    def wanted(what: str | Sequence[str]) -> str:
        if not isinstance(what, str):
            return listing(map(wanted, what))
        spoken = own.get(what, what)
        return str(spoken if spoken != what else WANTED.get(what, what))

    return _filled(sentence, problem.values, catalogue, {"wanted": wanted})


def _filled(sentence: str, values: Mapping[str, Any], catalogue: Sentences | None,
            more: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The sentence with its values in the words of a catalogue (and `more` vocabularies), phrases among them worded."""
    words = {**catalogue.words, **more} if catalogue else more
    return fill(sentence, {key: _phrases_worded(value, catalogue) for key, value in values.items()}, words)


def _phrases_worded(value: Any, catalogue: Sentences | None) -> Any:
    """A value with each phrase in it put into words."""
    if isinstance(value, Phrase) or isinstance(value, Mapping) and "code" in value:
        return phrase_words(value, catalogue)
    if isinstance(value, list | tuple) and not isinstance(value, Die):
        return [_phrases_worded(item, catalogue) for item in value]
    return value


def phrase_words(spoken: Phrase | Mapping[str, Any], catalogue: Sentences | None = None) -> str:
    """The words of a phrase, or of the JSON value of one. Those of a condition can follow "because" and "waits for"."""
    if not isinstance(spoken, Phrase):
        if not isinstance(spoken, Mapping) or "code" not in spoken:
            return plain(spoken)  # a logbook may hold anything there
        spoken = phrase.read(spoken)
    if spoken.code == "unless":
        return say("it is not the case that {condition}",
                   condition=phrase_words(spoken.values.get("condition", ""), catalogue))
    if spoken.code == "all":
        return at_once(phrase_words(condition, catalogue) for condition in spoken.values.get("conditions", ()))
    sentence = (catalogue.phrases.get(spoken.code) if catalogue else None) or PHRASES.get(spoken.code)
    if sentence is None:
        named = parts(f"{key} {plain(value)}" for key, value in spoken.values.items())
        return labelled(spoken.code, named) if named else spoken.code
    return _filled(sentence, spoken.values, catalogue)


def hint_sentence(demand: Demand, catalogue: Sentences) -> str:
    """The game's advice on a decision, or on windows where it has none on that one; "" where there is none."""
    hints = catalogue.words.get("hint", {})
    code = "window" if demand.window and demand.code not in hints else demand.code
    if demand.hint is None and "{" in hints.get(code, ""):
        return ""
    return _about(catalogue, "hint", code, demand.hint or {})


def remedy_sentence(problem: Problem, catalogue: Sentences) -> str:
    """What must change for an order to become legal; "" where that cannot be said in general."""
    return _about(catalogue, "remedy", problem.code, problem.values)


def _about(catalogue: Sentences, vocabulary: str, code: str, values: Mapping[str, Any]) -> str:
    sentence = catalogue.words.get(vocabulary, {}).get(code)
    return _filled(sentence, values, catalogue) if sentence else ""


def order_words(value: Mapping[str, Any] | None, write: Callable[[Mapping[str, Any]], str]) -> str:
    """A recorded order in full words, "" for silence. A logbook may hold anything: what is no order stands as it is.

    Args:
        write: the writer of orders of the game (`Game.write`).
    """
    if value is None:
        return ""
    try:
        return write(value)
    except (AttributeError, KeyError, TypeError, ValueError):
        return plain(value)


def triggered_sentence(because: Phrase | Mapping[str, Any], catalogue: Sentences | None = None) -> str:
    """Why an order given ahead answers (`Triggered.because`)."""
    because = phrase.read(because)
    conditions = [phrase_words(condition, catalogue) for condition in because.values.get("conditions", ())]
    instead = because.values.get("instead")
    if isinstance(instead, Mapping) and "code" in instead:
        conditions.append(instead_sentence(instead))
    return at_once(conditions or [say("what it waited for has happened")])


def instead_sentence(illegal: Phrase | Mapping[str, Any]) -> str:
    """Says that an order replaces another, which is illegal for a reason."""
    problem = _problem(phrase.read(illegal))
    return (say("the order it stands in for is illegal: {problem}", problem=problem) if problem else
            say("the order it stands in for is illegal"))


def cancelled_sentence(because: Phrase | Mapping[str, Any]) -> str:
    """Why an order given ahead no longer counts (`Cancelled.because`)."""
    because = phrase.read(because)
    if because == UNTIL:
        return say("this standing order has reached its end")
    if because == DEPENDS:
        return say("it comes after one that is illegal")
    problem = _problem(because)
    return say("it is illegal: {problem}", problem=problem) if problem else say("it is illegal")


def undone_sentence(undone: Phrase, game: Any) -> str:
    """An item of a list that has not been done, and why (`pending.undone`), without the rule."""
    order, code = order_words(undone.values.get("order"), game.write), str(undone.values.get("problem", ""))
    if not code:
        return say("{order} – a pass came before it", order=order)
    problem = Problem(code, "illegal", str(undone.values.get("rule", "")), undone.values.get("values", {}))
    return say("{order} – {problem}", order=order, problem=problem_sentence(problem, game.catalogue))


def _problem(illegal: Phrase) -> str:
    """A problem named by its code and rule; "" where that is hidden. The code is English, so in other languages only
    the rule names it."""
    rule = str(illegal.values.get("rule", ""))
    if illegal == HIDDEN or language() != ENGLISH:
        return rule
    code = str(illegal.values.get("problem", "")).replace("-", " ")
    return f"{code} ({rule})" if rule else code


QUESTIONS = say.vocabularies({"question": {"card": "which card is it?", "is": "is it {card}?"}})["question"]


def tested_sentence(slot: str, question: str, answer: bool | str, catalogue: Sentences) -> str:
    """What was asked about a face-down card, and the answer; a game words its own questions (vocabulary "question"),
    what stands behind the first word of one as `card`."""
    code, _, card = question.partition(" ")
    asked = {**QUESTIONS, **catalogue.words.get("question", {})}.get(code, question)
    return say("{slot}: {question} – {answer}", slot=slot, question=fill(asked, {"card": card}), answer=plain(answer))


def meant_sentence(problem: Problem) -> str:
    """The question what a misspelt word was meant for, "" where nobody can say."""
    is_asked = problem.suggestion and problem.kind == "invalid" and not is_header_line(problem.suggestion)
    return say("Did you mean {words}?", words=problem.suggestion) if is_asked else ""


def proposal_sentence(problem: Problem, game: Any) -> str:
    """What to write instead, to be copied; "" where nothing is known, or only what a word was meant for."""
    legal = nearest_legal(problem, game)
    if not legal or meant_sentence(problem):
        return ""
    if is_header_line(legal):
        return say("Write: {line}", line=legal)
    return say("For example: {words}", words=legal) if problem.kind == "ambiguous" else \
        say("Nearest legal: {order}", order=legal)


def is_header_line(words: str) -> bool:
    """Whether what is suggested is a line of the header, "Turn: 1"."""
    return re.match(r"[A-Z][a-z]+: ", words) is not None


def nearest_legal(problem: Problem, game: Any) -> str:
    """The nearest legal order, or what was meant most likely, as a player would write it; "" where none is known."""
    if problem.instead is None:
        return problem.suggestion
    return str(game.write(problem.instead)) + (f"  # {problem.note}" if problem.note else "")


REMARKS: Mapping[str, str] = say.sentences({"sacrifice": "loses {units:unit}, which another order keeps"})


def sacrifice_remark(sacrifice: Sacrifice, catalogue: Sentences) -> str:
    """What an answer costs needlessly, as a remark on the order."""
    return _filled(REMARKS["sacrifice"], {"units": sacrifice.units}, catalogue)


def offered_words(demand: Demand, choice: OrderValue, game: Any) -> str:
    """A choice as an order that answers: where it costs units needlessly and does not name them, with "anyway"."""
    words, verdict = str(game.write(choice)), demand.judge(game.read_value(choice))
    if not isinstance(verdict, Understood) or verdict.sacrifice is None or verdict.sacrifice.named:
        return words
    return f"{words} {ANYWAY_IN_JAPANESE if language() == JAPANESE else ANYWAY}"


def side_name(side: str, catalogue: Sentences) -> str:
    """A side as it stands alone, in a heading or a list."""
    return str(catalogue.words.get("side-name", {}).get(side, side.capitalize()))


def demand_sentence(code: str, about: Mapping[str, Any], catalogue: Sentences | None, side: str) -> str:
    """The sentence for what a side owes. For what the referee owes, dice and cards, the table has the words."""
    asked = catalogue.demands if catalogue and side != REFEREE else {}
    sentence = asked.get(code) or DEMANDS.get(code)
    if not sentence:
        return code.replace("-", " ")
    return _filled(sentence, about, catalogue)
