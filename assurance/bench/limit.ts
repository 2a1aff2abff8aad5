/**
 * The limit that the portal is compared with: the same answers from the same rows by one hand-written statement each,
 * without sessions, permissions, validation or audit log. Finds the database through the variables of libpq.
 */
import type { AddressInfo } from 'node:net'
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
    o.rating as score, status_on(o.status, o.expires_on, current_date) as status, o.participant_id as "idProvider",
    o.validation_id as "validationId", o.service_id as "idService", o.evaluator_id as "idAudit",
    status_on(o.documentation_status, o.lapses_on, current_date) as "validationStatus",
    o.documentation_id as "documentationId", p.commercial_name as "commercialName", p.nrbe as "codNRBE",
    p.company_type as "companyType", p.employees as "numEmployees", v.concept,
    to_char(o.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAt",
    n.documents, n.accepted as "documentsAccepted",
    e.accredited_until is null or e.accredited_until >= current_date as "evaluatorAccredited",
    exists (select from favourite f where f.provider_id = o.participant_id) as fav,
    (select sum(c.rows)::bigint from overview_count c
      where c.kind = 'PROVIDER' and c.facet = 'incident' and c.published) as total
  from page o join participant p on p.id = o.participant_id join validation v on v.id = o.validation_id
    join participant e on e.id = o.evaluator_id
    cross join lateral (
      select count(*) as documents,
        count(*) filter (where status_on(w.status, w.expires_on, current_date) = 'ACCEPTED') as accepted
      from document d join document_version w on w.document_id = d.id and w.is_current
      where d.validation_id = o.validation_id) n
  order by o.expires_on desc, o.participant_id desc, o.id desc`

/** A row in the form of the portal's answer. */
function rowOf(found: Record<string, unknown>) {
  const { commercialName, codNRBE, companyType, numEmployees, concept, sentAt, ...rest } = found
  const { documents, documentsAccepted, evaluatorAccredited, fav, total: _, ...row } = rest
  const profile = { commercialName, codNRBE, companyType, numEmployees, concept, sentAt }
  return { ...row, details: { ...profile, documents, documentsAccepted, evaluatorAccredited, fav } }
}

const one = `select p.*, array(select f.entity_id::text from favourite f where f.provider_id = p.id) as fav
  from participant p where p.id = $1`

const pool = new pg.Pool({ max: 2 })
const app = fastify()

app.get('/health/ready', () => ({}))

app.get<{ Querystring: { size: string } }>('/api/v1/views/PROVIDER', async ({ query }) => {
  const size = Number(query.size)
  const { rows } = await pool.query({ name: `page ${size}`, text: newestExpiryFirst(size) })
  return { content: rows.map(rowOf), totalElements: rows[0].total }
})

app.get<{ Params: { id: string } }>('/api/v1/entity-provider/:id', async ({ params }) => {
  const { rows } = await pool.query({ name: 'one', text: one, values: [params.id] })
  return participantWireOf(rows[0])
})

await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
console.log(`http://localhost:${port}`)
