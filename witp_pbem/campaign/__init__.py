"""One campaign on disk, floor on floor: record, checks, folder, letters, sitting, orders; then proof, disputes and
explaining, which know nothing of each other. What mails are made of (mails) knows no campaign at all."""
