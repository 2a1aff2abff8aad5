-- Whoever serves may neither choose what of the trail is emptied nor say that it was: it names whose data are to go, and the
-- rest is looked up and noted here, by what is sealed and by the database's own clock (S12, D44).

-- The time that destroying goes by. A function of its own, for the owner to replace where years are to pass at once.
create function trail_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;

create function trail_no_destruction() returns trigger language plpgsql as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    raise exception 'what was destroyed is noted by destroy_trail_data alone';
  end if;
  return new;
end $$;
create trigger trail_no_destruction before insert on trail for each row when (new.event like '%.destroyed')
  execute function trail_no_destruction();

drop function destroy_trail_data(bigint[]);

-- Empties the entries of a participant or user that was deleted a year ago or longer, the least that RETENTION_YEARS may be
-- (less a day, as clocks differ), and notes it. That it was deleted, and when, the trail says: a deletion that was entered with an
-- earlier time than an entry before it counts from that one.
create function destroy_trail_data(kind text, id text) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  whose text;
  users text[];
  deletion bigint;
  since timestamptz;
  numbers bigint[];
  noted jsonb;
  salt text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  data_hash text;
  told_at text := to_char(trail_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
begin
  if kind = 'participant' then
    select p.id into whose from participant p where p.id = destroy_trail_data.id and p.deleted_at is not null;
  else
    select u.participant_id into whose from portal_user u where u.id = destroy_trail_data.id and u.deleted_at is not null;
  end if;
  -- Whose entries tell of another participant was put to this one behind the trail's back.
  select coalesce(array_agg(u.id), '{}') into users from portal_user u
    where case when kind = 'participant' then u.participant_id = whose else u.id = destroy_trail_data.id end
      and not exists (select from trail t where t.object_kind = 'user' and t.object_id = u.id and t.participant_id <> whose)
      and not exists (select from trail t where t.object_kind = 'session' and t.actor_id = u.id and t.participant_id <> whose);
  select max(t.number) into deletion from trail t
    where t.event = 'participant.deleted' and t.object_id = whose
      or t.event = 'invitation.withdrawn' and t.participant_id = whose
      or kind = 'user' and t.event = 'user.deleted' and t.object_id = destroy_trail_data.id;
  select max(t.at) into since from trail t where t.number <= deletion;
  if since is null or since > trail_now() - interval '364 days'
    or (kind <> 'participant' and users = '{}')
    or exists (select from trail t where t.event = 'session.started' and t.number > deletion
      and case when kind = 'participant' then t.participant_id = whose else t.actor_id = destroy_trail_data.id end) then
    raise exception 'the data of % % are not to be destroyed', kind, id;
  end if;
  -- As entries are added: nobody adds one of theirs meanwhile.
  perform pg_advisory_xact_lock(72616001);
  select coalesce(array_agg(t.number order by t.number), '{}') into numbers from trail t
    where t.data is not null and t.data_hash is not null and t.event not like '%.destroyed' and case when kind = 'participant'
      then t.participant_id = whose or t.actor_id = any(users) or t.object_kind = 'user' and t.object_id = any(users)
        or t.data ->> 'providerId' = whose or t.data ->> 'issuerId' = whose or t.data ->> 'participantId' = whose
      else t.object_kind = 'user' and t.object_id = any(users)
        or t.actor_id = any(users) and t.object_kind in ('session', 'user')
        or t.data ->> 'proposerId' = any(users) end;
  update trail t set data = null, salt = null where t.number = any(numbers);
  select jsonb_build_object('entries', coalesce(jsonb_agg(jsonb_build_array(f.first, f.last) order by f.first), '[]')) into noted
    from (select min(n) as first, max(n) as last
      from (select n, n - row_number() over (order by n) as run from unnest(numbers) n) r group by run) f;
  -- As `canonical` of src/domain/trail/trail.ts writes it: numbers and brackets only.
  data_hash := encode(sha256(convert_to(salt || chr(10) || replace(noted::text, ' ', ''), 'UTF8')), 'hex');
  perform append_to_trail(jsonb_build_array(jsonb_build_object(
    'at', told_at, 'event', kind || '.destroyed', 'participantId', whose, 'objectKind', kind, 'objectId', id,
    'data', noted, 'salt', salt, 'dataHash', data_hash,
    'before', '{"actorId":null,"actorRole":null,"at":"' || told_at || '","dataHash":"' || data_hash
      || '","event":"' || kind || '.destroyed","number":',
    'after', ',"objectId":"' || id || '","objectKind":"' || kind || '","participantId":"' || whose || '"}')));
end $$;
