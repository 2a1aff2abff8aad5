import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contracts } from '#domain/contracts.ts'
import {
  confirmTotp,
  proveSecondFactor,
  renewRecoveryCodes,
  startTotp,
} from '#domain/identity/second-factor/contract.ts'
import { PENDING_MS } from '#domain/identity/second-factor/second-factor.ts'
import { requestPassword, resetPassword, signIn } from '#domain/identity/session/contract.ts'
import { deleteUser, patchUser } from '#domain/identity/user/contract.ts'
import { formatInstant } from '#domain/values/day.ts'
import { sweepSecondSteps } from '#server/identity/second-factor/pending.ts'
import { DAY, MINUTE } from '#server/platform/clock.ts'
import { entriesAbout } from '#test/support/entries.ts'
import { address, mailsTo } from '#test/support/mails.ts'
import type { Mail, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { STEP } from '#test/support/totp.ts'
import { forgetFactors, twoSteps } from '#test/support/two-steps.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())
beforeEach(() => forgetFactors(portal))

const { appOf, enrolled, enter, eventsOf, firstStep, prove, subjectsTo } = twoSteps(() => portal)

describe('signing in with an authenticator app', () => {
  test('AUTH-01: the right password opens nothing; the code of the app does, and only then is there a session', async () => {
    const { app } = await enrolled('proveedor')
    const sessions = () => portal.app.db.selectFrom('session').select('id').execute()
    const before = (await sessions()).length
    const first = await enter('proveedor')
    expect(first.body).toEqual({
      secondFactorNeeded: true,
      pending: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: expect.any(String),
      methods: ['totp', 'recovery'],
    })
    for (const header of ['authorization', 'x-csrf-token', 'set-cookie']) expect(first.headers.get(header)).toBeNull()
    expect(await sessions()).toHaveLength(before)

    const second = await prove(first.body.pending, { code: app() })
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({ email: address('proveedor'), next: 'home' })
    expect(second.headers.get('authorization')).toMatch(/^[\w-]{43}$/)
    expect(second.headers.get('set-cookie')).toContain('almotacen_device=')
    expect(await sessions()).toHaveLength(before + 1)
    const stored = JSON.stringify(await portal.app.db.selectFrom('pending_sign_in').selectAll().execute())
    expect(stored).not.toContain(first.body.pending)
  })

  test('AUTH-01: a right password without its second step leaves an entry with where it came from', async () => {
    const { caller } = await enrolled('proveedor')
    const before = (await entriesAbout(portal, caller.me.userId)).length
    await firstStep('proveedor')
    const [entry, ...more] = (await entriesAbout(portal, caller.me.userId)).slice(before)
    expect(entry).toMatchObject({ event: 'session.half-open', data: { address: '127.0.0.1', knownDevice: false } })
    expect(more).toEqual([])
  })

  test('AUTH-01: a wrong password reveals no second factor to any caller', async () => {
    await enrolled('proveedor')
    const [withFactor, without, nobody] = [
      await enter('proveedor', 'No.es.Esta1'),
      await enter('lumbre', 'No.es.Esta1'),
      await enter('nadie', 'No.es.Esta1'),
    ]
    expect(withFactor.status).toBe(403)
    expect(withFactor.body).toEqual(without.body)
    expect(withFactor.body).toEqual(nobody.body)
  })

  test('a code opens once, also when it is sent many times at once or for another sign-in of the user', async () => {
    const { app } = await enrolled('proveedor')
    const pending = await firstStep('proveedor')
    const code = app()
    const same = await Promise.all(Array.from({ length: 5 }, () => prove(pending, { code })))
    expect(same.filter(answer => answer.status === 200)).toHaveLength(1)

    await portal.app.db.deleteFrom('sign_in_attempt').execute()
    portal.clock.move(STEP)
    const [one, two] = [await firstStep('proveedor'), await firstStep('proveedor')]
    const fresh = app()
    const both = await Promise.all([prove(one, { code: fresh }), prove(two, { code: fresh })])
    expect(both.map(answer => answer.status).sort()).toEqual([200, 403])
    // Not even a step later, within the same window.
    portal.clock.move(STEP)
    const third = await firstStep('proveedor')
    expect((await prove(third, { code: fresh })).problem.code).toBe('codeWrong')
    expect((await prove(third, { code: app() })).status).toBe(200)
  })

  test('the code that set the app up is used up by it', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const { body } = await caller.call(startTotp)
    const code = appOf(body.secret)()
    await caller.call(confirmTotp, { body: { code } })
    expect((await prove(await firstStep('proveedor'), { code })).problem.code).toBe('codeWrong')
  })

  test('codes of one step early or late are taken, others are not, and an older one never after a newer', async () => {
    const { app } = await enrolled('proveedor')
    portal.clock.move(10 * STEP)
    for (const [shift, status] of [
      [-2, 403],
      [2, 403],
      [-1, 200],
      [-1, 403],
      [1, 200],
      [0, 403],
    ] as const) {
      await portal.app.db.deleteFrom('sign_in_attempt').execute()
      const answer = await prove(await firstStep('proveedor'), { code: app(shift) })
      expect([shift, answer.status]).toEqual([shift, status])
    }
  })

  test('the code of another user does not open, nor does a token without its user', async () => {
    const mine = await enrolled('proveedor')
    const theirs = await enrolled('lumbre')
    const pending = await firstStep('proveedor')
    expect((await prove(pending, { code: theirs.app() })).problem.code).toBe('codeWrong')
    expect((await prove(pending, { recoveryCode: theirs.codes[0] })).problem.code).toBe('codeWrong')
    expect((await prove(pending, { code: mine.app() })).status).toBe(200)
  })

  test('a token lives five minutes and becomes one session', async () => {
    const { app } = await enrolled('proveedor')
    const pending = await firstStep('proveedor')
    portal.clock.move(5 * MINUTE)
    // Wrong codes are not checked any more either.
    for (const code of [app(), '000000']) {
      expect((await prove(pending, { code })).problem).toMatchObject({ status: 401, code: 'pendingDead' })
    }
    await sweepSecondSteps(portal.app)
    expect(await portal.app.db.selectFrom('pending_sign_in').selectAll().execute()).toEqual([])
    const again = await firstStep('proveedor')
    expect((await prove(again, { code: app() })).status).toBe(200)
    portal.clock.move(STEP)
    expect((await prove(again, { code: app() })).problem.code).toBe('pendingDead')
    expect((await prove('x'.repeat(43), { code: app() })).problem.code).toBe('pendingDead')
  })

  test('a proof must be exactly one thing', async () => {
    const { app, codes } = await enrolled('proveedor')
    const pending = await firstStep('proveedor')
    for (const proof of [{}, { code: app(), recoveryCode: codes[0] }, { code: app(), passkey: {} }, { code: 1 }]) {
      expect((await prove(pending, proof)).status).toBe(400)
    }
    expect(await portal.app.db.selectFrom('sign_in_attempt').select('device').execute()).toEqual([
      { device: expect.any(String) },
    ])
    expect((await prove(pending, { code: app() })).status).toBe(200)
  })
})

