"""What people and programs put around orders in mails and posts: lists, closings, footers, edits."""

from __future__ import annotations

import pytest

from tests.exchange.reading.kinds import crlf, mail
from tests.exchange.reading.orders_written import meaning, read, read_post

HEADER = "Campaign: manila\nTurn: 4\nSide: japan\n"
ORDERS = ("build Palau", "target Manila from Singapore: 1 naval", "pass")
OWN = HEADER + "\n" + "\n".join(ORDERS) + "\n"


def text_of(raw: bytes) -> object:
    (block,) = read(raw).blocks
    return meaning(block.data.decode())


@pytest.mark.parametrize("sign", ["- ", "– ", "   - ", "* ", "• ", "+ ", "   • ", "{}. ", "{}) ", "({}) ", "   {}. "])
def test_orders_written_as_a_list_are_read(sign: str) -> None:
    listed = "\n".join(sign.format(number) + order for number, order in enumerate(ORDERS, 1))
    assert text_of(mail(crlf(f"{HEADER}\n{listed}\n\nCheers\nKen\n"))) == meaning(OWN)
    (block,) = read_post(f"{HEADER}\n{listed}\n")
    assert meaning(block.data.decode()) == meaning(OWN)


def test_a_whole_file_written_as_a_list_is_read() -> None:
    assert text_of(mail(crlf("".join(f"- {line}\n" for line in OWN.split("\n") if line)))) == meaning(OWN)


def test_words_in_a_list_stay_so_that_they_are_complained_of() -> None:
    (block,) = read(mail(crlf(f"{OWN}- and now something quite different\n"))).blocks
    assert b"- and now something" in block.data


@pytest.mark.parametrize(
    "closing",
    [
        "Freundliche Grüße\nKen",
        "Mit freundlichem Gruß\nKen Sato",
        "Freundliche Grüsse",
        "Grüsse",
        "Gruß Ken",
        "Gruss, Ken",
        "LG, Ken",
        "LG Ken",
        "VG Ken",
        "Cheers, Ken",
        "Cheers Ken",
        "Thanks, Ken!",
        "Best, K. Sato",
        "Bonne soirée",
        "Bonne journée, Ken",
        "Bonne fin de semaine",
        "Amitiés, Ken",
        "Un saludo",
        "Saludos, Ken",
        "Cordiali saluti",
        "Ciao, Ken",
        "Met vriendelijke groet\nKen",
        "Groetjes, Ken",
        "Mvh Ken",
        "Med vänlig hälsning\nKen",
        "Venlig hilsen\nKen",
        "Terveisin Ken",
        "Pozdrawiam, Ken",
        "Pozdrawiam\nKen",
        "S pozdravem\nKen",
        "Üdv, Ken",
        "С уважением,\nКен",
        "Saygılarımla",
        "Με εκτίμηση",
        "谢谢",
        "감사합니다.",
        "تحياتي",
        "Um abraço, Ken",
        "以上です。よろしくお願いします。",
        "第4ターンの命令です。よろしくお願いします。\n佐藤",
        "以上が今回の命令です。宜しくお願いいたします。",
        "Sent from my iPhone",
        "Enviado desde mi iPhone",
        "Inviato da iPhone",
        "Inviato dal mio iPad",
        "Enviado do meu iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Sendt fra min iPhone",
        "Skickat från min iPhone",
        "Lähetetty iPhonesta",
        "Wysłane z iPhone'a",
        "Odesláno z iPhonu",
        "Отправлено с iPhone",
        "Надіслано з iPhone",
        "iPhone'umdan gönderildi",
        "Στάλθηκε από το iPhone μου",
        "发自我的iPhone",
        "從我的 iPhone 傳送",
        "나의 iPhone에서 보냄",
        "أُرسلت من الـ iPhone",
        "נשלח מה-iPhone שלי",
        "ส่งจาก iPhone ของฉัน",
        "Đã gửi từ iPhone của tôi",
        "Dikirim dari iPhone saya",
        "Trimis de pe iPhone-ul meu",
        "Az iPhone készülékemről küldve",
        "Envoyé de mon iPad",
        "Von meinem Handy gesendet",
        "Sent from Yahoo Mail on Android",
        "Gesendet mit der GMX Mail App",
        "Enviado desde Yahoo Mail para Android",
        "Sent from Outlook for Android",
        "Sent with Proton Mail secure email.",
        "Отправлено из мобильной Почты Mail.ru",
        "DISCLAIMER: This message is private.",
        "Confidentiality Notice: for the addressee only\nIf you are not he, stop.",
        "This email and any attachments are confidential.",
        "Diese E-Mail enthält vertrauliche Informationen.\nWenn Sie nicht der richtige Adressat sind, löschen Sie sie.",
        "Ce message et toutes les pièces jointes sont confidentiels.",
        "Este mensaje es confidencial.",
        "Please consider the environment before printing this e-mail.",
    ],
)
def test_a_closing_or_a_footer_is_no_order(closing: str) -> None:
    assert text_of(mail(crlf(f"{OWN}\n{closing}\n"))) == meaning(OWN)


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "Gesendet mit der GMX Mail App",
        "Gruß Ken",
        "LG, Ken",
        "以上です。よろしくお願いします。",
        "DISCLAIMER: This is private.",
        "-----",
        "______________",
    ],
)
def test_orders_below_are_not_lost(line: str) -> None:
    for between in ("", "Ken\n", "and the rest is as follows, I think:\n"):
        (block,) = read(mail(crlf(f"{HEADER}\nbuild Palau\n{line}\n{between}\npass\n"))).blocks
        assert block.data.decode().endswith("\npass\n"), between


