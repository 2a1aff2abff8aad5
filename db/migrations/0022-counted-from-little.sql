-- To say how many there are, a list reads an index of all of them. Those by name are sixty times as large as these, in which
-- what is equal is kept once.
create index participant_counted_sent on participant (kind, requests) where deleted_at is null and documentations > 0;
create index participant_counted_published on participant (kind, requests) where deleted_at is null and onboarded_at is not null;
create index participant_counted on participant (kind) where deleted_at is null;
