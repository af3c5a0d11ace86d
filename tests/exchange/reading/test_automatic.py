"""Mails that no person wrote."""

from __future__ import annotations

import pytest

from tests.exchange.reading.kinds import mail
from witp_pbem.exchange.reading.incoming import read

HEADS = [
    ({}, ""),
    ({"Auto_Submitted": "no"}, ""),
    ({"Subject": "Re: Out of office"}, ""),
    ({"Subject": "不在の間の命令"}, ""),
    ({"From": "norepository@example.org"}, ""),
    ({"Precedence": "first-class"}, ""),
    ({"X_Auto_Response_Suppress": "None"}, ""),
    ({"X_Witp_Pbem": "manila"}, "own"),
    ({"X_Witp_Pbem": "manila", "List_Id": "<x.y>"}, "own"),
    ({"Auto_Submitted": "auto-replied"}, "auto-replied"),
    ({"Auto_Submitted": "auto-replied (vacation)"}, "auto-replied"),
    ({"Auto_Submitted": "Auto-Generated; owner-email=x"}, "auto-generated"),
    ({"X_Autoreply": "yes"}, "auto-replied"),
    ({"Precedence": "auto_reply"}, "auto-replied"),
    ({"Precedence": "bulk"}, "bulk"),
    ({"Precedence": "junk"}, "bulk"),
    ({"Precedence": "list"}, "list"),
    ({"List_Id": "Wargames <w.example.org>"}, "list"),
    ({"List_Help": "<mailto:x@y>"}, "list"),
    ({"X_BeenThere": "isles@lists.example.org"}, "list"),
    ({"From": "isles-request@lists.example.org", "Subject": "Isles Digest, Vol 4, Issue 2"}, "auto-generated"),
    ({"From": "owner-isles@lists.example.org"}, "auto-generated"),
    ({"From": "majordomo@lists.example.org"}, "auto-generated"),
    ({"From": "request@example.org"}, ""),
    ({"List_Unsubscribe": "<mailto:x@y>"}, "bulk"),
    ({"X_Auto_Response_Suppress": "OOF"}, "suppressed"),
    ({"Return_Path": "<>"}, "bounce"),
    ({"Return_Path": "<>", "Auto_Submitted": "auto-replied"}, "auto-replied"),
    ({"Return_Path": "<ken@example.org>"}, ""),
    ({"From": "MAILER-DAEMON@example.org"}, "bounce"),
    ({"From": "Postmaster <postmaster@example.org>"}, "bounce"),
    ({"From": "no-reply@example.org"}, "auto-generated"),
    ({"From": "noreply+abc@example.org"}, "auto-generated"),
    ({"X_Failed_Recipients": "ann@example.org"}, "bounce"),
    ({"Subject": "Undelivered Mail Returned to Sender"}, "bounce"),
    ({"Subject": "Out of Office: Turn 4"}, "auto-replied"),
    ({"Subject": "Automatic reply: Turn 4"}, "auto-replied"),
    ({"Subject": "【自動応答】不在です"}, "auto-replied"),
    ({"Subject": "=?utf-8?B?6Ieq5YuV5b+c562U?="}, "auto-replied"),
    ({"Subject": "【不在連絡】佐藤"}, "auto-replied"),
    ({"Subject": "休暇中です Re: [manila]"}, "auto-replied"),
    ({"Subject": "配達不能: [manila] 第4ターン"}, "bounce"),
    ({"Subject": "Abwesenheitsnotiz"}, "auto-replied"),
    ({"Subject": "Réponse automatique : tour 4"}, "auto-replied"),
]


@pytest.mark.parametrize(("heads", "why"), HEADS)
def test_the_head_tells_who_wrote_it(heads: dict[str, str], why: str) -> None:
    assert read(mail(b"Campaign: manila\r\nTurn: 4\r\nSide: japan\r\npass\r\n", **heads)).automatic == why
