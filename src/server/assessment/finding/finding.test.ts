import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginAssessment, editAssessment } from '#domain/assessment/contract.ts'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { findingFileContent, listFindings } from '#domain/assessment/finding/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import { correctScore, listScores } from '#domain/report-request/score/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import {
  allYes,
  answering,
  change,
  confirmedAssessment,
  publishedFramework,
  wholeHeader,
} from '#test/support/assessments.ts'
import { acceptReport, documentsOf, freshRequest, publish, reject } from '#test/support/documents.ts'
import {
  aPlan,
  attach,
  done,
  evaluated,
  findingsOf,
  move,
  planned,
  publishEvaluated,
  raise,
} from '#test/support/findings.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller } from '#test/support/portal.ts'
import { renew } from '#test/support/renewals.ts'
import { declared } from '#test/support/uses.ts'

/* Findings of evaluations: how they come, what becomes of them, and who hears and reads it. */

let acting: Acting
let cci: Caller
let provider: Caller
let evaluator: Caller
let bank: Caller
beforeAll(async () => {
  acting = await startActing()
  await publishedFramework(acting.cci)
})
// A test that moves the clock leaves it there.
beforeEach(() => at('2026-11-21'))
afterAll(() => acting.portal.stop())

/** A day in the morning; sessions end as the clock moves. */
async function at(day: string): Promise<void> {
  acting.portal.clock.set(`${day}T09:00:00.000Z`)
  const enter = (name: string) => acting.portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  provider = await enter('proveedor')
  evaluator = await enter('somport')
  bank = await enter('entidad')
  Object.assign(acting, { cci, provider, evaluator, bank })
}
/** An expiry so near that the rating may be renewed. */
const ENDING = '2027-01-31'
const announce = () => announceExpiries(acting.portal.app)
const onlyOf = async (validationId: string, caller = provider) => (await findingsOf(caller, { validationId }))[0]!
/** The finding of a new request with one control that is not met. */
const one = async (but?: Record<string, string>) => onlyOf(await evaluated(acting, but))
const codeOf = async (answer: ReturnType<typeof move>) => (await answer).problem?.code
/** How many notices of a type each hears while something happens. */
async function heardOf(type: string, act: () => Promise<unknown>): Promise<Record<string, number>> {
  const people = { cci, provider, evaluator, bank }
  const count = () =>
    Promise.all(
      Object.values(people).map(async ({ me }) => (await noticesTo(acting.portal, me.idGenericEntity, type)).length),
    )
  const before = await count()
  await act()
  const after = await count()
  return Object.fromEntries(
    Object.keys(people).flatMap((name, index) =>
      after[index]! > before[index]! ? [[name, after[index]! - before[index]!]] : [],
    ),
  )
}

/** How many notices of a type about a request a caller has not read. */
async function unreadOf(caller: Caller, type: string, validationId: string): Promise<number> {
  const { content } = await ok(caller.call(listNotifications, { query: { isRead: 'false', size: 9999 } }))
  return content.filter(
    (notice: { type: string }) => notice.type === type && JSON.stringify(notice).includes(validationId),
  ).length
}

