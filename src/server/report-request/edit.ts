import type { FieldValues } from '#domain/conflict/conflict.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { currentVersion } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { freeTextOf } from '#domain/notification/free-text.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import type { editRequest as editContract } from '#domain/report-request/contract.ts'
import { requestLabels } from '#domain/report-request/facts.ts'
import { reportDateAfter } from '#domain/report-request/report-date.ts'
import {
  evaluatesItself,
  isRequestComplete,
  moveOfEdit,
  requestErrors,
  requestFacts,
  requestFiles,
  requestTypeOf,
} from '#domain/report-request/report-request.ts'
import { editOutcome } from '#domain/report-request/request-files.ts'
import type { RequestIdentity } from '#domain/report-request/whole-request.ts'
import { changedIdentity } from '#domain/report-request/whole-request.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { followFiles } from '#server/assessment/of-request.ts'
import { templateOfIncoming } from '#server/assessment/template.ts'
import type { Slot } from '#server/document/queries.ts'
import { listedDocument, slotsOfOne } from '#server/document/queries.ts'
import { putVersion } from '#server/document/store.ts'
import type { Edited as StaleEdit } from '#server/kernel/conflict.ts'
import { refuseStale, staleError } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { refuseFields } from '#server/participant/edit.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import type { RequestFiles } from '#server/report-request/files.ts'
import { checkTypes } from '#server/report-request/files.ts'
import { asksDeclaration } from '#server/report-request/independence/check.ts'
import { endRound } from '#server/report-request/independence/declare.ts'
import { evaluatorFor } from '#server/report-request/queries.ts'
import { refuseFutureReport, reportDateText } from '#server/report-request/report-date.ts'
import type { RequestRow, ValidationRow } from '#server/validation/queries.ts'
import { lockedValidation, updateValidation } from '#server/validation/queries.ts'
import { renewalFactsOf, requestFactsFor, requestStatus } from '#server/validation/wire.ts'

type Part = keyof RequestFiles

/** One of the two documents in an edit: the current slot and the new file. */
type Edited = { part: Part; slot: Slot; kept: boolean; file: IncomingFile | undefined }

/** @throws DomainError notFound, or requestNotEditable for a documentation */
async function lockedRequest(tx: Transaction, actor: Actor, id: string): Promise<RequestRow> {
  const request = await lockedValidation(tx.db, actor, id)
  if (request.kind !== 'AUDIT_REPORT') throw new DomainError('requestNotEditable')
  return request
}

const identityOf = (request: RequestRow): RequestIdentity => ({
  genericEntityId: request.participant_id,
  role: request.participant_kind,
  idAudit: request.evaluator_id,
  idServiceCatalog: request.service_id,
})

/**
 * Corrects a REJECTED request or renews a LAPSED one (REP-10 to REP-12, VAL-10, VAL-11, D11). The request is PENDING
 * again, unless the edit keeps a rejected or lapsed file, or in a renewal any file. In that case the new files are
 * stored, the status stays, CCI is not notified, and a request with a score keeps its concept.
 * @throws DomainError notFound, unknownField for another service or evaluator, changedMeanwhile, requestNotEditable,
 * renewalExists, requestIncomplete with fields, evaluatorNotAccredited, evaluatesItself, reportNotPdf, excelNotSpreadsheet
 */
