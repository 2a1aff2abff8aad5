import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { editAssessment } from '#domain/assessment/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { scoreContent } from '#domain/report-request/score/contract.ts'
import { conditions } from '#domain/supervision/reliance/conditions.ts'
import type { RelianceRow, RelianceWire } from '#domain/supervision/reliance/contract.ts'
import { beginReliance, discardReliance, exportReliance, listReliance } from '#domain/supervision/reliance/contract.ts'
import { changeUse } from '#domain/supervision/use/contract.ts'
import { addDays, formatDay } from '#domain/values/day.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY, MINUTE } from '#server/platform/clock.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import {
  allYes,
  answering,
  begin,
  change,
  confirmedAssessment,
  publishedFramework,
  wholeHeader,
} from '#test/support/assessments.ts'
import { publish } from '#test/support/documents.ts'
import { raise } from '#test/support/findings.ts'
import { mailsTo } from '#test/support/mails.ts'
import type { Caller } from '#test/support/portal.ts'
import { begun, fileNow, readFile, signedFile, signing, wholeFile, writing } from '#test/support/reliance.ts'
import { destroyNow } from '#test/support/retention.ts'
import { bareService, corrected, declared, rated, unrated } from '#test/support/uses.ts'

/* Reliance files: begun, written, signed and frozen; due by their date and by what becomes of their grounds. */

let acting: Awaited<ReturnType<typeof startActing>>
let bank: Caller
let colleague: Caller
let cci: Caller
beforeAll(async () => {
  acting = await startActing()
  await publishedFramework(acting.cci)
})
async function enter() {
  const as = (name: string) => acting.portal.signIn(`${name}@almotacen.example`)
  cci = await as('cci')
  bank = await as('entidad')
  colleague = await as('entidad2')
  Object.assign(acting, { cci, bank, provider: await as('proveedor'), evaluator: await as('somport') })
}
// Sessions end as the clock moves.
beforeEach(enter)
afterAll(() => acting.portal.stop())

const codeOf = async (answer: Promise<{ status: number; problem: { code: string } }>) => {
  const { status, problem } = await answer
  return [status, problem?.code]
}
const overriding = { overrideReason: 'Lo visto en la visita' }
const critical = { critical: 'YES' }
/** A whole file whose days are ahead, whatever the clock of the test before. */
const laterFile = () => ({
  ...wholeFile,
  plan: { nextAuditOn: addDays(acting.portal.clock.today(), 200), reason: '' },
  reviewOn: addDays(acting.portal.clock.today(), 120),
})
const usedService = async () => declared(bank, await rated(acting, 'A/A/A'), critical)
/** A rating with a published evaluation behind it. */
async function evaluated(service?: Awaited<ReturnType<typeof unrated>>) {
  const found = service ?? (await unrated(acting))
  const { id } = await confirmedAssessment(acting.evaluator, found.validationId)
  await ok(publish(cci, found.validationId, { score: 'A/A/A', expiredAt: '2027-11-21', assessmentId: id }))
  return { ...found, assessmentId: id }
}
const factsIn = ({ facts }: RelianceWire) =>
  Object.fromEntries(facts.map(({ part, key, value }) => [`${part}.${key}`, value]))
const db = () => acting.portal.app.db
const currentScore = (validationId: string) =>
  db()
    .selectFrom('score')
    .select('id')
    .where('validation_id', '=', validationId)
    .where('is_current', '=', true)
    .executeTakeFirstOrThrow()
const stored = (id: string) =>
  db().selectFrom('reliance_file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = async (id: string) => {
  const rows = await db()
    .selectFrom('trail')
    .select(['number', 'event', 'data'])
    .where('object_id', '=', id)
    .orderBy('number')
    .execute()
  return rows.map(({ number, event, data }) => ({ number, event, data }))
}
const heard = async (file: { id: string }) => {
  const { content } = await ok(bank.call(listNotifications, { query: { size: 9999 } }))
  return content
    .filter(({ type, info }: { type: string; info: { idReliance?: string } }) => {
      return type === 'RELIANCE_REVIEW_DUE' && info.idReliance === file.id
    })
    .map(({ message }: { message: string }) => message)
    .toReversed()
}
const announce = () => announceExpiries(acting.portal.app)
const causesOf = async (file: { id: string }) => {
  const { status, causes } = await fileNow(bank, file)
  return [status, causes.map(({ cause }) => cause)]
}

