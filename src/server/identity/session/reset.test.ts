import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMe, requestPassword, resetPassword } from '#domain/identity/session/contract.ts'
import { answerResetWishes, askForReset } from '#server/identity/session/reset.ts'
import { HOUR } from '#server/platform/clock.ts'
import { secretsFrom, sha256 } from '#server/platform/secrets/secrets.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { closeAccounts, everyHeader, statuses, tryToEnter } from '#test/support/sign-in.ts'

const NEW_PASSWORD = 'Romana.Exacta1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())
// All tests come from one address: the attempts of one must not block the next.
beforeEach(() => portal.app.db.deleteFrom('sign_in_attempt').execute())

const enter = (email: string, password: string) => tryToEnter(portal, email, password)

async function lastCode(): Promise<string> {
  const mail = (await portal.mails()).at(-1)!
  return new URL(/https?:\S+/.exec(mail.text)![0]).searchParams.get('code')!
}

describe('the forgotten password', () => {
  const ask = (email: string) => {
    // Mails of the same instant have no order.
    portal.clock.move(1)
    return portal.anonymous.call(requestPassword, { params: { key: email } })
  }
  const reset = (code: string, newPassword = NEW_PASSWORD) =>
    portal.anonymous.call(resetPassword, { body: { code, newPassword } })
  const userOf = (email: string) =>
    portal.app.db.selectFrom('portal_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

  test('API-16: the answer is the same whether or not the account exists, only one gets a mail', async () => {
    const before = (await portal.mails()).length
    const known = await ask('Evaluador@almotacen.example')
    const unknown = await ask('nadie@almotacen.example')
    expect(known.status).toBe(204)
    expect(unknown.status).toBe(204)
    expect(everyHeader(known)).toEqual(everyHeader(unknown))
    const mails = (await portal.mails()).slice(before)
    expect(mails.map(mail => mail.to)).toEqual(['evaluador@almotacen.example'])
    expect(mails[0]!.text).toContain('http://portal.example/auth/reset-password?code=')
  })

  test('a wish that a stopping server does not answer is answered by the next', async () => {
    const email = 'proveedor@almotacen.example'
    await askForReset({ ...portal.app, wakeOutbox: () => {} }, email)
    const wishes = () => portal.app.db.selectFrom('reset_wish').select('id').execute()
    await answerResetWishes(portal.app, AbortSignal.abort())
    expect(await wishes()).toHaveLength(1)
    await answerResetWishes(portal.app)
    expect(await wishes()).toEqual([])
  })

  test('API-16 D21: the answer does not wait for work that only an account needs, and the mail still comes', async () => {
    const email = 'proveedor@almotacen.example'
    const before = (await portal.mails()).length
    const answer = await portal.app.db.transaction().execute(async tx => {
      await tx.selectFrom('portal_user').select('id').where('email', '=', email).forUpdate().execute()
      return Promise.race([ask(email), sleep(60_000, undefined, { ref: false })])
    })
    expect(answer).toMatchObject({ status: 204 })
    expect((await portal.mails()).slice(before).map(mail => mail.to)).toEqual([email])
    expect(await portal.app.db.selectFrom('reset_wish').selectAll().execute()).toEqual([])
  })

  test('API-16: a reset request that cannot be served yet delays no other and is not lost', async () => {
    const [stuck, other] = ['entidad@almotacen.example', 'evaluador@almotacen.example'] as const
    const before = (await portal.mails()).length
    const { id } = await userOf(stuck)
    await portal.asOwner(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before insert on password_reset for each row
      when (new.user_id = '${id}') execute function refuse()`)
    await ask(stuck)
    await ask(other)
    expect((await portal.mails()).slice(before).map(mail => mail.to)).toEqual([other])
    await portal.asOwner('drop trigger refuse on password_reset; drop function refuse()')
    expect((await portal.mails()).slice(before).map(mail => mail.to)).toEqual(expect.arrayContaining([other, stuck]))
  })

  test('API-16: a wish that another server closed with a key not read here yet waits for it, as long as a link', async () => {
    const email = 'evaluador@almotacen.example'
    const before = (await portal.mails()).length
    const wishes = () => portal.app.db.selectFrom('reset_wish').select('id').execute()
    const behind = { ...portal.app, secrets: secretsFrom('f'.repeat(40)) }
    const forget = async () => {
      portal.clock.move(1)
      await askForReset({ ...portal.app, wakeOutbox: () => {} }, email)
    }
    await forget()
    await answerResetWishes(behind)
    expect(await wishes()).toHaveLength(1)
    await answerResetWishes(portal.app)
    expect([await wishes(), (await portal.mails()).slice(before).map(mail => mail.to)]).toEqual([[], [email]])

    await forget()
    portal.clock.move(HOUR)
    await answerResetWishes(behind)
    expect(await wishes()).toHaveLength(1)
    portal.clock.move(1)
    await answerResetWishes(behind)
    expect(await wishes()).toEqual([])
  })

  test('API-14 AUTH-16: of 50 simultaneous uses of a code one succeeds, and every session ends', async () => {
    const open = await portal.signIn('evaluador@almotacen.example')
    await ask('evaluador@almotacen.example')
    const code = await lastCode()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => reset(code, `Romana.Exacta${n}`)))
    expect(statuses(answers)).toEqual([204, ...Array(49).fill(400)])
    expect((await open.call(readMe)).status).toBe(401)
    const won = answers.findIndex(answer => answer.status === 204)
    expect((await enter('evaluador@almotacen.example', `Romana.Exacta${won}`)).status).toBe(200)
    expect((await enter('evaluador@almotacen.example', PASSWORD)).status).toBe(403)
    expect((await reset(code)).problem.code).toBe('resetCodeDead')
  })

  test('API-14: the code is stored as a hash only, and the mail waits without it', async () => {
    await ask('cci2@almotacen.example')
    const wishes = await portal.app.db.selectFrom('reset_wish').select('sealed_email').execute()
    expect(wishes).toHaveLength(1)
    expect(JSON.stringify(wishes)).not.toContain('cci2')
    await answerResetWishes(portal.app)
    const stored = JSON.stringify([
      await portal.app.db.selectFrom('password_reset').selectAll().execute(),
      await portal.app.db.selectFrom('outbox_mail').selectAll().execute(),
    ])
    const code = await lastCode()
    expect(code).toMatch(/^\w{32}$/)
    expect(stored).not.toContain(code)
    expect(stored).toContain(sha256(code))
  })

  test('API-14 FORM-09: refuses missing, weak and invented values, and the code stays valid', async () => {
    await ask('cci2@almotacen.example')
    const code = await lastCode()
    expect((await reset('')).problem.detail).toBe('Debe rellenar todos los campos del formulario.')
    expect((await reset(code, '')).problem.code).toBe('resetFieldsMissing')
    expect((await reset('a'.repeat(32))).problem.code).toBe('resetCodeDead')
    expect((await reset(code, 'corta')).problem).toMatchObject({
      code: 'invalid',
      fields: { newPassword: expect.stringContaining('8 y 16 caracteres') },
    })
    expect((await reset(code, PASSWORD)).status).toBe(204)
  })

  test('API-14: with the code of one account no other dies', async () => {
    portal.clock.move(HOUR)
    await ask('cci@almotacen.example')
    const other = await lastCode()
    await ask('arcadio@almotacen.example')
    expect((await reset(await lastCode())).status).toBe(204)
    expect((await reset(other)).status).toBe(204)
  })

  test('API-14: a code dies after 60 minutes, and when a newer one is asked for', async () => {
    portal.clock.move(HOUR)
    await ask('cci2@almotacen.example')
    const first = await lastCode()
    await ask('cci2@almotacen.example')
    const second = await lastCode()
    expect(second).not.toBe(first)
    expect((await reset(first)).problem.code).toBe('resetCodeDead')
    portal.clock.move(HOUR)
    expect((await reset(second)).problem.code).toBe('resetCodeDead')
    await ask('cci2@almotacen.example')
    portal.clock.move(HOUR - 1)
    expect((await reset(await lastCode(), PASSWORD)).status).toBe(204)
  })

  const written = (email: string) =>
    portal.app.db
      .selectFrom('outbox_mail')
      .select(['created_at', 'sent_at', 'given_up_at', 'last_error', 'data'])
      .where('template', '=', 'password-reset')
      .where('recipient', '=', email)
      .orderBy('id')
      .execute()

  /** The mail is written, and no outbox worker sends it. */
  const askToWait = async (email: string) => {
    const unwoken = { ...portal.app, wakeOutbox: () => {} }
    portal.clock.move(1)
    await askForReset(unwoken, email)
    await answerResetWishes(unwoken)
  }

  test('D21: a link that has died while its mail waited is not mailed; one that lives says until when', async () => {
    const email = 'arcadio@almotacen.example'
    portal.clock.set('2026-12-01T09:05:00.000Z')
    await askToWait(email)
    portal.clock.move(HOUR - 1)
    const { text } = (await portal.mails()).at(-1)!
    expect(text).toContain('abra este enlace antes del 01/12/2026 11:05 (hora de Madrid):')
    expect((await reset(await lastCode(), PASSWORD)).status).toBe(204)
    const before = (await portal.mails()).length
    await askToWait(email)
    portal.clock.move(HOUR)
    await askToWait(email)
    await askToWait(email)
    await portal.mails()
    const dead = { sent_at: null, given_up_at: expect.any(String), last_error: expect.stringContaining('Pida otro') }
    expect((await written(email)).slice(-3)).toMatchObject([dead, dead, { given_up_at: null }])
    expect(await portal.mails()).toHaveLength(before + 1)
    expect((await reset(await lastCode(), PASSWORD)).status).toBe(204)
  })

  test('D21: sends no code that was used already, and none of a deleted user', async () => {
    portal.clock.move(HOUR)
    const before = (await portal.mails()).length
    await askToWait('cantera@almotacen.example')
    const { data } = (await written('cantera@almotacen.example')).at(-1)!
    const code = portal.app.secrets.derive('reset-code', (data as { nonce: string }).nonce)
    expect((await reset(code, PASSWORD)).status).toBe(204)
    await askToWait('lumbre@almotacen.example')
    await portal.app.db
      .updateTable('portal_user')
      .set({ deleted_at: portal.clock.now() })
      .where('email', '=', 'lumbre@almotacen.example')
      .execute()
    const told = (await portal.mails()).slice(before).map(({ subject }) => subject)
    expect(told.filter(subject => /recuper/i.test(subject))).toEqual([])
  })

  test('API-16: limits reset mails to five an hour, and the last one works', async () => {
    portal.clock.move(HOUR)
    const email = 'cci2@almotacen.example'
    const before = (await written(email)).length
    await Promise.all(Array.from({ length: 12 }, () => ask(email)))
    await portal.mails()
    expect((await written(email)).length - before).toBe(5)
    const alive = await portal.app.db
      .selectFrom('password_reset')
      .select('secret_nonce')
      .where('used_at', 'is', null)
      .where('expires_at', '>', portal.clock.now())
      .execute()
    expect(alive).toHaveLength(1)
    const code = portal.app.secrets.derive('reset-code', alive[0]!.secret_nonce)
    expect((await reset(code, PASSWORD)).status).toBe(204)
  })

  test('AUTH-16 AUTH-06: it does not replace the forced first change', async () => {
    await ask('nuevo@almotacen.example')
    expect((await reset(await lastCode())).status).toBe(204)
    expect(await userOf('nuevo@almotacen.example')).toMatchObject({ last_password_change: null, temporary_until: null })
    expect((await enter('nuevo@almotacen.example', PASSWORD)).status).toBe(403)
    expect((await enter('nuevo@almotacen.example', NEW_PASSWORD)).body).toMatchObject({ next: 'change-password' })
  })

  test('API-16: deleted accounts and withdrawn invitations get no mail', async () => {
    await closeAccounts(portal)
    const before = (await portal.mails()).length
    for (const name of ['mirlo', 'arcadio', 'lumbre']) expect((await ask(`${name}@almotacen.example`)).status).toBe(204)
    expect((await portal.mails()).length).toBe(before)
  })

  test('API-14: a code that was mailed before the account was deleted is dead', async () => {
    await ask('penalara@almotacen.example')
    const code = await lastCode()
    await portal.app.db
      .updateTable('portal_user')
      .set({ deleted_at: portal.clock.now() })
      .where('email', '=', 'penalara@almotacen.example')
      .execute()
    expect((await reset(code)).problem.code).toBe('resetCodeDead')
  })
})
