import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrationNames } from '#server/platform/database/migrate.ts'
import type { TestDatabase } from '#test/support/postgres.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'

/* Countries of lines that the previous release writes, one of each list (REG-12, decision 060). */

let database: TestDatabase
let client: pg.Client
const ask = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows as unknown[][]
const write = (values: string) =>
  ask(`insert into arrangement_line (id, arrangement_id, function_id, provision_country, storage_country, created_at)
    values ${values}`)
const id = (n: number) => String(n).padStart(26, '0')
const listsOf = async (n: number) =>
  (
    await ask(`select provision_country, provision_countries, storage_country, storage_countries
      from arrangement_line where id = '${id(n)}'`)
  )[0]
const update = (n: number, what: string) => ask(`update arrangement_line set ${what} where id = '${id(n)}'`)

beforeAll(async () => {
  database = await createEmptyDatabase()
  client = new pg.Client(database.owner)
  await client.connect()
  const names = await migrationNames()
  const at = names.findIndex(name => name.startsWith('0115'))
  await migrate(database.owner, { last: names[at - 1]! })
  const constraints = await ask(`select conname from pg_constraint
    where conrelid = 'arrangement_line'::regclass and contype = 'f'`)
  for (const [name] of constraints) await ask(`alter table arrangement_line drop constraint ${name}`)
  await write(
    Array.from({ length: 230 }, (_, n) => `('${id(n)}', '${id(0)}', '${id(0)}', 'ES', null, now())`).join(', '),
  )
  await migrate(database.owner)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('REG-12: the country of each line that there was is its list', async () => {
  const kept = await ask(`select count(*)::int from arrangement_line
    where provision_countries = '{ES}' and provision_country = 'ES' and storage_countries = '{}'`)
  expect(kept).toEqual([[230]])
})

test('REG-12: a line that the previous release adds or changes has a list of its country', async () => {
  await write(`('${id(901)}', '${id(0)}', '${id(0)}', 'PT', null, now())`)
  expect(await listsOf(901)).toEqual(['PT', ['PT'], null, []])
  await update(901, `provision_country = 'FR', storage_country = 'IE'`)
  expect(await listsOf(901)).toEqual(['FR', ['FR'], 'IE', ['IE']])
  await update(901, 'provision_country = null')
  expect(await listsOf(901)).toEqual([null, [], 'IE', ['IE']])
})

test('REG-12: the previous release reads the first country of a list, and leaves the list when it writes that back', async () => {
  await update(1, `provision_countries = '{ES,FR}', storage_countries = '{IE}'`)
  expect(await listsOf(1)).toEqual(['ES', ['ES', 'FR'], 'IE', ['IE']])
  await update(1, `provision_country = 'ES', storage_country = 'IE', exit_plan = true`)
  expect(await listsOf(1)).toEqual(['ES', ['ES', 'FR'], 'IE', ['IE']])
  await update(1, `provision_countries = '{}'`)
  expect(await listsOf(1)).toEqual([null, [], 'IE', ['IE']])
})

test('REG-12: a line that is not yet migrated keeps its country whatever changes of it', async () => {
  await ask('alter table arrangement_line disable trigger arrangement_line_countries')
  await update(2, `provision_countries = '{}', provision_country = 'DE'`)
  await ask('alter table arrangement_line enable trigger arrangement_line_countries')
  await update(2, 'exit_plan = true')
  expect(await listsOf(2)).toEqual(['DE', ['DE'], null, []])
})
