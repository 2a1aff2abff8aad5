import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '#domain/identity/roles.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { agendaOf } from '#server/participant/agenda.ts'
import { overviewOf } from '#server/participant/overview.ts'
import type { Filters } from '#server/participant/overview-filter.ts'
import { connect } from '#server/platform/database/connect.ts'
import { Dialect } from '#server/platform/database/pipeline/dialect.ts'
import { preparedName } from '#server/platform/database/statement.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { deskFigures } from '#server/validation/desk/figures.ts'
import { statisticsOf } from '#server/validation/statistics/queries.ts'
import { newSeededPlace } from '#test/support/place.ts'

/*
 * At size, a page of an overview comes from an index in its order, and reads little more than it shows; with six times
 * the participants it reads no more (decision 026).
 */

const PARTICIPANTS = { few: 1000, many: 6000 }
const SIZE = 100
/** How much more a page may read with six times the participants. A filter by a word reads all that it finds. */
const GROWTH = { page: 1.6, word: 2.5 }

type Asked = { sql: string; parameters: readonly unknown[] }
type Node = Record<string, unknown> & { Plans?: Node[] }
type Crowd = Awaited<ReturnType<typeof crowdOf>>

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** A database with a crowd, and its readers. */
async function crowdOf(participants: number) {
  const place = await newSeededPlace('world')
  const crowd = readFileSync(join(import.meta.dirname, '../../../test/support/crowd.sql'), 'utf8')
  await place.database.asOwner(crowd.replaceAll(':participants', String(participants)))
  await place.database.asOwner('vacuum analyze')
  const open = connect(place.database.owner, 2)
  const asked: Asked[] = []
  const db = new Kysely<Tables>({ dialect: new Dialect(open.pool), log: ({ query }) => void asked.push(query) })
  // The crowd's expiries are around the database's day.
  const today = (await sql<{ day: Day }>`select current_date as day`.execute(db)).rows[0]!.day
  const actors = await actorsOf(db)

  /** A prepared statement is explained with the one plan that PostgreSQL keeps for all values. */
  async function explained(queries: readonly Asked[]): Promise<Node[]> {
    const plans: Node[] = []
    const client = await open.pool.connect()
    await client.query('set plan_cache_mode = force_generic_plan')
    for (const { sql, parameters } of queries) {
      const explain = 'explain (analyze, buffers, format json)'
      let plan: { rows: Record<string, { Plan: Node }[]>[] }
      if (preparedName(sql)) {
        await client.query(`prepare explained as ${sql}`)
        plan = await client.query(`${explain} execute explained${valuesOf(parameters)}`)
        await client.query('deallocate explained')
      } else plan = await client.query(`${explain} ${sql}`, [...parameters])
      plans.push(plan.rows[0]!['QUERY PLAN']![0]!.Plan)
    }
    client.release()
    return plans
  }

  /** The plans of what a call asks, as they ran. */
  async function plansOf(who: string, filters: Partial<Filters>): Promise<Node[]> {
    asked.length = 0
    const query = { page: 0, size: SIZE, sort: 'provider', ...filters } as Filters
    await overviewOf(db, actors[who]!, 'PROVIDER', today, query)
    const queries = asked.filter(({ sql }) => /overview_/.test(sql))
    expect(queries.length).toBeGreaterThan(1)
    return explained(queries)
  }

  /** The plans of the queries that a reading asks, as they ran. */
  async function plansFrom(read: (db: Kysely<Tables>) => Promise<unknown>): Promise<Node[]> {
    asked.length = 0
    await read(db)
    return explained([...asked])
  }

  return {
    owner: place.database.owner,
    db,
    today,
    actors,
    plansOf,
    plansFrom,
    remove: () => db.destroy().then(() => place.remove()),
  }
}

const literal = (value: unknown): string =>
  Array.isArray(value) ? `array[${value.map(literal)}]` : pg.escapeLiteral(String(value))

const valuesOf = (parameters: readonly unknown[]) =>
  parameters.length === 0 ? '' : `(${parameters.map(literal).join()})`

