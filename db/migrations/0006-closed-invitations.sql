-- A participant that is deleted closes its invitation for good: unlike a withdrawn one it is not sent again (D44).
alter table invitation add column closed_at timestamptz;
update invitation i set closed_at = p.deleted_at
from participant p
where p.id = i.participant_id and p.deleted_at is not null
  and exists (select from trail t where t.event = 'participant.deleted' and t.object_id = p.id);
