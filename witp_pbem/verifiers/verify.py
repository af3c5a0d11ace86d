"""Proves the logbook of a campaign without the program that wrote it, and without the rules of its game.

    python verify.py logbook.jsonl [HASH SEEN BEFORE]

It needs nothing but Python and is meant to be read by whoever trusts nobody; the guide "logbook-format" says the same
in words. Proved are the place of every entry in the chain of hashes; every link of every chain of dice, and what it was
given for; the words and links that count for a sitting; every die; every card drawn from an open deck; whatever was
opened, against its seal; and after the end of the game the order of every deck. Not proved is what needs the rules
(decisions, events, positions), signatures (ssh-keygen -Y verify), dice typed in by hand, and what is sealed still,
the dice of a league whose links are not published yet among it.
"""
import copy
import hashlib
import hmac
import json
import sys

DIGITS = 32  # of a hash as an entry has it, and the least of one seen before: 128 bits
EMPTY = {"submission": {"luck": "", "sealed": None}, "closed": {"submissions": [], "words": [], "links": {}},
         "sitting": {"closed": None, "link": None, "opened": [], "outcome": None},
         "link": {"orders": ""}, "player": {"anchor": ""}}  # what is read below and left out where it is empty


class Wrong(Exception):  # noqa: N818 - a fact about the logbook
    """Something does not hold."""


def need(holds, what):
    """As `assert`, which an option of Python could switch off."""
    if not holds:
        raise Wrong(what)


