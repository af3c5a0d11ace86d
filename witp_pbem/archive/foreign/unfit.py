"""What cannot be a document of the archive."""

from __future__ import annotations

from witp_pbem.campaign.record.refusal import Refusal


class UnfitDocument(Refusal):
    """Nothing can be read in it; the reason is a clause without a full stop."""
