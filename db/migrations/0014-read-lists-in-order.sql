-- The lists of CCI are read from the order of an index, and counted without a look at the tables.
create index participant_gone on participant (id) where deleted_at is not null;

drop index notification_participant;
create index notification_participant on notification (participant_id, created_at, id);

create index portal_user_in_order on portal_user ((nullif(trim(name || ' ' || surnames), '')) collate "es-x-icu", email)
  where deleted_at is null;
create index portal_user_living on portal_user (participant_id) where deleted_at is null;

create index incident_in_order on incident (created_at, id);
