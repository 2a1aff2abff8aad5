-- What was due was refused for ever: of CCI, who had ended the session of another participant's; and of anybody, after a clock
-- had once been far ahead. It was refused for a year: of a user ended alone, whose participant was deleted meanwhile (S13, D44).

-- Empties the entries of a participant or user that was deleted a year ago or longer, the least that RETENTION_YEARS may be
-- (less a day, as clocks differ), and notes it. That it was deleted, and when, the trail says: by the first deletion after the
-- last that tells it lived. One that was entered with an earlier time than an entry before it counts from that one; a time that
-- has not come yet is of a clock that was ahead, and counts for its own entry only.
create or replace function destroy_trail_data(kind text, id text) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  today timestamptz := trail_now();
  whose text;
  users text[];
  lived bigint;
  deletion bigint;
  since timestamptz;
  numbers bigint[];
  noted jsonb;
  salt text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  data_hash text;
  told_at text := to_char(today at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
begin
  if kind = 'participant' then
    select p.id into whose from participant p where p.id = destroy_trail_data.id and p.deleted_at is not null;
  else
    select u.participant_id into whose from portal_user u where u.id = destroy_trail_data.id and u.deleted_at is not null;
  end if;
  -- Whose entries tell of another participant was put to this one behind the trail's back. Of sessions only their start tells: CCI
  -- ends those of others.
  select coalesce(array_agg(u.id), '{}') into users from portal_user u
    where case when kind = 'participant' then u.participant_id = whose else u.id = destroy_trail_data.id end
      and not exists (select from trail t where t.object_kind = 'user' and t.object_id = u.id and t.participant_id <> whose)
      and not exists (select from trail t where t.event = 'session.started' and t.actor_id = u.id and t.participant_id <> whose);
  -- A withdrawn invitation that is sent again revives the participant and whom it invited, and nobody else.
  if kind = 'participant' then
    select max(t.number) into lived from trail t
      where t.event in ('session.started', 'invitation.sent-again') and t.participant_id = whose;
  else
    select max(t.number) into lived from trail t
      where t.event = 'session.started' and t.actor_id = destroy_trail_data.id
        or t.event = 'user.created' and t.object_id = destroy_trail_data.id
        or t.event = 'invitation.sent-again' and t.participant_id = whose
          and t.object_id in (select i.id from invitation i where i.user_id = destroy_trail_data.id);
  end if;
  select min(t.number) into deletion from trail t
    where t.number > coalesce(lived, 0)
      and (t.event = 'participant.deleted' and t.object_id = whose
        or t.event = 'invitation.withdrawn' and t.participant_id = whose
        or kind = 'user' and t.event = 'user.deleted' and t.object_id = destroy_trail_data.id);
  select max(t.at) into since from trail t where t.number <= deletion and (t.at <= today or t.number = deletion);
  if since is null or since > today - interval '364 days' or (kind <> 'participant' and users = '{}') then
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
