import { mkdtemp } from 'node:fs/promises'
import { sql } from 'kysely'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect } from '#server/database/connect.ts'
import { overviewOf } from '#server/participant/overview.ts'
import { readOverview } from '#domain/participant/contract.ts'

const dataDir = '/tmp/perf/keep'
const e = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } })
await migrate(e.connection)
const { db } = connect(e.connection as never)
const N = 20000
const t0 = performance.now()
// identifiers without l,i,o,u: digits only
const seeded = (await sql<{n:number}>`select count(*) n from participant`.execute(db)).rows[0]!.n > 0
if (!seeded) await sql.raw(`
create function mk(pre int, n bigint) returns text language sql immutable as $$ select pre::text || lpad(n::text, 25, '0') $$;
insert into participant (id, kind, name, onboarded_at, created_at) values (mk(1,0),'CCI','CCI',now(),now());
insert into participant (id, kind, name, commercial_name, cif, onboarded_at, created_at, nrbe)
 select mk(2,g), 'PROVIDER', (array['Ágora','Ñandú','Nube','Custodia','Valija','Impresión','Archivo','Zeta'])[1+g%8]||' '||md5(g::text)||' S.L.', 'Com '||g, 'B'||lpad(g::text,8,'0'), case when g%10<8 then now() end, now(), '' from generate_series(1,${N}) g;
insert into participant (id, kind, business_name, onboarded_at, created_at, accredited_until) select mk(3,g),'AUDIT','Auditores '||md5(g::text),now(),now(), date '2026-11-21' + (g%700-100) from generate_series(1,200) g;
insert into participant (id, kind, name, nrbe, onboarded_at, created_at) select mk(4,g),'ENTITY','Banco '||g, lpad(g::text,4,'0'),now(),now() from generate_series(1,200) g;
insert into portal_user (id, participant_id, email, status, created_at) values (mk(5,0), mk(1,0), 'cci@x.example','ACCEPTED',now());
insert into service (id,key,type,description,created_at) select mk(6,g),'k'||g,'T','Servicio '||md5(g::text),now() from generate_series(1,60) g;
insert into document_catalogue (id,type) select mk(7,g), (array['PROVIDER','AUDIT','ENTITY','ISSUE'])[g] from generate_series(1,4) g;
insert into required_document select mk(7,g),'Doc '||n,'d',true,n from generate_series(1,3) g, generate_series(1,4) n;
insert into stored_file values (repeat('a',64),1,'application/pdf','{}',now());
insert into validation (id, participant_id, kind, status, created_at, sent_at) select mk(8,row_number() over ()), id,'DOC_MIN', case when onboarded_at is not null then 'ACCEPTED' when random()<0.5 then 'PENDING' end, now(), now() from participant where kind<>'CCI';
insert into validation (id, participant_id, kind, status, service_id, evaluator_id, concept, request_type, created_at, sent_at)
 select mk(9,g), mk(2,1+g%${N}), 'AUDIT_REPORT', (array['PENDING','REJECTED','QUALIFIED','QUALIFIED','QUALIFIED'])[1+(g/7)%5], mk(6,1+(g/${N})*7%60+ g%3), mk(3,1+g%200), 'Concepto '||g, 'NEW', now() - g*interval '1 minute', now()- g*interval '1 minute' from generate_series(0,99999) g;
insert into document (id, validation_id, name, created_at) select mk(1,row_number() over ()), v.id, 'Doc '||n, now() from validation v, generate_series(1,4) n where v.kind='DOC_MIN' or n<=2;
insert into document_version (id, document_id, number, file_name, sha256, status, expires_on, uploaded_by, uploaded_at, decided_by, decided_at)
 select mk(2,row_number() over ()), d.id,1,'f.pdf',repeat('a',64),'ACCEPTED', date '2026-11-21' + (random()*700-20)::int, mk(5,0), now(), mk(5,0), now() from document d;
insert into score (id, validation_id, rating, expires_on, file_name, sha256, scored_by, scored_at) select mk(3,row_number() over ()), id, (array['A/B/A+','C/C/B','A+/A/A'])[1+(random()*2)::int], date '2026-11-21' + (random()*1200-600)::int,'d.pdf',repeat('a',64),mk(5,0),now() from validation where status='QUALIFIED';
insert into incident (id,title,detail,provider_id,issuer_id,raised_by,status,created_at,updated_at) select mk(4,g),'t','d',mk(2,1+g*7%${N}),mk(4,1+g%200),mk(5,0),(array['PENDING','OPEN','CLOSED'])[1+g%3],now(),now() from generate_series(1,3000) g;
insert into favourite select mk(4,1+g%200), mk(2,1+g*13%${N}), now() from generate_series(1,5000) g on conflict do nothing;
analyze;`).execute(db)
console.log('seeded', Math.round(performance.now() - t0))
const mk = (p: number, n: number) => p + String(n).padStart(25, '0')
const base = { completed: true, onboarded: true, isPrincipal: true, userId: mk(5, 0) }
const actors = {
  CCI: { ...base, role: 'CCI', participantId: mk(1, 0) },
  ENTITY: { ...base, role: 'ENTITY', participantId: mk(4, 1) },
  AUDIT: { ...base, role: 'AUDIT', participantId: mk(3, 1) },
  PROVIDER: { ...base, role: 'PROVIDER', participantId: mk(2, 1) },
} as const
const cases: [string, Record<string, string>][] = [
  ['plain', {}], ['desc', { sort: 'provider,desc' }], ['page 500', { page: '500' }], ['last', { page: '17000' }], ['nube', { provider: 'nube' }], ['rare', { provider: 'abc12' }],
  ['status', { status: 'LAPSED' }], ['ACCEPTED', { status: 'ACCEPTED' }], ['sort status', { sort: 'status' }], ['sort expired', { sort: 'expiredAt' }], ['sort service', { sort: 'service' }], ['sort audit', { sort: 'audit' }], ['sort sent', { sort: 'sentAt,desc' }],
  ['issue', { issue: 'OPEN' }], ['issue -', { issue: '-' }], ['fav', { fav: 'true' }], ['score', { score: 'A+' }], ['from to', { from: '2026-11-21T00:00:00.000Z', to: '2026-12-21T22:59:00.000Z' }], ['service', { service: mk(6, 3) }], ['audit', { audit: mk(3, 3) }],
  ['nube+lapsed', { provider: 'nube', status: 'LAPSED', sort: 'expiredAt,desc' }], ['all 1000', { size: '1000' }],
]
const only = process.argv[2]
for (const [role, actor] of Object.entries(actors)) {
  for (const [name, query] of cases) {
    if (only && only !== `${role}:${name}`) continue
    const filters = readOverview.query!.parse(query)
    const times: number[] = []
    let total = 0
    for (let i = 0; i < 6; i++) {
      const t = performance.now()
      total = (await overviewOf(db, actor as never, 'PROVIDER', '2026-11-21', filters)).totalElements
      times.push(performance.now() - t)
    }
    times.sort((a, b) => a - b)
    console.log(role.padEnd(9), name.padEnd(14), String(total).padStart(7), times[2]!.toFixed(1).padStart(8), 'ms')
  }
}
await db.destroy()
console.log(JSON.stringify(e.connection))
if (!process.argv.includes('keep')) await e.stop()
process.exit(0)
