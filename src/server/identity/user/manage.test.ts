import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeSession, readMe } from '#domain/identity/session/contract.ts'
import { createUser, deleteUser, patchUser, updateUser } from '#domain/identity/user/contract.ts'
import { createParticipant } from '#domain/participant/contract.ts'
import { DAY } from '#server/platform/clock.ts'
import { eventsAbout } from '#test/support/entries.ts'
import { address as at, mailsTo, passwordIn } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { tryToEnter } from '#test/support/sign-in.ts'
import { leaveApp } from '#test/support/totp.ts'
import { emailsOf } from '#test/support/users.ts'

const MISSING = '0'.repeat(26)

let world: TestPortal
let centre: Caller
let provider: Caller
let colleague: Caller
let entity: Caller

beforeAll(async () => {
  world = await startTestPortal()
  centre = await world.signIn(at('cci'))
  provider = await world.signIn(at('proveedor'))
  colleague = await world.signIn(at('proveedor2'))
  entity = await world.signIn(at('entidad'))
})
afterAll(() => world.stop())

const draft = (email: string, more: object = {}) => ({
  contactDetails: { name: 'Ainhoa', surNames: 'Etxeberria Gil', position: 'Riesgos', tlf: '911 234 567', email },
  ...more,
})
const create = (caller: Caller, user: object, more: object = {}) => caller.call(createUser, { body: { user, ...more } })
const remove = (caller: Caller, id: string) => caller.call(deleteUser, { body: { id } })
const enters = (email: string, password: string) => tryToEnter(world, email, password)
const mailTo = (email: string) => mailsTo(world, email)
const auditLogOf = (id: string) => eventsAbout(world, id)

