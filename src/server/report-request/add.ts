import type { FilledTemplate } from '#domain/assessment/workbook.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { RequestType } from '#domain/report-request/report-request.ts'
import { requestFiles } from '#domain/report-request/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { followFiles } from '#server/assessment/of-request.ts'
import { putVersion } from '#server/document/store.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { RequestFiles } from '#server/report-request/files.ts'
import type { RequestRow } from '#server/validation/queries.ts'
import { knownRequest, visibleValidation } from '#server/validation/queries.ts'

/** A request to be stored; everything about it has been checked. */
export type CheckedRequest = {
  providerId: string
  serviceId: string
  evaluatorId: string
  concept: string
  reportDate: Day | null
  status: string
  type: RequestType
  /** The published request that it renews, or null. */
  renews: string | null
}

/**
 * Stores a request with its two files.
 * @param template the spreadsheet read as a filled template of the evaluation, or null
 */
export async function addRequest(
  tx: Transaction,
  actor: Actor,
  { providerId, serviceId, evaluatorId, concept, reportDate, status, type, renews }: CheckedRequest,
  files: RequestFiles,
  template: FilledTemplate | null,
): Promise<RequestRow> {
  const id = tx.newId()
  await tx.db
    .insertInto('validation')
    .values({
      id,
      participant_id: providerId,
      kind: 'AUDIT_REPORT',
      status,
      service_id: serviceId,
      evaluator_id: evaluatorId,
      concept,
      report_date: reportDate,
      request_type: type,
      created_at: tx.now,
      sent_at: tx.now,
      renews_id: renews,
    })
    .execute()
  const validation = knownRequest(await visibleValidation(tx.db, actor, id))
  const versions: Partial<Record<keyof RequestFiles, string>> = {}
  for (const [part, name] of Object.entries(requestFiles) as [keyof RequestFiles, string][]) {
    versions[part] = (
      await putVersion(tx, actor, validation, { name, documentId: null, versions: [] }, { file: files[part]! })
    ).id
  }
  const spreadsheet = { versionId: versions.spreadsheet!, template }
  await followFiles(tx, actor, validation, { replaced: false, spreadsheet })
  return validation
}
