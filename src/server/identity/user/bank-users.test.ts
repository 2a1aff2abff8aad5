import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '#domain/contracts.ts'
import type { Ability } from '#domain/identity/abilities.ts'
import { abilities } from '#domain/identity/abilities.ts'
import { removeSecondFactorOfUser } from '#domain/identity/second-factor/contract.ts'
import { endSessionOfUser, endSessionsOfUser, resetPassword } from '#domain/identity/session/contract.ts'
import { confirmUser, createUser, deleteUser, patchUser, updateUser } from '#domain/identity/user/contract.ts'
import { changeInvitation, invite, inviteEntity } from '#domain/invitation/contract.ts'
import { resendMail } from '#domain/notification/operation/outgoing-mail/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { DAY } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { ok } from '#test/support/answers.ts'
import { address as at, forgetPassword, mailsTo, passwordIn, subjectsTo } from '#test/support/mails.ts'
import { noticesTo } from '#test/support/notices.ts'
import { secondUser } from '#test/support/permissions.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { tryToEnter } from '#test/support/sign-in.ts'
import { enrolApp } from '#test/support/totp.ts'

/* What CCI does to the users of a bank, its principal user confirms and hears of (D101). */

let world: TestPortal
let cci: Caller
let bank: Caller
let colleague: Caller

beforeAll(async () => {
  world = await startTestPortal()
  cci = await world.signIn(at('cci'))
  bank = await world.signIn(at('entidad'))
  colleague = await world.signIn(at('entidad2'))
})
afterAll(() => world.stop())

let made = 0
const create = async (by: Caller = cci, of: Caller = bank) => {
  const email = `nuevo${made++}@banco.example`
  const contactDetails = { name: 'Ainhoa', surNames: 'Etxeberria', position: 'Riesgos', tlf: '911234567', email }
  const idGenericEntity = of.me.idGenericEntity
  const answer = await by.call(createUser, { body: { user: { contactDetails, idGenericEntity } } })
  expect(answer.status).toBe(201)
  return { email, answer, user: answer.body, id: answer.body.id as string }
}
const confirm = (by: Caller, id: string) => by.call(confirmUser, { body: { id } })
const heard = async () =>
  (await noticesTo(world, bank.me.idGenericEntity, 'USER_BY_CENTRE')).map(({ message }) => message)

describe('a user of a bank that CCI makes', () => {
  test('USR-12 BASE-10 API-24: has no access and no password until the principal user of the bank confirms it', async () => {
    const { email, user, id } = await create()
    expect(user).toMatchObject({ status: 'PENDING', awaitsConfirmation: true, isPrincipal: false })
    expect(await mailsTo(world, email)).toEqual([])
    await forgetPassword(world, email)
    expect(await mailsTo(world, email)).toEqual([])
    const accepted = await cci.call(patchUser, { params: { key: id }, body: { status: 'ACCEPTED' } })
    expect(accepted.problem.code).toBe('userUnconfirmed')

    for (const by of [cci, colleague]) expect((await confirm(by, id)).status).toBe(403)
    expect((await confirm(await world.signIn('externalizacion@santander.example'), id)).status).toBe(404)
    expect((await confirm(bank, id)).body).toMatchObject({ id, status: 'PENDING', awaitsConfirmation: false })
    const [mail] = await mailsTo(world, email)
    expect((await tryToEnter(world, email, passwordIn(mail!))).status).toBe(200)
    expect((await confirm(bank, id)).problem.code).toBe('userConfirmed')
  })

  test('BASE-10: notifies only the principal user, at once, by notice and by mail', async () => {
    const before = await heard()
    const { email, id } = await create()
    expect((await heard()).filter(message => !before.includes(message))).toEqual([
      `El CCI ha creado en su entidad el usuario ${email}. No tiene acceso mientras usted no lo confirme.`,
    ])
    expect(await subjectsTo(world, at('entidad'))).toContain('El CCI ha cambiado los usuarios de su entidad')
    expect(await subjectsTo(world, at('entidad2'))).not.toContain('El CCI ha cambiado los usuarios de su entidad')
    // The bank declines it.
    expect((await bank.call(deleteUser, { body: { id } })).status).toBe(204)
  })

  test('D15: a user made by the principal user signs in at once, and so does a provider’s user made by CCI', async () => {
    const own = await create(bank)
    const ofProvider = await create(cci, await world.signIn(at('proveedor')))
    for (const { email, user } of [own, ofProvider]) {
      expect(user.awaitsConfirmation).toBe(false)
      expect(await mailsTo(world, email)).toHaveLength(1)
    }
  })
})

