import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser, patchUser } from '#domain/identity/user/contract.ts'
import type { InvitationWire } from '#domain/invitation/contract.ts'
import {
  changeInvitation,
  countInvitations,
  entityTemplate,
  importEntities,
  invite,
  inviteEntity,
  listInvitations,
} from '#domain/invitation/contract.ts'
import { invitationStatusLabels, kindLabels } from '#domain/invitation/invitation.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY, MINUTE } from '#server/platform/clock.ts'
import { EXISTS, inviting } from '#test/support/invitations.ts'
import { passwordIn } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let centre: Caller
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  centre = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.app.db.deleteFrom('sign_in_attempt').execute()
  // Mails of the same instant have no order.
  portal.clock.move(1)
})

const { change, counts, enter, fresh, invited, mailsTo } = inviting(
  () => portal,
  () => centre,
)

describe('an invitation', () => {
  test('D7: its password opens until the invited chooses one or it ends, as the mail says', async () => {
    const emails = [fresh('ana'), fresh('ana')]
    for (const email of emails) await invited({ type: 'PROVIDER', email })
    // One after the other: two senders would share the outbox.
    const first = (await mailsTo(emails[0]!))[0]
    const second = (await mailsTo(emails[1]!))[0]
    const truth =
      'La contraseña es temporal: sirve hasta que elija la suya, como mucho hasta el 05/12/2026 10:00 (hora de Madrid).'
    expect(first!.text).toContain(truth)
    const colleague = fresh('luis')
    const contactDetails = { name: 'Luis', surNames: 'Gil', position: 'Riesgos', tlf: '911234567', email: colleague }
    await centre.call(createUser, { body: { user: { contactDetails } } })
    expect((await mailsTo(colleague))[0]!.text).toContain(truth)

    const password = passwordIn(first!)
    const caller = await portal.signIn(emails[0]!, password)
    expect((await enter(emails[0]!, password)).status).toBe(200)
    await caller.call(patchUser, {
      params: { key: emails[0]! },
      body: { oldPassword: password, newPassword: PASSWORD, policyAccepted: true },
    })
    expect((await enter(emails[0]!, password)).status).toBe(403)
    portal.clock.move(14 * DAY - MINUTE)
    expect((await enter(emails[1]!, passwordIn(second!))).status).toBe(200)
    portal.clock.move(MINUTE)
    expect((await enter(emails[1]!, passwordIn(second!))).status).toBe(403)
    portal.clock.move(-14 * DAY)
  })

  test.each([
    ['PROVIDER', 'Proveedor', {}],
    ['AUDIT', 'Evaluador', {}],
    ['ENTITY', 'Entidad', { name: ' Banco Uno ', codNRBE: '77', contactPerson: ' Pilar Ruiz ' }],
  ])(
    'INV-05 INV-08 API-41: an invitation of kind %s creates all it needs and leads to the first sign-in',
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
        await portal.app.db.selectFrom('portal_user').selectAll().execute(),
        await portal.app.db.selectFrom('outbox_mail').selectAll().execute(),
        await portal.app.db.selectFrom('trail').selectAll().execute(),
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

  test('ERR-03 API-41: one live invitation per address for all kinds, and none for a user', async () => {
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

  test('ERR-03 API-41: 20 simultaneous invitations of one address create one', async () => {
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

  test('FORM-44 FORM-46 API-41: refuses empty, wrong and foreign fields by name', async () => {
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
    expect((await centre.call(listInvitations, { query: { email: 'LUÍS' } })).body.totalElements).toBe(1)
    expect((await centre.call(listInvitations, { query: { email: '%' } })).body.totalElements).toBe(0)
    expect((await centre.call(listInvitations, { query: { sort: 'password' as never } })).status).toBe(400)
  })

  test('API-40: the counts are those of the list', async () => {
    const { body } = await centre.call(countInvitations)
    for (const status of ['ACCEPTED', 'PENDING', 'REJECTED'] as const) {
      const list = await centre.call(listInvitations, { query: { status } })
      expect(body[status]).toBe(list.body.totalElements)
    }
    const pending = { status: 'PENDING', type: 'ENTITY' } as const
    const entities = await centre.call(countInvitations, { query: { type: 'ENTITY' } })
    const list = await centre.call(listInvitations, { query: pending })
    expect(entities.body.PENDING).toBe(list.body.totalElements)
    expect(entities.body.PENDING).toBeLessThan(body.PENDING)
  })

  test.each([
    ['type', (row: InvitationWire) => kindLabels[row.type]],
    ['status', (row: InvitationWire) => invitationStatusLabels[row.status]],
  ])('INV-03: sorted by %s, its words are in Spanish order', async (field, wordOf) => {
    const words = async (way: string) => {
      const { body } = await centre.call(listInvitations, { query: { size: 1000, sort: `${field},${way}` } })
      return body.content.map(wordOf)
    }
    const up = await words('asc')
    expect(new Set(up).size).toBeGreaterThan(1)
    expect(up).toEqual(up.toSorted(new Intl.Collator('es').compare))
    expect(await words('desc')).toEqual(up.toReversed())
  })
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
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
})
