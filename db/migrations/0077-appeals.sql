-- on line
-- The published score that a provider appeals against, once, and how CCI decided it.
alter table clarification add column if not exists score_id identifier;
alter table clarification drop constraint if exists clarification_score, add constraint clarification_score foreign key (score_id) references score not valid;
alter table clarification validate constraint clarification_score;
alter table clarification add column if not exists outcome text;
alter table clarification drop constraint if exists clarification_outcome, add constraint clarification_outcome check (outcome in ('UPHELD', 'DISMISSED')) not valid;
alter table clarification validate constraint clarification_outcome;
create unique index concurrently if not exists clarification_appeal on clarification (score_id) where kind = 'APPEAL';
-- Who proposed a score that needed two people: neither decides an appeal against it.
alter table score add column if not exists proposed_by identifier;
