"""Answers to protests, previews of a ruling or of orders, bookmarks."""
