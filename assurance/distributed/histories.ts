import type { Row } from '#assurance/distributed/answers.ts'
import { failuresOf, rowOf } from '#assurance/distributed/answers.ts'
import type { Fault } from '#assurance/distributed/faults.ts'
import { befall } from '#assurance/distributed/faults.ts'
import type { Site } from '#assurance/distributed/site.ts'
import type { Seen } from '#assurance/trust/check.ts'
import { check } from '#assurance/trust/check.ts'
import type { Clients } from '#assurance/trust/clients.ts'
import { gather } from '#assurance/trust/evidence.ts'
import { History, lineOf } from '#assurance/trust/history.ts'
import { random } from '#assurance/trust/random.ts'
import { quiet } from '#assurance/trust/replicas.ts'
import { atOneMoment, headOf, readWholeWorldIn } from '#assurance/trust/whole-world.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'

const CLIENTS = 8
/** How long a client waits for an answer, in milliseconds. */
const PATIENCE_MS = 10_000

/**
 * Lets clients work through a fault and checks every answer and every row against the sequential model: nothing
 * acknowledged is lost or done twice, and no session ends by itself.
 */
export async function workThrough(
  site: Site,
  clients: Clients,
  fault: Fault,
  { seed, seen }: { seed: number; seen: Seen },
): Promise<{ row: Row; failures: string[]; lines: string[] }> {
  const { db, clock } = site
  const { before, head } = await atOneMoment(db, async tx => ({
    before: await readWholeWorldIn(tx, clock),
    head: await headOf(tx),
  }))
  const history = new History(site, random(seed + 50), PATIENCE_MS)
  const [struckAt] = await Promise.all([
    befall(site, fault),
    clients.work(history, { clients: CLIENTS, ms: 4000 + fault.awayMs + 8000, seed }),
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
  const row = rowOf(
    fault.name,
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
      ...check({ before, found, evidence, operations, seen }),
      ...failuresOf(row),
    ],
    lines: operations.map(lineOf),
  }
}