test('RELY-01: a bank begins one draft for a live use, also when two begin at once', async () => {
  const use = await usedService()
  const file = await begun(bank, use)
  expect(file).toMatchObject({
    ...{
      useId: use.id,
      number: 1,
      status: 'DRAFT',
      law: 'DORA',
      previous: null,
      changes: [],
      signedBy: null,
      entry: null,
    },
    subject: { provider: use.provider, service: use.service, critical: 'Sí', requiredScore: null },
    blocked: 'Ya hay un borrador del expediente de este servicio. Siga con él.',
  })
  expect(Object.values(file.answers)).toEqual(conditions.map(() => ({ verdict: null, text: '', clause: '' })))
  expect(await codeOf(colleague.call(beginReliance, { body: { useId: use.id } }))).toEqual([409, 'relianceDraftExists'])
  const other = await usedService()
  const both = await Promise.all(
    [bank, colleague].map(each => codeOf(each.call(beginReliance, { body: { useId: other.id } }))),
  )
  expect(both.toSorted()).toEqual([
    [201, undefined],
    [409, 'relianceDraftExists'],
  ])
})

test('RELY-01: not for a use that has ended, and the next begins from the answers of the last signed', async () => {
  const use = await usedService()
  const first = await signedFile(bank, use)
  const next = await begun(colleague, use)
  expect(next).toMatchObject({ number: 2, status: 'DRAFT', reviewOn: null, previous: { id: first.id, number: 1 } })
  expect(next).toMatchObject({ answers: wholeFile.answers, plan: wholeFile.plan, conclusion: 'RELY' })
  await ok(bank.call(discardReliance, { params: { id: next.id } }))
  await ok(bank.call(changeUse, { params: { id: use.id }, body: { until: acting.portal.clock.today() } }))
  expect(await codeOf(bank.call(beginReliance, { body: { useId: use.id } }))).toEqual([409, 'relianceUseOver'])
  expect(await codeOf(bank.call(beginReliance, { body: { useId: '0'.repeat(26) } }))).toEqual([404, 'notFound'])
})

test('RELY-03: a draft names the controls that its evaluation asks and the one before did not, and the reverse', async () => {
  const service = await evaluated()
  const use = await declared(bank, service, critical)
  const changes = []
  for (const [target, answers] of [
    ['A/A/A+', allYes({ 'RE-03': 'YES' })],
    ['A/A/C', { 'AC-01': 'YES', 'AC-02': 'YES', 'CR-01': 'YES', 'RE-01': 'YES' }],
  ] as const) {
    acting.portal.clock.move(MINUTE)
    const { id } = await ok(begin(acting.evaluator, service.validationId, target))
    await ok(acting.evaluator.call(editAssessment, { params: { id }, body: wholeHeader }))
    await ok(answering(acting.evaluator, id, answers))
    await ok(change(acting.evaluator, id, 'CONFIRMED'))
    await corrected(cci, service, target, '2027-11-21', { assessmentId: id })
    const file = await begun(bank, use)
    changes.push(factsIn(file)['d.scope-change'])
    await ok(bank.call(discardReliance, { params: { id: file.id } }))
  }
  expect(changes).toEqual([
    'El nivel objetivo era A/A/A. Controles nuevos: RE-03.',
    'El nivel objetivo era A/A/A+. Controles que ya no se piden: RE-02, RE-03.',
  ])
})

