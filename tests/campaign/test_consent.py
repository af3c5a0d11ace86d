"""Where a player keeps the campaign: proposals, consents, and what verify says of going without."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.desk import Desk, codes, play_turn
from tests.campaign.test_signatures import PUBLIC, signed
from tests.leaving import resign
from tests.stand_ins import crooked
from witp_pbem.campaign.checks.legal import Unlawful
from witp_pbem.campaign.disputes.protest_answers import answer
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.letters.consent import missing, open_proposals
from witp_pbem.campaign.letters.signatures import Unsigned
from witp_pbem.campaign.orders.letterbox import CannotSay, record_letter
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import letter_text, logbook
from witp_pbem.campaign.sitting.rewind import rewind
from witp_pbem.campaign.sitting.status import status


@pytest.fixture
def kept(tmp_path: Path) -> Desk:
    """A campaign that red keeps, after a turn."""
    desk = Desk(tmp_path / "isles", keeper="red", dice="manual")
    desk.order("referee", "card red storm\ncard blue calm")
    desk.sit()
    turn(desk)
    return desk


def turn(desk: Desk) -> None:
    """A turn, with more dice than it needs."""
    desk.order("referee", "dice 6 6 6 6 1 2 5 4 6 6 1 1 2 2 5 5")
    play_turn(desk)


def mail(desk: Desk, kind: str, side: str, **values: str | int) -> list[str]:
    """Submits a letter. Returns the codes of its problems."""
    text = letter_text.write(kind, "isles", side, values)
    return codes(submit(desk.folder, [("letter.txt", text.encode())]).checked[0].problems)


def consenting(desk: Desk, number: int) -> list[str]:
    return mail(desk, "consent", "blue", proposal=number, hash=desk.entries()[number]["hash"])


def faults(desk: Desk) -> list[str]:
    return codes(verify(desk.folder).findings)


def test_a_rewind_waits_for_the_consent_of_the_other_player(kept: Desk) -> None:
    made = rewind(kept.folder, "sitting 1", "my mistake", keep=True)
    assert (made["type"], made["side"], kept.open().turn) == ("proposal", "red", 2)
    ((entry, sides),) = status(kept.open()).proposals
    assert (entry["n"], sides) == (made["n"], ("blue",))
    assert consenting(kept, made["n"]) == []
    assert kept.kinds()[-3:] == ["proposal", "consent", "rewind"] and kept.open().turn == 1
    assert kept.entries()[-1]["keeps"] == made["rewind"]["keeps"] != []
    assert not open_proposals(kept.entries()) and faults(kept) == []
    kept.sit()
    assert faults(kept) == []


def test_either_player_proposes_and_the_keeper_consents_by_a_command(kept: Desk) -> None:
    assert mail(kept, "proposal", "blue", to="turn 1 raids", text="we forgot the storm\nruling blue gains 2") == []
    made = kept.entries()[-1]
    assert (made["reason"], made["rulings"]) == ("we forgot the storm", ["ruling blue gains 2"])
    recorded = record_letter(kept.folder, "consent", "red", {"proposal": str(made["n"]), "hash": made["hash"]})
    assert [entry["type"] for entry in recorded] == ["consent", "rewind", "ruling"]
    assert recorded[-1]["turn"] == 1
    kept.sit()
    assert kept.open().turn == 2 and faults(kept) == []


def test_a_move_no_rule_allows_can_be_made_by_consent(kept: Desk) -> None:
    before = kept.open().position.points["blue"]
    kept.order("referee", "ruling blue gains 3")
    assert kept.kinds()[-1] == "proposal" and missing(kept.open(), kept.entries()[-1]) == ["blue"]
    assert consenting(kept, len(kept.entries()) - 1) == []
    turn(kept)
    assert kept.open().position.points["blue"] >= before + 3 and faults(kept) == []


def test_an_answer_is_proposed_too(kept: Desk) -> None:
    assert mail(kept, "protest", "blue", text="that was no hit", about=4) == []
    protest = kept.entries()[-1]
    _, made = answer(kept.folder, protest["n"], "it was not", ("r.txt", kept.text("referee",
                                                                                    "ruling red gains 0").encode()))
    assert made and made["type"] == "proposal" and made["answers"] == protest["n"]
    assert status(kept.open()).open_protests
    assert consenting(kept, made["n"]) == []
    assert not status(kept.open()).open_protests and faults(kept) == []


def test_a_proposal_lapses_when_play_goes_on(kept: Desk) -> None:
    made = rewind(kept.folder, "sitting 1", "my mistake", keep=False)
    turn(kept)
    assert consenting(kept, made["n"]) == ["proposal-lapsed"]
    assert status(kept.open()).proposals == ()


def test_consent_is_given_to_what_was_seen(kept: Desk) -> None:
    made = rewind(kept.folder, "sitting 1", "my mistake", keep=False)
    number = made["n"]
    assert mail(kept, "consent", "blue", proposal=number, hash="0" * 64) == ["other-proposal"]
    assert mail(kept, "consent", "blue", proposal=number, hash="") == ["missing-header"]
    assert mail(kept, "consent", "red", proposal=number, hash=made["hash"]) == ["own-proposal"]
    assert mail(kept, "consent", "blue", proposal=0, hash=made["hash"]) == ["no-proposal"]
    assert mail(kept, "consent", "blue", proposal="9" * 5000, hash=made["hash"]) == ["no-proposal"]
    assert consenting(kept, number) == []
    assert consenting(kept, number) == ["proposal-done"]


@pytest.mark.parametrize(("values", "code"), [
    ({"text": "please"}, "proposes-nothing"), ({"text": "back", "to": "turn 9"}, "letter-about"),
    ({"text": "ruling blue gains 99"}, "letter-about"), ({"text": "yes", "answers": "3"}, "letter-about")])
def test_a_proposal_that_cannot_be_is_refused(kept: Desk, values: dict[str, str], code: str) -> None:
    assert mail(kept, "proposal", "blue", **values) == [code]


def test_a_consent_is_submitted_by_itself(kept: Desk) -> None:
    made = rewind(kept.folder, "sitting 1", "my mistake", keep=False)
    text = letter_text.write("consent", "isles", "blue", {"proposal": made["n"], "hash": made["hash"]})
    go = submit(kept.folder, [("c.txt", text.encode()), ("o.txt", kept.text("blue", "bid 1").encode())])
    assert [codes(each.problems) for each in go.checked] == [["consent-alone"], []]


def test_a_neutral_referee_takes_no_proposals(desk: Desk) -> None:
    assert mail(desk, "proposal", "blue", to="entry 0", text="again") == ["referee-decides"]
    with pytest.raises(CannotSay):
        record_letter(desk.folder, "consent", "red", {"proposal": "1", "hash": ""})


@pytest.mark.parametrize("cheat", ["no-consent", "other-point", "other-ruling", "other-side", "no-proposal"])
def test_verify_finds_what_was_not_consented_to(kept: Desk, cheat: str) -> None:
    mail(kept, "proposal", "blue", to="turn 1 raids", text="again\nruling blue gains 2")
    made = kept.entries()[-1]
    record_letter(kept.folder, "consent", "red", {"proposal": str(made["n"]), "hash": made["hash"]})
    assert faults(kept) == []

    def change(entries: list[dict[str, object]]) -> None:
        consent, back, ruling = entries[-3:]
        match cheat:
            case "no-consent":
                consent |= {"type": "note", "about": None, "text": "no"}
                del consent["proposal"]
            case "other-point":
                back["to"] = {"entry": 2, "acts": None}
            case "other-ruling":
                ruling["orders"] = ["ruling red gains 2"]
            case "other-side":
                consent["side"] = "blue"
            case _:
                back["proposal"] = ruling["proposal"] = None

    kept.rewrite(change)
    assert "consent-missing" in faults(kept)


def test_giving_up_needs_no_consent(kept: Desk) -> None:
    resign(kept.folder, "red", "the fleet is gone")
    kept.sit()
    assert kept.open().position.outcome and faults(kept) == []


def test_who_gives_up_by_letter_needs_no_consent_either(kept: Desk) -> None:
    assert mail(kept, "resign", "blue", text="well played") == []
    kept.sit()
    assert kept.open().position.outcome.winner == "red" and faults(kept) == []


@pytest.mark.parametrize("orders", [
    [{"ruling": "resign", "player": "red", "text": "well played"}],
    [{"ruling": "resign", "player": "blue", "text": "badly played"}],
    [{"ruling": "default", "player": "blue", "text": "pass"}],
    ["ruling for blue: resign"],
    [{"ruling": "resign", "player": "blue", "text": "well played"}, "ruling red gains 2"]])
def test_a_ruling_without_consent_is_just_what_the_letter_of_a_side_that_gives_up_says(
        kept: Desk, orders: list[object]) -> None:
    assert mail(kept, "resign", "blue", text="well played") == []
    assert kept.entries()[-1]["orders"] == [{"ruling": "resign", "player": "blue", "text": "well played"}]
    kept.rewrite(lambda entries: entries[-1].update(orders=orders))
    assert "consent-missing" in faults(kept)


@pytest.mark.parametrize(("kind", "player"), [("resign", "nobody"), ("default", "nobody"), ("default", "red")])
def test_a_ruling_of_the_program_that_cannot_be_read_is_found(desk: Desk, kind: str, player: str) -> None:
    resign(desk.folder, "red", "enough")
    text = "no order" if player == "red" else "pass"
    desk.rewrite(lambda entries: entries[-1].update(orders=[{"ruling": kind, "player": player, "text": text}]))
    assert desk.open().position and "ruling-unreadable" in faults(desk)


# -- where everything must be signed ----------------------------------------------------------------------------------


def sign(desk: Desk, text: str, side: str) -> list[str]:
    """Submits a letter a side has signed. Returns the codes of its problems."""
    return codes(submit(desk.folder, [("letter.txt", signed(text.encode(), side))]).checked[0].problems)


def test_a_bare_command_does_not_speak_for_a_player_who_signs(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", keys=PUBLIC, signed=True)
    desk.sit()
    for kind in ("protest", "note"):
        with pytest.raises(Unsigned):
            record_letter(desk.folder, kind, "red", {"text": "no"})
    record_letter(desk.folder, "note", "referee", {"text": "hello"})
    text = letter_text.write("protest", "isles", "red", {"text": "no", "about": 2})
    assert mail(desk, "protest", "red", text="no") == ["signature-missing"]
    assert sign(desk, text, "blue") == ["signature-of-another"]
    assert sign(desk, text, "red") == []
    assert desk.entries()[-1]["signature"] and faults(desk) == []


def test_a_keeper_who_signs_proposes_by_letter(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", keeper="red", dice="manual", keys=PUBLIC, signed=True)
    cards = desk.text("referee", "card red storm\ncard blue calm")
    assert sign(desk, cards, "red") == []
    desk.sit()
    with pytest.raises(Unsigned) as refused:
        rewind(desk.folder, "entry 0", "from the start", keep=True)
    letter = "\n".join(line.strip() for line in str(refused.value).splitlines()[1:]) + "\n"
    assert "To: entry 0" in letter and "Keep: yes" in letter
    assert not desk.submit("referee", "ruling blue gains 2").stands
    assert sign(desk, desk.text("referee", "ruling blue gains 2"), "red") == []
    assert desk.kinds()[-1] == "proposal" and faults(desk) == []
    assert sign(desk, letter, "red") == []
    made = desk.entries()[-1]
    values = {"proposal": made["n"], "hash": made["hash"]}
    with pytest.raises(Unsigned):
        record_letter(desk.folder, "consent", "blue", {key: str(value) for key, value in values.items()})
    assert sign(desk, letter_text.write("consent", "isles", "blue", values), "blue") == []
    assert desk.kinds()[-2:] == ["consent", "rewind"] and faults(desk) == []
    assert sign(desk, f"{cards}# again\n", "red") == []  # cards seen on the abandoned branch stay used
    desk.sit()
    assert desk.open().position.step == "bids" and faults(desk) == []


@pytest.mark.parametrize(("kind", "change"), [
    ("protest", {"text": "yes"}), ("protest", {"about": 1}), ("note", {"text": "yes"}), ("proposal", {"reason": "so"}),
    ("proposal", {"answers": 0})])
def test_verify_finds_an_entry_that_says_something_else_than_its_letter(kept: Desk, kind: str,
                                                                         change: dict[str, object]) -> None:
    about = {} if kind == "proposal" else {"about": 2}
    assert mail(kept, kind, "blue", text="no\nruling blue gains 1", **about) == []
    assert faults(kept) == []
    kept.rewrite(lambda entries: entries[-1].update(change))
    assert "letter-differs" in faults(kept)


def unlike(kind: str, said: dict[str, str | int], **body: object) -> dict[str, object]:
    """The body of an entry whose letter says something else."""
    return {"side": "blue", "letter": letter_text.write(kind, "isles", "blue", said), "signature": "", **body}


@pytest.mark.parametrize(("kind", "body", "code", "why"), [
    ("rewind", {"to": {"entry": 0, "acts": None}, "keeps": [], "reason": "", "proposal": None}, "consent-missing",
     "needs the consent of all players"),
    ("ruling", logbook.ruling(2, ["ruling red gains 2"]), "consent-missing", "needs the consent of all players"),
    ("ruling", logbook.ruling(2, ["ruling red gains 2"], proposal=1), "consent-missing", "is not a proposal"),
    ("note", unlike("note", {"text": "no"}, about=None, text="yes"), "letter-differs", "says something different"),
    ("note", unlike("note", {"text": "no", "after": "0" * 64}, about=None, text="no"), "letter-elsewhere",
     "does not have"),
    ("player", unlike("player", {"player": "Eve"}, player="Bob", key="", anchor="", reason=""), "letter-differs",
     "says something different"),
    ("withdrawal", unlike("withdraw", {}, turn=2, submission=-2), "letter-differs", "says something different")])
def test_recording_refuses_what_verify_finds(kept: Desk, kind: str, body: dict[str, object], code: str,
                                             why: str) -> None:
    for bid in ("bid 1", "bid 2"):
        kept.order("blue", bid)
    if kind == "withdrawal":  # of the first file, by a letter that means the last
        body = {**body, "submission": kept.entries()[-2]["n"]}
    before = kept.entries()
    with pytest.raises(Unlawful, match=why), writing(kept.folder) as campaign:
        campaign.add((kind, body))
    assert kept.entries() == before and faults(kept) == []
    with crooked(Campaign, require_legal=lambda *anything: None), writing(kept.folder) as campaign:
        campaign.add((kind, body))
    assert faults(kept) == [code]
