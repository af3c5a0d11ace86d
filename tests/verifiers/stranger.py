"""A verifier as a stranger would write it: from docs/logbook-format.md alone, in plain Python, sharing nothing with the
program. Even the forms of entries are read out of the tables of that page. Where it must know more than the page says,
the page is wrong."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from typing import Any

Record = dict[str, Any]
PLAYED = {"submission", "sealed", "ruling", "withdrawal", "closed", "sitting", "finish"}
EMPTY: tuple[Any, ...] = (None, False, "", [], {})
SPENDING = {"word", "ruling", "withdrawal", "finish", "player"}


class Wrong(Exception):  # noqa: N818 - a fact about a logbook
    """The logbook does not hold."""


def need(holds: object, what: str) -> None:
    if not holds:
        raise Wrong(what)


def canonical(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def commitment(salt: str, content: Any) -> str:
    return sha256(bytes.fromhex(salt) + canonical(content))


def mac(key: str, *message: Any) -> str:
    return hmac.digest(bytes.fromhex(key), canonical(message), "sha256").hex()


def below(size: int, bound: int, key: str, *message: Any) -> int:
    """A number made of the first fitting `size` bytes of HMACs."""
    attempt = 0
    while True:
        block = bytes.fromhex(mac(key, *message, attempt))
        for start in range(0, 32, size):
            number = int.from_bytes(block[start:start + size], "big")
            if number < 256**size - 256**size % bound:
                return number % bound
        attempt += 1


class Forms:
    """The forms of entries, objects and acts, as the page has them: name -> each way it can look, field -> form."""

    def __init__(self, page: str) -> None:
        self.known: dict[str, list[dict[str, str]]] = {}
        head, _, rest = page[page.index("## Entries"):].partition("### founding")
        common, letter = (self._table(each) for each in head.split("An entry whose heading says")[:2])
        types, _, rest = rest.partition("## Objects")
        for part in f" founding{types}".split("\n### ") if types else ():
            title = part.split("\n")[0].split()
            fields, *others = [self._table(each) for each in re.split(r"\n\n(?=\|)", part)[1:] or [""]]
            more = letter if "(letter)" in title else {}
            self.known[f"entry {title[0]}"] = [{**common, **more, **fields}]
            if others:
                self.known["luck"] = others
        for name, fields in re.findall(r"^\| (\w+) \| `\{(.*?)\}` \|", rest, re.MULTILINE):
            kind = "act" if "## Acts" in rest[:rest.index(f"| {name} | `{{{fields}")] else name
            self.known.setdefault(kind, []).append(dict(re.findall(r'"(\w+)": ([^,]+|[^"]+""|…)', fields))
                                                   | ({"…": ""} if "…" in fields else {}))
        order = re.findall(r"`(\w+)`", rest[rest.index("## Acts"):].split(".")[0])
        self.known["act"].sort(key=lambda fields: order.index(next(iter(fields))))

    @staticmethod
    def _table(text: str) -> dict[str, str]:
        return {name: form.strip() for name, form in re.findall(r"^\| `(\w+)` \|([^|]*)\|", text, re.MULTILINE)}

    def fits(self, value: Any, form: str) -> bool:
        """Whether a value has a form, in the words of the page."""
        if form.startswith("list of "):
            parts = [each.partition(" of ") for each in form[8:].split(" or ")]
            one = " or ".join(re.sub(r"(?<=h)es$|s$", "", word) + of + rest for word, of, rest in parts)
            return isinstance(value, list) and all(self.fits(each, one) for each in value)
        if form.startswith("map to "):
            return isinstance(value, dict) and all(self.fits(each, form[7:]) for each in value.values())
        if " or " in form:
            return any(self.fits(value, each) for each in form.split(" or "))
        if form[0] == "`":
            return type(value) in (int, str) and str(value) == form.strip("`")
        if form in ("true", "false", "null") or form[0] == '"':
            return type(value) is type(json.loads(form)) and value == json.loads(form)
        if length := re.fullmatch(r"text of (?:(\d+) to|at most) (\d+)", form):
            return isinstance(value, str) and int(length[1] or 0) <= len(value) <= int(length[2])
        texts = {"text": r"(?s).*", "hash": "[0-9a-f]{64}", "digits": "[0-9a-f]{32,64}", "slot": r".+/[0-9]{1,6}",
                 "number as text": "[0-9]{1,9}"}
        if form in texts:
            return isinstance(value, str) and bool(re.fullmatch(texts[form], value))
        if form in ("number", "whole number"):
            return type(value) is int and (form == "whole number" or value >= 0)
        if form == "pair":
            return self.fits(value, "list of numbers") and len(value) == 2
        return form == "object" and isinstance(value, dict) or form != "object" and self.is_one(value, form)

    def empty(self, kind: str) -> Record:
        """The empty fields of an entry, which are left out where it is written."""
        return {name: json.loads(json.dumps(each)) for name, form in self.known[kind][0].items()
                for each in EMPTY if self.fits(each, form)}

    def is_one(self, value: Any, kind: str) -> bool:
        """Whether a value is an object of a kind, with all its fields and no others."""
        if not isinstance(value, dict):
            return False
        ways = self.known[kind]
        if kind == "act":
            ways = [way for way in ways if next(iter(way)) in value][:1]
        return any(("…" in way or value.keys() <= way.keys()) and all(
            self.fits(value[name], form.removesuffix(" or left out")) if name in value else "left out" in form
            for name, form in way.items() if name != "…") for way in ways)


class Stranger:
    """What is known of a logbook so far."""

    def __init__(self, page: str) -> None:
        self.forms = Forms(page)
        self.entries: list[Record] = []
        self.lines: list[dict[int, Record]] = []  # behind each entry: what is in force, by number
        self.decks: dict[str, Record] = {}  # in force
        self.made: list[Record] = []  # every deck ever
        self.marks: dict[tuple[int, int | None], dict[str, Record]] = {}  # `decks` behind entries and acts
        self.chains: dict[str, tuple[str, Record | None]] = {}  # holder -> last link or anchor, its entry
        self.keepers, self.links, self.sittings, self.secrets = "", 0, 0, dict[str, str]()
        self.trees: dict[int, dict[int, str]] = {}  # submission -> what is known behind its seal, by place
        self.orders: dict[tuple[int, int], str] = {}  # opened: by submission and place
        self.salts = ""
        self.names: set[str] = set()  # of cards that were opened
        self.used: Counter[tuple[int, int]] = Counter()
        self.proved: Counter[str] = Counter()
        self.waiting: list[tuple[int, Record, int]] = []  # throws of a league: turn, act, those of its label before

    @property
    def line(self) -> list[Record]:
        """What is in force, in the order of the logbook."""
        return [self.lines[-1][number] for number in sorted(self.lines[-1])]

    def of(self, *types: str, line: bool = True) -> list[Record]:
        return [each for each in (self.line if line else self.entries) if each["type"] in types]

    def read(self, content: bytes) -> Counter[str]:
        """Proves a whole logbook; returns how much of what was proved."""
        lines = content.split(b"\n")
        need(lines.pop() == b"", "the last line has no end")
        for number, line in enumerate(lines):
            entry = json.loads(line)
            need(canonical(entry) == line, "is not canonical")
            need(f"entry {entry['type']}" in self.forms.known, "is of no known type")
            need(entry["type"] == "founding" or not any(
                each in EMPTY and type(each) is not int for each in entry.values()), "has not the form: it is empty")
            bare = {name: entry[name] for name in entry if name != "hash"}
            before = self.entries[-1]["hash"] if number else "0" * 64
            whole = sha256(canonical({**bare, "previous": before}))
            need(entry["hash"] == whole[:32], "has another hash")
            need(entry["n"] == number, "is not at its place")
            entry = {**(self.forms.empty(f"entry {entry['type']}") if number else {}), **entry, "hash": whole}
            need(self.forms.is_one(entry, f"entry {entry['type']}"), "has not the form of its type")
            need((entry["type"] == "founding") == (number == 0), "is a second founding, or there is none")
            need(number == 0 or not (self.is_over and entry["type"] in PLAYED), "comes after the end")
            getattr(self, entry["type"], lambda entry: None)(entry)
            kept = self.rewound(entry) if entry["type"] == "rewind" else self.lines[-1] if number else {}
            self.entries.append(entry)
            self.lines.append({**kept, number: entry})
            self.marks[number, None] = self.copied()
            self.proved["entries"] += 1
        if self.is_over:
            self.end()
        return self.proved

    def copied(self) -> dict[str, Record]:
        """The decks in force, to go back to."""
        return {name: {**deck, "drawn": [*deck["drawn"]]} for name, deck in self.decks.items()}

    @property
    def is_over(self) -> bool:
        return any(each["outcome"] for each in self.of("sitting"))

    @property
    def closing(self) -> Record | None:
        last = self.of("closed", "sitting", "rewind")[-1:]
        return last[0] if last and last[0]["type"] == "closed" else None

    def open_seals(self) -> list[Record]:
        gone = {each["sealed"] for each in self.of("submission")} | {
            each["submission"] for each in self.of("withdrawal")}
        back = max((each["n"] for each in self.of("rewind")), default=0)
        return [each for each in self.of("sealed", "link") if each["n"] not in gone and (
            each["type"] == "sealed" or each["orders"] and each["n"] > back)]

    def counted(self, turn: int) -> list[int]:
        gone = {each["submission"] for each in self.of("withdrawal")}
        return [each["n"] for each in self.of("submission") if each["turn"] == turn and each["n"] not in gone]

    # -- entries, by type -------------------------------------------------------------------------------------

    def founding(self, entry: Record) -> None:
        dice, players = entry["dice"], set(entry["players"])
        others, chains = players - {entry["keeper"]}, dice["chains"]
        need({entry["keeper"], *chains} <= players | {""} and entry["keeper"] not in chains, "names somebody unknown")
        need(len(set(chains.values())) == len(chains) and (dice["length"] == 4096) == (dice["mode"] == "chain"),
             "has no fit chains")
        need(dice["mode"] == "manual" or not entry["keeper"] or others <= set(chains) and (
            dice["deal"] == "open" or not others or not dice["decks"]), "lets the keeper know dice or cards")
        self.dice, self.keepers = dice, dice["anchor"]
        self.chains = {name: (anchor, None) for name, anchor in chains.items()}

    def submission(self, entry: Record) -> None:
        self.trees[entry["n"]] = {1: entry["seal"]}
        self.after(entry)
        if entry["sealed"] is not None:
            mine = [each for each in self.open_seals() if each["side"] == entry["side"] or each["n"] == entry["sealed"]]
            need(mine and mine[0]["n"] == entry["sealed"], "reveals no seal, or not the oldest")

    def after(self, entry: Record) -> None:
        last = self.of("founding", "sitting", "rewind")[-1]["hash"]
        need(entry["after"] is None or last.startswith(entry["after"]), "was written after another sitting")

    def sealed(self, entry: Record) -> None:
        taken = {each.get("seal", each.get("orders")) for each in self.of("sealed", "link", line=False)}
        need(entry["seal"] not in taken and not self.closing, "seals the same twice, or too late")

    def ruling(self, entry: Record) -> None:
        self.after(entry)
        answered = {each["answers"] for each in self.of("ruling", line=False)} - {None}
        protests = {each["n"] for each in self.of("protest", line=False)}
        need(entry["answers"] in {None} | protests - answered, "answers nothing")

    def withdrawal(self, entry: Record) -> None:
        mine = [each for each in self.counted(entry["turn"]) if self.entries[each]["side"] == entry["side"]]
        need(entry["submission"] in [*mine, *(each["n"] for each in self.open_seals())], "takes back nothing")
        need(not self.closing, "takes back too late")

    def word(self, entry: Record) -> None:
        need(not self.of("closed", line=False) and 0 < len(entry["word"]) <= 200, "is too late or too long")
        need(entry["side"] in self.entries[0]["players"] and entry["side"] not in [
            each["side"] for each in self.of("word")], "is a second word, or of nobody")

    def player(self, entry: Record) -> None:
        need(entry["side"] in self.entries[0]["players"], "is about nobody")
        need(entry["key"] or not self.entries[0]["signed"], "leaves a player without a key")
        if entry["anchor"]:
            seen = {each.get("link") for each in self.entries} | {each.get("anchor") for each in self.entries}
            need(entry["side"] in self.chains and entry["anchor"] not in {
                *seen, self.dice["anchor"], *self.dice["chains"].values()}, "brings a chain that cannot be")
            self.chains[entry["side"]] = entry["anchor"], None

    def link_spent(self, link: Record) -> bool:
        head = next((each["n"] for each in self.entries if each["hash"] == link["head"]), -1)
        for each in self.line:
            kind, number = each["type"], each["n"]
            if number <= head:
                continue
            if kind == "submission" and (each["sealed"] is None or head < each["sealed"] != link["n"]):
                return True
            if kind in SPENDING or kind == "sitting" and number < link["n"]:
                return True
            names = ("rules_version", "data_version")
            before = [other for other in self.of("founding", "upgrade") if other["n"] < number]
            if kind == "upgrade" and any(each[name] != before[-1][name] for name in names):
                return True
        return False

    def good_links(self) -> dict[str, Record]:
        """The links the next dice would use, by holder."""
        since = max((each["n"] for each in self.of("rewind", "sitting", line=False)
                     if each["type"] == "rewind" or each["closed"] is not None), default=0)
        last = {each["side"]: each for each in self.of("link", line=False) if each["n"] > since}
        return {holder: each for holder, each in last.items() if not self.link_spent(each)}

    def link(self, entry: Record) -> None:
        need(entry["side"] in self.chains, "is of nobody who holds a chain")
        end, last = self.chains[entry["side"]]
        need(entry["number"] == (last["number"] + 1 if last else 1), "is not the next link")
        need(sha256(bytes.fromhex(entry["link"])) == end, "is a link of no chain")
        need(not last or last["proof"] == mac(entry["link"], "link", *(
            last[name] for name in ("number", "link", "head", "orders"))), "shows that the link before was changed")
        need(entry["head"] in [each["hash"] for each in self.entries], "was given for an entry there is not")
        need(entry["side"] not in self.good_links(), "was given while another one waits")
        self.chains[entry["side"]] = entry["link"], entry
        self.proved["links"] += 1

    def closed(self, entry: Record) -> None:
        need(self.dice["mode"] == "chain" and not self.closing, "closes nothing")
        league = "league" in self.dice
        need(entry["sitting"] == self.sittings + 1, "closes another sitting")
        need(entry["link"] > self.links if league else entry["link"] == self.links + 1, "closes with another link")
        files = [self.entries[number] for number in entry["submissions"]]
        turns = {each["turn"] for each in files}
        need(len(turns) < 2 and all(entry["submissions"] == self.counted(turn) for turn in turns), "miscounts")
        words = sorted((each["side"], each["word"]) for each in self.of("word"))
        luck = sorted((each["side"], each["n"] if each["sealed"] is None else each["sealed"], each["luck"])
                      for each in files if each["luck"])
        need(entry["words"] == [each[-1] for each in (*words, *luck)], "counts other words")
        need(not self.dice["words"] or len(words) == len(self.entries[0]["players"]), "did not wait for words")
        there = self.good_links()
        need(entry["links"] == {name: there[name]["n"] for name in self.chains if name in there}
             and there.keys() == self.chains.keys(), "names other links")
        need(not self.open_seals(), "did not wait for seals")

    def published(self, entry: Record) -> None:
        """Of a league: proves the dice of the turns whose links it gives."""
        links, link = {}, entry["link"]
        for turn in range(entry["number"], self.links, -1):
            links[turn], link = link, sha256(bytes.fromhex(link))
        need("league" in self.dice and links and link == self.keepers, "is a link of no chain")
        for thrown in [thrown for thrown in self.waiting if thrown[0] in links]:
            turn, act, occurrence = thrown
            self.key, self.words = links[turn], []
            for index, die in enumerate(act["dice"]):
                self.one(act, die, self.dice["league"]["name"], occurrence, index)
            self.waiting.remove(thrown)
        self.keepers, self.links = entry["link"], entry["number"]

    def upgrade(self, entry: Record) -> None:
        names = ("format", "rules_version", "data_version", "program")
        before, now = [[each[name] for name in names] for each in (self.of("founding", "upgrade")[-1], entry)]
        need(now != before and all(int(one) >= int(other) for one, other in zip(now[:3], before, strict=False)),
             "goes back to an older release")

    def bookmark(self, entry: Record) -> None:
        number, acts = entry["to"]["entry"], entry["to"]["acts"]
        need(number < len(self.entries) and (number, acts) in self.marks, "names no point")
        need(self.entries[number]["type"] != "closed" or acts is not None, "names a closing")

    def rewind(self, entry: Record) -> None:
        self.bookmark(entry)
        later = {each["n"] for each in self.of("submission", "sealed", "withdrawal", "ruling")
                 if each["n"] > entry["to"]["entry"]}
        need(not self.closing and not self.is_over and {*entry["keeps"]} <= later, "cannot go back so")
        self.decks = self.marks[entry["to"]["entry"], entry["to"]["acts"]]
        self.decks = self.copied()

    def rewound(self, entry: Record) -> dict[int, Record]:
        """What is in force once the campaign has gone back."""
        number, acts = entry["to"]["entry"], entry["to"]["acts"]
        line = dict(self.lines[number])
        if acts is not None:
            cut = line[number]
            back = {act["slot"] for act in cut["acts"][acts:] if "draw" in act}
            line[number] = {**cut, "acts": cut["acts"][:acts], "outcome": None,
                            "opened": [item for item in cut["opened"] if item.get("slot") not in back]}
        return line | {each["n"]: each for each in self.entries[number + 1:entry["n"]]
                       if each["type"] not in PLAYED or each["n"] in entry["keeps"]}

    # -- sittings -----------------------------------------------------------------------------------------------

    def sitting(self, entry: Record) -> None:
        self.sittings += 1
        closed, acts = self.closing, entry["acts"]
        need(entry["number"] == self.sittings and acts, "is another sitting, or nothing happens in it")
        need(entry["closed"] == (closed["n"] if closed else None), "does not name what closed it")
        need(closed or entry["outcome"] or not self.open_seals(), "did not wait for seals")
        by_chain, openly = self.dice["mode"] == "chain", self.dice["deal"] == "open"
        rolls = any("roll" in act or openly and "draw" in act for act in acts) and by_chain
        league = "league" in self.dice
        need((entry["link"] is not None) == (rolls and not league), "uses a link without need, or none")
        need(closed or not by_chain or not rolls and not any("shuffle" in act for act in acts), "was not closed")
        own = [self.entries[number]["link"] for _, number in sorted(closed["links"].items())] if closed else []
        self.key, self.words = "".join([entry["link"] or "", *own]), closed["words"] if closed else []
        if entry["link"]:
            need(sha256(bytes.fromhex(entry["link"])) == self.keepers, "has a link of no chain")
            self.keepers, self.links = entry["link"], self.links + 1
        again = Counter(deck["name"] for deck in self.made)
        index = 0
        for number, act in enumerate(acts, 1):
            if "test" in act and "event" not in act:
                self.deck_of(act["test"])["tests"].append((act["test"], act["question"], act["answer"]))
            elif "roll" in act and league:
                self.keep(act, closed, acts[:number - 1])
            elif "roll" in act:
                index = self.roll(act, index, by_chain)
            elif "shuffle" in act:
                name = act["shuffle"]
                self.decks[name] = {"name": name, "seals": act["seals"], "words": self.words, "links": own,
                                    "again": again[name], "drawn": [], "tests": []}
                self.made.append(self.decks[name])
            elif "draw" in act:
                self.draw(act, by_chain, openly)
            self.marks[entry["n"], number] = self.copied()
        before = [self.what(item) for each in [*self.of("sitting"), entry] for item in each["opened"]]
        need(len({*before}) == len(before), "opens something twice")
        for item in entry["opened"]:
            self.learn(item)
        for item in entry["opened"]:
            self.opening(item, bool(entry["outcome"]), acts, self.before_which(entry))
        shown = {item.get("slot") for item in entry["opened"]}
        need(not openly or shown >= {act["slot"] for act in acts if "draw" in act}, "hides a card drawn openly")
        if not by_chain:
            self.typed(entry)

    def deck_of(self, slot: str) -> Record:
        deck = self.decks.get(slot.rpartition("/")[0])
        need(deck is not None, f"has no deck for {slot}")
        return deck or {}

    def roll(self, act: Record, index: int, by_chain: bool) -> int:
        faces, first = act["faces"], act["first"]
        need(2 <= faces <= 256 and all(first <= die < first + faces for die in act["dice"]), "has no such die")
        for die in act["dice"] if by_chain else ():
            self.one(act, die, self.entries[0]["hash"], self.sittings, index)
            index += 1
        return index

    def one(self, act: Record, die: int, campaign: str, sitting: int, index: int) -> None:
        right = act["first"] + below(1, act["faces"], self.key, campaign, sitting, self.words, act["roll"], index)
        need(die == right, f"must have rolled {right}")
        self.proved["dice"] += 1

    def keep(self, act: Record, closed: Record | None, before: list[Record]) -> None:
        """A throw of a league, until its turn's link is published."""
        need(2 <= act["faces"] <= 256, "has no such die")
        turn, label = act["roll"].get("turn"), act["roll"]
        need(closed and closed["link"] == turn, "has dice without the link of their turn")
        thrown = [each for entry in self.of("sitting") for each in entry["acts"]] + before
        self.waiting.append((turn, act, sum(each.get("roll") == label for each in thrown if "event" not in each)))

    def draw(self, act: Record, by_chain: bool, openly: bool) -> None:
        deck, name = self.deck_of(act["slot"]), act["draw"]
        if not by_chain:
            return
        left = [place for place in range(len(deck["seals"])) if f"{name}/{place}" not in deck["drawn"]]
        need(left, "draws from an empty deck")
        number = len(deck["drawn"])
        place = left[below(8, len(left), self.key, self.entries[0]["hash"], self.sittings, self.words, "draw", name,
                           number)] if openly else number
        need(act["slot"] == f"{name}/{place}", f"must have drawn place {place}")
        deck["drawn"].append(act["slot"])
        self.proved["draws"] += 1

    @staticmethod
    def what(item: Record) -> tuple[str, ...]:
        """What is opened."""
        return tuple(str(item.get(name)) for name in ("slot", "deck", "file", "salts", "entry", "index"))

    @staticmethod
    def before_which(entry: Record) -> int:
        """The entry before which submissions count for a sitting."""
        return int(entry["n"] if entry["closed"] is None else entry["closed"])

    def is_talk(self, item: Record, before: int) -> bool:
        """Whether something opened is table talk of a submission in force before an entry, and not taken back."""
        gone = {each["submission"] for each in self.of("withdrawal") if each["n"] < before}
        counts = item["entry"] < before and item["entry"] in self.lines[-1] and item["entry"] not in gone
        return counts and item["content"]["text"].startswith("Say: ")

    def learn(self, item: Record) -> None:
        """Adds what an opening tells of a tree."""
        if "index" in item or "file" in item:
            tree = self.trees[item.get("entry", item.get("file"))]
            nodes = {int(place): value for place, value in item.get("nodes", {}).items()}
            if "index" in item:
                need(item["index"] == 2 or bin(item["index"]).startswith("0b111") and item["index"] >= 112,
                     "opens no order")
                nodes[item["index"]] = commitment(item["salt"], item["content"])
                self.orders[item["entry"], item["index"]] = item["content"]["text"]
            tree.update({place: value for place, value in nodes.items() if place not in tree})
        self.salts = item.get("salts", self.salts)

    def at(self, tree: dict[int, str], place: int) -> str:
        need(place <= max(tree), "does not tell enough to prove it")
        return tree.get(place) or sha256(canonical([self.at(tree, 2 * place), self.at(tree, 2 * place + 1)]))

    def climbs(self, tree: dict[int, str], place: int, value: str) -> None:
        """A hash at a place of a tree leads up to its seal."""
        while place > 1:
            pair = (value, self.at(tree, place + 1)) if place % 2 == 0 else (self.at(tree, place - 1), value)
            value, place = sha256(canonical(pair)), place // 2
        need(value == tree[1], "opens what was not sealed")

    def opening(self, item: Record, is_end: bool, acts: list[Record], before: int) -> None:
        """Whatever is opened was sealed, and is opened when it is used or at the end."""
        if "slot" in item:
            deck, place = self.deck_of(item["slot"]), int(item["slot"].rpartition("/")[2])
            need(place < len(deck["seals"]), "opens a card there is not")
            self.names.add(item["card"])
            need(commitment(item["salt"], item["card"]) == deck["seals"][place], "opens what was not sealed")
        elif "deck" in item:
            need(is_end, "opens a deck before the end")
            self.secrets[item["deck"]] = item["secret"]
            need(commitment(item["salt"], item["secret"]) == self.dice["decks"][item["deck"]], "opens another secret")
        elif "index" in item:
            used = any(act.get("source") == [item["entry"], item["index"]] for act in acts)
            need(used or self.entries[item["entry"]]["side"] == "referee" or self.is_talk(item, before),
                 "opens an order that was not used")
            self.climbs(self.trees[item["entry"]], item["index"], commitment(item["salt"], item["content"]))
        else:
            need(is_end, "opens a file or the salts before the end")
            if "file" in item:
                self.file(item)
        self.proved["seals"] += "salts" not in item

    def file(self, item: Record) -> None:
        """A file is what was sealed, by the keeper and, if it was, by its player."""
        sent = self.entries[item["file"]]
        head = f"Campaign: {self.entries[0]['campaign']}\nTurn: {sent['turn']}\nSide: {sent['side']}\n"
        words = {(item["file"], 0): head, **self.orders}
        text = "".join(part if isinstance(part, str) else words[item["file"], part] for part in item["parts"])
        content = {"text": text, "signature": item.get("signature", "")}
        leaf = commitment(item.get("secret") or mac(self.salts, item["file"], content), content)
        tree = self.trees[item["file"]]
        self.climbs(tree, 6 if max(tree) >= 7 else 3, leaf)
        sealed = self.entries[item["file"]]["sealed"]
        need(sealed is None or leaf in (self.entries[sealed].get("seal"), self.entries[sealed].get("orders")),
             "reveals other orders")

    def typed(self, entry: Record) -> None:
        """Dice that were typed in, each used once (in which order, only the whole file tells)."""
        opened = {(item["entry"], item["index"]): item["content"]["text"] for each in [*self.of("sitting"), entry]
                  for item in each["opened"] if "index" in item}
        dice: list[int] = []
        for use in entry["manual"]:
            source = (use["source"][0], use["source"][1])
            if opened.get(source, "").startswith("dice"):
                dice += [*map(int, re.findall(r"\d+", opened[source]))][self.used[source]:use["used"]]
            self.used[source] = use["used"]
        rolled = [die for act in entry["acts"] if "roll" in act for die in act["dice"]]
        need(sorted(dice) == sorted(rolled), "rolled other dice")
        self.proved["typed"] += len(dice)

    # -- the end --------------------------------------------------------------------------------------------------

    def end(self) -> None:
        """All that was sealed lies open; decks lay as their secrets say, and what was said of their cards was true."""
        opened = {item["file"] for each in self.of("sitting") for item in each["opened"] if "file" in item}
        need(opened == {each["n"] for each in self.of("submission", line=False)}, "left files sealed")
        need(self.secrets.keys() == self.dice["decks"].keys(), "left decks sealed")
        for deck in self.made if self.secrets else ():
            base = deck["name"].rpartition("-")[0]
            key = self.secrets[deck["name"]] if deck["name"] in self.secrets else mac(self.secrets[base], deck["name"])
            key = mac(key, "again", deck["again"]) if deck["again"] else key
            salts = [mac(key, deck["name"], "salt", place) for place in range(len(deck["seals"]))]
            lay = [next((card for card in self.names if commitment(salt, card) == seal), "")
                   for salt, seal in zip(salts, deck["seals"], strict=True)]
            need(all(lay), "made a deck of cards nobody has seen")
            cards, by = sorted(lay), mac(key, "links", *deck["links"]) if deck["links"] else key
            for last in range(len(cards) - 1, 0, -1):
                other = below(8, last + 1, by, self.entries[0]["hash"], deck["words"], deck["name"], last)
                cards[last], cards[other] = cards[other], cards[last]
            need(cards == lay, "stacked a deck")
            self.proved["decks"] += 1
            for slot, question, answer in deck["tests"]:
                card = lay[int(slot.rpartition("/")[2])]
                if question == "card" or question.startswith("is "):
                    need(answer == (card if question == "card" else card == question[3:]), "lied about a card")
                    self.proved["tests"] += 1


def prove(content: bytes, page: str) -> Counter[str]:
    """How much of what a logbook holds was proved.

    Raises:
        Wrong: something does not hold.
    """
    return Stranger(page).read(content)
