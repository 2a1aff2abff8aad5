-- The paper in which a bank says whether it leans on the reports of others about a service that it uses. Only that bank
-- reads it. What it signed stays when its use is erased with the provider: `facts` names both, and `use_id` becomes null.
create table reliance_file (
  id identifier primary key,
  entity_id identifier not null references participant,
  use_id identifier references service_use,
  number integer not null check (number > 0),
  status text not null check (status in ('DRAFT', 'SIGNED', 'REPLACED')),
  -- What the portal knew at the signature; empty while the file is a draft.
  facts jsonb not null default '{}',
  answers jsonb not null default '{}',
  plan jsonb not null default '{}',
  conclusion text check (conclusion in ('RELY', 'RELY_WITH_MEASURES', 'NOT_RELY')),
  conditions_text text not null default '',
  review_on date,
  created_at timestamptz not null,
  signed_by identifier references portal_user,
  signed_at timestamptz,
  -- The signed text, whose SHA-256 is `content_hash`.
  content text,
  content_hash text,
  -- The causes of a review that the bank was told of.
  told text[] not null default '{}',
  version integer not null default 1,
  constraint reliance_file_signed check ((status = 'DRAFT') = (content is null)
    and (content is null or num_nulls(content_hash, signed_by, signed_at, review_on, conclusion) = 0))
);
create unique index reliance_file_one_draft on reliance_file (use_id) where status = 'DRAFT';
create unique index reliance_file_one_signed on reliance_file (use_id) where status = 'SIGNED';
create unique index reliance_file_number on reliance_file (use_id, number);
create index reliance_file_entity on reliance_file (entity_id);

-- Nothing of a signed file changes afterwards.
create function keep_signed_reliance() returns trigger language plpgsql as $$
begin
  if old.content is not null and (new.content, new.content_hash, new.facts, new.answers, new.plan, new.conclusion,
      new.conditions_text, new.review_on, new.signed_by, new.signed_at, new.number, new.entity_id)
    is distinct from (old.content, old.content_hash, old.facts, old.answers, old.plan, old.conclusion,
      old.conditions_text, old.review_on, old.signed_by, old.signed_at, old.number, old.entity_id)
  then
    raise exception 'A signed reliance file does not change.' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger reliance_file_kept before update on reliance_file for each row execute function keep_signed_reliance();