test('RELY-03: the portal’s facts are refreshed in a draft, and frozen by the signature', async () => {
  const service = await evaluated()
  const use = await declared(bank, service, critical)
  const file = await begun(bank, use)
  expect(factsIn(file)).toMatchObject({
    'a.renewal': 'No',
    'a.standard': 'ISAE 3402 tipo II',
    'b.rating': 'A/A/A',
    'b.scope': wholeHeader.scope,
    'b.not-asked': 'RE-03',
    'c.period': 'Del 01/11/2025 al 31/10/2026',
    'c.readings': 'Nadie ha leído todavía el informe ni el dictamen',
    'd.scope-change': 'No hay una evaluación anterior',
    'd.findings': 'Ninguno',
    'e.roac': expect.any(String),
    'e.independence': 'No la hizo',
    'e.rotation': '1',
    'f.chain': null,
    'f.opinion': 'Favorable',
    'f.type': 'Tipo II: eficacia operativa de los controles durante un periodo',
    'plan.own-audits': null,
  })
  expect(factsIn(file)['b.domains']).toContain('Accesos: A/A/')
  acting.portal.clock.move(MINUTE)
  // A colleague reads the dictamen: the draft says so.
  const { id: scoreId } = await currentScore(service.validationId)
  expect((await colleague.call(scoreContent, { params: { id: scoreId } })).status).toBe(200)
  const read = (await fileNow(bank, file)).facts.filter(({ key }) => key.startsWith('reading:'))
  expect(read).toMatchObject([{ value: 'Marcos Vidal Rueda: «Dictamen de calificación»', on: expect.any(String) }])
  await ok(writing(bank, file))
  const signed = await ok(signing(bank, file))
  expect(signed.facts).toEqual((await fileNow(bank, file)).facts)
  acting.portal.clock.move(MINUTE)
  await corrected(cci, service, 'A/B/A', '2027-11-21', overriding)
  const later = await fileNow(bank, file)
  expect([later.facts, later.factsAt]).toEqual([signed.facts, signed.factsAt])
  expect(factsIn(await begun(bank, use))).toMatchObject({ 'b.rating': 'A/B/A' })
})

test('RELY-03: a finding that was raised by hand has no control, and the paper names its dimension', async () => {
  const service = await evaluated()
  await ok(raise(cci, service.validationId, { dimension: 'I' }))
  const { facts } = await begun(bank, await declared(bank, service, critical))
  expect(facts.filter(({ key }) => key.startsWith('finding:')).map(({ value }) => value)).toEqual([
    'Hallazgo de Integridad, prioridad media: por planificar, sin fecha prevista',
  ])
})

test('RELY-03: without a rating in force the portal says that it knows nothing', async () => {
  const file = await begun(bank, await declared(bank, await bareService(acting), critical))
  const known = file.facts.filter(({ value }) => value !== null)
  expect(known).toEqual([])
  expect(new Set(file.facts.map(({ part }) => part))).toEqual(new Set(['a', 'b', 'c', 'd', 'e', 'f', 'plan']))
})

test('RELY-04 RELY-05 RELY-06: an incomplete file, or one with a contradictory conclusion, is not signed', async () => {
  const file = await begun(bank, await usedService())
  const incomplete = [409, 'relianceIncomplete']
  expect(await codeOf(signing(bank, file))).toEqual(incomplete)
  await ok(writing(bank, file))
  const wrong: [object, string][] = [
    [{ answers: { b: { verdict: 'FAILS', text: 'corto' } } }, 'relianceIncomplete'],
    [{ answers: { b: { verdict: 'FAILS', text: 'No abarca el centro de respaldo' } } }, 'conclusionNotAllowed'],
    [{ conclusion: 'RELY_WITH_MEASURES', measures: 'Auditar el centro' }, 'conclusionNotAllowed'],
    [{ conclusion: 'NOT_RELY', plan: { nextAuditOn: null, reason: 'corto' } }, 'relianceIncomplete'],
  ]
  for (const [body, code] of wrong) {
    await ok(writing(bank, file, body))
    expect(await codeOf(signing(bank, file)), JSON.stringify(body)).toEqual([409, code])
  }
  const tooLong = { answers: { a: { verdict: 'HOLDS', text: 'x'.repeat(1001) } } }
  expect(await codeOf(writing(bank, file, tooLong))).toEqual([400, 'invalid'])
  await ok(writing(bank, file, { plan: { nextAuditOn: null, reason: 'Auditoría conjunta en preparación' } }))
  expect((await ok(signing(bank, file))).status).toBe('SIGNED')
})

