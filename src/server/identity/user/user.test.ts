import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMe, resetPassword, signIn } from '#domain/identity/session/contract.ts'
import { patchUser, readUser, updateUser } from '#domain/identity/user/contract.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { forgetPassword } from '#test/support/mails.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

const NEW_PASSWORD = 'Romana.Exacta1'
const at = (name: string) => `${name}@almotacen.example`

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())
beforeEach(() => portal.app.db.deleteFrom('sign_in_attempt').execute())

const patch = (caller: Caller, key: string, body: unknown) => caller.call(patchUser, { params: { key }, body })
const change = (caller: Caller, name: string, more: Record<string, unknown> = {}) =>
  patch(caller, at(name), { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, policyAccepted: true, ...more })
const enters = async (name: string, password: string) =>
  (await portal.anonymous.call(signIn, { body: { email: at(name), password } })).status === 200

async function userOf(name: string) {
  return portal.app.db.selectFrom('portal_user').selectAll().where('email', '=', at(name)).executeTakeFirstOrThrow()
}

/** The same caller with the headers of a response. */
function goOn(caller: Caller, headers: Headers): Promise<Answer> {
  return caller.fetch('GET', '/session', { headers: { authorization: headers.get('authorization')! } })
}

describe('the change of the own password', () => {
  test('API-15 FORM-08: the first one needs every field and the policy accepted', async () => {
    const caller = await portal.signIn(at('nuevo'))
    const sentence = 'Debe rellenar todos los campos del formulario y aceptar las Condiciones y Compromiso de uso.'
    const incomplete = [
      { policyAccepted: false },
      { policyAccepted: undefined },
      { oldPassword: '' },
      { newPassword: undefined },
    ]
    for (const more of incomplete) {
      expect((await change(caller, 'nuevo', more)).problem).toMatchObject({ status: 400, detail: sentence })
    }
    expect(await userOf('nuevo')).toMatchObject({ last_password_change: null, policy_accepted_at: null })
  })

  test('AUTH-15 FORM-05 FORM-07: it must be new and good enough', async () => {
    const caller = await portal.signIn(at('nuevo'))
    expect((await change(caller, 'nuevo', { newPassword: PASSWORD })).problem.detail).toBe(
      'La contraseña nueva no puede ser igual que la antigua.',
    )
    expect((await change(caller, 'nuevo', { newPassword: 'corta' })).problem).toMatchObject({
      code: 'invalid',
      fields: {
        newPassword:
          'La contraseña debe tener al menos entre 8 y 16 caracteres, un dígito, una minúscula, una mayúscula y un caracter no alfanumérico.',
      },
    })
    expect(await enters('nuevo', PASSWORD)).toBe(true)
  })

  test('D7 D41: with a one-time password no contact data are written, alone or along with the change of it', async () => {
    await portal.app.db
      .updateTable('portal_user')
      .set({ temporary_until: '2026-12-05T09:00:00.000Z' })
      .where('email', '=', at('nuevo'))
      .execute()
    const caller = await portal.signIn(at('nuevo'))
    const before = await userOf('nuevo')
    const contact = { contactDetails: { name: 'Ana' } }
    for (const answer of [
      await patch(caller, at('nuevo'), contact),
      await patch(caller, at('nuevo'), { billingEmail: 'otra@proveedor.example' }),
      await caller.call(updateUser, { body: { id: caller.me.userId, ...contact } }),
    ]) {
      expect(answer).toMatchObject({ status: 403, problem: { code: 'passwordMissing' } })
    }
    const both = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, policyAccepted: true, ...contact }
    expect(await patch(caller, at('nuevo'), both)).toMatchObject({
      status: 400,
      problem: { code: 'unknownField', fields: { 'contactDetails.name': expect.any(String) } },
    })
    expect(await userOf('nuevo')).toEqual(before)
  })

  test('API-15 AUTH-13 AUTH-06: after it the invited user continues to the mandatory data with a fresh session', async () => {
    await portal.app.db
      .updateTable('portal_user')
      .set({ temporary_until: '2026-12-05T09:00:00.000Z', secret_nonce: 'x' })
      .where('email', '=', at('nuevo'))
      .execute()
    const caller = await portal.signIn(at('nuevo'))
    const other = await portal.signIn(at('nuevo'))
    const answer = await change(caller, 'nuevo')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ email: at('nuevo'), status: 'PENDING', lastChangePassword: portal.clock.now() })
    expect((await caller.call(readMe)).status).toBe(401)
    expect((await other.call(readMe)).status).toBe(401)
    expect((await goOn(caller, answer.headers)).body).toMatchObject({ next: 'mandatory-data', completed: false })
    expect(answer.headers.get('x-csrf-token')).toMatch(/^\w{32}$/)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await userOf('nuevo')).toMatchObject({
      temporary_until: null,
      secret_nonce: null,
      policy_accepted_at: portal.clock.now(),
      last_password_change: portal.clock.now(),
    })
    expect(await enters('nuevo', PASSWORD)).toBe(false)
    expect(await enters('nuevo', NEW_PASSWORD)).toBe(true)
  })

  test('AUTH-14 API-15: a user without invitation is accepted by it and goes home', async () => {
    await portal.app.db
      .updateTable('portal_user')
      .set({ status: 'PENDING', last_password_change: null, policy_accepted_at: null })
      .where('email', '=', at('proveedor2'))
      .execute()
    const caller = await portal.signIn(at('proveedor2'))
    expect(caller.me.next).toBe('change-password')
    const answer = await change(caller, 'proveedor2')
    expect(answer.body).toMatchObject({ status: 'ACCEPTED' })
    expect((await goOn(caller, answer.headers)).body).toMatchObject({ next: 'home', completed: true })
    const { id } = await userOf('proveedor2')
    const trail = await portal.app.db.selectFrom('trail').select('event').where('object_id', '=', id).execute()
    expect(trail.map(entry => entry.event)).toEqual(expect.arrayContaining(['user.password-changed', 'user.accepted']))
  })

  test.each([
    ['of a participant that CCI has let in by then is accepted by it', 'proveedor', 'ACCEPTED'],
    ['of one that still waits for CCI goes on waiting', 'hontanar', 'PENDING'],
  ])('USR-11: an invited user %s', async (_title, name, status) => {
    await portal.app.db
      .updateTable('portal_user')
      .set({ status: 'PENDING', last_password_change: null, policy_accepted_at: null })
      .where('email', '=', at(name))
      .execute()
    expect((await change(await portal.signIn(at(name)), name)).body).toMatchObject({ status })
  })

  test('AUTH-15 AUTH-32: wrong old passwords block the account as those of sign-in do', async () => {
    const caller = await portal.signIn(at('cci2'))
    const wrong = () => change(caller, 'cci2', { oldPassword: 'Wrong.Guess1' })
    const answers = await Promise.all(Array.from({ length: 20 }, wrong))
    expect(answers.filter(answer => answer.problem.code === 'passwordWrong')).toHaveLength(5)
    expect(answers.filter(answer => answer.problem.code === 'blocked')).toHaveLength(15)
    expect((await change(caller, 'cci2')).problem).toMatchObject({ status: 401, code: 'blocked' })
    // The block concerns the pair of device and account: without the device's cookie the attempts count by address,
    // which is not blocked.
    expect(await enters('cci2', PASSWORD)).toBe(true)
    portal.clock.move(15 * MINUTE)
    expect((await change(caller, 'cci2')).status).toBe(200)
  })

  test('API-15: of several simultaneous changes one succeeds', async () => {
    const callers = await Promise.all(Array.from({ length: 4 }, () => portal.signIn(at('evaluador'))))
    const answers = await Promise.all(
      callers.map((caller, n) => change(caller, 'evaluador', { newPassword: `Romana.Exacta${n}` })),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    const won = answers.findIndex(answer => answer.status === 200)
    expect(await enters('evaluador', `Romana.Exacta${won}`)).toBe(true)
    for (const caller of callers) expect((await caller.call(readMe)).status).toBe(401)
  })

  test('API-15 API-14: it kills a reset code that was asked for before', async () => {
    await forgetPassword(portal, at('entidad2'))
    const { secret_nonce } = await portal.app.db
      .selectFrom('password_reset')
      .select('secret_nonce')
      .executeTakeFirstOrThrow()
    expect((await change(await portal.signIn(at('entidad2')), 'entidad2')).status).toBe(200)
    const code = portal.app.secrets.derive('reset-code', secret_nonce)
    const answer = await portal.anonymous.call(resetPassword, { body: { code, newPassword: 'Otra.Distinta2' } })
    expect(answer.problem.code).toBe('resetCodeDead')
  })

  test('API-15: without the headers of its session nothing changes', async () => {
    const caller = await portal.signIn(at('cantera'))
    const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, policyAccepted: true }
    for (const headers of [{ 'x-csrf-token': 'x' }, { 'x-requested-with': '' }] as Record<string, string>[]) {
      const answer = await caller.call(patchUser, { params: { key: at('cantera') }, body, headers })
      expect(answer.status).toBe(403)
    }
    expect(await enters('cantera', PASSWORD)).toBe(true)
  })
})

