import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changeInvitation,
  countInvitations,
  entityTemplate,
  importEntities,
  invite,
  inviteEntity,
  listInvitations,
} from '#domain/invitation/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { readMe, requestPassword, resetPassword, signIn } from '#domain/session/contract.ts'
import { patchUser } from '#domain/user/contract.ts'
import { DAY, MINUTE } from '#server/clock.ts'
import { readEntityRows } from '#server/spreadsheet/entities.ts'
import { verifyTrail } from '#server/trail/verify.ts'
import type { Answer, Caller, Mail, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

const EXISTS = 'Esta dirección electrónica ya tiene una invitación a Almotacén. Introduzca otro correo.'
const fixtures = join(import.meta.dirname, '../../../test/fixtures/entities')

let portal: TestPortal
let centre: Caller
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  centre = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.portal.db.deleteFrom('sign_in_attempt').execute()
  // Mails of one instant have no order.
  portal.clock.move(1)
})

let serial = 0
const fresh = (name: string) => `${name}${++serial}@invitada.example`
const invited = (body: Record<string, unknown>, headers?: Record<string, string>) =>
  centre.call(invite, { body, headers })
const change = (id: string, status: string) => centre.call(changeInvitation, { params: { id }, body: { status } })
const enter = (email: string, password: string): Promise<Answer> =>
  portal.anonymous.call(signIn, { body: { email, password } })

const mailsTo = async (email: string): Promise<Mail[]> => (await portal.mails()).filter(mail => mail.to === email)
const passwordIn = (mail: Mail) => /Contraseña: (\S+)/.exec(mail.text)![1]!

