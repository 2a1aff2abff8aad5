import * as OTPAuth from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { abilities } from '#domain/abilities.ts'
import { contracts } from '#domain/contracts.ts'
import type { Role } from '#domain/roles.ts'
import {
  addPasskey,
  askPasskey,
  confirmTotp,
  enrolPasskeyOptions,
  proveSecondFactor,
  readSecondFactor,
  readSecondFactorOfUser,
  readSecondFactorRules,
  removePasskey,
  removeSecondFactorOfUser,
  removeTotp,
  renewRecoveryCodes,
  saveSecondFactorRules,
  startTotp,
} from '#domain/second-factor/contract.ts'
import { closeSession, readMe, requestPassword, resetPassword, signIn } from '#domain/session/contract.ts'
import { deleteUser, patchUser } from '#domain/user/contract.ts'
import { after, DAY, MINUTE } from '#server/clock.ts'
import { sweepSecondSteps } from '#server/second-factor/pending.ts'
import { verifyTrail } from '#server/trail/verify.ts'
import { softAuthenticator } from '#test/support/authenticator.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

const STEP = 30_000
const HOME = 'http://portal.example'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())
// Guesses of one test must not block the next: all come from one address.
beforeEach(async () => {
  const { db } = portal.portal
  for (const table of ['sign_in_attempt', 'totp_factor', 'passkey', 'recovery_code', 'second_factor_rule'] as const) {
    await db.deleteFrom(table).execute()
  }
  portal.clock.move(DAY)
})

const address = (name: string) => `${name}@almotacen.example`
const enter = (name: string, password = PASSWORD): Promise<Answer<any>> =>
  portal.anonymous.call(signIn, { body: { email: address(name), password } })
const prove = (pending: string, proof: object): Promise<Answer<any>> =>
  portal.anonymous.call(proveSecondFactor, { body: { pending, ...proof } })

/** The first step with the right password: what the second one needs. */
async function firstStep(name: string): Promise<string> {
  const { status, body } = await enter(name)
  expect(status).toBe(200)
  return body.pending
}

/** What an app with this secret shows at the portal's time. */
function appOf(secret: string) {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) })
  return (shift = 0) => totp.generate({ timestamp: Date.parse(portal.clock.now()) + shift * STEP })
}

/** Sets up an app; the clock is at the next step then, so that the next code is fresh. */
async function enrolApp(caller: Caller) {
  const { body } = await caller.call(startTotp)
  const app = appOf(body.secret)
  const answer = await caller.call(confirmTotp, { body: { code: app() } })
  expect(answer.status).toBe(200)
  portal.clock.move(STEP)
  return { app, secret: body.secret as string, codes: answer.body.recoveryCodes as string[] }
}

async function enrolled(name: string) {
  const caller = await portal.signIn(address(name))
  return { caller, ...(await enrolApp(caller)) }
}

async function enrolKey(caller: Caller, name = 'Llave azul') {
  const key = softAuthenticator(HOME)
  const { body: options } = await caller.call(enrolPasskeyOptions)
  const answer = await caller.call(addPasskey, { body: { name, passkey: key.register(options) } })
  return { key, answer }
}

async function eventsOf(userId: string): Promise<string[]> {
  const rows = await portal.portal.db
    .selectFrom('trail')
    .select('event')
    .where('object_id', '=', userId)
    .orderBy('number')
    .execute()
  return rows.map(row => row.event)
}
const subjectsTo = async (name: string) =>
  (await portal.mails()).filter(mail => mail.to === address(name)).map(mail => mail.subject.replace('Almotacén: ', ''))
const rules = (...required: Role[]) => ({
  body: {
    secondFactor: Object.fromEntries(
      ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'].map(r => [r, required.includes(r as Role)]),
    ),
  },
})

