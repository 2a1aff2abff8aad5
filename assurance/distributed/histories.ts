import type { Row } from '#assurance/distributed/answers.ts'
import { failuresOf, rowOf } from '#assurance/distributed/answers.ts'
import type { Fault } from '#assurance/distributed/faults.ts'
import { befall } from '#assurance/distributed/faults.ts'
import type { Site } from '#assurance/distributed/site.ts'
import type { Seen } from '#assurance/trust/check.ts'
import { check } from '#assurance/trust/check.ts'
import type { Clients } from '#assurance/trust/clients.ts'
import { gather } from '#assurance/trust/evidence.ts'
import type { Operation } from '#assurance/trust/history.ts'
import { History, lineOf } from '#assurance/trust/history.ts'
import { random } from '#assurance/trust/random.ts'
import { quiet } from '#assurance/trust/replicas.ts'
import { atOneMoment, headOf, readWholeWorldIn } from '#assurance/trust/whole-world.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import type { Db } from '#server/platform/database/connect.ts'

const CLIENTS = 8
/** How long a client waits for an answer, in milliseconds: a call may wait for a lock for 20 s. */
const PATIENCE_MS = 25_000

/**
 * Lets clients work through a fault and checks every answer and every row against the sequential model: nothing
 * acknowledged is lost or done twice, and no session ends by itself.
 */
export async function workThrough(
  site: Site,
  clients: Clients,
  fault: Fault,
  { seed, seen }: { seed: number; seen: Seen },
): Promise<{ row: Row; failures: string[]; lines: string[]; files: number }> {
  const { db, clock } = site
  const { before, head } = await atOneMoment(db, async tx => ({
    before: await readWholeWorldIn(tx, clock),
    head: await headOf(tx),
  }))
  const history = new History(site, random(seed + 50), PATIENCE_MS)
  const [struckAt] = await Promise.all([
    befall(site, fault, { next: random(seed) }),
    clients.work(history, { clients: CLIENTS, ms: 5000 + fault.awayMs + 8000, seed }),
  ])
  const endedAt = performance.now()
  await site.calm()
  await history.settle()
  await quiet(db)
  const { operations } = history
  const { evidence, found } = await atOneMoment(db, async tx => ({
    evidence: await gather(tx, head, operations),
    found: await readWholeWorldIn(tx, clock),
  }))
  const chain = await verifyAuditLog(db)
  const files = await filesRead(db, operations)
  const row = rowOf(
    fault,
    // What had no answer until then is repeated only after the calm.
    operations.flatMap(({ attempts }) =>
      attempts.filter(({ from }) => from < endedAt).map(each => ({ ...each, why: each.code })),
    ),
    struckAt,
  )
  return {
    row,
    failures: [
      ...history.failures,
      ...(chain.ok ? [] : [`trail: ${chain.why} (${chain.firstBad})`]),
      ...check({ before, found, evidence, operations, seen, proxied: true }),
      ...files.failures,
      ...failuresOf(row),
    ],
    lines: operations.map(lineOf),
    files: files.count,
  }
}

/** Compares the bytes of every document that was read with those that were stored under its name. */
async function filesRead(db: Db, operations: readonly Operation[]): Promise<{ count: number; failures: string[] }> {
  const rows = await db
    .selectFrom('document_version as x')
    .innerJoin('document as d', 'd.id', 'x.document_id')
    .select(['d.validation_id', 'd.name', 'x.sha256'])
    .execute()
  const stored = Map.groupBy(rows, row => `${row.validation_id}/${row.name}`)
  const read = operations.flatMap(({ what, target, attempts }) =>
    what === 'read' ? attempts.flatMap(({ sha256 }) => (sha256 ? [{ target, sha256 }] : [])) : [],
  )
  const wrong = read.filter(({ target, sha256 }) => !stored.get(target)?.some(row => row.sha256 === sha256))
  return {
    count: read.length,
    failures: wrong.map(({ target, sha256 }) => `read other bytes of ${target} than were stored: ${sha256}`),
  }
}