async function counts(): Promise<Record<string, number>> {
  const { db } = portal.portal
  const of = async (table: 'participant' | 'portal_user' | 'invitation' | 'validation' | 'outbox_mail') =>
    (
      await db
        .selectFrom(table)
        .select(eb => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return {
    participants: await of('participant'),
    users: await of('portal_user'),
    invitations: await of('invitation'),
    validations: await of('validation'),
    mails: await of('outbox_mail'),
  }
}

describe('an invitation', () => {
  test.each([
    ['PROVIDER', 'Proveedor', {}],
    ['AUDIT', 'Evaluador', {}],
    ['ENTITY', 'Entidad', { name: ' Banco Uno ', codNRBE: '77', contactPerson: ' Pilar Ruiz ' }],
  ])(
    'INV-05 INV-08 API-41: of kind %s makes all it needs and leads to the first sign-in',
    async (type, label, more) => {
      const email = fresh('ana')
      const answer = await invited({ type, email: ` ${email.toUpperCase()} `, ...more })
      expect(answer).toMatchObject({
        status: 201,
        body: { type, email, status: 'PENDING', createdAt: portal.clock.now(), passwordAlive: true },
      })
      if (type === 'ENTITY') {
        expect(answer.body).toMatchObject({ name: 'Banco Uno', codNRBE: '0077', contactPerson: 'Pilar Ruiz' })
      }
      const [mail] = await mailsTo(email)
      expect(mail!.text).toContain(`como ${label}.`)
      expect(mail!.text).toContain('http://portal.example/auth/sign-in')
      const first = await enter(email, passwordIn(mail!))
      expect(first.body).toMatchObject({
        role: { key: type },
        isPrincipal: true,
        next: 'change-password',
        documentationStatus: null,
        idGenericEntity: answer.body.idGenericEntity,
      })
      const stored = JSON.stringify([
        await portal.portal.db.selectFrom('portal_user').selectAll().execute(),
        await portal.portal.db.selectFrom('outbox_mail').selectAll().execute(),
        await portal.portal.db.selectFrom('trail').selectAll().execute(),
      ])
      expect(stored).not.toContain(passwordIn(mail!))
    },
  )

  test('API-41 AUTH-06 AUTH-13: its one-time password works until it is changed', async () => {
    const email = fresh('luis')
    await invited({ type: 'PROVIDER', email })
    const password = passwordIn((await mailsTo(email))[0]!)
    const caller = await portal.signIn(email, password)
    portal.clock.move(MINUTE)
    expect((await enter(email, password)).status).toBe(200)
    const answer = await caller.call(patchUser, {
      params: { key: email },
      body: { oldPassword: password, newPassword: PASSWORD, policyAccepted: true },
    })
    expect(answer.status).toBe(200)
    expect((await enter(email, password)).status).toBe(403)
    expect((await enter(email, PASSWORD)).body).toMatchObject({ next: 'mandatory-data' })
  })

  test('INV-05: its one-time password dies after 14 days, and the list says so', async () => {
    const email = fresh('eva')
    const { body } = await invited({ type: 'AUDIT', email })
    const password = passwordIn((await mailsTo(email))[0]!)
    portal.clock.move(14 * DAY)
    expect((await enter(email, password)).status).toBe(403)
    centre = await portal.signIn('cci@almotacen.example')
    const list = await centre.call(listInvitations, { query: { email } })
    expect(list.body.content).toEqual([{ ...body, passwordAlive: false }])
  })

  test('ERR-03 API-41: one live invitation for an address, whatever the kind, and none for a user', async () => {
    const email = fresh('eco')
    await invited({ type: 'PROVIDER', email })
    const before = await counts()
    for (const address of [email, email.toUpperCase(), 'cci@almotacen.example']) {
      expect((await invited({ type: 'AUDIT', email: address })).problem).toMatchObject({ status: 409, detail: EXISTS })
    }
    const entity = { name: 'Banco', codNRBE: '0078', contactPerson: 'P', email }
    expect((await centre.call(inviteEntity, { body: entity })).problem).toMatchObject({ status: 409, detail: EXISTS })
    expect(await counts()).toEqual(before)
  })

  test('ERR-03 API-41: of 20 simultaneous ones to an address one is made', async () => {
    const email = fresh('aluvion')
    const before = await counts()
    const answers = await Promise.all(Array.from({ length: 20 }, () => invited({ type: 'PROVIDER', email })))
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1)
    for (const answer of answers.filter(answer => answer.status !== 201)) {
      expect(answer.problem).toMatchObject({ status: 409, code: 'invitationExists' })
    }
    const after = await counts()
    for (const [name, count] of Object.entries(after)) expect(count, name).toBe(before[name]! + 1)
  })

  test('API-41: repeated with its key it is one invitation with one answer', async () => {
    const body = { type: 'PROVIDER', email: fresh('doble') }
    const headers = { 'idempotency-key': 'invitar-1' }
    const before = await counts()
    const answers = await Promise.all(Array.from({ length: 8 }, () => invited(body, headers)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]!.body })
    expect((await counts()).invitations).toBe(before.invitations! + 1)
    expect(await mailsTo(body.email)).toHaveLength(1)
    const other = await invited({ ...body, email: fresh('otra') }, headers)
    expect(other.problem).toMatchObject({ status: 422, code: 'keyReused' })
  })

  test('FORM-44 FORM-46 API-41: what is empty, wrong or of another kind is refused by name', async () => {
    const problemOf = async (body: Record<string, unknown>) => (await invited(body)).problem
    expect(await problemOf({ type: 'PROVIDER', email: '  ' })).toMatchObject({
      status: 400,
      detail: 'Introduzca un correo para enviar la invitación.',
    })
    expect(await problemOf({ type: 'PROVIDER', email: 'ana' })).toMatchObject({
      code: 'invalid',
      fields: { email: 'Correo electrónico no válido' },
    })
    const empty = await centre.call(inviteEntity, { body: { email: fresh('x'), name: ' ', codNRBE: '12345' } })
    expect(Object.keys(empty.problem.fields!)).toEqual(['name', 'codNRBE', 'contactPerson'])
    expect(await problemOf({ type: 'AUDIT', email: fresh('x'), codNRBE: '0001' })).toMatchObject({
      code: 'unknownField',
      fields: { codNRBE: expect.any(String) },
    })
    expect((await problemOf({ type: 'CCI', email: fresh('x') })).status).toBe(400)
    expect((await problemOf({ type: 'PROVIDER', email: fresh('x'), status: 'ACCEPTED' })).code).toBe('unknownField')
  })

  test('API-41 INV-08: an NRBE is of one living entity', async () => {
    const body = { name: 'Banco Dos', codNRBE: '79', contactPerson: 'P' }
    const first = await centre.call(inviteEntity, { body: { ...body, email: fresh('a') } })
    expect(first.status).toBe(201)
    const second = await centre.call(inviteEntity, { body: { ...body, email: fresh('b') } })
    expect(second.problem).toMatchObject({ status: 409, code: 'nrbeExists', fields: { codNRBE: expect.any(String) } })
    await change(first.body.id, 'REJECTED')
    expect((await centre.call(inviteEntity, { body: { ...body, email: fresh('b') } })).status).toBe(201)
    expect((await change(first.body.id, 'PENDING')).problem.code).toBe('nrbeExists')
  })
})

