import { sql } from 'kysely'
import type { Control } from '#domain/assessment/assessment.ts'
import type { FrameworkDetail, FrameworkWire, listFrameworks } from '#domain/assessment/framework/contract.ts'
import { domainSummaries } from '#domain/assessment/framework/framework.ts'
import type { QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import { frameworkMachine } from '#domain/states/control-framework.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import { spanish } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

const { sets } = frameworkMachine

/** The editions that an actor sees: CCI all, others those that are or were published. */
function visibleFrameworks(db: Db, actor: Actor) {
  const found = db.selectFrom('control_framework as m')
  return may(actor, 'framework.manage') ? found : found.where(hasStatus(sql`m.status`, sets.known))
}

const columns = [
  'm.id',
  'm.name',
  'm.edition',
  'm.illustrative',
  'm.status',
  sql<number>`(select count(*) from control c where c.framework_id = m.id)`.as('controls'),
  'm.created_at as createdAt',
  'm.published_at as publishedAt',
  'm.version',
] as const

const sorts = {
  createdAt: sql`m.created_at`,
  publishedAt: sql`m.published_at`,
  name: sql`m.name ${spanish}`,
  edition: sql`m.edition ${spanish}`,
  status: sql`array_position(array[${sql.join(frameworkMachine.states.map(state => sql.lit(state)))}], m.status)`,
}

/** A page of the editions, and their total. */
export async function frameworkPage(db: Db, actor: Actor, query: QueryOf<typeof listFrameworks>) {
  let seen = visibleFrameworks(db, actor)
  if (query.status) seen = seen.where('m.status', '=', query.status)
  const { rows, total } = await pageOfQuery(
    seen.select(columns),
    query,
    sorts,
    (key, way) => sql`${key} ${way} nulls last, m.id ${way}`,
  )
  return { content: rows as FrameworkWire[], totalElements: total }
}

/**
 * One edition, if the actor may see it.
 * @throws DomainError notFound
 */
export async function visibleFramework(db: Db, actor: Actor, id: string): Promise<FrameworkWire> {
  const row = await visibleFrameworks(db, actor).select(columns).where('m.id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  return row as FrameworkWire
}

/** The same with its controls. */
export async function frameworkWithControls(db: Db, actor: Actor, id: string): Promise<FrameworkDetail> {
  const framework = await visibleFramework(db, actor, id)
  const controls = await controlsOf(db, id)
  const controlList = controls.map(control => ({ ...control, dimensions: [...control.dimensions] }))
  return { ...framework, domains: domainSummaries(controls), controlList }
}

/** The controls of an edition, in order. */
export async function controlsOf(db: Db, frameworkId: string): Promise<Control[]> {
  const rows = await db
    .selectFrom('control')
    .select(['key', 'domain', 'position', 'statement', 'dimensions', 'level'])
    .where('framework_id', '=', frameworkId)
    .orderBy('position')
    .execute()
  return rows as Control[]
}

/** The published edition. */
export function publishedFramework(db: Db) {
  return db
    .selectFrom('control_framework as m')
    .select(columns)
    .where(hasStatus(sql`m.status`, sets.published))
    .executeTakeFirst()
}

/** One writer of editions at a time, so that neither a name nor a publication is doubled. Readers do not wait. */
export async function lockFrameworks(db: Db): Promise<void> {
  await sql`lock table control_framework in share row exclusive mode`.execute(db)
}
