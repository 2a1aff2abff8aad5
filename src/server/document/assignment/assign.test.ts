import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignDocument } from '#domain/document/assignment/contract.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { readDue } from '#domain/start/contract.ts'
import { nextSteps } from '#domain/start/next-steps.ts'
import { ok } from '#test/support/answers.ts'
import { ask, assign as assignThread, say, threadsOf } from '#test/support/clarifications.ts'
import { documentsOf, freshRequest, ownDocumentation, pdf, upload } from '#test/support/documents.ts'
import { entriesAbout } from '#test/support/entries.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const DEED = 'Escritura de constitución'
const PLAN = 'Plan de continuidad de negocio'

let portal: TestPortal
let provider: Caller
let colleague: Caller
let id: string

beforeAll(async () => {
  portal = await startTestPortal()
  provider = await portal.signIn('proveedor@almotacen.example')
  colleague = await portal.signIn('proveedor2@almotacen.example')
  id = (await ownDocumentation(provider)).id
})
afterAll(() => portal.stop())

const assign = (caller: Caller, target: string, assignee: string | null, name?: string) =>
  caller.call(assignDocument, {
    params: { id: target },
    body: { assignee, ...(name === undefined ? {} : { documentCatalogName: name }) },
  })
const one = async (caller: Caller, name: string): Promise<DocumentWire> => (await documentsOf(caller, id))[name]!
const tasksOf = async (caller: Caller) => {
  const { content } = await ok(caller.call(listNotifications))
  return content.filter(({ type }: { type: string }) => type === 'TASK_ASSIGNED')
}
const stepsOf = async (caller: Caller) => {
  const documents = Object.values(await documentsOf(caller, id))
  const documentation = { status: 'ACCEPTED' as const, sentAt: null, documents }
  const { userId } = caller.me
  const today = portal.clock.today()
  const steps = nextSteps({ role: 'PROVIDER', today, userId, onboarded: true, documentation, requests: [] })
  return steps.filter(({ kind }) => kind === 'assignedDocument')
}

test('EASE-09: a user assigns a document to a colleague, who is notified and finds it in the next steps', async () => {
  const deed = await one(provider, DEED)
  const saved = await ok(assign(provider, deed.id!, colleague.me.userId))
  expect(saved.assignee).toMatchObject({ id: colleague.me.userId })
  expect(await tasksOf(colleague)).toMatchObject([
    { message: `Una persona de su organización le ha asignado el documento «${DEED}».`, isRead: false },
  ])
  expect([await tasksOf(provider), await stepsOf(provider)]).toEqual([[], []])
  expect(await stepsOf(colleague)).toEqual([{ kind: 'assignedDocument', name: DEED }])
  const entries = await entriesAbout(portal, id)
  expect(entries.filter(({ event }) => event === 'document.assigned').map(({ data }) => data)).toMatchObject([
    { document: DEED, from: null, to: colleague.me.userId },
  ])
  // CCI and banks do not read who does what inside.
  for (const name of ['cci', 'entidad']) {
    expect((await one(await portal.signIn(`${name}@almotacen.example`), DEED)).assignee).toBeUndefined()
  }
})

test('EASE-09: it changes no right, and a new file of the document ends it', async () => {
  await ok(upload(provider, id, DEED, pdf('escritura nueva')))
  expect((await one(colleague, DEED)).assignee).toBeUndefined()
  expect([await tasksOf(colleague), await stepsOf(colleague)]).toMatchObject([[{ isRead: true }], []])
  // One without a file is named by its documentation.
  const [other] = Object.values(await documentsOf(provider, id)).filter(({ documentCatalogName: n }) => n === PLAN)
  await ok(assign(colleague, id, colleague.me.userId, other!.documentCatalogName))
  expect(await tasksOf(colleague)).toHaveLength(1)
  expect((await ok(assign(provider, id, null, PLAN))).assignee).toBeUndefined()
})

test('EASE-09: only within an organisation', async () => {
  const other = await portal.signIn('arcadio@almotacen.example')
  const bank = await portal.signIn('entidad@almotacen.example')
  const cci = await portal.signIn('cci@almotacen.example')
  expect((await assign(provider, id, other.me.userId, DEED)).problem.code).toBe('notColleague')
  expect((await assign(provider, id, null, 'Otro')).problem.code).toBe('unknownDocument')
  const statuses = await Promise.all(
    [other, bank, cci].map(async caller => (await assign(caller, id, null, DEED)).status),
  )
  expect(statuses).toEqual([404, 403, 403])
})

test('EASE-09: a question that waits for an organisation is given to one of its users, who answers it', async () => {
  const cci = await portal.signIn('cci@almotacen.example')
  const evaluator = await portal.signIn('somport@almotacen.example')
  const thread = await ok(ask(cci, await freshRequest(cci, provider, evaluator), { askedOf: 'PROVIDER' }))
  const told = async () =>
    (await tasksOf(colleague)).filter(({ message }: { message: string }) => message.includes('aclaración'))
  expect((await ok(assignThread(provider, thread, colleague))).assignee).toMatchObject({ id: colleague.me.userId })
  expect(await told()).toMatchObject([
    { message: `Una persona de su organización le ha asignado la aclaración «${thread.subject}».`, isRead: false },
  ])
  const { steps: due } = await ok(colleague.call(readDue))
  const [first] = nextSteps({
    role: 'PROVIDER',
    today: portal.clock.today(),
    onboarded: true,
    documentation: null,
    requests: [],
    userId: colleague.me.userId,
    due,
  })
  expect(first).toMatchObject({ kind: 'due', due: { act: 'answerClarification', id: thread.id } })
  // The other party and CCI do not read who does what inside.
  expect((await threadsOf(cci)).find(({ id: each }) => each === thread.id)!.assignee).toBeUndefined()
  expect((await assignThread(cci, thread, cci)).problem.code).toBe('notYourTurn')
  expect((await assignThread(provider, thread, evaluator)).problem.code).toBe('notColleague')
  await ok(say(provider, thread))
  expect(await told()).toMatchObject([{ isRead: true }])
  expect((await assignThread(provider, thread, null)).problem.code).toBe('notYourTurn')
})
