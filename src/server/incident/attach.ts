import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { IncidentDocumentWire } from '#domain/incident/contract.ts'
import { takesFiles } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { incidentEntries, lockedIncident, visibleIncident } from '#server/incident/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { keepFile } from '#server/operation/files/keep.ts'
import { forgetFiles } from '#server/platform/files/forget.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'

/**
 * Attaches the file of one documentation entry, replacing the previous one (API-78, D53). The audit log still names the
 * previous file, but it is unreachable, so it is deleted unless another row refers to it.
 * @throws DomainError notFound, wrongState for a closed incident, unknownDocument
 */
export async function attach(
  tx: Transaction,
  actor: Actor,
  { issueId, documentCatalogName }: { issueId: string; documentCatalogName: string },
  file: IncomingFile,
): Promise<IncidentDocumentWire> {
  const { db, now } = tx
  const incident = await lockedIncident(db, actor, issueId)
  if (!takesFiles(incident.status)) throw new DomainError('wrongState')
  if (!(await incidentEntries(db)).includes(documentCatalogName)) {
    throw new DomainError('unknownDocument', {
      fields: { 'issueDocument.documentCatalogName': t('No está en la lista') },
    })
  }
  await keepFile(tx, file)
  const before = await db
    .selectFrom('incident_document')
    .select(['file_name', 'sha256'])
    .where('incident_id', '=', issueId)
    .where('name', '=', documentCatalogName)
    .executeTakeFirst()
  const content = { file_name: file.name, sha256: file.sha256, uploaded_by: actor.userId, uploaded_at: now }
  const { id } = await db
    .insertInto('incident_document')
    .values({ id: tx.newId(), incident_id: issueId, name: documentCatalogName, ...content })
    .onConflict(conflict => conflict.columns(['incident_id', 'name']).doUpdateSet(content))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (before && before.sha256 !== file.sha256) await forgetFiles(db, [before.sha256])
  await db.updateTable('incident').set({ updated_at: now }).where('id', '=', issueId).execute()
  tx.record({
    event: 'incident.document-added',
    object: { kind: 'incident', id: issueId },
    participantId: incident.providerId,
    data: {
      issuerId: incident.issuerId,
      document: documentCatalogName,
      file: file.name,
      sha256: file.sha256,
      ...(before ? { replaces: before.file_name, replacedSha256: before.sha256 } : {}),
    },
  })
  const { documents } = await visibleIncident(db, actor, issueId)
  return onlyOf(documents.filter(document => document.file === id))
}
