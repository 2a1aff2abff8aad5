-- A notice of an incident repeats the words of who raised it: it is hidden and destroyed with them as well (D44).
update notification n set about = n.about || i.issuer_id::text from incident i
  where i.id = n.info->>'idIssue' and not i.issuer_id::text = any(n.about);
-- Those of incidents that were destroyed with who raised them were left behind.
with left_behind as (
  select id from notification where info->>'idIssue' is not null
    and not exists (select from incident i where i.id = info->>'idIssue')),
  marks as (delete from notification_read where notification_id in (select id from left_behind))
delete from notification where id in (select id from left_behind);
