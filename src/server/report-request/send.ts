import type { FilledTemplate } from '#domain/assessment/workbook.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { freeTextOf } from '#domain/notification/free-text.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import type {
  sendRequests as batchContract,
  RefusedService,
  sendRequest as sendContract,
} from '#domain/report-request/contract.ts'
import {
  evaluatesItself,
  isRequestComplete,
  requestErrors,
  requestFacts,
} from '#domain/report-request/report-request.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { templateOfIncoming } from '#server/assessment/template.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import { addRequest } from '#server/report-request/add.ts'
import type { RequestFiles } from '#server/report-request/files.ts'
import { checkTypes } from '#server/report-request/files.ts'
import { asksDeclaration } from '#server/report-request/independence/check.ts'

import { evaluatorFor, providerFor, serviceFor, serviceNamed } from '#server/report-request/queries.ts'
import { refuseFutureReport } from '#server/report-request/report-date.ts'

import { supersedeExpired } from '#server/report-request/supersede.ts'
import { requestFactsFor } from '#server/validation/wire.ts'

/**
 * Sends a new request with its two files (REP-03, REP-08, REP-09, FORM-52): the provider itself, or CCI for any
 * provider (ROLE-20). Supersedes one that lapsed over a year ago (D11).
 * @returns its identifier.
 * @throws DomainError notFound, requestIncomplete with fields, evaluatorNotAccredited, evaluatesItself, reportNotPdf,
 * excelNotSpreadsheet, invalid for a future report date, requestExists with the `validationId` of the live one, renewalExists for an expired one whose
 * renewal is open
 */
export async function sendRequest(
  tx: Transaction,
  actor: Actor,
  body: BodyOf<typeof sendContract>,
  files: RequestFiles,
): Promise<string> {
  checkSender(actor, body.genericEntityId)
  // Before any lock: a reading may take seconds.
  const template = await templateOfIncoming(files.spreadsheet)
  return sendOne(tx, actor, body, files, template)
}

/**
 * Sends the same report for several services with one evaluator, each a request of its own (EASE-05). A refusal that
 * concerns a service is collected, so that all are named; then nothing is sent.
 * @returns the identifiers, in the order of the services.
 * @throws DomainError batchRefused with `refused`, and what all of them share as `sendRequest`
 */
export async function sendBatch(
  tx: Transaction,
  actor: Actor,
  { services, ...body }: BodyOf<typeof batchContract>,
  files: RequestFiles,
): Promise<string[]> {
  checkSender(actor, body.genericEntityId)
  const template = await templateOfIncoming(files.spreadsheet)
  const sent: string[] = []
  const refused: RefusedService[] = []
  for (const idServiceCatalog of services) {
    const each = { ...body, idServiceCatalog, requestType: 'NEW', type: 'AUDIT_REPORT', role: 'PROVIDER' } as const
    try {
      sent.push(await sendOne(tx, actor, each, files, template))
    } catch (error) {
      const sentence = error instanceof DomainError && ofService(error)
      if (!sentence) throw error
      refused.push({
        idServiceCatalog,
        service: (await serviceNamed(tx.db, idServiceCatalog)) ?? '',
        code: error.reason,
        detail: sentence,
        ...error.details,
      })
    }
  }
  if (refused.length > 0) {
    throw new DomainError('batchRefused', { values: { n: String(refused.length) }, details: { refused } })
  }
  return sent
}

/** What a refusal says of its service alone; null for what holds for the others too. */
function ofService({ reason, message, fields }: DomainError): string | null {
  if (reason === 'requestExists' || reason === 'renewalExists') return message
  return fields && Object.keys(fields).length === 1 ? (fields.idServiceCatalog ?? null) : null
}

function checkSender(actor: Actor, providerId: string): void {
  if (actor.role !== 'CCI' && providerId !== actor.participantId) throw new DomainError('notFound')
}

async function sendOne(
  tx: Transaction,
  actor: Actor,
  body: BodyOf<typeof sendContract>,
  files: RequestFiles,
  template: FilledTemplate | null,
): Promise<string> {
  const providerId = body.genericEntityId
  // Reads the CIF under the participant's lock, which edits also take.
  const provider = (await lockParticipant(tx.db, providerId)) && (await providerFor(tx.db, providerId))
  if (!provider) throw new DomainError('notFound')
  const { idServiceCatalog, idAudit, concept } = body
  const has = { report: files.report !== undefined, spreadsheet: files.spreadsheet !== undefined }
  const fields = requestErrors({ idServiceCatalog, idAudit, concept, has })
  const evaluator = idAudit ? await evaluatorFor(tx.db, idAudit) : undefined
  const service = idServiceCatalog ? await serviceFor(tx.db, idServiceCatalog) : undefined
  if (idServiceCatalog && !service) fields.idServiceCatalog = 'Elija un servicio de la lista'
  const documents = Number(has.report) + Number(has.spreadsheet)
  const facts = requestFacts({
    complete: isRequestComplete({ idServiceCatalog: service?.id, idAudit, concept, documents }),
    evaluatorAccredited: isAccredited(evaluator?.accredited_until ?? null, tx.today),
    evaluatesItself: evaluator !== undefined && evaluatesItself(provider, evaluator),
  })
  const decision = decide(reportRequestMachine, 'send', null, facts, actor.role)
  if (!decision.ok) {
    throw new DomainError(decision.reason, decision.reason === 'requestIncomplete' ? { fields } : {})
  }
  checkTypes(files)
  const reportDate = body.reportDate || null
  refuseFutureReport(reportDate, tx.today)
  const parties = { providerId, serviceId: idServiceCatalog!, evaluatorId: idAudit! }
  await supersedeExpired(tx, actor, parties)
  const validation = await addRequest(
    tx,
    actor,
    { ...parties, concept, reportDate, status: decision.to, type: body.requestType, renews: null },
    files,
    template,
  )
  const { id } = validation
  tx.record({
    event: decision.event,
    object: { kind: 'validation', id },
    facts: requestFactsFor(validation),
    told: { freeText: freeTextOf(body), ...(await asksDeclaration(tx)) },
    data: { to: decision.to, requestType: body.requestType, concept, reportDate },
  })
  return id
}
