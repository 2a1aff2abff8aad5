import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveService } from '#domain/catalogue/contract.ts'
import { readFourEyes, saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { createUser, deleteUser, patchUser } from '#domain/identity/user/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { createParticipant, deleteParticipant, editParticipant } from '#domain/participant/contract.ts'
import { correctScore, listScores } from '#domain/report-request/score/contract.ts'
import { deleteRequest, readValidation } from '#domain/validation/contract.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY, MINUTE } from '#server/platform/clock.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { acceptReport, freshRequest, pdf, publish } from '#test/support/documents.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import { address, mailsTo, passwordIn } from '#test/support/mails.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { hashOfRows } from '#test/support/rows.ts'

let portal: TestPortal
let cci: Caller
let cci2: Caller
let provider: Caller
let evaluator: Caller
beforeAll(async () => {
  const acting = await startActing()
  portal = acting.portal
  cci = acting.cci
  cci2 = acting.cci2
  provider = acting.provider
  evaluator = acting.evaluator
})
afterAll(() => portal.stop())

/** Moves the clock and signs in again, because the earlier sessions expire. */
async function later(ms: number): Promise<void> {
  portal.clock.move(ms)
  cci = await portal.signIn(address('cci'))
  cci2 = await portal.signIn(address('cci2'))
}

const NOTED = [409, 'needsAnother'] as const
const said = ({ status, problem }: Answer) => [status, problem?.code]
const turn = (caller: Caller, enabled: boolean, headers: Record<string, string> = {}) =>
  caller.call(saveFourEyes, { body: { enabled }, headers })
const remove = (caller: Caller, idGenericEntity: string, headers: Record<string, string> = {}) =>
  caller.call(deleteParticipant, { body: { idGenericEntity }, headers })
let serial = 0
const newParticipant = async (): Promise<string> =>
  (await ok(cci.call(createParticipant, { params: { kind: 'provider' }, body: { name: `Por eliminar ${++serial}` } })))
    .id
const lives = async (id: string) =>
  (await portal.app.db.selectFrom('participant').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow())
    .deleted_at === null
const approvalRequests = (object: string) =>
  portal.app.db.selectFrom('proposal').selectAll().where('object_id', '=', object).execute()
const reviewed = async () => {
  const id = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, id)
  return id
}
const scoresOf = async (validationId: string) =>
  (await ok(cci.call(listScores, { query: { validationId } }))).content as { id: string; score: string }[]
const notices = async () =>
  (await ok(cci.call(listNotifications, { query: { size: 50 } }))).content.filter(
    (notice: { type: string }) => notice.type === 'PROPOSAL_PENDING',
  )

test('ASVS 2.3.5: needs a second user of CCI who has signed in', async () => {
  const world = await startTestPortal()
  try {
    const centre = await world.signIn(address('cci'))
    const { me } = await world.signIn(address('cci2'))
    await ok(centre.call(deleteUser, { body: { id: me.userId } }))
    const [email, newPassword] = ['otra@cci.example', 'Otra.2026.Clave']
    const contactDetails = { email, name: 'Ana', surNames: 'Ruiz', position: 'Control', tlf: '600000001' }
    await ok(centre.call(createUser, { body: { user: { contactDetails } } }))
    expect(said(await turn(centre, true))).toEqual([409, 'onlyOnePerson'])
    expect((await ok(centre.call(readFourEyes))).enabled).toBe(false)
    const oldPassword = passwordIn((await mailsTo(world, email))[0]!)
    const colleague = await world.signIn(email, oldPassword)
    await ok(
      colleague.call(patchUser, { params: { key: email }, body: { oldPassword, newPassword, policyAccepted: true } }),
    )
    expect((await ok(turn(centre, true))).enabled).toBe(true)
  } finally {
    await world.stop()
  }
})

test('ASVS 2.3.5: until CCI wants it, one person is enough and nothing is noted', async () => {
  expect((await ok(cci.call(readFourEyes))).enabled).toBe(false)
  const id = await newParticipant()
  const before = await newestEntry(portal)
  await ok(remove(cci, id))
  await ok(publish(cci, await reviewed()))
  const entries = await entriesAfter(portal, before)
  expect(entries.map(entry => entry.event)).toEqual(
    expect.arrayContaining(['participant.deleted', 'request.qualified']),
  )
  expect(JSON.stringify(entries)).not.toMatch(/proposal|proposedBy/)
  expect([await approvalRequests(id), await notices()]).toEqual([[], []])
  await ok(turn(cci, true))
})