describe('withdrawing and sending again', () => {
  test('API-42 INV-07: withdrawn, nothing of it lets anyone in', async () => {
    const email = fresh('retirada')
    const { body } = await invited({ type: 'PROVIDER', email })
    const password = passwordIn((await mailsTo(email))[0]!)
    const inside = await portal.signIn(email, password)
    await portal.anonymous.call(requestPassword, { params: { key: email } })
    const answer = await change(body.id, 'REJECTED')
    expect(answer).toMatchObject({ status: 200, body: { status: 'REJECTED', passwordAlive: false } })
    expect((await inside.call(readMe)).status).toBe(401)
    const dead = await enter(email, password)
    const unknown = await enter('nadie@x.example', password)
    expect(dead.status).toBe(403)
    expect(dead.body).toEqual(unknown.body)
    // The mail of the reset had not left: it never does.
    expect(await mailsTo(email)).toHaveLength(1)
    await portal.anonymous.call(requestPassword, { params: { key: email } })
    expect(await mailsTo(email)).toHaveLength(1)
    expect((await change(body.id, 'REJECTED')).problem).toMatchObject({ status: 409, code: 'invitationEnded' })
  })

  test('API-42: sent again it lives, with a new password for 14 days and a new mail', async () => {
    const email = fresh('vuelve')
    const { body } = await invited({ type: 'PROVIDER', email })
    const old = passwordIn((await mailsTo(email))[0]!)
    await change(body.id, 'REJECTED')
    portal.clock.move(MINUTE)
    const answer = await change(body.id, 'PENDING')
    expect(answer.body).toEqual({ ...body, sentAt: portal.clock.now(), status: 'PENDING', passwordAlive: true })
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(2)
    const password = passwordIn(mails[1]!)
    expect(password).not.toBe(old)
    expect((await enter(email, old)).status).toBe(403)
    expect((await enter(email, password)).body).toMatchObject({
      next: 'change-password',
      idGenericEntity: body.idGenericEntity,
    })
  })

  test('API-42: a pending one sent again ends what its old password opened', async () => {
    const email = fresh('otra-vez')
    const { body } = await invited({ type: 'PROVIDER', email })
    const old = passwordIn((await mailsTo(email))[0]!)
    const inside = await portal.signIn(email, old)
    portal.clock.move(1)
    expect((await change(body.id, 'PENDING')).status).toBe(200)
    expect((await inside.call(readMe)).status).toBe(401)
    expect((await enter(email, old)).status).toBe(403)
    expect((await enter(email, passwordIn((await mailsTo(email))[1]!))).status).toBe(200)
  })

  test('API-42 ERR-03: withdrawn, the address is free; then the old one cannot come back', async () => {
    const email = fresh('libre')
    const { body } = await invited({ type: 'PROVIDER', email })
    await change(body.id, 'REJECTED')
    const second = await invited({ type: 'AUDIT', email })
    expect(second.status).toBe(201)
    expect((await change(body.id, 'PENDING')).problem).toMatchObject({ status: 409, detail: EXISTS })
    expect((await enter(email, passwordIn((await mailsTo(email)).at(-1)!))).body).toMatchObject({
      role: { key: 'AUDIT' },
    })
  })

  test('API-42: an accepted one ends, and that of a deleted participant does not bring it back', async () => {
    const { body } = await invited({ type: 'PROVIDER', email: fresh('aceptada') })
    const { db } = portal.portal
    const set = (status: string) => db.updateTable('invitation').set({ status }).where('id', '=', body.id).execute()
    await set('ACCEPTED')
    await db
      .updateTable('validation')
      .set({ status: 'PENDING', sent_at: portal.clock.now() })
      .where('participant_id', '=', body.idGenericEntity)
      .execute()
    expect((await change(body.id, 'REJECTED')).problem.code).toBe('invitationEnded')
    expect((await change(body.id, 'PENDING')).problem.code).toBe('invitationEnded')
    await set('REJECTED')
    expect((await change(body.id, 'PENDING')).problem.code).toBe('invitationEnded')
  })

  test('API-42 ROLE-14: a participant deleted before it sent anything is not revived; it is invited anew', async () => {
    const email = fresh('eliminada')
    const { body } = await invited({ type: 'PROVIDER', email })
    const removed = await centre.call(deleteParticipant, { body: { idGenericEntity: body.idGenericEntity } })
    expect(removed.body).toEqual({ status: '00' })
    const mails = (await mailsTo(email)).length
    // Its invitation is blocked with it (D44): nobody sees it, and nobody can send it again.
    expect((await change(body.id, 'PENDING')).problem).toMatchObject({ status: 404, code: 'notFound' })
    expect(await mailsTo(email)).toHaveLength(mails)
    const { body: list } = await centre.call(listInvitations, { query: { email } })
    expect(list.content).toEqual([])
    const anew = await invited({ type: 'PROVIDER', email })
    expect(anew.status).toBe(201)
    expect(anew.body.idGenericEntity).not.toBe(body.idGenericEntity)
  })

  test('API-42: sent again to who has chosen its password, it reminds and replaces nothing', async () => {
    const email = fresh('elegida')
    const { body } = await invited({ type: 'PROVIDER', email })
    const password = passwordIn((await mailsTo(email))[0]!)
    const first = await portal.signIn(email, password)
    const changed = { oldPassword: password, newPassword: PASSWORD, policyAccepted: true }
    expect((await first.call(patchUser, { params: { key: email }, body: changed })).status).toBe(200)
    const inside = await portal.signIn(email)
    portal.clock.move(MINUTE)
    const again = await change(body.id, 'PENDING')
    expect(again).toMatchObject({
      status: 200,
      body: { status: 'PENDING', sentAt: portal.clock.now(), passwordAlive: false, passwordChosen: true },
    })
    expect((await inside.call(readMe)).status).toBe(200)
    expect((await enter(email, PASSWORD)).body).toMatchObject({ next: 'mandatory-data' })
    const mail = (await mailsTo(email)).find(({ subject }) => subject === 'Su invitación a Almotacén sigue abierta')!
    expect(mail.text).toContain('la que usted eligió')
    expect(mail.text).toContain('Recuperar contraseña')
  })

  test('API-42: withdrawn, a chosen password is gone, and sending again gives a new one', async () => {
    const email = fresh('sin-clave')
    const { body } = await invited({ type: 'PROVIDER', email })
    portal.clock.move(1)
    await portal.anonymous.call(requestPassword, { params: { key: email } })
    const code = /code=(\S+)/.exec((await mailsTo(email)).at(-1)!.text)![1]!
    expect((await portal.anonymous.call(resetPassword, { body: { code, newPassword: PASSWORD } })).status).toBe(204)
    await change(body.id, 'REJECTED')
    portal.clock.move(MINUTE)
    expect((await change(body.id, 'PENDING')).body).toMatchObject({ passwordAlive: true, passwordChosen: false })
    expect((await enter(email, PASSWORD)).status).toBe(403)
    expect((await enter(email, passwordIn((await mailsTo(email)).at(-1)!))).status).toBe(200)
  })

  test('API-42: simultaneous withdrawals are one, and an invitation that is not there is not found', async () => {
    const { body } = await invited({ type: 'PROVIDER', email: fresh('a-la-vez') })
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(body.id, 'REJECTED')))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await change('0'.repeat(26), 'REJECTED')).status).toBe(404)
    expect((await change(body.id, 'ACCEPTED')).status).toBe(400)
  })
})

