import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteParticipant, editParticipant, readParticipant } from '#domain/participant/contract.ts'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import {
  correctScore,
  correctScoreFile,
  listScoreReaders,
  listScores,
  scoreContent,
} from '#domain/report-request/score/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { deleteRequest, listValidations, readValidation } from '#domain/validation/contract.ts'
import {
  accept,
  acceptReport,
  documentsOf,
  freshRequest,
  ownDocumentation,
  pdf,
  publish,
  read,
} from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const UNKNOWN = '0'.repeat(26)

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let stranger: Caller
let bank: Caller
let other: Caller
/** A pending request of the provider and the evaluator. */
let id: string

beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  provider = await enter('proveedor')
  evaluator = await enter('somport')
  stranger = await enter('evaluador')
  bank = await enter('entidad')
  other = await enter('arcadio')
  const mine = await provider.call(listValidations, { query: { type: 'AUDIT_REPORT' } })
  id = mine.body.content.find((each: ValidationWire) => each.status === 'PENDING').id
})
afterAll(() => portal.stop())

const trail = (event: string) =>
  portal.app.db.selectFrom('trail').selectAll().where('event', '=', event).orderBy('number').execute()
const scores = (caller: Caller, validationId = id) => caller.call(listScores, { query: { validationId } })
const notices = (type: string) =>
  portal.app.db.selectFrom('notification').selectAll().where('type', '=', type).execute()
const correct = (
  scoreId: string,
  score: Record<string, unknown>,
  files: Record<string, { name: string; content: string }> = {},
) => {
  const whole = { validationId: id, score: 'A/A/A', expiredAt: '2027-10-01', correctionReason: 'Errata', ...score }
  return cci.call(correctScore, { params: { id: scoreId }, body: { score: whole }, files })
}

test('CCI learns which banks will be notified of a score: those that follow the provider', async () => {
  const rows = await portal.app.db
    .selectFrom('favourite as f')
    .innerJoin('participant as p', 'p.id', 'f.entity_id')
    .select('p.display_name')
    .where('f.provider_id', '=', provider.me.idGenericEntity)
    .execute()
  const { body } = await cci.call(listScoreReaders, { query: { validationId: id } })
  expect(body.entities.length).toBeGreaterThan(0)
  expect(body.entities.toSorted()).toEqual(rows.map(row => row.display_name).sort())
})

describe('publishing', () => {
  test('SCO-05 ERR-16: not before both documents are accepted', async () => {
    const early = await publish(cci, id)
    expect(early).toMatchObject({ status: 409 })
    expect(early.problem.detail).toBe('No se puede avanzar con documentos rechazados o pendientes de verificar')
    const [report] = Object.values(await documentsOf(cci, id))
    await accept(cci, report!)
    expect((await publish(cci, id)).problem.code).toBe('documentsNotAccepted')
    await acceptReport(cci, id)
  })

  test('FORM-56 ERR-17: with its expiry, its rating and its file', async () => {
    const wrong = [
      { answer: await publish(cci, id, {}, {}), field: 'file' },
      { answer: await publish(cci, id, { expiredAt: '' }), field: 'expiredAt' },
      { answer: await publish(cci, id, { expiredAt: '2026-11-21' }), field: 'expiredAt' },
      { answer: await publish(cci, id, { score: '' }), field: 'score' },
      { answer: await publish(cci, id, { score: 'A/B/E' }), field: 'score' },
    ]
    for (const { answer, field } of wrong) {
      expect(answer).toMatchObject({ status: 400, problem: { code: 'scoreIncomplete' } })
      expect(answer.problem.detail).toBe(
        'Debe seleccionar una fecha de caducidad y una calificación y adjuntar el dictamen de calificación',
      )
      expect(Object.keys(answer.problem.fields!)).toEqual([field])
    }
    expect((await scores(cci)).body.totalElements).toBe(0)
  })

  test('ROLE-12: only CCI, and only of a request', async () => {
    for (const caller of [provider, evaluator, bank]) expect((await publish(caller, id)).status).toBe(403)
    expect((await publish(cci, UNKNOWN)).status).toBe(404)
    expect((await publish(cci, (await ownDocumentation(provider)).id)).problem.code).toBe('wrongState')
  })

  test('SCO-11 SCO-12: it makes the request QUALIFIED, once of 20 simultaneous', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(cci, id)))
    expect(answers.map(answer => answer.status).toSorted()).toEqual([201, ...Array(19).fill(409)])
    const score = answers.find(answer => answer.status === 201)!.body as ScoreWire
    expect(score).toMatchObject({
      validationId: id,
      score: 'A/B/A+',
      name: 'dictamen.pdf',
      expiredAt: '2027-11-21',
      file: score.id,
      isCurrent: true,
    })
    const request = await provider.call(readValidation, { params: { id } })
    expect(request.body).toMatchObject({
      status: 'QUALIFIED',
      score: 'A/B/A+',
      calification: 'A/B/A+',
      scoreId: score.id,
      expiredAt: '2027-11-21',
      decidedAt: portal.clock.now(),
    })
  })

  test('D51: notifies provider, evaluator and the banks that marked it, once', async () => {
    const heard = (await notices('SCORE_LOADED')).filter(notice => notice.info.validationId === id)
    expect(heard.map(notice => notice.participant_id).toSorted()).toEqual(
      [provider, evaluator, bank].map(caller => caller.me.idGenericEntity).toSorted(),
    )
    expect(heard[0]!.message).toBe(
      'Tramontana Custodia Digital, S.L. tiene calificación A/B/A+ en «Digitalización certificada», hasta el 21/11/2027.',
    )
  })
})

