import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMe } from '#domain/identity/session/contract.ts'
import { invite } from '#domain/invitation/contract.ts'
import { refusals } from '#domain/messages.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* The system clock jumps forward or back while the portal runs (R13). */

let portal: TestPortal
const EMAIL = 'cci@almotacen.example'
const signIn = (password: string) =>
  portal.anonymous.fetch('POST', '/login', { body: JSON.stringify({ email: EMAIL, password }) })

beforeAll(async () => {
  // Summer time ends in Madrid on this day at 3:00, which is 1:00 in UTC.
  portal = await startTestPortal({ start: '2026-10-25T00:30:00.000Z', environment: { RATE_LIMITS: 'yes' } })
})
afterAll(() => portal.stop())

test('R13: put back two days, the portal still lets people in and answers them', async () => {
  const before = await portal.signIn(EMAIL)
  expect((await before.call(readMe)).status).toBe(200)
  portal.clock.move(-2 * DAY)
  expect((await before.call(readMe)).status).toBe(200)
  const cci = await portal.signIn(EMAIL)
  expect((await cci.call(readMe)).status).toBe(200)
  portal.clock.move(2 * DAY)
})

test('R13: a block is not lifted early by a clock put back, nor by the hour that summer time ends with', async () => {
  for (let attempt = 0; attempt < 5; attempt++) await signIn('Equivocada.1')
  for (const jump of [0, -2 * DAY, 2 * DAY + 14 * MINUTE]) {
    portal.clock.move(jump)
    expect((await signIn('Almotacen.2026')).problem.detail).toBe(refusals.blocked.sentence)
  }
  portal.clock.move(2 * MINUTE)
  expect((await signIn('Almotacen.2026')).status).toBe(200)
})

test('R13: with any clock jumps numbers rise, the chain verifies and no notice repeats', async () => {
  const notices = async () =>
    (await portal.app.db.selectFrom('notification').select('once_key').where('once_key', 'is not', null).execute()).map(
      row => row.once_key,
    )
  for (const [step, jump] of [0, 2 * DAY, -2 * DAY, 26 * HOUR, -26 * HOUR, 2 * DAY].entries()) {
    portal.clock.move(jump)
    await Promise.all([announceExpiries(portal.app), announceExpiries(portal.app)])
    const cci = await portal.signIn(EMAIL)
    const answer = await cci.call(invite, { body: { type: 'PROVIDER', email: `reloj${step}@uno.example` } })
    expect(answer.status).toBe(201)
  }
  const keys = await notices()
  expect(keys.length).toBeGreaterThan(0)
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
  const rows = await portal.app.db.selectFrom('trail').select('number').orderBy('number').execute()
  expect(rows.map(row => row.number)).toEqual(rows.map((_row, index) => index + 1))
  const told = await portal.app.db
    .selectFrom('notification')
    .select(['participant_id', 'once_key', eb => eb.fn.countAll<number>().as('times')])
    .where('once_key', 'is not', null)
    .groupBy(['participant_id', 'once_key'])
    .execute()
  expect(told.filter(row => Number(row.times) > 1)).toEqual([])
})
