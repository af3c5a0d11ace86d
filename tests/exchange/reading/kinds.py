"""Every kind of mail that carries orders, made around any orders; and a long run over them:

python -m tests.exchange.reading.kinds --count 20000 --seed 1
"""

from __future__ import annotations

import argparse
import base64
import html
import quopri
import random
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.exchange.reading.orders_written import Written, meaning, read, write
from witp_pbem.exchange.reading.incoming import Mail
from witp_pbem.report.drafts import marked
from witp_pbem.table.columns import width, wrap

GREETINGS = (
    "Hi Ann,\n\nhere are my orders for this turn.\n\n",
    "Hello,\n\n",
    "Ann,\n\nthat was a bold move! My orders:\n\n",
    "こんにちは。\n今週の命令です。\n\n",
    "審判様\n\nいつもお世話になっております。佐藤です。\n第4ターンの命令をお送りします。\n\n",
    "Hallo Ann,\nanbei meine Befehle:\n\n",
    "Bonjour,\n\nvoici mes ordres.\n\n",
    "",
)
CLOSINGS = (
    "",
    "\n\nBest regards,\nKen\n",
    "\n\nCheers\nKen\n",
    "\n\nよろしくお願いします。\n佐藤 健\n",
    "\n\n以上、よろしくお願いいたします。\n\n＝＝＝＝＝＝＝＝＝＝\n佐藤　健\nken@example.org\n＝＝＝＝＝＝＝＝＝＝\n",
    "\n\nお手数ですが、ご確認のほど宜しくお願い致します。\n佐藤\n",
    "\n\n◆◇◆◇◆◇◆◇◆◇\n佐藤 健\n東京都千代田区\n",
    "\n\nドコモのスマートフォンから送信\n",
    "\n\nViele Grüße\nKen\n",
    "\n\nCordialement,\nKen\n",
    "\n\nThanks!\n\nKen\n",
    "\n\n-- \nKen Sato\nTokyo, 090-1234-5678\n",
    "\n\nKen\n",
    "\n\nSent from my iPhone\n",
    "\n\niPhoneから送信\n",
    "\n\nVon meinem iPhone gesendet\n",
    "\n\nGet Outlook for iOS\n",
    "\n\nEnvoyé de mon iPhone\n",
    "\n\n--\nKen\n",
)
TOKEN = "abcdefghij2345672345"
OLD = "Campaign: {campaign}\nTurn: 1\nSide: {side}\n\nbuild Samoa\npass\n"
ATTRIBUTIONS = (
    "On Sun, Nov 22, 2026 at 9:00 AM Ann Lee <ann@example.org> wrote:",
    "Am 22.11.26 um 09:00 schrieb Ann Lee:",
    "On Sun, Nov 22, 2026 at 9:00 AM Ann Margaret Elizabeth Lee\n<ann@example.org> wrote:",
    "Le dim. 22 nov. 2026 à 09:00, Ann Lee <ann@example.org> a écrit :",
    "On 2026/11/22 9:00, Ann Lee wrote:",
    "2026年11月22日(日) 9:00 Ann Lee <ann@example.org>:",
    "2026/11/22 9:00、Ann Lee <ann@example.org>のメール:",
    "Ann Lee さんは書きました:",
    "On Sun, 22 Nov 2026 09:00:00 +0900\nAnn Lee <ann@example.org> さん wrote:",
    "2026年11月22日(日) 9:00 に、Ann Lee <ann@example.org> さんが次のように書きました：",
    "2026年11月22日(日) 9:00、ann@example.org さん：",
    "In message <abc@example.org>, Ann Lee wrote:",
)
HEAD = {
    "From": "Ken Sato <ken@example.org>",
    "To": "desk@example.net",
    "Subject": "Re: [manila] Turn 4",
    "Date": "Sun, 22 Nov 2026 09:00:00 +0900",
    "Message-ID": "<one@example.org>",
    "MIME-Version": "1.0",
}


class Kind(NamedTuple):
    """A kind of mail: how it is made, and whether it can carry Japanese and comments."""

    make: Callable[[Written, random.Random], bytes]
    japanese: bool = True
    comments: bool = True


KINDS: dict[str, Kind] = {}


