import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginColumns } from '#domain/identity/login-statistics/columns.ts'
import type { LoginWire } from '#domain/identity/login-statistics/contract.ts'
import { exportLogins, listLogins } from '#domain/identity/login-statistics/contract.ts'
import { closeSession } from '#domain/identity/session/contract.ts'
import { HOUR, MINUTE } from '#server/platform/clock.ts'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'
import { writeCsv } from '#server/platform/spreadsheet/write.ts'
import { asWritten } from '#test/support/csv.ts'
import { documentsOf, ownDocumentation, read } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.app.db.deleteFrom('session').execute()
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())

const logins = async (query: Record<string, unknown> = {}, caller = cci) =>
  (await caller.call(listLogins, { query: query as never })).body as { content: LoginWire[]; totalElements: number }
const ofEmail = async (email: string) => (await logins({ email })).content
const csv = async (query: Record<string, unknown> = {}) => {
  const answer = await cci.call(exportLogins, { query: query as never })
  return { ...answer, text: Buffer.from(answer.body as Buffer).toString() }
}
/** Moves the clock while CCI stays active and the others do not. */
const pass = async (ms: number) => {
  for (let left = ms; left > 0; left -= 20 * MINUTE) {
    portal.clock.move(Math.min(left, 20 * MINUTE))
    await cci.call(closeSession, { body: {} })
  }
}

/** Records the SQL statements from now on. */
function statements(): { text: string; values: unknown[] }[] {
  const asked: { text: string; values: unknown[] }[] = []
  const known = new Set<unknown>()
  portal.app.pool.on('acquire', client => {
    if (known.has(client)) return
    known.add(client)
    const ask = client.query.bind(client) as (...words: unknown[]) => unknown
    client.query = ((...words: unknown[]) => {
      const [text, values] = words as [string, unknown[]]
      asked.push({ text: String(text), values: values ?? [] })
      return ask(...words)
    }) as typeof client.query
  })
  return asked
}

