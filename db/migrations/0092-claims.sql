alter table outbox_mail
  -- Until when the server that sends it keeps it; null when none does. If that server ends meanwhile, it is not known
  -- whether the mail left, and another sends it once this has passed.
  add column claimed_until timestamptz;
alter table job
  -- Since when a run takes ten times its limit, and when its server last said so.
  add column stuck_since timestamptz,
  add column stuck_seen_at timestamptz;
