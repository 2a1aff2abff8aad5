import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { freeTextOf } from '#domain/notification/free-text.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import type { sendRenewal as renewalContract } from '#domain/report-request/renewal/contract.ts'
import { renewalFacts, renewalOpensOn } from '#domain/report-request/renewal/renewal.ts'
import {
  evaluatesItself,
  isRequestComplete,
  requestErrors,
  requestFacts,
} from '#domain/report-request/report-request.ts'
import { changedIdentity } from '#domain/report-request/whole-request.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { formatDay } from '#domain/values/day.ts'
import { templateOfIncoming } from '#server/assessment/template.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { refuseFields } from '#server/participant/edit.ts'
import { addRequest } from '#server/report-request/add.ts'
import type { RequestFiles } from '#server/report-request/files.ts'
import { checkTypes } from '#server/report-request/files.ts'
import { asksDeclaration } from '#server/report-request/independence/check.ts'
import { evaluatorFor } from '#server/report-request/queries.ts'
import { refuseFutureReport } from '#server/report-request/report-date.ts'
import { expiredRequest } from '#server/report-request/supersede.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { lockedValidation } from '#server/validation/queries.ts'
import { renewalFactsOf, requestFactsFor, requestStatus } from '#server/validation/wire.ts'

type Body = BodyOf<typeof renewalContract>

/**
 * Sends the early renewal of a published request: a request of its own of the same provider and service, also with
 * another evaluator. The published one stays as it is until CCI qualifies the renewal (RENEW-02, RENEW-03).
 * @returns the identifier of the renewal.
 * @throws DomainError notFound, unknownField for another provider or service, requestNotEditable for what is not
 * published, renewalExists, renewalTooEarly, requestIncomplete with fields, evaluatorNotAccredited, evaluatesItself,
 * reportNotPdf, excelNotSpreadsheet, requestExists with the `validationId` of a live one with the other evaluator
 */
export async function sendRenewal(
  tx: Transaction,
  actor: Actor,
  id: string,
  body: Body,
  files: RequestFiles,
): Promise<string> {
  // Before any lock: a reading may take seconds.
  const template = await templateOfIncoming(files.spreadsheet)
  const published = await lockedValidation(tx.db, actor, id)
  if (published.kind !== 'AUDIT_REPORT') throw new DomainError('requestNotEditable')
  const { participant_id: providerId, service_id: serviceId } = published
  const idAudit = body.idAudit ?? published.evaluator_id
  refuseFields(
    changedIdentity(
      { genericEntityId: providerId, role: 'PROVIDER', idAudit, idServiceCatalog: serviceId },
      { genericEntityId: body.genericEntityId, idServiceCatalog: body.idServiceCatalog },
    ),
  )
  const evaluator = idAudit ? await evaluatorFor(tx.db, idAudit) : undefined
  const has = { report: files.report !== undefined, spreadsheet: files.spreadsheet !== undefined }
  const wanted = { idServiceCatalog: serviceId, idAudit, concept: body.concept }
  const documents = Number(has.report) + Number(has.spreadsheet)
  const decision = decide(
    reportRequestMachine,
    'sendRenewal',
    null,
    requestFacts({
      ...(await factsOfPublished(tx, published)),
      complete: isRequestComplete({ ...wanted, documents }),
      evaluatorAccredited: isAccredited(evaluator?.accredited_until ?? null, tx.today),
      evaluatesItself: evaluator !== undefined && evaluatesItself({ cif: published.participant_cif }, evaluator),
    }),
    actor.role,
  )
  if (!decision.ok) {
    if (decision.reason === 'renewalTooEarly') throw await tooEarly(tx, published)
    throw new DomainError(
      decision.reason,
      decision.reason === 'requestIncomplete' ? { fields: requestErrors({ ...wanted, has }) } : {},
    )
  }
  checkTypes(files)
  const reportDate = body.reportDate || null
  refuseFutureReport(reportDate, tx.today)
  const parties = { providerId, serviceId: serviceId, evaluatorId: idAudit }
  await expiredRequest(tx, actor, parties, published.id)
  const renewal = await addRequest(
    tx,
    actor,
    {
      ...parties,
      concept: body.concept,
      reportDate,
      status: decision.to,
      type: body.requestType,
      renews: published.id,
    },
    files,
    template,
  )
  tx.record({
    event: decision.event,
    object: { kind: 'validation', id: renewal.id },
    facts: { ...requestFactsFor(renewal), renewsId: published.id },
    told: { freeText: freeTextOf(body), ...(await asksDeclaration(tx)) },
    data: { to: decision.to, requestType: body.requestType, concept: body.concept, reportDate },
  })
  return renewal.id
}

async function renewable(tx: Transaction, published: ValidationRow) {
  const { earlyRenewalDays: earlyDays } = await centreRulesOf(tx.db)
  const status = requestStatus(published, tx.today)
  return { ...renewalFactsOf(published), status, expiresOn: published.score_expires_on, earlyDays }
}

const factsOfPublished = async (tx: Transaction, published: ValidationRow) =>
  renewalFacts(await renewable(tx, published), tx.today)

async function tooEarly(tx: Transaction, published: ValidationRow): Promise<DomainError> {
  const { expiresOn, earlyDays } = await renewable(tx, published)
  return new DomainError('renewalTooEarly', { values: { fecha: formatDay(renewalOpensOn(expiresOn!, earlyDays)) } })
}
