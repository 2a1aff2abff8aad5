import { dimensionLabels } from '#domain/assessment/assessment.ts'
import { dimensionsWithoutLeast } from '#domain/assessment/framework/framework.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { frameworkMachine } from '#domain/states/control-framework.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import {
  controlsOf,
  lockFrameworks,
  publishedFramework,
  visibleFramework,
} from '#server/assessment/framework/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * Publishes a DRAFT and retires the edition that was published (DICT-03).
 * @throws DomainError notFound, changedMeanwhile, frameworkClosed, frameworkIncomplete
 */
export async function publishFramework(tx: Transaction, actor: Actor, id: string, version?: number): Promise<void> {
  await lockFrameworks(tx.db)
  const framework = await visibleFramework(tx.db, actor, id)
  const object = { kind: 'framework', id }
  const edited = { version: framework.version, now: {}, yours: {}, labels: () => null, object }
  await refuseStale(tx.db, actor, version, edited)
  const lacking = dimensionsWithoutLeast(await controlsOf(tx.db, id))
  const facts = { everyDimensionBegins: lacking.length === 0 }
  const decision = decide(frameworkMachine, 'publish', framework.status, facts, actor.role)
  if (!decision.ok) {
    const dimensions = lacking.map(dimension => dimensionLabels[dimension]).join(', ')
    throw new DomainError(decision.reason, { values: { dimensions } })
  }
  const former = await publishedFramework(tx.db)
  if (former) {
    const retired = assertAllowed(decideByStatus(frameworkMachine, 'retire', 'PUBLISHED', actor.role))
    await changeStatus(tx.db, former.id, { status: retired.to })
    tx.record({
      event: retired.event,
      object: { kind: 'framework', id: former.id },
      data: { framework: former.name, edition: former.edition, to: retired.to },
    })
  }
  await changeStatus(tx.db, id, { status: decision.to, published_at: tx.now })
  tx.record({
    event: decision.event,
    object,
    data: { framework: framework.name, edition: framework.edition, controls: framework.controls, to: decision.to },
  })
}

async function changeStatus(db: Db, id: string, change: { status: string; published_at?: string }): Promise<void> {
  await db
    .updateTable('control_framework')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