describe('a created user', () => {
  test('API-24 USR-08: enters with the password that was mailed to it, chooses its own and is at home', async () => {
    const email = 'ainhoa@proveedor.example'
    const answer = await create(provider, draft(` Ainhoa@Proveedor.example `), {
      save: true,
      role: 'PROVIDER',
      extraData: {},
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(String),
      email,
      roles: ['ROLE_PROVIDER'],
      role: 'PROVIDER',
      isPrincipal: false,
      awaitsConfirmation: false,
      idGenericEntity: provider.me.idGenericEntity,
      nameGenericEntity: 'Tramontana Custodia Digital, S.L.',
      status: 'PENDING',
      lastChangePassword: null,
      contactDetails: { name: 'Ainhoa', surNames: 'Etxeberria Gil', position: 'Riesgos', tlf: '911234567', email },
      billingEmail: '',
      version: 1,
    })
    expect(await auditLogOf(answer.body.id)).toEqual(['user.created'])
    const [mail] = await mailTo(email)
    expect(mail!.subject).toMatch(/^Su usuario de/)
    const password = passwordIn(mail!)
    const stored = await world.app.db
      .selectFrom('portal_user')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(password)

    const caller = await world.signIn(email, password)
    expect(caller.me.next).toBe('change-password')
    const changed = await caller.call(patchUser, {
      params: { key: email },
      body: { oldPassword: password, newPassword: 'Romana.Exacta1', policyAccepted: true },
    })
    expect(changed.body.status).toBe('ACCEPTED')
    expect((await world.signIn(email, 'Romana.Exacta1')).me).toMatchObject({ next: 'home', completed: true })
  })

  test('S1: before it chose its own password it changes nothing else of itself', async () => {
    const { body: user } = await create(centre, draft('sin-estrenar@almotacen.example'))
    const mailed = passwordIn((await mailTo('sin-estrenar@almotacen.example'))[0]!)
    const caller = await world.signIn('sin-estrenar@almotacen.example', mailed)
    const params = { key: user.id }
    for (const body of [{ contactDetails: { name: 'Otra' } }, { billingEmail: '' }, { status: 'ACCEPTED' }]) {
      expect(await caller.call(patchUser, { params, body })).toMatchObject({
        status: 403,
        problem: { code: 'passwordMissing' },
      })
    }
    const update = { id: user.id, contactDetails: { name: 'Otra' } }
    const { problem } = await caller.call(updateUser, { body: update })
    expect(problem).toMatchObject({ status: 403, code: 'passwordMissing' })
    const own = { oldPassword: mailed, newPassword: PASSWORD, policyAccepted: true }
    const withMore = await caller.call(patchUser, { params, body: { ...own, contactDetails: { name: 'Otra' } } })
    expect(withMore.problem.code).toBe('unknownField')
    expect((await caller.call(patchUser, { params, body: own })).body).toMatchObject({
      contactDetails: { name: 'Ainhoa' },
      status: 'ACCEPTED',
    })
  })

  test('API-24: its one-time password lasts fourteen days', async () => {
    const email = 'tarde@proveedor.example'
    await create(provider, draft(email))
    const password = passwordIn((await mailTo(email))[0]!)
    world.clock.move(14 * DAY)
    expect((await enters(email, password)).status).toBe(403)
    world.clock.move(-14 * DAY)
    expect((await enters(email, password)).status).toBe(200)
  })

  test('API-24 ROLE-18: CCI creates users of its own or of the chosen participant', async () => {
    const own = await create(centre, draft('tercera@cci.example'))
    expect(own.body).toMatchObject({ role: 'CCI', roles: ['ROLE_CCI'], isPrincipal: false })
    const chosen = await create(centre, draft('otra@banco.example', { idGenericEntity: entity.me.idGenericEntity }), {
      role: 'ROLE_ENTITY',
    })
    expect(chosen.body).toMatchObject({
      role: 'ENTITY',
      idGenericEntity: entity.me.idGenericEntity,
      isPrincipal: false,
    })
    expect((await create(centre, draft('nadie@x.example', { idGenericEntity: MISSING }))).status).toBe(404)
  })

  test('USR-09 API-24: the first user of a participant that CCI added without an invitation is its principal', async () => {
    const added = await centre.call(createParticipant, { params: { kind: 'provider' }, body: { name: 'Sin invitar' } })
    const idGenericEntity = added.body.id
    const first = await create(centre, draft('primera@nueva.example', { idGenericEntity }))
    expect(first.body).toMatchObject({ isPrincipal: true, roles: ['ROLE_PROVIDER', 'ROLE_ADMIN'] })
    expect((await create(centre, draft('segunda@nueva.example', { idGenericEntity }))).body.isPrincipal).toBe(false)
  })

  test('ROLE-42 API-24: only the principal user creates users, and only of its own participant', async () => {
    expect((await create(colleague, draft('x@proveedor.example'))).status).toBe(403)
    const foreign = await create(provider, draft('x@banco.example', { idGenericEntity: entity.me.idGenericEntity }))
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await create(provider, draft('x@y.example', { idGenericEntity: MISSING }))).body)
    expect((await create(await world.signIn(at('borrador')), draft('x@y.example'))).status).toBe(403)
    expect(await emailsOf(centre, { email: 'x@' })).toEqual([])
  })

  test('FORM-41 API-24: wrong or missing data is refused, with the sentence and each field', async () => {
    const wrong = await create(provider, {
      contactDetails: { name: 'R2D2', surNames: '', tlf: '12', email: 'no' },
      billingEmail: 'tampoco',
    })
    expect(wrong).toMatchObject({
      status: 400,
      problem: {
        code: 'userIncomplete',
        detail: 'Rellene todos los campos correctamente para poder crear el usuario.',
        fields: {
          'user.contactDetails.name': 'Use solo letras.',
          'user.contactDetails.surNames': 'No puede estar vacio',
          'user.contactDetails.position': 'No puede estar vacio',
          'user.contactDetails.tlf': 'Número de teléfono erróneo: el formato no es válido.',
          'user.contactDetails.email': 'Correo electrónico no válido',
          'user.billingEmail': 'Correo electrónico no válido',
        },
      },
    })
    expect(Object.keys((await create(provider, {})).problem.fields!)).toHaveLength(5)
  })

  test.each([
    ['role', {}, { role: 'CCI' }, 'userIncomplete'],
    ['user.contactDetails.email', { email: 'uno@x.example' }, {}, 'userIncomplete'],
    ['save', {}, { save: false }, 'invalid'],
    ['extraData.rol', {}, { extraData: { rol: 'CCI' } }, 'unknownField'],
    ['user.isPrincipal', { isPrincipal: true }, {}, 'unknownField'],
    ['user.status', { status: 'ACCEPTED' }, {}, 'unknownField'],
    ['user.roles', { roles: ['ROLE_CCI'] }, {}, 'unknownField'],
    ['password', {}, { password: PASSWORD }, 'unknownField'],
  ])('API-24 ROLE-41: %s is not the caller’s to say', async (field, user, more, code) => {
    const refused = await create(provider, draft('dos@x.example', user), more)
    expect(refused).toMatchObject({ status: 400, problem: { code } })
    expect(refused.problem.fields).toHaveProperty([field])
  })

  test('ERR-06 API-24: an e-mail address belongs to one user, in any letter case and organisation', async () => {
    const sentence = 'Ya existe un usuario asociado a ese correo electrónico.'
    for (const email of [at('proveedor2'), at('entidad').toUpperCase(), at('nuevo')]) {
      expect(await create(provider, draft(email))).toMatchObject({
        status: 409,
        problem: { code: 'userExists', detail: sentence, fields: { 'user.contactDetails.email': sentence } },
      })
    }
    const race = await Promise.all(
      [provider, entity, centre, provider].map(caller => create(caller, draft('carrera@x.example'))),
    )
    expect(race.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409])
    expect(race.filter(answer => answer.status === 409).every(answer => answer.problem.code === 'userExists')).toBe(
      true,
    )
    expect(await mailTo('carrera@x.example')).toHaveLength(1)
  })
})