describe('the token between the two steps', () => {
  test('S5 S8: it is a session for no call at all, nor a reset code', async () => {
    await enrolled('proveedor')
    const pending = await firstStep('proveedor')
    for (const contract of contracts.filter(({ who }) => who !== 'anyone')) {
      for (const authorization of [pending, `Bearer ${pending}`]) {
        const params = Object.fromEntries(Object.keys(contract.params?.shape ?? {}).map(name => [name, '0'.repeat(26)]))
        const answer = await portal.anonymous.call(contract, { params: params as never, headers: { authorization } })
        expect(`${contract.name} ${answer.status} ${answer.problem.code}`).toBe(`${contract.name} 401 noSession`)
      }
    }
    const reset = await portal.anonymous.call(resetPassword, { body: { code: pending, newPassword: 'Romana.Exacta1' } })
    expect(reset.problem.code).toBe('resetCodeDead')
  })

  test('S7: a password reset ends it, and the new password still asks for the factor', async () => {
    const name = 'cantera'
    const { app } = await enrolled(name)
    const pending = await firstStep(name)
    await portal.anonymous.call(requestPassword, { params: { key: address(name) } })
    const mail = (await portal.mails())
      .filter(({ to, subject }) => to === address(name) && /Recuperar/.test(subject))
      .at(-1)
    const code = new URL(/https?:\S+/.exec(mail!.text)![0]).searchParams.get('code')!
    const answer = await portal.anonymous.call(resetPassword, { body: { code, newPassword: 'Romana.Exacta1' } })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('authorization')).toBeNull()
    expect((await prove(pending, { code: app() })).problem.code).toBe('pendingDead')
    const next = await enter(name, 'Romana.Exacta1')
    expect(next.body.secondFactorNeeded).toBe(true)
    expect((await prove(next.body.pending, { code: app() })).status).toBe(200)
  })

  test('a user that was ended meanwhile does not get in', async () => {
    const { app, caller } = await enrolled('proveedor2')
    const pending = await firstStep('proveedor2')
    const principal = await portal.signIn(address('proveedor'))
    expect((await principal.call(deleteUser, { body: { id: caller.me.userId } })).status).toBe(204)
    expect((await prove(pending, { code: app() })).problem.code).toBe('pendingDead')
    expect(await portal.app.db.selectFrom('totp_factor').selectAll().execute()).toEqual([])
  })
})

