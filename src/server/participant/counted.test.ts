import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { random } from '#assurance/trust/random.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { newId } from '#server/platform/ids.ts'
import { miscounted } from '#test/support/counted.ts'
import { START } from '#test/support/place.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

// The database itself maintains the counters of the overview on each participant.

let portal: TestPortal
let db: Db
beforeAll(async () => {
  portal = await startTestPortal()
  db = portal.app.db
})
afterAll(() => portal.stop())

const participantOf = async (kind: string) =>
  (
    await db
      .insertInto('participant')
      .values({ id: newId(START), kind, name: 'Contada', created_at: START })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const draftOf = (participant_id: string) => ({ id: newId(START), participant_id, kind: 'DOC_MIN', created_at: START })

async function requestOf(participant_id: string) {
  const service = await db.selectFrom('service').select('id').executeTakeFirstOrThrow()
  const evaluator = await db
    .selectFrom('participant')
    .select('id')
    .where('kind', '=', 'AUDIT')
    .executeTakeFirstOrThrow()
  return {
    ...{ id: newId(START), participant_id, kind: 'AUDIT_REPORT', status: 'PENDING', request_type: 'NEW' },
    ...{ service_id: service.id, evaluator_id: evaluator.id, created_at: START, superseded_at: START },
  }
}

const countsOf = (id: string) =>
  db.selectFrom('participant').select(['requests', 'documentations']).where('id', '=', id).executeTakeFirstOrThrow()

test('SRCH-13: the demo’s participants are counted', async () => {
  expect(await miscounted(db)).toEqual([])
  const most = await db
    .selectFrom('participant')
    .select(eb => eb.fn.max('requests').as('most'))
    .executeTakeFirstOrThrow()
  expect(most.most).toBe(5)
})

test('SRCH-13: whatever happens to validations, their participant counts them', async () => {
  const next = random(20)
  const id = await participantOf('PROVIDER')
  await db.insertInto('validation').values(draftOf(id)).execute()
  expect(await countsOf(id)).toEqual({ requests: 0, documentations: 0 })
  const seen = new Set<string>()
  for (let step = 0; step < 80; step++) {
    const all = await db.selectFrom('validation').select(['id', 'kind']).where('participant_id', '=', id).execute()
    const one = all[next(all.length)]!
    const change = db.updateTable('validation').where('id', '=', one.id)
    const acts = [
      async () =>
        db
          .insertInto('validation')
          .values(await requestOf(id))
          .execute(),
      async () => change.set({ deleted_at: START }).execute(),
      async () => change.set({ deleted_at: null }).execute(),
      async () =>
        change.set({ status: one.kind === 'DOC_MIN' ? [null, 'PENDING', 'ACCEPTED'][next(3)]! : 'REJECTED' }).execute(),
      async () => change.set(eb => ({ version: eb('version', '+', 1) })).execute(),
      async () => one.kind === 'DOC_MIN' || db.deleteFrom('validation').where('id', '=', one.id).execute(),
    ]
    await acts[next(acts.length)]!()
    expect(await miscounted(db)).toEqual([])
    seen.add(JSON.stringify(await countsOf(id)))
  }
  expect(seen.size).toBeGreaterThan(5)
})

test('SRCH-13: two that write to one participant at once both count', async () => {
  const id = await participantOf('PROVIDER')
  const [one, other] = [await requestOf(id), await requestOf(id)]
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const first = db.transaction().execute(async tx => {
    await tx.insertInto('validation').values(one).execute()
    isWritten()
    // Waits until the second transaction waits for this one.
    for (;;) {
      const { rows } = await sql`
        select from pg_locks w join pg_locks h on h.transactionid = w.transactionid
        where not w.granted and h.granted and h.pid = pg_backend_pid()`.execute(tx)
      if (rows.length > 0) return
    }
  })
  await written
  await Promise.all([first, db.insertInto('validation').values(other).execute()])
  expect(await countsOf(id)).toEqual({ requests: 2, documentations: 0 })
})

test('SRCH-13: a validation stays with its participant, and a request is never without a status', async () => {
  const [id, another] = [await participantOf('PROVIDER'), await participantOf('PROVIDER')]
  const request = await requestOf(id)
  await db.insertInto('validation').values(request).execute()
  const change = db.updateTable('validation').where('id', '=', request.id)
  await expect(change.set({ participant_id: another }).execute()).rejects.toThrow('stays with its participant')
  await expect(change.set({ status: null }).execute()).rejects.toThrow('validation_request_is_sent')
})