describe('a user of a bank that CCI changes', () => {
  const edit = (key: string, contactDetails: object) =>
    cci.call(patchUser, { params: { key }, body: { contactDetails } })

  test('BASE-10 ERR-06: another address loses the access until the principal user confirms it', async () => {
    const { email, id } = await create(bank)
    const password = passwordIn((await mailsTo(world, email))[0]!)
    const other = `otro.${email}`
    const moved = await edit(id, { email: other })
    expect(moved.body).toMatchObject({ email: other, status: 'PENDING', awaitsConfirmation: true })
    expect(await mailsTo(world, other)).toEqual([])
    expect((await tryToEnter(world, other, password)).status).toBe(403)
    expect(await heard()).toContain(
      `El CCI ha cambiado el correo de un usuario de su entidad por ${other}. No tiene acceso mientras usted no lo confirme.`,
    )
    await confirm(bank, id)
    const mailed = passwordIn((await mailsTo(world, other))[0]!)
    expect((await tryToEnter(world, other, mailed)).status).toBe(200)
  })

  test('BASE-10: notifies the principal user of all other changes by CCI', async () => {
    const { email, id } = await create(bank)
    await edit(id, { position: 'Compras' })
    expect(await heard()).toContain(`El CCI ha cambiado los datos del usuario ${email} de su entidad.`)
    await enrolApp(world, colleague)
    const key = colleague.me.userId
    expect((await cci.call(removeSecondFactorOfUser, { params: { key } })).status).toBe(204)
    expect(await heard()).toContain(
      `El CCI ha quitado la verificación en dos pasos del usuario ${at('entidad2')} de su entidad.`,
    )
    await cci.call(deleteUser, { body: { id } })
    expect(await heard()).toContain(`El CCI ha dado de baja el usuario ${email} de su entidad.`)
    const told = await heard()
    await bank.call(patchUser, {
      params: { key: colleague.me.userId },
      body: { contactDetails: { position: 'Riesgos' } },
    })
    expect(await heard()).toEqual(told)
  })

  test('BASE-10: the address of a principal user cannot be changed, so no reset reaches another one', async () => {
    const moved = await edit(bank.me.userId, { email: 'ladron@cci.example' })
    expect(moved.problem.code).toBe('unknownField')
  })

  test('BASE-10 AUTH-20: a code mailed before the address changed resets nothing while the user is unconfirmed', async () => {
    const { email, id } = await create()
    const code = 'c'.repeat(43)
    const now = world.clock.now()
    const expires_at = new Date(Date.parse(now) + DAY).toISOString()
    await world.app.db
      .insertInto('password_reset')
      .values({ id: newId(now), user_id: id, code_hash: sha256(code), secret_nonce: 'n', created_at: now, expires_at })
      .execute()
    const answer = await world.anonymous.call(resetPassword, { body: { code, newPassword: 'Romana.Exacta1' } })
    expect(answer.problem.code).toBe('resetCodeDead')
    expect((await tryToEnter(world, email, 'Romana.Exacta1')).status).toBe(403)
  })
})

/** What CCI can do to an account of a bank by each call, and what the principal user then reads. */
const acts: Record<string, { reads: string; act: (user: Caller) => Promise<Answer> }> = {
  'user.create': { reads: 'ha creado', act: () => create().then(({ answer }) => answer) },
  'user.patch': {
    reads: 'ha cambiado los datos',
    act: ({ me: { userId: key } }) =>
      cci.call(patchUser, { params: { key }, body: { contactDetails: { position: 'Compras' } } }),
  },
  'user.update': {
    reads: 'ha cambiado los datos',
    act: ({ me: { userId: id } }) => cci.call(updateUser, { body: { id, contactDetails: { position: 'Auditoría' } } }),
  },
  'user.delete': { reads: 'ha dado de baja', act: ({ me: { userId: id } }) => cci.call(deleteUser, { body: { id } }) },
  'second-factor.remove-of-user': {
    reads: 'ha quitado la verificación en dos pasos',
    act: async user => {
      await enrolApp(world, user)
      return cci.call(removeSecondFactorOfUser, { params: { key: user.me.userId } })
    },
  },
  'session.end-of-user': {
    reads: 'ha cerrado sesiones',
    act: ({ me: { userId: key, sessionId } }) =>
      cci.call(endSessionOfUser, { params: { key, id: sessionId as string } }),
  },
  'session.end-all-of-user': {
    reads: 'ha cerrado sesiones',
    act: async ({ me: { userId: key, email } }) => {
      await world.signIn(email as string)
      return cci.call(endSessionsOfUser, { params: { key } })
    },
  },
  'outgoing-mail.resend': {
    reads: 'ha enviado otra vez',
    act: async () => {
      const { email } = await create(bank)
      const { id } = await world.app.db
        .updateTable('outbox_mail')
        .set({ given_up_at: world.clock.now(), attempts: 1 })
        .where('recipient', '=', email)
        .returning('id')
        .executeTakeFirstOrThrow()
      return cci.call(resendMail, { params: { id } })
    },
  },
}