describe('the list of invitations', () => {
  test('API-39 INV-05: filters, order and pages', async () => {
    const all = (await centre.call(listInvitations, { query: { size: 1000 } })).body
    expect(all.totalElements).toBe(all.content.length)
    const dates = all.content.map((one: { createdAt: string }) => one.createdAt)
    expect(dates).toEqual([...dates].sort().reverse())
    for (const filter of [{ status: 'REJECTED' }, { type: 'AUDIT' }, { status: 'PENDING', type: 'ENTITY' }] as const) {
      const { content, totalElements } = (await centre.call(listInvitations, { query: { size: 1000, ...filter } })).body
      const wanted = all.content.filter((one: Record<string, string>) =>
        Object.entries(filter).every(([field, value]) => one[field] === value),
      )
      expect(wanted.length).toBeGreaterThan(0)
      expect(content).toEqual(wanted)
      expect(totalElements).toBe(wanted.length)
    }
    const between = { from: dates[5], to: dates[2], size: 1000 }
    const within = ({ createdAt }: { createdAt: string }) => createdAt >= between.from && createdAt <= between.to
    expect((await centre.call(listInvitations, { query: between })).body.content).toEqual(all.content.filter(within))
    const pages = []
    for (let page = 0; page * 4 < all.totalElements; page++) {
      pages.push(...(await centre.call(listInvitations, { query: { size: 4, page } })).body.content)
    }
    expect(pages).toEqual(all.content)
    const byEmail = (await centre.call(listInvitations, { query: { size: 1000, sort: 'email,asc' } })).body.content
    expect(byEmail).toHaveLength(all.totalElements)
    expect((await centre.call(listInvitations, { query: { email: 'RETIRADA' } })).body.totalElements).toBe(1)
    expect((await centre.call(listInvitations, { query: { email: '%' } })).body.totalElements).toBe(0)
    expect((await centre.call(listInvitations, { query: { sort: 'password' as never } })).status).toBe(400)
  })

  test('API-40: the counts are those of the list', async () => {
    const { body } = await centre.call(countInvitations)
    for (const status of ['ACCEPTED', 'PENDING', 'REJECTED'] as const) {
      const list = await centre.call(listInvitations, { query: { status } })
      expect(body[status]).toBe(list.body.totalElements)
    }
  })
})

