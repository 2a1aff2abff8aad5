alter table outbox_mail
  -- The recipient's server refused it for good (SMTP 5xx); it is tried again all the same, for some are mended.
  add column refused boolean not null default false,
  -- When those who can do something about it were told that it does not arrive.
  add column told_at timestamptz;
create index outbox_mail_undelivered on outbox_mail (recipient) where sent_at is null and told_at is not null;
create index outbox_mail_in_trouble on outbox_mail (created_at) where sent_at is null and told_at is null and attempts > 0;
