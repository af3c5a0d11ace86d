"""What Japanese mail programs, telephones and manners put around orders."""

from __future__ import annotations

from base64 import b64encode

import pytest

from tests.exchange.reading.kinds import mail
from tests.exchange.reading.orders_written import read
from witp_pbem.exchange.reading.incoming import Mail

ORDERS = "キャンペーン: manila\nターン: 1\nフェイズ: 基地\n陣営: 日本\n\n建設 トラック\nパス\n"
QUOTED = "Campaign: manila\nTurn: 1\nSide: japan\n\n建設 台湾\nパス\n"

BELOW = [
    # what telephones, web mail and scanners add
    "iPhoneから送信", "私のAndroidから送信", "NTTドコモのスマートフォンから送信", "auスマートフォンから送信",
    "SoftBankのiPhoneから送信しました", "Yahoo!メールアプリから送信", "Windows 版のメールから送信",
    "Outlook for Android<https://aka.ms/AAb9ysg>を入手", "※このメールはスマホから送信しています",
    "送信元: Yahoo!メール",
    "送信にはiPhoneを使用", "ウイルス フリー。www.avast.com",
    "このEメールはアバストによりウイルススキャンされています。",
    "このメールには機密情報が含まれている場合があります。",
    # manners
    "以上、よろしくお願いいたします。\n山田", "宜しくお願い致します。",
    "ご確認のほど、よろしくお願いいたします。\n山田 健",
    "どうぞよろしくお願い申し上げます。", "引き続き、どうぞよろしくお願いします。", "よろしくです！",
    "ご査収ください。\n山田",
    "以上になります。", "では失礼します。", "取り急ぎご連絡まで。", "お疲れさまです。", "ではまた来週。",
    "ご武運を。",
    "お願いします。", "いつもありがとうございます。\n\n山田拝", "草々",
    # signatures
    "-- \n山田 健", "－－\n山田　健", "――――――――\n山田 健\nken@example.org", "＝＝＝＝＝＝＝\n山田 健\n＝＝＝＝＝＝＝",
    "＊＊＊＊＊＊\n山田 健", "┏━━━━━━┓\n　山田 健\n┗━━━━━━┛", "◆◇◆◇◆◇\n山田", "☆━━━━━━━\n山田 健\n東京都港区",
    "+-+-+-+-+-+\n山田", "・・・・・・・\n山田", "----- 署名 -----\n山田",
]
ABOVE = [
    "2026年11月22日(日) 9:00 審判 <desk@example.net>:", "2026年11月22日(日) 9:00、desk@example.net さん：",
    "2026/11/22 9:00、審判 <desk@example.net>のメール：",
    "2026年11月22日(日) 9:00 に、審判 <desk@example.net> さんが書きました:",
    "On 2026/11/22 9:00, 審判 wrote:", "審判 さんは書きました:", "審判さんは 2026/11/22 9:00 に書きました：",
    "Sun, 22 Nov 2026 09:00:00 +0900\n審判 <desk@example.net> さん wrote:",
    "In article <abc@example.net>\n審判 <desk@example.net> さん wrote:", "審判 さんの書き込み：",
    "-----Original Message-----", "----- 元のメッセージ -----", "─────元のメッセージ─────", "-------- 転送 --------",
    "---------- 転送メッセージ ----------", "---- On 2026/11/22 9:00 審判 wrote ----", "--- 引用ここから ---",
    "------ 審判 さんのメール ------",
    "差出人: 審判 <desk@example.net>\n送信日時: 2026年11月22日 9:00\n宛先: ken@example.org\n件名: [manila]",
    "差出人：審判\n日時：2026年11月22日\n件名：[manila] 第1ターン",
    "送信元：審判\n日付：2026年11月22日\n件名：[manila]",
    "From: desk@example.net\n送信日時: 2026/11/22 9:00\nTo: ken@example.org\n件名: [manila]",
    "開始 転送メッセージ:\n\n差出人: 審判\n件名: [manila]\n日付: 2026年11月22日\n宛先: ken@example.org",
]


def written(text: str) -> Mail:
    return read(mail(text.replace("\n", "\r\n").encode()))


@pytest.mark.parametrize("below", BELOW)
def test_what_stands_below_orders_is_left_out(below: str) -> None:
    (block,) = written(f"{ORDERS}\n{below}\n").blocks
    assert block.data.decode().rstrip() == ORDERS.rstrip()


@pytest.mark.parametrize("name", ["山田 健", "山田健", "山田　健"])
@pytest.mark.parametrize("signed", ["山田 健", "山田健", "山田　健"])
def test_a_name_is_known_with_a_blank_in_it_and_without(name: str, signed: str) -> None:
    sender = f"=?utf-8?B?{b64encode(name.encode()).decode()}?= <ken@example.org>"
    (block,) = read(mail(f"{ORDERS}\n{signed}\n".replace("\n", "\r\n").encode(), From=sender)).blocks
    assert block.data.decode().rstrip() == ORDERS.rstrip()


@pytest.mark.parametrize("sign", ["> ", "＞", ""])
@pytest.mark.parametrize("above", ABOVE)
def test_what_is_quoted_below_orders_is_told_from_them(above: str, sign: str) -> None:
    quoted = "\n".join(sign + line for line in QUOTED.split("\n"))
    message = written(f"お世話になっております。\n\n{ORDERS}\n{above}\n\n{quoted}")
    assert message.blocks[0].data.decode().rstrip() == ORDERS.rstrip()
    assert [block.where for block in message.blocks[1:]] in ([], ["quoted"])
    assert "台湾" not in message.words


@pytest.mark.parametrize("line", ["Text: トラックの件、よろしくお願いします。", "Word: いつもありがとうございます",
                                  "運：よろしくお願いします"])
def test_a_value_is_no_closing(line: str) -> None:
    (block,) = written(f"Campaign: manila\nSide: japan\nLetter: note\n{line}\n").blocks
    assert line.replace("：", ":") in block.data.decode()


def test_orders_below_a_drawn_line_are_not_lost() -> None:
    (block,) = written(f"{ORDERS}◆◇◆◇◆◇◆◇\n建設 台湾\n").blocks
    assert "建設 台湾" in block.data.decode()


def test_signs_of_full_width_and_narrow_syllables_are_read() -> None:
    (block,) = written("キャンペーン：ｍａｎｉｌａ\nターン：１\n陣営：日本\n\n＃　備考\n建設　ﾄﾗｯｸ\nﾊﾟｽ\n").blocks
    assert block.data.decode() == "キャンペーン:manila\nターン:1\n陣営:日本\n\n# 備考\n建設 トラック\nパス\n"


def test_letters_that_only_some_machines_have_are_read_in_the_old_mail_character_set() -> None:
    # "①㈱髙" as Windows writes them into ISO-2022-JP: rows 13 and 119, which the standard does not have
    head = "キャンペーン: manila\r\n陣営: 日本\r\n\r\nパス # ".encode("iso-2022-jp")
    message = read(mail(head + b"\x1b$B-!-j\x1b(B\r\n", "text/plain; charset=ISO-2022-JP", "7bit"))
    assert message.blocks[0].data.decode().splitlines()[-1] == "パス # ①㈱"
    assert not message.faults