describe('an edited user', () => {
  const update = (caller: Caller, id: string, body: object) => caller.call(updateUser, { body: { id, ...body } })

  test('API-26 USR-08: the principal user, CCI and the user edit in part, and the audit log names the fields', async () => {
    const { userId } = colleague.me
    const by = (caller: Caller, position: string) => update(caller, userId, { contactDetails: { position } })
    expect((await by(provider, 'Seguridad')).body.contactDetails).toMatchObject({
      name: 'Íñigo',
      position: 'Seguridad',
    })
    expect((await by(centre, 'Sistemas')).body.contactDetails.position).toBe('Sistemas')
    expect((await by(colleague, 'Auditoría')).body.contactDetails.position).toBe('Auditoría')
    expect((await update(provider, userId, { billingEmail: 'Facturas@X.example' })).body.billingEmail).toBe(
      'facturas@x.example',
    )
    expect((await update(provider, userId, { billingEmail: '' })).body.billingEmail).toBe('')
    const { data } = await world.app.db
      .selectFrom('trail')
      .select('data')
      .where('object_id', '=', userId)
      .where('event', '=', 'user.edited')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    expect(data).toEqual({ fields: ['billingEmail'] })
    expect((await update(colleague, provider.me.userId, { billingEmail: '' })).status).toBe(403)
    expect((await update(entity, userId, { billingEmail: '' })).status).toBe(404)
    expect((await update(provider, userId, { status: 'ACCEPTED' })).problem.code).toBe('unknownField')
    expect((await update(provider, userId, { contactDetails: { name: '' } })).problem.fields).toEqual({
      'contactDetails.name': 'No puede estar vacio',
    })
  })

  test('ERR-06 API-25: corrects the address before the first own password, and the mailed password stops working', async () => {
    const { body: user } = await create(provider, draft('herrata@proveedor.example'))
    const old = passwordIn((await mailTo('herrata@proveedor.example'))[0]!)
    const early = await world.signIn('herrata@proveedor.example', old)
    await leaveApp(world, early)
    const move = (caller: Caller, email: string) =>
      caller.call(patchUser, { params: { key: user.id }, body: { contactDetails: { email } } })
    expect(await move(provider, at('entidad'))).toMatchObject({
      status: 409,
      problem: { detail: 'Ya existe un usuario asociado a ese correo electrónico.' },
    })
    expect((await move(provider, 'no')).problem.fields).toHaveProperty(['contactDetails.email'])
    expect((await move(early, 'mio@otro.example')).problem.code).toBe('passwordMissing')
    expect((await move(provider, 'Errata@proveedor.example')).body.email).toBe('errata@proveedor.example')
    expect((await early.call(readMe)).status).toBe(401)
    expect((await enters('herrata@proveedor.example', old)).status).toBe(403)
    expect((await enters('errata@proveedor.example', old)).status).toBe(403)
    const fresh = passwordIn((await mailTo('errata@proveedor.example'))[0]!)
    // The reader of the mail to the wrong address left no factor on the account.
    expect((await enters('errata@proveedor.example', fresh)).body.next).toBe('change-password')
    const settled = await provider.call(patchUser, {
      params: { key: colleague.me.userId },
      body: { contactDetails: { email: 'otra@proveedor.example' } },
    })
    expect(settled.problem).toMatchObject({
      code: 'unknownField',
      fields: { 'contactDetails.email': expect.any(String) },
    })
  })
})

