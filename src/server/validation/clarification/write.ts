import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { clarificationMachine } from '#domain/states/clarification.ts'
import { decide } from '#domain/states/machine.ts'
import type { Party } from '#domain/validation/clarification/clarification.ts'
import {
  answerDayFault,
  clarificationFacts,
  clarificationLimits,
  isParty,
  mayBeAsked,
  proposedDay,
} from '#domain/validation/clarification/clarification.ts'
import type { askClarification, writeMessage as writeContract } from '#domain/validation/clarification/contract.ts'
import { isUnderReview } from '#domain/validation/validation.ts'
import type { Day } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { keepFile } from '#server/operation/files/keep.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import {
  clarificationPayload,
  lockedClarification,
  threadFactsFor,
  visibleClarification,
} from '#server/validation/clarification/queries.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { lockedValidation } from '#server/validation/queries.ts'

/**
 * Opens a thread about a request or documentation under review (ASK-01, ASK-04, ASK-07).
 * @returns its identifier.
 * @throws DomainError notFound, forbidden, invalid with fields, notUnderReview, tooManyQuestions
 */
export async function ask(tx: Transaction, actor: Actor, body: BodyOf<typeof askClarification>): Promise<string> {
  const { validationId, subject, text, documentId } = body
  const validation = await lockedValidation(tx.db, actor, validationId)
  const { role } = actor
  const asked = mayBeAsked(role, validation.kind, validation.participant_kind)
  if (!isParty(role) || asked.length === 0) throw new DomainError('forbidden')
  const askedOf = body.askedOf ?? (asked.length === 1 ? asked[0] : undefined)
  const dueOn = body.dueOn ?? proposedDay(tx.today, (await centreRulesOf(tx.db)).holidays)
  refuse({
    ...askedFault(askedOf, asked, validation),
    ...dayFault(dueOn, tx.today),
    ...(await documentFault(tx, validationId, documentId)),
  })
  const facts = clarificationFacts({
    underReview: isUnderReview(validation.status),
    hasRoom: (await openCount(tx, validationId)) < clarificationLimits.open,
  })
  const decision = assertAllowed(decide(clarificationMachine, 'ask', null, facts, role))
  const id = tx.newId()
  await tx.db
    .insertInto('clarification')
    .values({
      id,
      validation_id: validationId,
      document_id: documentId ?? null,
      kind: 'QUESTION',
      subject,
      asked_by: actor.userId,
      asked_by_role: role,
      asked_of: askedOf!,
      status: decision.to,
      due_on: dueOn,
      created_at: tx.now,
    })
    .execute()
  await addMessage(tx, actor, id, { text, party: role }, [])
  tx.record({
    event: decision.event,
    object: { kind: 'clarification', id },
    facts: clarificationPayload(await visibleClarification(tx.db, actor, id)),
    data: { to: decision.to, dueOn },
  })
  return id
}

/** @throws DomainError invalid, when a field is wrong */
export function refuse(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
}

function askedFault(
  askedOf: Party | undefined,
  asked: readonly Party[],
  { evaluator_deleted_at }: ValidationRow,
): FieldErrors {
  if (!askedOf || !asked.includes(askedOf)) return { askedOf: t('Elija a quién se pregunta') }
  return askedOf === 'AUDIT' && evaluator_deleted_at ? { askedOf: t('El evaluador ya no está en el portal') } : {}
}

function dayFault(dueOn: Day, today: Day): FieldErrors {
  const fault = answerDayFault(dueOn, today)
  return fault ? { dueOn: fault } : {}
}

async function documentFault(
  { db }: Transaction,
  validationId: string,
  documentId: string | undefined,
): Promise<FieldErrors> {
  if (documentId === undefined) return {}
  const found = await db
    .selectFrom('document')
    .select('id')
    .where('id', '=', documentId)
    .where('validation_id', '=', validationId)
    .executeTakeFirst()
  return found ? {} : { documentId: t('No es un documento de esto') }
}

async function openCount({ db }: Transaction, validationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('clarification')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('validation_id', '=', validationId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds a message to a thread, with its files. */
export async function addMessage(
  tx: Transaction,
  actor: Actor,
  clarificationId: string,
  { text, party }: { text: string; party: Party },
  files: readonly IncomingFile[],
): Promise<void> {
  const { last } = await tx.db
    .selectFrom('clarification_message')
    .select(sql<number>`coalesce(max(number), 0)::integer`.as('last'))
    .where('clarification_id', '=', clarificationId)
    .executeTakeFirstOrThrow()
  const id = tx.newId()
  await tx.db
    .insertInto('clarification_message')
    .values({ id, clarification_id: clarificationId, number: last + 1, party, user_id: actor.userId, text, at: tx.now })
    .execute()
  for (const [position, file] of files.entries()) {
    await keepFile(tx, file)
    await tx.db
      .insertInto('clarification_file')
      .values({ id: tx.newId(), message_id: id, position, file_name: file.name, sha256: file.sha256 })
      .execute()
  }
}

/**
 * Answers a thread, or asks more about its answer (ASK-03). Changes no status of what it is about (ASK-05).
 * @throws DomainError notFound, notYourTurn, clarificationClosed, invalid with fields
 */
export async function writeMessage(
  tx: Transaction,
  actor: Actor,
  id: string,
  { text, dueOn }: BodyOf<typeof writeContract>,
  files: readonly IncomingFile[],
): Promise<void> {
  const row = await lockedClarification(tx.db, actor, id)
  const move = clarificationMachine.is.answered(row.status) ? 'askMore' : 'answer'
  const { to, event } = assertAllowed(
    decide(clarificationMachine, move, row.status, threadFactsFor(actor, row), actor.role),
  )
  const asks = clarificationMachine.is.waiting(to)
  const day = asks ? (dueOn ?? proposedDay(tx.today, (await centreRulesOf(tx.db)).holidays)) : row.dueOn
  if (asks) refuse(dayFault(day, tx.today))
  else if (dueOn !== undefined) refuse({ dueOn: t('Una respuesta no tiene plazo') })
  await addMessage(tx, actor, id, { text, party: asks ? row.askedBy : row.askedOf }, files)
  await tx.db
    .updateTable('clarification')
    .set(eb => ({ status: to, due_on: day, ...(asks ? { told: null } : {}), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  tx.record({
    event,
    object: { kind: 'clarification', id },
    facts: clarificationPayload(row),
    data: { from: row.status, to, files: files.map(({ name, sha256 }) => ({ name, sha256 })) },
  })
}

/**
 * Closes a thread.
 * @throws DomainError notFound, notYourMove, clarificationClosed, changedMeanwhile
 */
export async function close(tx: Transaction, actor: Actor, id: string, version: number | undefined): Promise<void> {
  const row = await lockedClarification(tx.db, actor, id)
  const object = { kind: 'clarification' as const, id }
  const decision = decide(clarificationMachine, 'close', row.status, threadFactsFor(actor, row), actor.role)
  const { to, event } = assertAllowed(decision)
  await refuseStale(tx.db, actor, version, { version: row.version, now: {}, yours: {}, labels: () => null, object })
  await tx.db
    .updateTable('clarification')
    .set(eb => ({
      status: to,
      closed_at: tx.now,
      closed_by: actor.role === row.askedBy ? ('ASKER' as const) : ('CCI' as const),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  tx.record({ event, object, facts: clarificationPayload(row), data: { from: row.status, to } })
}