def kind(
    japanese: bool = True, comments: bool = True
) -> Callable[[Callable[[Written, random.Random], bytes]], Callable[[Written, random.Random], bytes]]:
    def known(make: Callable[[Written, random.Random], bytes]) -> Callable[[Written, random.Random], bytes]:
        KINDS[make.__name__.replace("_", " ")] = Kind(make, japanese, comments)
        return make

    return known


# -- pieces of mails ------------------------------------------------------------------------------------------------


def mail(body: bytes, content: str = "text/plain; charset=utf-8", coding: str = "8bit", **heads: str) -> bytes:
    """A mail of one part, or of parts already put together."""
    head = {**HEAD, **{key.replace("_", "-"): value for key, value in heads.items()}}
    if content:
        head |= {"Content-Type": content, "Content-Transfer-Encoding": coding}
    lines = "".join(f"{key}: {value}\r\n" for key, value in head.items() if value)
    return lines.encode("utf-8") + b"\r\n" + body


def crlf(text: str, charset: str = "utf-8") -> bytes:
    return text.replace("\n", "\r\n").encode(charset, "replace")


def part(
    body: bytes, content: str = "text/plain; charset=utf-8", coding: str = "base64", disposition: str = ""
) -> bytes:
    """One part of several, with its head."""
    encoded = {"base64": lambda: base64.encodebytes(body), "quoted-printable": lambda: quopri.encodestring(body)}.get(
        coding, lambda: body
    )()
    lines = [f"Content-Type: {content}", f"Content-Transfer-Encoding: {coding}"]
    lines += [f"Content-Disposition: {disposition}"] if disposition else []
    return crlf("\n".join(lines) + "\n\n") + encoded


def parts(kind: str, *made: bytes, boundary: str = "=_b", **heads: str) -> bytes:
    return mail(together(boundary, *made), f'multipart/{kind}; boundary="{boundary}"', "7bit", **heads)


def together(boundary: str, *made: bytes) -> bytes:
    return b"".join(f"--{boundary}\r\n".encode() + each + b"\r\n" for each in made) + f"--{boundary}--\r\n".encode()


def letter(written: Written, chance: random.Random, japanese: bool = True) -> str:
    """Orders in a letter, with a greeting and a closing."""
    fit = [[each for each in words if japanese or each.isascii()] for words in (GREETINGS, CLOSINGS)]
    return chance.choice(fit[0]) + written.text + chance.choice(fit[1])


def quoted(text: str, sign: str = "> ") -> str:
    return "".join(f"{sign}{line}".rstrip() + "\n" for line in text.rstrip("\n").split("\n"))


def draft(side: str = "japan", campaign: str = "manila", token: str = TOKEN) -> str:
    """Orders to fill in, as a report holds them."""
    body = (
        f"Campaign: {campaign}\nTurn: 4\nSide: {side}\n\n# You owe: make a movement impulse, or pass.\n# Legal now; "
        "remove the # in front of what you want:\n# target Manila from Singapore: 1 naval\n# pass\n"
    )
    return "\n".join(marked(side, body, token)) + "\n"


def filled(written: Written) -> str:
    """Orders written between the lines of a draft."""
    return "\n".join(marked(written.side.casefold(), written.text, TOKEN)) + "\n"


def wrapped(text: str, columns: int) -> str:
    """A text as a program wraps it that breaks lines without a thought."""
    return "\n".join(
        piece for line in text.split("\n") for piece in (wrap(line, columns) if width(line) > columns else [line])
    )


def paragraphs(text: str) -> str:
    """A text as the lines of an HTML body."""
    return "".join(f"<div>{html.escape(line, quote=False) or '<br>'}</div>\n" for line in text.split("\n"))


def page(body: str) -> bytes:
    return (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style>p {color: red}'
        f"</style></head><body>{body}</body></html>"
    ).encode()


# -- one text -------------------------------------------------------------------------------------------------------


@kind()
def plain_in_utf_8(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(letter(written, chance)))


@kind()
def quoted_printable(written: Written, chance: random.Random) -> bytes:
    return mail(quopri.encodestring(letter(written, chance).encode()), coding="quoted-printable")


@kind()
def base_64(written: Written, chance: random.Random) -> bytes:
    return mail(base64.encodebytes(crlf(letter(written, chance))), coding="BASE64")


@kind()
def with_a_byte_order_mark(written: Written, chance: random.Random) -> bytes:
    return mail(b"\xef\xbb\xbf" + crlf(written.text))