describe('the records', () => {
  test('API-38 STAT-03 ROLE-17: records the user, start, end, organisation and downloads', async () => {
    const start = portal.clock.now()
    const provider = await portal.signIn('proveedor@almotacen.example')
    const documents = await documentsOf(provider, (await ownDocumentation(provider)).id)
    const deed = documents['Escritura de constitución']!
    await pass(3 * MINUTE)
    expect((await read(provider, deed.id!)).status).toBe(200)
    const readAt = portal.clock.now()
    await expect.poll(async () => (await ofEmail('proveedor@'))[0]!.downloadFiles).toHaveLength(1)
    const [login] = await ofEmail('proveedor@')
    expect(login).toEqual({
      email: 'proveedor@almotacen.example',
      token: expect.stringMatching(/^[0-9a-z]{26}$/),
      visitDateInput: start,
      endSession: readAt,
      nameGenericEntity: 'Tramontana Custodia Digital, S.L.',
      elapsedTime: 180,
      active: true,
      downloadFiles: [
        { name: 'Escritura de constitución', nameGenericEntity: 'Tramontana Custodia Digital, S.L.', readAt },
      ],
    })
  })

  test('STAT-03 API-38: the token names a session and opens none', async () => {
    const caller = await portal.signIn('evaluador@almotacen.example')
    const [login] = await ofEmail('evaluador@')
    const everything = JSON.stringify(await logins()) + (await csv()).text
    expect(everything).not.toContain(caller.token)
    const stolen = await portal.anonymous.fetch('GET', '/session', { headers: { authorization: login!.token } })
    expect(stolen.status).toBe(401)
  })

  test('STAT-04 LIM-04: active for 5 minutes after the last sign of life, unless it was ended', async () => {
    await portal.signIn('cantera@almotacen.example')
    const leaver = await portal.signIn('lumbre@almotacen.example')
    await pass(2 * MINUTE)
    const leftAt = portal.clock.now()
    await leaver.call(closeSession, { body: { close: 'true' } })
    const active = async () => [(await ofEmail('cantera@'))[0]!.active, (await ofEmail('lumbre@'))[0]!.active]
    expect(await active()).toEqual([true, false])
    expect((await ofEmail('lumbre@'))[0]).toMatchObject({ endSession: leftAt, elapsedTime: 120 })
    await pass(3 * MINUTE - 1)
    expect(await active()).toEqual([true, false])
    await pass(1)
    expect(await active()).toEqual([false, false])
  })

  test('STAT-03: a session that lapsed by itself ends at its last use, not when it was ended later', async () => {
    const sleeper = await portal.signIn('somport@almotacen.example')
    const lastSeen = portal.clock.now()
    await pass(5 * HOUR)
    await portal.app.db
      .updateTable('session')
      .set({ ended_at: portal.clock.now() })
      .where('user_id', '=', sleeper.me.userId)
      .execute()
    expect((await ofEmail('somport@'))[0]).toMatchObject({ endSession: lastSeen, elapsedTime: 0, active: false })
  })

  test('API-38 LIM-19: newest first, ten a page, filtered', async () => {
    for (let n = 0; n < 4; n++) {
      await pass(MINUTE)
      await portal.signIn('arcadio@almotacen.example')
      await portal.signIn('entidad@almotacen.example')
    }
    const { content, totalElements } = await logins({ size: 10 })
    expect(content).toHaveLength(10)
    expect(totalElements).toBeGreaterThan(10)
    const dates = (await logins()).content.map(login => login.visitDateInput)
    expect(dates).toEqual(dates.toSorted().reverse())
    expect((await logins({ sort: 'visitDateInput,asc' })).content.map(login => login.visitDateInput)).toEqual(
      dates.toSorted(),
    )
    const rest = (await logins({ size: 10, page: 1 })).content
    expect(rest).toHaveLength(totalElements - 10)

    expect((await logins({ email: ' ARCADIO@ ' })).totalElements).toBe(4)
    expect((await logins({ email: 'arcádio' })).totalElements).toBe(4)
    expect((await logins({ nameGenericEntity: 'arcádio' })).totalElements).toBe(4)
    expect((await logins({ email: '%' })).totalElements).toBe(0)
    const from = dates[0]!
    expect((await logins({ from })).content.every(login => login.visitDateInput >= from)).toBe(true)
    expect((await logins({ from, to: from })).totalElements).toBe(2)
    const all = (await logins()).content
    expect((await logins({ active: 'true' })).content).toEqual(all.filter(login => login.active))
    expect((await logins({ active: 'false' })).content).toEqual(all.filter(login => !login.active))
  })

  test('STAT-03: a deleted participant is hidden here too, with its documents', async () => {
    await pass(MINUTE)
    const bank = await portal.signIn('entidad@almotacen.example')
    const { db } = portal.app
    const deed = await db
      .selectFrom('document as d')
      .innerJoin('validation as v', 'v.id', 'd.validation_id')
      .innerJoin('participant as p', 'p.id', 'v.participant_id')
      .select(['d.id', 'p.id as participantId'])
      .where('d.name', '=', 'Escritura de constitución')
      .where('p.commercial_name', '=', 'Cantera Nube')
      .executeTakeFirstOrThrow()
    expect((await read(bank, deed.id)).status).toBe(200)
    const seen = async () => (await ofEmail('entidad@'))[0]!.downloadFiles
    await expect.poll(seen).toHaveLength(1)
    await db
      .updateTable('participant')
      .set({ deleted_at: portal.clock.now() })
      .where('id', '=', deed.participantId)
      .execute()
    expect(await seen()).toEqual([])
    expect(await ofEmail('cantera@')).toEqual([])
    await db.updateTable('participant').set({ deleted_at: null }).where('id', '=', deed.participantId).execute()
  })

  test('ROLE-17: are for CCI alone', async () => {
    for (const email of ['proveedor', 'evaluador', 'entidad']) {
      const caller = await portal.signIn(`${email}@almotacen.example`)
      expect((await caller.call(listLogins)).status).toBe(403)
      expect((await caller.call(exportLogins)).status).toBe(403)
    }
  })
})

const csvColumns = loginColumns.map(column => column.label)
const csvRow = (login: LoginWire) => loginColumns.map(column => column.text(login))