test('RELY-07: only the principal user signs, with a review date from tomorrow to twelve months ahead', async () => {
  const use = await usedService()
  const file = await begun(colleague, use)
  await ok(writing(colleague, file, { ...wholeFile, reviewOn: null }))
  const refused = await signing(colleague, file)
  expect([refused.status, refused.problem.code]).toEqual([403, 'principalOnly'])
  expect(await codeOf(signing(bank, file))).toEqual([409, 'relianceIncomplete'])
  const today = acting.portal.clock.today()
  for (const reviewOn of [today, '2028-11-22']) {
    const { status, problem } = await signing(bank, file, { reviewOn })
    expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, ['reviewOn']])
  }
  expect((await ok(signing(bank, file, { reviewOn: '2027-10-21' }))).reviewOn).toBe('2027-10-21')
})

test('RELY-07: the content is hashed, the hash is in the trail, and nothing of it changes afterwards', async () => {
  const use = await usedService()
  const signed = await signedFile(bank, use)
  const row = await stored(signed.id)
  const hash = createHash('sha256').update(row.content!).digest('hex')
  expect([row.content_hash, signed.contentHash]).toEqual([hash, hash])
  expect(JSON.parse(row.content!)).toMatchObject({
    ...{ id: signed.id, number: 1, conclusion: 'RELY', reviewOn: '2027-06-30', facts: signed.facts },
    ...{ answers: wholeFile.answers, signedBy: { name: 'Elena Puertas Lázaro', email: 'entidad@almotacen.example' } },
    ...{ law: 'Reglamento Delegado (UE) 2024/1773, artículo 8, apartados 2 y 3', subject: signed.subject },
  })
  const entries = await eventsOf(signed.id)
  expect(entries.map(({ event }) => event)).toEqual(['reliance.begun', 'reliance.written', 'reliance.signed'])
  // BASE-11: the hash alone.
  expect(entries.map(({ data }) => data)).toEqual([{}, {}, { contentHash: hash }])
  expect((await fileNow(bank, signed)).entry).toBe(entries[2]!.number)
  expect(await codeOf(writing(bank, signed, { conclusion: 'NOT_RELY' }))).toEqual([409, 'relianceSigned'])
  expect(await codeOf(signing(bank, signed))).toEqual([409, 'relianceSigned'])
  expect(await codeOf(bank.call(discardReliance, { params: { id: signed.id } }))).toEqual([409, 'relianceSigned'])
  const change = acting.portal.app.db.updateTable('reliance_file').set({ conditions_text: 'Otra cosa' })
  await expect(change.where('id', '=', signed.id).execute()).rejects.toThrow('A signed reliance file does not change')
  expect(await stored(signed.id)).toEqual(row)
})

test('RELY-07: the next signature replaces the one before, which stays readable', async () => {
  const use = await usedService()
  const first = await signedFile(bank, use)
  acting.portal.clock.move(MINUTE)
  const second = await signedFile(bank, use, {
    conclusion: 'RELY_WITH_MEASURES',
    measures: 'Visita al centro de respaldo',
    answers: { b: { verdict: 'RESERVATIONS', text: 'Falta el centro de respaldo' } },
    reviewOn: '2027-09-30',
  })
  expect((await fileNow(bank, first)).status).toBe('REPLACED')
  expect(second.history.map(({ number, status }) => [number, status])).toEqual([
    [2, 'SIGNED'],
    [1, 'REPLACED'],
  ])
  // RELY-11, which the browser shows.
  expect(
    second.changes.filter(({ kind }) => kind === 'ANSWER').map(({ part, before, now }) => [part, before, now]),
  ).toEqual([
    ['b', 'Se cumple', 'Se cumple con reservas'],
    ['b', '', 'Falta el centro de respaldo'],
    ['b', 'Cláusula 14', ''],
    ['conclusion', 'Nos apoyamos', 'Nos apoyamos con medidas'],
    ['conclusion', '', 'Visita al centro de respaldo'],
  ])
  expect((await eventsOf(first.id)).at(-1)!.event).toBe('reliance.replaced')
})