@kind()
def utf_16(written: Written, chance: random.Random) -> bytes:
    return mail(base64.encodebytes(letter(written, chance).encode("utf-16")), "text/plain; charset=utf-16", "base64")


@kind()
def becky_in_iso_2022_jp(written: Written, chance: random.Random) -> bytes:
    text = wrapped(letter(written, chance), 72).replace("ü", "u").replace("ß", "ss").replace("é", "e")
    return mail(
        crlf(text, "iso2022_jp"),
        'text/plain; charset="ISO-2022-JP"',
        "7bit",
        X_Mailer="Becky! ver. 2.81.07 [ja]",
        Subject="=?ISO-2022-JP?B?UmU6IBskQkw/TmEbKEI=?=",
    )


@kind()
def iso_2022_jp_with_letters_of_windows(written: Written, chance: random.Random) -> bytes:
    data = crlf(written.text, "iso2022_jp") + b"# \x1b$B-!\x1b(B \x1b(IB0\x1b(B\r\n"
    return mail(b"\x1b$B:#F|$O!#\x1b(B\r\n" + data, "text/plain; charset=iso-2022-jp", "7bit")


@kind()
def shift_jis(written: Written, chance: random.Random) -> bytes:
    return mail(crlf("① 命令です\n" + written.text, "cp932"), "text/plain; charset=Shift_JIS")


@kind()
def euc_jp(written: Written, chance: random.Random) -> bytes:
    return mail(crlf("こんにちは\n" + written.text, "euc_jp"), "text/plain; charset=EUC-JP")


@kind()
def utf_8_said_to_be_ascii(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(letter(written, chance)), "text/plain; charset=us-ascii")


@kind()
def utf_8_said_to_be_western(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(letter(written, chance)), "text/plain; charset=iso-8859-1")


@kind()
def utf_8_said_to_be_shift_jis(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(letter(written, chance)), "text/plain; charset=shift_jis")


@kind()
def shift_jis_said_to_be_western(written: Written, chance: random.Random) -> bytes:
    return mail(crlf("こんにちは、命令です。\n" + written.text, "cp932"), "text/plain; charset=iso-8859-1")


@kind()
def shift_jis_said_to_be_utf_8(written: Written, chance: random.Random) -> bytes:
    return mail(crlf("こんにちは、命令です。\n" + written.text, "cp932"))


@kind()
def euc_jp_without_a_name(written: Written, chance: random.Random) -> bytes:
    return mail(crlf("こんにちは、命令です。\n" + written.text, "euc_jp"), "text/plain")


@kind()
def iso_2022_jp_without_a_name(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(written.text, "iso2022_jp"), "")


@kind()
def a_character_set_nobody_knows(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(letter(written, chance)), "text/plain; charset=klingon-7")


@kind(japanese=False)
def western(written: Written, chance: random.Random) -> bytes:
    return mail("Grüße aus Málaga, ça va?\n".encode("cp1252") + crlf(written.text), "text/plain; charset=windows-1252")


@kind()
def no_word_of_what_it_is(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(letter(written, chance)), "", MIME_Version="")


@kind()
def line_ends_of_old_macintoshes(written: Written, chance: random.Random) -> bytes:
    return mail(base64.encodebytes(written.text.replace("\n", "\r").encode()), coding="base64")


@kind()
def blank_lines_and_indentation_gone(written: Written, chance: random.Random) -> bytes:
    return mail(crlf("\n".join(filter(None, map(str.strip, written.text.split("\n"))))))


@kind()
def blank_lines_doubled(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(written.text.replace("\n", "\n\n")))


@kind()
def wrapped_at_72(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(wrapped(letter(written, chance), 72)))


@kind()
def wrapped_at_78(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(wrapped(letter(written, chance), 78)))


@kind()
def a_coding_nobody_knows(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(written.text), coding="x-plain; really")


@kind()
def lines_escaped_in_a_mailbox(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(written.text.replace("  from ", ">From ")))


# -- what writing programs make of letters ------------------------------------------------------------------------


@kind()
def curly_quotation_marks_and_dashes(written: Written, chance: random.Random) -> bytes:
    quotes = chance.choice(("“”", "„“", "«»", "””"))
    text = written.text.replace('"it was so agreed"', f"{quotes[0]}it was so agreed{quotes[1]}").replace(
        "-0", "\u20110"
    )
    return mail(crlf(text.replace("1942-", "1942–")))


