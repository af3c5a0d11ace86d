"""Copies of a campaign, kept up to date by mail: packets of entries (`packet`), the mails and files they come in
(`packet_sources`), where their entries fit (`merge`), and adding them to a copy (`sync`)."""
