-- From when and where a first step came, so that its owner can be told when nobody takes the second, and the device where it
-- is one that the account signed in with before. Null where a portal wrote the row that did not note it: of those nobody is told.
alter table pending_sign_in add column begun_at timestamptz;
alter table pending_sign_in add column address text;
alter table pending_sign_in add column user_agent text;
alter table pending_sign_in add column known_device text;
-- When a user was last told of such a first step: once a day is enough.
alter table portal_user add column half_open_told_at timestamptz;