describe('events that raise them', () => {
  test('FIND-01 FIND-08: publishing with an evaluation raises one finding per unmet control, with one notice', async () => {
    const validationId = await freshRequest(cci, provider, evaluator)
    expect(await findingsOf(provider, { validationId })).toEqual([])
    const heard = await heardOf('FINDING_RAISED', () =>
      publishEvaluated(acting, validationId, { 'AC-02': 'NO', 'RE-02': 'NO', 'CR-01': 'NOT_APPLICABLE' }),
    )
    expect(heard).toEqual({ provider: 1 })
    const [notice] = (await noticesTo(acting.portal, provider.me.idGenericEntity, 'FINDING_RAISED')).slice(-1)
    expect(notice!.message).toMatch(/^Hay 2 hallazgos nuevos en «Servicio nuevo \d+»\. Planifique sus medidas\.$/)
    const found = await findingsOf(provider, { validationId, sort: 'raisedAt' })
    expect(
      found.map(({ controlKey, dimension, priority, status }) => [controlKey, dimension, priority, status]),
    ).toEqual([
      ['AC-02', 'C', 'HIGH', 'OPEN'],
      ['RE-02', 'D', 'HIGH', 'OPEN'],
    ])
    const unread = () => unreadOf(provider, 'FINDING_RAISED', validationId)
    await ok(planned(provider, found[0]!))
    expect(await unread()).toBe(1)
    await ok(planned(provider, found[1]!))
    expect(await unread()).toBe(0)
    expect(found[0]).toMatchObject({ domain: 'Accesos', statement: 'Segundo factor', own: { title: 'Segundo factor' } })
  })

  test('FIND-01: publishing without an evaluation raises none', async () => {
    const validationId = await freshRequest(cci, provider, evaluator)
    await acceptReport(cci, validationId)
    await ok(publish(cci, validationId))
    expect(await findingsOf(cci, { validationId })).toEqual([])
  })

  test('FIND-01 FIND-06: a renewal carries open findings on with their plans, and resolves the met ones', async () => {
    const validationId = await evaluated(acting, { 'AC-02': 'NO', 'RE-02': 'NO' }, ENDING)
    const [access, site] = await findingsOf(provider, { validationId, sort: 'raisedAt' })
    await ok(planned(provider, site!))
    const byHand = await ok(raise(cci, validationId, { title: 'Contratos sin revisar' }))
    const renewal = (await ok(renew(provider, validationId))).id
    await acceptReport(cci, renewal)
    const next = await confirmedAssessment(evaluator, renewal, { 'RE-02': 'NO', 'RE-01': 'NOT_APPLICABLE' })
    const heard = await heardOf('FINDING_RAISED', () =>
      ok(publish(cci, renewal, { score: next.computed, assessmentId: next.id, expiredAt: '2028-11-21' })),
    )
    expect(heard).toEqual({})
    const now = await findingsOf(provider, { validationId: renewal })
    expect(now.map(({ id, status }) => [id, status]).toSorted()).toEqual(
      [
        [site!.id, 'PLANNED'],
        [byHand.id, 'OPEN'],
      ].toSorted(),
    )
    expect(now.find(({ id }) => id === site!.id)!.own).toMatchObject({ measure: aPlan.measure })
    expect(now.find(({ id }) => id === site!.id)!.assessmentId).toBe(next.id)
    const [resolved] = await findingsOf(cci, { validationId })
    expect(resolved).toMatchObject({ id: access!.id, status: 'VERIFIED', own: { verifiedBy: 'Marta Olmedo Rivas' } })
  })

  test('FIND-01: undoing a publication removes its findings, and reopens those that it resolved', async () => {
    const validationId = await evaluated(acting, { 'RE-02': 'NO' }, ENDING)
    const before = await onlyOf(validationId)
    await ok(planned(provider, before))
    const renewal = (await ok(renew(provider, validationId))).id
    await acceptReport(cci, renewal)
    const next = await confirmedAssessment(evaluator, renewal, { 'AC-02': 'NO' })
    await ok(publish(cci, renewal, { score: next.computed, assessmentId: next.id, expiredAt: '2028-11-21' }))
    expect(await onlyOf(renewal)).toMatchObject({ controlKey: 'AC-02', status: 'OPEN' })
    expect(await findingsOf(cci, { validationId })).toMatchObject([{ status: 'VERIFIED' }])
    await ok(cci.call(undo, { body: { id: renewal } }))
    expect(await findingsOf(cci, { validationId: renewal })).toEqual([])
    expect(await findingsOf(cci, { validationId })).toMatchObject([
      { id: before.id, status: 'PLANNED', endedAt: null, own: { verifiedBy: null, measure: aPlan.measure } },
    ])
  })

  test('FIND-03: CCI and the evaluator of the request raise one by hand; others do not', async () => {
    const validationId = await freshRequest(cci, provider, evaluator)
    const raised = await ok(raise(evaluator, validationId, { detail: 'No consta ninguna prueba', priority: 'HIGH' }))
    expect(raised).toMatchObject({
      controlKey: null,
      domain: '',
      dimension: 'D',
      priority: 'HIGH',
      status: 'OPEN',
      own: { title: 'Copias sin probar', detail: 'No consta ninguna prueba' },
    })
    expect((await raise(cci, validationId)).status).toBe(201)
    expect(Object.keys((await raise(cci, validationId, { title: '' })).problem.fields!)).toEqual(['title'])
    expect(Object.keys((await raise(cci, validationId, { title: 'x'.repeat(121) })).problem.fields!)).toEqual(['title'])
    expect(Object.keys((await raise(cci, validationId, { detail: 'x'.repeat(1001) })).problem.fields!)).toEqual([
      'detail',
    ])
    const elsewhere = await acting.portal.signIn('evaluador@almotacen.example')
    expect([(await raise(provider, validationId)).status, (await raise(elsewhere, validationId)).status]).toEqual([
      403, 404,
    ])
    for (const document of Object.values(await documentsOf(cci, validationId))) await ok(reject(cci, document))
    expect((await raise(cci, validationId)).problem.code).toBe('requestNotOpen')
  })
})

