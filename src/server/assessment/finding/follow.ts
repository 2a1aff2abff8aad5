import { sql } from 'kysely'
import type { Unmet } from '#domain/assessment/finding/finding.ts'
import { findingFacts, findingStatusOn, outcomeOf } from '#domain/assessment/finding/finding.ts'
import { assertAllowed } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { FindingStatus } from '#domain/states/finding.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import { unplannedOf } from '#server/assessment/finding/change.ts'
import { findingPayload } from '#server/assessment/finding/queries.ts'
import type { AssessmentRow } from '#server/assessment/queries.ts'
import { evaluatedOf } from '#server/assessment/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { forgetFiles } from '#server/platform/files/forget.ts'
import type { RequestRow } from '#server/validation/queries.ts'

const { sets } = findingMachine

/** A finding before a publication that changed it. */
type Before = {
  id: string
  status: FindingStatus
  validationId: string
  assessmentId: string | null
  priority: string
  dimension: string
}

/** What a publication did to findings, as its undo needs it. */
export type Followed = { raised: string[]; before: Before[] }

const openOf = async (db: Db, { participant_id, service_id }: RequestRow) => {
  const rows = await db
    .selectFrom('finding as f')
    .select(['f.id', 'f.status', 'f.validation_id as validationId', 'f.assessment_id as assessmentId'])
    .select(['f.priority', 'f.dimension', 'f.control_key as controlKey', 'f.title', 'f.due_on as dueOn'])
    .where('f.provider_id', '=', participant_id)
    .where('f.service_id', '=', service_id)
    .where(hasStatus(sql`f.status`, sets.open))
    .orderBy('f.raised_at')
    .orderBy('f.control_key')
    .orderBy('f.id')
    .execute()
  return rows as (Omit<(typeof rows)[number], 'status'> & { status: FindingStatus })[]
}
type Open = Awaited<ReturnType<typeof openOf>>[number]

const payloadOf = (request: RequestRow, finding: Pick<Open, 'id' | 'controlKey' | 'dimension' | 'title'>) =>
  findingPayload({
    id: finding.id,
    providerId: request.participant_id,
    providerName: request.participant_name,
    evaluatorId: request.evaluator_id,
    evaluatorName: request.evaluator_name,
    serviceId: request.service_id,
    service: request.service,
    validationId: request.id,
    controlKey: finding.controlKey,
    dimension: finding.dimension as Unmet['dimension'],
    title: finding.title,
    isScored: true,
  })

/**
 * Follows the publication of a score: what gave way to the request leaves its open findings to it, and an evaluation
 * that is published raises a finding for each control that is not met, carries on those that are open and resolves those
 * that are met (FIND-01, FIND-06). Call it in the transaction of the score, which holds the lock of the provider.
 */
export async function followPublication(
  tx: Transaction,
  actor: Actor,
  request: RequestRow,
  { evaluation, gone = [] }: { evaluation: AssessmentRow | null; gone?: readonly string[] },
): Promise<Followed> {
  const open = await openOf(tx.db, request)
  const { unmet, met } = evaluation ? outcomeOf(await evaluatedOf(tx.db, evaluation)) : { unmet: [], met: [] }
  const changed: Open[] = []
  for (const finding of open) {
    const found = unmet.find(({ controlKey }) => controlKey === finding.controlKey)
    if (finding.controlKey !== null && met.includes(finding.controlKey)) await resolve(tx, actor, request, finding)
    else if (found || gone.includes(finding.validationId)) {
      await carryOn(tx, request, finding, found && { ...found, assessmentId: evaluation!.id })
    } else continue
    changed.push(finding)
  }
  const known = new Set(open.map(({ controlKey }) => controlKey))
  const raised = await raiseAll(
    tx,
    actor,
    request,
    unmet.filter(({ controlKey }) => !known.has(controlKey)),
    evaluation?.id ?? null,
  )
  return { raised, before: changed.map(({ controlKey: _key, title: _title, dueOn: _day, ...before }) => before) }
}

async function resolve(tx: Transaction, actor: Actor, request: RequestRow, finding: Open): Promise<void> {
  const from = findingStatusOn(finding.status, finding.dueOn, tx.today)
  const { to, event } = assertAllowed(decideByStatus(findingMachine, 'resolve', from, actor.role))
  await tx.db
    .updateTable('finding')
    .set(eb => ({ status: to, verified_by: actor.userId, ended_at: tx.now, version: eb('version', '+', 1) }))
    .where('id', '=', finding.id)
    .execute()
  tx.record({
    event,
    object: { kind: 'finding', id: finding.id },
    facts: payloadOf(request, finding),
    told: { unplanned: await unplannedOf(tx.db, finding.validationId) },
    data: { from, to },
  })
}

