import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#domain/identity/roles.ts'
import {
  proveSecondFactor,
  readSecondFactor,
  saveSecondFactorRules,
  startTotp,
} from '#domain/identity/second-factor/contract.ts'
import { PENDING_MS } from '#domain/identity/second-factor/second-factor.ts'
import { exportOwnData, listSessions, readMe, signIn } from '#domain/identity/session/contract.ts'
import { patchUser } from '#domain/identity/user/contract.ts'
import { sweepSecondSteps } from '#server/identity/second-factor/pending.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { after, DAY } from '#server/platform/clock.ts'
import type { Ending } from '#test/support/endings.ts'
import { everyEnd, userEnds } from '#test/support/endings.ts'
import type { TestProvider } from '#test/support/identity-provider.ts'
import { startProvider } from '#test/support/identity-provider.ts'
import { address, subjectsTo as subjectsOf } from '#test/support/mails.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import type { Away } from '#test/support/sign-on.ts'
import { comeBack, forgetIdentities, goAway, HOME, signingOn } from '#test/support/sign-on.ts'
import { enrolApp as enrol, STEP } from '#test/support/totp.ts'

let provider: TestProvider
let portal: TestPortal
let trusting: TestPortal
beforeAll(async () => {
  provider = await startProvider()
  provider.register(HOME)
  const environment = { ...provider.settings, PUBLIC_URL: HOME }
  portal = await startTestPortal({ environment: { ...environment, MAX_SESSIONS: '2' } })
  trusting = await startTestPortal({ environment: { ...environment, OIDC_TRUST_MFA: 'yes' } })
})
afterAll(async () => {
  await portal?.stop()
  await trusting?.stop()
  await provider?.stop()
})
beforeEach(async () => {
  for (const each of [portal, trusting]) await forgetIdentities(each)
})

const { enter, enterAs, entries, lastEntry, set, userOf } = signingOn(
  () => provider,
  () => portal,
)

const callerOf = ({ headers }: Answer, at = portal): Caller =>
  at.callerWith({ token: headers.get('authorization')!, csrf: headers.get('x-csrf-token')!, cookie: '' })
const subjectsTo = (name: string) => subjectsOf(portal, address(name))
/** Enrols an app for a user who signs in with the password. */
const enrolApp = async (name: string, at = portal) => (await enrol(at, await at.signIn(address(name)))).app