def canonical(value):
    """The one way a value is written: keys in order, no blanks, UTF-8 (RFC 8785)."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def seal(salt, content):
    """What is published of a secret before it is opened."""
    return sha256(bytes.fromhex(salt) + canonical(content))


def keyed(key, *message):
    """A hash that nobody can compute without the key (HMAC-SHA256)."""
    return hmac.digest(bytes.fromhex(key), canonical(message), "sha256").hex()


def below(bound, size, key, *message):
    """A number from 0 to bound - 1, each equally likely. Keyed bytes are taken `size` at a time; numbers that would
    make some of them likelier are passed over, and where none is left, more bytes are made."""
    attempt = 0
    while True:
        block = bytes.fromhex(keyed(key, *message, attempt))
        for place in range(0, len(block), size):
            number = int.from_bytes(block[place:place + size], "big")
            if number < 256**size - 256**size % bound:
                return number % bound
        attempt += 1


def read(line, number, previous):
    """The entry a line holds, written in the one way, at its place, with its right hash."""
    entry = json.loads(line)
    bare = {name: value for name, value in entry.items() if name != "hash"}
    bare["n"] = number
    whole = sha256(canonical({**bare, "previous": previous}))
    need(canonical({**bare, "hash": whole[:DIGITS]}) == line, "was changed or moved")
    return {**EMPTY.get(entry["type"], {}), **entry, "hash": whole}


class Prover:
    """Proves one entry after another, and keeps what the entries so far have come to."""

    def __init__(self, founding):
        dice = founding["dice"]
        self.campaign, self.name = founding["hash"], founding["campaign"]
        self.is_chained, self.is_open, self.secrets = dice["mode"] == "chain", dice["deal"] == "open", dice.get("decks")
        self.league, self.published = dice.get("league", {}).get("name"), 0  # the number of the last link published
        self.waiting = []  # throws of the league whose links are not published yet
        self.turn, self.thrown = 0, {}  # of the league, and in this turn: label -> how often dice were thrown for it
        self.entries = []
        self.ends = {"": dice.get("anchor"), **dice["chains"]}  # whose chain ("" the keeper's) -> its last link
        self.given = {}  # player -> the entry of the last link given
        self.used = set()  # links of players that some closing names
        self.sittings, self.closed = 0, None
        self.words, self.links = [], []  # of the last closing
        self.seals = {}  # card or deck -> its seals (a deck can be made again after a rewind)
        self.trees = {}  # submission -> what is known of the tree behind its seal: place -> hash
        self.orders, self.salts = {}, ""  # opened: submission and place -> words of an order
        self.decks = []  # each deck made: name, seals, words, links, how often it was made before
        self.cards, self.opened_secrets = set(), {}
        self.left = {}  # of open decks: deck -> places not drawn
        self.marks = {}  # the same, and the turn, by entry and number of acts, for rewinds

    def take(self, entry):
        """Proves one entry; the types not named here prove nothing but their place in the chain."""
        kinds = {"submission": self.submission, "player": self.player, "link": self.link, "closed": self.closing,
                 "sitting": self.sitting, "rewind": self.rewind, "published": self.publish}
        if entry["type"] in kinds:
            kinds[entry["type"]](entry)
        self.entries.append(entry)
        self.marks[entry["n"], None] = copy.deepcopy((self.left, self.thrown, self.turn))

    def submission(self, entry):
        """Orders: their seal is the top of a tree."""
        self.trees[entry["n"]] = {1: entry["seal"]}

    def rewind(self, entry):
        """The campaign goes back: a closing counts no more, cards drawn since then lie in their decks again, and dice
        thrown since then are not thrown."""
        self.closed = None
        self.left, self.thrown, self.turn = copy.deepcopy(self.marks[entry["to"]["entry"], entry["to"]["acts"]])

    def player(self, entry):
        """Who plays from now on may bring another chain."""
        if entry["anchor"]:
            self.ends[entry["side"]] = entry["anchor"]
            self.given.pop(entry["side"], None)

    def link(self, entry):
        """A player's link: its hash is the one before, and it proves what that was given for."""
        player, link = entry["side"], entry["link"]
        need(sha256(bytes.fromhex(link)) == self.ends[player], "has a link of no chain")
        last = self.given.get(player)
        link_before = [last[name] for name in ("number", "link", "head", "orders")] if last else []
        need(not last or last["proof"] == keyed(link, "link", *link_before), "shows that the link before was changed")
        self.ends[player], self.given[player] = link, entry

    def closing(self, entry):
        """What counts for a sitting: founding words, then luck words, in an order nobody chooses, and the last link of
        every player's chain, used for the first time."""
        words = sorted((word["side"], word["n"], word["word"]) for word in self.entries if word["type"] == "word")
        files = [self.entries[number] for number in entry["submissions"]]
        luck = sorted((file["side"], file["n"] if file["sealed"] is None else file["sealed"], file["luck"])
                      for file in files if file["luck"])  # by the entry that sealed the file, if one did
        self.words = [word for _, _, word in words + luck]
        self.links = [self.entries[number]["link"] for _, number in sorted(entry["links"].items())]
        owed = [self.ends[player] for player in sorted(self.ends) if player]
        need(entry["words"] == self.words, "does not count the words that were sent")
        need(self.links == owed and not self.used.intersection(owed), "does not count the new links that were given")
        need(not self.league or entry["link"] > self.published, "uses a link that was published before")
        self.thrown = self.thrown if entry["link"] == self.turn else {}
        self.closed, self.turn = entry["n"], entry["link"]
        self.used.update(owed)

    def sitting(self, entry):
        """A sitting: it uses what closed it and the keeper's next link, if any; then dice, decks, what it opens."""
        self.sittings += 1
        need(entry["number"] == self.sittings and entry["closed"] == self.closed, "does not follow its closing")
        key = "".join([entry["link"], *self.links]) if entry["link"] else ""
        if entry["link"]:
            need(self.closed is not None and not self.league and sha256(bytes.fromhex(entry["link"])) == self.ends[""],
                 "has a link of no chain")
            self.ends[""] = entry["link"]
        number = 0
        for count, act in enumerate(entry["acts"], 1):
            if "roll" in act and self.league:
                self.keep(act)
            elif "roll" in act and self.is_chained:
                for die in act["dice"]:
                    self.die(act, die, key, self.campaign, self.sittings, self.words, act["roll"], number)
                    number += 1
            elif "shuffle" in act:
                self.shuffle(act["shuffle"], act["seals"])
            elif "draw" in act and self.is_open:
                self.draw(act["draw"], act["slot"], key)
            self.marks[entry["n"], count] = copy.deepcopy((self.left, self.thrown, self.turn))
        for item in entry["opened"]:
            self.learn(item)
        for item in entry["opened"]:
            self.open(item)
        if entry["outcome"]:
            for deck in self.decks if self.secrets else ():
                self.order_of(*deck)
        self.closed = None

    def die(self, roll, die, key, *message):
        """One die; the last part of the message is its number among all dice of the sitting, from 0."""
        need(key and 2 <= roll["faces"] <= 256, "has dice without a link")
        right = below(roll["faces"], 1, key, *message)
        need(die == roll["first"] + right, f"must have rolled {roll['first'] + right}")

    def keep(self, roll):
        """A throw of a league, for its turn's link to come: it is told from others of its label by their number."""
        label = canonical(roll["roll"])
        need(self.closed is not None and roll["roll"]["turn"] == self.turn, "has dice without the link of their turn")
        self.waiting.append((self.turn, roll, self.thrown.get(label, 0)))
        self.thrown[label] = self.thrown.get(label, 0) + 1

    def publish(self, entry):
        """A league's link, that of a turn: hashing gives those of all turns before, which prove their dice."""
        need(self.league and entry["number"] > self.published, "publishes a link again")
        links, link = {}, entry["link"]
        for turn in range(entry["number"], self.published, -1):
            links[turn], link = link, sha256(bytes.fromhex(link))
        need(link == self.ends[""], "has a link of no chain")
        for turn, roll, before in self.waiting:
            for number, die in enumerate(roll["dice"] if turn in links else ()):
                self.die(roll, die, links[turn], self.league, before, [], roll["roll"], number)
        self.waiting = [throw for throw in self.waiting if throw[0] not in links]
        self.ends[""], self.published = entry["link"], entry["number"]

    def shuffle(self, deck, seals):
        """A deck is made: its cards can be opened, and drawn."""
        again = sum(name == deck for name, *_ in self.decks)
        self.decks.append((deck, seals, self.words, self.links, again))
        self.left[deck] = list(range(len(seals)))
        for place, seal_of_card in enumerate(seals):
            self.seals.setdefault(("card", f"{deck}/{place}"), []).append(seal_of_card)

    def draw(self, deck, slot, key):
        """A card of a deck dealt openly: the links choose among those left."""
        need(key and self.left[deck], "draws a card without a link")
        left = self.left[deck]
        size = [len(seals) for name, seals, *_ in self.decks if name == deck][-1]
        drawn_before = size - len(left)
        place = left[below(len(left), 8, key, self.campaign, self.sittings, self.words, "draw", deck, drawn_before)]
        need(slot == f"{deck}/{place}", f"must have drawn {deck}/{place}")
        left.remove(place)

    def learn(self, item):
        """What an opening tells of the tree of a submission: the hash of an order, and hashes beside its way up."""
        tree = self.trees.get(item.get("entry", item.get("file")), {})
        for place, value in item.get("nodes", {}).items():
            tree.setdefault(int(place), value)
        if "index" in item:
            tree[item["index"]] = seal(item["salt"], item["content"])
            self.orders[item["entry"], item["index"]] = item["content"]["text"]
        self.salts = item.get("salts", self.salts)

    def hash_at(self, tree, place):
        """The hash at a place of a tree: known, or made of the two below."""
        need(place <= max(tree), "does not prove what it opens")
        return tree.get(place) or sha256(canonical([self.hash_at(tree, 2 * place), self.hash_at(tree, 2 * place + 1)]))

    def climb(self, tree, place):
        """From a place up to the seal."""
        value = tree[place]
        while place > 1:
            beside = self.hash_at(tree, place ^ 1)
            value = sha256(canonical([beside, value] if place % 2 else [value, beside]))
            place //= 2
        need(value == tree[1], "opens what was never sealed")

    def open(self, item):
        """Whatever is opened was sealed."""
        if "index" in item:
            need(item["index"] == 2 or item["index"] > 7, "opens what is no order")
            self.climb(self.trees[item["entry"]], item["index"])
        elif "file" in item:
            self.open_file(item)
        elif "slot" in item:
            self.cards.add(item["card"])
            need(seal(item["salt"], item["card"]) in self.seals["card", item["slot"]], "opens another card")
        elif "deck" in item:
            self.opened_secrets[item["deck"]] = item["secret"]
            need(seal(item["salt"], item["secret"]) == self.secrets[item["deck"]], "opens another secret")

    def open_file(self, item):
        """A whole file, told in parts: 0 stands for the usual head, other numbers for orders opened before. It lies
        below the seal beside the first order or, where there are others, between that and these."""
        number, tree = item["file"], self.trees[item["file"]]
        sent = self.entries[number]
        self.orders[number, 0] = f"Campaign: {self.name}\nTurn: {sent['turn']}\nSide: {sent['side']}\n"
        words = [part if isinstance(part, str) else self.orders[number, part] for part in item["parts"]]
        content = {"text": "".join(words), "signature": item.get("signature", "")}
        secret = item.get("secret") or keyed(self.salts, number, content)
        place = 6 if max(tree) > 6 else 3
        tree[place] = seal(secret, content)
        self.climb(tree, place)
        sealed = sent["sealed"]
        if sealed is not None:  # by its player, before it was revealed
            before = self.entries[sealed]
            need(tree[place] in (before.get("seal"), before.get("orders")), "reveals what nobody has sealed")

    def order_of(self, deck, seals, words, links, again):
        """After the end: shuffling the cards of a deck once more, from their order by name, gives what was sealed."""
        base, _, _ = deck.rpartition("-")
        secrets = self.opened_secrets
        key = secrets[deck] if deck in secrets else keyed(secrets[base], deck)  # NAME-2 is NAME dealt anew
        key = keyed(key, "again", again) if again else key
        sealed = []  # the cards from first to last, each found by trying which of them fits the seal
        for place, seal_of_card in enumerate(seals):
            salt = keyed(key, deck, "salt", place)
            sealed += [card for card in self.cards if seal(salt, card) == seal_of_card]
        need(len(sealed) == len(seals), f"stacked the deck {deck}")
        cards = sorted(sealed)
        if links:
            key = keyed(key, "links", *links)
        for last in range(len(cards) - 1, 0, -1):
            chosen = below(last + 1, 8, key, self.campaign, words, deck, last)
            cards[last], cards[chosen] = cards[chosen], cards[last]
        need(cards == sealed, f"stacked the deck {deck}")


