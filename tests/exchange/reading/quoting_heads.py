"""How mail programs head what they quote or forward, by program and language: facts of their formats.

The text below each head stands without quotation signs, as most of these programs leave it. Measured by

python -m tests.exchange.reading.quoting_heads
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import NamedTuple

from tests.exchange.reading.kinds import crlf, mail, quoted
from tests.exchange.reading.orders_written import meaning, read

OWN = "Campaign: manila\nTurn: 4\nSide: japan\n\nbuild Samoa\npass\n"
OLD = "Campaign: manila\nTurn: 3\nSide: japan\n\nbuild Marshalls\nlose naval first\n"
ABOVE = "Thank you for the report. I have to think about it and shall write tomorrow.\n"

# One line, or two or three where the program wraps them; below stands what is quoted.
WROTE = {
    "Gmail en": "On Sun, Nov 22, 2026 at 9:00 AM Ann Lee <ann@example.org> wrote:",
    "Gmail en wrapped": "On Sun, Nov 22, 2026 at 9:00 AM Ann Margaret Elizabeth Lee-Jones <\nann@example.org> wrote:",
    "Gmail de": "Am So., 22. Nov. 2026 um 09:00 Uhr schrieb Ann Lee <ann@example.org>:",
    "Gmail de wrapped": "Am So., 22. Nov. 2026 um 09:00 Uhr schrieb Ann Margaret Lee <\nann@example.org>:",
    "Gmail Android de": "Ann Lee <ann@example.org> schrieb am So., 22. Nov. 2026, 09:00:",
    "Gmail Android de wrapped": "Ann Margaret Elizabeth Lee-Jones <ann@example.org> schrieb am So., 22. Nov. 2026,\n"
    "09:00:",
    "Gmail Android de wrapped thrice": "Ann Margaret Elizabeth Lee-Jones-Winterbottom\n<ann.margaret@example.org> "
    "schrieb am So., 22. Nov.\n2026, 09:00:",
    "Gmail fr": "Le dim. 22 nov. 2026 à 09:00, Ann Lee <ann@example.org> a écrit :",
    "Gmail es": "El dom, 22 nov 2026 a las 9:00, Ann Lee (<ann@example.org>) escribió:",
    "Gmail it": "Il giorno dom 22 nov 2026 alle ore 09:00 Ann Lee <ann@example.org> ha\nscritto:",
    "Gmail pt": "Em dom., 22 de nov. de 2026 às 09:00, Ann Lee <ann@example.org>\nescreveu:",
    "Gmail nl": "Op zo 22 nov 2026 om 09:00 schreef Ann Lee <ann@example.org>:",
    "Gmail sv": "Den sön 22 nov. 2026 kl 09:00 skrev Ann Lee <ann@example.org>:",
    "Gmail da": "Den søn. 22. nov. 2026 kl. 09.00 skrev Ann Lee <ann@example.org>:",
    "Gmail no": "søn. 22. nov. 2026 kl. 09:00 skrev Ann Lee <ann@example.org>:",
    "Gmail fi": "su 22. marrask. 2026 klo 9.00 Ann Lee (ann@example.org) kirjoitti:",
    "Gmail pl": "niedz., 22 lis 2026 o 09:00 Ann Lee <ann@example.org> napisał(a):",
    "Gmail cs": "ne 22. 11. 2026 v 9:00 odesílatel Ann Lee <ann@example.org> napsal:",
    "Gmail sk": "ne 22. 11. 2026 o 9:00 Ann Lee <ann@example.org> napísal(a):",
    "Gmail hu": "Ann Lee <ann@example.org> ezt írta (időpont: 2026. nov. 22., V, 9:00):",
    "Gmail ro": "În dum., 22 nov. 2026 la 09:00, Ann Lee <ann@example.org> a scris:",
    "Gmail hr": "ned, 22. stu 2026. u 09:00 Ann Lee <ann@example.org> napisao je:",
    "Gmail el": "Στις Κυρ 22 Νοε 2026 στις 9:00 π.μ., ο/η Ann Lee <ann@example.org>\nέγραψε:",
    "Gmail ru": "вс, 22 нояб. 2026 г. в 09:00, Ann Lee <ann@example.org>:",
    "Gmail uk": "нд, 22 лист. 2026 р. о 09:00 Ann Lee <ann@example.org> пише:",
    "Gmail bg": "На нд, 22.11.2026 г. в 9:00 ч. Ann Lee <ann@example.org> написа:",
    "Gmail tr": "Ann Lee <ann@example.org>, 22 Kas 2026 Paz, 09:00 tarihinde şunu yazdı:",
    "Gmail ar": "في الأحد، 22 نوفمبر 2026 في 9:00 ص تمت كتابة ما يلي بواسطة Ann Lee <\u200fann@example.org>:",
    "Gmail he": "\u202b\u200fבתאריך יום א׳, 22 בנוב׳ 2026 ב-9:00 מאת \u202aAnn Lee\u202c "
    "<\u202aann@example.org\u202c>:\u202c",
    "Gmail ja": "2026年11月22日(日) 9:00 Ann Lee <ann@example.org>:",
    "Gmail zh-CN": "Ann Lee <ann@example.org> 于2026年11月22日周日 09:00写道：",
    "Gmail zh-TW": "Ann Lee <ann@example.org> 於 2026年11月22日 週日 上午9:00寫道：",
    "Gmail ko": "2026년 11월 22일 (일) 오전 9:00, Ann Lee <ann@example.org>님이 작성:",
    "Gmail th": "ในวันที่ อา. 22 พ.ย. 2026 เวลา 09:00 Ann Lee <ann@example.org> เขียนว่า:",
    "Gmail vi": "Vào CN, 22 thg 11, 2026 vào lúc 09:00 Ann Lee <ann@example.org> đã viết:",
    "Gmail id": "Pada Min, 22 Nov 2026 pukul 09.00 Ann Lee <ann@example.org> menulis:",
    "Gmail lt": "2026-11-22, sk, 09:00 Ann Lee <ann@example.org> rašė:",
    "iPhone en": "On Nov 22, 2026, at 9:00 AM, Ann Lee <ann@example.org> wrote:",
    "iPhone de": "Am 22.11.2026 um 09:00 schrieb Ann Lee <ann@example.org>:",
    "iPhone fr": "Le 22 nov. 2026 à 09:00, Ann Lee <ann@example.org> a écrit :",
    "iPhone es": "El 22 nov 2026, a las 9:00, Ann Lee <ann@example.org> escribió:",
    "iPhone it": "Il giorno 22 nov 2026, alle ore 09:00, Ann Lee <ann@example.org> ha scritto:",
    "iPhone pt": "Em 22 de nov. de 2026, à(s) 09:00, Ann Lee <ann@example.org> escreveu:",
    "iPhone nl": "Op 22 nov 2026 om 09:00 heeft Ann Lee <ann@example.org> het volgende geschreven:",
    "iPhone sv": "22 nov. 2026 kl. 09:00 skrev Ann Lee <ann@example.org>:",
    "iPhone da": "Den 22. nov. 2026 kl. 09.00 skrev Ann Lee <ann@example.org>:",
    "iPhone fi": "Ann Lee <ann@example.org> kirjoitti 22.11.2026 kello 9.00:",
    "iPhone pl": "Wiadomość napisana przez Ann Lee <ann@example.org> w dniu 22 lis 2026, o godz. 09:00:",
    "iPhone cs": "22. 11. 2026 v 9:00, Ann Lee <ann@example.org>:",
    "iPhone ru": "22 нояб. 2026 г., в 09:00, Ann Lee <ann@example.org> написал(а):",
    "iPhone tr": "Ann Lee <ann@example.org> şunları yazdı (22 Kas 2026 09:00):",
    "iPhone zh": "2026年11月22日 09:00，Ann Lee <ann@example.org> 写道：",
    "iPhone ko": "2026. 11. 22. 오전 9:00, Ann Lee <ann@example.org> 작성:",
    "iPhone ja": "2026/11/22 9:00、Ann Lee <ann@example.org>のメール:",
    "iPhone ar": "في ٢٢ نوفمبر ٢٠٢٦، الساعة ٩:٠٠ ص، كتب/كتبت Ann Lee <ann@example.org>:",
    "Thunderbird en": "On 22/11/2026 09:00, Ann Lee wrote:",
    "Thunderbird de": "Am 22.11.26 um 09:00 schrieb Ann Lee:",
    "Thunderbird fr": "Le 22/11/2026 à 09:00, Ann Lee a écrit\xa0:",
    "Thunderbird es": "El 22/11/2026 a las 9:00, Ann Lee escribió:",
    "Thunderbird it": "Il 22/11/2026 09:00, Ann Lee ha scritto:",
    "Thunderbird pt": "Em 22/11/2026 09:00, Ann Lee escreveu:",
    "Thunderbird nl": "Op 22-11-2026 om 09:00 schreef Ann Lee:",
    "Thunderbird sv": "Den 2026-11-22 kl. 09:00, skrev Ann Lee:",
    "Thunderbird da": "Den 22.11.2026 kl. 09.00 skrev Ann Lee:",
    "Thunderbird fi": "Ann Lee kirjoitti 22.11.2026 klo 9.00:",
    "Thunderbird pl": "W dniu 22.11.2026 o\xa009:00, Ann Lee pisze:",
    "Thunderbird cs": "Dne 22. 11. 26 v 9:00 Ann Lee napsal(a):",
    "Thunderbird hu": "2026. 11. 22. 9:00 keltezéssel, Ann Lee írta:",
    "Thunderbird ru": "22.11.2026 09:00, Ann Lee пишет:",
    "Thunderbird uk": "22.11.26 09:00, Ann Lee пише:",
    "Thunderbird hr": "Dana 22. 11. 2026. u 09:00, Ann Lee je napisao/la:",
    "Thunderbird tr": "22.11.2026 09:00 tarihinde Ann Lee yazdı:",
    "Thunderbird el": "Στις 22/11/2026 9:00 π.μ., ο/η Ann Lee έγραψε:",
    "Thunderbird ar": "في 22/11/2026 9:00 ص، كتب Ann Lee:",
    "Thunderbird ja": "On 2026/11/22 9:00, Ann Lee wrote:",
    "Yahoo en": "On Sunday, November 22, 2026 at 09:00:00 AM GMT+1, Ann Lee <ann@example.org> wrote:",
    "Yahoo de": "Am Sonntag, 22. November 2026 um 09:00:00 MEZ hat Ann Lee <ann@example.org> Folgendes geschrieben:",
    "Yahoo fr": "Le dimanche 22 novembre 2026 à 09:00:00 UTC+1, Ann Lee <ann@example.org> a écrit :",
    "Yahoo es": "El domingo, 22 de noviembre de 2026, 09:00:00 CET, Ann Lee <ann@example.org> escribió:",
    "Yahoo it": "Il domenica 22 novembre 2026 alle ore 09:00:00 CET, Ann Lee <ann@example.org> ha scritto:",
    "Yahoo zh-TW": "Ann Lee <ann@example.org> 在 2026年11月22日 星期日 上午09:00:00 [GMT+8] 寫道：",
    "Yandex": '22.11.2026, 09:00, "Ann Lee" <ann@example.org>:',
    "Mail.ru": "Воскресенье, 22 ноября 2026, 9:00 +03:00 от Ann Lee <ann@example.org>:",
    "Outlook for Mac": 'On 22/11/2026, 09:00, "Ann Lee" <ann@example.org> wrote:',
    "Outlook for Mac pl": "Dnia 22.11.2026, 09:00, „Ann Lee” <ann@example.org> napisał:",
    "Onet": "W dniu 2026-11-22 09:00:00 użytkownik Ann Lee <ann@example.org> napisał:",
    "wp.pl": "Dnia 22 listopada 2026 09:00 Ann Lee <ann@example.org> napisał(a):",
    "Seznam": "---------- Původní e-mail ----------\nOd: Ann Lee <ann@example.org>\nKomu: ken@example.org\n"
    "Datum: 22. 11. 2026 9:00:00\nPředmět: Turn 4",
    "Proton": "On Sunday, November 22nd, 2026 at 9:00 AM, Ann Lee <ann@example.org> wrote:",
    "Lotus Notes": "-----Ann Lee/WAR/ACME wrote: -----\nTo: ken@example.org\nFrom: Ann Lee/WAR/ACME\n"
    "Date: 11/22/2026 09:00AM\nSubject: Turn 4",
}


def _head(keys: str, address: bool = True, date: str = "22.11.2026 09:00", stars: bool = False) -> str:
    """The lines of a head; `keys` are those of sender, date, receiver and subject in the program's order, the date's
    marked with a plus sign and the subject's with a star."""
    words = keys.split("|")
    values = [
        "Ann Lee <ann@example.org>" if address else "Lee, Ann",
        "Ken <ken@example.org>" if address else "Sato, Ken",
    ]
    lines = []
    for word in words:
        value = date if word[0] == "+" else "AW: [manila] Turn 4" if word[0] == "*" else values.pop(0)
        key = word.lstrip("+*")
        lines.append(f"*{key}* {value}" if stars else f"{key} {value}")
    return "\n".join(lines)


