import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { deleteUser } from '#domain/identity/user/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { changeValidation, exportQueue, readQueue } from '#domain/validation/contract.ts'
import { assignTask, readDeskFigures, readTask } from '#domain/validation/desk/contract.ts'
import { dueOn, type QueueKind } from '#domain/validation/desk/due.ts'
import { addDays, madridDay } from '#domain/values/day.ts'
import { AT_ONCE, announceOverdue } from '#server/validation/desk/overdue.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { accept, documentsOf, ownDocumentation, pdf, reject, upload } from '#test/support/documents.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import { attach, raised, save } from '#test/support/incidents.ts'
import { address, mailsTo } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'

const DEED = 'Escritura de constitución'

let portal: TestPortal
let cci: Caller
let cci2: Caller
let provider: Caller
let bank: Caller
let waiting: Caller
let documentation: string
beforeAll(async () => {
  ;({ portal, cci, cci2, provider, bank, waiting } = await startActing())
  documentation = (await ownDocumentation(waiting)).id
})
afterAll(() => portal.stop())

const rules = { targetDays: [5, 10, 2], holidays: [] as string[] }
const task = (kind: QueueKind = 'documentation', id = documentation) => ({ params: { kind, id } })
const assign = (caller: Caller, assignee: Caller | null, version?: number, of = task()) =>
  caller.call(assignTask, { ...of, body: { assignee: assignee?.me.userId ?? null, version } })
const queue = async (query: object = {}, caller = cci) => ok(caller.call(readQueue, { query: { size: 500, ...query } }))
const idsOf = ({ content }: { content: QueueItem[] }) => content.map(({ id }) => id)
const names = { cci: 'Marta Olmedo Rivas', cci2: 'Andrés Cano Vega' }

/** Another day, with new sessions. */
async function goTo(day: string): Promise<void> {
  portal.clock.set(`${day}T10:00:00.000Z`)
  for (const [caller, name] of [
    [cci, 'cci'],
    [cci2, 'cci2'],
    [provider, 'proveedor'],
    [bank, 'entidad'],
    [waiting, 'hontanar'],
  ] as const)
    Object.assign(caller, await portal.signIn(address(name)))
}

test('DESK-01: a task is taken, handed over and given back by any user of CCI, and each is in the audit log', async () => {
  const before = await newestEntry(portal)
  const own = await ok(assign(cci, cci, 0))
  expect([own.assignee, own.version]).toEqual([{ id: cci.me.userId, name: names.cci }, 1])
  expect((await ok(assign(cci2, cci2, 1))).assignee.name).toBe(names.cci2)
  // The same again changes nothing.
  expect((await ok(assign(cci, cci2, 2))).version).toBe(2)
  expect((await ok(assign(cci, null, 2))).assignee).toBeNull()
  expect((await ok(cci.call(readTask, task()))).assignee).toBeNull()
  const entries = await entriesAfter(portal, before)
  const [a, b] = [cci.me.userId, cci2.me.userId]
  expect(entries.map(({ event, actor_id, data }) => [event, actor_id, data.from, data.to, data.toSelf])).toEqual([
    ['queue.assigned', a, null, a, true],
    ['queue.handed-over', b, a, b, true],
    ['queue.given-back', a, b, null, false],
  ])
  expect(entries.map(({ object_id }) => object_id)).toEqual([documentation, documentation, documentation])
})

test('DESK-01 BASE-04: only users of CCI get a task, and a stale screen does not assign it', async () => {
  for (const other of [provider, waiting]) {
    const refused = await assign(cci, other)
    expect([refused.status, Object.keys(refused.problem.fields ?? {})]).toEqual([400, ['assignee']])
  }
  const { version } = await ok(assign(cci2, cci2))
  const stale = await assign(cci, cci, version - 1)
  expect([stale.status, stale.problem.code]).toEqual([409, 'changedMeanwhile'])
  expect(stale.problem.conflict).toMatchObject({
    changedBy: names.cci2,
    differences: [{ label: 'Asignada a', now: names.cci2, yours: names.cci }],
  })
  // What is of another kind is not there.
  expect((await assign(cci, cci, undefined, task('report'))).status).toBe(404)
  expect((await assign(cci, cci, undefined, task('incident'))).status).toBe(404)
})

test('DESK-02: the queue is filtered by assignee, with the number of each view and kind', async () => {
  const all = await queue()
  const mine = await queue({ assignee: 'me' }, cci2)
  expect(idsOf(mine)).toEqual([documentation])
  expect(mine.counts).toEqual({ documentation: 1, report: 0, incident: 0 })
  const views = { mine: 1, unassigned: all.totalElements - 1, all: all.totalElements }
  expect([mine.views, (await queue({}, cci2)).views]).toEqual([views, views])
  expect(all.views).toEqual({ ...views, mine: 0 })
  expect((await queue({ kind: 'report' }, cci2)).views).toMatchObject({ mine: 0, all: all.counts.report })
  expect((await queue({ kind: 'report', assignee: 'me' }, cci2)).views).toMatchObject({
    mine: 0,
    all: all.counts.report,
  })
  expect(idsOf(await queue({ assignee: cci2.me.userId }))).toEqual([documentation])
  const unassigned = await queue({ assignee: 'none' })
  expect(idsOf(unassigned)).toEqual(idsOf(all).filter(id => id !== documentation))
  expect(unassigned.totalElements).toBe(all.totalElements - 1)
})