describe('signing in with an authenticator app', () => {
  test('AUTH-01: the right password opens nothing; the code of the app does, and only then is there a session', async () => {
    const { app } = await enrolled('proveedor')
    const sessions = () => portal.portal.db.selectFrom('session').select('id').execute()
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
    const stored = JSON.stringify(await portal.portal.db.selectFrom('pending_sign_in').selectAll().execute())
    expect(stored).not.toContain(first.body.pending)
  })

  test('AUTH-01: a wrong password tells nothing of a second factor, whoever asks', async () => {
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

    await portal.portal.db.deleteFrom('sign_in_attempt').execute()
    portal.clock.move(STEP)
    const [one, two] = [await firstStep('proveedor'), await firstStep('proveedor')]
    const fresh = app()
    const both = await Promise.all([prove(one, { code: fresh }), prove(two, { code: fresh })])
    expect(both.map(answer => answer.status).sort()).toEqual([200, 403])
    // Not even a step later, when the window still holds it.
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
      await portal.portal.db.deleteFrom('sign_in_attempt').execute()
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
    expect((await prove(pending, { code: app() })).problem).toMatchObject({ status: 401, code: 'pendingDead' })
    await sweepSecondSteps(portal.portal)
    expect(await portal.portal.db.selectFrom('pending_sign_in').selectAll().execute()).toEqual([])
    const again = await firstStep('proveedor')
    expect((await prove(again, { code: app() })).status).toBe(200)
    portal.clock.move(STEP)
    expect((await prove(again, { code: app() })).problem.code).toBe('pendingDead')
    expect((await prove('x'.repeat(43), { code: app() })).problem.code).toBe('pendingDead')
  })

  test('what is shown must be exactly one thing', async () => {
    const { app, codes } = await enrolled('proveedor')
    const pending = await firstStep('proveedor')
    for (const proof of [{}, { code: app(), recoveryCode: codes[0] }, { code: app(), passkey: {} }, { code: 1 }]) {
      expect((await prove(pending, proof)).status).toBe(400)
    }
    expect(await portal.portal.db.selectFrom('sign_in_attempt').select('device').execute()).toEqual([
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

  test('S7: a reset of the password ends it, and the new password asks for the factor all the same', async () => {
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
    expect(await portal.portal.db.selectFrom('totp_factor').selectAll().execute()).toEqual([])
  })
})

describe('guesses at the second step', () => {
  test('AUTH-32 D20: of 64 wrong codes at once five are checked, then it is blocked for fifteen minutes', async () => {
    const { app } = await enrolled('proveedor')
    const pending = await firstStep('proveedor')
    const wrong = app(500)
    const answers = await Promise.all(Array.from({ length: 64 }, () => prove(pending, { code: wrong })))
    const count = (code: string) => answers.filter(({ problem }) => problem.code === code).length
    expect([count('codeWrong'), count('blocked')]).toEqual([5, 59])
    expect((await prove(pending, { code: app() })).problem.code).toBe('blocked')
    // The password is blocked with it, from here.
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
    expect(await portal.portal.db.selectFrom('sign_in_attempt').selectAll().execute()).toEqual([])
  })

  test('AUTH-32: from however many devices, an account has five codes; its owner is told that the password is known', async () => {
    const { app, caller } = await enrolled('proveedor')
    const wrong = app(500)
    // Each device was given its cookie by this account, so that each is counted by itself.
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

describe('recovery codes', () => {
  test('ten are shown once, of at least 128 bits each, and only their hashes are kept', async () => {
    const { caller, codes } = await enrolled('proveedor')
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){4}[0-9a-hjkmnp-tv-z]{2}$/)
    const stored = JSON.stringify([
      await portal.portal.db.selectFrom('recovery_code').selectAll().execute(),
      await portal.portal.db.selectFrom('idempotent_call').selectAll().execute(),
      await portal.portal.db.selectFrom('trail').selectAll().execute(),
      await portal.portal.db.selectFrom('outbox_mail').selectAll().execute(),
    ])
    for (const code of codes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replaceAll('-', ''))
    }
    expect((await caller.call(readSecondFactor)).body).toMatchObject({ recoveryCodesLeft: 10 })
  })

  test('each opens once, however it is typed, and its owner is told how many are left', async () => {
    const { caller, codes } = await enrolled('proveedor')
    const typed = ` ${codes[3]!.toUpperCase().replaceAll('-', ' ')} `
    const answers = await Promise.all(
      [await firstStep('proveedor'), await firstStep('proveedor')].map(pending =>
        prove(pending, { recoveryCode: typed }),
      ),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 403])
    expect((await prove(await firstStep('proveedor'), { recoveryCode: codes[3] })).problem.code).toBe('codeWrong')
    expect((await prove(await firstStep('proveedor'), { recoveryCode: codes[4] })).status).toBe(200)
    const mails = (await portal.mails()).filter(({ subject }) =>
      subject.endsWith('acceso con un código de recuperación'),
    )
    expect(mails.map(mail => /Le quedan \d+/.exec(mail.text)![0]).sort()).toEqual(['Le quedan 8', 'Le quedan 9'])
    expect((await caller.call(readSecondFactor)).body.recoveryCodesLeft).toBe(8)
    expect(await eventsOf(caller.me.userId)).toContain('user.recovery-code-used')
  })

  test('new ones end the old ones; without a factor there are none', async () => {
    const { caller, codes } = await enrolled('proveedor')
    const renewed = (await caller.call(renewRecoveryCodes)).body.recoveryCodes
    expect(renewed).toHaveLength(10)
    const pending = await firstStep('proveedor')
    expect((await prove(pending, { recoveryCode: codes[0] })).problem.code).toBe('codeWrong')
    expect((await prove(pending, { recoveryCode: renewed[0] })).status).toBe(200)
    const without = await portal.signIn(address('lumbre'))
    expect((await without.call(renewRecoveryCodes)).status).toBe(404)
  })
})

describe('setting up and taking away', () => {
  test('an app counts for nothing until a code of it was shown, in time', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const { body } = await caller.call(startTotp)
    expect(body.uri).toMatch(/^otpauth:\/\/totp\//)
    expect((await enter('proveedor')).status).toBe(200)
    expect((await caller.call(confirmTotp, { body: { code: appOf(body.secret)(50) } })).problem.code).toBe('codeWrong')
    expect((await caller.call(readSecondFactor)).body).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      required: false,
    })
    const late = await portal.signIn(address('proveedor'))
    portal.clock.move(9 * MINUTE)
    expect((await late.call(confirmTotp, { body: { code: appOf(body.secret)() } })).status).toBe(200)
    expect((await late.call(confirmTotp, { body: { code: appOf(body.secret)() } })).problem.code).toBe('enrolmentDead')
  })

  test('D39: the database holds no secret of an app in the clear', async () => {
    const { secret } = await enrolled('proveedor')
    const raw = OTPAuth.Secret.fromBase32(secret)
    const rows = JSON.stringify([
      await portal.portal.db.selectFrom('totp_factor').selectAll().execute(),
      await portal.portal.db.selectFrom('totp_enrolment').selectAll().execute(),
      await portal.portal.db.selectFrom('idempotent_call').selectAll().execute(),
      await portal.portal.db.selectFrom('trail').selectAll().execute(),
    ])
    const forms = [
      secret,
      raw.hex,
      Buffer.from(raw.bytes).toString('base64'),
      Buffer.from(raw.bytes).toString('base64url'),
    ]
    for (const form of forms) expect(rows).not.toContain(form)
  })

  test('another app takes the place of the first', async () => {
    const { caller, app } = await enrolled('proveedor')
    const other = await enrolApp(caller)
    expect(other.codes).toBeNull()
    const pending = await firstStep('proveedor')
    expect((await prove(pending, { code: app() })).problem.code).toBe('codeWrong')
    expect((await prove(pending, { code: other.app() })).status).toBe(200)
  })

  test('without it the password is enough again; each change is in the trail and is mailed to its owner', async () => {
    const before = (await subjectsTo('proveedor')).length
    const { caller } = await enrolled('proveedor')
    expect((await caller.call(removeTotp)).status).toBe(204)
    expect((await caller.call(removeTotp)).status).toBe(404)
    expect((await enter('proveedor')).headers.get('authorization')).not.toBeNull()
    expect(await portal.portal.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
    expect((await eventsOf(caller.me.userId)).filter(event => event.startsWith('user.factor')).slice(-2)).toEqual([
      'user.factor-added',
      'user.factor-removed',
    ])
    expect((await subjectsTo('proveedor')).slice(before)).toEqual(
      expect.arrayContaining(['nueva verificación en dos pasos', 'se ha quitado una verificación en dos pasos']),
    )
  })

  test('ASVS 7.5.1: ten minutes after signing in nothing of it can be changed, and a new password does not help', async () => {
    const { caller } = await enrolled('proveedor')
    const cci = await portal.signIn(address('cci'))
    portal.clock.move(10 * MINUTE + 1)
    const changes = [startTotp, removeTotp, enrolPasskeyOptions, renewRecoveryCodes] as const
    const refused = async (who: Caller) =>
      Promise.all(changes.map(async change => (await who.call(change)).problem.code))
    expect(await refused(caller)).toEqual(Array(4).fill('signInAgain'))
    expect((await caller.call(confirmTotp, { body: { code: '000000' } })).problem.code).toBe('signInAgain')
    expect((await caller.call(addPasskey, { body: { name: 'x', passkey: {} } })).problem.code).toBe('signInAgain')
    const some = { params: { id: '0'.repeat(26) } }
    expect((await caller.call(removePasskey, some)).problem.code).toBe('signInAgain')
    expect((await cci.call(saveSecondFactorRules, rules('CCI'))).problem.code).toBe('signInAgain')
    const key = address('proveedor')
    expect((await cci.call(removeSecondFactorOfUser, { params: { key } })).problem.code).toBe('signInAgain')

    const changed = await caller.call(patchUser, {
      params: { key },
      body: { oldPassword: PASSWORD, newPassword: 'Romana.Exacta1' },
    })
    expect(changed.status).toBe(200)
    const headers = {
      authorization: changed.headers.get('authorization')!,
      'x-csrf-token': changed.headers.get('x-csrf-token')!,
    }
    expect((await caller.call(removeTotp, { headers })).problem.code).toBe('signInAgain')
    await caller.call(patchUser, {
      params: { key },
      body: { oldPassword: 'Romana.Exacta1', newPassword: PASSWORD },
      headers,
    })
  })
})

describe('passkeys', () => {
  test('one is added and opens the second step; it is shown by its name', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const { key, answer } = await enrolKey(caller)
    expect(answer.body.recoveryCodes).toHaveLength(10)
    const { body } = await caller.call(readSecondFactor)
    expect(body.passkeys).toEqual([
      { id: expect.any(String), name: 'Llave azul', createdAt: portal.clock.now(), lastUsedAt: null },
    ])
    const first = (await enter('proveedor')).body
    expect(first.methods).toEqual(['passkey', 'recovery'])
    const { body: options } = await portal.anonymous.call(askPasskey, { body: { pending: first.pending } })
    expect(options).toMatchObject({ rpId: 'portal.example', allowCredentials: [{ id: key.id }] })
    expect((await prove(first.pending, { passkey: key.sign(options) })).status).toBe(200)
    expect((await caller.call(readSecondFactor)).body.passkeys[0].lastUsedAt).toBe(portal.clock.now())
  })

  test('who asks comes from PUBLIC_URL, whatever the request says of itself', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const { body } = await caller.call(enrolPasskeyOptions, {
      headers: { 'x-forwarded-host': 'malo.example', origin: 'https://malo.example' },
    })
    expect(body.rp).toEqual({ id: 'portal.example', name: 'Almotacén' })
    expect(body.challenge).toMatch(/^[\w-]{43}$/)
    expect(body.user).toMatchObject({ name: address('proveedor') })
  })

  test('what was signed elsewhere, for something else or by another key is refused, and none of it is kept', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const colleague = await portal.signIn(address('lumbre'))
    const key = softAuthenticator(HOME)
    const options = async (who = caller) => (await who.call(enrolPasskeyOptions)).body
    const add = (passkey: object, who = caller) => who.call(addPasskey, { body: { name: 'Llave', passkey } })
    const wrong = [
      key.register(await options(), { origin: 'https://malo.example' }),
      key.register(await options(), { rpId: 'malo.example' }),
      key.register(await options(), { challenge: 'A'.repeat(43) }),
      key.register(await options(colleague)),
      {},
      { id: 7, response: 'x' },
    ]
    for (const passkey of wrong)
      expect((await add(passkey)).problem).toMatchObject({ status: 403, code: 'passkeyWrong' })
    const late = key.register(await options())
    portal.clock.move(5 * MINUTE)
    expect((await add(late)).problem.code).toBe('passkeyWrong')
    expect(await portal.portal.db.selectFrom('passkey').selectAll().execute()).toEqual([])
    const right = key.register(await options())
    expect((await add(right)).status).toBe(200)
    // Its challenge is used up, and the key is somebody’s.
    expect((await add(right)).problem.code).toBe('passkeyWrong')
    expect((await add(key.register(await options(colleague)), colleague)).problem.code).toBe('passkeyExists')
  })

  test('a challenge is signed once, for its own sign-in and with a count that grows', async () => {
    const caller = await portal.signIn(address('proveedor'))
    const { key } = await enrolKey(caller)
    const other = softAuthenticator(HOME)
    const fresh = async () => {
      await portal.portal.db.deleteFrom('sign_in_attempt').execute()
      const pending = await firstStep('proveedor')
      return { pending, options: (await portal.anonymous.call(askPasskey, { body: { pending } })).body }
    }
    const one = await fresh()
    const signed = key.sign(one.options)
    expect((await prove((await fresh()).pending, { passkey: signed })).problem.code).toBe('passkeyWrong')
    expect((await prove(one.pending, { passkey: signed })).status).toBe(200)
    const two = await fresh()
    expect((await prove(two.pending, { passkey: signed })).problem.code).toBe('passkeyWrong')
    for (const passkey of [
      other.sign(two.options),
      { ...other.sign(two.options), id: key.id, rawId: key.id },
      key.sign(two.options, { origin: 'https://malo.example' }),
    ]) {
      expect((await prove((await fresh()).pending, { passkey })).problem.code).toBe('passkeyWrong')
    }
    const copied = await fresh()
    key.rewind(0)
    expect((await prove(copied.pending, { passkey: key.sign(copied.options) })).problem.code).toBe('passkeyWrong')
    key.rewind(50)
    const last = await fresh()
    const again = key.sign(last.options)
    const both = await Promise.all([prove(last.pending, { passkey: again }), prove(last.pending, { passkey: again })])
    expect(both.filter(answer => answer.status === 200)).toHaveLength(1)
  })

  test('one is taken away by its owner and by nobody else', async () => {
    const caller = await portal.signIn(address('proveedor'))
    await enrolKey(caller)
    const [{ id }] = (await caller.call(readSecondFactor)).body.passkeys
    const colleague = await portal.signIn(address('proveedor2')).catch(() => portal.signIn(address('lumbre')))
    expect((await colleague.call(removePasskey, { params: { id } })).status).toBe(404)
    expect((await caller.call(removePasskey, { params: { id } })).status).toBe(204)
    expect((await enter('proveedor')).headers.get('authorization')).not.toBeNull()
  })
})

