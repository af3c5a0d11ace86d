"""Proves a campaign with Python alone, all but the rules of its game: python verify.py logbook.jsonl [HASH SEEN]"""
import hashlib, hmac, itertools, json, sys  # noqa: E401, I001

def canonical(value): return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
def sha(start, *value): return hashlib.sha256(bytes.fromhex(start) + b"".join(map(canonical, value))).hexdigest()
def mac(key, *message): return hmac.digest(bytes.fromhex(key), canonical(message), "sha256").hex()
def below(key, bound, size, *message):  # 0 to bound - 1, each equally likely, from the first `size` bytes that will do
    blocks = (bytes.fromhex(mac(key, *message, attempt)) for attempt in itertools.count())
    numbers = (int.from_bytes(block[at:at + size], "big") for block in blocks for at in range(0, 32, size))
    return next(number for number in numbers if number < 256**size - 256**size % bound) % bound

def need(holds, told):  # no `assert`: Python leaves those out where it is asked to be fast
    if not holds:
        raise ValueError(told)

def is_shuffled(book, known, deck, seals, words, links, again):  # is a deck, now open, in the order its secret makes?
    key = known[deck] if deck in known else mac(known[deck.rpartition("-")[0]], deck)
    key = mac(key, "again", again) if again else key
    cards = [next(c for c in known.values() if sha(mac(key, deck, "salt", i), c) == s) for i, s in enumerate(seals)]
    order, key = sorted(cards), mac(key, "links", *links) if links else key
    for last in range(len(order) - 1, 0, -1):
        chosen = below(key, last + 1, 8, book[0]["hash"], words, deck, last)
        order[last], order[chosen] = order[chosen], order[last]
    return order == cards

def prove(lines, book):  # puts the entries that hold into `book`, and raises an exception for the first that does not
    dice, sealed, known, made, used, sitting, closed = json.loads(lines[0])["dice"], {}, {}, [], set(), 0, None
    given = {}  # holder -> the entry of the link he gave last
    chains = {"": dice.get("anchor"), **dice.get("chains", {})}  # holder -> the link he gave last, at first his anchor
    for n, line in enumerate(lines):
        entry = json.loads(line)
        bare = {k: entry[k] for k in entry if k != "hash"} | {"n": n, "previous": book[-1]["hash"] if n else "0" * 64}
        need(canonical({**bare, "hash": sha("", bare)}) == line, "was changed or moved")
        sealed |= {(n, i): [seal] for i, seal in enumerate(entry.get("seals", ()))} | {(n,): [entry.get("raw")]}
        side, new = entry.get("side", ""), entry["type"] != "closed" and (entry.get("link") or entry.get("anchor"))
        need(not new or (entry["type"] == "player" and side) or sha(new) == chains[side], "has a link of no chain")
        chains |= {side: new} if new else {}  # who plays from now on may bring a chain of his own
        if new and side:  # the next link of a chain proves what the one before was given for
            last = given.pop(side, None)
            last = last if entry["type"] == "link" else None  # another player's chain proves nothing of it
            bound = [last[key] for key in ("number", "link", "head", "orders")] if last else []
            need(not last or mac(new, "link", *bound) == last["proof"], "shows that its chain's last link was changed")
            given |= {side: entry} if entry["type"] == "link" else {}
        if entry["type"] == "closed":
            sent = sorted((each["side"], each["word"]) for each in book if each["type"] == "word")
            luck = sorted((book[n]["side"], n if book[n]["sealed"] is None else book[n]["sealed"], book[n]["luck"])
                          for n in entry["submissions"])  # by side, in the order in which it sent or sealed them
            words = [each[-1] for each in [*sent, *luck] if each[-1]]
            links = [book[each]["link"] for _, each in sorted(entry.get("links", {}).items())]
            right = [words, [chains[side] for side in sorted(chains) if side], set()]
            need([entry["words"], links, used & {*links}] == right, "does not count the words and new links sent")
            closed, used = n, used | {*links}
        elif entry["type"] == "sitting":
            sitting, key = sitting + 1, "".join([entry["link"], *links]) if entry["link"] else ""
            need(entry["number"] == sitting and entry["closed"] in ([closed] if key else [None, closed]), "not closed")
            rolls = [(act, die) for act in entry["acts"] if chains[""] and "roll" in act for die in act["dice"]]
            for i, (act, die) in enumerate(rolls):
                faces, first = act.get("faces", 6), act.get("first", 1)
                need(key and 1 < faces <= 256, "rolls without a link, or dice there are none of")
                right = first + below(key, faces, 1, book[0]["hash"], sitting, words, act["roll"], i)
                need(die == right, f"must have rolled {right}")
            for deck, seals in ((act["shuffle"], act["seals"]) for act in entry["acts"] if "shuffle" in act):
                made += [(deck, seals, words, links, [m[0] for m in made].count(deck))] if dice.get("decks") else []
                sealed |= {(f"{deck}/{i}",): [*sealed.get((f"{deck}/{i}",), []), seal] for i, seal in enumerate(seals)}
            for item in entry["opened"]:
                key = tuple(item[name] for name in ("entry", "index", "raw", "slot", "deck") if name in item)
                known[key[0]] = value = item.get("content", item.get("card", item.get("secret")))
                need(sha(item["salt"], value) in (sealed.get(key) or [dice["decks"][key[0]]]), f"opens {value}")
            need(not entry["outcome"] or all(is_shuffled(book, known, *each) for each in made), "stacked a deck")
        book.append(entry)

if __name__ == "__main__":
    book, data = [], open(sys.argv[1], "rb").read().replace(b"\r\n", b"\n")  # noqa: PTH123, SIM115
    try:
        prove(data.removesuffix(b"\n").split(b"\n"), book)
        need(any(each["hash"].startswith("".join(sys.argv[2:]).lower()) for each in book), "is cut off or rewritten")
    except Exception as error:
        sys.exit(f"DOES NOT HOLD: entry {len(book)} {error}")
    print(f"The logbook holds: {len(book)} entries, head {book[-1]['hash']}.")