describe('reading', () => {
  test('API-63: provider, evaluator, banks and CCI get the dictamen, and each reading is noted', async () => {
    const [score] = (await scores(cci)).body.content as ScoreWire[]
    const before = (await trail('score.read')).length
    for (const caller of [cci, provider, evaluator, bank]) {
      const answer = await caller.call(scoreContent, { params: { id: score!.file } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toContain('dictamen.pdf')
      expect(answer.body).toEqual(Buffer.from(pdf('dictamen').content))
    }
    expect((await trail('score.read')).length).toBe(before + 4)
    const reads = await portal.app.db.selectFrom('file_read').selectAll().where('score_id', '=', score!.id).execute()
    expect(reads.map(each => [each.kind, each.by_centre]).toSorted()).toEqual([
      ['score', false],
      ['score', false],
      ['score', false],
      ['score', true],
    ])
  })

  test('D14: 404 for the score of a request that the caller does not see', async () => {
    const [score] = (await scores(cci)).body.content as ScoreWire[]
    const missing = await other.call(scoreContent, { params: { id: UNKNOWN } })
    for (const caller of [other, stranger]) {
      expect(await caller.call(scoreContent, { params: { id: score!.id } })).toMatchObject({
        status: 404,
        body: missing.body,
      })
      expect((await scores(caller)).status).toBe(404)
    }
  })

  test('a bank reads the accepted files', async () => {
    const [report] = Object.values(await documentsOf(bank, id))
    expect(report).toMatchObject({ status: 'ACCEPTED', catalog_Score: 'A/B/A+', file: expect.any(String) })
    expect((await read(bank, report!.id!)).status).toBe(200)
  })
})

describe('correcting', () => {
  let published: ScoreWire

  beforeAll(async () => {
    published = (await scores(cci)).body.content[0]
  })

  test('D11: it needs a reason, and the whole score', async () => {
    expect((await correct(published.id, { correctionReason: ' ' })).problem).toMatchObject({
      code: 'noCorrectionReason',
      status: 400,
      fields: { correctionReason: expect.any(String) },
    })
    expect((await correct(published.id, { score: 'Z' })).problem.code).toBe('scoreIncomplete')
    expect((await correct(UNKNOWN, {})).status).toBe(404)
    expect((await correct(published.id, { validationId: UNKNOWN })).status).toBe(404)
    expect((await correct(published.id, { id: UNKNOWN })).problem.code).toBe('invalid')
  })

  test('D11: the file may stay; of 20 simultaneous corrections one is saved, and it notifies again', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => correct(published.id, {})))
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    const corrected = answers.find(answer => answer.status === 200)!.body as ScoreWire
    expect(corrected).toMatchObject({
      score: 'A/A/A',
      name: 'dictamen.pdf',
      correctionReason: 'Errata',
      isCurrent: true,
    })
    expect((await provider.call(readValidation, { params: { id } })).body).toMatchObject({
      status: 'QUALIFIED',
      score: 'A/A/A',
      expiredAt: '2027-10-01',
    })
    const told = (await notices('SCORE_LOADED')).filter(notice => notice.info.validationId === id)
    expect(told).toHaveLength(6)
    const [entry] = await trail('score.corrected')
    expect(entry!.data).toMatchObject({ reason: 'Errata', corrects: published.id, before: { rating: 'A/B/A+' } })
    published = corrected
  })

  test('FORM-18: a score ends in this century, and one that was stored to end later is still read', async () => {
    const late = await correct(published.id, { expiredAt: '9999-12-31' })
    expect(late).toMatchObject({
      status: 400,
      problem: { fields: { expiredAt: expect.stringContaining('31/12/2100') } },
    })
    await portal.asOwner("update score set expires_on = '9999-12-31' where expires_on = '2027-10-01'")
    for (const caller of [cci, provider, bank]) {
      expect((await caller.call(listValidations, { query: { type: 'AUDIT_REPORT' } })).status).toBe(200)
      const { body } = await caller.call(readValidation, { params: { id } })
      expect(body).toMatchObject({ status: 'QUALIFIED', expiredAt: '9999-12-31' })
    }
    await portal.asOwner("update score set expires_on = '2027-10-01' where expires_on = '9999-12-31'")
  })

  test('FORM-57 API-60: a file that changes must be there', async () => {
    const score = { validationId: id, score: 'A/A/B', expiredAt: '2027-10-01', correctionReason: 'Otro dictamen' }
    const call = (files: Record<string, { name: string; content: string }>) =>
      cci.call(correctScoreFile, { params: { id: published.id }, body: { score }, files })
    expect((await call({})).problem).toMatchObject({ code: 'scoreIncomplete', fields: { file: expect.any(String) } })
    expect((await call({ file: pdf('dictamen corregido') })).body).toMatchObject({ name: 'dictamen corregido.pdf' })
  })

  test('D16 D17: CCI and the provider see every score, evaluators and banks the current one', async () => {
    for (const caller of [cci, provider]) {
      const { body } = await scores(caller)
      expect(body.content.map((score: ScoreWire) => score.isCurrent)).toEqual([true, false, false])
      expect(body.totalElements).toBe(3)
    }
    for (const caller of [evaluator, bank]) {
      const { body } = await scores(caller)
      expect(body.content).toMatchObject([{ name: 'dictamen corregido.pdf', isCurrent: true }])
      expect((await caller.call(scoreContent, { params: { id: published.id } })).status).toBe(404)
    }
    expect((await provider.call(scoreContent, { params: { id: published.id } })).status).toBe(200)
  })

  test('a request to its own evaluator is not published, in any spelling of the CIF', async () => {
    const request = await freshRequest(cci, provider, stranger)
    for (const document of Object.values(await documentsOf(cci, request))) await accept(cci, document)
    const give = async (kind: 'provider' | 'audit', of: Caller, cif: string) => {
      const params = { kind, id: of.me.idGenericEntity }
      const before = (await cci.call(readParticipant, { params })).body.cif
      expect((await cci.call(editParticipant, { params, body: { cif } })).status).toBe(200)
      return before
    }
    const [mine, theirs] = [await give('provider', provider, 'F04743175'), await give('audit', stranger, 'F0474317E')]
    expect((await publish(cci, request, { expiredAt: '2090-01-01' })).problem.code).toBe('evaluatesItself')
    await give('provider', provider, mine)
    await give('audit', stranger, theirs)
    expect((await cci.call(deleteRequest, { params: { id: request } })).status).toBe(204)
  })

  test('a request with a lapsed document or a deleted evaluator is not published', async () => {
    const lapsed = await freshRequest(cci, provider, stranger)
    for (const document of Object.values(await documentsOf(cci, lapsed))) await accept(cci, document)
    const { db } = portal.app
    const versions = db.selectFrom('document').select('id').where('validation_id', '=', lapsed)
    const day = (expires_on: string | null) =>
      db.updateTable('document_version').set({ expires_on }).where('document_id', 'in', versions).execute()
    await day('2026-01-01')
    expect((await publish(cci, lapsed, { expiredAt: '2090-01-01' })).problem.code).toBe('reportLapsed')
    await day(null)
    await cci.call(deleteParticipant, { body: { idGenericEntity: stranger.me.idGenericEntity } })
    expect((await publish(cci, lapsed, { expiredAt: '2090-01-01' })).problem.code).toBe('evaluatorDeleted')
  })

  test('a lapsed score is not corrected', async () => {
    const [current] = (await scores(cci)).body.content as ScoreWire[]
    portal.clock.set('2027-10-02T10:00:00.000Z')
    cci = await portal.signIn('cci@almotacen.example')
    expect((await correct(current!.id, { expiredAt: '2028-10-01' })).problem.code).toBe('wrongState')
  })
})
