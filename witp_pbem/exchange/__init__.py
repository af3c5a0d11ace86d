"""The exchange: orders arriving from mail and forum posts, answers and reports leaving.

    reading/    a mail or a forum page, and the texts in it that may be orders; knows no campaign
    mailbox/    where mails come from and go to: IMAP, Maildir, mbox, files; SMTP, drafts
    desk/       what becomes of a mail: whose it is, what was recorded, what is answered; the round of a whole folder
    deadlines/  until when who has to decide, and what happens if he does not
    copies/     the campaign's public entries, travelling with the mail; inviting somebody

What the desk has done, and when, it keeps apart from the campaign's record, which has no clock: in `private/exchange/`
of each campaign, and in `.witp-pbem/` of a folder of campaigns (`office`, `journal`, `outbox`).
"""