export async function editRequest(
  tx: Transaction,
  actor: Actor,
  id: string,
  body: BodyOf<typeof editContract>,
  files: RequestFiles,
): Promise<void> {
  if (body.validationId !== undefined && body.validationId !== id) {
    throw new DomainError('invalid', { fields: { validationId: t('No es la solicitud de la dirección') } })
  }
  // Before any lock: a reading may take seconds.
  const template = await templateOfIncoming(files.spreadsheet)
  const request = await lockedRequest(tx, actor, id)
  refuseFields(changedIdentity(identityOf(request), body))
  const status = requestStatus(request, tx.today)
  const type = requestTypeOf(status)
  const slots = await slotsOfOne(tx.db, request)
  const reportDate = reportDateAfter(body.reportDate, request.report_date, files.report !== undefined)
  const stale = editedOf(request, slots, { concept: body.concept, reportDate }, files)
  await refuseStale(tx.db, actor, body.version, stale)
  const documents = editedDocuments(slots, body.originalFiles, files)
  if (!documents) throw await staleError(tx.db, actor, stale)
  const evaluator = await evaluatorFor(tx.db, request.evaluator_id)
  const wanted = {
    idServiceCatalog: request.service_id,
    idAudit: request.evaluator_id,
    concept: body.concept,
    documents: documents.filter(document => document.kept || document.file).length,
  }
  const facts = requestFacts({
    complete: isRequestComplete(wanted),
    evaluatorAccredited: isAccredited(evaluator?.accredited_until ?? null, tx.today),
    evaluatesItself: evaluator !== undefined && evaluatesItself({ cif: request.participant_cif }, evaluator),
    ...renewalFactsOf(request),
  })
  const outcome = editOutcome(
    type,
    documents.map(({ slot, kept, file }) => ({
      status: kept ? listedDocument(slot, tx.today).status : null,
      replaced: file !== undefined,
    })),
  )
  const decision = decide(reportRequestMachine, moveOfEdit(status, outcome), status, facts, actor.role)
  if (!decision.ok) {
    const has = hasOf(documents)
    throw new DomainError(
      decision.reason,
      decision.reason === 'requestIncomplete' ? { fields: requestErrors({ ...wanted, has }) } : {},
    )
  }
  if (body.requestType !== undefined && body.requestType !== type) throw await staleError(tx.db, actor, stale)
  checkTypes(files)
  refuseFutureReport(reportDate, tx.today)

  const versions: Partial<Record<Part, string>> = {}
  for (const { part, slot, file } of documents) {
    if (file) versions[part] = (await putVersion(tx, actor, request, slot, { file })).id
  }
  const { spreadsheet: versionId } = versions
  await followFiles(tx, actor, request, {
    replaced: Object.keys(versions).length > 0,
    ...(versionId ? { spreadsheet: { versionId, template } } : {}),
  })
  const sent = decision.to !== status
  // The facts beside a published score change only when CCI gets to see the change.
  const isSeen = sent || request.score_id === null
  const concept = isSeen ? body.concept : request.concept
  await updateValidation(tx.db, id, {
    concept,
    report_date: isSeen ? reportDate : request.report_date,
    ...(sent ? { status: decision.to, request_type: type, sent_at: tx.now, decided_at: null } : {}),
  })
  if (sent) await endRound(tx, id)
  tx.record({
    event: decision.event,
    object: { kind: 'validation', id },
    facts: requestFactsFor(request),
    told: { freeText: freeTextOf(body), ...(await asksDeclaration(tx)) },
    data: { from: status, to: decision.to, requestType: type, concept, reportDate },
    tell: sent,
  })
}

/** The edited values for a conflict report: the concept, the date of the report, and the files that would replace others. */
function editedOf(
  request: ValidationRow,
  slots: readonly Slot[],
  { concept, reportDate }: { concept: string; reportDate: Day | null },
  files: RequestFiles,
): StaleEdit {
  const named = (fileOf: (part: Part, name: string) => string | undefined): FieldValues =>
    Object.fromEntries(
      (Object.entries(requestFiles) as [Part, string][]).flatMap(([part, name]) => {
        const file = fileOf(part, name)
        return file === undefined ? [] : [[part, file]]
      }),
    )
  const standing = (name: string) => onlyOf(slots.filter(slot => slot.name === name)).versions
  return {
    version: request.version,
    now: {
      concept: request.concept,
      reportDate: reportDateText(request.report_date),
      ...named((_part, name) => currentVersion(standing(name))?.fileName),
    },
    yours: { concept, reportDate: reportDateText(reportDate), ...named(part => files[part]?.name) },
    labels: requestLabels,
    object: { kind: 'validation', id: request.id },
  }
}

/** The two documents, each with its current slot; null when a kept file has been removed since. */
function editedDocuments(
  slots: readonly Slot[],
  originals: string[] | undefined,
  files: RequestFiles,
): Edited[] | null {
  const standing = slots.flatMap(slot => currentVersion(slot.versions)?.id ?? [])
  if (originals?.some(original => !standing.includes(original))) return null
  return (Object.entries(requestFiles) as [Part, string][]).map(([part, name]) => {
    const slot = onlyOf(slots.filter(candidate => candidate.name === name))
    const current = currentVersion(slot.versions)
    const kept = current !== undefined && (originals === undefined || originals.includes(current.id))
    return { part, slot, kept, file: files[part] }
  })
}

function hasOf(documents: readonly Edited[]): { report: boolean; spreadsheet: boolean } {
  const has = (part: Part) => documents.some(each => each.part === part && (each.kept || each.file !== undefined))
  return { report: has('report'), spreadsheet: has('spreadsheet') }
}