describe('moves of the provider', () => {
  test('FIND-04: a plan needs a measure, an owner and a day; a later day needs a reason', async () => {
    const finding = await one()
    expect(await ok(planned(provider, finding))).toMatchObject({
      status: 'PLANNED',
      dueOn: '2027-03-01',
      own: { measure: aPlan.measure, ownerName: 'Inés Duarte', delayReason: '' },
    })
    const wrong = await planned(provider, finding, { measure: 'Corta', ownerName: '', dueOn: '2026-11-21' })
    expect(Object.keys(wrong.problem.fields!).sort()).toEqual(['dueOn', 'measure', 'ownerName'])
    const later = { dueOn: '2027-04-01' }
    expect((await planned(provider, finding, later)).problem).toMatchObject({
      status: 409,
      code: 'findingReasonMissing',
      fields: { reason: expect.any(String) },
    })
    expect(await ok(planned(provider, finding, { ...later, reason: 'El contrato se retrasa' }))).toMatchObject({
      dueOn: '2027-04-01',
      own: { delayReason: 'El contrato se retrasa' },
    })
    expect((await planned(provider, finding, { dueOn: '2027-02-01' })).status).toBe(200)
    expect(await codeOf(move(provider, finding, 'plan', { ...aPlan, proof: 'x' }))).toBe('unknownField')
  })

  test('FIND-04: it proves with a text or up to five files, once it has a plan', async () => {
    const finding = await one()
    expect((await attach(provider, finding)).problem.code).toBe('findingNotPlanned')
    expect(await codeOf(move(provider, finding, 'complete', { proof: 'Hecho' }))).toBe('findingNotPlanned')
    await ok(planned(provider, finding))
    expect(await codeOf(move(provider, finding, 'complete'))).toBe('proofMissing')
    for (let file = 1; file <= 5; file++) expect((await attach(provider, finding, `prueba ${file}`)).status).toBe(201)
    expect((await attach(provider, finding)).problem.code).toBe('tooManyFiles')
    const heard = await heardOf('FINDING_DONE', () => ok(move(provider, finding, 'complete')))
    expect(heard).toEqual({ evaluator: 1 })
    const now = await onlyOf(finding.validationId)
    expect(now).toMatchObject({ status: 'DONE' })
    expect(now.own!.files.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map(file => `prueba ${file}.pdf`))
    expect((await attach(provider, finding)).problem.code).toBe('findingNotPlanned')
    expect(await codeOf(planned(provider, finding))).toBe('findingClosed')
  })

  test('FIND-04: refuses a plan from an old version with the changes', async () => {
    const finding = await one()
    await ok(planned(provider, finding, { version: finding.version }))
    const stale = await planned(acting.provider2, finding, {
      measure: 'Otra medida distinta',
      version: finding.version,
    })
    expect([stale.status, stale.problem.code]).toEqual([409, 'changedMeanwhile'])
    const { differences } = stale.problem.conflict as { differences: { field: string }[] }
    expect(differences.map(({ field }) => field)).toEqual(['measure'])
  })
})

