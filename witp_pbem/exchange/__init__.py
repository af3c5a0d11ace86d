"""The exchange: orders arriving from mail and forum posts, answers and reports leaving.

    reading/    a mail or a forum page, and the texts in it that may be orders; knows no campaign
    mailbox/    where mails come from and go to: IMAP, Maildir, mbox, files; SMTP, drafts
    deadlines/  until when who has to decide, and what happens if they do not
    copies/     the campaign's public entries, travelling with the mail
    desk/       what becomes of a mail: whose it is, what was recorded, what is answered; the round of a whole folder

Beside them lies what they share: `compose` writes every automatic mail, `body` what it says by the template of its
kind, `forms` what a player fills in, `invitation` the first mail of all; `token` makes what proves a reply, `verdicts`
names what can become of a mail.

What the desk has done, and when, it keeps apart from the campaign's record, which has no clock: in `private/exchange/`
of each campaign, and in `.witp-pbem/` of a folder of campaigns (`office`, `journal`, `outbox`).
"""
