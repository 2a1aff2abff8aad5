import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { caseFile } from '#domain/audit-log/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import {
  clarificationFileContent,
  listClarifications,
  readClarification,
  takeClarificationFile,
} from '#domain/validation/clarification/contract.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { changeValidation, readQueue, readValidation } from '#domain/validation/contract.ts'
import { readDeskFigures, readTask } from '#domain/validation/desk/contract.ts'
import { compareDue } from '#domain/validation/desk/due.ts'
import { announceClarifications } from '#server/expiry/clarifications.ts'
import { announceOverdue } from '#server/validation/desk/overdue.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { ask, say, shut, threadsOf } from '#test/support/clarifications.ts'
import {
  acceptReport,
  documentsOf,
  freshRequest,
  ownDocumentation,
  pdf,
  publish,
  reject,
} from '#test/support/documents.ts'
import { raise } from '#test/support/findings.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller } from '#test/support/portal.ts'

/* Clarifications: a question that rejects nothing, its answers, and who reads them. */

let acting: Acting
let cci: Caller
let provider: Caller
let evaluator: Caller
let bank: Caller
beforeAll(async () => {
  acting = await startActing()
})
// A test that moves the clock leaves it there. A Saturday.
beforeEach(() => at('2026-11-21'))
afterAll(() => acting.portal.stop())

async function at(day: string): Promise<void> {
  acting.portal.clock.set(`${day}T09:00:00.000Z`)
  const enter = (name: string) => acting.portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  provider = await enter('proveedor')
  evaluator = await enter('somport')
  bank = await enter('entidad')
}
const fresh = () => freshRequest(cci, provider, evaluator)
const statusOf = async (id: string) => (await ok(cci.call(readValidation, { params: { id } }))).status
const heard = async ({ me }: Caller, type: string) => (await noticesTo(acting.portal, me.idGenericEntity, type)).length
const unread = async (caller: Caller, type: string) => {
  const { content } = await ok(caller.call(listNotifications, { query: { isRead: 'false', size: 9999 } }))
  return content.filter((notice: { type: string }) => notice.type === type).length
}

test('ASK-01: CCI asks provider or evaluator, the evaluator the provider, the provider CCI', async () => {
  const id = await fresh()
  expect((await ask(cci, id)).problem.fields).toHaveProperty('askedOf')
  for (const [caller, askedOf] of [
    [cci, 'PROVIDER'],
    [cci, 'AUDIT'],
    [evaluator, undefined],
    [provider, undefined],
  ] as const) {
    const thread = await ok(ask(caller, id, askedOf ? { askedOf } : {}))
    expect(thread.askedOf).toBe(askedOf ?? (caller === provider ? 'CCI' : 'PROVIDER'))
    expect(thread.messages).toMatchObject([{ text: '¿Incluye la planta de Getafe?', party: thread.askedBy }])
  }
  expect((await ask(evaluator, id, { askedOf: 'CCI' })).problem.fields).toHaveProperty('askedOf')
  expect((await ask(provider, id, { subject: 'x'.repeat(121) })).problem.fields).toHaveProperty('subject')
})

test('ASK-01: a question may name a document of its subject, which must be under review', async () => {
  const id = await fresh()
  const [document] = Object.values(await documentsOf(cci, id))
  const other = Object.values(await documentsOf(cci, await fresh()))[0]!
  const thread = await ok(ask(cci, id, { askedOf: 'PROVIDER', documentId: document!.id }))
  expect(thread.document).toEqual({ id: document!.id, name: document!.documentCatalogName })
  expect((await ask(cci, id, { askedOf: 'PROVIDER', documentId: other.id })).problem.fields).toHaveProperty(
    'documentId',
  )
  await acceptReport(cci, id)
  await ok(publish(cci, id))
  expect((await ask(cci, id, { askedOf: 'PROVIDER' })).problem.code).toBe('notUnderReview')
})

test('ASK-01: CCI asks the owner of a documentation under review, also before its first acceptance', async () => {
  const { waiting } = acting
  const { id } = await ownDocumentation(waiting)
  const thread = await ok(ask(cci, id))
  expect(thread).toMatchObject({ type: 'DOC_MIN', askedOf: 'PROVIDER', service: null })
  expect((await say(waiting, thread)).status).toBe(201)
  expect((await ask(bank, (await ownDocumentation(bank)).id)).status).toBe(404)
})

