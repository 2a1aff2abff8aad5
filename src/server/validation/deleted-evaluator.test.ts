import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { deleteParticipant, readOverview } from '#domain/participant/contract.ts'
import { searchEverything } from '#domain/search/contract.ts'
import type { QueueItem, ValidationWire } from '#domain/validation/contract.ts'
import { listValidations, readQueue } from '#domain/validation/contract.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let world: TestPortal
let cci: Caller
let readers: Caller[]
let evaluatorId: string
let name: string
beforeAll(async () => {
  world = await startTestPortal()
  cci = await world.signIn('cci@almotacen.example')
  readers = [cci, ...(await Promise.all(['proveedor', 'entidad'].map(one => world.signIn(`${one}@almotacen.example`))))]
  evaluatorId = await world.participantOf('evaluador')
  const requests = await requestsSeenBy(cci)
  name = requests[0]!.audit!
  // The demo world has no such request pending.
  await world.app.db
    .updateTable('validation')
    .set({ status: 'PENDING' })
    .where('id', '=', requests.find(({ scoreId }) => scoreId === null)!.id)
    .execute()
})
afterAll(() => world.stop())

async function requestsSeenBy(caller: Caller): Promise<ValidationWire[]> {
  const { body } = await caller.call(listValidations, { query: { type: 'AUDIT_REPORT', size: 100 } })
  return body.content.filter((row: ValidationWire) => row.idAudit === evaluatorId)
}

async function rowsSeenBy(caller: Caller): Promise<OverviewRow[]> {
  const query = { size: 100, sort: 'audit' as const }
  const { body } = await caller.call(readOverview, { params: { kind: 'PROVIDER' }, query })
  return body.content.filter((row: OverviewRow) => row.idAudit === evaluatorId)
}

const foundBy = async (caller: Caller, q: string) =>
  (await caller.call(searchEverything, { query: { q } })).body.requests.map(({ id }: { id: string }) => id).sort()

test('D44: a deleted evaluator is named on published scores alone, found by that name alone, and nowhere accredited', async () => {
  const { cif } = await world.app.db
    .selectFrom('participant')
    .select('cif')
    .where('id', '=', evaluatorId)
    .executeTakeFirstOrThrow()
  expect((await requestsSeenBy(cci)).every(row => row.audit === name && row.auditAccreditedUntil !== null)).toBe(true)
  expect((await rowsSeenBy(cci)).some(row => row.details.evaluatorAccredited)).toBe(true)

  await cci.call(deleteParticipant, { body: { idGenericEntity: evaluatorId } })
  for (const caller of readers) {
    const requests = await requestsSeenBy(caller)
    const published = requests.filter(({ scoreId }) => scoreId !== null)
    expect(published.length).toBeGreaterThan(0)
    if (caller === cci) expect(requests.length).toBeGreaterThan(published.length)
    for (const row of requests) {
      expect([row.status, row.audit]).toEqual([row.status, row.scoreId === null ? null : name])
      expect(row.auditAccreditedUntil).toBeNull()
    }
    for (const row of await rowsSeenBy(caller)) {
      expect([row.status, row.audit]).toEqual([row.status, row.score === null ? null : name])
      expect(row.details.evaluatorAccredited).toBe(false)
    }
    expect(await foundBy(caller, name)).toEqual(published.map(({ id }) => id).sort())
    expect(await foundBy(caller, `s a c i ${name}`)).toEqual(published.map(({ id }) => id).sort())
    expect(await foundBy(caller, cif)).toEqual([])
  }
  const { body } = await cci.call(readQueue, { query: { size: 100 } })
  const waiting: QueueItem[] = body.content.filter((item: QueueItem) => item.kind === 'report')
  expect(waiting.every(({ detail }) => detail && !detail.includes(name))).toBe(true)
})
