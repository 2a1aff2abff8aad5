import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SessionWire } from '#domain/identity/session/contract.ts'
import {
  endOtherSessions,
  endSession,
  endSessionOfUser,
  endSessionsOfUser,
  listSessions,
  listSessionsOfUser,
  readMe,
  requestPassword,
  resetPassword,
  signIn,
} from '#domain/identity/session/contract.ts'
import { createUser, patchUser, updateUser } from '#domain/identity/user/contract.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts'
import { codeMailedTo } from '#test/support/mails.ts'
import type { Caller, Mail, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const OWNER = 'proveedor@almotacen.example'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())
beforeEach(async () => {
  const { db } = portal.app
  await db.deleteFrom('sign_in_attempt').execute()
  await db.deleteFrom('session').execute()
  portal.clock.move(DAY)
})

const list = async (caller: Caller): Promise<SessionWire[]> => (await caller.call(listSessions)).body.content
const isIn = async (caller: Caller) => (await caller.call(readMe)).status === 200
const enter = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  portal.anonymous.call(signIn, { body: { email, password }, headers })

async function notices(to: string): Promise<Mail[]> {
  return (await portal.mails()).filter(mail => mail.to === to && mail.text.includes('trata de la seguridad'))
}
/** The account notices that an action sends. */
async function noticesOf(to: string, act: () => Promise<unknown>): Promise<Mail[]> {
  const before = new Set((await notices(to)).map(mail => mail.messageId))
  await act()
  return (await notices(to)).filter(mail => !before.has(mail.messageId))
}

async function endings(): Promise<{ object_id: string; actor_id: string | null; data: unknown }[]> {
  const from = portal.clock.now()
  return portal.app.db
    .selectFrom('trail')
    .select(['object_id', 'actor_id', 'data'])
    .where('event', '=', 'session.ended')
    .where('at', '>=', from)
    .orderBy('number')
    .execute()
}

describe('the own sessions', () => {
  test('AUTH-01 D50: each shows its device in words, its address and its times, the newest first', async () => {
    const first = await portal.signIn(OWNER)
    portal.clock.move(5 * MINUTE)
    const answer = await enter(OWNER, PASSWORD, { 'user-agent': FIREFOX })
    portal.clock.move(2 * MINUTE)
    const sessions = await list(first)
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^\w{26}$/),
        device: 'Firefox en Linux',
        address: '127.0.0.1',
        startedAt: '2026-11-22T09:05:00.000Z',
        lastSeenAt: '2026-11-22T09:05:00.000Z',
        current: false,
      },
      expect.objectContaining({
        startedAt: '2026-11-22T09:00:00.000Z',
        lastSeenAt: '2026-11-22T09:07:00.000Z',
        current: true,
      }),
    ])
    expect(JSON.stringify(sessions)).not.toContain(answer.headers.get('authorization'))
  })

  test('D50: ends one session at once, and the entry names the user', async () => {
    const here = await portal.signIn(OWNER)
    portal.clock.move(1000)
    const there = await portal.signIn(OWNER)
    const [other] = await list(here)
    expect((await here.call(endSession, { params: { id: other!.id } })).status).toBe(204)
    expect(await isIn(there)).toBe(false)
    expect(await isIn(here)).toBe(true)
    expect(await list(here)).toHaveLength(1)
    expect(await endings()).toEqual([{ object_id: other!.id, actor_id: here.me.userId, data: { by: 'owner' } }])
    expect((await here.call(endSession, { params: { id: other!.id } })).status).toBe(404)
  })

  test('D50: all the others are ended, this one stays', async () => {
    const callers = []
    for (let count = 0; count < 4; count++) callers.push(await portal.signIn(OWNER))
    const stranger = await portal.signIn('lumbre@almotacen.example')
    expect((await callers[1]!.call(endOtherSessions)).status).toBe(204)
    expect(await Promise.all(callers.map(isIn))).toEqual([false, true, false, false])
    expect(await isIn(stranger)).toBe(true)
    expect(await endings()).toHaveLength(3)
  })

  test('D50: another user’s session is not there, not even a colleague’s', async () => {
    const colleague = await portal.signIn('proveedor2@almotacen.example')
    const [{ id } = { id: '' }] = await list(colleague)
    const caller = await portal.signIn(OWNER)
    const foreign = await caller.call(endSession, { params: { id } })
    const missing = await caller.call(endSession, { params: { id: '0'.repeat(26) } })
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(missing.body)
    expect(await isIn(colleague)).toBe(true)
  })

  test('D19: a lapsed session is not listed as open', async () => {
    await portal.signIn(OWNER)
    portal.clock.move(30 * MINUTE + 1)
    expect(await list(await portal.signIn(OWNER))).toHaveLength(1)
  })

  test('D19: the eleventh session ends the oldest, also when many begin at once', async () => {
    const from = portal.clock.now()
    const callers: Caller[] = []
    for (let count = 0; count < 11; count++) {
      callers.push(await portal.signIn(OWNER))
      portal.clock.move(1000)
    }
    expect(await Promise.all(callers.map(isIn))).toEqual([false, ...Array(10).fill(true)])
    await Promise.all(Array.from({ length: 4 }, () => portal.signIn(OWNER)))
    expect(await list(await portal.signIn(OWNER))).toHaveLength(10)
    const ended = await portal.app.db
      .selectFrom('trail')
      .select('data')
      .where('event', '=', 'session.ended')
      .where('at', '>=', from)
      .execute()
    expect(ended.filter(({ data }) => (data as { by?: string }).by === 'limit')).toHaveLength(6)
  })
})

