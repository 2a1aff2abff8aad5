-- on line
-- What CCI lists: the mails that were not sent, the newest first.
create index concurrently if not exists outbox_mail_unsent on outbox_mail (created_at, id) where sent_at is null;
