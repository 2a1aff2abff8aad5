import { Readable } from 'node:stream'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { requestFiles } from '#domain/report-request/report-request.ts'
import { uploadDocument } from '#server/document/upload.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import { editRequest } from '#server/report-request/edit.ts'
import { visibleClarificationFile } from '#server/validation/clarification/queries.ts'
import { visibleValidation } from '#server/validation/queries.ts'

/**
 * The owner makes a file of a thread the new version of the document that the thread is about, under the rules of an
 * upload or of an edit of the request (ASK-11).
 * @returns the thread's identifier.
 * @throws DomainError notFound, forbidden, noDocumentAsked, and those of `uploadDocument` and `editRequest`
 */
export async function takeFile(app: AppContext, tx: Transaction, actor: Actor, id: string): Promise<string> {
  const { thread, warnings, ...file } = await visibleClarificationFile(tx.db, actor, id)
  const { participantId, validationId, documentName, type } = thread
  if (participantId !== actor.participantId) throw new DomainError('forbidden')
  if (documentName === null) throw new DomainError('noDocumentAsked')
  const incoming: IncomingFile = {
    ...file,
    warnings,
    content: () => Readable.from(contentOf(app, file)),
    // It is in the store already.
    keep: async () => {},
    discard: async () => {},
  }
  if (type === 'DOC_MIN') {
    await uploadDocument(tx, actor, { validationId, documentCatalogName: documentName }, incoming)
    return thread.id
  }
  const { concept } = await visibleValidation(tx.db, actor, validationId)
  const body = { type: 'AUDIT_REPORT' as const, concept }
  const of = (part: keyof typeof requestFiles) => (requestFiles[part] === documentName ? incoming : undefined)
  await editRequest(tx, actor, validationId, body, { report: of('report'), spreadsheet: of('spreadsheet') })
  return thread.id
}

async function* contentOf(app: AppContext, { sha256, size }: { sha256: string; size: number }) {
  yield* await app.files.open(sha256, size)
}
