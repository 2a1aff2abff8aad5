import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '#domain/identity/roles.ts'
import type { Day } from '#domain/values/day.ts'
import { overviewOf } from '#server/participant/overview.ts'
import type { Filters } from '#server/participant/overview-filter.ts'
import { connect } from '#server/platform/database/connect.ts'
import { Dialect } from '#server/platform/database/dialect.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { newWorld } from '#test/support/place.ts'

/* At size, a page of an overview comes from an index in its order, and reads little more than it shows (decision 026). */

const PARTICIPANTS = 6000
const SIZE = 100
/** The crowd's expiries are around the database's day. */
let today: Day

type Asked = { sql: string; parameters: readonly unknown[] }
const asked: Asked[] = []
const actors: Record<string, Actor> = {}
let place: Awaited<ReturnType<typeof newWorld>>
let open: ReturnType<typeof connect>
let db: Kysely<Tables>

beforeAll(async () => {
  place = await newWorld()
  const crowd = readFileSync(join(import.meta.dirname, '../../../test/support/crowd.sql'), 'utf8')
  await place.database.asOwner(crowd.replaceAll(':participants', String(PARTICIPANTS)))
  await place.database.asOwner('vacuum analyze')
  open = connect(place.database.owner, 2)
  db = new Kysely<Tables>({ dialect: new Dialect(open.pool), log: ({ query }) => void asked.push(query) })
  for (const name of ['cci', 'entidad']) {
    const user = await db
      .selectFrom('portal_user as u')
      .innerJoin('participant as p', 'p.id', 'u.participant_id')
      .select(['u.id as userId', 'p.id as participantId', 'p.kind as role'])
      .where('u.email', '=', `${name}@almotacen.example`)
      .executeTakeFirstOrThrow()
    actors[name] = { ...user, isPrincipal: true, completed: true, onboarded: true } as Actor
  }
  today = (await sql<{ day: Day }>`select current_date as day`.execute(db)).rows[0]!.day
  // One that evaluates many.
  const { evaluator_id } = await db
    .selectFrom('overview_row')
    .select(['evaluator_id', db.fn.countAll().as('rows')])
    .where('evaluator_id', 'is not', null)
    .groupBy('evaluator_id')
    .orderBy('rows', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  actors.evaluador = { ...actors.cci!, role: 'AUDIT', participantId: evaluator_id! }
}, 120_000)
afterAll(async () => {
  await db.destroy()
  await place.remove()
})

type Node = Record<string, unknown> & { Plans?: Node[] }
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The nodes of the plans of what a call asks, as they ran. */
async function plansOf(actor: Actor, filters: Partial<Filters>): Promise<Node[]> {
  asked.length = 0
  await overviewOf(db, actor, 'PROVIDER', today, { page: 0, size: SIZE, sort: 'provider', ...filters } as Filters)
  const queries = asked.filter(query => /overview_/.test(query.sql))
  expect(queries.length).toBeGreaterThan(1)
  const plans: Node[] = []
  for (const query of queries) {
    const { rows } = await open.pool.query(`explain (analyze, format json) ${query.sql}`, [...query.parameters])
    plans.push(...nodesOf(rows[0]['QUERY PLAN'][0].Plan))
  }
  return plans
}

const growing = ['overview_row', 'participant', 'validation', 'score', 'document', 'document_version', 'incident']

const cases: [who: string, filters: Partial<Filters>][] = [
  ...['cci', 'entidad'].flatMap(who =>
    ['provider', 'service', 'audit', 'expiredAt', 'status', 'sentAt'].flatMap(sort =>
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
  ['entidad', { provider: 'duero' }],
  ['cci', { provider: 'archivo', status: 'QUALIFIED', sort: 'expiredAt,desc' }],
]

it.each(cases)('%s asks for %j', async (who, filters) => {
  const nodes = await plansOf(actors[who]!, filters)
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
})