_OUTLOOK = {
    "en": "From:|+Sent:|To:|*Subject:",
    "de": "Von:|+Gesendet:|An:|*Betreff:",
    "fr": "De :|+Envoyé :|À :|*Objet :",
    "es": "De:|+Enviado:|Para:|*Asunto:",
    "it": "Da:|+Inviato:|A:|*Oggetto:",
    "pt": "De:|+Enviado:|Para:|*Assunto:",
    "nl": "Van:|+Verzonden:|Aan:|*Onderwerp:",
    "sv": "Från:|+Skickat:|Till:|*Ämne:",
    "da": "Fra:|+Sendt:|Til:|*Emne:",
    "fi": "Lähettäjä:|+Lähetetty:|Vastaanottaja:|*Aihe:",
    "pl": "Od:|+Wysłano:|Do:|*Temat:",
    "cs": "Od:|+Odesláno:|Komu:|*Předmět:",
    "hu": "Feladó:|+Elküldve:|Címzett:|*Tárgy:",
    "ru": "От:|+Отправлено:|Кому:|*Тема:",
    "uk": "Від:|+Надіслано:|Кому:|*Тема:",
    "tr": "Kimden:|+Gönderildi:|Kime:|*Konu:",
    "ar": "من:|+تم الإرسال:|إلى:|*الموضوع:",
    "he": "מאת:|+נשלח:|אל:|*נושא:",
    "ro": "De la:|+Trimis:|Către:|*Subiect:",
    "ja": "差出人:|+送信日時:|宛先:|*件名:",
    "zh": "发件人:|+发送时间:|收件人:|*主题:",
    "ko": "보낸 사람:|+보낸 날짜:|받는 사람:|*제목:",
    "el": "Από:|+Στάλθηκε:|Προς:|*Θέμα:",
    "bg": "От:|+Изпратено:|До:|*Относно:",
    "hr": "Šalje:|+Poslano:|Prima:|*Predmet:",
}
_THUNDERBIRD = {
    "en": ("Forwarded Message", "*Subject:|+Date:|From:|To:"),
    "de": ("Weitergeleitete Nachricht", "*Betreff:|+Datum:|Von:|An:"),
    "fr": ("Message transféré", "*Sujet :|+Date :|De :|Pour :"),
    "es": ("Mensaje reenviado", "*Asunto:|+Fecha:|De:|Para:"),
    "it": ("Messaggio Inoltrato", "*Oggetto:|+Data:|Mittente:|A:"),
    "pl": ("Treść przekazanej wiadomości", "*Temat:|+Data:|Nadawca:|Adresat:"),
    "ru": ("Перенаправленное сообщение", "*Тема:|+Дата:|От:|Кому:"),
    "nl": ("Doorgestuurd bericht", "*Onderwerp:|+Datum:|Van:|Aan:"),
    "sv": ("Vidarebefordrat meddelande", "*Ämne:|+Datum:|Från:|Till:"),
    "cs": ("Přeposlaná zpráva", "*Předmět:|+Datum:|Od:|Komu:"),
    "fi": ("Välitetty viesti / Fwd.Msg", "*Aihe:|+Päivämäärä:|Lähettäjä:|Vastaanottaja:"),
    "hu": ("Továbbított üzenet", "*Tárgy:|+Dátum:|Feladó:|Címzett:"),
    "tr": ("İletilen İleti", "*Konu:|+Tarih:|Kimden:|Kime:"),
    "ja": ("転送メッセージ", "*件名:|+日付:|差出人:|宛先:"),
    "uk": ("Переслане повідомлення", "*Тема:|+Дата:|Від:|Кому:"),
}
_APPLE = {
    "en": ("Begin forwarded message:", "From:|*Subject:|+Date:|To:"),
    "de": ("Anfang der weitergeleiteten Nachricht:", "Von:|*Betreff:|+Datum:|An:"),
    "fr": ("Début du message réexpédié :", "De:|*Objet:|+Date:|À:"),
    "es": ("Inicio del mensaje reenviado:", "De:|*Asunto:|+Fecha:|Para:"),
    "it": ("Inizio messaggio inoltrato:", "Da:|*Oggetto:|+Data:|A:"),
    "pl": ("Początek przekazywanej wiadomości:", "Od:|*Temat:|+Data:|Do:"),
    "ru": ("Начало переадресованного сообщения:", "Отправитель:|*Тема:|+Дата:|Кому:"),
    "tr": ("İleti başlangıcı:", "Kimden:|*Konu:|+Tarih:|Kime:"),
    "cs": ("Začátek přeposílané zprávy:", "Od:|*Předmět:|+Datum:|Komu:"),
}
_YAHOO = {
    "en": ("Forwarded Message", "From:|To:|+Sent:|*Subject:"),
    "de": ("Weitergeleitete Nachricht", "Von:|An:|+Gesendet:|*Betreff:"),
    "fr": ("Message transmis", "De :|À :|+Envoyé :|*Objet :"),
    "es": ("Mensaje reenviado", "De:|Para:|+Enviado:|*Asunto:"),
    "it": ("Messaggio inoltrato", "Da:|A:|+Inviato:|*Oggetto:"),
    "pl": ("Przekazana wiadomość", "Od:|Do:|+Wysłano:|*Temat:"),
    "ru": ("Пересылаемое сообщение", "От:|Кому:|+Отправлено:|*Тема:"),
    "tr": ("İletilmiş Mesaj", "Kimden:|Kime:|+Gönderildi:|*Konu:"),
    "hu": ("Továbbított üzenet", "Feladó:|Címzett:|+Elküldve:|*Tárgy:"),
    "sv": ("Vidarebefordrat meddelande", "Från:|Till:|+Skickat:|*Ämne:"),
    "ro": ("Mesaj redirecționat", "De la:|Către:|+Trimis:|*Subiect:"),
    "fi": ("Edelleenlähetetty viesti", "Lähettäjä:|Vastaanottaja:|+Lähetetty:|*Aihe:"),
}