test('ASVS 2.3.5: one person cannot delete a participant, however often it asks; a second can', async () => {
  const id = await newParticipant()
  const before = await newestEntry(portal)
  const first = await remove(cci, id, { 'idempotency-key': 'de-dos-1' })
  expect(said(first)).toEqual(NOTED)
  expect(first.problem.detail).toBe(
    'Propuesta anotada. Para que se haga, otra persona del CCI tiene que hacer lo mismo antes del 22/11/2026 a las 10:00.',
  )
  const noted = await hashOfRows(portal.app.db)
  portal.clock.move(5 * MINUTE)
  const again = [
    await remove(cci, id, { 'idempotency-key': 'de-dos-1' }),
    ...(await Promise.all(Array.from({ length: 5 }, () => remove(cci, id)))),
  ]
  for (const answer of again) expect([answer.status, answer.body]).toEqual([first.status, first.body])
  expect(await hashOfRows(portal.app.db)).toBe(noted)
  expect(await lives(id)).toBe(true)
  const done = await remove(cci2, id)
  expect(done.status).toBe(200)
  expect([await lives(id), await approvalRequests(id)]).toEqual([false, []])
  const entries = (await entriesAfter(portal, before)).filter(entry => !entry.event.startsWith('session.'))
  expect(entries.map(({ event, actor_id, object_id }) => [event, actor_id, object_id])).toEqual([
    ['proposal.made', cci.me.userId, id],
    ['participant.deleted', cci2.me.userId, id],
  ])
  expect(entries[0]!.data).toMatchObject({ act: 'participant.delete' })
  expect(entries[1]!.data).toMatchObject({ proposedBy: cci.me.userId })
})

test('ASVS 2.3.5: a score is published as two agree on it, to the byte of its file', async () => {
  const id = await reviewed()
  const give = (caller: Caller, score = 'A/B/A+', text = 'dictamen de dos', name = 'dictamen.pdf') =>
    publish(caller, id, { score }, { file: pdf(text, name) })
  expect(said(await give(cci))).toEqual(NOTED)
  const [notice] = await notices()
  expect(notice.message).toContain(
    'Marta Olmedo Rivas propone publicar la calificación A/B/A+ de Tramontana Custodia Digital, S.L. en «Servicio nuevo',
  )
  expect(notice.info).toEqual({
    idGenericEntity: provider.me.idGenericEntity,
    idProvider: provider.me.idGenericEntity,
    validationId: id,
  })
  expect(await portal.mails()).toContainEqual(expect.objectContaining({ to: address('cci2') }))
  // Another rating and another file: each is a proposal of its own and replaces the one before.
  expect(said(await give(cci2, 'A/A/A+'))).toEqual(NOTED)
  expect(said(await give(cci, 'A/A/A+', 'otro dictamen'))).toEqual(NOTED)
  expect(said(await give(cci2))).toEqual(NOTED)
  expect(await approvalRequests(id)).toMatchObject([{ act: 'score.publish', object_id: id, user_id: cci2.me.userId }])
  expect(await scoresOf(id)).toEqual([])
  const done = await give(cci, 'A/B/A+', 'dictamen de dos', 'dictamen (1).pdf')
  expect([done.status, (done.body as { name: string }).name]).toEqual([201, 'dictamen (1).pdf'])
  expect((await newestOf('request.qualified')).data).toMatchObject({ proposedBy: cci2.me.userId })

  const score = (await scoresOf(id))[0]!
  const correct = (caller: Caller, rating: string, correctionReason: string) => {
    const body = { score: { validationId: id, score: rating, expiredAt: '2027-11-21', correctionReason } }
    return caller.call(correctScore, { params: { id: score.id }, body: body as never })
  }
  expect(said(await correct(cci, 'A+/A+/A+', 'Una errata'))).toEqual(NOTED)
  expect(said(await correct(cci2, 'A/A/A', 'Una errata'))).toEqual(NOTED)
  expect(said(await correct(cci2, 'A/A/A', 'Una errata'))).toEqual(NOTED)
  expect((await scoresOf(id)).map(each => each.score)).toEqual(['A/B/A+'])
  expect(await approvalRequests(id)).toMatchObject([{ act: 'score.correct', user_id: cci2.me.userId }])
  expect((await correct(cci, 'A/A/A', 'El segundo nivel era otro')).status).toBe(200)
  expect((await newestOf('score.corrected')).data).toMatchObject({
    proposedBy: cci2.me.userId,
    reason: 'El segundo nivel era otro',
  })
})