/** Keeps a finding open, with its plan, as one of this request. */
async function carryOn(
  tx: Transaction,
  request: RequestRow,
  finding: Open,
  found: (Unmet & { assessmentId: string }) | undefined,
): Promise<void> {
  await tx.db
    .updateTable('finding')
    .set(eb => ({
      validation_id: request.id,
      ...(found ? { assessment_id: found.assessmentId, priority: found.priority, dimension: found.dimension } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', finding.id)
    .execute()
  tx.record({
    event: 'finding.carried-on',
    object: { kind: 'finding', id: finding.id },
    facts: payloadOf(request, finding),
    data: { before: finding.validationId },
  })
}

/** Raises findings; the provider hears once of all of them (FIND-08). */
async function raiseAll(
  tx: Transaction,
  actor: Actor,
  request: RequestRow,
  unmet: readonly Unmet[],
  assessmentId: string | null,
): Promise<string[]> {
  if (unmet.length === 0) return []
  const decision = assertAllowed(decide(findingMachine, 'raise', null, findingFacts({ requestOpen: true }), actor.role))
  const rows = unmet.map(each => ({ id: tx.newId(), ...each }))
  await tx.db
    .insertInto('finding')
    .values(
      rows.map(({ id, controlKey, domain, dimension, title, detail, priority }) => ({
        id,
        provider_id: request.participant_id,
        service_id: request.service_id,
        validation_id: request.id,
        assessment_id: assessmentId,
        control_key: controlKey,
        domain,
        dimension,
        title,
        detail,
        priority,
        status: decision.to,
        raised_by: actor.userId,
        raised_at: tx.now,
      })),
    )
    .execute()
  for (const [index, row] of rows.entries()) {
    tx.record({
      event: decision.event,
      object: { kind: 'finding', id: row.id },
      facts: payloadOf(request, row),
      told: { count: rows.length },
      data: { to: decision.to },
      tell: index === 0,
    })
  }
  return rows.map(({ id }) => id)
}

/** Takes all of that back with the publication (decision 027). What a provider planned meanwhile stays planned. */
export async function takeBackFindings(
  tx: Transaction,
  actor: Actor,
  request: RequestRow,
  { raised, before }: Followed,
): Promise<void> {
  const found = await openOf(tx.db, request)
  for (const finding of found.filter(({ id }) => raised.includes(id))) {
    const status = findingStatusOn(finding.status, finding.dueOn, tx.today)
    const { event } = assertAllowed(decideByStatus(findingMachine, 'undoRaising', status, actor.role))
    const record = { object: { kind: 'finding', id: finding.id }, facts: payloadOf(request, finding) }
    tx.record({ event, ...record, told: { unplanned: 0 } })
  }
  if (raised.length > 0) {
    const files = await tx.db.deleteFrom('finding_file').where('finding_id', 'in', raised).returning('sha256').execute()
    await tx.db.deleteFrom('finding').where('id', 'in', raised).execute()
    await forgetFiles(
      tx.db,
      files.map(({ sha256 }) => sha256),
    )
  }
  for (const was of before) await restore(tx, actor, request, was)
}

const undoOf = { OPEN: 'undoResolution', PLANNED: 'undoResolutionPlanned', DONE: 'undoResolutionDone' } as const

async function restore(tx: Transaction, actor: Actor, request: RequestRow, was: Before): Promise<void> {
  const now = await tx.db
    .selectFrom('finding')
    .select(['id', 'status', 'control_key as controlKey', 'title', 'dimension'])
    .where('id', '=', was.id)
    .executeTakeFirstOrThrow()
  const move = undoOf[was.status as keyof typeof undoOf]
  const decision = decideByStatus(findingMachine, move, now.status as FindingStatus, actor.role)
  await tx.db
    .updateTable('finding')
    .set(eb => ({
      validation_id: was.validationId,
      assessment_id: was.assessmentId,
      priority: was.priority,
      dimension: was.dimension,
      ...(decision.ok ? { status: decision.to, verified_by: null, ended_at: null } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', was.id)
    .execute()
  if (!decision.ok) return
  tx.record({ event: decision.event, object: { kind: 'finding', id: was.id }, facts: payloadOf(request, now) })
}
