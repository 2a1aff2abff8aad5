-- on line
-- What time did to a score, a document, an accreditation or a one-time password is announced once. Which was announced is kept
-- beside it: the audit log is no place to ask, and the announcement, four times an hour, reads only what is due.
alter table score add column if not exists announced text;
alter table document_version add column if not exists lapse_announced_at timestamptz;
alter table participant add column if not exists accreditation_announced date;
alter table portal_user add column if not exists ending_announced timestamptz;
-- The event that was announced last.
-- until none
update score s set announced = (
    select t.event from trail t where t.object_kind = 'score' and t.object_id = s.id
      and t.event in ('score.about-to-lapse', 'score.lapsed', 'score.expired') order by t.number desc limit 1)
  where s.id in (select c.id from score c where c.announced is null and exists (
    select from trail t where t.object_kind = 'score' and t.object_id = c.id
      and t.event in ('score.about-to-lapse', 'score.lapsed', 'score.expired')) limit 5000);
-- until none
update document_version w set lapse_announced_at = (
    select max(t.at) from trail t
    where t.object_kind = 'document-version' and t.object_id = w.id and t.event = 'document.lapsed')
  where w.id in (select c.id from document_version c where c.lapse_announced_at is null and exists (
    select from trail t
    where t.object_kind = 'document-version' and t.object_id = c.id and t.event = 'document.lapsed') limit 5000);
-- The day, or the instant, whose announcement was made: another one is announced again.
-- until none
update participant p set accreditation_announced = p.accredited_until
  where p.id in (select c.id from participant c
    where c.accreditation_announced is distinct from c.accredited_until and exists (
      select from trail t where t.object_kind = 'participant' and t.object_id = c.id
        and t.data ->> 'onceKey' = 'AUDIT_EXPIRED:' || c.id || ':' || to_char(c.accredited_until, 'YYYY-MM-DD')) limit 5000);
-- until none
update portal_user u set ending_announced = u.temporary_until
  where u.id in (select c.id from portal_user c
    where c.ending_announced is distinct from c.temporary_until and exists (
      select from trail t where t.object_kind = 'user' and t.object_id = c.id
        and t.data ->> 'onceKey' = 'PASSWORD_ENDING:' || c.id || ':'
          || to_char(c.temporary_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) limit 5000);
create index concurrently if not exists score_to_announce on score (announced, expires_on)
  where is_current and announced is distinct from 'score.expired';
create index concurrently if not exists document_version_to_announce on document_version (expires_on)
  where is_current and lapse_announced_at is null;
create index concurrently if not exists participant_to_announce on participant (accredited_until)
  where deleted_at is null and accreditation_announced is distinct from accredited_until;
create index concurrently if not exists portal_user_to_announce on portal_user (temporary_until)
  where deleted_at is null and ending_announced is distinct from temporary_until;
