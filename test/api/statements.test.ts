import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeDocument } from '#domain/document/contract.ts'
import { raiseIncident } from '#domain/incident/contract.ts'
import { readOverview, readParticipant } from '#domain/participant/contract.ts'
import { Client } from '#server/platform/database/client.ts'
import { preparedName } from '#server/platform/database/statement.ts'
import { documentsOf, ownDocumentation, pdf, read, upload } from '#test/support/documents.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Round trips to the database set the pace of small calls: their number is a figure that only a decision changes (074). */

let portal: TestPortal
let cci: Caller
let provider: Caller
let bank: Caller
let documentation: string
let name: string

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  // It uses none of the services on its first page.
  bank = await portal.signIn('entidad@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
  documentation = (await ownDocumentation(provider)).id
  name = Object.keys(await documentsOf(provider, documentation))[0]!
})
afterAll(() => portal?.stop())

type Call = (n: number) => Promise<Answer | Caller>

const calls: Record<string, Call> = {
  'list of 6': () => cci.call(readOverview, { params: { kind: 'PROVIDER' }, query: { size: 6 } }),
  'list of 6 of a bank': () => bank.call(readOverview, { params: { kind: 'PROVIDER' }, query: { size: 6 } }),
  'rows of one provider': () =>
    cci.call(readOverview, { params: { kind: 'PROVIDER' }, query: { idProvider: provider.me.idGenericEntity } }),
  'one provider': () => cci.call(readParticipant, { params: { kind: 'provider', id: provider.me.idGenericEntity } }),
  'new incident': n => provider.call(raiseIncident, { body: { title: `Retraso ${n}`, detail: 'Llegó tarde.' } }),
  upload: n => upload(provider, documentation, name, pdf(`subida ${n}`)),
  download: async () => read(provider, await currentId()),
  decision: async n =>
    cci.call(changeDocument, { params: { id: await currentId() }, body: { expiredAt: `2027-01-0${n}` } }),
  'sign-in': () => portal.signIn('entidad@almotacen.example'),
}

let current = ''
async function currentId(): Promise<string> {
  current ||= (await documentsOf(provider, documentation))[name]!.id!
  return current
}

/**
 * The second of two equal calls, because the first prepares some: its round trips, or messages to the database; their
 * statements; and how many of these PostgreSQL plans every time.
 */
async function measured(call: Call) {
  await call(1)
  const { query: ask } = Client.prototype
  const leaving = new WeakSet<Client>()
  let trips = 0
  const query = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...words: unknown[]) {
    // What is asked at the same time leaves in one message.
    if (!leaving.has(this)) trips++
    leaving.add(this)
    process.nextTick(() => leaving.delete(this))
    return ask.apply(this, words)
  })
  await call(2)
  const texts = query.mock.calls.map(([text]) => String(text))
  query.mockRestore()
  // The log's own statement carries its entries as text.
  const isPlanned = (text: string) => !preparedName(text) && !/^\s*(begin|commit|select append_to_trail)\b/.test(text)
  return { trips, statements: texts.length, planned: texts.filter(isPlanned).length }
}

test('each call takes as many round trips and statements as it is known to, and has as few planned each time', async () => {
  const table: Record<string, unknown> = {}
  for (const [what, call] of Object.entries(calls)) table[what] = await measured(call)
  expect(table).toEqual({
    'list of 6': { trips: 4, statements: 4, planned: 0 },
    'list of 6 of a bank': { trips: 5, statements: 5, planned: 0 },
    'rows of one provider': { trips: 3, statements: 3, planned: 1 },
    'one provider': { trips: 2, statements: 2, planned: 0 },
    'new incident': { trips: 6, statements: 15, planned: 0 },
    upload: { trips: 6, statements: 22, planned: 0 },
    download: { trips: 3, statements: 6, planned: 0 },
    decision: { trips: 5, statements: 13, planned: 0 },
    'sign-in': { trips: 7, statements: 20, planned: 0 },
  })
})

/** PostgreSQL plans a prepared statement for its values so often; then it keeps one plan, unless that looks dearer. */
const COMPARED = 5

test('no prepared statement of these calls is planned each time after all', async () => {
  for (const call of Object.values(calls))
    for (let times = 0; times < 2 * COMPARED; times++) await call(1 + (times % 9))
  const clients = await Promise.all(Array.from({ length: portal.app.pool.idleCount }, () => portal.app.pool.connect()))
  const statements = (
    await Promise.all(
      clients.map(client =>
        client.query<{ statement: string; kept: boolean }>(
          `select statement, generic_plans > 0 as kept from pg_prepared_statements where custom_plans + generic_plans > $1`,
          [COMPARED],
        ),
      ),
    )
  ).flatMap(({ rows }) => rows)
  for (const client of clients) client.release()
  expect(statements.length).toBeGreaterThan(30)
  expect(statements.filter(({ kept }) => !kept)).toEqual([])
})
