import { execFile } from 'node:child_process'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppCommand } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import { jobLocks } from '#server/platform/database/lock.ts'
import { gleifOf } from '#server/supervision/register/gleif/queries.ts'
import { exceptionFile, leiFile, leiNumbered, parentFile, writeLargeLeiFile } from '#test/support/gleif.ts'
import { newSeededPlace } from '#test/support/place.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* `npm run admin -- gleif load`: what GLEIF publishes of every LEI, for the registers of all banks (REG-23). */

let place: Awaited<ReturnType<typeof newSeededPlace>>
let portal: TestPortal
let folder: string
beforeAll(async () => {
  place = await newSeededPlace('centre')
  portal = await startTestPortal({ place, seed: 'none' })
  folder = join(place.dataDir, 'gleif')
  await mkdir(folder)
})
afterAll(async () => {
  await portal.stop()
  await place.remove()
})

const NAME = '20261128-0800-gleif-goldencopy-lei2-golden-copy.csv'
const [a, b, c, parent] = [1, 2, 3, 9].map(leiNumbered) as [string, string, string, string]

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
const load = (...words: string[]) =>
  (commands.gleif as AppCommand).run(portal.app, ['load', ...words], {
    connection: place.database.connection,
    owner: place.database.owner,
    stop: async () => {},
  })
const known = async (...leis: string[]) => {
  const found = await gleifOf(portal.app.db, leis)
  return leis.map(lei => found?.leis.get(lei) ?? null)
}
const companies = (...names: string[]) =>
  leiFile([
    ...names.map((name, at) => ({ lei: leiNumbered(at + 1), name })),
    { lei: parent, name: 'Holding B.V.', country: 'NL' },
  ])

test('REG-23: a load is read by the portal, in its own right, and noted', async () => {
  expect(await gleifOf(portal.app.db, [a])).toBeNull()
  const path = await file(
    NAME,
    leiFile([
      { lei: a, name: 'Acme «Uno», S.A. & C"o"\\n', renewal: '2026-12-01' },
      { lei: b, name: 'Línea\nnueva', country: '', status: 'LAPSED', renewal: '' },
      { lei: c, name: 'Cerrada', entity: 'INACTIVE' },
    ]),
  )
  expect(await load(path)).toBe('Loaded 3 LEIs as published on 2026-11-28.')
  const open = { parentLei: null, parentName: null, parentCountry: null }
  expect(await known(a, b, c, parent)).toEqual([
    { lei: a, name: 'Acme «Uno», S.A. & C"o"\\n', country: 'ES', status: 'ISSUED', renewalOn: '2026-12-01', ...open },
    { lei: b, name: 'Línea nueva', country: null, status: 'LAPSED', renewalOn: null, ...open },
    { lei: c, name: 'Cerrada', country: 'ES', status: 'INACTIVE', renewalOn: '2027-05-01', ...open },
    null,
  ])
  const { rows } = await sql<{ data: object }>`select data from trail where event = 'gleif.loaded'`.execute(
    portal.app.db,
  )
  expect(rows).toEqual([{ data: { files: [{ kind: 'LEI', on: '2026-11-28', rows: 3 }], isPart: false } }])
})

test('REG-23: a repeated load takes the place of the one before, and the schema stays', async () => {
  const shape = () =>
    place.database.asOwner(
      `select indexdef, (select relacl::text from pg_class where oid = 'gleif_lei'::regclass) from pg_indexes
       where tablename like 'gleif%' order by 1`,
    )
  const before = await shape()
  await load(await file(NAME, companies('Uno', 'Dos')))
  expect(await known(a, c)).toMatchObject([{ name: 'Uno' }, null])
  await load(await file(NAME, companies('Uno, S.A.', 'Dos', 'Tres')))
  expect(await known(a, c)).toMatchObject([{ name: 'Uno, S.A.' }, { name: 'Tres' }])
  expect(await shape()).toEqual(before)
})

