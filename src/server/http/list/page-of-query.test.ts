import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import { spanish } from '#server/participant/queries.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

type Word = { name: string; rank: number | null }
const words = () => {
  const rows = sql<Word>`(values ('Ola', 2), ('Ñora', null), ('Nieve', 1), ('nube', 2))`
  return portal.app.db.selectFrom(rows.as<'w'>(sql`w (name, rank)`)).select(['w.name', 'w.rank'])
}
const sorts = { name: sql`w.name ${spanish}`, rank: sql`w.rank` }

async function namesOf(asked: { page?: number; size?: number; sort: string }, total?: Promise<number>) {
  const query = { page: 0, size: 10, ...asked }
  const page = await pageOfQuery(words(), query, sorts, (key, way) => sql`${key} ${way} nulls last, w.name`, total)
  return [page.rows.map(({ name }) => name).join(' '), page.total]
}

test('API-05: PostgreSQL orders a page in Spanish, missing values last and equal ones as the list says', async () => {
  expect(await namesOf({ sort: 'name' })).toEqual(['Nieve nube Ñora Ola', 4])
  expect(await namesOf({ sort: 'name,desc' })).toEqual(['Ola Ñora nube Nieve', 4])
  expect(await namesOf({ sort: 'rank,asc' })).toEqual(['Nieve Ola nube Ñora', 4])
  expect(await namesOf({ sort: 'rank,desc' })).toEqual(['Ola nube Nieve Ñora', 4])
})

test('API-05: a page is cut from that order, and its total is that of the list, or the one given', async () => {
  expect(await namesOf({ sort: 'name', page: 1, size: 3 })).toEqual(['Ola', 4])
  expect(await namesOf({ sort: 'name', page: 9, size: 3 })).toEqual(['', 4])
  expect(await namesOf({ sort: 'name', size: 1 }, Promise.resolve(7))).toEqual(['Nieve', 7])
})
