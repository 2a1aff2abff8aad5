-- on line
-- What the answers come to, written with each change of them: lists read it without the answers. `levels` has the level
-- reached in each dimension. `read_version_id` is the provider's spreadsheet that was last loaded.
alter table assessment
  add column if not exists asked integer not null default 0,
  add column if not exists answered integer not null default 0,
  add column if not exists levels jsonb not null default '{"C": null, "I": null, "D": null}',
  add column if not exists read_version_id identifier;

-- The domains of a published evaluation, each with the place on the scale of its lowest level: 0 is below D, 1 is D.
create table if not exists assessment_domain (
  assessment_id identifier not null references assessment on delete cascade,
  domain text not null,
  lowest integer not null check (lowest between 0 and 5),
  primary key (assessment_id, domain)
);
create index if not exists assessment_domain_lowest on assessment_domain (domain, lowest) include (assessment_id);

-- Whether the spreadsheet of a request was read as an evaluation; null where reading was not tried.
alter table document_version add column if not exists read_as_assessment boolean;

-- Ratings in force, by rating.
create index concurrently if not exists overview_row_in_force_by_rating on overview_row
  (kind, rating, expires_on, participant_id, id) include (published, sent) where status = 'QUALIFIED';
