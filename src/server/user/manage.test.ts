import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createParticipant } from '#domain/participant/contract.ts'
import { readMe, signIn } from '#domain/session/contract.ts'
import type { UserWire } from '#domain/user/contract.ts'
import {
  createUser,
  deleteUser,
  listUsers,
  listUsersOfEntity,
  listUsersOfParticipant,
  patchUser,
  updateUser,
} from '#domain/user/contract.ts'
import { DAY } from '#server/clock.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

const at = (name: string) => `${name}@almotacen.example`
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

const list = (caller: Caller, query: object = {}) => caller.call(listUsers, { query: { size: 100, ...query } })
const emailsOf = async (caller: Caller, query: object = {}) =>
  (await list(caller, query)).body.content.map((user: UserWire) => user.email)

const draft = (email: string, more: object = {}) => ({
  contactDetails: { name: 'Ainhoa', surNames: 'Etxeberria Gil', position: 'Riesgos', tlf: '911 234 567', email },
  ...more,
})
const create = (caller: Caller, user: object, more: object = {}) => caller.call(createUser, { body: { user, ...more } })
const remove = (caller: Caller, id: string) => caller.call(deleteUser, { body: { id } })
const enters = (email: string, password: string) => world.anonymous.call(signIn, { body: { email, password } })
const mailTo = async (email: string) => (await world.mails()).filter(mail => mail.to === email)
const passwordIn = (text: string) => /Contraseña: (\S+)/.exec(text)![1]!
const trailOf = async (id: string) =>
  (
    await world.portal.db.selectFrom('trail').select('event').where('object_id', '=', id).orderBy('number').execute()
  ).map(entry => entry.event)