describe('moves of the evaluator and CCI', () => {
  test('FIND-05: the evaluator of the request and CCI verify or send back; another evaluator finds nothing', async () => {
    const finding = await one()
    await done(provider, finding)
    const elsewhere = await acting.portal.signIn('evaluador@almotacen.example')
    expect((await move(elsewhere, finding, 'verify')).status).toBe(404)
    expect((await move(provider, finding, 'verify')).status).toBe(403)
    expect((await move(bank, finding, 'verify')).status).toBe(403)
    expect(await codeOf(move(evaluator, finding, 'sendBack'))).toBe('findingReasonMissing')
    const back = await ok(move(evaluator, finding, 'sendBack', { reason: 'Falta el contrato firmado' }))
    expect(back).toMatchObject({
      status: 'PLANNED',
      doneAt: null,
      own: { returnedReason: 'Falta el contrato firmado' },
    })
    expect(await codeOf(move(evaluator, finding, 'verify'))).toBe('findingNotDone')
    // A new proof.
    expect(await codeOf(move(provider, finding, 'complete'))).toBe('proofMissing')
    acting.portal.clock.move(1)
    await ok(attach(provider, finding))
    await ok(move(provider, finding, 'complete'))
    expect(await ok(move(cci, finding, 'verify'))).toMatchObject({
      status: 'VERIFIED',
      own: { verifiedBy: 'Marta Olmedo Rivas', returnedReason: '' },
    })
    expect((await onlyOf(finding.validationId)).own!.verifiedBy).toBeNull()
    expect(await codeOf(move(cci, finding, 'withdraw', { reason: 'Error' }))).toBe('findingClosed')
  })

  test('FIND-05: they withdraw a wrong finding with a reason', async () => {
    const finding = await one()
    expect(await codeOf(move(cci, finding, 'withdraw'))).toBe('findingReasonMissing')
    expect(await ok(move(evaluator, finding, 'withdraw', { reason: 'Anotado por error' }))).toMatchObject({
      status: 'WITHDRAWN',
      own: { endReason: 'Anotado por error' },
    })
    expect(await codeOf(planned(provider, finding))).toBe('findingClosed')
  })

  test('FIND-07: a verified finding changes no rating; another evaluation of the request corrects it', async () => {
    const finding = await one()
    await done(provider, finding)
    await ok(move(evaluator, finding, 'verify'))
    const { validationId } = finding
    const scoreOf = async () => (await ok(bank.call(listScores, { query: { validationId } }))).content[0]
    const score = await scoreOf()
    expect([score.score, (await ok(cci.call(readValidation, { params: { id: validationId } }))).status]).toEqual([
      'A/A/B',
      'QUALIFIED',
    ])
    const begun = await evaluator.call(beginAssessment, { body: { validationId, target: 'A/A/A' } })
    expect(begun.status).toBe(201)
    const { id, computed } = await finished(begun.body.id)
    const body = {
      validationId,
      score: computed,
      assessmentId: id,
      expiredAt: '2027-11-21',
      correctionReason: 'Verificado',
    }
    await ok(cci.call(correctScore, { params: { id: score.id }, body: { score: body } }))
    expect((await scoreOf()).score).toBe('A/A/A')
  })

  test('FIND-06: a correction with an evaluation that meets the control resolves an open one', async () => {
    const finding = await one()
    const { validationId } = finding
    const { content } = await ok(cci.call(listScores, { query: { validationId } }))
    const { id, computed } = await confirmedAssessment(evaluator, validationId)
    const body = { validationId, score: computed, assessmentId: id, expiredAt: '2027-11-21', correctionReason: 'Otra' }
    await ok(cci.call(correctScore, { params: { id: content[0].id }, body: { score: body } }))
    expect(await onlyOf(validationId)).toMatchObject({ id: finding.id, status: 'VERIFIED' })
  })
})

/** A begun evaluation with every control met, confirmed. */
async function finished(id: string) {
  await ok(evaluator.call(editAssessment, { params: { id }, body: wholeHeader }))
  await ok(answering(evaluator, id, allYes()))
  return ok(change(evaluator, id, 'CONFIRMED'))
}