async function actorsOf(db: Kysely<Tables>): Promise<Record<string, Actor>> {
  const actors: Record<string, Actor> = {}
  for (const name of ['cci', 'entidad']) {
    const user = await db
      .selectFrom('portal_user as u')
      .innerJoin('participant as p', 'p.id', 'u.participant_id')
      .select(['u.id as userId', 'p.id as participantId', 'p.kind as role'])
      .where('u.email', '=', `${name}@almotacen.example`)
      .executeTakeFirstOrThrow()
    actors[name] = { ...user, isPrincipal: true, completed: true, onboarded: true } as Actor
  }
  // One that evaluates many.
  const { evaluator_id } = await db
    .selectFrom('overview_row')
    .select(['evaluator_id', db.fn.countAll().as('rows')])
    .where('evaluator_id', 'is not', null)
    .groupBy('evaluator_id')
    .orderBy('rows', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { ...actors, evaluador: { ...actors.cci!, role: 'AUDIT', participantId: evaluator_id! } }
}

let few: Crowd
let many: Crowd
/** One that more than a page of providers offer in either crowd; the key, for identifiers differ from run to run. */
let service: string

beforeAll(async () => {
  few = await crowdOf(PARTICIPANTS.few)
  many = await crowdOf(PARTICIPANTS.many)
  const first = many.db.selectFrom('service').select('id').where('key', '=', 'SRV-1')
  service = (await first.executeTakeFirstOrThrow()).id
}, 120_000)
afterAll(async () => {
  await few.remove()
  await many.remove()
})

const growing = ['overview_row', 'participant', 'validation', 'score', 'document', 'document_version', 'incident']

const cases: [who: string, filters: Partial<Filters>][] = [
  ...['cci', 'entidad'].flatMap(who =>
    ['provider', 'service', 'audit', 'expiredAt', 'status', 'sentAt', 'score'].flatMap(sort =>
      ['asc', 'desc'].map((way): [string, Partial<Filters>] => [who, { sort: `${sort},${way}` as Filters['sort'] }]),
    ),
  ),
  ['evaluador', {}],
  ['evaluador', { sort: 'expiredAt,desc' }],
  ['cci', { status: 'LAPSED' }],
  ['cci', { status: 'QUALIFIED', sort: 'expiredAt,desc' }],
  ['cci', { status: 'ACCEPTED' }],
  ['entidad', { issue: 'OPEN' }],
  ['entidad', { fav: true }],
  ['entidad', { fav: false }],
  ['entidad', { score: 'A+' }],
  ['entidad', { service: 'any', status: 'QUALIFIED', sort: 'score,desc' }],
  ['entidad', { service: 'any', minC: 'B', sort: 'score,desc' }],
  ['entidad', { domain: 'Criptografía', below: 'B' }],
  ['entidad', { provider: 'duero' }],
  ['cci', { provider: 'archivo', status: 'QUALIFIED', sort: 'expiredAt,desc' }],
]

const blocksOf = (plans: Node[]) =>
  plans.reduce((sum, plan) => sum + Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']), 0)

it.each(cases)('%s asks for %j', async (who, filters) => {
  const exact = filters.service ? { ...filters, service } : filters
  const plans = await many.plansOf(who, exact)
  const nodes = plans.flatMap(nodesOf)
  const scans = nodes.filter(
    node => node['Node Type'] === 'Seq Scan' && growing.includes(node['Relation Name'] as string),
  )
  expect(scans).toEqual([])
  const sorts = nodes.filter(node => /Sort/.test(node['Node Type'] as string))
  const sorted = Math.max(0, ...sorts.map(node => Number((node.Plans![0] as Node)['Actual Rows'])))
  // A filter by a word sorts what it finds; nothing else sorts more than a page.
  if (filters.provider === undefined) expect(sorted).toBeLessThanOrEqual(SIZE)
  const read = nodes
    .filter(node => node['Relation Name'] === 'overview_row' && !/Bitmap Index/.test(node['Node Type'] as string))
    .map(node => Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0))
  expect(Math.max(...read)).toBeLessThanOrEqual(20 * SIZE)
  // Below a block a row there is nothing to compare.
  const growth = blocksOf(plans) / Math.max(SIZE, blocksOf(await few.plansOf(who, exact)))
  expect(growth).toBeLessThanOrEqual(filters.provider === undefined ? GROWTH.page : GROWTH.word)
})

it.each(['cci', 'entidad'])('the list of %s as it opens is planned once, in each order', async who => {
  const open = connect(many.owner, 1)
  const db = new Kysely<Tables>({ dialect: new Dialect(open.pool) })
  // PostgreSQL plans the first five times, to compare.
  for (const sort of ['provider,asc', 'expiredAt,desc', 'sentAt,desc', 'status,asc', 'score,desc'])
    for (let times = 0; times < 7; times++)
      await overviewOf(db, many.actors[who]!, 'PROVIDER', many.today, { page: 0, size: 6, sort } as Filters)
  const { rows } = await open.pool.query(
    "select statement from pg_prepared_statements where statement ~ 'overview_' and generic_plans = 0 and custom_plans > 5",
  )
  expect(rows).toEqual([])
  await db.destroy()
})

it('the agenda of a bank reads the scores of its own providers, not all scores', async () => {
  const read = ({ plansFrom, actors, today }: Crowd) => plansFrom(db => agendaOf(db, actors.entidad!, today))
  expect(blocksOf(await read(many)) / blocksOf(await read(few))).toBeLessThanOrEqual(GROWTH.page)
})

it('desk figures and statistics read only the decisions of their months', async () => {
  const { plansFrom, today } = many
  // The crowd was decided long before.
  const later = addDays(today, 800)
  const plans = await plansFrom(async db => {
    await deskFigures(db, { today: later, rules: await centreRulesOf(db), participantId: null })
    await statisticsOf(db, later, [])
  })
  const scans = plans.flatMap(nodesOf).filter(node => node['Node Type'] === 'Seq Scan')
  expect(scans.map(node => node['Relation Name'])).not.toContain('validation')
})

it('cci asks for a page in the middle of the list without counting rows', async () => {
  const plans = await many.plansOf('cci', { page: 15 })
  const counts = plans.flatMap(nodesOf).filter(node => node['Node Type'] === 'Aggregate')
  const counted = counts.flatMap(nodesOf).filter(node => node['Relation Name'] === 'overview_row')
  expect(counts.length).toBeGreaterThan(1)
  expect(counted).toEqual([])
})