describe('with the policy nist', () => {
  let strict: TestPortal
  beforeAll(async () => {
    strict = await startTestPortal({ seed: 'centre', environment: { PASSWORD_POLICY: 'nist' } })
  })
  afterAll(() => strict.stop())

  test('AUTH-15 FORM-05: words of the person and the portal are refused, a long phrase is taken', async () => {
    const caller = await strict.signIn(at('cci'))
    const attempt = (newPassword: string) =>
      patch(caller, at('cci'), { oldPassword: PASSWORD, newPassword, policyAccepted: true })
    for (const weak of ['quijote olmedo 1605', 'mi almotacen favorito', 'password12345', 'corta']) {
      expect((await attempt(weak)).problem.fields?.newPassword).toMatch(/^La contraseña/)
    }
    expect((await attempt('siete grullas en la azotea')).status).toBe(200)
  })
})

describe('the data of a user', () => {
  test('USR-08 USR-06: users change their own data, by e-mail or by identifier, in part', async () => {
    const caller = await portal.signIn(at('entidad'))
    const answer = await patch(caller, 'Entidad@almotacen.example', {
      contactDetails: { name: ' Elena  María ', tlf: '+34 600 10 20 30' },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id: caller.me.userId,
      email: at('entidad'),
      roles: ['ROLE_ENTITY', 'ROLE_ADMIN'],
      role: 'ENTITY',
      isPrincipal: true,
      awaitsConfirmation: false,
      idGenericEntity: caller.me.idGenericEntity,
      nameGenericEntity: 'Cajamar Caja Rural, Sociedad Cooperativa de Crédito',
      status: 'ACCEPTED',
      lastChangePassword: expect.any(String),
      contactDetails: {
        name: 'Elena María',
        surNames: 'Puertas Lázaro',
        position: 'Externalización',
        tlf: '+34600102030',
        email: at('entidad'),
      },
      billingEmail: '',
      version: 2,
    })
    const again = await patch(caller, caller.me.userId, { billingEmail: 'Facturas@Banco.example' })
    expect(again.body).toMatchObject({
      billingEmail: 'facturas@banco.example',
      contactDetails: { name: 'Elena María' },
    })
  })

  test('API-19 USR-06: a user is read by e-mail or identifier, by its participant and by CCI', async () => {
    const caller = await portal.signIn(at('entidad'))
    const colleague = await userOf('entidad2')
    const read = (reader: Caller, key: string) => reader.call(readUser, { params: { key } })
    const answer = await read(caller, at('entidad2'))
    expect(answer).toMatchObject({ status: 200, body: { id: colleague.id, email: at('entidad2'), isPrincipal: false } })
    const fields = ['id', 'email', 'roles', 'idGenericEntity', 'nameGenericEntity', 'status', 'lastChangePassword']
    const more = ['contactDetails', 'role', 'isPrincipal', 'billingEmail']
    expect(Object.keys(answer.body)).toEqual(expect.arrayContaining([...fields, ...more]))
    expect(Object.keys(answer.body)).not.toContain('password_hash')
    expect((await read(await portal.signIn(at('cci')), colleague.id)).body).toEqual(answer.body)
    const foreign = await read(caller, at('proveedor'))
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await read(caller, 'nadie@x.example')).body)
  })

  test('USR-08: wrong data is refused by field', async () => {
    const caller = await portal.signIn(at('entidad'))
    const answer = await patch(caller, at('entidad'), { contactDetails: { name: '', tlf: '12' }, billingEmail: 'no' })
    expect(answer.problem).toMatchObject({ status: 400, code: 'invalid' })
    expect(Object.keys(answer.problem.fields!)).toEqual(['contactDetails.name', 'contactDetails.tlf', 'billingEmail'])
  })

  test('API-28 API-15: refuses fields that the caller may not set by name, and changes nothing', async () => {
    const own = await portal.signIn(at('entidad'))
    const refused = async (caller: Caller, key: string, body: unknown) => {
      const { problem } = await patch(caller, key, body)
      expect(problem).toMatchObject({ status: 400, code: 'unknownField' })
      return Object.keys(problem.fields!)
    }
    expect(await refused(own, at('entidad'), { status: 'ACCEPTED', billingEmail: 'x@y.example' })).toEqual(['status'])
    expect(await refused(own, at('entidad'), { contactDetails: { email: 'otra@y.example' } })).toEqual([
      'contactDetails.email',
    ])
    for (const field of ['isPrincipal', 'role', 'roles', 'idGenericEntity', 'id', 'email', 'temporaryUntil']) {
      expect(await refused(own, at('entidad'), { [field]: 'x' })).toEqual([field])
    }
    const centre = await portal.signIn(at('cci'))
    expect(await refused(centre, at('entidad'), { newPassword: 'Otra.Distinta2' })).toEqual(['newPassword'])
    expect((await userOf('entidad')).billing_email).not.toBe('x@y.example')
  })

  test('API-25: the principal manages its own users, others of the participant may not', async () => {
    const principal = await portal.signIn(at('entidad'))
    const colleague = await userOf('entidad2')
    expect((await patch(principal, colleague.id, { contactDetails: { position: 'Riesgos' } })).body).toMatchObject({
      contactDetails: { position: 'Riesgos' },
      isPrincipal: false,
    })
    const other = await portal.signIn(at('entidad2'), NEW_PASSWORD)
    const answer = await patch(other, principal.me.userId, { contactDetails: { position: 'Nada' } })
    expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('API-25: a user of another participant, a deleted one and none at all are the same to a participant', async () => {
    const caller = await portal.signIn(at('entidad'))
    const body = { contactDetails: { position: 'Nada' } }
    await portal.app.db
      .updateTable('portal_user')
      .set({ deleted_at: portal.clock.now() })
      .where('email', '=', at('mirlo'))
      .execute()
    const { id } = await userOf('proveedor')
    const keys = ['0'.repeat(26), id, at('proveedor'), at('mirlo'), 'nadie@x.example', 'x']
    const answers = await Promise.all(keys.map(key => patch(caller, key, body)))
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual(answers[0]!.body)
    }
  })

  test('USR-11 API-28: CCI accepts users only of participants whose documentation it accepted', async () => {
    const centre = await portal.signIn(at('cci'))
    expect((await patch(centre, at('borrador'), { status: 'ACCEPTED' })).problem.code).toBe('wrongState')
    expect((await patch(centre, at('proveedor'), { status: 'PENDING' })).problem.code).toBe('wrongState')
    await portal.app.db
      .updateTable('portal_user')
      .set({ status: 'PENDING' })
      .where('email', '=', at('somport'))
      .execute()
    expect((await patch(centre, at('somport'), { status: 'ACCEPTED' })).body).toMatchObject({ status: 'ACCEPTED' })
  })
})