describe('CCI ends the sessions of a user', () => {
  test('ROLE-42: it sees them and ends one or all; the entry says that it was CCI', async () => {
    const cci = await portal.signIn('cci@almotacen.example')
    const first = await portal.signIn(OWNER)
    const second = await portal.signIn(OWNER)
    const key = OWNER
    const sessions: SessionWire[] = (await cci.call(listSessionsOfUser, { params: { key } })).body.content
    expect(sessions.map(session => session.current)).toEqual([false, false])
    const [{ id } = { id: '' }] = await list(first)
    const newest = sessions[0]!.id
    expect(id).toBe(newest)
    expect((await cci.call(endSessionOfUser, { params: { key, id: newest } })).status).toBe(204)
    expect([await isIn(first), await isIn(second)].filter(Boolean)).toHaveLength(1)
    expect((await cci.call(endSessionsOfUser, { params: { key: first.me.userId } })).status).toBe(204)
    expect([await isIn(first), await isIn(second)]).toEqual([false, false])
    const all = await endings()
    expect(all.map(({ actor_id, data }) => ({ actor_id, data }))).toEqual(
      Array(2).fill({ actor_id: cci.me.userId, data: { by: 'centre' } }),
    )
  })

  test('ROLE-42: 404 for a session under another user, and CCI keeps its calling session', async () => {
    const cci = await portal.signIn('cci@almotacen.example')
    const owner = await portal.signIn(OWNER)
    const [{ id } = { id: '' }] = await list(owner)
    const wrong = await cci.call(endSessionOfUser, { params: { key: 'lumbre@almotacen.example', id } })
    expect(wrong.status).toBe(404)
    expect(await isIn(owner)).toBe(true)
    const elsewhere = await portal.signIn('cci@almotacen.example')
    await cci.call(endSessionsOfUser, { params: { key: 'cci@almotacen.example' } })
    expect([await isIn(cci), await isIn(elsewhere)]).toEqual([true, false])
  })
})