test('DESK-04 DESK-07 EXP-02: the queue sorts by due date, pages, counts its groups, and filters the overdue', async () => {
  await raised(bank, provider.me.idGenericEntity)
  const { content } = await queue()
  for (const item of content as QueueItem[]) {
    expect(item.dueOn).toBe(dueOn(item.kind, madridDay(item.receivedAt), rules))
  }
  const sorted = [...content].sort((a, b) => (a.dueOn! < b.dueOn! ? -1 : a.dueOn! > b.dueOn! ? 1 : 0))
  const byDue = await queue({ sort: 'dueOn' })
  expect(idsOf(byDue)).toEqual(idsOf({ content: sorted }))
  expect(idsOf(await queue({ sort: 'dueOn,desc' }))).toEqual(idsOf(byDue).reverse())
  const pages = await Promise.all([0, 1].map(page => queue({ sort: 'dueOn', size: 2, page })))
  expect(pages.flatMap(idsOf)).toEqual(idsOf(byDue).slice(0, 4))
  const { groups } = byDue as { groups: Record<string, number> }
  expect(Object.values(groups).reduce((sum, each) => sum + each, 0)).toBe(byDue.totalElements)
  const overdue = await queue({ due: 'overdue' })
  expect(groups.overdue).toBe(overdue.totalElements)
  const late = (content as QueueItem[]).filter(item => item.dueOn! < '2026-11-21')
  expect(late.length).toBeGreaterThan(0)
  expect(idsOf(overdue)).toEqual(late.map(({ id }) => id))
  expect(overdue.views.all).toBe(late.length)
})

test('DESK-07: the export has assignee and due date', async () => {
  const file = await cci.call(exportQueue, { query: { assignee: cci2.me.userId } })
  const [heads, row] = String(file.body)
    .trim()
    .split('\r\n')
    .map(line => line.split(';'))
  const { dueOn: due } = (await queue({ assignee: cci2.me.userId })).content[0]
  expect(row![heads!.indexOf('Asignada a')]).toBe(names.cci2)
  expect(row![heads!.indexOf('Vence')]).toBe(due.split('-').reverse().join('/'))
})

test('DESK-04: targets and holidays of the centre move due dates', async () => {
  const received = madridDay((await ok(cci.call(readTask, task()))).receivedAt)
  const changed = { targetDays: [3, 10, 2], holidays: [addDays(received, 1), addDays(received, 2)] }
  await ok(cci.call(saveCentreRules, { body: { rules: changed } }))
  expect((await ok(cci.call(readTask, task()))).dueOn).toBe(dueOn('documentation', received, changed))
  await ok(cci.call(saveCentreRules, { body: { rules } }))
})

let incident: string
type Told = { type: string; isRead: boolean; reason: string; message: string; info: { idIssue?: string } }
const overdueTo = async (caller: Caller): Promise<Told[]> =>
  (await ok(caller.call(listNotifications, { query: { size: 500 } }))).content.filter(
    ({ type, info }: Told) => type === 'QUEUE_OVERDUE' && info.idIssue === incident,
  )

test('DESK-08: notifies once of overdue work: its assignee alone, or CCI without one', async () => {
  await announceOverdue(portal.app)
  await goTo('2026-12-01')
  const { id, title } = await raised(bank, provider.me.idGenericEntity)
  incident = id
  await ok(assign(cci, cci2, undefined, task('incident', incident)))
  const mailed = async (name: string) =>
    (await mailsTo(portal, address(name))).filter(({ text }) => text.includes(`«${title}»`) && text.includes('venció'))
      .length
  const before = [await mailed('cci'), await mailed('cci2')]
  // Due on the third of December, and overdue from the fourth on.
  await goTo('2026-12-03')
  await announceOverdue(portal.app)
  expect(await overdueTo(cci2)).toEqual([])
  await goTo('2026-12-04')
  for (const _time of [1, 2]) await announceOverdue(portal.app)
  expect(await overdueTo(cci)).toEqual([])
  const [notice, ...others] = await overdueTo(cci2)
  expect([notice!.reason, others]).toEqual(['Fuera de plazo', []])
  expect(notice!.message).toMatch(/^La incidencia «.+» sobre Tramontana.* y su plazo venció el 03\/12\/2026\.$/)
  expect([await mailed('cci'), await mailed('cci2')]).toEqual([before[0], before[1]! + 1])
  // The others had no assignee, so all of CCI got them.
  const told = await portal.app.db
    .selectFrom('notification')
    .select(['user_id', 'type'])
    .where('type', '=', 'QUEUE_OVERDUE')
    .execute()
  expect(told.filter(({ user_id }) => user_id === null).length).toBeGreaterThan(2)
})