describe('the mass preload', () => {
  const upload = async (name: string, headers?: Record<string, string>, as = name) =>
    centre.call(importEntities, {
      files: { file: { name: as, content: await readFile(join(fixtures, name)) } },
      headers,
    })
  const uploadText = (lines: string[]) =>
    centre.call(importEntities, { files: { file: { name: 'a.csv', content: lines.join('\r\n') } } })
  const heading = 'Nombre;Código NRBE;Persona de contacto;Correo electrónico'

  /** Frees what an import made, so that the same file can be taken again. */
  async function withdrawAll() {
    const query = { status: 'PENDING', type: 'ENTITY', size: 1000 } as const
    for (const { id } of (await centre.call(listInvitations, { query })).body.content) await change(id, 'REJECTED')
  }
  const leftovers = () => readdir(join(portal.portal.settings.dataDir, 'files/incoming'))

  test.each([
    'entidades.xlsx',
    'entidades.ods',
    'entidades.csv',
    'entidades-coma.csv',
    'entidades-ceros-perdidos.xlsx',
  ])('API-43 INV-08: %s invites its 16 entities, each with its mail', async name => {
    await withdrawAll()
    const before = await counts()
    expect(await upload(name)).toMatchObject({ status: 201, body: { created: 16 } })
    const after = await counts()
    expect(after.invitations).toBe(before.invitations! + 16)
    expect(after.participants).toBe(before.participants! + 16)
    const [mail] = (await mailsTo('maria.ibanez@santander.example')).slice(-1)
    expect(mail!.text).toContain('Hola, María Ibáñez Peña:')
    const list = await centre.call(listInvitations, { query: { email: 'maria.ibanez@santander.example' } })
    expect(list.body.content[0]).toMatchObject({ name: 'Banco Santander, S.A.', codNRBE: '0049', status: 'PENDING' })
  })

  test('API-43: its one-time passwords open', async () => {
    const mails = await mailsTo('maria.ibanez@santander.example')
    const opened = await Promise.all(mails.map(mail => enter('maria.ibanez@santander.example', passwordIn(mail))))
    expect(opened.filter(answer => answer.status === 200)).toHaveLength(1)
  })

  test('API-43 ERR-05: what exists already is named row by row, and nothing is made', async () => {
    const before = await counts()
    const answer = await upload('entidades.xlsx')
    expect(answer.problem).toMatchObject({
      status: 409,
      code: 'importConflict',
      detail: 'Error en la generación de invitaciones. Por favor, revise la plantilla.',
    })
    expect(answer.problem.rows).toHaveLength(32)
    expect((answer.problem.rows as unknown[]).slice(0, 2)).toEqual([
      { line: 2, column: 'codNRBE', message: expect.stringContaining('Fila 2, «Código NRBE»: ya hay una entidad') },
      { line: 2, column: 'email', message: expect.stringContaining('ya tiene una invitación a Almotacén') },
    ])
    expect(await counts()).toEqual(before)
  })

  test('API-43 ERR-05: wrong rows are named one by one, with those that conflict, and nothing is made', async () => {
    const before = await counts()
    const answer = await upload('entidades-con-errores.xlsx')
    expect(answer.problem).toMatchObject({ status: 400, code: 'importWrong' })
    const { rows: valid, errors } = await readEntityRows({
      path: join(fixtures, 'entidades-con-errores.xlsx'),
      name: 'entidades-con-errores.xlsx',
    })
    const rows = answer.problem.rows as { line: number; column: string; message: string }[]
    for (const error of errors) expect(rows).toContainEqual(error)
    expect(rows.length).toBeGreaterThan(errors.length)
    for (const { line } of valid) expect(rows.some(row => row.line === line)).toBe(true)
    expect(rows.map(row => row.line)).toEqual(rows.map(row => row.line).sort((a, b) => a - b))
    expect(await counts()).toEqual(before)
  })

  test('ERR-04 API-43: another extension is refused as such, whatever is inside', async () => {
    for (const [name, as] of [
      ['entidades.pdf', 'entidades.pdf'],
      ['entidades.xlsx', 'entidades.exe'],
      ['entidades.csv', 'sin-extension'],
    ] as const) {
      const answer = await upload(name, undefined, as)
      expect(answer.problem).toMatchObject({ status: 415, detail: 'Extensión de archivo no válida.' })
    }
  })

  test('ERR-05 API-43: an empty, unreadable, missing or unexpected file is refused and says why', async () => {
    expect((await upload('vacio.xlsx')).problem).toMatchObject({
      code: 'importWrong',
      fields: { file: expect.stringContaining('no contiene ninguna fila') },
    })
    expect((await upload('entidades.pdf', undefined, 'roto.ods')).problem.code).toMatch(/^import/)
    const content = 'esto no es un xlsx'
    const broken = await centre.call(importEntities, { files: { file: { name: 'a.xlsx', content } } })
    expect(broken.problem).toMatchObject({
      code: 'importWrong',
      fields: { file: expect.stringContaining('no se puede leer') },
    })
    const zero = await centre.call(importEntities, { files: { file: { name: 'a.csv', content: '' } } })
    expect(zero.problem).toMatchObject({ status: 400, code: 'fileMissing' })
    expect((await centre.call(importEntities, { files: {} })).problem.status).toBe(400)
    const other = await centre.call(importEntities, { files: { otro: { name: 'a.csv', content: heading } } })
    expect(other.problem.code).toBe('unknownField')
  })

  test('API-43: of simultaneous imports of one sheet one is made, and repeated with its key it has one answer', async () => {
    const lines = [
      heading,
      ...Array.from({ length: 12 }, (_, n) => `Banco ${n};${9000 + n};Persona;masiva${n}@banco.example`),
    ]
    const before = await counts()
    const answers = await Promise.all(Array.from({ length: 4 }, () => uploadText(lines)))
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1)
    expect(answers.filter(answer => answer.status === 409)).toHaveLength(3)
    expect((await counts()).invitations).toBe(before.invitations! + 12)
    await withdrawAll()
    const keyed = await Promise.all(
      Array.from({ length: 4 }, () => upload('entidades.xlsx', { 'idempotency-key': 'importar-1' })),
    )
    for (const answer of keyed) expect(answer).toMatchObject({ status: 201, body: { created: 16 } })
    const reused = await upload('entidades.csv', { 'idempotency-key': 'importar-1' })
    expect(reused.problem.code).toBe('keyReused')
  })

  test('API-43: 200 entities are invited while the portal answers others', async () => {
    const lines = [
      heading,
      ...Array.from({ length: 200 }, (_, n) => `Caja ${n};${5000 + n};Persona;caja${n}@caja.example`),
    ]
    let done = false
    const importing = uploadText(lines).finally(() => {
      done = true
    })
    let longest = 0
    for (let asked = 0; !done; asked++) {
      const from = performance.now()
      expect((await centre.call(countInvitations)).status).toBe(200)
      if (asked > 0) longest = Math.max(longest, performance.now() - from)
    }
    expect(await importing).toMatchObject({ status: 201, body: { created: 200 } })
    expect(longest).toBeLessThan(1500)
  }, 60_000)

  test('API-43: more than 500 entities are refused, and no temporary file is left by any import', async () => {
    const lines = [heading, ...Array.from({ length: 501 }, (_, n) => `Mil ${n};${1000 + n};P;mil${n}@mil.example`)]
    const before = await counts()
    expect((await uploadText(lines)).problem).toMatchObject({
      code: 'importWrong',
      fields: { file: expect.stringContaining('se admiten 500') },
    })
    expect(await counts()).toEqual(before)
    expect(await leftovers()).toEqual([])
  })

  test.each(['xlsx', 'csv'] as const)(
    'API-43: the template as .%s is a download that the import understands',
    async format => {
      const answer = await centre.call(entityTemplate, { query: { format } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toContain(`filename="plantilla-entidades.${format}"`)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(Number(answer.headers.get('content-length'))).toBe((answer.body as Buffer).length)
      const refused = await centre.call(importEntities, {
        files: { file: { name: `plantilla.${format}`, content: answer.body as Buffer } },
      })
      // Only its example row is in it, which is skipped.
      expect(refused.problem).toMatchObject({
        code: 'importWrong',
        fields: { file: expect.stringContaining('ninguna fila') },
      })
    },
  )
})

test('API-39 API-41 API-42: none but CCI may, and it changes nothing', async () => {
  const email = fresh('dentro')
  const { body } = await invited({ type: 'PROVIDER', email })
  const outsider = await portal.signIn(email, passwordIn((await mailsTo(email))[0]!))
  const before = await counts()
  const attempts = (caller: Caller) => [
    caller.call(listInvitations),
    caller.call(countInvitations),
    caller.call(entityTemplate),
    caller.call(invite, { body: { type: 'PROVIDER', email: fresh('z') } }),
    caller.call(inviteEntity, { body: { name: 'a', codNRBE: '1', contactPerson: 'a', email: fresh('z') } }),
    caller.call(changeInvitation, { params: { id: body.id }, body: { status: 'PENDING' } }),
    caller.call(importEntities, { files: { file: { name: 'a.csv', content: 'x' } } }),
  ]
  for (const answer of await Promise.all(attempts(outsider))) expect(answer.status).toBe(403)
  for (const answer of await Promise.all(attempts(portal.anonymous))) expect(answer.status).toBe(401)
  for (const headers of [{ 'x-csrf-token': 'x' }, { 'x-requested-with': '' }] as Record<string, string>[]) {
    expect((await invited({ type: 'PROVIDER', email: fresh('z') }, headers)).status).toBe(403)
  }
  expect(await counts()).toEqual(before)
  expect(await verifyTrail(portal.portal.db)).toMatchObject({ ok: true })
})
