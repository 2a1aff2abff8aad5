-- Blocking and destruction of what was deleted (D44, S13).

-- A row whose data were destroyed stays as a mere id, since what others did still points to it.
alter table participant add column destroyed_at timestamptz;
alter table portal_user add column destroyed_at timestamptz;
create index participant_deleted on participant (deleted_at) where deleted_at is not null and destroyed_at is null;
create index portal_user_deleted on portal_user (deleted_at) where deleted_at is not null and destroyed_at is null;

-- The participants that a notification names: with one of them it is hidden, and destroyed.
alter table notification add column about text[] not null default '{}';
update notification set about = array_remove(array[info->>'idGenericEntity', info->>'idProvider'], null);
create index notification_about on notification using gin (about);

-- The invitation of a deleted participant is hidden with it; that of a withdrawn one is still shown, to be sent again.
alter table invitation add column hidden boolean not null default false;
update invitation i set hidden = true from participant p
  where p.id = i.participant_id and p.deleted_at is not null
    and exists (select from validation v where v.participant_id = p.id and v.sent_at is not null);

-- From here on an entry seals a salted hash of its data instead of the data, so that they can be destroyed and the chain
-- still be verified. Entries before have no hash of their own: their data stay.
alter table trail alter column data drop not null;
alter table trail add column salt text;
alter table trail add column data_hash text;
alter table trail add constraint trail_data_check
  check ((data is null) <= (data_hash is not null) and (salt is null) = (data is null or data_hash is null));

create or replace function trail_is_append_only() returns trigger language plpgsql as $$
begin
  -- The one change there is: the data of an entry, and with them their salt, are destroyed.
  if tg_op = 'UPDATE' and new.data is null and new.salt is null and old.data_hash is not null
    and to_jsonb(new) - 'data' - 'salt' = to_jsonb(old) - 'data' - 'salt' then
    return new;
  end if;
  raise exception 'the trail is append-only';
end $$;

-- Runs with the rights of the tables' owner, so that whoever serves needs none of its own on the trail.
create function destroy_trail_data(numbers bigint[]) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update trail set data = null, salt = null where number = any(numbers) and data_hash is not null and data is not null
$$;