describe('ending a user', () => {
  test('API-27: its sessions end at once, it does not come back, and its address is free', async () => {
    const email = 'efimera@banco.example'
    const { body: user } = await create(entity, draft(email))
    const password = passwordIn((await mailTo(email))[0]!)
    const caller = await world.signIn(email, password)
    const closed = world.clock.now()
    await (await world.signIn(email, password)).call(closeSession, { body: { close: 'true' } })
    world.clock.move(1000)
    expect((await remove(entity, user.id)).status).toBe(204)
    expect((await caller.call(readMe)).status).toBe(401)
    expect((await enters(email, password)).status).toBe(403)
    expect(await emailsOf(centre, { email })).toEqual([])
    const sessions = await world.app.db
      .selectFrom('session')
      .select('ended_at')
      .where('user_id', '=', user.id)
      .orderBy('ended_at')
      .execute()
    expect(sessions).toEqual([{ ended_at: closed }, { ended_at: world.clock.now() }])
    expect(await auditLogOf(user.id)).toContain('user.deleted')
    expect((await remove(entity, user.id)).status).toBe(404)
    expect((await create(entity, draft(email))).status).toBe(201)
  })

  test('CARE-22: beside a call of its own that has its key and waits, which would be a deadlock', async () => {
    const { body } = await create(provider, draft('a-la-vez@proveedor.example'))
    const under = await world.app.db.startTransaction().execute()
    try {
      const row = { user_id: body.id, key: 'a-la-vez', request_hash: 'x', status: 0, created_at: world.clock.now() }
      await under.insertInto('idempotent_call').values(row).execute()
      expect((await remove(provider, body.id)).status).toBe(204)
    } finally {
      await under.rollback().execute()
    }
  })

  test('API-27: a mail that has not left does not bring its password any more', async () => {
    const email = 'pronto@banco.example'
    const { body: user } = await create(entity, draft(email))
    await remove(entity, user.id)
    expect(await mailTo(email)).toEqual([])
  })

  test('ROLE-43 API-27: never oneself, nor the principal', async () => {
    const sentence = 'Este usuario no se puede eliminar.'
    for (const [caller, id] of [
      [provider, provider.me.userId],
      [centre, provider.me.userId],
      [centre, centre.me.userId],
    ] as const) {
      expect(await remove(caller, id)).toMatchObject({
        status: 409,
        problem: { code: 'userNotDeletable', detail: sentence },
      })
    }
    const second = await world.signIn(at('cci2'))
    expect((await remove(second, second.me.userId)).status).toBe(409)
    expect((await provider.call(readMe)).status).toBe(200)
  })

  test('ROLE-42 API-27: by its principal and CCI only; another’s is not there', async () => {
    expect((await remove(colleague, provider.me.userId)).status).toBe(403)
    const foreign = await remove(entity, colleague.me.userId)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await remove(entity, MISSING)).body)
    expect((await remove(centre, colleague.me.userId)).status).toBe(204)
    expect((await colleague.call(readMe)).status).toBe(401)
  })
})
