/**
 * The limit that the portal is compared with: the same answers from the same rows by one hand-written statement each,
 * without sessions, permissions, validation or audit log. What it writes goes to tables of its own, without triggers,
 * and to a folder of its own. Finds the database through the variables of libpq, files through FILES, and the bank that
 * reads through BANK.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import { verify } from '@node-rs/argon2'
import fastify from 'fastify'
import pg from 'pg'
import { participantWireOf } from '#server/participant/profile-row.ts'

const DATE = 1082
const BIGINT = 20
pg.types.setTypeParser(DATE, text => text)
pg.types.setTypeParser(BIGINT, Number)

/** The size is in the text of the statement, so that PostgreSQL plans for that many rows. */
const newestExpiryFirst = (size: number) => `
  with page as materialized (
    select * from overview_row o where o.kind = 'PROVIDER' and o.published and o.expires_on is not null
    order by o.expires_on desc, o.participant_id desc, o.id desc limit ${size})
  select o.name as provider, p.cif, o.incident as issue, o.service, o.evaluator as audit, o.expires_on as "expiredAt",
    o.rating as score, status_on(o.status, o.expires_on, (now() at time zone 'Europe/Madrid')::date) as status, o.participant_id as "idProvider",
    o.validation_id as "validationId", o.service_id as "idService", o.evaluator_id as "idAudit",
    status_on(o.documentation_status, o.lapses_on, (now() at time zone 'Europe/Madrid')::date) as "validationStatus",
    o.documentation_status = 'PENDING' and o.covered_until >= (now() at time zone 'Europe/Madrid')::date as "updateInReview",
    o.documentation_id as "documentationId", p.commercial_name as "commercialName", p.nrbe as "codNRBE",
    p.company_type as "companyType", p.employees as "numEmployees", v.concept,
    to_char(o.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAt",
    n.documents, n.accepted as "documentsAccepted",
    e.accredited_until is null or e.accredited_until >= (now() at time zone 'Europe/Madrid')::date as "evaluatorAccredited",
    exists (select from favourite f where f.provider_id = o.participant_id and f.entity_id = $1) as fav,
    (select sum(c.rows)::bigint from overview_count c
      where c.kind = 'PROVIDER' and c.facet = 'incident' and c.published) as total
  from page o join participant p on p.id = o.participant_id join validation v on v.id = o.validation_id
    join participant e on e.id = o.evaluator_id
    cross join lateral (
      select count(*) as documents,
        count(*) filter (where status_on(w.status, w.expires_on, (now() at time zone 'Europe/Madrid')::date) = 'ACCEPTED') as accepted
      from document d join document_version w on w.document_id = d.id and w.is_current
      where d.validation_id = o.validation_id) n
  order by o.expires_on desc, o.participant_id desc, o.id desc`

/** A row in the form of the portal's answer. */
function rowOf(found: Record<string, unknown>) {
  const { commercialName, codNRBE, companyType, numEmployees, concept, sentAt, ...rest } = found
  const { documents, documentsAccepted, evaluatorAccredited, fav, total: _, updateInReview, ...row } = rest
  const profile = { commercialName, codNRBE, companyType, numEmployees, concept, sentAt }
  const details = { ...profile, documents, documentsAccepted, evaluatorAccredited, fav }
  return updateInReview ? { ...row, validationStatus: 'ACCEPTED', updateInReview, details } : { ...row, details }
}

const one = `select p.*, array(select f.entity_id::text from favourite f where f.provider_id = p.id and f.entity_id = $2) as fav
  from participant p where p.id = $1`

const pool = new pg.Pool({ max: 2 })
await pool.query(`
  create table if not exists limit_incident (like incident including all);
  create table if not exists limit_file (id text primary key, name text, sha256 text, size bigint);
  create table if not exists limit_session (id text primary key, user_id text, started_at timestamptz)`)
const files = process.env.FILES!
const folder = join(files, '..', 'limit')
await mkdir(folder, { recursive: true })
const app = fastify()
await app.register(multipart, { limits: { fileSize: 2 ** 30 } })

app.get('/health/ready', () => ({}))

app.get<{ Querystring: { size: string } }>('/api/v1/views/PROVIDER', async ({ query }) => {
  const size = Number(query.size)
  const { rows } = await pool.query({ name: `page ${size}`, text: newestExpiryFirst(size), values: [process.env.BANK] })
  return { content: rows.map(rowOf), totalElements: rows[0].total }
})

app.get<{ Params: { id: string } }>('/api/v1/entity-provider/:id', async ({ params }) => {
  const { rows } = await pool.query({ name: 'one', text: one, values: [params.id, process.env.BANK] })
  return participantWireOf(rows[0])
})

const newIncident = `insert into limit_incident
    (id, title, detail, provider_id, issuer_id, raised_by, status, created_at, updated_at)
  select left(replace(gen_random_uuid()::text, '-', ''), 26), $1, $2, i.provider_id, i.issuer_id, i.raised_by, i.status, now(),
    now() from incident i limit 1
  returning *`

app.post<{ Body: { title: string; detail: string } }>('/api/v1/issues', async ({ body }, reply) => {
  const { rows } = await pool.query({ name: 'incident', text: newIncident, values: [body.title, body.detail] })
  return reply.code(201).send(rows[0])
})

app.post('/api/v1/documents', async (request, reply) => {
  const part = (await request.file())!
  const incoming = join(folder, randomUUID())
  const file = await open(incoming, 'wx')
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(part.file, meter, file.createWriteStream({ flush: true }))
  const sha256 = hash.digest('hex')
  await rename(incoming, join(folder, sha256))
  const values = [randomUUID(), part.filename, sha256, size]
  await pool.query({ name: 'file', text: 'insert into limit_file values ($1, $2, $3, $4)', values })
  return reply.code(201).send({ size })
})

const current = `select f.sha256, f.size, f.media_type from document_version w join stored_file f on f.sha256 = w.sha256
  where w.document_id = $1 and w.is_current`

app.get<{ Params: { id: string } }>('/api/v1/documents/:id/content', async ({ params }, reply) => {
  const { rows } = await pool.query({ name: 'content', text: current, values: [params.id] })
  const { sha256, size, media_type } = rows[0]
  reply.header('content-length', size).type(media_type)
  return reply.send(createReadStream(join(files, sha256.slice(0, 2), sha256)))
})

const person = 'select id, password_hash from portal_user where email = $1'
const newSession = 'insert into limit_session values (gen_random_uuid()::text, $1, now()) returning id'

app.post<{ Body: { email: string; password: string } }>('/api/v1/login', async ({ body }) => {
  const { rows } = await pool.query({ name: 'person', text: person, values: [body.email] })
  if (!(await verify(rows[0].password_hash, body.password))) throw new Error('wrong password')
  const session = await pool.query({ name: 'session', text: newSession, values: [rows[0].id] })
  return { userId: rows[0].id, token: session.rows[0].id }
})

await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
console.log(`http://localhost:${port}`)
