import type { DocumentWire } from '#domain/document/contract.ts'
import { readerOf } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { documentationExpiry, documentationStatusOf, requestStatusOn } from '#domain/validation/validation.ts'
import type { Day } from '#domain/values/day.ts'
import type { Slot } from '#server/document/queries.ts'
import { reviewedSlots, slotsOf } from '#server/document/queries.ts'
import { documentWireOf } from '#server/document/wire.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { visibleValidation } from '#server/validation/queries.ts'

/** The status of a documentation today (D5, D10). */
export function documentationStatus(
  row: ValidationRow,
  slots: readonly Slot[],
  today: Day,
): DocumentationStatus | null {
  return documentationStatusOf(row.status as Exclude<typeof row.status, 'QUALIFIED'>, reviewedSlots(slots, today))
}

/** The status of a request today (D5, D11). */
export function requestStatus(row: ValidationRow, today: Day): ReportRequestStatus {
  return requestStatusOn(row.status as 'PENDING' | 'REJECTED' | 'QUALIFIED', row.score_expires_on, today)
}

/** Validations with their documents, as the actor may see them; two queries for any number of validations. */
export async function validationWires(
  db: Db,
  actor: Actor,
  rows: readonly ValidationRow[],
  today: Day,
): Promise<ValidationWire[]> {
  const slots = await slotsOf(db, rows)
  return rows.map(row => validationWireOf(row, slots.get(row.id)!, actor, today))
}

/** One validation as it is after a write of the same transaction. */
export async function freshValidation(db: Db, actor: Actor, id: string, today: Day): Promise<ValidationWire> {
  const row = await visibleValidation(db, actor, id)
  return (await validationWires(db, actor, [row], today))[0]!
}

/** The documents of a validation as the actor may see them. */
export function documentWires(row: ValidationRow, slots: readonly Slot[], actor: Actor, today: Day): DocumentWire[] {
  const reader = readerOf(actor, { participantId: row.participant_id, evaluatorId: row.evaluator_id })
  return slots.map(slot => documentWireOf(row, slot, reader, today))
}

export function validationWireOf(row: ValidationRow, slots: readonly Slot[], actor: Actor, today: Day): ValidationWire {
  const isRequest = row.kind === 'AUDIT_REPORT'
  return {
    id: row.id,
    genericEntityId: row.participant_id,
    nameGenericEntity: row.participant_name,
    cifGenericEntity: actor.role === 'CCI' ? row.participant_cif : null,
    type: row.kind,
    role: row.participant_kind,
    requestType: row.request_type,
    idServiceCatalog: row.service_id,
    service: row.service,
    idAudit: row.evaluator_id,
    audit: row.evaluator_name,
    auditAccreditedUntil: row.evaluator_accredited_until,
    concept: row.concept,
    status: isRequest ? requestStatus(row, today) : documentationStatus(row, slots, today),
    expiredAt: isRequest ? row.score_expires_on : documentationExpiry(reviewedSlots(slots, today)),
    score: row.rating,
    calification: row.rating,
    scoreId: row.score_id,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    decidedAt: row.decided_at,
    deletedAt: null,
    version: row.version,
    catalogDocuments: documentWires(row, slots, actor, today),
  }
}

/** The event payload for the recipients of a documentation's notifications. */
export function documentationFactsFor(row: ValidationRow): EventPayload {
  return { participantId: row.participant_id, participantName: row.participant_name, validationId: row.id }
}

/** The event payload for the recipients of a request's notifications. */
export function requestFactsFor(row: ValidationRow): EventPayload {
  return {
    providerId: row.participant_id,
    providerName: row.participant_name,
    evaluatorId: row.evaluator_id!,
    evaluatorName: row.evaluator_name ?? undefined,
    serviceName: row.service!,
    validationId: row.id,
  }
}