LISTED = {
    **{
        f"Outlook {language}": _head(keys, date="Sonntag, 22. November 2026 09:00")
        for language, keys in _OUTLOOK.items()
    },
    **{
        f"Outlook without addresses {language}": "_" * 32 + "\n" + _head(keys, address=False)
        for language, keys in _OUTLOOK.items()
    },
    **{f"Outlook in stars {language}": _head(keys, stars=True) for language, keys in list(_OUTLOOK.items())[:12]},
    **{
        f"Outlook long list of receivers {language}": _head(keys).replace(
            "Ken <ken@example.org>", "Ken <ken@example.org>; Bob <bob@example.org>;\n Eve <eve@example.org>"
        )
        for language, keys in list(_OUTLOOK.items())[:8]
    },
    **{
        f"Thunderbird forward {language}": f"-------- {title} --------\n{_head(keys)}"
        for language, (title, keys) in _THUNDERBIRD.items()
    },
    **{f"Apple forward {language}": f"{title}\n\n{_head(keys)}" for language, (title, keys) in _APPLE.items()},
    **{
        f"Yahoo forward {language}": f"----- {title} -----\n{_head(keys)}" for language, (title, keys) in _YAHOO.items()
    },
    **{
        f"Yahoo forward on one line {language}": f"----- {title} ----- {_head(keys).replace(chr(10), '')}"
        for language, (title, keys) in _YAHOO.items()
    },
    "GMX": 'Gesendet: Sonntag, 22. November 2026 um 09:00 Uhr\nVon: "Ann Lee" <ann@example.org>\nAn: ken@example.org\n'
    "Betreff: [manila] Turn 4",
    "WEB.DE with capitals": "*Gesendet:* Sonntag, 22. November 2026 um 09:00\n*Von:* Ann Lee <ann@example.org>\n"
    "*An:* ken@example.org\n*Betreff:* [manila] Turn 4",
    "WEB.DE Android": "-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.\n"
    "Am 22.11.26, 09:00 schrieb Ann Lee <ann@example.org>:",
    "mail.com": 'Sent: Sunday, November 22, 2026 at 9:00 AM\nFrom: "Ann Lee" <ann@example.org>\nTo: ken@example.org\n'
    "Subject: [manila] Turn 4",
    "GMX fr": 'Envoyé: dimanche 22 novembre 2026 à 09:00\nDe: "Ann Lee" <ann@example.org>\nÀ: ken@example.org\n'
    "Objet: [manila] Turn 4",
    "Hotmail": "Date: Sun, 22 Nov 2026 09:00:00 +0000\nFrom: ann@example.org\nTo: ken@example.org\n"
    "Subject: [manila] Turn 4",
    "Hotmail subject first": "Subject: [manila] Turn 4\nFrom: ann@example.org\nDate: Sun, 22 Nov 2026 09:00:00 +0000\n"
    "To: ken@example.org",
    "Outlook for Mac reply": "From: Ann Lee <ann@example.org>\nDate: Sunday, 22 November 2026 at 09:00\n"
    "To: Ken <ken@example.org>\nSubject: [manila] Turn 4",
    "Outlook for Mac reply-to": "From: Ann Lee <ann@example.org>\nReply-To: <ann@example.org>\n"
    "Date: Sunday, 22 November 2026 at 09:00\nTo: Ken <ken@example.org>\nSubject: Turn 4",
    "Gmail forward": "---------- Forwarded message ---------\nFrom: Ann Lee <ann@example.org>\n"
    "Date: Sun, Nov 22, 2026 at 9:00 AM\nSubject: Turn 4\nTo: Ken <ken@example.org>",
    "Gmail forward ru": "---------- Forwarded message ---------\nОт: Ann Lee <ann@example.org>\n"
    "Date: вс, 22 нояб. 2026 г. в 09:00\nSubject: Turn 4\nTo: Ken <ken@example.org>",
    "Samsung": "-------- Original message --------\nFrom: Ann Lee <ann@example.org>\nDate: 22/11/2026 09:00 (GMT+01:00)"
    "\nTo: Ken <ken@example.org>\nSubject: Turn 4",
    "Samsung de": "-------- Ursprüngliche Nachricht --------\nVon: Ann Lee <ann@example.org>\nDatum: 22.11.26 09:00 "
    "(GMT+01:00)\nAn: Ken <ken@example.org>\nBetreff: Turn 4",
    "Samsung pl": "-------- Oryginalna wiadomość --------\nOd: Ann Lee <ann@example.org>\nData: 22.11.2026 09:00 "
    "(GMT+01:00)\nDo: Ken <ken@example.org>\nTemat: Turn 4",
    "Samsung ru": "-------- Исходное сообщение --------\nОт: Ann Lee <ann@example.org>\nДата: 22.11.2026 09:00 "
    "(GMT+03:00)\nКому: Ken <ken@example.org>\nТема: Turn 4",
    "QQ": '------------------ 原始邮件 ------------------\n发件人: "Ann Lee" <ann@example.org>;\n'
    '发送时间: 2026年11月22日(星期天) 上午9:00\n收件人: "Ken"<ken@example.org>;\n主题: Turn 4',
    "Yandex forward": '-------- Пересылаемое сообщение --------\n22.11.2026, 09:00, "Ann Lee" <ann@example.org>:',
    "Mail.ru forward": "-------- Пересылаемое сообщение --------\nОт кого: Ann Lee <ann@example.org>\n"
    "Кому: ken@example.org\nДата: Воскресенье, 22 ноября 2026, 9:00 +03:00\nТема: Turn 4",
    "Outlook Express": '----- Original Message ----- \nFrom: "Ann Lee" <ann@example.org>\nTo: <ken@example.org>\n'
    "Sent: Sunday, November 22, 2026 9:00 AM\nSubject: Turn 4",
    "Outlook Express de": '----- Ursprüngliche Nachricht ----- \nVon: "Ann Lee" <ann@example.org>\n'
    "An: <ken@example.org>\nGesendet: Sonntag, 22. November 2026 09:00\nBetreff: Turn 4",
    "Seznam forward": "---------- Přeposlaná zpráva ----------\nOd: Ann Lee <ann@example.org>\n"
    "Komu: ken@example.org\nDatum: 22. 11. 2026 9:00:00\nPředmět: Turn 4",
    "Freenet": "Von: Ann Lee <ann@example.org>\nDatum: So, 22. Nov. 2026, 09:00\nAn: ken@example.org\nBetreff: Turn 4",
    "Naver": '-----Original Message-----\nFrom: "Ann Lee"<ann@example.org>\nTo: <ken@example.org>;\nCc:\n'
    "Sent: 2026-11-22 (일) 09:00:00 (GMT+09:00)\nSubject: Turn 4",
}
HEADS = {**WROTE, **LISTED}