describe('notices to the owner of an account', () => {
  test('D20: a device that it never used, once; its own device again, never', async () => {
    const first = await noticesOf(OWNER, async () => portal.signIn(OWNER))
    expect(first).toEqual([])
    let cookie = ''
    const [mail, ...more] = await noticesOf(OWNER, async () => {
      const answer = await enter(OWNER, PASSWORD, { 'user-agent': FIREFOX })
      cookie = answer.headers.get('set-cookie')!.split(';')[0]!
    })
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Almotacén: acceso desde un dispositivo nuevo' })
    expect(mail!.text).toContain('desde un dispositivo que no había usado antes')
    expect(mail!.text).toMatch(/Fecha: \d\d\/\d\d\/2026 \d\d:\d\d \(hora de Madrid\)\./)
    expect(mail!.text).toContain('Dispositivo: Firefox en Linux. Dirección: 127.0.0.1.')
    expect(await noticesOf(OWNER, () => enter(OWNER, PASSWORD, { cookie }))).toEqual([])
    // The first sign-in sends no notice, and a device of one account is new to another.
    expect(await noticesOf('lumbre@almotacen.example', () => enter('lumbre@almotacen.example'))).toEqual([])
    const other = await noticesOf('lumbre@almotacen.example', () =>
      enter('lumbre@almotacen.example', PASSWORD, { cookie }),
    )
    expect(other.map(({ subject }) => subject)).toEqual(['Almotacén: acceso desde un dispositivo nuevo'])
  })

  test('D20: a device of before the password was changed or reset is new', async () => {
    const device = async (password: string, headers: Record<string, string> = {}) => {
      const answer = await enter(OWNER, password, headers)
      return { answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? headers.cookie! }
    }
    const stranger = await device(PASSWORD)
    portal.clock.move(MINUTE)
    await portal.anonymous.call(requestPassword, { params: { key: OWNER } })
    const code = await codeMailedTo(portal, OWNER)
    const reset = { code, newPassword: 'Romana.Exacta1' }
    expect((await portal.anonymous.call(resetPassword, { body: reset })).status).toBe(204)
    portal.clock.move(MINUTE)
    const told = await noticesOf(OWNER, () => device('Romana.Exacta1', { cookie: stranger.cookie }))
    expect(told.map(({ subject }) => subject)).toEqual(['Almotacén: acceso desde un dispositivo nuevo'])
    // After a change of the password, the device is still known.
    const again = await portal.signIn(OWNER, 'Romana.Exacta1')
    portal.clock.move(MINUTE)
    const body = { oldPassword: 'Romana.Exacta1', newPassword: PASSWORD }
    const headers = { cookie: again.cookie }
    expect((await again.call(patchUser, { params: { key: OWNER }, body, headers })).status).toBe(200)
    portal.clock.move(MINUTE)
    expect(await noticesOf(OWNER, () => enter(OWNER, PASSWORD, headers))).toEqual([])
    const late = await noticesOf(OWNER, () => enter(OWNER, PASSWORD, { cookie: stranger.cookie }))
    expect(late.map(({ subject }) => subject)).toEqual(['Almotacén: acceso desde un dispositivo nuevo'])
  })

  test('D20: reports failures before a sign-in with their number, once', async () => {
    const { headers } = await enter(OWNER)
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    portal.clock.move(MINUTE)
    for (let count = 0; count < 3; count++) await enter(OWNER, 'No.es.Esta1')
    const [mail, ...more] = await noticesOf(OWNER, () => enter(OWNER, PASSWORD, { cookie }))
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Almotacén: acceso después de varios intentos fallidos')
    expect(mail!.text).toContain('después de 3 intentos fallidos')
    portal.clock.move(MINUTE)
    expect(await noticesOf(OWNER, () => enter(OWNER, PASSWORD, { cookie }))).toEqual([])
    portal.clock.move(MINUTE)
    for (let count = 0; count < 2; count++) await enter(OWNER, 'No.es.Esta1', { cookie })
    expect(await noticesOf(OWNER, () => enter(OWNER, PASSWORD, { cookie }))).toEqual([])
  })

  test('D20 D21: nothing is mailed for a wrong password, nor to an address without an account', async () => {
    const before = (await portal.mails()).length
    for (let count = 0; count < 6; count++) {
      await enter(OWNER, 'No.es.Esta1')
      await enter('nadie@almotacen.example', 'No.es.Esta1')
    }
    expect(await portal.mails()).toHaveLength(before)
  })

  test('AUTH-15 D19: a change of password notifies the owner and ends the other sessions', async () => {
    const email = 'cantera@almotacen.example'
    const here = await portal.signIn(email)
    const there = await portal.signIn(email)
    const body = { oldPassword: PASSWORD, newPassword: 'Romana.Exacta1' }
    const [mail, ...more] = await noticesOf(email, async () => {
      expect((await here.call(patchUser, { params: { key: email }, body })).status).toBe(200)
    })
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Almotacén: su contraseña ha cambiado')
    expect([await isIn(here), await isIn(there)]).toEqual([false, false])
  })

  test('API-14 D21: a password reset is announced by mail too', async () => {
    const email = 'ribera@almotacen.example'
    portal.clock.move(HOUR)
    await portal.anonymous.call(requestPassword, { params: { key: email } })
    const asked = (await portal.mails()).find(mail => mail.to === email && mail.subject.startsWith('Recuperar'))
    const code = new URL(/https?:\S+/.exec(asked!.text)![0]).searchParams.get('code')!
    const told = await noticesOf(email, async () => {
      const answer = await portal.anonymous.call(resetPassword, { body: { code, newPassword: 'Romana.Exacta1' } })
      expect(answer.status).toBe(204)
    })
    expect(told.map(mail => mail.subject)).toEqual(['Almotacén: su contraseña ha cambiado'])
  })

  test('ERR-06: notifies the former address of an account', async () => {
    const cci = await portal.signIn('cci@almotacen.example')
    const contactDetails = {
      name: 'Eva',
      surNames: 'Rey',
      position: 'Control',
      tlf: '911234567',
      email: 'antes@almotacen.example',
    }
    const { body } = await cci.call(createUser, { body: { user: { contactDetails } } })
    await portal.mails()
    const told = await noticesOf('antes@almotacen.example', async () => {
      const moved = { id: body.id, contactDetails: { email: 'despues@almotacen.example' } }
      expect((await cci.call(updateUser, { body: moved })).status).toBe(200)
    })
    expect(told.map(mail => mail.subject)).toEqual(['Almotacén: su usuario tiene otro correo'])
    expect(told[0]!.text).not.toContain('despues@')
  })
})