test('DESK-08 D64: opening the incident settles its overdue notices', async () => {
  expect((await overdueTo(cci2)).map(({ isRead }) => isRead)).toEqual([false])
  await attach(cci, incident)
  await ok(save(cci, incident))
  expect((await overdueTo(cci2)).map(({ isRead }) => isRead)).toEqual([true])
})

test('DESK-20: how long CCI took in 90 days, for CCI; others read the medians, and their own waits', async () => {
  const figures = await ok(cci.call(readDeskFigures))
  expect(figures.incident).toEqual({ decided: 1, median: 3, p90: 3, inTime: 0 })
  for (const kind of ['documentation', 'report'] as const) expect(figures[kind].decided).toBeGreaterThan(0)
  for (const caller of [provider, bank, waiting]) {
    const { waiting: own, ...medians } = await ok(caller.call(readDeskFigures))
    if (caller === bank) expect(own).toEqual([expect.objectContaining({ kind: 'incident' })])
    expect(medians).toEqual({
      documentation: { median: figures.documentation.median },
      report: { median: figures.report.median },
      incident: { median: 3 },
    })
  }
})

test('EXP-28: a participant reads how long its things have waited, and the last day that CCI reads in its queue', async () => {
  const { dueOn } = await ok(cci.call(readTask, { params: { kind: 'documentation', id: documentation } }))
  const { waiting: own } = await ok(waiting.call(readDeskFigures))
  expect(own).toEqual([{ kind: 'documentation', taken: expect.any(Number), dueOn }])
})

test('DESK-01: finishing ends an assignment; a new submission has no assignee and a new due date', async () => {
  await goTo('2026-12-09')
  await ok(assign(cci, cci))
  const documents = await documentsOf(cci, documentation)
  const sent = Object.values(documents).filter(each => each.id !== null)
  for (const each of sent) {
    if (each.documentCatalogName === DEED) await ok(reject(cci, each))
    else await ok(accept(cci, each, '2027-12-31'))
  }
  await ok(cci.call(changeValidation, { params: { id: documentation }, body: { status: 'ACCEPTED' } }))
  const refused = await assign(cci, cci)
  expect([refused.status, refused.problem.code]).toEqual([409, 'notWaiting'])
  expect((await cci.call(readTask, task())).status).toBe(404)
  expect(idsOf(await queue({ assignee: 'me' }))).not.toContain(documentation)
  await goTo('2026-12-10')
  await ok(upload(waiting, documentation, DEED, pdf('escritura corregida')))
  await ok(waiting.call(changeValidation, { params: { id: documentation }, body: { status: 'PENDING' } })).catch(
    () => {},
  )
  const again = await ok(cci.call(readTask, task()))
  expect([again.assignee, again.dueOn]).toEqual([null, '2026-12-17'])
})

test('DESK-01: the task of a deleted user has no assignee, and that of a deleted participant is gone', async () => {
  await ok(assign(cci, cci2))
  await ok(cci.call(deleteUser, { body: { id: cci2.me.userId } }))
  const left = await ok(cci.call(readTask, task()))
  expect(left.assignee).toBeNull()
  expect((await queue({ assignee: 'none' })).content.map(({ id }: QueueItem) => id)).toContain(documentation)
  expect((await ok(assign(cci, cci, left.version))).assignee.name).toBe(names.cci)
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: waiting.me.idGenericEntity } }))
  expect((await assign(cci, null)).status).toBe(404)
  expect((await queue({ assignee: 'me' })).totalElements).toBe(0)
})

test('DESK-08: announces overdue work in short transactions, once', async () => {
  const MANY = 230
  await portal.asOwner(`
    insert into incident (id, title, detail, provider_id, issuer_id, raised_by, status, created_at, updated_at)
      select 'j' || lpad(n::text, 25, '0'), 'Mucho ' || n, 'Sin más', '${provider.me.idGenericEntity}',
        '${bank.me.idGenericEntity}', '${bank.me.userId}', 'PENDING', '2026-11-02 09:00:00.123456Z', now()
      from generate_series(1, ${MANY}) n`)
  for (const _time of [1, 2]) await announceOverdue(portal.app)
  const { rows } = await sql<{ told: number }>`
    select count(*) as told from trail where event = 'queue.overdue' and object_id like 'j0%'
    group by xmin::text order by 1 desc`.execute(portal.app.db)
  const told = rows.map(row => row.told)
  expect(told.reduce((sum, each) => sum + each, 0)).toBe(MANY)
  expect(told[0]).toBeLessThanOrEqual(AT_ONCE)
})