def prove(content, entries):
    """Adds the entries of a file that hold to `entries`; raises an exception at the first that does not. Returns how
    many throws wait for a link of their league."""
    prover = None
    for number, line in enumerate(content.replace(b"\r\n", b"\n").removesuffix(b"\n").split(b"\n")):
        entry = read(line, number, entries[-1]["hash"] if entries else "0" * 64)
        prover = prover or Prover(entry)
        prover.take(entry)
        entries.append(entry)
    return len(prover.waiting)


def main(path, head=""):
    """What there is to say of a logbook."""
    entries = []
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - plain Python, for any reader
            waiting = prove(file.read(), entries)
        need(not head or len(head) >= DIGITS, f"needs at least {DIGITS} digits of a hash seen before")
        need(any(entry["hash"].startswith(head.lower()) for entry in entries), "is cut off or rewritten")
    except Exception as error:  # whatever a file makes this program stumble over, it does not hold
        sys.exit(f"DOES NOT HOLD: entry {len(entries)} {error or type(error).__name__}")
    print(f"The logbook holds: {len(entries)} entries, head {entries[-1]['hash']}.")
    if waiting:
        print(f"Throws that cannot be proved before their league publishes the links: {waiting}.")


if __name__ == "__main__":
    main(*sys.argv[1:3])
