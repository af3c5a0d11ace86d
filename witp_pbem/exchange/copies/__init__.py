"""Copies of a campaign, kept in step by mail: what travels (`packet`), what it is found in (`parcels`), what becomes of
it in a copy (`sync`), and the mail that brings somebody in (`invitation`)."""
