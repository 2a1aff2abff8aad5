import * as OTPAuth from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contracts } from '#domain/contracts.ts'
import { abilities } from '#domain/identity/abilities.ts'
import type { Role } from '#domain/identity/roles.ts'
import {
  addPasskey,
  confirmTotp,
  enrolPasskeyOptions,
  readSecondFactor,
  readSecondFactorOfUser,
  readSecondFactorRules,
  removePasskey,
  removeSecondFactorOfUser,
  removeTotp,
  renewRecoveryCodes,
  saveSecondFactorRules,
  startTotp,
} from '#domain/identity/second-factor/contract.ts'
import { ENROLMENT_MS } from '#domain/identity/second-factor/second-factor.ts'
import { closeSession, listSessions, readMe } from '#domain/identity/session/contract.ts'
import { patchUser } from '#domain/identity/user/contract.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { after, DAY, MINUTE } from '#server/platform/clock.ts'
import { address } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { forgetFactors, twoSteps } from '#test/support/two-steps.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())
beforeEach(() => forgetFactors(portal))

const { appOf, enrolApp, enrolKey, enrolled, enter, eventsOf, firstStep, prove, subjectsTo } = twoSteps(() => portal)

const rules = (...required: Role[]) => ({
  body: {
    secondFactor: Object.fromEntries(
      ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'].map(r => [r, required.includes(r as Role)]),
    ),
  },
})