test('BASE-04: an edit or signature of a version that has changed is refused with the difference', async () => {
  const file = await begun(bank, await usedService())
  await ok(writing(colleague, file, { measures: 'Las del colega' }))
  const { status, problem } = await writing(bank, file, { measures: 'Las mías', version: file.version })
  expect([status, problem.code]).toEqual([409, 'changedMeanwhile'])
  expect(problem.conflict).toMatchObject({
    changedBy: 'Marcos Vidal Rueda',
    differences: [{ label: 'Medidas', now: 'Las del colega', yours: 'Las mías' }],
  })
  expect(await codeOf(signing(bank, file, { version: file.version }))).toEqual([409, 'changedMeanwhile'])
})

test('RELY-10: sends nothing about a use that has ended', async () => {
  const use = await usedService()
  const file = await signedFile(bank, use, laterFile())
  await ok(bank.call(changeUse, { params: { id: use.id }, body: { until: acting.portal.clock.today() } }))
  acting.portal.clock.move(MINUTE)
  await corrected(cci, { ...use, validationId: use.validationId! }, 'A/B/A', '2028-06-30')
  acting.portal.clock.move(MINUTE)
  await announce()
  expect([await causesOf(file), await heard(file)]).toEqual([['REVIEW_DUE', ['CORRECTED']], []])
})

test('RELY-15: the list has every critical use and the others with a file, the missing and due first, and counts', async () => {
  await db().deleteFrom('reliance_file').execute()
  await db().deleteFrom('service_use').where('entity_id', '=', bank.me.idGenericEntity).execute()
  const [missing, drafted, signed, plain, other] = [
    await usedService(),
    await usedService(),
    await usedService(),
    await declared(bank, await rated(acting, 'A/A/A', '2028-06-30')),
    await declared(bank, await rated(acting, 'A/A/A', '2028-06-30')),
  ]
  const later = laterFile()
  const draft = await begun(bank, drafted)
  const file = await signedFile(bank, signed, later)
  await signedFile(bank, plain, later)
  const list = (query: object = {}) => ok(bank.call(listReliance, { query }))
  const shown = ({ content }: { content: RelianceRow[] }) => content.map(({ useId, words }) => [useId, words])
  const all = await list()
  expect(shown(all)).toEqual([
    [missing.id, 'Sin expediente'],
    [drafted.id, 'En borrador'],
    ...[signed, plain]
      .toSorted((a, b) => a.service.localeCompare(b.service))
      .map(({ id }) => [id, `Firmado hasta el ${formatDay(later.reviewOn)}`]),
  ])
  expect(all.counts).toEqual({ MISSING: 1, DUE: 0, DRAFT: 1, SIGNED: 2 })
  expect(all.content.some(({ useId }: RelianceRow) => useId === other.id)).toBe(false)
  expect(all.content[1]).toMatchObject({ fileId: draft.id, signed: null, draft: { id: draft.id, status: 'DRAFT' } })
  expect(shown(await list({ standing: 'DRAFT' }))).toEqual([[drafted.id, 'En borrador']])
  expect((await list({ provider: 'lumbre' })).totalElements).toBe(0)
  const pages = [await list({ size: 3 }), await list({ size: 3, page: 1 })]
  expect(pages.flatMap(shown)).toEqual(shown(all))
  await ok(bank.call(changeUse, { params: { id: signed.id }, body: { until: acting.portal.clock.today() } }))
  expect(shown(await list({ ended: 'true' }))).toEqual([[signed.id, `Firmado hasta el ${formatDay(later.reviewOn)}`]])
  const { body } = await bank.call(exportReliance, { query: { format: 'csv' } })
  const text = Buffer.from(body).toString('utf8')
  expect(text).toContain('Proveedor;CIF;Servicio')
  expect(text).toContain('Sin expediente')
  expect(file.number).toBe(1)
})

test('RELY-16: without its provider a signed file stays readable, a draft goes, and no new one begins', async () => {
  const lumbre = await acting.portal.participantOf('lumbre')
  const { serviceId } = await bareService(acting)
  const use = await declared(bank, { providerId: lumbre, serviceId }, critical)
  const later = laterFile()
  const signed = await signedFile(bank, use, later)
  const draft = await begun(bank, use)
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: lumbre } }))
  const read = await fileNow(bank, signed)
  expect(read).toMatchObject({
    ...{
      status: 'SIGNED',
      providerId: null,
      subject: { provider: 'Lumbre Sistemas, S.L.' },
      answers: wholeFile.answers,
    },
    blocked: expect.stringContaining('su proveedor ya no está en el portal'),
  })
  expect((await readFile(bank, draft)).status).toBe(404)
  expect(await codeOf(bank.call(beginReliance, { body: { useId: use.id } }))).toEqual([409, 'relianceUseOver'])
  const { content } = await ok(bank.call(listReliance, { query: { ended: 'true' } }))
  expect(content.find(({ useId }: RelianceRow) => useId === use.id)).toMatchObject({
    ...{ provider: 'Lumbre Sistemas, S.L.', fileId: signed.id, standing: 'SIGNED' },
  })
  expect((await verifyAuditLog(db())).ok).toBe(true)
})

