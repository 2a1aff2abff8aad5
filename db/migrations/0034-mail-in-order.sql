-- on line
-- What a mail may have to wait for: an older one that tells the same reader of the same participant.
create index concurrently if not exists outbox_mail_in_order on outbox_mail (recipient, coalesce(about[1], ''), id)
  where template = 'notification' and sent_at is null and given_up_at is null;
-- Those that pause together are looked at in their order.
create index concurrently if not exists outbox_mail_next on outbox_mail (next_attempt_at, id)
  where sent_at is null and given_up_at is null;
drop index concurrently if exists outbox_mail_due;
