import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { attemptRates, costOf } from '#domain/contract/limits.ts'
import { signIn } from '#domain/identity/session/contract.ts'
import { createUser, deleteUser, patchUser } from '#domain/identity/user/contract.ts'
import { changeInvitation } from '#domain/invitation/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { commands } from '#server/admin/commands.ts'
import { after, DAY, MINUTE } from '#server/platform/clock.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import type { Person, TestProvider } from '#test/support/identity-provider.ts'
import { startProvider } from '#test/support/identity-provider.ts'
import { address } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { comeBack, forgetIdentities, goAway, HOME, signingOn } from '#test/support/sign-on.ts'

const NO_ACCESS = 'Su identidad es correcta, pero no hay un acceso para ella en este portal. Pida al CCI que le invite.'

let provider: TestProvider
let portal: TestPortal
beforeAll(async () => {
  provider = await startProvider()
  provider.register(HOME)
  portal = await startTestPortal({ environment: { ...provider.settings, PUBLIC_URL: HOME, RATE_LIMITS: 'yes' } })
})
afterAll(async () => {
  await portal?.stop()
  await provider?.stop()
})
beforeEach(() => forgetIdentities(portal))

const { enter, enterAs, entries, lastEntry, set, userOf } = signingOn(
  () => provider,
  () => portal,
)

