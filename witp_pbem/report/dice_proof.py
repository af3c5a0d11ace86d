"""How to check the dice of a report, for the forms that say it in words."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.report.page import Page
from witp_pbem.table.language import labelled, listing, say
from witp_pbem.table.quoting import harmless
from witp_pbem.table.story import Paragraph, Section


def sections(page: Page) -> list[Section]:
    """How to check the dice reported; none where they are manual, or nobody threw any."""
    return [Section(say("Proof of the dice"), tuple(_proof(page)))] if page.proofs else []


def _proof(page: Page) -> Iterator[Paragraph]:
    yield Paragraph(say("Every throw follows from the sitting’s link of the hash chain, the luck words and the dice "
                        "thrown before it. “witp-pbem verify” checks them all; logbook-format.md says how, for "
                        "those who want to work it out."), tone="quiet")
    for campaign in dict.fromkeys(proof.campaign for proof in page.proofs):
        yield Paragraph(say("The campaign’s first logbook entry: {hash}", hash=campaign))
    yield Paragraph(say("The links of the chain, sitting by sitting:"))
    for proof in page.proofs:  # short, so that a link stays in one line of 72 columns
        yield Paragraph(labelled(str(proof.sitting), proof.link))
    for number, (holder, anchor) in enumerate(page.chains):
        yield Paragraph(say("The chain of {holder}, anchor {anchor}; its links, sitting by sitting:", holder=holder,
                            anchor=anchor))
        for proof in page.proofs:
            if proof.anchors and proof.anchors[number] != anchor:
                anchor = proof.anchors[number]
                yield Paragraph(say("Another chain of {holder} from here on, anchor {anchor}:", holder=holder,
                                    anchor=anchor))
            yield Paragraph(labelled(str(proof.sitting), proof.links[number]))
    for proof in page.proofs:
        if proof.words:
            yield Paragraph(say("Luck words of sitting {number}: {words}", number=proof.sitting,
                                words=listing(f"“{harmless(word)}”" for word in proof.words)),
                            tone="quoted")
