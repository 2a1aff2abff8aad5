import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTimeline } from '#domain/audit-log/contract.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { startHousekeeping } from '#server/app/housekeeping.ts'
import { writeRefusals } from '#server/http/security/record-denial.ts'
import { MINUTE } from '#server/platform/clock.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
/** A provider that has not submitted anything. */
let draft: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  draft = await portal.signIn('borrador@almotacen.example')
})
afterAll(() => portal.stop())

test('S12: a denial is one short entry of the trail, whatever was sent along', async () => {
  const ids = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`k${n}`, n.toString(36).padStart(26, '0')]))
  const entry = async () =>
    (await portal.app.db.selectFrom('trail').selectAll().orderBy('number', 'desc').executeTakeFirstOrThrow()).data
  expect((await draft.fetch('POST', '/service-catalogs', { body: JSON.stringify(ids) })).status).toBe(403)
  expect(await entry()).toMatchObject({ reason: 'forbidden', asked: [] })
  expect((await draft.fetch('GET', `/queue?${new URLSearchParams(ids).toString().slice(0, 12_000)}`)).status).toBe(403)
  expect((await entry()).asked).toHaveLength(10)
})

const missing = (n: number) => n.toString(16).padStart(26, '0')
const ask = async (caller: Caller, n: number) => {
  const answer = await caller.call(readParticipant, { params: { kind: 'provider', id: missing(n) } })
  expect(answer.status).toBe(404)
}

/** The denials in a caller's entries after a number, oldest first. */
const denialsOf = async (caller: Caller, since: number) =>
  (
    await portal.app.db
      .selectFrom('trail')
      .select(['object_id', 'data'])
      .where('event', '=', 'access.refused')
      .where('actor_id', '=', caller.me.userId)
      .where('number', '>', since)
      .orderBy('number')
      .execute()
  ).map(({ object_id, data }) => ({ call: object_id, ...data }))

const newest = async () =>
  (await portal.app.db.selectFrom('trail').select('number').orderBy('number', 'desc').executeTakeFirstOrThrow()).number

test('a thousand denials of a kind are two entries: the first, and how many followed', async () => {
  const caller = await portal.signIn('borrador@almotacen.example')
  const since = await newest()
  const first = { call: 'participant.read', reason: 'notFound', asked: [missing(0)] }
  await ask(caller, 0)
  for (let n = 1; n < 1000; n += 37) {
    await Promise.all(Array.from({ length: Math.min(37, 1000 - n) }, (_, more) => ask(caller, n + more)))
  }
  const last = portal.clock.now()
  expect(await denialsOf(caller, since)).toEqual([first])
  portal.clock.move(15 * MINUTE - 1)
  await writeRefusals(portal.app)
  expect(await denialsOf(caller, since)).toEqual([first])
  portal.clock.move(1)
  await writeRefusals(portal.app)
  const [, summary, ...others] = await denialsOf(caller, since)
  expect(summary).toEqual({ ...first, asked: expect.any(Array), times: 999, last })
  expect((summary as unknown as { asked: string[] }).asked).toHaveLength(10)
  expect(others).toEqual([])
  await writeRefusals(portal.app)
  expect(await denialsOf(caller, since)).toHaveLength(2)
  const cci = await portal.signIn('cci@almotacen.example')
  const { body } = await cci.call(readTimeline, { params: { kind: 'user', id: caller.me.userId as string } })
  expect(body.content[0].sentence).toContain('y se le denegó 999 veces; la última, el 21/11/2026 a las 10:00.')
}, 60_000)

test('each session, call and reason is counted by itself', async () => {
  const [one, other] = [
    await portal.signIn('hontanar@almotacen.example'),
    await portal.signIn('hontanar@almotacen.example'),
  ]
  const since = await newest()
  for (const caller of [one, other, one, other, one]) await ask(caller, 1)
  for (const token of ['otra', 'otra']) {
    const headers = { 'x-csrf-token': token }
    expect((await one.fetch('POST', '/service-catalogs', { body: '{}', headers })).status).toBe(403)
  }
  expect((await one.fetch('POST', '/service-catalogs', { body: '{}' })).status).toBe(403)
  const firsts = await denialsOf(one, since)
  expect(firsts).toHaveLength(4)
  portal.clock.move(15 * MINUTE)
  await writeRefusals(portal.app)
  const summaries = (await denialsOf(one, since)).slice(4) as unknown as {
    call: string
    reason: string
    times: number
  }[]
  expect(summaries.map(({ call, times }) => `${call} ${times}`).toSorted()).toEqual([
    'participant.read 1',
    'participant.read 2',
    'service.save 1',
  ])
})

test('after a quarter of an hour a denial is a first one again, and the earlier count is recorded first', async () => {
  const caller = await portal.signIn('lumbre@almotacen.example')
  const since = await newest()
  for (const n of [1, 2, 3]) await ask(caller, n)
  portal.clock.move(15 * MINUTE)
  await ask(caller, 4)
  expect(await denialsOf(caller, since)).toMatchObject([
    { asked: [missing(1)] },
    { asked: [missing(2), missing(3)], times: 2 },
    { asked: [missing(4)] },
  ])
})

test('an orderly stop records the pending counts', async () => {
  const caller = await portal.signIn('arcadio@almotacen.example')
  const since = await newest()
  for (const n of [1, 2, 3, 4]) await ask(caller, n)
  await startHousekeeping(portal.app).stop()
  expect(await denialsOf(caller, since)).toMatchObject([{ asked: [missing(1)] }, { times: 3 }])
})