describe('an identity without an account', () => {
  test('FORM-02: an account is found by its e-mail as the portal writes it', async () => {
    expect((await enter('mayus', { email: 'PROVEEDOR2@Almotacen.Example' })).body.email).toBe(address('proveedor2'))
  })

  test('D7 D20 D50: every reason is one sentence, byte for byte, and one entry of the trail', async () => {
    await set('hontanar', { temporary_until: portal.clock.now() })
    await portal.app.db
      .updateTable('invitation')
      .set({ status: 'REJECTED' })
      .where('email', '=', address('lumbre'))
      .execute()
    const cantera = await portal.signIn(address('cantera'))
    const contactDetails = { name: 'Otra', surNames: 'Persona', position: 'Riesgos', tlf: '911234567' }
    const user = { contactDetails: { ...contactDetails, email: address('cantera9') } }
    const { body } = await cantera.call(createUser, { body: { user } })
    const cci = await portal.signIn(address('cci'))
    await cci.call(deleteUser, { body: { id: body.id } })
    await enter('el-primero', { email: address('cci2') })
    await enter('uno-de-ribera', { email: address('ribera') })
    const from = await lastEntry()

    const users = await portal.app.db.selectFrom('portal_user').select('id').execute()
    const tried: [Person, string, string?][] = [
      [{ email: address('nadie') }, 'no-account'],
      [{ email: address('entidad'), email_verified: false }, 'not-verified'],
      [{ email: address('entidad'), email_verified: undefined }, 'not-verified'],
      [{ email: address('entidad'), email_verified: 'true' }, 'not-verified'],
      [{ email: 'no es un correo' }, 'not-verified'],
      [{ email: address('cantera9') }, 'no-account'],
      [{ email: address('hontanar') }, 'account-closed'],
      [{ email: address('lumbre') }, 'account-closed'],
      [{ email: address('cci2') }, 'account-of-another'],
      [{ email: address('entidad') }, 'identity-of-another', 'uno-de-ribera'],
    ]
    const answers: unknown[] = []
    for (const [index, [person, , subject]] of tried.entries()) {
      const { status, body, headers } = await enter(subject ?? `otro-${index}`, person)
      expect(body.detail).toBe(NO_ACCESS)
      const { date: _date, ...rest } = Object.fromEntries(headers)
      answers.push({ status, body, rest })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 403 })
    const noted = await entries(from)
    expect(noted.map(({ event, data }) => [event, (data as { why: string }).why])).toEqual(
      tried.map(([, why]) => ['session.refused', why]),
    )
    // A person without an account leaves no identifying data.
    const words = JSON.stringify(noted)
    for (const [person, , subject] of tried) {
      expect(words).not.toContain(person.email!)
      if (subject) expect(words).not.toContain(subject)
    }
    // And no user was created.
    expect(await portal.app.db.selectFrom('portal_user').select('id').execute()).toEqual(users)
  })

  test('D7: letters outside ASCII match no account, and user, log and audit log say so', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    onTestFinished(() => said.mockRestore())
    const from = await lastEntry()
    for (const email of ['entidad@almotacen.example\u212a', 'ñ@almotacen.example', 'entidad@almotacén.example']) {
      const { status, problem } = await enter('letras', { email })
      expect([status, problem.code]).toEqual([403, 'signOnLetters'])
      expect(problem.detail).toContain('tiene letras que este portal no admite, como la ñ o una tilde')
      expect((await entries(from)).at(-1)).toMatchObject({
        event: 'session.refused',
        data: { why: 'letters-outside-ascii', claim: 'email' },
      })
      const line = String(said.mock.lastCall?.[0])
      expect(line).toContain('sign-on-email-letters-outside-ascii')
      expect(line).not.toContain(email)
    }
    expect(await entries(from)).toHaveLength(3)
  })

  test('D46: a provider that sends no email_verified is taken by its xms_edov, or trusted by OIDC_TRUST_EMAIL', async () => {
    const unsaid = { email: address('entidad'), email_verified: undefined }
    const from = await lastEntry()
    expect((await enter('e1', unsaid)).problem.code).toBe('signOnNoAccess')
    expect((await enter('e1', { ...unsaid, xms_edov: false })).problem.code).toBe('signOnNoAccess')
    expect((await entries(from)).map(({ data }) => data)).toMatchObject([
      { why: 'not-verified', claim: 'email_verified' },
      { why: 'not-verified', claim: 'xms_edov' },
    ])
    expect((await enter('e1', { ...unsaid, xms_edov: true })).status).toBe(200)
    const environment = { ...provider.settings, PUBLIC_URL: HOME, OIDC_TRUST_EMAIL: 'yes' }
    const trusting = await startTestPortal({ environment })
    try {
      expect((await enter('e2', unsaid, trusting)).status).toBe(200)
      for (const more of [{ email_verified: false }, { xms_edov: false }]) {
        expect((await enter('e2', { ...unsaid, ...more }, trusting)).problem.code).toBe('signOnNoAccess')
      }
    } finally {
      await trusting.stop()
    }
  })

  test('AUTH-32 D20: an account that is blocked stays so, and refused identities count as wrong passwords', async () => {
    const wrong = () => portal.anonymous.call(signIn, { body: { email: address('ribera'), password: 'No.Es.Esta1' } })
    for (let attempt = 0; attempt < 5; attempt++) await wrong()
    const from = await lastEntry()
    const answer = await enterAs('ribera')
    expect([answer.status, answer.problem.code]).toEqual([401, 'blocked'])
    expect((await entries(from)).map(({ event }) => event)).toEqual(['session.blocked'])
    portal.clock.move(16 * MINUTE)
    expect((await enterAs('ribera')).status).toBe(200)
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await enter('otro', { email: address('ribera') })).problem.code).toBe('signOnNoAccess')
    }
    expect((await wrong()).problem.code).toBe('blocked')
  })
})

test('D20: password guesses from everywhere do not lock out a user of the provider', async () => {
  const body = { email: address('cantera'), password: 'No.Es.Esta1' }
  expect((await portal.anonymous.call(signIn, { body })).status).toBe(403)
  const whole = after(portal.clock.now(), attemptRates.account.burst * costOf(attemptRates.account))
  const exhausted = await portal.app.db
    .updateTable('guess_budget')
    .set({ busy_until: whole })
    .where('key', '=', sha256(`account:${portal.app.secrets.blind(body.email)}`))
    .executeTakeFirst()
  expect(exhausted.numUpdatedRows).toBe(1n)
  expect((await portal.anonymous.call(signIn, { body })).status).toBe(429)
  expect((await enterAs('cantera')).status).toBe(200)
})

