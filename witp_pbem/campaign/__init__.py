"""One campaign on disk, on three floors: record and folder; orders, letters and sittings; proof, disputes, explaining.
"""