describe('recipients and readers', () => {
  test('FIND-08: the provider seven days before and on the day, once late also evaluator and banks', async () => {
    const finding = await one()
    await ok(planned(provider, finding, { dueOn: '2026-12-10' }))
    await declared(bank, { providerId: finding.providerId, serviceId: finding.serviceId })
    const announcedOn = async (day: string) => {
      await at(day)
      await announce()
      await announce()
    }
    const due = (day: string) => heardOf('FINDING_DUE', () => announcedOn(day))
    expect(await due('2026-12-02')).toEqual({})
    expect(await due('2026-12-03')).toEqual({ provider: 1 })
    expect(await due('2026-12-09')).toEqual({})
    expect(await due('2026-12-10')).toEqual({ provider: 1 })
    expect(await heardOf('FINDING_OVERDUE', () => announcedOn('2026-12-11'))).toEqual({
      provider: 1,
      evaluator: 1,
      bank: 1,
    })
    expect(await heardOf('FINDING_OVERDUE', () => announcedOn('2026-12-20'))).toEqual({})
    const told = await noticesTo(acting.portal, bank.me.idGenericEntity, 'FINDING_OVERDUE')
    expect(told.at(-1)!.message).toContain('(RE-02)')
    // Another day has steps of its own; what is done has none.
    await ok(planned(provider, finding, { dueOn: '2026-12-30', reason: 'Se retrasa' }))
    expect(await due('2026-12-24')).toEqual({ provider: 1 })
    await ok(move(provider, finding, 'complete', { proof: 'Hecho' }))
    expect(await heardOf('FINDING_OVERDUE', () => announcedOn('2027-01-10'))).toEqual({})
  })

  test('FIND-08: banks get no notice of a finding without a published score', async () => {
    const validationId = await freshRequest(cci, provider, evaluator)
    const finding = await ok(raise(cci, validationId))
    await declared(bank, { providerId: finding.providerId, serviceId: finding.serviceId })
    await ok(planned(provider, finding, { dueOn: '2026-12-01' }))
    await at('2026-12-05')
    expect(await heardOf('FINDING_OVERDUE', announce)).toEqual({ provider: 1, evaluator: 1 })
  })

  test('FIND-09: banks read control, domain, dimension, priority, status and day, and no text or file', async () => {
    const finding = await one()
    await ok(planned(provider, finding))
    const { own } = await ok(attach(provider, finding))
    const read = await onlyOf(finding.validationId, bank)
    expect(read).toMatchObject({
      controlKey: 'RE-02',
      domain: 'Continuidad',
      dimension: 'D',
      priority: 'HIGH',
      status: 'PLANNED',
      dueOn: '2027-03-01',
    })
    expect(read).not.toHaveProperty('own')
    expect(JSON.stringify(read)).not.toMatch(/emplazamiento\b.*Contratar|Inés|contrato/)
    const params = { id: own.files[0].id }
    expect((await bank.call(findingFileContent, { params })).status).toBe(404)
    for (const caller of [provider, evaluator, cci]) {
      expect((await caller.call(findingFileContent, { params })).status).toBe(200)
    }
  })

  test('FIND-09: banks read no finding of a request without a published score', async () => {
    const validationId = await freshRequest(cci, provider, evaluator)
    await ok(raise(cci, validationId))
    expect(await findingsOf(bank, { validationId })).toEqual([])
    expect((await findingsOf(provider, { validationId })).length).toBe(1)
  })

  test('BASE-13: the list filters by status, day and person, and counts each status', async () => {
    const validationId = await evaluated(acting, { 'AC-02': 'NO', 'RE-02': 'NO' })
    const [first, second] = await findingsOf(provider, { validationId, sort: 'raisedAt' })
    await ok(planned(provider, first!, { dueOn: '2026-11-25' }))
    await done(provider, second!)
    await at('2026-11-26')
    const page = async (query: object) =>
      ok(provider.call(listFindings, { query: { validationId, ...query } })) as Promise<{
        content: FindingWire[]
        totalElements: number
        counts: Record<string, number>
      }>
    const { counts } = await page({})
    expect(counts).toEqual({ OPEN: 0, PLANNED: 0, OVERDUE: 1, DONE: 1, VERIFIED: 0, WITHDRAWN: 0, open: 2 })
    const ids = async (query: object) => (await page(query)).content.map(({ id }) => id)
    expect(await ids({ status: 'OVERDUE' })).toEqual([first!.id])
    expect(await ids({ status: 'PLANNED' })).toEqual([])
    expect(await ids({ open: 'false' })).toEqual([])
    expect(await ids({ dimension: 'C' })).toEqual([first!.id])
    expect(await ids({ sort: 'dueOn,desc' })).toEqual([second!.id, first!.id])
  })
})
