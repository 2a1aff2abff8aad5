-- on line
insert into last_change (kind, object_id, changed_by, changed_at)
  select distinct on (c.kind, t.object_id) c.kind, t.object_id, u.id, t.at
  from trail t
    cross join lateral (
      select case t.event when 'user.mail-preference-set' then 'mail-preference' else t.object_kind end as kind
      union all select t.object_kind || '-name'
        where t.event = 'service.edited' or t.event = 'participant.edited' and t.data -> 'before' is not null) c
    left join portal_user u on u.id = t.actor_id
  where t.event in ('catalogue.saved', 'document.accepted', 'document.dated', 'document.rejected', 'document.uploaded',
    'incident.closed', 'incident.edited', 'incident.opened', 'incident.prepared', 'incident.raised', 'incident.reopened',
    'participant.accredited', 'participant.edited', 'request.edited', 'request.qualified', 'request.rejected',
    'request.renewed', 'request.sent', 'score.corrected', 'second-factor.rules-saved', 'service.created',
    'service.edited', 'two-people.saved', 'user.accepted', 'user.created', 'user.edited', 'user.mail-preference-set',
    'watermark.saved')
  order by c.kind, t.object_id, t.number desc
on conflict (kind, object_id) do nothing;