describe('an identity is bound to the account that it opened first', () => {
  test('a change of its e-mail at the provider moves it to no other account', async () => {
    expect((await enter('ana', { email: address('entidad') })).status).toBe(200)
    expect((await enter('ana', { email: address('entidad2') })).problem.code).toBe('signOnNoAccess')
    expect((await enter('ana', { email: address('entidad') })).status).toBe(200)
    // The next owner of the e-mail is another person.
    expect((await enter('berta', { email: address('entidad') })).problem.code).toBe('signOnNoAccess')
    expect((await enter('berta', { email: address('entidad2') })).status).toBe(200)
  })

  test('two identities that come at once: one of them is it', async () => {
    for (const subject of ['ana', 'berta']) {
      provider.people.set(subject, { email: address('ribera'), email_verified: true })
    }
    const back = await Promise.all(
      Array.from({ length: 4 }, async (_each, index) => {
        const away = await goAway(portal)
        return [away, await provider.visit(away.url, index % 2 ? 'ana' : 'berta')] as const
      }),
    )
    const answers = await Promise.all(back.map(([away, answer]) => comeBack(portal, away, answer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403])
    expect(await portal.app.db.selectFrom('provider_identity').selectAll().execute()).toHaveLength(1)
  })

  test('ERR-06 D44: goes with the account: at its end, and when its address is corrected before first use', async () => {
    const cantera = await portal.signIn(address('cantera'))
    const make = async (email: string) => {
      const contactDetails = { name: 'Otra', surNames: 'Persona', position: 'Riesgos', tlf: '911234567', email }
      return (await cantera.call(createUser, { body: { user: { contactDetails } } })).body.id as string
    }
    const identities = () => portal.app.db.selectFrom('provider_identity').select('subject').execute()
    const first = await make(address('cantera5'))
    expect((await enter('ana', { email: address('cantera5') })).body.next).toBe('change-password')
    const contactDetails = { email: address('cantera6') }
    expect((await cantera.call(patchUser, { params: { key: first }, body: { contactDetails } })).status).toBe(200)
    expect(await identities()).toEqual([])
    expect((await enter('ana', { email: address('cantera5') })).problem.code).toBe('signOnNoAccess')
    expect((await enter('berta', { email: address('cantera6') })).status).toBe(200)
    await (await portal.signIn(address('cci'))).call(deleteUser, { body: { id: first } })
    expect(await identities()).toEqual([])
    await set('nuevo', { temporary_until: after(portal.clock.now(), DAY) })
    for (const name of ['mirlo', 'nuevo']) expect((await enterAs(name)).status).toBe(200)
    const cci = await portal.signIn(address('cci'))
    const { participant_id: idGenericEntity } = await userOf('mirlo')
    expect((await cci.call(deleteParticipant, { body: { idGenericEntity } })).status).toBeLessThan(300)
    expect(await identities()).toEqual([{ subject: 'de-nuevo' }])
    const { id } = await portal.app.db
      .selectFrom('invitation')
      .select('id')
      .where('email', '=', address('nuevo'))
      .executeTakeFirstOrThrow()
    expect((await cci.call(changeInvitation, { params: { id }, body: { status: 'REJECTED' } })).status).toBe(200)
    expect(await identities()).toEqual([])
    await make(address('cantera6'))
    expect((await enter('carla', { email: address('cantera6') })).status).toBe(200)
  })

  test('the operator releases it, when the provider gives its people new identities', async () => {
    await enter('ana', { email: address('entidad') })
    const from = await lastEntry()
    const release = commands['release-identity'] as unknown as {
      run(portal: unknown, words: string[]): Promise<string>
    }
    expect(await release.run(portal.app, ['Entidad@almotacen.example '])).toContain('1')
    expect((await entries(from)).map(({ event, data }) => [event, data])).toEqual([
      ['user.identity-released', { by: 'admin' }],
    ])
    await expect(release.run(portal.app, [address('entidad')])).rejects.toThrow('is not bound')
    await expect(release.run(portal.app, [address('nadie')])).rejects.toThrow('No user has')
    expect((await enter('berta', { email: address('entidad') })).status).toBe(200)
  })
})
