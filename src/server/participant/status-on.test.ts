import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentStatusOn } from '#domain/document/document.ts'
import { displayName } from '#domain/participant/participant.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { Machine } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { statusOn } from '#domain/states/time.ts'
import { requestStatusOn } from '#domain/validation/validation.ts'
import { hasRequestStatus } from '#server/participant/overview-filter.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { connect } from '#server/platform/database/connect.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestDatabase } from '#test/support/postgres.ts'
import { createTestDatabase } from '#test/support/postgres.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = connect(database.connection, 2).db
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Statuses of requests and documents over time: one table for the rule and for its copy in the database (D5). */
const requests = [
  ['PENDING', null, '2026-11-21', 'PENDING'],
  ['PENDING', '2020-01-01', '2026-11-21', 'PENDING'],
  ['REJECTED', '2020-01-01', '2026-11-21', 'REJECTED'],
  ['QUALIFIED', null, '2026-11-21', 'QUALIFIED'],
  ['QUALIFIED', '2026-11-22', '2026-11-21', 'QUALIFIED'],
  ['QUALIFIED', '2026-11-21', '2026-11-21', 'QUALIFIED'],
  ['QUALIFIED', '2026-11-20', '2026-11-21', 'LAPSED'],
  ['QUALIFIED', '2025-11-22', '2026-11-21', 'LAPSED'],
  ['QUALIFIED', '2025-11-21', '2026-11-21', 'LAPSED'],
  ['QUALIFIED', '2025-11-20', '2026-11-21', 'EXPIRED'],
  ['QUALIFIED', '2024-02-29', '2025-02-28', 'LAPSED'],
  ['QUALIFIED', '2024-02-29', '2025-03-01', 'EXPIRED'],
  ['QUALIFIED', '2024-02-28', '2025-02-28', 'LAPSED'],
  ['QUALIFIED', '2023-02-28', '2024-02-28', 'LAPSED'],
  ['QUALIFIED', '2023-02-28', '2024-02-29', 'EXPIRED'],
] as const
const documents = [
  ['PENDING', '2020-01-01', '2026-11-21', 'PENDING'],
  ['REJECTED', '2020-01-01', '2026-11-21', 'REJECTED'],
  ['ACCEPTED', null, '2026-11-21', 'ACCEPTED'],
  ['ACCEPTED', '2026-11-22', '2026-11-21', 'ACCEPTED'],
  ['ACCEPTED', '2026-11-21', '2026-11-21', 'ACCEPTED'],
  ['ACCEPTED', '2026-11-20', '2026-11-21', 'LAPSED'],
  ['ACCEPTED', '2020-01-01', '2026-11-21', 'LAPSED'],
] as const

async function inDatabase(stored: string | null, expiresOn: string | null, today: string): Promise<string | null> {
  const { rows } = await sql<{ status: string | null }>`
    select status_on(${stored}, ${expiresOn}::date, ${today}::date) as status`.execute(db)
  return rows[0]!.status
}

describe('the effect of time on a stored status', () => {
  it('D5 D11: the database makes of every stored status what the tables say, on every day', async () => {
    const kinds = [documentMachine, reportRequestMachine] as unknown as Machine<string, never>[]
    for (const today of [
      '2020-02-29',
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
      '2025-02-28',
      '2025-03-01',
      '2026-11-21',
    ]) {
      for (const machine of kinds) {
        const stored = machine.states.filter(state => !machine.derived.includes(state))
        const { rows } = await sql<{ stored: string; day: string | null; status: string }>`
          select v.status as stored, q.day::text as day, status_on(v.status, q.day, ${today}::date) as status
          from unnest(${stored}::text[]) v (status) cross join (
            select null::date as day union all
            select n::date from generate_series(${today}::date - 800, ${today}::date + 3, '1 day') n) q`.execute(db)
        expect(rows.length).toBe(stored.length * 805)
        expect(rows.filter(row => row.status !== statusOn(machine, row.stored, row.day, today))).toEqual([])
      }
    }
  })

  it('VAL-13 VAL-14: a condition that asks for one status finds those that have it, on every day', async () => {
    const days = [
      '2020-02-28',
      '2020-02-29',
      '2020-03-01',
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
      '2025-02-28',
      '2025-03-01',
    ]
    const { states } = reportRequestMachine
    for (const today of [...days, '2026-11-21']) {
      const asked = states.map(state => sql`case when ${hasRequestStatus(state, today).row} then ${state} end`)
      const { rows } = await sql<{ stored: string; day: string | null; status: string; found: string }>`
        select o.status as stored, o.expires_on as day, status_on(o.status, o.expires_on, ${today}::date) as status,
          concat_ws(' ', ${sql.join(asked)}) as found
        from (select v.status, q.expires_on
          from unnest(array['PENDING', 'REJECTED', 'QUALIFIED']) v (status) cross join (
            select null::date as expires_on union all
            select n::date from generate_series(${today}::date - 800, ${today}::date + 3, '1 day') n) q) o`.execute(db)
      expect(rows.length).toBe(3 * 805)
      expect(rows.filter(row => row.found !== row.status)).toEqual([])
      expect(new Set(rows.map(row => row.status)).size).toBe(states.length)
    }
  })

  it.each(requests)('VAL-13 VAL-14: a request %s until %s is, on %s, %s', async (stored, expiresOn, today, status) => {
    expect(requestStatusOn(stored, expiresOn, today)).toBe(status)
    expect(await inDatabase(stored, expiresOn, today)).toBe(status)
  })

  it.each(documents)('DOC-02: a document %s until %s is, on %s, %s', async (stored, expiresOn, today, status) => {
    expect(documentStatusOn(stored, expiresOn, today)).toBe(status)
    expect(await inDatabase(stored, expiresOn, today)).toBe(status)
  })

  it('VAL-01: a draft has no status at any time', async () =>
    expect(await inDatabase(null, '2020-01-01', '2026-11-21')).toBeNull())
})

describe('display_name', () => {
  it.each([
    ['Nube', 'Razón', 'Marca'],
    ['', 'Razón', 'Marca'],
    ['', '', 'Marca'],
    ['', '', ''],
  ])('PART-01: the database calls %j %j %j as the rule does', async (name, businessName, commercialName) => {
    const { display_name } = await db
      .insertInto('participant')
      .values({
        id: newId('2026-11-21T09:00:00.000Z'),
        kind: 'PROVIDER',
        name,
        business_name: businessName,
        commercial_name: commercialName,
        created_at: '2026-11-21T09:00:00.000Z',
      })
      .returning('display_name')
      .executeTakeFirstOrThrow()
    expect(display_name).toBe(displayName({ name, businessName, commercialName }))
  })
})

it('SRCH-06: the database has the order of Spanish', async () => {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(array['Zeta', 'ñandú', 'Nube', 'ozono', 'Árbol', 'arco']) word order by word collate "es-x-icu"`.execute(
    db,
  )
  expect(rows.map(row => row.word)).toEqual(['Árbol', 'arco', 'Nube', 'ñandú', 'ozono', 'Zeta'])
})