test('ASK-02: both parties and CCI read a thread; other callers find none', async () => {
  const id = await fresh()
  const thread = await ok(ask(cci, id, { askedOf: 'PROVIDER' }))
  const params = { id: thread.id }
  const other = await acting.portal.signIn('lumbre@almotacen.example')
  for (const caller of [evaluator, other]) {
    expect((await caller.call(readClarification, { params })).status).toBe(404)
    expect(await threadsOf(caller, { validationId: id })).toEqual([])
  }
  for (const contract of [readClarification, listClarifications])
    expect((await bank.call(contract, { params, query: {} } as never)).status).toBe(404)
  expect((await ok(provider.call(readClarification, { params }))).messages[0].by).toBe('CCI')
  const own = await ok(ask(evaluator, id))
  expect((await threadsOf(cci, { validationId: id })).length).toBe(2)
  // CCI and the author's own organisation read the person's name, and the other party the organisation's alone.
  const writtenBy = async (caller: Caller) =>
    (await ok(caller.call(readClarification, { params: { id: own.id } }))).messages[0].by
  const { name: person, nameGenericEntity: organisation } = evaluator.me
  expect(await writtenBy(evaluator)).toBe(person)
  expect(await writtenBy(cci)).toBe(`${person} (${organisation})`)
  expect(await writtenBy(provider)).toBe(organisation)
})

test('ASK-03: the asked party answers with up to five files, the asker asks more, and messages do not change', async () => {
  const thread = await ok(ask(cci, await fresh(), { askedOf: 'PROVIDER' }))
  expect((await say(cci, thread)).problem.code).toBe('notYourTurn')
  expect((await say(provider, thread, { text: '' })).problem.fields).toHaveProperty('text')
  expect((await say(provider, thread, { text: 'x'.repeat(2001) })).problem.fields).toHaveProperty('text')
  const files = Object.fromEntries([1, 2, 3, 4, 5].map(n => [`file${n}`, pdf(`anexo ${n}`)]))
  const answered = await ok(say(provider, thread, {}, files))
  expect(answered).toMatchObject({ status: 'ANSWERED', mayAnswer: false, mayAskMore: false })
  expect(answered.messages[1].files.map((file: { name: string }) => file.name)).toEqual(
    [1, 2, 3, 4, 5].map(n => `anexo ${n}.pdf`),
  )
  const params = { id: answered.messages[1].files[0].id }
  expect((await cci.call(clarificationFileContent, { params })).status).toBe(200)
  expect((await evaluator.call(clarificationFileContent, { params })).status).toBe(404)
  expect((await say(provider, thread)).problem.code).toBe('notYourTurn')
  expect(await ok(say(cci, thread, { text: '¿Desde cuándo?' }))).toMatchObject({ status: 'WAITING' })
  expect((await shut(provider, thread)).problem.code).toBe('notYourMove')
  expect(await ok(shut(cci, thread))).toMatchObject({ status: 'CLOSED', closedBy: 'ASKER' })
  expect((await say(provider, thread)).problem.code).toBe('clarificationClosed')
})

test('ASK-04: a question has a day, ten working days ahead unless another is given, of tomorrow or later', async () => {
  const id = await fresh()
  expect((await ok(ask(provider, id))).dueOn).toBe('2026-12-04')
  expect((await ok(ask(provider, id, { dueOn: '2026-11-22' }))).dueOn).toBe('2026-11-22')
  expect((await ask(provider, id, { dueOn: '2026-11-21' })).problem.fields).toHaveProperty('dueOn')
})

test('ASK-05 ASK-06: asking and answering change no status, notify the other party, and settle their notices', async () => {
  const id = await fresh()
  const before = [await heard(provider, 'CLARIFICATION_ASKED'), await heard(cci, 'CLARIFICATION_ANSWERED')] as const
  const waiting = await unread(provider, 'CLARIFICATION_ASKED')
  const thread = await ok(ask(cci, id, { askedOf: 'PROVIDER' }))
  expect(await heard(provider, 'CLARIFICATION_ASKED')).toBe(before[0] + 1)
  expect(await unread(provider, 'CLARIFICATION_ASKED')).toBe(waiting + 1)
  await ok(say(provider, thread))
  expect(await heard(cci, 'CLARIFICATION_ANSWERED')).toBe(before[1] + 1)
  expect(await unread(provider, 'CLARIFICATION_ASKED')).toBe(waiting)
  expect(await statusOf(id)).toBe('PENDING')
  const statuses = Object.values(await documentsOf(cci, id)).map(({ status }) => status)
  expect(statuses).toEqual(['PENDING', 'PENDING'])
})

