import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { saveService } from '#domain/catalogue/contract.ts'
import { saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { deleteUser } from '#domain/identity/user/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { readIndependence } from '#domain/report-request/independence/contract.ts'
import { correctScore, listScores } from '#domain/report-request/score/contract.ts'
import { deleteRequest, listValidations, readValidation } from '#domain/validation/contract.ts'
import { DAY } from '#server/platform/clock.ts'
import { independenceBehind } from '#server/report-request/independence/queries.ts'
import { remindOfDeclarations } from '#server/report-request/independence/remind.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { confirmedAssessment, publishedFramework } from '#test/support/assessments.ts'
import {
  accept,
  acceptReport,
  documentsOf,
  edit,
  freshRequest,
  pdf,
  publish,
  reject,
  request,
  sheet,
} from '#test/support/documents.ts'
import { entriesAbout, eventsAbout } from '#test/support/entries.ts'
import { conflict, decide, declare, independence, noConflict, setRules } from '#test/support/independence.ts'
import { address } from '#test/support/mails.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { renew } from '#test/support/renewals.ts'

/* An evaluator's declaration of independence, and what depends on it. */

let portal: TestPortal
let cci: Caller
let cci2: Caller
let provider: Caller
let evaluator: Caller
/** An evaluator that the requests do not name. */
let other: Caller
let bank: Caller
beforeAll(async () => {
  const acting = await startActing()
  ;({ portal, cci, cci2, provider, evaluator, bank } = acting)
  other = await portal.signIn(address('evaluador'))
  await portal.app.db
    .updateTable('participant')
    .set({ accredited_until: '2035-01-01' })
    .where('kind', '=', 'AUDIT')
    .execute()
})
// Each test sets the rules that it needs.
afterEach(async () => {
  await portal.app.db.deleteFrom('centre_rule').execute()
})
afterAll(() => portal.stop())

/** Signs everybody in again: sessions end when the clock moves. */
async function enterAll() {
  const enter = (name: string) => portal.signIn(address(name))
  ;[cci, cci2, provider, evaluator, other, bank] = (await Promise.all(
    ['cci', 'cci2', 'proveedor', 'somport', 'evaluador', 'entidad'].map(enter),
  )) as [Caller, Caller, Caller, Caller, Caller, Caller]
}

const said = ({ status, problem }: Answer) => [status, problem?.code]
const sent = () => freshRequest(cci, provider, evaluator)
async function reviewed(): Promise<string> {
  const id = await sent()
  await acceptReport(cci, id)
  return id
}
const scoreOf = async (caller: Caller, validationId: string) =>
  (await ok(caller.call(listScores, { query: { validationId } }))).content[0]
type Notice = { type: string; message: string; isRead: boolean; info: Record<string, string> }
const noticesAbout = async (caller: Caller, validationId: string, type: string): Promise<Notice[]> =>
  (await ok(caller.call(listNotifications, { query: { size: 100 } }))).content.filter(
    (notice: Notice) => notice.type === type && notice.info.validationId === validationId,
  )

describe('declaring', () => {
  test('SEAL-01: the evaluator that the request names answers the five questions, and no one else', async () => {
    const id = await sent()
    expect(await independence(evaluator, id)).toEqual({
      declaration: null,
      inARow: 0,
      required: false,
      rotationCount: 5,
    })
    for (const stranger of [other, await portal.signIn(address('arcadio'))]) {
      expect([403, 404]).toContain((await declare(stranger, id)).status)
      expect((await stranger.call(readIndependence, { params: { id } })).status).toBe(404)
    }
    for (const caller of [cci, provider, bank]) expect((await declare(caller, id)).status).toBe(403)
    const { financialInterest, ...four } = noConflict
    const missing = await evaluator.fetch('POST', `/validations/${id}/independence`, {
      body: JSON.stringify({ answers: four }),
    })
    expect([financialInterest, missing.status, Object.keys(missing.problem.fields!)]).toEqual([
      false,
      400,
      ['answers.financialInterest'],
    ])
    const answer = await declare(evaluator, id)
    expect(answer).toMatchObject({
      status: 201,
      body: { declaration: { status: 'DECLARED', conflict: false, answers: noConflict, text: '', version: 1 } },
    })
    expect(await eventsAbout(portal, id)).toContain('independence.declared')
  })

  test('SEAL-01: an answer yes needs a text of 10 to 1000 characters', async () => {
    const id = await sent()
    const { answers } = conflict
    for (const text of ['', 'Asesoría.', 'x'.repeat(1001)]) {
      const { status, problem } = await declare(evaluator, id, { answers, text })
      expect([status, Object.keys(problem.fields!)], text.slice(0, 20)).toEqual([400, ['text']])
    }
    for (const text of ['Asesoramos', 'x'.repeat(1000)]) await ok(declare(evaluator, id, { answers, text }))
    expect((await independence(evaluator, id)).declaration).toMatchObject({
      status: 'CONFLICT',
      conflict: true,
      text: 'x'.repeat(1000),
      version: 2,
    })
    // What is explained may name people, and is in no entry of the audit log.
    expect(JSON.stringify(await entriesAbout(portal, id))).not.toContain('xxxx')
  })

  test('BASE-04 SEAL-01: refuses an older form after a newer declaration, with the differences', async () => {
    const id = await sent()
    await ok(declare(evaluator, id, { version: 0 }))
    const stale = await declare(evaluator, id, { ...conflict, version: 0 })
    expect(said(stale)).toEqual([409, 'changedMeanwhile'])
    expect(stale.problem.conflict).toMatchObject({
      version: 1,
      differences: [
        { field: 'otherServices', now: 'No', yours: 'Sí' },
        { field: 'text', now: '', yours: conflict.text },
      ],
    })
    await ok(declare(evaluator, id, { ...conflict, version: 1 }))
    expect(said(await decide(cci, id, 'ADMITTED', undefined, 1))).toEqual([409, 'changedMeanwhile'])
  })
})

describe('a possible conflict', () => {
  test('SEAL-04: CCI is notified, admits it with a reason, and banks read it beside the score', async () => {
    const id = await reviewed()
    await ok(declare(evaluator, id, conflict))
    const [heard] = await noticesAbout(cci, id, 'INDEPENDENCE_CONFLICT')
    expect(heard).toMatchObject({ isRead: false })
    expect((await decide(evaluator, id, 'ADMITTED')).status).toBe(403)
    expect((await decide(provider, id, 'ADMITTED')).status).toBe(403)
    expect((await decide(cci, id, 'ADMITTED', 'corto')).status).toBe(400)
    const admitted = await ok(decide(cci, id, 'ADMITTED'))
    expect(admitted.declaration).toMatchObject({ status: 'ADMITTED', conflict: true })
    expect((await noticesAbout(cci, id, 'INDEPENDENCE_CONFLICT'))[0]!.isRead).toBe(true)
    // Decided is decided.
    expect(said(await decide(cci, id, 'REFUSED'))).toEqual([409, 'noConflictToDecide'])
    expect(said(await declare(evaluator, id))).toEqual([409, 'declarationDecided'])
    // Before the publication banks read nothing of it.
    expect((await independence(bank, id)).declaration).toBeNull()
    expect(await ok(bank.call(readValidation, { params: { id } }))).not.toHaveProperty('independence')
    await ok(publish(cci, id))
    const summary = { status: 'ADMITTED', reason: 'El equipo que evalúa es otro' }
    for (const reader of [bank, provider, evaluator, cci]) {
      expect((await scoreOf(reader, id)).independence).toEqual(summary)
      expect((await ok(reader.call(readValidation, { params: { id } }))).independence).toEqual(summary)
    }
    // The answers and their explanation are between the evaluator and CCI.
    for (const reader of [bank, provider]) {
      const { declaration } = await independence(reader, id)
      expect(declaration).toMatchObject({ ...summary, answers: null, text: null, declaredBy: null })
    }
    for (const reader of [evaluator, cci]) {
      expect((await independence(reader, id)).declaration).toMatchObject({ ...summary, ...conflict })
    }
  })

  test('SEAL-04: or refuses it, with its reason to provider and evaluator; the request goes to another evaluator', async () => {
    const id = await sent()
    await ok(declare(evaluator, id, conflict))
    await ok(decide(cci, id, 'REFUSED', 'Fue su asesor hasta hace un mes'))
    const [toProvider] = await noticesAbout(provider, id, 'INDEPENDENCE_REFUSED')
    const [toEvaluator] = await noticesAbout(evaluator, id, 'INDEPENDENCE_REFUSED')
    expect(toProvider!.message).toContain('«Fue su asesor hasta hace un mes»')
    expect(toEvaluator!.message).toContain('«Fue su asesor hasta hace un mes»')
    expect(await noticesAbout(bank, id, 'INDEPENDENCE_REFUSED')).toEqual([])
    const { idServiceCatalog } = await ok(provider.call(readValidation, { params: { id } }))
    expect((await provider.call(deleteRequest, { params: { id } })).status).toBe(204)
    const ids = {
      provider: provider.me.idGenericEntity,
      evaluator: other.me.idGenericEntity,
      service: idServiceCatalog,
    }
    const again = await ok(request(provider, ids))
    expect((await independence(other, again.id)).declaration).toBeNull()
  })

  test('SEAL-04: declared again without conflict, there is nothing left to decide', async () => {
    const id = await sent()
    await ok(declare(evaluator, id, conflict))
    await ok(declare(evaluator, id))
    expect((await noticesAbout(cci, id, 'INDEPENDENCE_CONFLICT'))[0]!.isRead).toBe(true)
    expect(said(await decide(cci, id, 'ADMITTED'))).toEqual([409, 'noConflictToDecide'])
    expect(said(await decide(cci, await sent(), 'ADMITTED'))).toEqual([409, 'noConflictToDecide'])
  })
})

describe('the rule requireIndependence', () => {
  test('BASE-05 SEAL-03: without the rule nothing of it is asked', async () => {
    await ok(publish(cci, await reviewed()))
    const undecided = await reviewed()
    await ok(declare(evaluator, undecided, conflict))
    await ok(publish(cci, undecided))
    expect((await scoreOf(bank, undecided)).independence).toEqual({ status: 'CONFLICT', reason: '' })
  })

  test('SEAL-03: with it a score needs a declaration, without a conflict or with one that was admitted', async () => {
    await setRules(cci, { requireIndependence: true })
    const id = await reviewed()
    const missing = await publish(cci, id)
    expect([...said(missing), missing.problem.detail]).toEqual([
      409,
      'independenceMissing',
      'Falta la declaración de independencia del evaluador.',
    ])
    await ok(declare(evaluator, id, conflict))
    expect(said(await publish(cci, id))).toEqual([409, 'conflictUndecided'])
    await ok(decide(cci, id, 'REFUSED'))
    expect(said(await publish(cci, id))).toEqual([409, 'conflictRefused'])
    for (const body of [{}, conflict]) {
      const fine = await reviewed()
      await ok(declare(evaluator, fine, body))
      if (body === conflict) await ok(decide(cci, fine, 'ADMITTED'))
      expect((await publish(cci, fine)).status).toBe(201)
    }
  })

  test('SEAL-05: a new round needs a new declaration; the one behind a published score never changes', async () => {
    await setRules(cci, { requireIndependence: true })
    const id = await sent()
    await ok(declare(evaluator, id))
    for (const document of Object.values(await documentsOf(cci, id))) await ok(reject(cci, document))
    // Rejected and not sent again yet, the round is the same.
    expect((await independence(evaluator, id)).declaration).not.toBeNull()
    await ok(edit(provider, id, { originalFiles: [] }, { report: pdf('corregido'), spreadsheet: sheet() }))
    expect((await independence(evaluator, id)).declaration).toBeNull()
    expect((await noticesAbout(evaluator, id, 'INDEPENDENCE_DUE'))[0]!.isRead).toBe(false)
    await acceptReport(cci, id)
    expect(said(await publish(cci, id))).toEqual([409, 'independenceMissing'])
    await ok(declare(evaluator, id, conflict))
    expect((await noticesAbout(evaluator, id, 'INDEPENDENCE_DUE'))[0]!.isRead).toBe(true)
    await ok(decide(cci, id, 'ADMITTED'))
    const { id: scoreId } = await ok(publish(cci, id, { expiredAt: '2026-12-20' }))
    const behind = (await scoreOf(bank, id)).independence
    for (const late of [declare(evaluator, id), declare(evaluator, id, conflict)]) {
      expect([409, 'declarationDecided']).toEqual(said(await late))
    }
    // A correction keeps it.
    const corrected = { validationId: id, score: 'A/A/A', expiredAt: '2026-12-21', correctionReason: 'Errata' }
    await ok(cci.call(correctScore, { params: { id: scoreId }, body: { score: corrected } }))
    expect((await scoreOf(bank, id)).independence).toEqual(behind)
    // So does an early renewal, a request of its own, and a renewal in place.
    const { id: early } = await ok(renew(provider, id))
    expect((await independence(evaluator, early)).declaration).toBeNull()
    await ok(declare(evaluator, early))
    await ok(provider.call(deleteRequest, { params: { id: early } }))
    portal.clock.set('2026-12-22T09:00:00.000Z')
    await enterAll()
    await ok(edit(provider, id, { originalFiles: [] }, { report: pdf('renovado'), spreadsheet: sheet() }))
    expect((await independence(evaluator, id)).declaration).toBeNull()
    await ok(declare(evaluator, id))
    // The bank goes on reading the one behind the score that it reads.
    expect((await scoreOf(bank, id)).independence).toEqual(behind)
    expect((await independence(bank, id)).declaration).toMatchObject(behind)
    expect((await ok(bank.call(readValidation, { params: { id } }))).independence).toEqual(behind)
  })

  test('SEAL-05: without a decision of CCI, too, a published declaration is closed', async () => {
    const id = await reviewed()
    await ok(declare(evaluator, id))
    await ok(publish(cci, id))
    expect(said(await declare(evaluator, id))).toEqual([409, 'declarationClosed'])
    expect(said(await declare(evaluator, id, conflict))).toEqual([409, 'declarationClosed'])
  })

  test('SEAL-06: with it AUDIT_CHOSEN leads to the declaration, with it off home as before', async () => {
    const before = await sent()
    expect((await noticesAbout(evaluator, before, 'AUDIT_CHOSEN'))[0]!.info).not.toHaveProperty('place')
    await setRules(cci, { requireIndependence: true })
    const id = await sent()
    expect((await noticesAbout(evaluator, id, 'AUDIT_CHOSEN'))[0]!.info).toMatchObject({ place: 'independence' })
    const mails = await portal.mails()
    const chosen = mails.filter(({ to, text }) => to === address('somport') && text.includes('le ha elegido'))
    expect(chosen.filter(({ text }) => text.includes(`/independence/${id}`))).toHaveLength(1)
    expect(chosen.filter(({ text }) => text.includes(`/independence/${before}`))).toEqual([])
  })

  test('SEAL-06: reminders go out after 5 and 10 working days, once each, and end with the declaration', async () => {
    // A Monday.
    portal.clock.set('2027-01-11T09:00:00.000Z')
    await enterAll()
    const [waits, declared] = [await sent(), await sent()]
    await ok(declare(evaluator, declared))
    const heard = async (id: string) => (await noticesAbout(evaluator, id, 'INDEPENDENCE_DUE')).length
    const on = async (day: string) => {
      portal.clock.set(`${day}T10:00:00.000Z`)
      await enterAll()
      await remindOfDeclarations(portal.app)
      expect(await remindOfDeclarations(portal.app)).toBe(0)
      return [await heard(waits), await heard(declared)]
    }
    // The rule is off: no reminder.
    expect(await on('2027-01-18')).toEqual([0, 0])
    await setRules(cci, { requireIndependence: true })
    portal.clock.set('2027-01-15T10:00:00.000Z')
    await enterAll()
    await remindOfDeclarations(portal.app)
    expect(await heard(waits)).toBe(0)
    expect(await on('2027-01-18')).toEqual([1, 0])
    expect(await on('2027-01-22')).toEqual([1, 0])
    expect(await on('2027-01-25')).toEqual([2, 0])
    expect(await on('2027-03-01')).toEqual([2, 0])
    await ok(declare(evaluator, waits))
    expect((await noticesAbout(evaluator, waits, 'INDEPENDENCE_DUE')).map(({ isRead }) => isRead)).toEqual([true, true])
    // Each on a day of its own, in the audit log as well.
    expect((await eventsAbout(portal, waits)).filter(event => event === 'independence.due')).toHaveLength(2)
  })
})

test('SEAL-07: ratings in a row are counted over renewals, up to the one that is read, without corrections', async () => {
  const { id: service } = await ok(cci.call(saveService, { body: { type: 'Pruebas', description: 'Rotación' } }))
  const ids = (by: Caller) => ({ provider: provider.me.idGenericEntity, evaluator: by.me.idGenericEntity, service })
  const rate = async (id: string) => {
    portal.clock.move(1000)
    await acceptReport(cci, id)
    return (await ok(publish(cci, id, { expiredAt: '2027-05-01' }))).id as string
  }
  const { id } = await ok(request(provider, ids(evaluator)))
  const first = await rate(id)
  const { id: renewal } = await ok(renew(provider, id))
  expect((await independence(cci, renewal)).inARow).toBe(1)
  const second = await rate(renewal)
  const score = { validationId: renewal, score: 'B/B/B', expiredAt: '2027-05-02', correctionReason: 'Errata' }
  portal.clock.move(1000)
  const corrected = await ok(cci.call(correctScore, { params: { id: second }, body: { score } }))
  const inARow = async (scoreId: string) => (await independenceBehind(portal.app.db, scoreId)).inARow
  expect([await inARow(first), await inARow(second), await inARow(corrected.id)]).toEqual([1, 2, 2])
  expect((await independence(bank, renewal)).inARow).toBe(2)
  // Another evaluator's between begins another row.
  const { id: elsewhere } = await ok(request(provider, ids(other)))
  expect((await independence(cci, elsewhere)).inARow).toBe(0)
  const between = await rate(elsewhere)
  expect(await inARow(between)).toBe(1)
  const { id: third } = await ok(renew(provider, renewal))
  expect((await independence(cci, third)).inARow).toBe(0)
  expect((await independence(bank, renewal)).inARow).toBe(2)
})

describe('the rule separateVerifier', () => {
  test('SEAL-10: is turned on only while CCI has two users who have signed in', async () => {
    const alone = await startTestPortal({ seed: 'centre' })
    try {
      const first = await alone.signIn(address('cci'))
      const { me } = await alone.signIn(address('cci2'))
      await setRules(first, { separateVerifier: true })
      await setRules(first, { separateVerifier: false })
      await ok(first.call(deleteUser, { body: { id: me.userId } }))
      await expect(setRules(first, { separateVerifier: true })).rejects.toThrow(/409.*onlyOnePerson/)
      await expect(setRules(first, { rotationCount: 3, separateVerifier: true })).rejects.toThrow('onlyOnePerson')
    } finally {
      await alone.stop()
    }
  })

  test('SEAL-09: a user who accepted a document in this round cannot publish the score; another can', async () => {
    await enterAll()
    await setRules(cci, { separateVerifier: true })
    const id = await reviewed()
    const refused = await publish(cci, id)
    expect([...said(refused), refused.problem.detail]).toEqual([
      409,
      'sameReviewer',
      'Quien acepta los documentos no publica la calificación. Pídaselo a otra persona del CCI.',
    ])
    expect((await publish(cci2, id)).status).toBe(201)
    // What was accepted in an earlier round does not count.
    const again = await sent()
    const [report, spreadsheet] = Object.values(await documentsOf(cci, again))
    await ok(accept(cci, spreadsheet!))
    await ok(reject(cci, report!))
    portal.clock.move(1000)
    await ok(edit(provider, again, { originalFiles: [spreadsheet!.file!] }, { report: pdf('otro') }))
    portal.clock.move(1000)
    const [corrected] = Object.values(await documentsOf(cci2, again))
    await ok(accept(cci2, corrected!))
    expect(said(await publish(cci2, again))).toEqual([409, 'sameReviewer'])
    expect((await publish(cci, again)).status).toBe(201)
  })

  test('SEAL-09: where two people are needed, it holds for the second', async () => {
    await setRules(cci, { separateVerifier: true })
    await ok(cci.call(saveFourEyes, { body: { enabled: true } }))
    const id = await reviewed()
    const file = { file: pdf('dictamen de dos') }
    expect(said(await publish(cci, id, {}, file))).toEqual([409, 'needsAnother'])
    expect((await publish(cci2, id, {}, file)).status).toBe(201)
    const other = await reviewed()
    expect(said(await publish(cci2, other, {}, file))).toEqual([409, 'needsAnother'])
    expect(said(await publish(cci, other, {}, file))).toEqual([409, 'sameReviewer'])
    // The proposal still waits.
    expect(said(await publish(cci2, other, {}, file))).toEqual([409, 'needsAnother'])
  })
})

test('SEAL-11: the agreement of two people covers the evaluation and the reason for another rating', async () => {
  portal.clock.move(DAY)
  await enterAll()
  await publishedFramework(cci)
  const id = await reviewed()
  const { id: assessmentId } = await confirmedAssessment(evaluator, id)
  const file = { file: pdf('dictamen con evaluación') }
  const score = (overrideReason: string) => ({ score: 'B/B/B', assessmentId, overrideReason })
  expect(said(await publish(cci, id, score('Controles vistos en la visita'), file))).toEqual([409, 'needsAnother'])
  // Another reason, another evaluation or none is another proposal.
  expect(said(await publish(cci2, id, score('Otra razón del CCI'), file))).toEqual([409, 'needsAnother'])
  expect(said(await publish(cci2, id, { score: 'B/B/B', overrideReason: 'Otra razón del CCI' }, file))).toEqual([
    409,
    'needsAnother',
  ])
  expect(said(await publish(cci, id, score('Controles vistos en la visita'), file))).toEqual([409, 'needsAnother'])
  expect((await publish(cci2, id, score('Controles vistos en la visita'), file)).status).toBe(201)
  expect(await scoreOf(bank, id)).toMatchObject({ assessmentId, overrideReason: 'Controles vistos en la visita' })
})

test('the list of requests says what the evaluator still has to declare', async () => {
  const [open, done] = [await sent(), await sent()]
  await ok(declare(evaluator, done))
  const { content } = await ok(evaluator.call(listValidations, { query: { type: 'AUDIT_REPORT' } }))
  const byId = new Map(content.map((row: { id: string }) => [row.id, row]))
  expect(byId.get(open)).not.toHaveProperty('independence')
  expect(byId.get(done)).toMatchObject({ independence: { status: 'DECLARED', reason: '' } })
})
