"""Which campaign and which side a mail is for, and what a mailbox has to fetch for them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.exchange.posting import ACCOUNT, ANN, DEDICATED, EVE, KEN, NOW, PostOffice, install
from witp_pbem.exchange import verdicts
from witp_pbem.exchange.desk import sender
from witp_pbem.exchange.desk.dkim import SignatureCheck
from witp_pbem.exchange.reading.incoming import Mail, TextBlock

SIGNED = SignatureCheck("pass", "example.org", "s1", "", True, "0", ("desk@example.net",), NOW)


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    """A desk with two campaigns; Ken plays red and Ann blue in both."""
    install(monkeypatch)
    return PostOffice(tmp_path, ("isles", "straits"))


def block(campaign: str = "", side: str = "", text: str = "bid 3\n", token: str = "") -> TextBlock:
    return TextBlock(text.encode(), "text", campaign, side, token)


def meant(post: PostOffice, given: TextBlock | None, **mail: object) -> tuple[str, str, str]:
    """The campaign, the side and the reason."""
    addressee = sender.meant(sender.roll(post.folders), Mail(b"", **{"sender": "ken@example.org", **mail}),  # type: ignore[arg-type]
                             given, ACCOUNT)
    return addressee.campaign.name if addressee.campaign else "", addressee.side, addressee.reason


def test_a_texts_own_lines_come_first(post: PostOffice) -> None:
    subject = "[straits] Turn 1"
    assert meant(post, block("isles", "blue"), subject=subject) == ("isles", "blue", "")
    assert meant(post, block("ISLES ", " Red"), subject=subject) == ("isles", "red", "")
    assert meant(post, block("isles", "赤")) == ("isles", "red", "")
    assert meant(post, block("atolls", "red"), subject=subject) == ("", "", verdicts.NO_CAMPAIGN)


def test_without_them_tokens_references_subject_and_address_tell(post: PostOffice) -> None:
    founding = post.desks["straits"].founding["hash"][:16]
    assert meant(post, block(token=post.token("blue", "straits"))) == ("straits", "blue", "")
    assert meant(post, block(), references=(post.reference("red", "isles"),)) == ("isles", "red", "")
    assert meant(post, block(), references=(f"{founding}.turn-1@witp-pbem.invalid",)) == ("straits", "red", "")
    assert meant(post, block(), subject="Re: [Straits] Turn 1") == ("straits", "red", "")
    assert meant(post, block(), to=("desk+isles@example.net",)) == ("isles", "red", "")
    assert meant(post, block(), to=("other+isles@example.net",)) == ("", "", verdicts.AMBIGUOUS)


def test_in_the_end_it_is_told_by_who_plays_where(post: PostOffice, tmp_path: Path) -> None:
    assert meant(post, block(), sender="eve@example.com") == ("", "", verdicts.NO_CAMPAIGN)
    assert meant(post, block("isles", ""), sender="eve@example.com") == ("isles", "", verdicts.NO_SIDE)
    alone = PostOffice(tmp_path / "alone")
    assert meant(alone, block(), sender="ann@example.org") == ("isles", "blue", "")
    assert meant(alone, block(side="green"), sender="ann@example.org") == ("isles", "blue", "")


def test_a_seat_that_is_settled_is_the_side_it_plays(tmp_path: Path, post: PostOffice) -> None:
    seated = PostOffice(tmp_path / "auction", scenario="auction", players={"one": KEN, "two": ANN})
    assert meant(seated, block("isles", "two")) == ("isles", "two", "")
    seated.desk.sit()
    seated.desk.order("one", "claim 1")
    seated.desk.order("two", "claim 4")
    seated.desk.sit()
    settled = seated.desk.open().senders
    assert set(settled) == {"red", "blue"}
    assert meant(seated, block("isles", "two"), sender="eve@example.com") == ("isles", "red", "")


def test_of_several_campaigns_only_players_are_told(post: PostOffice, tmp_path: Path) -> None:
    PostOffice(tmp_path / "twin", seed="another")  # below the same folder
    known = sender.roll(post.folders)
    for address, folders in (("ken@example.org", ("isles", "isles")), ("eve@example.com", ())):
        addressee = sender.meant(known, Mail(b"", sender=address), block("isles", "red"))
        assert (addressee.reason, addressee.folders) == (verdicts.AMBIGUOUS, folders)


def test_a_campaign_that_cannot_be_read_is_not_taken_for_none(post: PostOffice) -> None:
    book = post.desks["straits"].book
    book.write_bytes(book.read_bytes() + b"rubbish\n{}\n")
    assert meant(post, block("straits", "red")) == ("", "", verdicts.BUSY)
    assert meant(post, block("isles", "red")) == ("isles", "red", "")


def test_what_proves_the_sender(post: PostOffice) -> None:
    campaign = post.desk.open()

    def proof(side: str, address: str, seen: SignatureCheck = SignatureCheck(), account: object = ACCOUNT,  # noqa: B008
              **given: object) -> str:
        token = str(given.pop("token", ""))
        mail = Mail(b"", sender=address, **given)  # type: ignore[arg-type]
        return sender.proof(campaign, side, mail, block("isles", side, token=token), account,  # type: ignore[arg-type]
                            seen, NOW)

    red, blue = post.reference("red"), post.reference("blue")
    assert proof("red", "ken@example.org") == ""
    assert proof("red", "ken@example.org", references=(red,)) == verdicts.TOKEN
    assert proof("red", "phone@example.com", token=post.token("red")) == verdicts.TOKEN
    assert proof("red", "ann@example.org", references=(red,)) == ""
    assert proof("red", "", references=(red,)) == ""
    assert proof("red", "ken@example.org", references=(blue,)) == ""
    assert proof("red", "ken@example.org", references=(post.reference("red", "straits"),)) == ""
    assert proof("red", "ken@example.org", SIGNED) == verdicts.DKIM
    assert proof("blue", "ken@example.org", SIGNED) == ""
    for worthless in (SIGNED._replace(aligned=False), SIGNED._replace(to=("ann@example.org",)), SIGNED._replace(to=()),
                      SIGNED._replace(date=NOW - timedelta(days=3)), SIGNED._replace(date=NOW + timedelta(days=1)),
                      SIGNED._replace(date=None)):
        assert proof("red", "ken@example.org", worthless) == ""
    assert proof("red", "ken@example.org", SIGNED._replace(to=("desk+isles@example.net",))) == verdicts.DKIM
    assert proof("red", "ken@example.org", SIGNED, account=None) == ""
    referee = post.reference("referee")
    assert proof("referee", "desk@example.net", references=(referee,)) == verdicts.TOKEN
    assert proof("referee", "eve@example.com", references=(referee,)) == ""
    assert proof("referee", "desk@example.net", SIGNED) == ""
    assert proof("referee", "desk@example.net", account=None, references=(referee,)) == ""
    elsewhere = ACCOUNT.model_copy(update={"referee": "Kay@example.com"})
    assert proof("referee", "kay@example.com", account=elsewhere, references=(referee,)) == verdicts.TOKEN
    assert proof("referee", "kay@example.com", account=elsewhere) == ""
    assert proof("referee", "desk@example.net", account=elsewhere, references=(referee,)) == ""
    assert proof("red", "kay@example.com", account=elsewhere, references=(red,)) == ""


def test_a_mailbox_fetches_what_could_matter_by_its_head(post: PostOffice) -> None:
    matters = sender.could_matter(post.folders, ACCOUNT)

    def head(sender: str = EVE, **lines: str) -> bytes:
        return b"".join(f"{key.replace('_', '-')}: {value}\r\n".encode() for key, value in
                        {"From": sender, **lines}.items()) + b"\r\n"

    for good in (head("KEN@Example.org"), head(Subject="Re: [isles] Turn 3"), head(X_Witp_Pbem="isles"),
                 head(References=f"<x@y> <{post.reference('red')}>"), head(In_Reply_To=f"<{post.reference('blue')}>"),
                 head(To="desk+straits@example.net"), head("Mail Delivery <MAILER-DAEMON@mx.example.com>"),
                 head("desk@example.net"), head(""), head(Content_Type="Multipart/Report; boundary=b"),
                 head(Subject="=?utf-8?B?UmU6IFtpc2xlc10=?="), b"\xff\xfe",
                 head(References=f"<{post.desk.founding['hash'][:16]}@witp-pbem.invalid>")):
        assert matters(good), good
    for other in (head(), head(Subject="[atolls] hi"), head(References="<isles@example.com>"),
                  head(To="desk@example.net"), head(To="desk+atolls@example.net")):
        assert not matters(other), other
    assert sender.could_matter(post.folders, DEDICATED)(head())
    elsewhere = sender.could_matter(post.folders, ACCOUNT.model_copy(update={"referee": "kay@example.com"}))
    assert elsewhere(head("Kay@Example.com")) and elsewhere(head("desk@example.net")) and not elsewhere(head())
    assert not sender.could_matter([], None)(head(KEN))


def test_an_address_that_cannot_be_written_to_is_nobodys(tmp_path: Path, post: PostOffice) -> None:
    for number, player in enumerate(("Ken", "", "Ken <ken>", "Ken <ken@exämple.org>")):
        campaign = PostOffice(tmp_path / str(number), players={"red": player, "blue": ANN}).desk.open()
        assert sender.address_of(campaign, "red") == "" and sender.sides_of(campaign, "") == ()
    assert sender.address_of(post.desk.open(), "red") == "ken@example.org"
    assert sender.sides_of(post.desk.open(), "KEN@example.ORG", ACCOUNT) == ("red",)
    assert sender.sides_of(post.desk.open(), "desk@example.net", ACCOUNT) == ("referee",)
