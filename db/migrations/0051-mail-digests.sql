-- on line
-- When a type of notification is mailed. `by_mail` is false for NEVER and true for all others; an earlier server writes
-- it alone, and then it counts.
alter table mail_preference add column if not exists mode text;
alter table mail_preference drop constraint if exists mail_preference_mode_known,
  add constraint mail_preference_mode_known check (mode in ('NOW', 'DAILY', 'WEEKLY', 'NEVER')) not valid;
alter table mail_preference validate constraint mail_preference_mode_known;

-- A notification that waits for a user's digest. It goes with the notification when that is undone, and when the digest
-- is written.
create table if not exists digest_line (
  user_id identifier not null references portal_user,
  notification_id identifier not null references notification on delete cascade,
  path text not null,
  -- The object of the event. Of several lines about one thing the digest shows the last; null: each is shown.
  thing text,
  expires_on date,
  primary key (user_id, notification_id)
);
create index if not exists digest_line_notification on digest_line (notification_id);
