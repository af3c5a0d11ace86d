"""What people answer when they are asked whether a mail was from them, as their mail programs send it."""

from __future__ import annotations

import pytest

from tests.exchange.reading.kinds import mail
from witp_pbem.exchange.desk.confirming import NO, YES, answer_in
from witp_pbem.exchange.reading.incoming import read

QUESTION = "\n\n2026年11月22日(日) 9:00 審判 <desk@example.net>:\n> Is this from you?\n> yes\n> はい いいえ no\n"
AGREED = [
    "はい", "はい。", "はい！", "ﾊｲ", "ＯＫです。", "Yes", "ｙｅｓ", "はい、そうです。お願いします。", "はいそうです",
    "はい　そうです",
    "はい、私です。よろしくお願いします。\n\n健", "そうです。", "私です。", "はい、本人です。", "私が送りました。",
    "その通りです。",
    "はい、間違いありません。", "問題ありません。", "承認いたします。", "承知しました。", "お願いします。",
    "記録してください。",
    "お世話になっております。\nはい、私が送りました。", "審判様\n\nお疲れ様です。はい、私です。",
    "健です。はい、私のメールです。",
    "はい\n\niPhoneから送信", "Hello Kay,\nyes, it was me.\n\nCheers\nKen",
]
DENIED = [
    "いいえ", "いいえ、違います。", "いえ、送っていません。", "違います。", "ﾁｶﾞｲﾏｽ", "ＮＯ", "私ではありません。",
    "自分ではないです。",
    "身に覚えがありません。", "心当たりがありません。", "破棄してください。", "取り消してください。",
    "記録しないでください。",
    "お世話になっております。\nいいえ、私ではありません。", "健です。違います。",
]
UNCLEAR = [
    "わかりません。", "これは何ですか。", "はい？", "はい、でも私は送っていません。", "はい、そうですか。",
    "確認します。", "大丈夫です。",
    "少し待ってください。", "いい天気ですね。", "命令を送ります。\nはい", "偽物です。", "間違いです。はい。",
    "はいけいと書きました", "",
]


@pytest.mark.parametrize(("words", "meant"), [
    *((words, YES) for words in AGREED), *((words, NO) for words in DENIED), *((words, "") for words in UNCLEAR)])
def test_what_was_said(words: str, meant: str) -> None:
    assert answer_in(read(mail((words + QUESTION).replace("\n", "\r\n").encode())).words) == meant