class Form(NamedTuple):
    """A mail with new orders of the writer, or none, above older ones that a program has quoted."""

    raw: bytes
    wanted: str


def _page(text: str) -> bytes:
    """A page of lines as web mailers write it."""
    return "".join(f"<div>{html.escape(line, quote=False) or '<br>'}</div>" for line in text.split("\n")).encode()


def forms() -> Iterator[tuple[str, Form]]:
    """Every head, below new orders and below mere words, as text and as page; those of replies with signs, too."""
    for name, head in HEADS.items():
        for how, above, wanted in (("orders above", f"{OWN}\nKen\n", OWN), ("words above", ABOVE, "")):
            text = f"{above}\n{head}\n\n{OLD}"
            yield f"{name}, {how}", Form(mail(crlf(text)), wanted)
            yield f"{name}, {how}, page", Form(mail(_page(text), "text/html; charset=utf-8"), wanted)
            if name in WROTE:
                yield f"{name}, {how}, signs", Form(mail(crlf(f"{above}\n{head}\n{quoted(OLD)}")), wanted)


def verdict(form: Form) -> str:
    """ "exact" where just what the writer wrote is read as theirs; "old" where older orders are taken for new; else
    "wrong"."""
    own = [block for block in read(form.raw).blocks if not block.is_quoted]
    texts = [meaning(block.data.decode()) for block in own]
    if texts == ([meaning(form.wanted)] if form.wanted else []):
        return "exact"
    return (
        "old"
        if any("Marshalls" in block.data.decode() or "Turn: 3" in block.data.decode() for block in own)
        else ("wrong")
    )


def main() -> None:
    results = {name: verdict(form) for name, form in forms()}
    for name, result in results.items():
        if result != "exact":
            print(f"{result:6} {name}")
    counts = {word: sum(result == word for result in results.values()) for word in ("exact", "wrong", "old")}
    print(f"{len(results)} forms of {len(HEADS)} heads: {counts}")


if __name__ == "__main__":
    main()