@kind()
def blanks_that_do_not_break(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(written.text.replace(" ", chance.choice("\xa0\u202f\u2009\u3000"))))


@kind()
def signs_without_width(written: Written, chance: random.Random) -> bytes:
    signs = "\u200b\u200c\u200d\u2060\xad\ufeff\u200e\u202a"
    return mail(
        crlf("".join(chance.choice(signs) + letter if chance.random() < 0.1 else letter for letter in written.text))
    )


@kind()
def letters_of_full_width(written: Written, chance: random.Random) -> bytes:
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F) if chr(code) not in "'"}
    return mail(crlf("".join(line.translate(wide) + "\n" for line in written.text.split("\n"))))


@kind()
def syllables_of_half_width(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(written.text.replace("キャンペーン", "ｷｬﾝﾍﾟｰﾝ").replace("ターン", "ﾀｰﾝ").replace("パス", "ﾊﾟｽ")))


@kind()
def letters_taken_apart(written: Written, chance: random.Random) -> bytes:
    import unicodedata

    return mail(crlf(unicodedata.normalize("NFD", written.text)))


@kind()
def a_header_in_bold(written: Written, chance: random.Random) -> bytes:
    text = written.text.replace("Campaign:", "*Campaign:*").replace("Turn:", "*Turn*:").replace("Side:", "**Side:**")
    return mail(crlf(text))


# -- programs -----------------------------------------------------------------------------------------------------


@kind()
def gmail_reply(written: Written, chance: random.Random) -> bytes:
    text, below = letter(written, chance), chance.choice(ATTRIBUTIONS)
    plain = f"{wrapped(text, 78)}\n\n{below}\n\n{quoted('The report.' + chr(10) + draft())}"
    shown = (
        f'<div dir="ltr">{paragraphs(text)}</div><br><div class="gmail_quote"><div class="gmail_attr">'
        f'{html.escape(below)}<br></div><blockquote class="gmail_quote" style="margin:0">{paragraphs(draft())}'
        "</blockquote></div>"
    )
    return parts(
        "alternative",
        part(plain.encode(), coding="quoted-printable"),
        part(page(shown), "text/html; charset=UTF-8", "quoted-printable"),
    )


@kind()
def outlook_reply_above(written: Written, chance: random.Random) -> bytes:
    text = letter(written, chance).rstrip("\n")
    below = chance.choice(
        (
            "-----Original Message-----\n",
            "________________________________\n",
            "-----Ursprüngliche Nachricht-----\n",
            "-----元のメッセージ-----\n",
            "",
        )
    )
    return mail(
        crlf(
            f"{text}\n\n{below}From: Ann Lee <ann@example.org>\nSent: Sunday, November 22, 2026 9:00 AM\nTo: Ken\n"
            f"Subject: Turn 4\n\nThe report.\n{draft()}"
        )
    )


@kind()
def outlook_page_alone(written: Written, chance: random.Random) -> bytes:
    lines = "".join(
        f'<p class=MsoNormal><span style="font-size:11.0pt">{html.escape(line, quote=False) or "<o:p>&nbsp;</o:p>"}'
        "</span></p>\n"
        for line in letter(written, chance).split("\n")
    )
    return mail(page(f'<div class="WordSection1">{lines}</div>'), "text/html; charset=utf-8")


@kind()
def outlook_page_in_shift_jis(written: Written, chance: random.Random) -> bytes:
    body = f"<html><body>{paragraphs('命令です' + chr(10) + written.text)}</body></html>"
    return mail(body.encode("cp932"), 'text/html; charset="shift_jis"')


@kind()
def apple_mail_reply(written: Written, chance: random.Random) -> bytes:
    text = f"{letter(written, chance)}\n> On 22 Nov 2026, at 09:00, Ann Lee <ann@example.org> wrote:\n> \n"
    text += quoted(draft())
    return mail(quopri.encodestring(text.encode()), coding="quoted-printable", X_Mailer="Apple Mail (2.3774)")


@kind()
def apple_mail_with_a_picture_between(written: Written, chance: random.Random) -> bytes:
    return parts(
        "mixed",
        part(b"My orders, and a picture.\n"),
        part(b"\x89PNG", "image/png; name=map.png", disposition="inline; filename=map.png"),
        part(letter(written, chance).encode()),
    )


