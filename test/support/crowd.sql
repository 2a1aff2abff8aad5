-- :participants more participants, as an installation has them after years: each onboarded, with a user, its documents,
-- and for providers two report requests, an incident for every fourth, and notices. Identifiers say what they are of.
create function pg_temp.id(kind text, n bigint) returns text language sql immutable as
  $$ select kind || lpad(to_hex(n), 26 - length(kind), '0') $$;
create function pg_temp.word(n bigint, salt int, variadic list text[]) returns text language sql immutable as
  $$ select list[1 + abs(hashint8(n * 31 + salt)) % array_length(list, 1)] $$;

create temp table crowd as
select n, case when n % 20 = 0 then 'AUDIT' when n % 10 = 1 then 'ENTITY' else 'PROVIDER' end as kind,
  pg_temp.word(n, 1, 'Atalaya', 'Bóreas', 'Cabestany', 'Duero', 'Encinar', 'Faro', 'Garrigues', 'Huerva', 'Ízaro', 'Jarama',
    'Kostalde', 'Lanjarón', 'Moncayo', 'Nervión', 'Ordesa', 'Pisuerga', 'Quejigo', 'Ribagorza', 'Sanabria', 'Turia') || ' ' ||
  pg_temp.word(n, 2, 'Archivo', 'Custodia', 'Digitalización', 'Mensajería', 'Nube', 'Pagos', 'Seguridad', 'Sistemas',
    'Transporte', 'Valija') || ' ' || n as name
from generate_series(1, :participants) n;

insert into participant (id, kind, name, business_name, commercial_name, cif, nrbe, email, onboarded_at, accredited_until, created_at)
select pg_temp.id('a', n), kind, case when kind = 'AUDIT' then '' else name || ', S.L.' end,
  case when kind = 'AUDIT' then name || ', S.L.P.' else '' end, name, 'X' || lpad(n::text, 7, '0'), '',
  'info@p' || n || '.example', now(), case when kind = 'AUDIT' then current_date + 300 end, now() - n * interval '1 minute'
from crowd;

insert into portal_user (id, participant_id, email, name, surnames, is_principal, status, password_hash, last_password_change, created_at)
select pg_temp.id('b', n), pg_temp.id('a', n), 'persona@p' || n || '.example',
  pg_temp.word(n, 3, 'Ana', 'Berta', 'Carlos', 'Diego', 'Elena', 'Félix', 'Gema', 'Hugo', 'Irene', 'Jorge'),
  pg_temp.word(n, 4, 'Aguirre', 'Baeza', 'Cano', 'Duarte', 'Espejo', 'Frías', 'Galindo', 'Herrero', 'Iriarte', 'Juanes'),
  true, 'ACCEPTED', (select password_hash from portal_user where email like 'cci@%'), now(), now()
from crowd;

insert into validation (id, participant_id, kind, status, created_at, sent_at, decided_at)
select pg_temp.id('c', n), pg_temp.id('a', n), 'DOC_MIN', case when n % 50 = 7 then 'PENDING' else 'ACCEPTED' end,
  now(), now() - n * interval '1 minute', now() from crowd;

create temp table services as select id, row_number() over (order by key) - 1 as position from service where deleted_at is null;
create temp table evaluators as select n, row_number() over (order by n) - 1 as position from crowd where kind = 'AUDIT';
insert into validation (id, participant_id, kind, status, service_id, evaluator_id, concept, request_type, created_at, sent_at, decided_at)
select pg_temp.id('d', c.n * 2 + r), pg_temp.id('a', c.n), 'AUDIT_REPORT',
  case when c.n % 25 = 3 then 'PENDING' when c.n % 25 = 4 then 'REJECTED' else 'QUALIFIED' end,
  s.id, pg_temp.id('a', e.n), 'Alcance anual', 'NEW', now(), now() - c.n * interval '1 minute', now()
from crowd c
cross join generate_series(0, 1) r
join services s on s.position = (c.n + r) % (select count(*) from services)
join evaluators e on e.position = c.n % (select count(*) from evaluators)
where c.kind = 'PROVIDER';

insert into document (id, validation_id, name, created_at)
select pg_temp.id('e', n * 8 + row_number() over (partition by n)), pg_temp.id('c', n), r.name, now()
from crowd join document_catalogue c on c.type = crowd.kind join required_document r on r.catalogue_id = c.id;
insert into document (id, validation_id, name, created_at)
select pg_temp.id('f', row_number() over ()), v.id, d.name, now()
from validation v cross join (values ('Informe de auditoría'), ('Doc. Excel asociado')) d (name)
where v.id like 'd0%';
insert into document_version (id, document_id, number, file_name, sha256, status, expires_on, uploaded_by, uploaded_at, decided_by, decided_at)
select pg_temp.id('g', row_number() over ()), d.id, 1, 'archivo.pdf', f.sha256,
  case when v.status = 'PENDING' then 'PENDING' else 'ACCEPTED' end,
  case when v.status = 'PENDING' or v.kind = 'AUDIT_REPORT' then null else current_date + 200 - (row_number() over ())::int % 210 end,
  u.id, now(), case when v.status <> 'PENDING' then u.id end, case when v.status <> 'PENDING' then now() end
from document d join validation v on v.id = d.validation_id
cross join (select sha256 from stored_file limit 1) f
cross join (select id from portal_user where email like 'cci@%' limit 1) u
where d.id like 'e0%' or d.id like 'f0%';
insert into score (id, validation_id, rating, expires_on, file_name, sha256, scored_by, scored_at)
select pg_temp.id('h', row_number() over ()), v.id, pg_temp.word(hashtext(v.id), 5, 'A/A/A', 'A/B/A', 'B/B/B', 'A+/A/B'),
  current_date + 300 - abs(hashtext(v.id)) % 320, 'dictamen.pdf', f.sha256, u.id, now()
from validation v cross join (select sha256 from stored_file limit 1) f
cross join (select id from portal_user where email like 'cci@%' limit 1) u
where v.id like 'd0%' and v.status = 'QUALIFIED';

insert into incident (id, title, detail, provider_id, issuer_id, raised_by, status, created_at, updated_at)
select pg_temp.id('j', n), pg_temp.word(n, 6, 'Retraso de valija', 'Centralita sin línea', 'Copia incompleta', 'Portal caído') || ' ' || n,
  'Sin más', pg_temp.id('a', n), b.id, u.id, pg_temp.word(n, 7, 'OPEN', 'CLOSED'), now() - n * interval '1 minute', now()
from crowd cross join (select id from participant where kind = 'CCI') b
cross join (select id from portal_user where email like 'cci@%' limit 1) u
where kind = 'PROVIDER' and n % 4 = 2;

insert into notification (id, participant_id, type, reason, message, created_at)
select pg_temp.id('k', n * 16 + r), case when r < 8 then pg_temp.id('a', n) else c.id end, 'NOTICE', 'Aviso del CCI',
  'Aviso ' || r || ' de ' || name, now() - (n * 10 + r) * interval '1 minute'
from crowd cross join generate_series(0, 9) r cross join (select id from participant where kind = 'CCI') c;

analyze;