test('ASVS 2.3.5: the agreement of two covers the subject of the score as well', async () => {
  const id = await reviewed()
  const request = await ok(cci.call(readValidation, { params: { id } }))
  const [service, company] = [request.idServiceCatalog!, provider.me.idGenericEntity]
  const body = { id: service, type: 'Pruebas', description: 'Custodia de otra cosa' }
  const call = (caller: Caller, description: string) => caller.call(saveService, { body: { ...body, description } })
  const edit = (caller: Caller, profile: Record<string, string>) =>
    caller.call(editParticipant, { params: { kind: 'provider', id: company }, body: profile })
  // The provider has other published scores, so renaming it already requires two people.
  const renamings = [
    () => call(cci, body.description),
    async () => {
      expect(said(await edit(cci, { cif: 'A58818501' }))).toEqual(NOTED)
      return edit(cci2, { cif: 'A58818501' })
    },
  ]
  const file = pdf('dictamen de lo que es')
  expect(said(await publish(cci, id, {}, { file }))).toEqual(NOTED)
  for (const [at, rename] of renamings.entries()) {
    await ok(rename())
    expect(said(await publish(at % 2 === 0 ? cci2 : cci, id, {}, { file }))).toEqual(NOTED)
  }
  expect(await scoresOf(id)).toEqual([])
  await ok(publish(cci2, id, {}, { file }))

  // One person alone cannot rename a published service or participant.
  const read = () => ok(cci.call(readValidation, { params: { id } }))
  const stands = await read()
  for (let time = 0; time < 2; time++) expect(said(await call(cci, 'Custodia de claves'))).toEqual(NOTED)
  expect(said(await call(cci2, 'Custodia de llaves'))).toEqual(NOTED)
  for (let time = 0; time < 2; time++) expect(said(await edit(cci, { name: 'Otra Empresa, S.A.' }))).toEqual(NOTED)
  expect(said(await edit(cci2, { name: 'Otra Empresa, S.A.', commercialName: 'Otra' }))).toEqual(NOTED)
  expect(await read()).toEqual(stands)
  const told = (await notices()).map((notice: { message: string }) => notice.message).join()
  expect(told).toContain('propone cambiar el servicio «Custodia de otra cosa» por «Custodia de claves (Pruebas)»')
  expect(told).toMatch(/propone cambiar el nombre o el CIF de «[^»]+» por «Otra Empresa, S\.A\. · [^»]+ · A58818501»/)
  await ok(edit(cci, { web: 'https://otra.example' }))
  await ok(call(cci, 'Custodia de llaves'))
  await ok(edit(cci, { name: 'Otra Empresa, S.A.', commercialName: 'Otra' }))
  const { service: called, nameGenericEntity } = await read()
  expect([called, nameGenericEntity]).toEqual(['Custodia de llaves', 'Otra Empresa, S.A.'])
  // Scores also name the evaluator of the report, so renaming it requires approval too.
  const whose = (caller: Caller) => {
    const params = { kind: 'audit' as const, id: evaluator.me.idGenericEntity }
    return caller.call(editParticipant, { params, body: { businessName: 'Otros Auditores, S.L.P.' } })
  }
  expect(said(await whose(cci2))).toEqual(NOTED)
  expect((await notices()).map((notice: { message: string }) => notice.message).join()).toContain(
    'por «Otros Auditores, S.L.P. · ',
  )
  expect((await read()).audit).toBe(stands.audit)
  await ok(whose(cci))
  expect((await read()).audit).toBe('Otros Auditores, S.L.P.')
  for (const event of ['service.edited', 'participant.edited']) {
    expect((await newestOf(event)).data).toMatchObject({ proposedBy: cci2.me.userId })
  }

  // An expired and deleted score has no readers any more.
  await portal.app.db.updateTable('score').set({ expires_on: '2020-01-01' }).where('validation_id', '=', id).execute()
  await ok(provider.call(deleteRequest, { params: { id } }))
  await ok(call(cci, 'Custodia de nada'))
})