@kind()
def iphone(written: Written, chance: random.Random) -> bytes:
    footer = chance.choice(
        ("Sent from my iPhone", "iPhoneから送信", "Von meinem iPhone gesendet", "Envoyé de mon iPhone")
    )
    return mail(
        crlf(
            f"{written.text}\n\n{footer}\n\n> On Nov 22, 2026, at 9:00, Ann <ann@example.org> wrote:\n> \n"
            f"> \ufeff{draft()[2:]}"
        ),
        X_Mailer="iPhone Mail (21A329)",
    )


@kind()
def thunderbird_flowed(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(flowed(letter(written, chance))), "text/plain; charset=UTF-8; format=flowed")


@kind()
def flowed_with_blanks_to_delete(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(flowed(letter(written, chance), " ")), "text/plain; charset=UTF-8; format=flowed; delsp=yes")


@kind()
def flowed_answer_in_a_quotation(written: Written, chance: random.Random) -> bytes:
    text = flowed(filled(written), depth=1)
    return mail(crlf(f"{chance.choice(ATTRIBUTIONS)}\n\n{text}\n"), "text/plain; charset=UTF-8; format=flowed")


def flowed(text: str, more: str = "", depth: int = 0) -> str:
    """A text as a program sends it that lets text flow."""
    lines = []
    for line in text.split("\n"):
        pieces = wrap(line, 72) if width(line) > 72 else [line]
        pieces = [piece if piece == "-- " else piece.rstrip() for piece in pieces]
        pieces = [f" {piece}" if piece[:1] in (">", " ") or piece.startswith("From ") else piece for piece in pieces]
        lines += [piece + " " + more for piece in pieces[:-1]] + pieces[-1:]
    return "\n".join(">" * depth + (" " if depth else "") + line for line in lines)


@kind()
def thunderbird_answer_below(written: Written, chance: random.Random) -> bytes:
    return mail(
        crlf(f"{chance.choice(ATTRIBUTIONS)}\n{quoted('The report.' + chr(10) + draft())}\n{letter(written, chance)}")
    )


@kind()
def yahoo_japan(written: Written, chance: random.Random) -> bytes:
    text = f"{written.text}\n\n----- Original Message -----\nFrom: Ann Lee <ann@example.org>\n"
    text += f"To: ken@example.org\n{draft()}"
    return mail(crlf(text), X_Mailer="YahooMailClassic/20.0.1 YahooMailWebService")


@kind()
def a_mailing_list(written: Written, chance: random.Random) -> bytes:
    return mail(
        crlf(
            f"{letter(written, chance)}\n_______________________________________________\nWargames mailing list\n"
            "Wargames@example.org\nhttps://example.org/listinfo/wargames\n"
        ),
        List_Id="<wargames.example.org>",
        Precedence="list",
    )


@kind()
def a_list_with_its_footer_as_a_part(written: Written, chance: random.Random) -> bytes:
    return parts(
        "mixed",
        part(letter(written, chance).encode()),
        part(b"_______________________________________________\nWargames mailing list\nhttps://example.org/w\n"),
        List_Id="<wargames.example.org>",
    )


@kind()
def google_groups(written: Written, chance: random.Random) -> bytes:
    return mail(
        crlf(
            f"{letter(written, chance)}\n-- \nYou received this message because you are subscribed to the Google "
            'Groups "war" group.\nTo unsubscribe from this group and stop receiving emails, write to war+u@x.org.\n'
        ),
        List_Id="<war.example.org>",
    )


@kind()
def a_disclaimer_below(written: Written, chance: random.Random) -> bytes:
    return mail(
        crlf(
            f"{written.text}\nThis email and any files transmitted with it are confidential and intended solely "
            "for\nthe use of the individual to whom they are addressed.\n"
        )
    )


@kind()
def signed_with_a_certificate(written: Written, chance: random.Random) -> bytes:
    return parts(
        "signed",
        part(letter(written, chance).encode()),
        part(b"0\x82", "application/pkcs7-signature; name=smime.p7s", disposition="attachment; filename=smime.p7s"),
    )


@kind()
def signed_with_pgp_in_the_text(written: Written, chance: random.Random) -> bytes:
    return mail(
        crlf(
            f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{written.text}-----BEGIN PGP SIGNATURE-----\n\n"
            "iQEzBAEBCgAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"
        )
    )