/** The other calls with which CCI acts on accounts, and why no principal user of a bank hears of them. */
const unheard: Record<string, string> = {
  'session.request-password': 'anyone asks; the mail goes to the account itself',
  'session.choose-language': 'is of the own account',
  'session.reset-password': 'takes the code that was mailed to the account',
  'invitation.create': 'makes the bank with its first user',
  'invitation.create-entity': 'makes the bank with its first user',
  'invitation.import': 'makes the banks with their first users',
  'invitation.import-rows': 'makes the banks with their first users',
  'invitation.import-providers': 'makes providers',
  'invitation.import-provider-rows': 'makes providers',
  'invitation.preview': 'writes nothing',
  'invitation.preview-providers': 'writes nothing',
  'invitation.change': 'tested below: only a bank whose documentation was not sent has one',
  'participant.create': 'makes no user',
  'participant.delete': 'no user of the bank is left',
  'second-factor.save-rules': 'takes no factor away',
  'two-people.save': 'is about CCI',
  'job.run': 'does what the portal does by itself',
  'server.check': 'does what the portal does by itself',
}

/** Abilities of CCI over the accounts of others, and over mails that give access. */
const overAccounts: readonly string[] = [
  'session.oversee',
  'session.password',
  'user.manage',
  'invitation.manage',
  'participant.create',
  'participant.delete',
  'second-factor.rule',
  'two-people.manage',
  'operation.manage',
] satisfies Ability[]

describe('every call of CCI on accounts', () => {
  test('BASE-10: each call of CCI over accounts is in the list of notices', () => {
    const writes = contracts.filter(({ method }) => method !== 'GET')
    const calls = writes.filter(({ who, path }) => overAccounts.includes(who) || path.startsWith('/users'))
    const byCci = calls.filter(({ who }) => who === 'anyone' || 'CCI' in abilities[who])
    expect(byCci.map(({ name }) => name).toSorted()).toEqual(Object.keys({ ...acts, ...unheard }).toSorted())
  })

  test.each(Object.entries(acts))('BASE-10: %s notifies the principal user once', async (_name, { act, reads }) => {
    const user = await secondUser(world, bank, `otro${made++}@banco.example`)
    const before = await heard()
    expect((await act(user)).status).toBeLessThan(300)
    const said = (await heard()).filter(message => !before.includes(message))
    expect(said).toEqual([expect.stringMatching(`^El CCI ${reads} .*@`)])
  })

  test('BASE-10 INV-05: sending an invitation again notifies a bank, and no provider', async () => {
    const email = 'banco@invitado.example'
    const draft = { email, name: 'Banco Invitado', codNRBE: '9998', contactPerson: 'Ana Gil' }
    for (const invited of [
      await ok(cci.call(inviteEntity, { body: draft })),
      await ok(cci.call(invite, { body: { type: 'PROVIDER', email: 'proveedor@invitado.example' } })),
    ]) {
      await ok(cci.call(changeInvitation, { params: { id: invited.id }, body: { status: 'PENDING' } }))
      const notices = await noticesTo(world, invited.idGenericEntity, 'USER_BY_CENTRE')
      expect(notices.map(({ message }) => message)).toEqual(
        invited.type === 'ENTITY'
          ? [`El CCI ha enviado otra vez al usuario ${email} de su entidad el correo para entrar.`]
          : [],
      )
    }
  })
})

test('BASE-10: a bank without a principal user gets one from CCI seven days after a notice to all its users', async () => {
  const { db } = world.app
  const gone = { deleted_at: world.clock.now() }
  await db.updateTable('portal_user').set(gone).where('id', '=', bank.me.userId).execute()
  const { email, user } = await create()
  expect(user).toMatchObject({ isPrincipal: true, awaitsConfirmation: true })
  const [notice] = await noticesTo(world, bank.me.idGenericEntity, 'NEW_PRINCIPAL')
  expect(notice!.message).toBe(
    `El CCI ha creado el usuario principal ${email}, porque su entidad no tiene ninguno. Tendrá acceso el 28/11/2026. Si no lo reconoce, avise al CCI.`,
  )
  expect(await subjectsTo(world, at('entidad2'))).toContain('Su entidad tendrá otro usuario principal')
  world.clock.move(7 * DAY - 60_000)
  await announceExpiries(world.app)
  expect(await mailsTo(world, email)).toEqual([])
  world.clock.move(60_000)
  await announceExpiries(world.app)
  const [mail] = await mailsTo(world, email)
  expect((await tryToEnter(world, email, passwordIn(mail!))).status).toBe(200)
})
