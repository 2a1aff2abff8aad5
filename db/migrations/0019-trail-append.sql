-- Takes the trail's lock, reads where the chain ends and adds entries to it, in one word to the database: so the lock is
-- held for that and the commit, and not while the words of a server under load travel. Each entry brings the text that is
-- sealed as far as it is known, before and after its number.
create function append_to_trail(entries jsonb) returns void language plpgsql as $$
declare
  entry jsonb;
  last_number bigint;
  last_hash text;
  seal text;
begin
  perform pg_advisory_xact_lock(72616001);
  -- A statement of its own, so that it sees what was committed while the lock was waited for.
  select number, hash into last_number, last_hash from public.trail order by number desc limit 1;
  if not found then
    last_number := 0;
    last_hash := repeat('0', 64);
  end if;
  for entry in select value from jsonb_array_elements(entries) with ordinality order by ordinality loop
    last_number := last_number + 1;
    seal := encode(sha256(convert_to(
      last_hash || chr(10) || (entry ->> 'before') || last_number || (entry ->> 'after'), 'UTF8')), 'hex');
    insert into public.trail (number, at, event, actor_id, actor_role, participant_id, object_kind, object_id, data, salt,
      data_hash, previous_hash, hash)
    values (last_number, (entry ->> 'at')::timestamptz, entry ->> 'event', entry ->> 'actorId', entry ->> 'actorRole',
      entry ->> 'participantId', entry ->> 'objectKind', entry ->> 'objectId', entry -> 'data', entry ->> 'salt',
      entry ->> 'dataHash', last_hash, seal);
    last_hash := seal;
  end loop;
end $$;
