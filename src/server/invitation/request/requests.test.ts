import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTimeline } from '#domain/audit-log/contract.ts'
import { listInvitations } from '#domain/invitation/contract.ts'
import type { AskWire } from '#domain/invitation/request/contract.ts'
import { askInvitation, decideAsked, listAsked } from '#domain/invitation/request/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { exportParticipant } from '#domain/participant/contract.ts'
import { ok } from '#test/support/answers.ts'
import { entriesAbout } from '#test/support/entries.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const NIMBUS = {
  name: 'Nimbus Cloud, S.A.',
  cif: 'A-58.818.501',
  email: 'Ana@nimbus.example',
  reason: 'Alojará copias',
}
const CIRRUS = { name: 'Cirrus GmbH', cif: 'N0012345E', email: 'info@cirrus.example', reason: 'Nos presta un servicio' }

let portal: TestPortal
let cci: Caller
let bank: Caller
let second: Caller
let provider: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  bank = await portal.signIn('entidad@almotacen.example')
  second = await portal.signIn('externalizacion@santander.example')
  provider = await portal.signIn('proveedor@almotacen.example')
})
afterAll(() => portal.stop())

const ask = (caller: Caller, body: Partial<typeof NIMBUS> = {}) =>
  caller.call(askInvitation, { body: { ...NIMBUS, ...body } })
const listOf = async (caller: Caller, query: object = {}): Promise<AskWire[]> =>
  (await ok(caller.call(listAsked, { query }))).content
const answer = (id: string, body: object, caller = cci) =>
  caller.call(decideAsked, { params: { id }, body: body as { status: 'INVITED' } })
const wordsOf = async (caller: Caller) => {
  const { content } = await ok(caller.call(listNotifications))
  return content.map(({ message }: { message: string }) => message)
}

test('EASE-10: checks name, CIF, e-mail and reason of a request by a bank', async () => {
  const wrong = await ask(bank, { name: '', cif: 'A58818502', email: 'nadie', reason: ' ' })
  expect([wrong.status, Object.keys(wrong.problem.fields!).toSorted()]).toEqual([
    400,
    ['cif', 'email', 'name', 'reason'],
  ])
  const asked = await ok(ask(bank))
  expect(asked).toMatchObject({
    cif: 'A58818501',
    email: 'ana@nimbus.example',
    status: 'ASKED',
    requests: 1,
    askers: [],
  })
  expect((await ask(bank, { reason: 'Otra vez' })).problem.code).toBe('askedForAlready')
  expect(await wordsOf(cci)).toContain(`${bank.me.nameGenericEntity} pide que se invite a «${NIMBUS.name}».`)
  expect((await entriesAbout(portal, asked.id)).map(({ event, participant_id }) => [event, participant_id])).toEqual([
    ['invitation-request.asked', bank.me.idGenericEntity],
  ])
  for (const caller of [provider, cci]) expect((await ask(caller)).status).toBe(403)
  expect((await provider.call(listAsked)).status).toBe(403)
})

test('EASE-10: refuses a request for a CIF in the portal, with a link where the bank may see it', async () => {
  const cifOf = async (name: string) => {
    const row = await portal.app.db
      .selectFrom('portal_user as u')
      .innerJoin('participant as p', 'p.id', 'u.participant_id')
      .select(['p.id', 'p.cif'])
      .where('u.email', '=', `${name}@almotacen.example`)
      .executeTakeFirstOrThrow()
    return row
  }
  const known = await cifOf('proveedor')
  const seen = await ask(bank, { cif: known.cif })
  expect([seen.status, seen.problem.code, seen.problem.detail]).toEqual([
    409,
    'alreadyHere',
    'Ese proveedor ya está en el portal.',
  ])
  expect(seen.problem.providerId).toBe(known.id)
  // An evaluator is in the portal too, and is nothing that a bank looks up.
  const evaluator = await cifOf('evaluador')
  const unseen = await ask(bank, { cif: evaluator.cif })
  expect([unseen.problem.code, unseen.problem.providerId]).toEqual(['alreadyHere', undefined])
})

test('EASE-11: groups requests for one CIF for CCI with their number; each bank reads its own', async () => {
  // Requests of one millisecond have no order.
  portal.clock.move(1000)
  await ok(ask(second, { name: 'Nimbus', email: 'ventas@nimbus.example', reason: 'Lo usamos' }))
  const [first] = await listOf(cci, { status: 'ASKED' })
  expect(first).toMatchObject({ name: NIMBUS.name, requests: 2 })
  expect(first!.askers.map(({ entity, reason }) => [entity, reason])).toEqual([
    [bank.me.nameGenericEntity, NIMBUS.reason],
    [second.me.nameGenericEntity, 'Lo usamos'],
  ])
  expect((await listOf(second)).map(({ name, requests, askers }) => [name, requests, askers])).toEqual([
    ['Nimbus', 1, []],
  ])
  expect(JSON.stringify(await listOf(second))).not.toContain(NIMBUS.reason)
})

