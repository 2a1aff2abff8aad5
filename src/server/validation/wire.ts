import type { DocumentWire } from '#domain/document/contract.ts'
import type { Reader } from '#domain/document/document.ts'
import { publishedVersion, readerOf } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { isRenewalInReview, mayBeRenewedFrom } from '#domain/report-request/renewal/renewal.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { documentationTold } from '#domain/validation/told.ts'
import { documentationExpiry, documentationStatusOf, requestStatusOn } from '#domain/validation/validation.ts'
import { onlyOf, valueIn } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Slot } from '#server/document/queries.ts'
import { reviewedSlots, slotsOf } from '#server/document/queries.ts'
import { documentWireOf } from '#server/document/wire.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { declarationsOf } from '#server/report-request/independence/of-requests.ts'
import type { RequestRow, ValidationRow } from '#server/validation/queries.ts'
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

/** The facts of a request that follow from the early renewals around it. */
export const renewalFactsOf = (row: Pick<ValidationRow, 'renewal_id' | 'superseded_by'>) => ({
  renewalOpen: row.renewal_id !== null,
  superseded: row.superseded_by !== null,
})

/** Validations with their documents, as the actor may see them; two queries for any number of validations. */
export async function validationWires(
  db: Db,
  actor: Actor,
  rows: readonly ValidationRow[],
  today: Day,
): Promise<ValidationWire[]> {
  const [slots, earlyDays, declarations] = await Promise.all([
    slotsOf(db, rows),
    earlyDaysFor(db, actor, rows),
    declarationsOf(db, actor, requestsIn(rows)),
  ])
  return rows.map(row => {
    const independence = declarations.get(row.id)
    const wire = {
      ...validationWireOf(row, valueIn(slots, row.id), actor, today),
      ...(independence ? { independence } : {}),
    }
    return earlyDays === null ? wire : { ...wire, ...renewableFrom(row, earlyDays, today) }
  })
}

const requestsIn = (rows: readonly ValidationRow[]) =>
  rows.flatMap(({ id, kind }) => (kind === 'AUDIT_REPORT' ? [id] : []))

/** CCI's rule on early renewals, where the actor may send one of a request among the rows; else null. */
async function earlyDaysFor(db: Db, actor: Actor, rows: readonly ValidationRow[]): Promise<number | null> {
  const isPublished = rows.some(row => row.kind === 'AUDIT_REPORT' && row.score_id !== null)
  return isPublished && may(actor, 'request.send') ? (await centreRulesOf(db)).earlyRenewalDays : null
}

/** From which day an early renewal of a published request may be sent (RENEW-01). */
function renewableFrom(row: ValidationRow, earlyDays: number, today: Day): Pick<ValidationWire, 'renewableFrom'> {
  if (row.kind !== 'AUDIT_REPORT' || row.score_expires_on === null) return {}
  const from = mayBeRenewedFrom({
    ...renewalFactsOf(row),
    status: requestStatus(row, today),
    expiresOn: row.score_expires_on,
    earlyDays,
  })
  return from === null ? {} : { renewableFrom: from }
}

/** One validation as it is after a write of the same transaction. */
export async function freshValidation(db: Db, actor: Actor, id: string, today: Day): Promise<ValidationWire> {
  const row = await visibleValidation(db, actor, id)
  return onlyOf(await validationWires(db, actor, [row], today))
}

/** The documents of a validation as the actor may see them. */
export function documentWires(row: ValidationRow, slots: readonly Slot[], actor: Actor, today: Day): DocumentWire[] {
  const reader = readerOf(actor, { participantId: row.participant_id, evaluatorId: row.evaluator_id })
  return slots.map(slot => documentWireOf(row, slot, reader, today))
}

export function validationWireOf(row: ValidationRow, slots: readonly Slot[], actor: Actor, today: Day): ValidationWire {
  const isRequest = row.kind === 'AUDIT_REPORT'
  const reader = readerOf(actor, { participantId: row.participant_id, evaluatorId: row.evaluator_id })
  const { status, updateInReview } = isRequest
    ? { status: requestStatus(row, today), updateInReview: false }
    : documentationFor(reader, row, slots, today)
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
    reportDate: row.report_date,
    status,
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
    ...renewalsAround(row, reader),
    ...(updateInReview ? { updateInReview } : {}),
    ...(row.review_since ? { reviewSince: madridDay(row.review_since) } : {}),
  }
}

/** The status of a documentation as a reader is to read it: banks read what is in force (RENEW-13). */
function documentationFor(reader: Reader, row: ValidationRow, slots: readonly Slot[], today: Day) {
  const status = documentationStatus(row, slots, today)
  if (reader !== 'published') return { status, updateInReview: false }
  const required = slots.filter(slot => slot.requested && slot.required)
  return documentationTold(
    status,
    required.every(slot => publishedVersion(slot.versions, today) !== undefined),
  )
}

/**
 * The open renewal of a published request, and the published request of an open renewal (RENEW-09). Banks read only that
 * a renewal is under review.
 */
function renewalsAround(row: ValidationRow, reader: Reader): Partial<ValidationWire> {
  const { renewal_id, renewal_status, renewal_sent_at, renews_id, renewed_expires_on } = row
  return {
    ...(renewal_id && reader !== 'published'
      ? { renewal: { validationId: renewal_id, status: renewal_status!, sentAt: renewal_sent_at! } }
      : {}),
    ...(isRenewalInReview(renewal_status) ? { renewalInReview: true } : {}),
    ...(renews_id ? { renews: { validationId: renews_id, expiredAt: renewed_expires_on! } } : {}),
  }
}

/** The event payload for the recipients of a documentation's notifications. */
export function documentationFactsFor(row: ValidationRow): EventPayload {
  return { participantId: row.participant_id, participantName: row.participant_name, validationId: row.id }
}

/** The event payload for the recipients of a request's notifications. */
export function requestFactsFor(row: RequestRow): EventPayload {
  return {
    providerId: row.participant_id,
    providerName: row.participant_name,
    evaluatorId: row.evaluator_id,
    evaluatorName: row.evaluator_name ?? undefined,
    serviceName: row.service,
    validationId: row.id,
  }
}
