import { sql } from 'kysely'
import { privateKinds } from '#domain/audit-log/private.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { FileAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { jsonFileOf, rowsOf } from '#server/retention/stored-rows.ts'

/** The provider of the use `u` is not deleted (D44). */
const providerLives = sql`exists (select from participant p where p.id = u.provider_id and p.deleted_at is null)`

/** What a bank has written about its own suppliers, and what the audit log says of it. */
async function supervisionOf(db: Db, id: string): Promise<Record<string, unknown>> {
  return {
    levelPolicy: await rowsOf(db, sql`select * from level_policy where entity_id = ${id}`),
    uses: await rowsOf(
      db,
      sql`select u.*, p.display_name as provider, p.cif, s.key as service_key, s.description as service
        from service_use u join participant p on p.id = u.provider_id join service s on s.id = u.service_id
        where u.entity_id = ${id} and ${providerLives} order by u.id`,
    ),
    acceptances: await rowsOf(
      db,
      sql`select a.* from acceptance a join service_use u on u.id = a.use_id
        where u.entity_id = ${id} and ${providerLives} order by a.id`,
    ),
    relianceFiles: await rowsOf(
      db,
      sql`select f.* from reliance_file f left join service_use u on u.id = f.use_id
        where f.entity_id = ${id} and (f.content is not null or ${providerLives}) order by f.id`,
    ),
    keys: await rowsOf(
      db,
      sql`select id, name, prefix, scopes, status, expires_on, created_by, created_at, revoked_at, last_used_at
        from api_key where entity_id = ${id} order by id`,
    ),
    webhooks: await rowsOf(
      db,
      sql`select id, url, events, status, failing_since, created_at from webhook where entity_id = ${id} order by id`,
    ),
    register: await registerRows(db, id),
    stances: await rowsOf(
      db,
      sql`select t.* from chain_stance t join service_use u on u.id = t.use_id
        where u.entity_id = ${id} and ${providerLives} order by t.at`,
    ),
    bulletins: await rowsOf(
      db,
      sql`select b.id, b.incident_id, b.number, b.phase, b.severity, b.text, b.services, b.started_at, b.detected_at,
          b.ended_at, b.published_at, p.display_name as provider
        from bulletin b join bulletin_sent t on t.bulletin_id = b.id
          join participant p on p.id = b.provider_id and p.deleted_at is null
        where t.entity_id = ${id} order by b.published_at, b.id`,
    ),
    acknowledgements: await rowsOf(
      db,
      sql`select a.* from acknowledgement a join bulletin b on b.id = a.bulletin_id
          join participant p on p.id = b.provider_id and p.deleted_at is null
        where a.entity_id = ${id} order by a.at, a.id`,
    ),
    impactClocks: await rowsOf(
      db,
      sql`select c.* from impact_clock c join bulletin b on b.id = c.bulletin_id
          join participant p on p.id = b.provider_id and p.deleted_at is null
        where c.entity_id = ${id} order by c.id`,
    ),
    activity: await rowsOf(
      db,
      sql`select at, event, actor_id, object_kind, object_id, hash from trail
        where participant_id = ${id} and object_kind = any(${[...privateKinds]}::text[]) order by number`,
    ),
  }
}

/** The register of information: what the bank wrote, and what it made of it without the files themselves. */
async function registerRows(db: Db, id: string): Promise<Record<string, unknown>> {
  return {
    entity: await rowsOf(db, sql`select * from register_entity where entity_id = ${id}`),
    terms: await rowsOf(db, sql`select term, definition from register_term where entity_id = ${id} order by term`),
    rates: await rowsOf(
      db,
      sql`select reference_date, currency, rate / 100000000.0 as rate from register_rate where entity_id = ${id} order by reference_date, currency`,
    ),
    members: await rowsOf(db, sql`select * from register_member where entity_id = ${id} order by id`),
    functions: await rowsOf(db, sql`select * from business_function where entity_id = ${id} order by id`),
    arrangements: await rowsOf(
      db,
      sql`select a.*, c.name as company, m.name as parent from arrangement a
          left join company c on c.id = a.company_id left join company m on m.id = c.parent_company_id
        where a.entity_id = ${id} order by a.id`,
    ),
    contractMembers: await rowsOf(
      db,
      sql`select w.* from arrangement_member w join arrangement a on a.id = w.arrangement_id
        where a.entity_id = ${id} order by w.arrangement_id, w.role, w.member_id`,
    ),
    subcontracts: await rowsOf(
      db,
      sql`select n.*, c.name as company, m.name as parent from arrangement_subcontract n
          join arrangement a on a.id = n.arrangement_id join company c on c.id = n.company_id
          left join company m on m.id = c.parent_company_id
        where a.entity_id = ${id} order by n.arrangement_id, n.place`,
    ),
    lines: await rowsOf(
      db,
      sql`select l.* from arrangement_line l join arrangement a on a.id = l.arrangement_id
        where a.entity_id = ${id} order by l.id`,
    ),
    clauses: await rowsOf(
      db,
      sql`select w.* from arrangement_clauses w join arrangement a on a.id = w.arrangement_id
        where a.entity_id = ${id} order by w.arrangement_id`,
    ),
    kept: await rowsOf(
      db,
      sql`select provider_id, service_id, facts, kept_at from kept_fact where entity_id = ${id} order by id`,
    ),
    packages: await rowsOf(
      db,
      sql`select id, format, edition, reference_date, name, made_by, made_at, sha256, lint_summary
        from register_package where entity_id = ${id} order by id`,
    ),
    feedback: await rowsOf(
      db,
      sql`select package_id, name, columns, faults, read_by, read_at from register_feedback
        where entity_id = ${id} order by package_id`,
    ),
  }
}

/** How many of these things there are: CCI's copy of a participant says no more (BASE-11). */
export async function countSupervision(db: Db, id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select (select count(*) from service_use where entity_id = ${id}) as uses,
      (select count(*) from acceptance a join service_use u on u.id = a.use_id where u.entity_id = ${id}) as acceptances,
      (select count(*) from reliance_file where entity_id = ${id}) as "relianceFiles",
      (select count(*) from business_function where entity_id = ${id}) as functions,
      (select count(*) from arrangement where entity_id = ${id}) as arrangements,
      (select count(*) from register_package where entity_id = ${id}) as packages,
      (select count(*) from chain_stance t join service_use u on u.id = t.use_id where u.entity_id = ${id}) as stances,
      (select count(*) from acknowledgement where entity_id = ${id}) as acknowledgements`.execute(db)
  return onlyOf(rows)
}

/** All of it for the principal user of the bank. The audit log records the download. */
export function exportSupervision(app: AppContext, actor: Actor): Promise<FileAnswer> {
  return inTransaction(app, actor, async tx => {
    const { participantId } = actor
    const data = { exportedAt: tx.now, ...(await supervisionOf(tx.db, participantId)) }
    tx.record({ event: 'supervision.exported', object: { kind: 'supervision', id: participantId }, participantId })
    return jsonFileOf(data, `supervision-${tx.today}.json`)
  })
}