@pytest.mark.parametrize(
    "line", ["thanks Manila we win", "はい。よろしくお願いします。", "Zebediah", "Best of all: this"]
)
def test_what_is_no_closing_is_not_taken_for_one(line: str) -> None:
    assert line.split()[0] in read(mail(crlf(f"{OWN}\n{line}\n"))).blocks[0].data.decode()


@pytest.mark.parametrize(
    "below",
    [
        "Last edited: Nov 22, 2026",
        "Last edited: Sunday at 9:00 AM\nReactions:\nAnn and Bob",
        "Reactions: Ann, Bob and 2 others",
        "(This post was last modified: 11-22-2026, 09:00 AM by Ken.)",
        "Last edited by Ken; 11-22-2026 at 09:00 AM.",
        "(edited)",
        "{Reactions}\n👍 (2)",
        "{Attachments}\nhttps://example.org/map.png",
        "Zuletzt bearbeitet: 22. November 2026",
        "[11/22/2026 9:05 AM] ann\nWell done, that hurts",
        "[22.11.2026 09:05] ann\nWell done",
        "Ann — Today at 9:05 AM\nOh no",
        "ann — 11/22/2026 9:05 AM\nOh no",
        "[9:05 AM]Ann:\nOh no",
        "Click to expand...",
    ],
)
def test_what_a_forum_puts_below_a_post_is_no_order(below: str) -> None:
    (block,) = read_post(f"{OWN}\n{below}\n")
    assert meaning(block.data.decode()) == meaning(OWN)


def test_an_export_of_discord_holds_the_posts_of_all() -> None:
    export = (
        "=" * 62
        + "\nGuild: War Room\nChannel: games / manila\nAfter: 11/01/2026 12:00 AM\n"
        + "=" * 62
        + f"\n\n[11/22/2026 9:00 AM] ken\n{OWN}\n{{Reactions}}\n👍\n\n[11/22/2026 9:05 AM] ann\nWell done\n\n"
        + f"[11/22/2026 9:10 AM] ann\n{OWN.replace('japan', 'allies')}\n"
    )
    assert [(block.side, meaning(block.data.decode())[1]) for block in read_post(export)] == [
        (side, meaning(OWN)[1]) for side in ("japan", "allies")
    ]
