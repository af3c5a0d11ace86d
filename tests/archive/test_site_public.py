"""What the site shows of what people wrote: neither addresses nor the names of those who are shown by another."""

from __future__ import annotations

import builtins
import json
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from witp_pbem.archive.site.public import CODES, cleaner, public, says_who
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.table.shape import Digits, Length, Matching


def test_addresses_and_names_in_texts() -> None:
    names = {"Ken": "Kestrel"}
    assert cleaner(names)("Ken (ken@example.org) and Kenneth") == "Kestrel (…@…) and Kenneth"
    assert cleaner({"Ann": "Ken", "Ken": "Ann", "Ken Ito": "K"})("Ann, Ken, Ken Ito") == "Ken, Ann, K"


@pytest.mark.parametrize(("written", "shown"), [
    ("連絡はtaro@x.orgまで。手番は13日からです。", "連絡は…@…まで。手番は13日からです。"), ("“a@x.org”", "“…@…”"),
    ("a@x.org|b@y.org/c", "…@…|…@…/c"), ("ken＠example.org", "…@…"), ("ken@日本.jp まで", "…@… まで"),
    ("<a.b@x.y-z.org>.", "<…@…>."), ("3 CV @ Truk, x@y", "3 CV @ Truk, x@y"),
    ("山田太郎さんは不在。", "T.Y.さんは不在。"), ("Ken Itoさんへ", "K.さんへ"), ("Ken Itoh", "Ken Itoh"),
    ('all,\nJo "Ace" Ito.', "all,\nJ.."), ("a" * 60_000 + "@x.org", "…@…"),
    ("all, Ken\nIto, KEN  ITO,\n> ken\n> ito.", "all, K., K.,\n> K.."), ("Ken ıto", "K."),
    ("山田 太郎、山田　太郎、\n山田太\n郎。", "T.Y.、T.Y.、\nT.Y.。"), ('"ken ito"@x.org, (@x.org)', "…@…, (…@…)"),
    ("連絡は 山田@x.org まで", "連絡は …@… まで"), ("ｋｅｎ．ｉｔｏ＠ｘ．ｏｒｇ", "…@…"),
    ("to=o'brien+pbem@x.org", "…@…")])
def test_addresses_and_names_as_people_write_them(written: str, shown: str) -> None:
    assert cleaner({"山田太郎": "T.Y.", "Ken Ito": "K.", 'Jo "Ace" Ito': "J."})(written) == shown


def test_whose_names_differ_in_case_alone_are_told_apart() -> None:
    assert cleaner({"ken": "A.", "KEN": "B."})("KEN, ken") == "B., A."


@pytest.mark.parametrize(("name", "written"), [
    ("Işık", "IŞIK"), ("İpek Su", "ipek su"), ("Ipek", "ıpek"), ("Straße", "STRASSE"), ("Ken山田", "KEN山田"),
    ("(Ken)", "(ken)"), ("O’Brien", "O’BRIEN"), ("Ä", "ä"), ("Ken_Ito", "KEN_ITO")])
def test_names_in_letters_of_every_kind(name: str, written: str) -> None:
    assert cleaner({name: "*", "Other": "?"})(f"all, {written}.") == "all, *."


def test_a_short_name_is_hidden_as_a_word_alone() -> None:
    assert cleaner({"Al": "A."})("AL and Alan will call Al, naval al-fresco") == (
        "A. and Alan will call A., naval A.-fresco")


ORDERS = """\
move Yamato to pearl harbor  # Yamato asks Ken
# Ito, pearl
Say: well played, ken@example.org! – Yamato
because ken
Ito says so, pearl
move CV to
move Yamato
"""


def test_in_orders_stays_what_they_mean(campaigns: Path) -> None:
    campaign = open_campaign(campaigns / "nimitz-4")
    campaign.entries.append({"type": "ruling", "orders": [ORDERS], "reason": "Yamato asked"})  # type: ignore[arg-type]
    shown = public(campaign, {"Ken Ito": "K.I.", "Yamato": "Y.", "move": "M.", "Pearl": "P.", "To Move": "T."})
    assert shown.entries[-1] == {"type": "ruling", "reason": "Y. asked", "orders": [
        "move Yamato to Pearl Harbor  # Y. asks K.I., P.\nSay: well played, …@…! – Y.\nbecause K.I. says so, P.\n"
        "move CV to\nmove Yamato\n"]}