describe('who must have a second factor', () => {
  test('S1 D14: with the rule nothing opens but setting one up, in sessions that were open too', async () => {
    const cci = await portal.signIn(address('cci'))
    const open = await portal.signIn(address('entidad'))
    expect((await cci.call(saveSecondFactorRules, rules('ENTITY'))).status).toBe(200)
    expect((await cci.call(readSecondFactorRules)).body).toEqual({ ...rules('ENTITY').body, version: 1 })
    const entered = await portal.signIn(address('entidad'))
    expect(entered.me.next).toBe('second-factor')
    const free: string[] = []
    for (const caller of [open, entered]) {
      for (const contract of contracts.filter(({ who }) => who !== 'anyone')) {
        if (contract === (closeSession as never)) continue
        const params = Object.fromEntries(Object.keys(contract.params?.shape ?? {}).map(name => [name, '0'.repeat(26)]))
        const { problem } = await caller.call(contract, { params: params as never })
        const grant = abilities[contract.who as keyof typeof abilities]
        if ('since' in grant && grant.since === 'password') free.push(contract.name)
        else expect(`${contract.name} ${problem.code}`).toBe(`${contract.name} secondFactorMissing`)
      }
    }
    expect([...new Set(free)].sort()).toEqual([
      'second-factor.add-passkey',
      'second-factor.confirm-totp',
      'second-factor.passkey-options',
      'second-factor.read',
      'second-factor.remove-passkey',
      'second-factor.remove-totp',
      'second-factor.renew-codes',
      'second-factor.start-totp',
      'session.me',
    ])
    const { codes } = await enrolApp(entered)
    expect(codes).toHaveLength(10)
    expect((await entered.call(readMe)).body.next).toBe('home')
    expect((await open.call(readMe)).body.next).toBe('home')
    expect((await entered.call(readSecondFactor)).body.required).toBe(true)
    expect((await entered.call(removeTotp)).problem.code).toBe('secondFactorRequired')
    const { answer } = await enrolKey(entered)
    expect(answer.body.recoveryCodes).toBeNull()
    expect((await entered.call(removeTotp)).status).toBe(204)
    const events = await portal.portal.db
      .selectFrom('trail')
      .select('data')
      .where('event', '=', 'second-factor.rules-saved')
      .execute()
    expect(events.at(-1)!.data).toEqual({ required: ['ENTITY'] })
  })

  test('the rule holds for CCI itself, and for who comes with a one-time password before it chooses one', async () => {
    const cci = await portal.signIn(address('cci'))
    await cci.call(saveSecondFactorRules, rules('CCI', 'PROVIDER'))
    expect((await cci.call(readSecondFactorRules)).problem.code).toBe('secondFactorMissing')
    await portal.portal.db
      .updateTable('portal_user')
      .set({ temporary_until: after(portal.clock.now(), DAY) })
      .where('email', '=', address('nuevo'))
      .execute()
    const fresh = await portal.signIn(address('nuevo'))
    expect(fresh.me.next).toBe('second-factor')
    await enrolApp(fresh)
    expect((await fresh.call(readMe)).body.next).toBe('change-password')
  })
})

