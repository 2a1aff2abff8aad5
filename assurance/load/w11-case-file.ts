import { outcomeOf } from '#assurance/load/client.ts'
import { beside } from '#assurance/load/company.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, mib, noFailures, timesIn } from '#assurance/load/line.ts'
import { cpuIn, loopIn, memoryIn } from '#assurance/load/watch.ts'
import { connectionOf, heardOf, idOf, settle, type World } from '#assurance/load/world.ts'
import { appendToAuditLog } from '#server/platform/audit-log/append.ts'
import { connect } from '#server/platform/database/connect.ts'

const TARGET_ENTRIES = 100_000
const BATCH = 2000

/** A case file of a provider with many file accesses, during other reads. */
export async function largeCaseFile(world: World): Promise<Line[]> {
  const { entries } = world.scale
  await fillEntries(world)
  await settle(world, () => {})
  await heardOf(world, 1)
  const load = loadNow()
  let [bytes, first] = [0, 0]
  const begin = performance.now()
  const onBytes = (chunk: Buffer) => {
    first ||= performance.now() - begin
    bytes += chunk.length
  }
  const path = `/case-file/participant/${idOf('a', 1)}`
  const { value, cost, seconds, others } = await beside(world, () =>
    outcomeOf(world.ask(world.cci, { method: 'GET', path, onBytes, patienceMs: 600_000 })),
  )
  return [
    {
      w: 'W11',
      what: 'a case file of many entries',
      asked: `${entries} entries`,
      measured: `${seconds.toFixed(1)} s, ${mib(bytes)}, the first byte after ${first.toFixed(0)} ms; ${memoryIn(cost)}; ${loopIn(cost)}; ${cpuIn(cost)}`,
      failed: value === 'ok' ? {} : { [value]: 1 },
      target: `${TARGET_ENTRIES} entries, first byte ≤ 300 ms`,
      holds: value === 'ok' && first <= 300 && entries >= TARGET_ENTRIES,
      load,
    },
    {
      w: 'W11',
      what: 'what others read meanwhile',
      asked: '20 calls/s',
      measured: timesIn(others),
      failed: others.failed,
      target: 'p99 ≤ 50 ms',
      holds: others.p99 <= 50 && noFailures(others),
      load,
    },
  ]
}

/** Inserts file accesses of the first provider's document, up to the given number. */
async function fillEntries({ dataDir, database, scale }: World): Promise<void> {
  const { rows } = await database.query<{ count: string }>(
    'select count(*) as count from trail where participant_id = $1',
    [idOf('a', 1)],
  )
  const { db } = connect(connectionOf(dataDir), 1)
  const entry = () => ({
    at: new Date().toISOString(),
    event: 'document.read' as const,
    actorId: idOf('b', 1),
    actorRole: 'PROVIDER' as const,
    participantId: idOf('a', 1),
    objectKind: 'document',
    objectId: idOf('e', 9),
    data: { validationId: idOf('c', 1), file: 'archivo.pdf' },
  })
  for (let from = Number(rows[0]!.count); from < scale.entries; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, scale.entries - from) }, entry)
    await db.transaction().execute(tx => appendToAuditLog(tx, batch))
  }
  await db.destroy()
  await database.query('vacuum (analyze) trail')
}
