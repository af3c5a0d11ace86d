"""Copies of a campaign, kept in step by mail: what travels (`packet`), what it is found in (`packet_sources`), where
its entries fit (`merge`), and what becomes of it in a copy (`sync`)."""