describe('a lost factor', () => {
  test('6.4.4: CCI takes it away: the user is told, its sessions end, and it is in the trail', async () => {
    const { caller } = await enrolled('proveedor')
    const cci = await portal.signIn(address('cci'))
    const params = { key: address('proveedor') }
    expect((await cci.call(readSecondFactorOfUser, { params })).body).toEqual({
      totp: expect.any(String),
      passkeys: 0,
      recoveryCodesLeft: 10,
    })
    const pending = await firstStep('proveedor')
    expect((await cci.call(removeSecondFactorOfUser, { params })).status).toBe(204)
    expect((await caller.call(readMe)).status).toBe(401)
    expect((await prove(pending, { code: '000000' })).problem.code).toBe('pendingDead')
    expect((await enter('proveedor')).headers.get('authorization')).not.toBeNull()
    expect(await subjectsTo('proveedor')).toContain('se ha quitado su verificación en dos pasos')
    const removal = await portal.portal.db
      .selectFrom('trail')
      .select(['actor_id', 'data'])
      .where('event', '=', 'user.factor-removed')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(removal).toEqual({ actor_id: cci.me.userId, data: { factor: 'all' } })
    expect((await cci.call(removeSecondFactorOfUser, { params })).status).toBe(404)
  })

  test('6.4.4: nobody gets round the rule by taking away its own as if it were another’s', async () => {
    const { caller } = await enrolled('cci2')
    const answer = await caller.call(removeSecondFactorOfUser, { params: { key: address('cci2') } })
    expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('S12: after all of this the trail is whole', async () => {
    expect(await verifyTrail(portal.portal.db)).toMatchObject({ ok: true })
  })
})
