import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseFile } from '#domain/audit-log/contract.ts'
import type { EventName } from '#domain/audit-log/events.ts'
import { appendToAuditLog } from '#server/platform/audit-log/append.ts'
import { idOf } from '#test/support/incidents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/*
 * A case file with many entries: they are sent while they are read, and take little memory and no time from other
 * calls.
 */

const ENTRIES = 4000
const BATCH = 500
/** The number of entries before the one that names an invitation, which is read from a table of its own. */
const HELD_AT = 3000

let portal: TestPortal
let cci: Caller
let provider: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  const entry = (n: number) => ({
    at: portal.clock.now(),
    event: (n === HELD_AT ? 'invitation.sent' : 'document.read') as EventName,
    actorId: cci.me.userId,
    actorRole: 'CCI' as const,
    participantId: idOf(provider),
    objectKind: n === HELD_AT ? 'invitation' : 'document',
    objectId: String(n).padStart(26, '0'),
    data: { document: `Documento ${n}` },
  })
  for (let from = 0; from < ENTRIES; from += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, n) => entry(from + n))
    await portal.app.db.transaction().execute(tx => appendToAuditLog(tx, batch))
  }
})
afterAll(() => portal.stop())

const path = () => `/api/v1/case-file/participant/${idOf(provider)}`
const headers = () => ({ authorization: cci.token, cookie: cci.cookie, 'x-requested-with': 'XMLHttpRequest' })

/** The number of queries that wait for a lock, and of case files being read. */
async function askedNow(): Promise<{ waiting: number; reading: number }> {
  const { rows } = await sql<{ wait: string | null; query: string }>`
    select wait_event_type as wait, query from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(portal.app.db)
  return {
    waiting: rows.filter(({ wait }) => wait === 'Lock').length,
    reading: rows.filter(({ query }) => /case_entries|"invitation"/.test(query)).length,
  }
}

/** Locks a table during `work`. */
const holding = <T>(table: string, work: () => Promise<T>): Promise<T> =>
  portal.app.db.transaction().execute(async tx => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    return work()
  })

const isWaiting = () => expect.poll(async () => (await askedNow()).waiting, { timeout: 10_000 }).toBe(1)

/** Requests a case file and reads its entries up to `HELD_AT` until `work` is done. */
async function readInPart<T>(signal: AbortSignal | null, work: (answer: Response) => Promise<T>): Promise<T> {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  // The session is read with its invitation, so the table is locked only afterwards.
  const { answer, holder } = await holding('file_verdict', async () => {
    const asked = { answer: fetch(`${portal.url}${path()}`, { headers: headers(), signal }) }
    await isWaiting()
    const holder = holding('invitation', async () => {
      held.resolve()
      await over.promise
    })
    await held.promise
    return { ...asked, holder }
  })
  try {
    return await work(await answer)
  } finally {
    over.resolve()
    await holder
  }
}

test('all entries are one member, each with its seal, in the order of the chain', async () => {
  const { status, body } = await cci.call(caseFile, { params: { kind: 'participant', id: idOf(provider) } })
  expect(status).toBe(200)
  const files = unzipSync(body as Uint8Array)
  const own = Object.keys(files).filter(name => !name.startsWith('archivos/'))
  expect(own.toSorted()).toEqual(
    ['LEAME.txt', 'SHA256SUMS', 'cabeza.sig', 'cabeza.txt', 'clave.pem', 'datos.json', 'indice.html'].concat([
      'registro.csv',
      'registro.jsonl',
    ]),
  )
  const text = (name: string) => new TextDecoder().decode(files[name])
  const entries = text('registro.jsonl')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { numero: number; sello: string; apunte: string; datos: string })
  expect(entries.length).toBeGreaterThanOrEqual(ENTRIES)
  const numbers = entries.map(({ numero }) => numero)
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
  const rows = await portal.app.db.selectFrom('trail').select('hash').orderBy('number').execute()
  const seals = new Set(entries.map(({ sello }) => sello))
  expect(rows.map(({ hash }) => hash).filter(hash => seals.has(hash))).toEqual(entries.map(({ sello }) => sello))
  expect(text('indice.html').match(/<tr><td>\d+<\/td>/g)).toHaveLength(entries.length)
  expect(text('registro.csv').trimEnd().split('\r\n')).toHaveLength(entries.length + 1)
  expect(text('LEAME.txt')).toContain(`la cronología (${entries.length} apuntes)`)
  const { data } = await portal.app.db
    .selectFrom('trail')
    .select('data')
    .where('event', '=', 'case-file.made')
    .executeTakeFirstOrThrow()
  expect(data).toMatchObject({ entries: entries.length })
})

test('entries leave while later ones are still to be read', async () => {
  const chunks: Uint8Array[] = []
  const reader = await readInPart(null, async ({ body }) => {
    await isWaiting()
    const reader = body!.getReader()
    // More than everything that precedes the entries.
    for (let size = 0; size < 100_000; size += chunks.at(-1)!.length) chunks.push((await reader.read()).value!)
    return reader
  })
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
  const files = unzipSync(Buffer.concat(chunks))
  expect(new TextDecoder().decode(files['registro.jsonl']).trimEnd().split('\n').length).toBeGreaterThan(ENTRIES)
})

test('a reader that leaves midway leaves nothing open, and the next one gets its turn', async () => {
  const ending = new AbortController()
  const gone = new Promise(resolve => {
    portal.fastify.server.once('request', (_request, response) => response.once('close', resolve))
  })
  await readInPart(ending.signal, async ({ body }) => {
    await isWaiting()
    await body!.getReader().read()
    ending.abort()
    await gone
  })
  const reader = (await fetch(`${portal.url}${path()}`, { headers: headers() })).body!.getReader()
  expect((await reader.read()).done).toBe(false)
  await reader.cancel()
  await expect.poll(async () => (await askedNow()).reading, { timeout: 10_000 }).toBe(0)
})