test('EASE-11 EASE-12: accepting invites once, tells every bank that asked, and tells the provider of none', async () => {
  const [asked] = await listOf(cci, { status: 'ASKED' })
  const stale = await answer(asked!.id, { status: 'INVITED', version: 7 })
  expect(stale.problem.code).toBe('changedMeanwhile')
  expect((await answer(asked!.id, { status: 'INVITED' }, bank)).status).toBe(403)
  const taken = await answer(asked!.id, { status: 'INVITED', email: 'proveedor@almotacen.example' })
  expect(taken.problem.code).toBe('invitationExists')
  const done = await ok(answer(asked!.id, { status: 'INVITED', version: asked!.version }))
  expect(done).toMatchObject({ status: 'INVITED', requests: 2 })
  const { content } = await ok(cci.call(listInvitations, { query: { email: 'nimbus.example', size: 10 } }))
  expect(content.map(({ id, email, type }: { id: string; email: string; type: string }) => [id, email, type])).toEqual([
    [done.invitationId, 'ana@nimbus.example', 'PROVIDER'],
  ])
  for (const [caller, name] of [
    [bank, NIMBUS.name],
    [second, 'Nimbus'],
  ] as const) {
    expect(await wordsOf(caller)).toContain(
      `El CCI ha invitado a «${name}», cuya alta pidió su entidad. Aparecerá en la búsqueda cuando complete la suya.`,
    )
    expect((await listOf(caller))[0]).toMatchObject({ status: 'INVITED', invitationId: null })
  }
  expect(await noticesTo(portal, cci.me.idGenericEntity, 'INVITATION_ASKED')).toHaveLength(2)
  expect((await answer(asked!.id, { status: 'DECLINED', reason: 'Tarde' })).problem.code).toBe('requestAnswered')

  // The invited begins with name and CIF, and with no word of a bank.
  const invited = await portal.app.db
    .selectFrom('participant')
    .selectAll()
    .where('id', '=', content[0].idGenericEntity)
    .executeTakeFirstOrThrow()
  expect([invited.name, invited.cif]).toEqual([NIMBUS.name, 'A58818501'])
  const mails = (await portal.mails()).filter(({ to }) => to === 'ana@nimbus.example')
  const params = { kind: 'participant' as const, id: invited.id }
  const told = [
    JSON.stringify(mails),
    JSON.stringify((await ok(cci.call(readTimeline, { params }))).content),
    JSON.stringify((await cci.call(exportParticipant, { params: { id: invited.id } })).body),
  ]
  expect(mails).toHaveLength(1)
  for (const word of [bank.me.nameGenericEntity, second.me.nameGenericEntity, NIMBUS.reason, 'Lo usamos']) {
    for (const text of told) expect(text).not.toContain(word)
  }
})

test('EASE-10 EASE-11: a company that has come in since it was asked for is not invited again', async () => {
  const company = { name: 'Estratos, S.L.', cif: 'B12345674', email: 'hola@estratos.example', reason: 'La usamos' }
  const { id } = await ok(ask(bank, company))
  await portal.app.db
    .updateTable('participant')
    .set({ cif: company.cif })
    .where('id', '=', await portal.participantOf('proveedor'))
    .execute()
  const refused = await answer(id, { status: 'INVITED' })
  expect([refused.status, refused.problem.code]).toEqual([409, 'alreadyHere'])
  expect((await listOf(cci, { status: 'ASKED' })).map(({ name }) => name)).toContain(company.name)
})

test('EASE-11: declining needs a reason, which every bank that asked reads; then it may ask again', async () => {
  await ok(ask(bank, CIRRUS))
  const { id } = await ok(ask(second, CIRRUS))
  const without = await answer(id, { status: 'DECLINED', reason: ' ' })
  expect([without.status, without.problem.code]).toEqual([400, 'noDeclineReason'])
  await ok(answer(id, { status: 'DECLINED', reason: 'No presta servicios TIC' }))
  for (const caller of [bank, second]) {
    const mine = (await listOf(caller)).find(({ name }) => name === CIRRUS.name)
    expect(mine).toMatchObject({ status: 'DECLINED', decisionReason: 'No presta servicios TIC' })
    expect(await wordsOf(caller)).toContain(
      `El CCI no ha invitado a «${CIRRUS.name}», cuya alta pidió su entidad: No presta servicios TIC.`,
    )
  }
  expect((await ask(bank, CIRRUS)).status).toBe(201)
})
