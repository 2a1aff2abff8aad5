-- The participants that a mail names: with one of them it is dropped, and never leaves after (D44).
alter table outbox_mail add column about text[] not null default '{}';