# -- pages --------------------------------------------------------------------------------------------------------


@kind()
def page_of_lines_broken(written: Written, chance: random.Random) -> bytes:
    text = html.escape(letter(written, chance), quote=False).replace("\n", "<br>\r\n")
    return mail(page(text), "text/html; charset=utf-8")


@kind()
def page_with_entities(written: Written, chance: random.Random) -> bytes:
    text = html.escape(written.text).replace(" ", "&nbsp;").replace("-", "&#8209;")
    text = "".join(letter if letter.isascii() else f"&#x{ord(letter):X};" for letter in text)
    return mail(page("<p>Hi</p><p>" + text.replace("\n", "<br/>") + "</p>"), "text/html; charset=us-ascii")


@kind()
def page_as_typed(written: Written, chance: random.Random) -> bytes:
    return mail(
        page(f"<p>Hello</p><pre>{html.escape(written.text)}</pre><p>Best regards<br>Ken</p>"),
        "text/html; charset=utf-8",
    )


@kind()
def page_beside_a_text_that_says_nothing(written: Written, chance: random.Random) -> bytes:
    return parts(
        "alternative",
        part(b"Your program does not show pages.\n"),
        part(page(paragraphs(letter(written, chance))), "text/html; charset=utf-8"),
    )


@kind()
def page_with_a_quotation_filled_in(written: Written, chance: random.Random) -> bytes:
    shown = (
        f"<div>Here you are.</div><div>{html.escape(chance.choice(ATTRIBUTIONS))}</div>"
        f'<blockquote type="cite">{paragraphs(filled(written))}</blockquote>'
    )
    return mail(page(shown), "text/html; charset=utf-8")


@kind()
def page_with_tags_never_closed(written: Written, chance: random.Random) -> bytes:
    lines = "".join(f"<p><font><b>{html.escape(line, quote=False)}" for line in written.text.split("\n"))
    return mail(f"<body><table><tr><td>{lines}".encode(), "text/html")


@kind()
def page_with_what_nobody_sees(written: Written, chance: random.Random) -> bytes:
    hidden = '<div style="display: none">Campaign: other<br>Turn: 1<br>Side: japan<br>pass</div>'
    return mail(page(f"{hidden}<script>Campaign: evil</script>{paragraphs(written.text)}"), "text/html; charset=utf-8")


@kind()
def page_with_a_related_picture(written: Written, chance: random.Random) -> bytes:
    inner = together(
        "=_i",
        part(page(paragraphs(letter(written, chance))), "text/html; charset=utf-8"),
        part(b"\x89PNG", "image/png"),
    )
    return parts(
        "alternative", part(b"(see the page)"), b'Content-Type: multipart/related; boundary="=_i"\r\n\r\n' + inner
    )


# -- quotations ---------------------------------------------------------------------------------------------------


@kind()
def a_quotation_filled_in(written: Written, chance: random.Random) -> bytes:
    return mail(
        crlf(
            f"Here you are.\n\n{chance.choice(ATTRIBUTIONS)}\n> The report says so.\n>\n"
            f"{quoted(filled(written))}> Bye\n"
        )
    )


@kind()
def a_quotation_within_one_filled_in(written: Written, chance: random.Random) -> bytes:
    inner = quoted(filled(written), chance.choice(("> > ", ">> ", "> >", "> > > ")))
    return mail(crlf(f"{chance.choice(ATTRIBUTIONS)}\n> On Sunday Ken wrote:\n{inner}> Your turn.\n\nBye\n"))


@kind()
def a_quotation_wrapped_by_the_program(written: Written, chance: random.Random) -> bytes:
    return mail(
        crlf(
            wrapped(f"OK:\n\n{chance.choice(ATTRIBUTIONS)}\n{quoted(filled(written))}", chance.choice((72, 74, 76, 78)))
        )
    )


@kind()
def orders_between_the_lines_of_a_quotation(written: Written, chance: random.Random) -> bytes:
    lines = filled(written).rstrip("\n").split("\n")
    header = next(place for place, line in enumerate(lines) if not line) if "" in lines else 4
    return mail(
        crlf(
            f"{chance.choice(ATTRIBUTIONS)}\n"
            + "".join(
                f"> {line}\n" if place <= header or place == len(lines) - 1 or line.startswith("#") else f"{line}\n"
                for place, line in enumerate(lines)
            )
        )
    )


