-- on line
alter table incident drop constraint if exists incident_severity_known,
  add constraint incident_severity_known check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')) not valid;
alter table incident validate constraint incident_severity_known;
alter table incident drop constraint if exists incident_kind_known,
  add constraint incident_kind_known check (kind in ('CYBERSECURITY', 'PROCESS', 'SYSTEM', 'EXTERNAL', 'PAYMENT', 'OTHER'))
  not valid;
alter table incident validate constraint incident_kind_known;
alter table incident drop constraint if exists incident_ends_after_start,
  add constraint incident_ends_after_start check (ended_at >= started_at) not valid;
alter table incident validate constraint incident_ends_after_start;
alter table score drop constraint if exists score_review_has_reason,
  add constraint score_review_has_reason check (review_since is null or review_reason <> '') not valid;
alter table score validate constraint score_review_has_reason;
