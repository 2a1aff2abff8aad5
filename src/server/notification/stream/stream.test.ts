import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeSession } from '#domain/identity/session/contract.ts'
import { openStream } from '#domain/notification/stream/contract.ts'
import type { ChangeKind } from '#domain/notification/stream/stream.ts'
import { kindsIn } from '#domain/notification/stream/stream.ts'
import { saveLevelPolicy } from '#domain/supervision/use/contract.ts'
import { HOUR } from '#server/platform/clock.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { madeKey, system } from '#test/support/integrations.ts'
import type { Caller } from '#test/support/portal.ts'
import { rated } from '#test/support/uses.ts'

/* The stream of changes, over HTTP and PostgreSQL's LISTEN. */

let acting: Acting
let santander: Caller
let key: string
beforeAll(async () => {
  acting = await startActing({ environment: { STREAMS: '12' } })
  await vi.waitUntil(() => acting.portal.app.streams?.isHeard())
  santander = await acting.portal.signIn('externalizacion@santander.example')
  key = (await madeKey(santander, { scopes: ['write:uses'] })).key
})
afterAll(() => acting?.portal.stop())

type Opened = Awaited<ReturnType<typeof opened>>

const ask = (token: string, signal?: AbortSignal) =>
  fetch(`${acting.portal.url}/api/v1${openStream.path}`, { headers: { authorization: token }, signal: signal ?? null })

/** An open stream, what it has said, and its end. */
async function opened({ token }: Pick<Caller, 'token'>) {
  const leaving = new AbortController()
  const answer = await ask(token, leaving.signal)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const heard: ChangeKind[][] = []
  const read = async () => {
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const kinds = kindsIn(text.split('\n'))
      if (kinds.length > 0) heard.push(kinds)
    }
  }
  const ended = read().catch(() => {})
  return {
    heard,
    ended,
    hears: () => expect.poll(() => heard.length).toBeGreaterThan(0),
    leave: async () => {
      const { size } = acting.portal.app.streams!
      leaving.abort()
      await ended
      await expect.poll(() => acting.portal.app.streams!.size).toBe(size - 1)
    },
  }
}
const enter = (name: string) => acting.portal.signIn(`${name}@almotacen.example`)
const changePolicy = (caller: Caller, criticalScore: string) =>
  ok(caller.call(saveLevelPolicy, { body: { criticalScore, otherScore: null } }))

test('changes by another user reach the users whose bell and lists they affect', async () => {
  const streams = await Promise.all([acting.provider, acting.evaluator, acting.cci2].map(opened))
  await rated(acting, 'A/A/A')
  for (const { hears } of streams) await hears()
  await expect.poll(() => streams[0]!.heard.flat()).toContain('notifications')
  for (const { heard } of streams) expect(heard.flat()).toContain('lists')
  for (const { leave } of streams) await leave()
})

test('BASE-10: changes to data of one bank reach only its other users', async () => {
  const colleague = await enter('entidad2')
  const [own, theirs, stranger, centre] = (await Promise.all(
    [acting.bank, colleague, santander, acting.cci].map(opened),
  )) as [Opened, Opened, Opened, Opened]
  await changePolicy(acting.bank, 'B/B/B')
  await theirs.hears()
  // One flush writes to all that hear a change: another reader of it would now have two messages.
  await changePolicy(system(acting.portal, key), 'C/C/C')
  await stranger.hears()
  expect([theirs, stranger].map(({ heard }) => heard)).toEqual([[['lists']], [['lists']]])
  expect([own, centre].map(({ heard }) => heard)).toEqual([[], []])
  for (const { leave } of [own, theirs, stranger, centre]) await leave()
})

test('it ends with its session: at once when that is closed, and with the next look when it lapses', async () => {
  const leaving = await enter('entidad2')
  const closed = await opened(leaving)
  await leaving.call(closeSession, { body: { token: leaving.token, close: 'true' } })
  await closed.ended
  const idle = await opened(await enter('entidad2'))
  acting.portal.clock.move(HOUR)
  await acting.portal.app.streams!.check()
  await idle.ended
  expect(acting.portal.app.streams!.size).toBe(0)
})

test('without a session, with a key and beyond ten streams of a user it is refused', async () => {
  const bank = await enter('entidad')
  expect((await ask('')).status).toBe(401)
  const { key } = await madeKey(bank)
  const withKey = await ask(`Bearer ${key}`)
  expect([withKey.status, (await withKey.json()).code]).toEqual([403, 'outsideScope'])
  const open = []
  for (let n = 0; n < 10; n++) open.push(await opened(bank))
  const eleventh = await ask(bank.token)
  expect([eleventh.status, eleventh.headers.get('retry-after')]).toEqual([429, '60'])
  for (const { leave } of open) await leave()
  const again = await opened(bank)
  await again.leave()
})

test('a lost connection to the database refuses new streams, and its return tells the open ones to read again', async () => {
  const stream = await opened(await enter('proveedor'))
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'almotacen-listening' and datname = current_database()`.execute(acting.portal.app.db)
  await expect.poll(() => acting.portal.app.streams!.isHeard(), { interval: 5 }).toBe(false)
  expect((await ask((await enter('proveedor2')).token)).status).toBe(503)
  await expect.poll(() => stream.heard, { timeout: 10_000 }).toContainEqual(['notifications', 'lists'])
  await stream.leave()
})