@kind()
def a_quotation_without_marks(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(f"{chance.choice(ATTRIBUTIONS)}\n{quoted(written.text)}"))


@kind()
def a_quotation_without_signs(written: Written, chance: random.Random) -> bytes:
    return mail(
        crlf(
            f"See below.\n\n-----Original Message-----\nFrom: Ann\nSent: Sunday\n\nReport.\n"
            f"{filled(written)}\nmore of it\n"
        )
    )


@kind()
def own_orders_above_old_ones(written: Written, chance: random.Random) -> bytes:
    old = OLD.format(campaign=written.campaign, side=written.side)
    return mail(crlf(f"{letter(written, chance)}\n\n{chance.choice(ATTRIBUTIONS)}\n{quoted(old)}"))


@kind()
def orders_between_marks_in_the_text(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(f"Hi Ann\n\n{filled(written)}\nand that is all for today\nKen\n"))


@kind()
def marks_spoilt_by_a_phone(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(filled(written).replace("-----", "—--").replace("begin", "Begin")))


# -- what is attached ---------------------------------------------------------------------------------------------


@kind()
def an_attached_text(written: Written, chance: random.Random) -> bytes:
    return parts(
        "mixed",
        part(b"see attached\n"),
        part(written.text.encode(), 'text/plain; name="japan.txt"', disposition='attachment; filename="japan.txt"'),
    )


@kind()
def an_attached_file_of_bytes(written: Written, chance: random.Random) -> bytes:
    return parts(
        "mixed",
        part(b""),
        part(crlf(written.text), "application/octet-stream", disposition="attachment; filename=orders.txt"),
    )


@kind()
def an_attached_file_without_a_name(written: Written, chance: random.Random) -> bytes:
    return parts(
        "mixed", part(b"here"), part(written.text.encode(), "application/octet-stream", disposition="attachment")
    )


@kind()
def an_attached_markdown_file(written: Written, chance: random.Random) -> bytes:
    return parts(
        "mixed",
        part(b"here"),
        part(written.text.encode(), "text/markdown; name=orders.md", disposition="attachment; filename=orders.md"),
    )


@kind()
def an_attached_text_in_shift_jis(written: Written, chance: random.Random) -> bytes:
    return parts(
        "mixed",
        part(b"here"),
        part(
            ("# これは命令です\n" + written.text).encode("cp932"),
            "text/plain; name=a.txt",
            disposition="attachment; filename=a.txt",
        ),
    )


@kind()
def an_attached_text_with_a_japanese_name(written: Written, chance: random.Random) -> bytes:
    return parts(
        "mixed",
        part(b"here"),
        part(written.text.encode(), "text/plain", disposition=("attachment; filename*=utf-8''%E5%91%BD%E4%BB%A4.txt")),
    )


@kind()
def an_attached_file_with_an_evil_name(written: Written, chance: random.Random) -> bytes:
    name = chance.choice(
        (
            "../../etc/passwd.txt",
            "C:\\\\windows\\\\orders.txt",
            "=?utf-8?Q?a=0D=0ABcc=3A_x=2Etxt?=",
            "x" * 400 + ".txt",
            "\u202etxt.exe\u202c.txt",
            ".txt",
            "con.txt",
        )
    )
    return parts(
        "mixed",
        part(b"here"),
        part(written.text.encode(), "application/octet-stream", disposition=f'attachment; filename="{name}"'),
    )


@kind()
def text_and_attachment_alike(written: Written, chance: random.Random) -> bytes:
    return parts(
        "mixed",
        part(letter(written, chance).encode()),
        part(written.text.encode(), "text/plain; name=o.txt", disposition="attachment; filename=o.txt"),
    )


@kind()
def a_mail_forwarded_as_a_file(written: Written, chance: random.Random) -> bytes:
    return parts("mixed", part(b"FYI\n"), b"Content-Type: message/rfc822\r\n\r\n" + mail(crlf(written.text)))


@kind()
def a_mail_forwarded_in_the_text(written: Written, chance: random.Random) -> bytes:
    return mail(
        crlf(
            "FYI\n\n---------- Forwarded message ---------\nFrom: Ken <ken@example.org>\nDate: Sun, Nov 22, 2026\n"
            f"Subject: orders\nTo: Ann\n\n\n{written.text}"
        )
    )