describe('lists of users', () => {
  test('API-19 API-23: a page says its content and total, and says it again under data', async () => {
    const { status, body } = await list(entity)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['content', 'data', 'totalElements'])
    expect(body.data).toEqual({ content: body.content, totalElements: body.totalElements })
    expect(body.content.map((user: UserWire) => user.email)).toEqual([at('entidad'), at('entidad2')])
    expect(body.content[0]).toMatchObject({
      roles: ['ROLE_ENTITY', 'ROLE_ADMIN'],
      idGenericEntity: entity.me.idGenericEntity,
      nameGenericEntity: 'Cajamar Caja Rural, Sociedad Cooperativa de Crédito',
      status: 'ACCEPTED',
      lastChangePassword: expect.any(String),
    })
  })

  test('ROLE-42 ROLE-19: a participant lists its own users, whatever it asks for; CCI all', async () => {
    expect(await emailsOf(provider)).toEqual([at('proveedor2'), at('proveedor')])
    expect(await emailsOf(colleague)).toEqual([at('proveedor2'), at('proveedor')])
    expect(await emailsOf(provider, { email: 'entidad' })).toEqual([])
    expect(await emailsOf(provider, { participant: 'Cajamar' })).toEqual([])
    const all = await emailsOf(centre)
    expect(all).toEqual(
      expect.arrayContaining([at('cci'), at('proveedor2'), at('entidad'), at('nuevo'), at('evaluador')]),
    )
    expect(all.every((email: string) => email.includes('@'))).toBe(true)
  })

  test('API-22 ROLE-42: management keeps those of the own participant', async () => {
    expect(await emailsOf(centre, { management: 'true' })).toEqual([at('cci2'), at('cci')])
    expect(await emailsOf(centre, { management: 'false' })).toHaveLength((await emailsOf(centre)).length)
    expect(await emailsOf(provider, { management: 'true' })).toEqual([at('proveedor2'), at('proveedor')])
  })

  test.each([
    ['name', 'iñigo', ['proveedor2']],
    ['name', 'INIGO SALCEDO', ['proveedor2']],
    ['name', 'lucia ferrer', ['proveedor']],
    ['email', 'PROVEEDOR2@', ['proveedor2']],
    ['email', 'roveedor@', ['proveedor']],
    ['email', '%', []],
    ['name', '_', []],
    ['participant', 'auditoria somport', ['somport']],
    ['participant', 'B0047', ['proveedor2', 'proveedor']],
  ])('API-10 API-22: by %s «%s», whatever its case and accents', async (field, text, names) => {
    expect(await emailsOf(centre, { [field]: text })).toEqual(names.map(at))
  })

  test('LIM-34 USR-04: by role and by status', async () => {
    for (const role of ['PROVIDER', 'ENTITY', 'AUDIT', 'CCI']) {
      const { content } = (await list(centre, { role: `ROLE_${role}` })).body
      expect(content.length).toBeGreaterThan(1)
      expect(content.every((user: UserWire) => user.role === role)).toBe(true)
    }
    const pending = (await list(centre, { status: 'PENDING' })).body.content
    expect(pending.map((user: UserWire) => user.email)).toContain(at('borrador'))
    expect(pending.every((user: UserWire) => user.status === 'PENDING')).toBe(true)
    expect((await list(centre, { role: 'CCI' })).status).toBe(400)
  })

  test('API-22 LIM-13: six to a page, in the order asked for, nobody twice', async () => {
    const first = await centre.call(listUsers)
    expect(first.body.content).toHaveLength(6)
    const { totalElements } = first.body
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(totalElements / 6) }, (_, page) =>
        centre.call(listUsers, { query: { page, size: 6 } }),
      ),
    )
    const ids = pages.flatMap(page => page.body.content.map((user: UserWire) => user.id))
    expect(new Set(ids).size).toBe(totalElements)
    const down = await emailsOf(centre, { sort: 'email,desc' })
    expect(down).toEqual([...down].sort().reverse())
    for (const sort of ['name', 'role', 'status', 'participant', 'createdAt,desc']) {
      expect((await list(centre, { sort })).body.totalElements).toBe(totalElements)
    }
    expect((await list(centre, { sort: 'password_hash' })).status).toBe(400)
  })

  test('API-20 API-21: those of one participant, by either path', async () => {
    const id = provider.me.idGenericEntity
    for (const contract of [listUsersOfParticipant, listUsersOfEntity]) {
      for (const caller of [centre, provider, colleague]) {
        const { body } = await caller.call(contract, { params: { id } })
        expect(body.data.content.map((user: UserWire) => user.email)).toEqual([at('proveedor2'), at('proveedor')])
      }
      const found = await centre.call(contract, { params: { id }, query: { name: 'lucia' } })
      expect(found.body.totalElements).toBe(1)
      const foreign = await entity.call(contract, { params: { id } })
      expect(foreign.status).toBe(404)
      expect(foreign.body).toEqual((await entity.call(contract, { params: { id: MISSING } })).body)
      expect((await centre.call(contract, { params: { id: MISSING } })).status).toBe(404)
    }
  })

  test('API-10: the search as one types has its indexes', async () => {
    // The planner reads a small table through, and only the owner may have it counted.
    const rows = await world.asOwner(`begin;
      insert into portal_user (id, participant_id, email, name, surnames, status, created_at)
        select lpad(n::text, 26, '0'), '${provider.me.idGenericEntity}', n || '@x.example', md5(n::text), '', 'PENDING',
          now() from generate_series(1, 5000) n;
      analyze portal_user;
      explain select id from portal_user u
        where u.deleted_at is null and fold(u.name || ' ' || u.surnames) like '%salcedo%';
      rollback`)
    const plan = JSON.stringify(rows)
    expect(plan).toContain('portal_user_by_name')
  })
})

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
      idGenericEntity: provider.me.idGenericEntity,
      nameGenericEntity: 'Tramontana Custodia Digital, S.L.',
      status: 'PENDING',
      lastChangePassword: null,
      contactDetails: { name: 'Ainhoa', surNames: 'Etxeberria Gil', position: 'Riesgos', tlf: '911234567', email },
      billingEmail: '',
      version: 1,
    })
    expect(await trailOf(answer.body.id)).toEqual(['user.created'])
    const [mail] = await mailTo(email)
    expect(mail!.subject).toMatch(/^Su usuario de/)
    const password = passwordIn(mail!.text)
    const stored = await world.portal.db
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

  test('API-24: its one-time password lasts fourteen days', async () => {
    const email = 'tarde@proveedor.example'
    await create(provider, draft(email))
    const password = passwordIn((await mailTo(email))[0]!.text)
    world.clock.move(14 * DAY)
    expect((await enters(email, password)).status).toBe(403)
    world.clock.move(-14 * DAY)
    expect((await enters(email, password)).status).toBe(200)
  })

  test('API-24 ROLE-18: CCI makes one of its own or of the participant it chose', async () => {
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

  test('ROLE-42 API-24: only the principal makes one, and only of its own participant', async () => {
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

  test('ERR-06 API-24: an address is one user’s, whoever and wherever it is', async () => {
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

  test('API-26 USR-08: by the principal, by CCI and by itself; in part, told to the trail by field', async () => {
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
    const { data } = await world.portal.db
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

  test('ERR-06 API-25: the address of one that nobody has made its own is corrected, and the old password dies', async () => {
    const { body: user } = await create(provider, draft('herrata@proveedor.example'))
    const old = passwordIn((await mailTo('herrata@proveedor.example'))[0]!.text)
    const early = await world.signIn('herrata@proveedor.example', old)
    const move = (caller: Caller, email: string) =>
      caller.call(patchUser, { params: { key: user.id }, body: { contactDetails: { email } } })
    expect(await move(provider, at('entidad'))).toMatchObject({
      status: 409,
      problem: { detail: 'Ya existe un usuario asociado a ese correo electrónico.' },
    })
    expect((await move(provider, 'no')).problem.fields).toHaveProperty(['contactDetails.email'])
    expect((await move(early, 'mio@otro.example')).problem.code).toBe('unknownField')
    expect((await move(provider, 'Errata@proveedor.example')).body.email).toBe('errata@proveedor.example')
    expect((await early.call(readMe)).status).toBe(401)
    expect((await enters('herrata@proveedor.example', old)).status).toBe(403)
    expect((await enters('errata@proveedor.example', old)).status).toBe(403)
    const fresh = passwordIn((await mailTo('errata@proveedor.example'))[0]!.text)
    expect((await enters('errata@proveedor.example', fresh)).status).toBe(200)
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
    const password = passwordIn((await mailTo(email))[0]!.text)
    const caller = await world.signIn(email, password)
    expect((await remove(entity, user.id)).status).toBe(204)
    expect((await caller.call(readMe)).status).toBe(401)
    expect((await enters(email, password)).status).toBe(403)
    expect(await emailsOf(centre, { email })).toEqual([])
    const sessions = await world.portal.db
      .selectFrom('session')
      .select('ended_at')
      .where('user_id', '=', user.id)
      .execute()
    expect(sessions).toEqual([{ ended_at: world.clock.now() }])
    expect(await trailOf(user.id)).toContain('user.deleted')
    expect((await remove(entity, user.id)).status).toBe(404)
    expect((await create(entity, draft(email))).status).toBe(201)
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