describe('users who sign in at the provider', () => {
  test('is sent there with a code flow, PKCE and one exact address to come back to', async () => {
    const { url, cookie } = await goAway(portal)
    const sent = new URL(url)
    expect(sent.origin).toBe(provider.issuer)
    expect(Object.fromEntries(sent.searchParams)).toEqual({
      client_id: 'almotacen',
      redirect_uri: `${HOME}/auth/single-sign-on`,
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(cookie).toMatch(/^__Host-almotacen_sign_on-[\w-]{12}=[\w-]{43}$/)
    // Neither the database nor the provider's data reveals it.
    const rows = JSON.stringify(await portal.app.db.selectFrom('sign_on_attempt').selectAll().execute())
    const secrets = [cookie.split('=')[1]!, ...['state', 'nonce'].map(name => sent.searchParams.get(name)!)]
    for (const secret of secrets) expect(rows).not.toContain(secret)
    expect(url).not.toContain(secrets[0]!)
  })

  test('API-13 AUTH-01: gets the session that its password gives, in the same words and with the same records', async () => {
    const byPassword = await portal.anonymous.call(signIn, { body: { email: address('entidad'), password: PASSWORD } })
    const from = await lastEntry()
    portal.clock.move(1000)
    const answer = await enterAs('entidad')
    expect(answer.status).toBe(200)
    const own = { now: portal.clock.now(), sessionId: expect.any(String), sessionEndsAt: expect.any(String) }
    expect(answer.body).toEqual({ ...byPassword.body, ...own })
    expect(answer.headers.get('authorization')).toMatch(/^[\w-]{43}$/)
    expect(answer.headers.get('x-csrf-token')).toMatch(/^\w{32}$/)
    const [spent, device] = answer.headers.getSetCookie()
    expect(spent).toMatch(
      /^__Host-almotacen_sign_on-[\w-]{12}=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(device).toMatch(/^__Host-almotacen_device=/)
    expect((await callerOf(answer).call(readMe)).body.email).toBe(address('entidad'))
    const { id } = await userOf('entidad')
    const { token_hash, ...session } = await portal.app.db
      .selectFrom('session')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(session).toMatchObject({
      ...{ id: answer.body.sessionId, started_at: portal.clock.now(), ended_at: null },
      second_factor_elsewhere: false,
    })
    const issuer = provider.issuer
    expect(await entries(from)).toMatchObject([
      { event: 'user.identity-bound', object_kind: 'user', object_id: id, data: { issuer } },
      {
        event: 'session.started',
        object_kind: 'session',
        object_id: session.id,
        data: { issuer, address: '127.0.0.1' },
      },
    ])
    expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
    // The second time there is nothing to bind and no notice to send.
    const mails = (await subjectsTo('entidad')).filter(subject => subject === 'acceso con su proveedor de identidad')
    expect(mails).toHaveLength(1)
    await enterAs('entidad')
    expect((await subjectsTo('entidad')).filter(subject => subject === mails[0])).toHaveLength(1)
  })

  test.each([
    ['cci', 'home'],
    ['proveedor', 'home'],
    ['evaluador', 'home'],
    ['borrador', 'mandatory-data'],
    ['nuevo', 'change-password'],
  ])('AUTH-06 AUTH-07 AUTH-08: %s goes where its password leads: %s', async (name, next) => {
    if (name === 'nuevo') await set(name, { temporary_until: after(portal.clock.now(), DAY) })
    expect((await enterAs(name)).body.next).toBe(next)
  })

  test('AUTH-01 D20: no session when the account ends or its address changes hands during the sign-in', async () => {
    const { id, participant_id, email } = await userOf('entidad')
    const other = await userOf('proveedor')
    provider.people.set('de-entidad', { email_verified: true, email })
    const emailIs = (user: string, to: string) => `update portal_user set email = '${to}' where id = '${user}'`
    const becomesAnothers = {
      ends: `${emailIs(id, 'otra@almotacen.example')}; ${emailIs(other.id, email)}`,
      again: `${emailIs(other.id, other.email)}; ${emailIs(id, email)}`,
    }
    const outcomesOf = async ({ ends, again }: Ending) => {
      const aways: { away: Away; answer: string }[] = []
      for (let nth = 0; nth < 10; nth++) {
        const away = await goAway(portal)
        aways.push({ away, answer: await provider.visit(away.url, 'de-entidad') })
      }
      const forgotten = 'delete from sign_in_attempt; delete from provider_identity'
      const opened: (string | undefined)[] = []
      const outcomes = await everyEnd(portal, { ends, again: `${again}; ${forgotten}` }, async nth => {
        const answer = await comeBack(portal, aways[nth]!.away, aways[nth]!.answer)
        opened.push(answer.body.idGenericEntity)
        return answer
      })
      expect(outcomes[0]!.ended).toBe(true)
      expect(outcomes.at(-1)).toMatchObject({ ended: false, status: 200 })
      return outcomes.map(({ ended }, nth) => ({ ended, opened: opened[nth] }))
    }
    for (const { ended, opened } of await outcomesOf(userEnds(id, participant_id))) {
      expect(opened).toBe(ended ? undefined : participant_id)
    }
    // Before the account is looked up, the e-mail belongs to the other one only; afterwards to neither.
    const moved = await outcomesOf(becomesAnothers)
    expect(moved.filter(({ ended }) => !ended).map(({ opened }) => opened)).toEqual([participant_id])
    const ended = moved.filter(outcome => outcome.ended).map(({ opened }) => opened)
    expect(new Set(ended)).toEqual(new Set([other.participant_id, undefined]))
    expect(ended.at(-1)).toBeUndefined()
  })

  test('D20: tells the owner of a device that the account does not know, once, and opens no more sessions than may be', async () => {
    const first = await portal.signIn(address('evaluador'))
    const before = (await subjectsTo('evaluador')).sort()
    portal.clock.move(1000)
    const answer = await enterAs('evaluador')
    portal.clock.move(1000)
    const news = ['acceso con su proveedor de identidad', 'acceso desde un dispositivo nuevo']
    expect((await subjectsTo('evaluador')).sort()).toEqual([...before, ...news].sort())
    const device = answer.headers.getSetCookie()[1]!.split(';')[0]!
    const away = await goAway(portal)
    const back = await provider.visit(away.url, 'de-evaluador')
    const again = await comeBack(portal, { cookie: `${away.cookie}; ${device}` }, back)
    expect(await subjectsTo('evaluador')).toHaveLength(before.length + 2)
    expect((await callerOf(again).call(listSessions)).body.content).toHaveLength(2)
    expect((await first.call(readMe)).status).toBe(401)
  })

  test('may not change credentials, since the portal does not know when it last authenticated', async () => {
    const caller = callerOf(await enterAs('proveedor'))
    expect((await caller.call(startTotp)).problem.code).toBe('signInAgain')
    expect((await (await portal.signIn(address('proveedor'))).call(startTotp)).status).toBe(200)
  })

  test('gets its identity with all its other data (RGPD, article 15)', async () => {
    const { body } = await callerOf(await enterAs('proveedor')).call(exportOwnData)
    expect(JSON.stringify(body)).toContain('"subject":"de-proveedor"')
  })
})

describe('a second factor', () => {
  const mfa = { amr: ['pwd', 'mfa'] }
  const require = async (role: Role, at: TestPortal) => {
    const none = { CCI: false, PROVIDER: false, AUDIT: false, ENTITY: false }
    const body = { secondFactor: { ...none, [role]: true } }
    expect((await (await at.signIn(address('cci'))).call(saveSecondFactorRules, { body })).status).toBe(200)
  }

  test('a second factor of the account is required as after the password, and only then the identity is bound', async () => {
    const code = await enrolApp('proveedor')
    const first = await enter('ana', { email: address('proveedor'), ...mfa })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ secondFactorNeeded: true, methods: ['totp', 'recovery'] })
    for (const header of ['authorization', 'x-csrf-token']) expect(first.headers.get(header)).toBeNull()
    expect(await portal.app.db.selectFrom('provider_identity').selectAll().execute()).toEqual([])
    const from = await lastEntry()
    const { pending } = first.body
    const second = await portal.anonymous.call(proveSecondFactor, { body: { pending, code: code() } })
    expect(second.status).toBe(200)
    const data = { issuer: provider.issuer, secondFactor: 'totp' }
    expect(await entries(from)).toMatchObject([{ event: 'user.identity-bound' }, { event: 'session.started', data }])
    expect((await callerOf(second).call(startTotp)).problem.code).toBe('signInAgain')
    // Another identity does not get in by the second step either.
    portal.clock.move(STEP)
    await portal.app.db.deleteFrom('provider_identity').execute()
    const waiting = (await enter('berta', { email: address('proveedor') })).body.pending
    const quicker = (await enter('ana', { email: address('proveedor') })).body.pending
    await portal.anonymous.call(proveSecondFactor, { body: { pending: quicker, code: code() } })
    portal.clock.move(STEP)
    const late = await portal.anonymous.call(proveSecondFactor, { body: { pending: waiting, code: code() } })
    expect(late.problem.code).toBe('signOnNoAccess')
  })

  test('the notices of five wrong codes fit a sign-in without a password', async () => {
    await enrolApp('proveedor')
    const { pending } = (await enter('ana', { email: address('proveedor') })).body
    for (let attempt = 0; attempt < 5; attempt++) {
      await portal.anonymous.call(proveSecondFactor, { body: { pending, code: 'no' } })
    }
    expect(await subjectsTo('proveedor')).toContain('alguien entra con su cuenta del proveedor de identidad')
    portal.clock.move(PENDING_MS)
    await sweepSecondSteps(portal.app)
    const mail = (await portal.mails()).filter(({ subject }) => subject.endsWith('acceso sin terminar')).at(-1)!
    expect(mail.to).toBe(address('proveedor'))
    expect(mail.text).toContain('se ha identificado como usted en su proveedor de identidad y no ha terminado')
  })

  test('a second factor required for the role is set up first, whatever the provider says', async () => {
    await require('ENTITY', portal)
    const answer = await enter('ana', { email: address('entidad'), ...mfa })
    expect(answer.body.next).toBe('second-factor')
    expect((await callerOf(answer).call(listSessions)).problem.code).toBe('secondFactorMissing')
  })

  test('is taken from the provider, where the operator says so and the provider says it', async () => {
    await require('ENTITY', trusting)
    const without = await enter('ana', { email: address('entidad'), amr: ['pwd', 'otp'] }, trusting)
    expect(without.body.next).toBe('second-factor')
    const answer = await enter('ana', { email: address('entidad'), ...mfa }, trusting)
    expect(answer.body.next).toBe('home')
    const caller = callerOf(answer, trusting)
    expect((await caller.call(readMe)).body.next).toBe('home')
    expect((await caller.call(listSessions)).status).toBe(200)
    expect((await caller.call(readSecondFactor)).body.required).toBe(true)
    // It belongs to this session alone: the password's session still lacks it.
    expect((await trusting.signIn(address('entidad'))).me.next).toBe('second-factor')
    expect((await caller.call(readMe)).body.next).toBe('home')
    // After a change of the password, the session that replaces it has shown as much.
    const body = { oldPassword: PASSWORD, newPassword: 'Romana.Exacta1', policyAccepted: true }
    const changed = await caller.call(patchUser, { params: { key: (await userOf('entidad', trusting)).id }, body })
    expect(changed.status).toBe(200)
    expect((await callerOf(changed, trusting).call(readMe)).body.next).toBe('home')
  })

  test('a second factor of a trusted provider replaces that of the account', async () => {
    await enrolApp('proveedor', trusting)
    const from = await lastEntry(trusting)
    expect((await enter('ana', { email: address('proveedor'), acr: '0' }, trusting)).body.secondFactorNeeded).toBe(true)
    expect((await enter('ana', { email: address('proveedor'), ...mfa }, trusting)).body.next).toBe('home')
    expect((await entries(from, trusting)).at(-1)).toMatchObject({ data: { secondFactor: 'provider' } })
  })
})

test('a provider that tells the e-mail only in exchange for its access token serves as well', async () => {
  const strict = await startProvider({ inUserInfo: true, algorithm: 'PS256' })
  strict.register(HOME)
  const other = await startTestPortal({ seed: 'centre', environment: { ...strict.settings, PUBLIC_URL: HOME } })
  try {
    for (const [verified, status] of [
      [true, 200],
      [false, 403],
    ] as const) {
      strict.people.set('ana', { email: address('cci'), email_verified: verified })
      const away = await goAway(other)
      expect((await comeBack(other, away, await strict.visit(away.url, 'ana'))).status).toBe(status)
    }
  } finally {
    await other.stop()
    await strict.stop()
  }
})
