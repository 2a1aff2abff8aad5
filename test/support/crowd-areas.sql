-- After crowd.sql, in its session: what the same participants have in the other areas.
-- Files of their own, and decisions of years, as there are in an installation.
insert into stored_file (sha256, size, media_type, created_at)
select md5(id) || md5('2' || id), 1000, 'application/pdf', now() from document_version where id like 'g0%';
update document_version set sha256 = md5(id) || md5('2' || id) where id like 'g0%';
update validation set sent_at = now() - (abs(hashtext(id)) % 1500 + 3) * interval '1 day', decided_at = now() - (abs(hashtext(id)) % 1500) * interval '1 day'
where decided_at is not null and (id like 'c0%' or id like 'd0%');

insert into favourite (entity_id, provider_id, created_at)
select pg_temp.id('a', e.n), pg_temp.id('a', e.n + d), now() from crowd e cross join generate_series(1, 4) d
where e.kind = 'ENTITY' and exists (select from crowd p where p.n = e.n + d and p.kind = 'PROVIDER');

insert into service_use (id, entity_id, provider_id, service_id, critical, required_rating, since, created_at, noted_situation, noted_on)
select pg_temp.id('m', row_number() over ()), pg_temp.id('a', e.n), v.participant_id, v.service_id,
  case when e.n % 3 = 0 then 'YES' else 'NO' end, 'A/A/A', current_date - 100, now(), 'BELOW', current_date
from crowd e join validation v on v.participant_id in (pg_temp.id('a', e.n + 1), pg_temp.id('a', e.n + 2), pg_temp.id('a', e.n + 3))
where e.kind = 'ENTITY' and v.id like 'd0%';
-- A service of the demo world that each of their banks uses.
insert into service_use (id, entity_id, provider_id, service_id, critical, required_rating, since, created_at, noted_situation, noted_on)
select pg_temp.id('n', e.n), pg_temp.id('a', e.n), v.participant_id, v.service_id, 'YES', 'A/A/A', current_date - 100, now(), 'BELOW', current_date
from crowd e cross join (
  select participant_id, service_id from validation where kind = 'AUDIT_REPORT' and status = 'QUALIFIED' and id not like 'd0%'
  order by id limit 1) v
where e.kind = 'ENTITY';
insert into acceptance (id, use_id, status, reason, accepted_rating, required_rating, until, decided_by, decided_at)
select pg_temp.id('p', row_number() over ()), u.id, 'ACTIVE', 'Riesgo asumido', 'B/B/B', 'A/A/A', current_date + 90, b.id, now()
from service_use u join portal_user b on b.participant_id = u.entity_id and b.id like 'b0%' where u.critical = 'YES';

insert into certificate (code_hash, score_id, canonical, signature, key_id, issued_at)
select md5(k.id) || md5('2' || k.id), k.id, '{}', c.signature, c.key_id, k.scored_at
from score k cross join (select signature, key_id from certificate limit 1) c where k.id like 'h0%';

insert into finding (id, provider_id, service_id, validation_id, domain, dimension, title, priority, status, raised_by, raised_at, measure, owner_name, due_on)
select pg_temp.id('q', row_number() over ()), v.participant_id, v.service_id, v.id, 'Accesos', 'C', 'Copias sin probar', 'HIGH',
  case when abs(hashtext(v.id)) % 2 = 0 then 'OPEN' else 'PLANNED' end, u.id, now() - interval '5 days',
  case when abs(hashtext(v.id)) % 2 = 0 then '' else 'Probarlas' end, case when abs(hashtext(v.id)) % 2 = 0 then '' else 'Inés Duarte' end,
  case when abs(hashtext(v.id)) % 2 = 0 then null else current_date + abs(hashtext(v.id)) % 200 end
from validation v cross join (select id from portal_user where email like 'cci@%' limit 1) u
where v.id like 'd0%' and v.status = 'QUALIFIED';

insert into clarification (id, validation_id, kind, subject, asked_by, asked_by_role, asked_of, status, due_on, created_at)
select pg_temp.id('r', row_number() over ()), v.id, 'QUESTION', 'Alcance', u.id, 'CCI', 'PROVIDER', 'WAITING', current_date + 5, now()
from validation v cross join (select id from portal_user where email like 'cci@%' limit 1) u
where v.id like 'd0%' and v.status = 'PENDING';
insert into clarification_message (id, clarification_id, number, party, user_id, text, at)
select pg_temp.id('s', row_number() over ()), c.id, 1, 'CCI', c.asked_by, '¿Incluye la planta de Getafe?', c.created_at
from clarification c where c.id like 'r0%';

insert into bulletin (id, incident_id, provider_id, number, phase, severity, text, audience, published_by, published_at)
select pg_temp.id('t', row_number() over ()), i.id, i.provider_id, 1, 'INITIAL', 'HIGH', 'Sin servicio desde las ocho', 'USERS', i.raised_by, i.created_at
from incident i where i.id like 'j0%';
insert into bulletin_sent (bulletin_id, entity_id)
select distinct b.id, u.entity_id from bulletin b join service_use u on u.provider_id = b.provider_id where b.id like 't0%';

insert into company (id, owner_id, name, country, created_at)
select pg_temp.id('v', n), pg_temp.id('a', n), 'Subcontratista ' || n, 'ES', now() from crowd where kind = 'PROVIDER';
insert into subcontract (id, provider_id, service_id, company_id, ict_type, underpins, handles_data, countries, since, created_at)
select pg_temp.id('w', row_number() over ()), v.participant_id, v.service_id, 'v' || substr(v.participant_id, 2), 'S01', true, true, '{ES}', current_date - 50, now()
from validation v where v.id like 'd0%' and v.status = 'QUALIFIED';

insert into invitation (id, kind, email, name, participant_id, user_id, status, created_at, sent_at)
select pg_temp.id('x', n), kind, 'persona@p' || n || '.example', name, pg_temp.id('a', n), pg_temp.id('b', n), 'ACCEPTED', now() - n * interval '1 minute', now()
from crowd;

insert into arrangement (id, entity_id, reference, type, provider_id, currency, annual_cost, starts_on, created_at)
select pg_temp.id('y', row_number() over ()), u.entity_id, 'C-' || row_number() over (), 'STANDALONE', u.provider_id, 'EUR', 10000, current_date - 400, now()
from service_use u where u.id like 'm0%';

insert into api_key (id, entity_id, name, prefix, key_hash, scopes, status, expires_on, created_by, created_at)
select pg_temp.id('z', n), pg_temp.id('a', n), 'Clave', 'alm_' || n, md5(n::text), '{catalogue}', 'ACTIVE', current_date + 60, pg_temp.id('b', n), now()
from crowd where kind = 'ENTITY';

insert into outbox_mail (id, recipient, template, data, message_id, created_at, next_attempt_at, attempts, sent_at)
select pg_temp.id('2', n), 'persona@p' || n || '.example', 'notice', '{}', '<' || n || '@crowd.example>', now(), now(), 1, now() from crowd;

insert into session (id, user_id, token_hash, device_id, started_at, last_seen_at, ended_at)
select pg_temp.id('3', n), pg_temp.id('b', n), md5('s' || n), 'device' || n, now() - n * interval '1 minute', now() - n * interval '1 minute', now() from crowd;

insert into queue_assignment (kind, object_id, user_id, since)
select 'report', v.id, u.id, now() from validation v cross join (select id from portal_user where email like 'cci@%' limit 1) u
where v.id like 'd0%' and v.status = 'PENDING';

analyze;