def test_a_pack_that_says_who_plays_is_not_offered(campaigns: Path) -> None:
    def offered(changes: dict[str, Any], data: dict[str, bytes], names: dict[str, str]) -> bool:
        campaign = open_campaign(campaigns / "nimitz-4")
        campaign.entries[-1] = {**campaign.entries[-1], **changes}  # type: ignore[typeddict-item]
        return not says_who(campaign, public(campaign, names), data, names)

    own = json.dumps({"about": ["Maps by Taro, taro@example.org"]}).encode()
    assert offered({}, {}, {"Cleo Ray": "C.R."})
    assert not offered({"text": "Hello all,\nCleo Ray will be back."}, {}, {"Cleo Ray": "C.R."})
    assert not offered({"odd": {"key": ["<a@example.org>"]}}, {}, {})
    assert not offered({}, {"maps.json": own}, {}) and not offered({}, {"maps.json": b"\xff by Cleo"}, {"Cleo": "C."})
    assert offered({}, {"maps.json": b"{}"}, {"Cleo": "C."})


def test_campaigns_and_leagues_are_shown_without_people_in_their_names(campaigns: Path) -> None:
    campaign = open_campaign(campaigns / "nimitz-4")
    founding: Any = campaign.entries[0]
    campaign.entries[0] = {**founding, "campaign": "Ken Ito (ken@example.org) against Bob",
                           "dice": {**founding["dice"], "league": {"name": "Ken Ito's cup"}}}
    shown: Any = public(campaign, {"Ken Ito": "K."}).entries[0]
    assert (shown["campaign"], shown["dice"]["league"]["name"]) == ("K. (…@…) against Bob", "K.'s cup")
    assert founding["campaign"] == "nimitz-4"


SAID = "Write to ken@example.org. – Ken Ito"


def written(form: Any, *, is_long: bool = False) -> Iterator[Any]:
    """Values of a type that have SAID in one of the texts in them, which may be of any letters.

    Args:
        is_long: only in texts that have a longest length, as those of people have.
    """
    arguments = get_args(form)
    match get_origin(form):
        case None if form is str and not is_long:
            yield SAID
        case None if is_typeddict(form):
            yield from ({name: value} for name, hint in get_type_hints(form, include_extras=True).items()
                        for value in written(hint, is_long=is_long))
        case typing.Annotated if arguments[0] is str:
            rules = arguments[1:]
            if not any(isinstance(rule, Digits | Matching) for rule in rules):
                yield from written(str, is_long=is_long and not any(isinstance(rule, Length) for rule in rules))
        case typing.Annotated | typing.NotRequired:
            yield from written(arguments[0], is_long=is_long)
        case typing.Union | types.UnionType:
            yield from (value for part in arguments for value in written(part, is_long=is_long))
        case builtins.list:
            yield from ([value] for value in written(arguments[0], is_long=is_long))
        case builtins.dict:
            yield from ({"us": value} for value in written(arguments[1], is_long=is_long))


def fields(value: Any) -> set[str]:
    """The names of all fields in a value."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {*(value if isinstance(value, dict) else ()), *(name for part in parts for name in fields(part))}


@pytest.mark.parametrize("kind", get_args(Entry))
def test_whatever_people_may_write_is_shown_without_addresses_and_names(campaigns: Path, kind: type) -> None:
    campaign = open_campaign(campaigns / "nimitz-4")
    [name] = get_args(get_type_hints(kind)["type"])
    values = [value for value in written(kind) if not fields(value) & CODES]
    campaign.entries += [{"players": {}, "player": "", **value, "type": name} for value in values]  # type: ignore[misc]
    for entry in public(campaign, {"Ken Ito": "K.I."}).entries[len(campaign.entries) - len(values):]:
        shown = str(entry)
        assert "ken@example" not in shown and "Ken Ito" not in shown
        assert "Write to …@…. – K.I." in shown or name in ("founding", "player")  # who plays is no sentence


def test_what_people_may_write_is_not_taken_for_what_the_program_writes() -> None:
    kept = {tuple(sorted(fields(value) & CODES)) for kind in get_args(Entry) for value in written(kind, is_long=True)}
    assert kept == {(), ("side",), ("signature",), ("closing",)}
    assert fields([*map(example, get_args(Entry))]) >= CODES


def example(form: Any) -> Any:
    """Names of fields of a type, whatever is in them."""
    if is_typeddict(form):
        return {name: example(hint) for name, hint in get_type_hints(form).items()}
    return [example(part) for part in get_args(form)]


def test_what_is_played_stays_as_it_was_whoever_has_the_name_of_a_side(campaigns: Path) -> None:
    campaign = open_campaign(campaigns / "witp-1")
    shown = public(campaign, {"japan": "K.I.", "Japan": "K.I."})
    assert shown.state.position == campaign.state.position
