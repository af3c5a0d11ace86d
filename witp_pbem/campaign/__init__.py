"""One campaign on disk: players, orders received, logbook, private/, rulings, verification."""
