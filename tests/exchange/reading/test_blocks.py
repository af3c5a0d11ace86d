"""Which text in a mail is taken for orders, and which is not."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.exchange.reading.kinds import HEAD, TOKEN, crlf, draft, mail, part, parts, quoted
from tests.exchange.reading.orders_written import meaning, read
from witp_pbem.campaign.folder import keys
from witp_pbem.campaign.letters import signatures
from witp_pbem.exchange.reading.incoming import Mail

OWN = "Campaign: manila\nTurn: 4\nSide: japan\n\npass\n"
OLD = "Campaign: manila\nTurn: 3\nSide: japan\n\nbuild Samoa\n"
ELSEWHERE = "Campaign: leyte\nTurn: 3\nSide: japan\n\nbuild Samoa\n"
WROTE = "On Sun, Nov 22, 2026 at 9:00 AM Ann <ann@example.org> wrote:\n"


def texts(message: Mail) -> list[str]:
    return [block.data.decode() for block in message.blocks]


def of(text: str, **heads: str) -> Mail:
    return read(mail(crlf(text), **heads))


def test_own_orders_win_over_quoted_ones() -> None:
    message = of(f"{OWN}\n{WROTE}{quoted(OLD)}")
    assert texts(message) == [OWN] and message.blocks[0].where == "text"


def test_quoted_orders_for_another_campaign_are_told_of_behind_own_ones() -> None:
    message = of(f"{OWN}\n{WROTE}{quoted(ELSEWHERE)}")
    assert [(block.campaign, block.where) for block in message.blocks] == [("manila", "text"), ("leyte", "quoted")]


def test_a_draft_as_it_was_sent_is_no_orders() -> None:
    assert of(f"Thanks, I shall answer on Sunday.\n\n{WROTE}{quoted(draft())}").blocks == ()
    assert of(f"Which way round is this?\n\n{draft()}").blocks == ()


def test_orders_in_which_nothing_is_ordered_are_told_so_if_they_are_all_there_is() -> None:
    header = "Campaign: manila\nTurn: 4\nSide: japan\n"
    assert texts(of(header)) == [header]
    assert texts(of(f"{header}\n{WROTE}{quoted(OLD)}")) == [OLD]


def test_the_token_beside_a_draft_is_found() -> None:
    assert of(f"{WROTE}{quoted(draft().replace('# pass', 'pass'))}").blocks[0].token == TOKEN
    assert of(f"{OWN}\n{WROTE}{quoted(draft())}").blocks[0].token == TOKEN
    both = draft("allies", token="b" * 20) + draft("japan", token="c" * 20)
    assert of(f"{OWN}\n{WROTE}{quoted(both)}").blocks[0].token == "c" * 20
    assert of(OWN).blocks[0].token == ""


def test_a_token_does_not_get_into_the_orders() -> None:
    message = of(f"{WROTE}{quoted(draft().replace('# pass', 'pass'))}")
    assert TOKEN not in texts(message)[0] and texts(message)[0].endswith("pass\n")


def test_several_campaigns_in_one_mail() -> None:
    message = of(f"Hi\n\n{OWN}\n{ELSEWHERE}\nCheers\nKen\n")
    assert texts(message) == [OWN, ELSEWHERE]


def test_text_and_page_alike_count_once() -> None:
    made = parts(
        "alternative", part(OWN.encode()), part(f"<p>{OWN.replace(chr(10), '<br>')}</p>".encode(), "text/html")
    )
    assert texts(read(made)) == [OWN]


def test_what_stands_between_the_marks_is_taken_whole() -> None:
    inside = f"{OWN}\n# Best regards\n# --\n# Sent from my iPhone\nbuild Samoa\n"
    message = of(f"# ----- begin orders: japan -----\n{inside}# ----- end orders: japan -----\nKen\n")
    assert texts(message) == [inside]


@pytest.mark.parametrize(
    "line",
    [
        "pass",
        "use 1942-03 on Leyte",
        "from Singapore: 1 naval",
        "via 0507",
        "目標 マニラ",
        "Phase: bases",
        "# another",
        "end",
    ],
)
def test_an_order_below_a_long_comment_is_never_lost_in_it(line: str) -> None:
    comment = "# " + "so it goes on and on until the line is as full as it can be x" + "x" * 10
    message = of(f"{OWN}{comment}\n{line}\n")
    assert texts(message)[0].split("\n")[-2] == line


@pytest.mark.parametrize("rest", ["more than it costs us", "and the fleet goes home", "the mail program had its way."])
def test_the_rest_of_a_wrapped_comment_is_no_order(rest: str) -> None:
    comment = "# " + "so it goes on and on until the line is as full as it can be x" + "x" * 10
    message = of(f"{OWN}{comment}\n{rest}\n")
    assert meaning(texts(message)[0]) == meaning(OWN)


@pytest.mark.parametrize("line", ["Thanks", "--", "—", "--------------------", "Best regards,", "Ken"])
def test_orders_below_what_looks_like_an_end_are_not_lost(line: str) -> None:
    assert "build Samoa" in texts(of(f"{OWN}{line}\nbuild Samoa\npass\n"))[0]
    assert texts(of(f"{OWN}{line}\nKen Sato\n")) == [OWN]


def test_what_a_reply_writes_between_quoted_lines_is_read() -> None:
    text = (
        quoted("\n".join(draft().split("\n")[:6]))
        + "target Manila from Singapore: 1 naval\npass\n"
        + quoted("\n".join(draft().split("\n")[6:]))
    )
    assert [line for line in texts(of(WROTE + text))[0].split("\n") if line and line[0] in "tp"] == [
        "target Manila from Singapore: 1 naval",
        "pass",
    ]


@pytest.mark.parametrize(
    "prose",
    [
        "I wonder: Campaign: who will win?",
        "Side: I mean mine",
        "The campaign: a disaster.",
        "Campaign: a word or two about it",
    ],
)
def test_prose_is_no_orders(prose: str) -> None:
    assert of(f"Hi Ann\n\n{prose}\nand so on\n").blocks == ()


def test_orders_without_a_campaign_are_found_all_the_same() -> None:
    assert texts(of("Hi\n\nTurn: 4\nSide: japan\npass\n")) == ["Turn: 4\nSide: japan\npass\n"]


def test_a_letter_is_found_and_goes_on_over_its_lines() -> None:
    letter = "Campaign: manila\nSide: allies\nLetter: protest\nAbout: 34\nText: the stack had\nno supply\n"
    message = of(f"Hi\n\n{letter}\n-- \nAnn\n")
    assert texts(message) == [letter] and message.blocks[0].side == "allies"


def test_words_are_the_senders_own() -> None:
    message = of(f"Yes, I confirm.\n\nBest regards,\nKen\n\n{WROTE}> Did you send this?\n")
    assert message.words == "Yes, I confirm."


def test_own_words_below_a_quotation() -> None:
    assert of(f"{WROTE}> Did you send this?\n\nはい\n\n-- \nKen\n").words == "はい"


def test_the_name_of_the_sender_below_is_a_signature() -> None:
    assert texts(of(f"{OWN}\nKen\n")) == [OWN]


def test_names_that_are_no_closings_stay_so_that_they_are_complained_of() -> None:
    assert "Zebediah" in texts(of(f"{OWN}\nZebediah\n"))[0]


KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
FILE = "# mine, “as agreed”\nCampaign: manila\nTurn: 4\nSide: japan\n\n目標　マニラ  # … and so on\n\npass\n".encode()
SIGNATURE = keys.sign(KEY, FILE)


def only_signed(made: bytes) -> bytes:
    """The bytes that were signed in the one block of a mail, whose signature holds."""
    (block,) = read(made).blocks
    signed = signatures.read(block.data)
    assert not signed.problems and signed.signature, block.data.decode()
    return signed.raw


@pytest.mark.parametrize(
    "made",
    [
        mail(crlf("Hi Ann\n\n") + FILE + SIGNATURE.encode() + crlf("\nBest regards\nKen\n")),
        mail(crlf(f"{WROTE}{quoted(FILE.decode() + SIGNATURE)}")),
        mail(
            crlf("# ----- begin orders: japan -----\n")
            + FILE
            + SIGNATURE.encode()
            + b"# ----- end orders: japan -----\n"
        ),
        mail(crlf(FILE.decode() + SIGNATURE), "text/plain; charset=utf-8; format=flowed"),
        mail(f"<pre>{FILE.decode()}{SIGNATURE}</pre><p>Ken</p>".encode(), "text/html; charset=utf-8"),
        parts(
            "mixed",
            part(b"see below"),
            part(FILE + SIGNATURE.encode(), "text/plain; name=o.txt", disposition="attachment; filename=o.txt"),
        ),
    ],
)
def test_signed_orders_arrive_as_they_were_signed(made: bytes) -> None:
    assert only_signed(made).replace(b"\r\n", b"\n").split() == FILE.split()


@pytest.mark.parametrize("name", ["o.txt.sig", "signature.sig"])
def test_a_signature_beside_an_attached_file_is_joined_to_it(name: str) -> None:
    files = (
        part(FILE, "text/plain; name=o.txt", disposition="attachment; filename=o.txt"),
        part(SIGNATURE.encode(), "application/octet-stream", disposition=f"attachment; filename={name}"),
    )
    assert only_signed(parts("mixed", part(b"see attached"), *files)) == FILE
    # The same orders in the text, unsigned, are not told of beside the signed ones.
    assert only_signed(parts("mixed", part(b"Campaign: manila" + FILE.partition(b"manila")[2]), *files)) == FILE


def test_an_attached_file_keeps_its_bytes() -> None:
    data = "\ufeffCampaign: manila\r\nTurn: 4\r\nSide: japan\r\n\r\npass … “so”\r\n".encode()
    made = parts("mixed", part(b""), part(data, "application/octet-stream", disposition="attachment; filename=o.txt"))
    (block,) = read(made).blocks
    assert block.data == data and block.where == "o.txt"


def test_mails_have_a_head_to_answer_to() -> None:
    message = of(OWN)
    assert (message.id, message.sender, message.name) == ("one@example.org", "ken@example.org", "Ken Sato")
    assert message.raw.startswith(b"From: Ken Sato") and HEAD["Subject"] == message.subject