test('REG-23: parents come from two files, each loaded with or without the other', async () => {
  const leis = await file(NAME, companies('Uno', 'Dos', 'Tres'))
  const parents = await file(
    '20261127-0800-gleif-goldencopy-rr-golden-copy.csv',
    parentFile([
      { lei: a, parent },
      { lei: b, parent: a, type: 'IS_DIRECTLY_CONSOLIDATED_BY' },
      { lei: c, parent: a, status: 'INACTIVE' },
    ]),
  )
  const exceptions = await file(
    '20261127-0800-gleif-goldencopy-repex-golden-copy.csv',
    exceptionFile([
      { lei: a, reason: 'NATURAL_PERSONS' },
      { lei: b, reason: 'NO_KNOWN_PERSON' },
      { lei: c, reason: 'NON_PUBLIC' },
    ]),
  )
  expect(await load(leis, parents, exceptions)).toBe(
    'Loaded 4 LEIs as published on 2026-11-28.\nLoaded 1 ultimate parents as published on 2026-11-27.\n' +
      'Loaded 2 companies without a parent as published on 2026-11-27.',
  )
  const parentsOf = async () => (await known(a, b, c)).map(each => each?.parentLei)
  expect(await known(a)).toMatchObject([{ parentLei: parent, parentName: 'Holding B.V.', parentCountry: 'NL' }])
  expect(await parentsOf()).toEqual([parent, b, null])
  await load(await file('rr.csv', parentFile([{ lei: c, parent }])), '--date', '2026-11-28')
  expect(await parentsOf()).toEqual([a, b, parent])
  await load(await file('repex.csv', exceptionFile([])), '--date', '2026-11-28')
  expect(await parentsOf()).toEqual([null, null, parent])
  await expect(load(parents, parents)).rejects.toThrow('is of the same kind as another file. Nothing was changed.')
})

test('REG-23: ZIP and GZIP are read as they are', async () => {
  const text = companies('Comprimida')
  const bytes = Buffer.from(text)
  expect(await load(await file('lei.zip', zipSync({ [NAME]: bytes })), '--part')).toContain('2026-11-28')
  expect(await known(a)).toMatchObject([{ name: 'Comprimida' }])
  // A packed file says itself whether it is whole, so that its last row may lack the line break.
  await load(await file(`${NAME}.gz`, gzipSync(companies('Otra').trimEnd())), '--part')
  expect(await known(a)).toMatchObject([{ name: 'Otra' }])
  const damaged = Buffer.from(zipSync({ [NAME]: [bytes, { level: 0 }] }))
  await expect(load(await file('stored.zip', damaged), '--part')).rejects.toThrow('unpack it first')
  const wrongSum = Buffer.from(zipSync({ [NAME]: bytes }))
  const entry = wrongSum.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  wrongSum.writeUInt32LE(1, entry + 16)
  await expect(load(await file('sum.zip', wrongSum), '--part')).rejects.toThrow('its sum is not')
})

test('REG-23: a file that is cut changes nothing, wherever it is cut', async () => {
  await load(await file(NAME, companies('Entera', 'Dos', 'Tres')))
  const text = companies('Cortada', 'Dos', 'Tres')
  const zip = zipSync({ [NAME]: Buffer.from(text) })
  const gzip = gzipSync(text)
  const rowEnd = text.indexOf('\n', text.indexOf('Dos')) + 1
  const lineEnd = text.indexOf('\n', text.indexOf('2.º', rowEnd)) + 1
  const cut: [string, string | Uint8Array][] = [
    ...[10, text.indexOf('Cortada'), rowEnd + 5, text.length - 1].map((at): [string, string] => [
      NAME,
      text.slice(0, at),
    ]),
    // Between two rows: it has fewer than the one before.
    [NAME, text.slice(0, lineEnd)],
    [`${NAME}.zip`, zip.subarray(0, zip.length / 2)],
    [`${NAME}.gz`, gzip.subarray(0, gzip.length / 2)],
    [`${NAME}.gz`, gzip.subarray(0, gzip.length - 4)],
  ]
  for (const [at, [name, content]] of cut.entries()) {
    await expect(load(await file(name, content)), String(at)).rejects.toThrow(/(cut|golden copy).*Nothing was changed/s)
    expect(await known(a), String(at)).toMatchObject([{ name: 'Entera' }])
  }
  const { rows } = await sql`select rows from gleif_load where kind = 'LEI'`.execute(portal.app.db)
  expect(rows).toEqual([{ rows: 4 }])
})