describe('the export', () => {
  test('STAT-02 STAT-06 STAT-08: exports the filtered rows as CSV, with times in Madrid', async () => {
    const { status, headers, text } = await csv({ email: 'lumbre@' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toContain('estadisticas-login-2026-11-21.csv')
    expect(text).toBe(
      '\ufeffCompañía;Email;Fecha inicio;Fecha fin;Tiempo transcurrido;Documentos descargados\r\n' +
        'Lumbre Sistemas, S.L.;lumbre@almotacen.example;21/11/2026 10:03;21/11/2026 10:05;00:02:00;\r\n',
    )
  })

  test('ERR-27: without data there is none', async () => {
    const { status, problem } = await cci.call(exportLogins, { query: { email: 'nadie@' } })
    expect([status, problem.code]).toEqual([409, 'csvEmpty'])
    expect(problem.detail).toBe('No se puede crear csv, porque no existen datos que incluir en el')
  })

  test('STAT-02 STAT-07: every record once, however many, and none of their tokens', async () => {
    const { db } = portal.app
    const [{ id, user_id }] = (await db.selectFrom('session').select(['id', 'user_id']).limit(1).execute()) as [
      { id: string; user_id: string },
    ]
    const started_at = '2026-01-15T08:00:00.000Z'
    await db
      .insertInto('session')
      .values(
        Array.from({ length: 2500 }, (_, n) => ({
          id: `${id.slice(0, 20)}${String(n).padStart(6, '0')}`,
          user_id,
          token_hash: `prueba ${n}`,
          device_id: 'd',
          started_at,
          last_seen_at: started_at,
        })),
      )
      .execute()
    const { text } = await csv({ to: '2026-01-31T22:59:00.000Z' })
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(2501)
    const tokens = (await logins({ size: 9999 })).content.map(login => login.token)
    expect(tokens.filter(token => text.includes(token))).toEqual([])
    expect((await csv()).text.trim().split('\r\n')).toHaveLength(tokens.length + 1)
  })

  test('STAT-02: batches over years of records continue from each other in either order, without repetition', async () => {
    const { db } = portal.app
    const [one] = await db.selectFrom('session').select(['id', 'user_id']).limit(1).execute()
    // Three batches, with batch boundaries inside a minute that has many rows.
    await db
      .insertInto('session')
      .values(
        Array.from({ length: 4500 }, (_, n) => {
          const started_at = new Date(
            Date.parse('2025-02-01T08:00:00.000Z') + Math.floor(n / 90) * MINUTE,
          ).toISOString()
          return {
            // A letter that the ids of the previous test do not have.
            id: `${one!.id.slice(0, 20)}z${String(n).padStart(5, '0')}`,
            user_id: one!.user_id,
            token_hash: `años ${n}`,
            device_id: 'd',
            started_at,
            last_seen_at: started_at,
          }
        }),
      )
      .execute()
    const asked = statements()
    for (const sort of ['visitDateInput,asc', 'visitDateInput,desc'] as const) {
      const window = { from: '2025-02-01T00:00:00.000Z', to: '2025-03-01T00:00:00.000Z' }
      const { content } = await logins({ ...window, sort, size: 9999 })
      expect(content).toHaveLength(4500)
      const written = await writeCsv({ columns: csvColumns, rows: content.map(csvRow) })
      expect((await csv({ ...window, sort })).text).toBe(Buffer.from(written).toString())
    }
    const ofSessions = asked.filter(({ text }) => text.includes('from "session"'))
    // Two lists and two exports.
    expect(ofSessions.filter(({ text }) => text.includes('count(*)'))).toHaveLength(4)
    expect(ofSessions.filter(({ text, values }) => text.includes('offset') && values.at(-1) !== 0)).toEqual([])
  })

  test('STAT-05 STAT-07: any record comes back as it was, and no cell is a formula', async () => {
    const nasty = fc.string({ unit: fc.constantFrom(...'=+-@|;,"\'\t\r\n ab0€ñ', '😀'), maxLength: 8 })
    const instant = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map(date => date.toISOString())
    const record = fc.record({
      email: nasty,
      token: fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{26}$/),
      visitDateInput: instant,
      endSession: instant,
      nameGenericEntity: nasty,
      elapsedTime: fc.nat(200_000),
      active: fc.boolean(),
      downloadFiles: fc.array(fc.record({ name: nasty, nameGenericEntity: nasty, readAt: instant }), { maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 8 }), async records => {
        const rows = records.map(csvRow)
        const bytes = await writeCsv({ columns: csvColumns, rows })
        expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
        const [, head, ...back] = readCsv(Buffer.concat([Buffer.from('sep=;\r\n'), bytes.subarray(3)]))
        expect(head).toEqual(csvColumns)
        expect(back.flat().filter(text => /^[=+\-@\t\r\n\0]/.test(text))).toEqual([])
        expect(back.map(row => row.map(asWritten))).toEqual(rows)
        for (const { token } of records) expect(Buffer.from(bytes).includes(token)).toBe(false)
      }),
      { numRuns: 300 },
    )
  }, 60_000)
})