test('RELY-10: notifies the bank once of each cause, and the file names it', async () => {
  const service = await evaluated()
  const use = await declared(bank, service, critical)
  const file = await signedFile(bank, use)
  expect(await causesOf(file)).toEqual(['SIGNED', []])
  acting.portal.clock.move(MINUTE)
  await corrected(cci, service, 'A/B/A', '2027-11-21', overriding)
  // The status does not wait for the job.
  expect(await causesOf(file)).toEqual(['REVIEW_DUE', ['CORRECTED']])
  await announce()
  // CCI may still take it back.
  expect(await heard(file)).toEqual([])
  acting.portal.clock.move(MINUTE)
  await announce()
  await announce()
  const about = `El expediente de confianza de «${use.service}», de Tramontana Custodia Digital, S.L., está por revisar.`
  const one = `${about} La calificación se corrigió el 21/11/2026.`
  expect(await heard(file)).toEqual([one])
  acting.portal.clock.move(222 * DAY)
  await enter()
  await announce()
  await announce()
  expect(await heard(file)).toEqual([one, `${about} Su fecha de revisión era el 30/06/2027.`])
  expect(await causesOf(file)).toEqual(['REVIEW_DUE', ['CORRECTED', 'REVIEW_DATE']])
  expect((await eventsOf(file.id)).filter(({ event }) => event === 'reliance.due')).toMatchObject([
    { data: {} },
    { data: {} },
  ])
  const mails = await mailsTo(acting.portal, 'entidad@almotacen.example')
  expect(mails.some(({ text }) => text.includes(one) && text.includes(`/reliance/${file.id}`))).toBe(true)
  // The next signature leaves nothing to do about it.
  const next = await signedFile(bank, use, { ...wholeFile, reviewOn: '2027-12-31' })
  const { content } = await ok(bank.call(listNotifications, { query: { size: 9999, isRead: 'false' } }))
  const waiting = content.filter((each: { info: { idReliance?: string } }) => each.info.idReliance === file.id)
  expect(waiting).toEqual([])
  expect(await causesOf(next)).toEqual(['SIGNED', []])
})

test('BASE-12: a bank still reads what it signed after the provider is destroyed, without the provider’s files', async () => {
  const cantera = await acting.portal.participantOf('cantera')
  const { serviceId } = await bareService(acting)
  const use = await declared(bank, { providerId: cantera, serviceId }, critical)
  const signed = await signedFile(bank, use, laterFile())
  await begun(bank, use)
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: cantera } }))
  acting.portal.clock.move(Math.round(3 * 365.25 + 1) * DAY)
  await destroyNow(acting.portal)
  await enter()
  const files = await db()
    .selectFrom('reliance_file')
    .select(['use_id', 'number'])
    .where('id', '=', signed.id)
    .execute()
  expect(files).toEqual([{ use_id: null, number: 1 }])
  const read = await fileNow(bank, signed)
  expect(read).toMatchObject({
    useId: null,
    subject: signed.subject,
    facts: signed.facts,
    contentHash: signed.contentHash,
  })
  const { content } = await ok(bank.call(listReliance, { query: { ended: 'true' } }))
  expect(content.find(({ fileId }: RelianceRow) => fileId === signed.id)).toMatchObject({ useId: null, critical: null })
  // The draft went with the use.
  const { left } = await db()
    .selectFrom('reliance_file as f')
    .select(eb => eb.fn.countAll<number>().as('left'))
    .where('f.use_id', '=', use.id)
    .executeTakeFirstOrThrow()
  expect(left).toBe(0)
})