test('ASK-06: reminds the asked party two working days before the day and on it, once each', async () => {
  const { id } = await ok(ask(cci, await fresh(), { askedOf: 'PROVIDER' }))
  const reminders = async () =>
    (await noticesTo(acting.portal, provider.me.idGenericEntity, 'CLARIFICATION_DUE')).filter(
      ({ info }) => (info as { idClarification?: string }).idClarification === id,
    ).length
  const counts: number[] = []
  for (const day of ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']) {
    acting.portal.clock.set(`${day}T09:00:00.000Z`)
    for (const _time of [1, 2]) await announceClarifications(acting.portal.app)
    counts.push(await reminders())
  }
  expect(counts).toEqual([0, 1, 1, 2, 2])
})

test('ASK-07: at most ten threads are open about one thing', async () => {
  const id = await fresh()
  for (let count = 0; count < 10; count++) await ok(ask(provider, id))
  const refused = await ask(evaluator, id)
  expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
    409,
    'tooManyQuestions',
    'Ya hay diez aclaraciones abiertas sobre esto.',
  ])
  await ok(shut(provider, (await threadsOf(provider, { validationId: id }))[0]!))
  expect((await ask(evaluator, id)).status).toBe(201)
})

test('ASK-09: a decision closes the open questions and says so; its undo opens them again', async () => {
  const id = await fresh()
  const asked = await ok(ask(cci, id, { askedOf: 'PROVIDER' }))
  const answered = await ok(ask(evaluator, id))
  await ok(say(provider, answered))
  await acceptReport(cci, id)
  await ok(publish(cci, id))
  const closed = await threadsOf(cci, { validationId: id })
  expect(closed.map(({ status, closedBy }) => [status, closedBy])).toEqual([
    ['CLOSED', 'DECISION'],
    ['CLOSED', 'DECISION'],
  ])
  await ok(cci.call(undo, { body: { id } }))
  const again = await threadsOf(cci, { validationId: id })
  expect(Object.fromEntries(again.map(each => [each.id, each.status]))).toEqual({
    [asked.id]: 'WAITING',
    [answered.id]: 'ANSWERED',
  })
})

test('ASK-09: rejecting a request, or finishing a documentation, closes its questions too', async () => {
  const request = await fresh()
  await ok(ask(provider, request))
  for (const document of Object.values(await documentsOf(cci, request))) await ok(reject(cci, document))
  const { id } = await ownDocumentation(acting.waiting)
  await ok(ask(cci, id))
  for (const each of Object.values(await documentsOf(cci, id))) if (each.id) await ok(reject(cci, each))
  expect((await threadsOf(cci, { validationId: id, open: 'true' })).length).toBeGreaterThan(0)
  await ok(cci.call(changeValidation, { params: { id }, body: { status: 'ACCEPTED' } }))
  for (const validationId of [request, id]) {
    expect((await threadsOf(cci, { validationId, open: 'true' })).length).toBe(0)
    await ok(cci.call(undo, { body: { id: validationId } }))
    expect((await threadsOf(cci, { validationId, open: 'true' })).length).toBeGreaterThan(0)
  }
})