describe('a right password without a second step', () => {
  const half = (name: string, headers: Record<string, string> = {}) =>
    portal.anonymous.call(signIn, { body: { email: address(name), password: PASSWORD }, headers })
  const lapse = async (ms = PENDING_MS) => {
    portal.clock.move(ms)
    await sweepSecondSteps(portal.app)
  }
  const UNFINISHED = 'acceso sin terminar'
  const told = async (name: string) =>
    (await mailsTo(portal, address(name))).filter(({ subject }) => subject.endsWith(UNFINISHED))

  test('notifies the owner once it lapsed, with its time, device and address, and advice', async () => {
    await enrolled('lumbre')
    const before = (await subjectsTo('lumbre')).length
    const at = formatInstant(portal.clock.now())
    await half('lumbre', { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0' })
    await lapse(PENDING_MS - 1)
    expect((await subjectsTo('lumbre')).slice(before)).toEqual([])
    await lapse(20 * MINUTE)
    await lapse()
    expect((await subjectsTo('lumbre')).slice(before)).toEqual([UNFINISHED])
    const [{ text }] = (await told('lumbre')) as [Mail]
    expect(text).toContain('ha introducido su contraseña correcta y no ha terminado la verificación en dos pasos')
    expect(text).toContain(`Fecha: ${at} (hora de Madrid). Dispositivo: Firefox en Windows. Dirección: 127.0.0.1.`)
    expect(text).toContain('/account')
  })

  test('notifies once a day and account, of later ones the next day, and never of finished ones', async () => {
    const { app } = await enrolled('lumbre')
    const before = (await told('lumbre')).length
    const count = async () => (await told('lumbre')).length - before
    await half('lumbre')
    await half('lumbre')
    await lapse()
    expect(await count()).toBe(1)
    for (let tries = 0; tries < 3; tries++) await half('lumbre')
    expect((await prove(await firstStep('lumbre'), { code: app() })).status).toBe(200)
    const later = formatInstant(portal.clock.now())
    await lapse()
    await lapse(DAY - 2 * PENDING_MS)
    expect(await count()).toBe(1)
    await lapse()
    expect(await count()).toBe(2)
    expect((await told('lumbre')).at(-1)!.text).toContain(later)
    await lapse(2 * DAY)
    expect(await count()).toBe(2)
    expect(await portal.app.db.selectFrom('pending_sign_in').selectAll().execute()).toEqual([])
  })

  test('does not notify of attempts from a device that then finishes, but of those from another device', async () => {
    const { app } = await enrolled('lumbre')
    const first = await prove(await firstStep('lumbre'), { code: app() })
    const own = { cookie: first.headers.get('set-cookie')!.split(';')[0]! }
    const before = (await told('lumbre')).length
    const beginAndFinish = async () => {
      await half('lumbre', own)
      portal.clock.move(STEP)
      const { body } = await half('lumbre', own)
      const done = await portal.anonymous.call(proveSecondFactor, {
        body: { pending: body.pending, code: app() },
        headers: own,
      })
      expect(done.status).toBe(200)
    }
    portal.clock.move(STEP)
    await beginAndFinish()
    await lapse()
    expect((await told('lumbre')).length - before).toBe(0)
    await half('lumbre', { 'user-agent': 'curl/8' })
    await beginAndFinish()
    await half('lumbre', own)
    await lapse()
    const [mail, ...more] = (await told('lumbre')).slice(before)
    expect(mail!.text).toContain('Un programa o navegador desconocido')
    expect(more).toEqual([])
  })

  test('a change of the factors does not keep it from its owner; after a change of the password there is nothing to tell', async () => {
    const { caller } = await enrolled('lumbre')
    const before = (await told('lumbre')).length
    const pending = await firstStep('lumbre')
    expect((await caller.call(renewRecoveryCodes)).status).toBe(200)
    expect((await prove(pending, { code: '000000' })).problem.code).toBe('pendingDead')
    await lapse(0)
    expect((await told('lumbre')).length - before).toBe(1)

    portal.clock.move(DAY)
    const again = await enrolled('hontanar')
    await firstStep('hontanar')
    const body = { oldPassword: PASSWORD, newPassword: 'Romana.Exacta1' }
    expect((await again.caller.call(patchUser, { params: { key: address('hontanar') }, body })).status).toBe(200)
    await lapse()
    expect(await told('hontanar')).toEqual([])
  })
})

describe('guesses at the second step', () => {
  test('AUTH-32 D20: of 64 simultaneous wrong codes five are checked, then the account is blocked for fifteen minutes', async () => {
    const { app } = await enrolled('proveedor')
    const pending = await firstStep('proveedor')
    const wrong = app(500)
    const answers = await Promise.all(Array.from({ length: 64 }, () => prove(pending, { code: wrong })))
    const count = (code: string) => answers.filter(({ problem }) => problem.code === code).length
    expect([count('codeWrong'), count('blocked')]).toEqual([5, 59])
    expect((await prove(pending, { code: app() })).problem.code).toBe('blocked')
    // The password is blocked with it, from this device.
    expect((await enter('proveedor')).status).toBe(401)
    portal.clock.move(15 * MINUTE)
    expect((await prove(await firstStep('proveedor'), { code: app() })).status).toBe(200)
  })

  test('AUTH-32 D20: right passwords in between give no further codes', async () => {
    const { app } = await enrolled('proveedor')
    const wrong = app(500)
    const codes = []
    for (let round = 0; round < 5; round++)
      codes.push((await prove(await firstStep('proveedor'), { code: wrong })).problem.code)
    expect(codes).toEqual(Array(5).fill('codeWrong'))
    expect((await enter('proveedor')).problem.code).toBe('blocked')
  })

  test('AUTH-32 D20: a right password costs no guess: four wrong ones, the right one, and the code opens', async () => {
    const { app } = await enrolled('proveedor')
    for (let count = 0; count < 4; count++) expect((await enter('proveedor', 'No.es.Esta1')).status).toBe(403)
    for (let count = 0; count < 3; count++) await firstStep('proveedor')
    const pending = await firstStep('proveedor')
    expect((await prove(pending, { code: app() })).status).toBe(200)
    expect(await portal.app.db.selectFrom('sign_in_attempt').selectAll().execute()).toEqual([])
  })

  test('AUTH-32: an account has five codes over all devices; its owner is notified that the password is known', async () => {
    const { app, caller } = await enrolled('proveedor')
    const wrong = app(500)
    // This account gave each device its cookie, so each is counted separately.
    const cookies: string[] = []
    for (let count = 0; count < 3; count++) {
      const answer = await prove(await firstStep('proveedor'), { code: app() })
      cookies.push(answer.headers.get('set-cookie')!.split(';')[0]!)
      portal.clock.move(STEP)
    }
    const before = await subjectsTo('proveedor')
    const told = async () =>
      (await eventsOf(caller.me.userId)).filter(event => event === 'user.second-step-blocked').length
    const toldBefore = await told()
    const answers: string[] = []
    for (let count = 0; count < 9; count++) {
      const headers = { cookie: cookies[count % 3]! }
      const { body } = await portal.anonymous.call(signIn, {
        body: { email: address('proveedor'), password: PASSWORD },
        headers,
      })
      const answer = await portal.anonymous.call(proveSecondFactor, {
        body: { pending: body.pending, code: wrong },
        headers,
      })
      answers.push(answer.problem.code)
    }
    expect(answers).toEqual([...Array(5).fill('codeWrong'), ...Array(4).fill('blocked')])
    expect((await subjectsTo('proveedor')).slice(before.length)).toEqual(['alguien conoce su contraseña'])
    expect((await told()) - toldBefore).toBe(1)
  })
})