/** Whether a query on this table waits for a lock. */
async function waitsFor(table: string): Promise<boolean> {
  const { rows } =
    await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ~ ${`"${table}"`}`.execute(
      portal.app.db,
    )
  return rows.length > 0
}

const newestOf = (event: string) =>
  portal.app.db
    .selectFrom('trail')
    .selectAll()
    .where('event', '=', event)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('ASVS 2.3.5: a proposal expires after 24 hours, and the second person then makes a new one', async () => {
  const id = await newParticipant()
  expect(said(await remove(cci, id))).toEqual(NOTED)
  await later(DAY)
  const before = await newestEntry(portal)
  const late = await remove(cci2, id)
  expect(said(late)).toEqual(NOTED)
  expect(await approvalRequests(id)).toMatchObject([{ object_id: id, user_id: cci2.me.userId }])
  expect((await entriesAfter(portal, before)).map(entry => entry.event)).toEqual(['proposal.made'])
  await later(DAY - 1)
  expect((await remove(cci, id)).status).toBe(200)
})

test('ASVS 2.3.5: of two simultaneous calls one proposes and the other executes', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await newParticipant()
    const answers = await Promise.all([remove(cci, id), remove(cci2, id)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
    expect([await lives(id), await approvalRequests(id)]).toEqual([false, []])
  }
})

test('ASVS 2.3.5: a proposal of a deleted user does not count', async () => {
  const contactDetails = {
    name: 'Otra',
    surNames: 'Más',
    position: 'Riesgos',
    tlf: '911234567',
    email: 'tres@x.example',
  }
  const { id: user } = await ok(cci.call(createUser, { body: { user: { contactDetails } } }))
  const { db } = portal.app
  const [id, other] = [await newParticipant(), await newParticipant()]
  for (const each of [id, other]) expect(said(await remove(cci, each))).toEqual(NOTED)
  const handed = { user_id: user }
  await db.updateTable('proposal').set(handed).where('object_id', 'in', [id, other]).execute()
  expect((await remove(cci2, other)).status).toBe(200)
  await db.updateTable('portal_user').set({ deleted_at: portal.clock.now() }).where('id', '=', user).execute()
  expect(said(await remove(cci2, id))).toEqual(NOTED)
  expect(await lives(id)).toBe(true)
  expect((await remove(cci, id)).status).toBe(200)

  // The proposer may also be deleted concurrently.
  const late = await newParticipant()
  expect(said(await remove(cci, late))).toEqual(NOTED)
  await db.updateTable('portal_user').set({ deleted_at: null }).where('id', '=', user).execute()
  await db.updateTable('proposal').set(handed).where('object_id', '=', late).execute()
  const { answer } = await db.transaction().execute(async tx => {
    await tx.updateTable('portal_user').set({ deleted_at: portal.clock.now() }).where('id', '=', user).execute()
    const answer = remove(cci2, late)
    await Promise.race([answer, expect.poll(() => waitsFor('proposal')).toBe(true)])
    return { answer }
  })
  expect([said(await answer), await lives(late)]).toEqual([NOTED, true])
})

test('ASVS 2.3.5: turning the rule off takes two people, and voids open proposals', async () => {
  const id = await newParticipant()
  expect(said(await remove(cci, id))).toEqual(NOTED)
  for (let time = 0; time < 3; time++) expect(said(await turn(cci, false))).toEqual(NOTED)
  expect((await ok(cci2.call(readFourEyes))).enabled).toBe(true)
  const off = await turn(cci2, false)
  expect([off.status, off.body.enabled]).toEqual([200, false])
  expect(await approvalRequests(id)).toEqual([])
  await ok(turn(cci, true))
  expect(said(await remove(cci2, id))).toEqual(NOTED)
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
})

test('ASVS 2.3.5: a call during the switch to one person waits, and leaves no proposal', async () => {
  const id = await newParticipant()
  const { answer } = await portal.app.db.transaction().execute(async tx => {
    await tx.updateTable('two_people').set({ enabled: false }).execute()
    const answer = remove(cci, id)
    await Promise.race([answer, expect.poll(() => waitsFor('two_people')).toBe(true)])
    return { answer }
  })
  expect((await answer).status).toBe(200)
  expect(await approvalRequests(id)).toEqual([])
  await portal.app.db.updateTable('two_people').set({ enabled: true }).execute()
})