test('ASK-11: the owner makes a file of a thread the new version of the document, under the rules of an upload', async () => {
  const { waiting } = acting
  const owner = await acting.portal.signIn('hontanar@almotacen.example')
  Object.assign(acting, { waiting: owner })
  const { id } = await ownDocumentation(owner)
  const before = Object.values(await documentsOf(owner, id)).find(document => document.id)!
  const thread = await ok(ask(cci, id, { documentId: before.id }))
  const { messages } = await ok(say(owner, thread, {}, { file1: pdf('versión corregida') }))
  const params = { id: messages[1].files[0].id }
  expect((await cci.call(takeClarificationFile, { params })).status).toBe(403)
  await ok(owner.call(takeClarificationFile, { params }))
  const after = (await documentsOf(owner, id))[before.documentCatalogName]!
  expect(after).toMatchObject({ name: 'versión corregida.pdf', status: 'PENDING' })
  expect(after.file).not.toBe(before.file)
  expect(waiting.me.userId).toBe(owner.me.userId)
  // A request under review takes no new file; a rejected one does.
  const request = await fresh()
  const report = (await documentsOf(cci, request))['Informe de auditoría']!
  const about = await ok(ask(cci, request, { askedOf: 'PROVIDER', documentId: report.id }))
  const answered = await ok(say(provider, about, {}, { file1: pdf('informe corregido') }))
  const taken = () => provider.call(takeClarificationFile, { params: { id: answered.messages[1].files[0].id } })
  expect((await taken()).problem.code).toBe('requestNotEditable')
  for (const document of Object.values(await documentsOf(cci, request))) await ok(reject(cci, document))
  expect((await taken()).status).toBe(200)
  expect((await documentsOf(provider, request))['Informe de auditoría']).toMatchObject({
    name: 'informe corregido.pdf',
  })
})

test('DESK-05 DESK-07: the due date of a request stops while another than CCI is to answer, and moves by those days', async () => {
  const id = await fresh()
  const task = async () => ok(cci.call(readTask, { params: { kind: 'report', id } }))
  const { dueOn: due } = await task()
  await ok(ask(provider, id))
  expect((await task()).dueOn).toBe(due)
  const thread = await ok(ask(cci, id, { askedOf: 'PROVIDER' }))
  expect((await task()).dueOn).toBeNull()
  const { content } = await ok(cci.call(readQueue, { query: { sort: 'dueOn', size: 500 } }))
  const days: (string | null)[] = content.map((item: QueueItem) => item.dueOn)
  expect(days).toEqual([...days].sort((a, b) => compareDue(a, b)))
  expect(content.find((item: QueueItem) => item.id === id).dueOn).toBeNull()
  // From Saturday to Wednesday two working days are left out; that of the answer counts.
  await at('2026-11-25')
  await ok(say(provider, thread))
  expect([due, (await task()).dueOn]).toEqual(['2026-12-04', '2026-12-08'])
})

test('DESK-08 DESK-20: paused work is not overdue, and its days are not in the figures', async () => {
  const id = await fresh()
  const thread = await ok(ask(cci, id, { askedOf: 'PROVIDER', dueOn: '2027-01-10' }))
  await at('2026-12-18')
  await announceOverdue(acting.portal.app)
  const told = (await noticesTo(acting.portal, cci.me.idGenericEntity, 'QUEUE_OVERDUE')).map(
    ({ info }) => (info as { validationId?: string }).validationId,
  )
  expect(told).not.toContain(id)
  const before = await ok(cci.call(readDeskFigures))
  await ok(say(provider, thread))
  await acceptReport(cci, id)
  await ok(publish(cci, id))
  const after = await ok(cci.call(readDeskFigures))
  expect(after.report.decided).toBe(before.report.decided + 1)
  // Without its pause it would have been late.
  expect(after.report.inTime).toBeGreaterThanOrEqual(before.report.inTime)
})

test('ASK-12: the case file of a request holds its threads and findings, with their files', async () => {
  const id = await fresh()
  const thread = await ok(ask(cci, id, { askedOf: 'PROVIDER' }))
  await ok(say(provider, thread, {}, { file1: pdf('plano de Getafe') }))
  await ok(raise(cci, id, { title: 'Copias sin probar' }))
  const { body } = await cci.call(caseFile, { params: { kind: 'request', id } })
  const files = unzipSync(body as Uint8Array)
  const data = JSON.parse(
    Buffer.from(Object.entries(files).find(([name]) => name.endsWith('datos.json'))![1]).toString(),
  )
  expect(data.aclaraciones).toMatchObject([{ subject: 'Alcance', status: 'ANSWERED' }])
  expect(data.mensajesDeAclaraciones.map(({ text }: { text: string }) => text)).toEqual([
    '¿Incluye la planta de Getafe?',
    'Sí, en la página 4.',
  ])
  expect(data.hallazgos).toMatchObject([{ title: 'Copias sin probar' }])
  expect(Object.keys(files).some(name => name.includes('plano de Getafe'))).toBe(true)
})