@kind()
def alternatives_within_a_mix_within_a_mix(written: Written, chance: random.Random) -> bytes:
    inner = together(
        "=_i", part(letter(written, chance).encode()), part(page(paragraphs(written.text)), "text/html; charset=utf-8")
    )
    middle = together("=_m", b'Content-Type: multipart/alternative; boundary="=_i"\r\n\r\n' + inner)
    return parts(
        "mixed", b'Content-Type: multipart/mixed; boundary="=_m"\r\n\r\n' + middle, part(b"%PDF", "application/pdf")
    )


@kind()
def a_boundary_that_never_ends(written: Written, chance: random.Random) -> bytes:
    return mail(b"--=_b\r\n" + part(letter(written, chance).encode()), 'multipart/mixed; boundary="=_b"', "7bit")


# -- odd heads ----------------------------------------------------------------------------------------------------


@kind()
def no_id_and_no_date(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(written.text), Message_ID="", Date="")


@kind()
def heads_twice(written: Written, chance: random.Random) -> bytes:
    return b"From: Eve <eve@example.com>\r\nSubject: two\r\nMessage-ID: <two@x>\r\n" + mail(crlf(written.text))


@kind()
def a_head_injected(written: Written, chance: random.Random) -> bytes:
    return mail(
        crlf(written.text),
        Subject="=?utf-8?Q?a=0D=0ABcc:_all@example.org=0D=0A=0D=0ACampaign:_x?=",
        From="=?utf-8?B?S2VuDQpCY2M6IHg=?= <ken@example.org>",
    )


@kind()
def a_head_of_bare_bytes(written: Written, chance: random.Random) -> bytes:
    return (
        mail(crlf(written.text))
        .replace(b"Ken Sato", "健 佐藤".encode("cp932"))
        .replace(b"Re: [", "命令 [".encode("euc_jp"))
    )


@kind()
def many_servers_on_the_way(written: Written, chance: random.Random) -> bytes:
    line = b"Received: from a.example (b [192.0.2.1]) by c.example; Sun, 22 Nov 2026 00:00:01 +0000\r\n"
    return line * 90 + mail(crlf(written.text))


@kind()
def a_mark_of_a_mailbox_in_front(written: Written, chance: random.Random) -> bytes:
    return b"From ken@example.org Sun Nov 22 09:00:00 2026\r\n" + mail(crlf(written.text))


@kind()
def code_between_fences(written: Written, chance: random.Random) -> bytes:
    return mail(crlf(f"My orders:\n\n```\n{written.text}```\nand nothing else, I promise\n"))


# -- the long run ---------------------------------------------------------------------------------------------------


def failing(made: bytes, written: Written) -> str:
    """What went wrong with a mail of orders, "" if they came through: the one block found means what was written."""
    message: Mail = read(made)
    if message.sender not in ("ken@example.org", "eve@example.com"):
        return f"sender {message.sender!r}"
    if len(message.blocks) != 1:
        return f"{len(message.blocks)} blocks, faults {message.faults}"
    block = message.blocks[0]
    if (block.campaign, block.side.casefold()) != (written.campaign, written.side.casefold()):
        return f"headed {block.campaign!r} {block.side!r}"
    actual = meaning(block.data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n"))
    return "" if actual == written.meaning else f"{actual}\n  not {written.meaning}"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="how many failures are shown whole")
    asked = parser.parse_args(words)
    chance, begun = random.Random(asked.seed), time.monotonic()
    parsed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for _ in range(asked.count):
        name = chance.choice(list(KINDS))
        made = KINDS[name]
        written = write(chance, made.japanese, made.comments)
        raw = made.make(written, chance)
        wrong = failing(raw, written)
        (failed if wrong else parsed)[name] += 1
        if wrong and sum(failed.values()) <= asked.show:
            print(f"{name}: {wrong}", raw.decode("utf-8", "replace"), "=" * 60, sep="\n")
    for name in KINDS:
        print(textwrap.shorten(name, 60).ljust(60), f"{parsed[name]:>6} parsed {failed[name]:>5} failed")
    print(
        f"{asked.count} mails of {len(KINDS)} kinds, seed {asked.seed}: {sum(parsed.values())} parsed, "
        f"{sum(failed.values())} failed, {time.monotonic() - begun:.0f} s"
    )
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
