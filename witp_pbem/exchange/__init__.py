"""The exchange: orders come in by mail and forum post, answers and reports go out.

    reading/    a mail or a forum page, and the texts in it that may be orders; knows no campaign
    mailbox/    where mails come from and go to: IMAP, Maildir, mbox, files; SMTP, drafts
    deadlines/  when decisions are due, and what happens if they are missed
    copies/     the campaign's public entries, which travel with the mail
    desk/       what becomes of a mail: whose it is, what was recorded, what is answered; the round of a whole folder

Beside them lies what they share: `compose` writes every automatic mail, `body` what it says by the template of its
kind, `forms` what a player fills in, `invitation` the first mail of all; `token` makes what proves a reply, `verdicts`
names what can become of a mail.

The desk keeps what it has done, and when, apart from the campaign's record, which has no clock: in `private/exchange/`
of each campaign, and in `.witp-pbem/` of a folder of campaigns (`office`, `journal`, `outbox`).
"""