test.each<[string, string, string[], string]>([
  ['otra.csv', 'LEI,Nombre\nX,Y\n', [], "no CSV of GLEIF's golden copy"],
  ['sinfecha.csv', companies('Uno'), [], 'does not say when it was published. Add --date'],
  [
    NAME,
    leiFile([
      { lei: a, name: 'Uno' },
      { lei: a, name: 'Dos' },
    ]),
    ['--part'],
    'names a LEI twice',
  ],
  [NAME, leiFile([{ lei: 'B12345674', name: 'Uno' }]), ['--part'], '«B12345674» stands where a LEI should'],
  [NAME, companies('Uno').replace(',"CONFORMING"', ''), ['--part'], 'row 2 has 321 columns, and the first one 322'],
  [NAME, companies('Uno'), ['--date', '28/11/2026'], 'Not a day: 28/11/2026'],
])('REG-23: %s is refused with what to do', async (name, content, words, says) => {
  await load(await file('lei.csv', companies('Como estaba')), '--part', '--date', '2026-11-28')
  await expect(load(await file(name, content), ...words)).rejects.toThrow(says)
  expect(await known(a)).toMatchObject([{ name: 'Como estaba' }])
})

test('REG-23: a file that is not there, and a user without the tables', async () => {
  await expect(load(join(folder, 'nada.csv'))).rejects.toThrow('nada.csv cannot be read (ENOENT). Nothing was changed.')
  const { connection } = place.database
  const asApp = (commands.gleif as AppCommand).run(portal.app, ['load', 'x.csv'], {
    connection,
    owner: null,
    stop: async () => {},
  })
  await expect(asApp).rejects.toThrow('Set DATABASE_OWNER_URL')
})

test('REG-23: readers wait for the exchange of the tables alone', async () => {
  await load(await file('lei.csv', companies('Antes')), '--part', '--date', '2026-11-28')
  const reading = await portal.app.db.startTransaction().execute()
  const path = await file('despues.csv', companies('Después'))
  // Reads in a transaction: the exchange waits for its end.
  await sql`select from gleif_lei`.execute(reading)
  let done = false
  const loading = load(path, '--part', '--date', '2026-11-28').finally(() => {
    done = true
  })
  await expect
    .poll(async () => {
      const rows = await place.database.asOwner(
        "select 1 from pg_locks where relation = 'gleif_lei'::regclass and mode = 'AccessExclusiveLock' and not granted",
      )
      return rows.length
    })
    .toBe(1)
  expect(done).toBe(false)
  const { rows } = await sql`select name from gleif_lei where lei = ${a}`.execute(reading)
  expect(rows).toEqual([{ name: 'Antes' }])
  await reading.commit().execute()
  await loading
  expect(await known(a)).toMatchObject([{ name: 'Después' }])
})

test('REG-23: a back-up that copies the tables is waited for', async () => {
  const client = new pg.Client(place.database.connection)
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [jobLocks.removeFiles])
  const loading = load(await file('lei.csv', companies('Tras la copia')), '--part', '--date', '2026-11-28')
  await expect
    .poll(async () => {
      const { rows } = await client.query("select from pg_locks where locktype = 'advisory' and not granted")
      return rows.length
    })
    .toBe(1)
  expect(await known(a)).not.toMatchObject([{ name: 'Tras la copia' }])
  // The portal writes meanwhile.
  await portal.signIn('cci@almotacen.example')
  await client.end()
  await loading
  expect(await known(a)).toMatchObject([{ name: 'Tras la copia' }])
})

test('REG-23: the memory does not grow with the file', { timeout: 120_000 }, async () => {
  const path = join(folder, 'large.csv')
  const count = 100_000
  await writeLargeLeiFile(path, count)
  expect((await stat(path)).size).toBeGreaterThan(100 * 1024 * 1024)
  const script = join(import.meta.dirname, '../../../test/support/load-gleif.ts')
  const owner = JSON.stringify(place.database.owner)
  const { stdout } = await promisify(execFile)(process.execPath, [script, owner, path])
  expect(Number(stdout.split(' ')[0])).toBeLessThan(100)
  expect(await known(leiNumbered(count - 1))).toMatchObject([{ name: `Compañía «${count - 1}», S. A.` }])
})
