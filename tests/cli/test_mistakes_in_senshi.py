"""Mistakes as people make them in 太平洋戦史, and the answers in both languages, to be read aloud (UPDATE_GOLDEN=1
writes them)."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.cli.program import here
from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.table.language import JAPANESE, speaking

GOLDEN = Path(__file__).parent / "golden"
HEAD = "Campaign: seas\nTurn: 1\nSide: japan\nPhase: operations\n\n"
PLAYED = (  # up to the second choice of Japan in turn 1, with the ships at Singapore face-down
    (0, "allies", "place Allied LBA 1 at Port Moresby\nplace Allied LBA 2 at Samoa"),
    (0, "japan", """place Kongo, Haruna, Atago, Takao, Maya, Chokai, Mikuma, Japanese LBA 1 at Japan
place Nagato, Mutsu, Fuso, Yamashiro, Ise, Hyuga, Mogami, Japanese LBA 2 at Indochina
place Zuiho, Ryujo, Furutaka, Kako, Aoba, Kinugasa, Japanese LBA 3 at Truk
place Myoko, Nachi, Ashigara, Haguro, Suzuya, Kumano at Okinawa
hit any"""),
    (1, "allies", "place Allied LBA 4, Allied LBA 5 at West Coast"),
    (1, "japan", "pay {0}\noperate\nmove all face-up ships from Indochina to Singapore\n"
                 "hit any\nlose any\nengage\nstay\npass cards"),
    (1, "allies", "stay\nlose any\npass cards\npass initiative"),
)
MANY = HEAD + """pay {0}
operate
move Akagi, Kagaa from Japan to Midwey
move Mogami from Singapore to Ceylon
move Kaga from Truk to Rabaul
move Yorktown, Enterprise from Hawaii to Midway
move Akagi from Japan to West Coast
move Myoko from Okinawa to Hawaii
move Zuiho from Truk via Rabaul to Philippines
move Furutaka from Truk via Rabaul to Philippines
move 2 ships from Truk to Rabaul
move Chi from Japan to Truk
move Mutsu from Singapore to Borneo
move Japanese LBA 3 from Truk to Rabaul
move 9 carriers from Japan to Truk
move 2 Dutch cruisers from Japan to Truk
return Taiho from Japan to Truk
return Akagi from Japan to Okinawa
rebase Akagi from Japan to Truk
resupply at Truk with {0}
train at Marianas with {0}
capture Singapore with {0}
frobnicate Truk
if the enemmy has 3 carriers: stay end
"""
IN_JAPANESE = HEAD + """支払 {0}
作戦実施
移動 赤木、加賀 日本から ミッドエーへ
移動 最上 シンガポールから セイロンへ
移動 加賀 トラックから ラバウルへ
移動 赤城 日本から 西海岸へ
移動 瑞鳳 トラックから ラバウル経由 フィリピンへ
移動 古鷹 トラックから ラバウル経由 フィリピンへ
移動 艦艇2隻 トラックから ラバウルへ
移動 陸奥 シンガポールから ボルネオへ
移動 空母9隻 日本から トラックへ
帰港 赤城 日本から 沖縄へ
攻略 シンガポール
使用 真珠湾
もし 敵に空母が3隻いろ： 残留 終わり
"""
ORDERS = (
    MANY, IN_JAPANESE, HEAD + "pay {1}", HEAD + "pay {0} {0}", HEAD + "play {0}", HEAD + "play J17",
    HEAD + "move Akagi to Midway",
    HEAD + "move 2 from Japan to Truk",
    HEAD + "move cruisers from Japan to Truk\nmove 2 ships from Truk to Japan",
    HEAD + "Phase: attack\npass", HEAD + "hit", HEAD + "retreat to Port", HEAD + "move Chiyo from Japan to Truk",
    "Campaign: sea\nTurn: 2\nSide: japon\n移動 赤城 日本から トラックへ",
)
COMMANDS = (
    ("rule", "senshi", "7.55"), ("rule", "isolatoin", "--game", "taiheiyo_senshi"), ("rule", "J17"),
    ("places", "Trukk", "--game", "taiheiyo_senshi"), ("orders", "seas", "--side", "jap"),
    ("new", "reef", "--game", "taiheiyo_senshi", "--option", "nearest_port=miles"),
    ("new", "reef", "--game", "taiheiyo_senshi", "--scenario", "1944"), ("new", "reef", "--game", "senshi"),
    ("map", "seas", "--around", "Trukk"), ("explain", "seas", "Akagii"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the campaign `seas`: Japan is asked for the initiative, and some of its ships are face-down."""
    root = tmp_path_factory.mktemp("senshi")
    assert here("new", "seas", "--game", "taiheiyo_senshi", "--seed", "x", cwd=root).code == 0
    assert here("adjudicate", "seas", cwd=root).code == 0
    for turn, side, orders in PLAYED:
        words = orders.format(*(hand(root) if "{0}" in orders else ()))
        (root / "orders.txt").write_text(f"Campaign: seas\nTurn: {turn}\nSide: {side}\n{words}\n", "utf-8")
        done = here("submit", "seas", "orders.txt", cwd=root)
        assert done.code == 0, done
        here("adjudicate", "seas", cwd=root)
    assert "spend a card for the initiative" in " ".join(here("status", "seas", cwd=root).out.split())
    return root


def hand(folder: Path) -> list[str]:
    """The cards Japan holds."""
    shown = here("show", "seas", "--side", "japan", cwd=folder).out
    return re.findall(r"J\d\d-A\d\d", shown.partition("Place ")[0])


def checked(folder: Path, orders: str, system: str = "C.UTF-8") -> str:
    (folder / "japan.txt").write_text(f"{orders}\n", "utf-8")
    return here("check", "seas", "japan.txt", cwd=folder, system=system).out


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_mistake_is_answered_as_when_somebody_last_read_it(language: str, folder: Path) -> None:
    system = {"en": "C.UTF-8", "ja": "ja_JP.UTF-8"}[language]
    held = hand(folder)
    other = next(card for card in game().data.cards if card not in held)
    answers = [f"{'-' * 72}\n{orders}\n\n{checked(folder, orders, system)}"
               for orders in (words.format(held[0], other) for words in ORDERS)]
    for typed in COMMANDS:
        ran = here(*typed, cwd=folder, system=system)
        answers.append(f"{'-' * 72}\n$ witp-pbem {' '.join(typed)}\n\n{ran.out}{ran.err}")
    text, path = "\n".join(answers), GOLDEN / f"mistakes-senshi-{language}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{path.name} differs; look, then run with UPDATE_GOLDEN=1"


@pytest.mark.parametrize("order", ["pay {}", "支払 {}"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_card_that_is_not_held_is_refused_alike_wherever_it_is(order: str, language: str, folder: Path) -> None:
    """Whether the enemy holds it, or it lies in the deck, or on the used pile like the one with which Japan
    has paid."""
    data = game().data
    system = {"en": "C.UTF-8", "ja": "ja_JP.UTF-8"}[language]
    held = hand(folder)
    assert len(held) == 3
    answers = set()
    for card in data.cards:
        if card not in held:
            answer = checked(folder, f"{HEAD}{order.format(card)}", system)
            for number in data.cards[card].values():
                event = data.events[number]
                for name in (event.title, event.title_ja):
                    answer = "".join(answer.split()).replace("".join(name.split()), "TITLE")
                answer = answer.replace(number, "NUMBER")
            answers.add(answer)
    with speaking(JAPANESE if language == "ja" else "en"):
        assert len(answers) == 1 and re.search(r"\[card-not-in-hand\]", answers.pop())