describe('recovery codes', () => {
  test('ten are shown once, of at least 128 bits each, and only their hashes are kept', async () => {
    const { caller, codes } = await enrolled('proveedor')
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){4}[0-9a-hjkmnp-tv-z]{2}$/)
    const stored = JSON.stringify([
      await portal.app.db.selectFrom('recovery_code').selectAll().execute(),
      await portal.app.db.selectFrom('idempotent_call').selectAll().execute(),
      await portal.app.db.selectFrom('trail').selectAll().execute(),
      await portal.app.db.selectFrom('outbox_mail').selectAll().execute(),
    ])
    for (const code of codes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replaceAll('-', ''))
    }
    expect((await caller.call(readSecondFactor)).body).toMatchObject({ recoveryCodesLeft: 10 })
  })

  test('each code opens once, in any spelling, and a mail says how many are left', async () => {
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
  test('an app is not active until one of its codes was shown, in time', async () => {
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
    portal.clock.move(ENROLMENT_MS)
    const late = await portal.signIn(address('proveedor'))
    const confirm = (secret: string) => late.call(confirmTotp, { body: { code: appOf(secret)() } })
    expect((await confirm(body.secret)).problem.code).toBe('enrolmentDead')
    const { body: again } = await late.call(startTotp)
    portal.clock.move(9 * MINUTE)
    expect((await confirm(again.secret)).status).toBe(200)
    expect((await confirm(again.secret)).problem.code).toBe('enrolmentDead')
  })

  test('D39: the database holds no secret of an app in the clear', async () => {
    const { secret } = await enrolled('proveedor')
    const raw = OTPAuth.Secret.fromBase32(secret)
    const rows = JSON.stringify([
      await portal.app.db.selectFrom('totp_factor').selectAll().execute(),
      await portal.app.db.selectFrom('totp_enrolment').selectAll().execute(),
      await portal.app.db.selectFrom('idempotent_call').selectAll().execute(),
      await portal.app.db.selectFrom('trail').selectAll().execute(),
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
    expect(await portal.app.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
    expect((await eventsOf(caller.me.userId)).filter(event => event.startsWith('user.factor')).slice(-2)).toEqual([
      'user.factor-added',
      'user.factor-removed',
    ])
    expect((await subjectsTo('proveedor')).slice(before)).toEqual(
      expect.arrayContaining(['nueva verificación en dos pasos', 'se ha quitado una verificación en dos pasos']),
    )
  })

  test('ASVS 7.4.3: a new factor ends sessions of the password alone, and these change nothing of it', async () => {
    const stranger = await portal.signIn(address('proveedor'))
    const kept = await stranger.call(startTotp)
    const { caller } = await enrolled('proveedor')
    expect((await caller.call(readMe)).status).toBe(200)
    const code = appOf(kept.body.secret)()
    const attempts = [
      await stranger.call(readMe),
      await stranger.call(startTotp),
      await stranger.call(confirmTotp, { body: { code } }),
      await stranger.call(renewRecoveryCodes),
    ]
    expect(attempts.map(({ problem }) => problem.code)).toEqual(Array(4).fill('noSession'))
  })

  test('ASVS 7.4.3: each change of a factor ends the other sessions and the sign-ins that wait, and leaves this one', async () => {
    const { caller, codes } = await enrolled('proveedor')
    let left = 0
    const other = async () => {
      const { headers } = await prove(await firstStep('proveedor'), { recoveryCode: codes[left++] })
      return portal.callerWith({
        token: headers.get('authorization')!,
        csrf: headers.get('x-csrf-token')!,
        cookie: '',
      })
    }
    const changes = [
      () => enrolKey(caller).then(({ answer }) => answer),
      () => caller.call(removeTotp),
      () => caller.call(renewRecoveryCodes),
    ]
    for (const change of changes) {
      const open = await other()
      const pending = await firstStep('proveedor')
      expect((await change()).status).toBeLessThan(300)
      expect((await open.call(readMe)).status).toBe(401)
      expect((await prove(pending, { recoveryCode: codes[left] })).problem.code).toBe('pendingDead')
      expect((await caller.call(readMe)).status).toBe(200)
    }
  })

  test('of two sessions that set up an app at the same moment one succeeds', async () => {
    const both = [await portal.signIn(address('proveedor')), await portal.signIn(address('proveedor'))]
    const { body } = await both[0]!.call(startTotp)
    const held = await portal.app.db.startTransaction().execute()
    await held.selectFrom('portal_user').select('id').where('id', '=', both[0]!.me.userId).forUpdate().execute()
    const answers = both.map(each => each.call(confirmTotp, { body: { code: appOf(body.secret)() } }))
    const waiting = `select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    await expect.poll(async () => (await portal.asOwner(waiting)).length).toBe(2)
    await held.commit().execute()
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 401])
    const alive = await Promise.all(both.map(each => each.call(readMe)))
    expect(alive.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('a session at which the factor of its user was not shown opens nothing, wherever it came from', async () => {
    const { caller } = await enrolled('proveedor')
    const session = portal.app.db.updateTable('session').where('id', '=', caller.me.sessionId as string)
    const shown = async (second_factor_shown: boolean | null, second_factor_elsewhere = false) => {
      await session.set({ second_factor_shown, second_factor_elsewhere }).execute()
      return (await caller.call(readMe)).status
    }
    expect(await shown(false)).toBe(401)
    expect(await shown(false, true)).toBe(200)
    // Started before sessions stored it.
    expect(await shown(null)).toBe(200)
    expect(await shown(true)).toBe(200)
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

describe('users who must have a second factor', () => {
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
        if ('since' in grant && (grant.since === 'password' || grant.since === 'second-factor'))
          free.push(contract.name)
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
    expect((await open.call(readMe)).status).toBe(401)
    expect((await entered.call(readSecondFactor)).body.required).toBe(true)
    expect((await entered.call(removeTotp)).problem.code).toBe('secondFactorRequired')
    const { answer } = await enrolKey(entered)
    expect(answer.body.recoveryCodes).toBeNull()
    expect((await entered.call(removeTotp)).status).toBe(204)
    const events = await portal.app.db
      .selectFrom('trail')
      .select('data')
      .where('event', '=', 'second-factor.rules-saved')
      .execute()
    expect(events.at(-1)!.data).toEqual({ required: ['ENTITY'] })
  })

  test('the rule holds for CCI itself, and for users of a one-time password after their own', async () => {
    const cci = await portal.signIn(address('cci'))
    await cci.call(saveSecondFactorRules, rules('CCI', 'PROVIDER'))
    expect((await cci.call(readSecondFactorRules)).problem.code).toBe('secondFactorMissing')
    await portal.app.db
      .updateTable('portal_user')
      .set({ temporary_until: after(portal.clock.now(), DAY) })
      .where('email', '=', address('nuevo'))
      .execute()
    const fresh = await portal.signIn(address('nuevo'))
    expect(fresh.me.next).toBe('change-password')
    const ofFactors = contracts.filter(({ who }) => who === 'second-factor.own')
    expect(ofFactors).toHaveLength(8)
    for (const contract of ofFactors) {
      const params = Object.fromEntries(Object.keys(contract.params?.shape ?? {}).map(name => [name, '0'.repeat(26)]))
      const { problem } = await fresh.call(contract, { params: params as never })
      expect(`${contract.name} ${problem.status} ${problem.code}`).toBe(`${contract.name} 403 passwordMissing`)
    }
    expect(await portal.app.db.selectFrom('totp_enrolment').selectAll().execute()).toEqual([])
    const params = { key: address('nuevo') }
    const body = { oldPassword: PASSWORD, newPassword: 'Romana.Exacta1', policyAccepted: true }
    const changed = await fresh.call(patchUser, { params, body })
    expect(changed.status).toBe(200)
    const own = portal.callerWith({
      token: changed.headers.get('authorization')!,
      csrf: changed.headers.get('x-csrf-token')!,
      cookie: '',
    })
    expect((await own.call(readMe)).body.next).toBe('second-factor')
    for (const answer of [await own.call(patchUser, { params, body }), await own.call(listSessions)]) {
      expect(answer.problem.code).toBe('secondFactorMissing')
    }
    await enrolApp(own)
    expect((await own.call(readMe)).body.next).toBe('mandatory-data')
  })
})

describe('a lost factor', () => {
  test('6.4.4: CCI removes it: the user is notified, its sessions end, and the audit log records it', async () => {
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
    const removal = await portal.app.db
      .selectFrom('trail')
      .select(['actor_id', 'data'])
      .where('event', '=', 'user.factor-removed')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(removal).toEqual({ actor_id: cci.me.userId, data: { factor: 'all' } })
    expect((await cci.call(removeSecondFactorOfUser, { params })).status).toBe(404)
  })

  test('6.4.4: a user of CCI cannot remove its own factor by the call for others', async () => {
    const { caller } = await enrolled('cci2')
    const answer = await caller.call(removeSecondFactorOfUser, { params: { key: address('cci2') } })
    expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('S12: after all of this the trail is whole', async () => {
    expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
  })
})
