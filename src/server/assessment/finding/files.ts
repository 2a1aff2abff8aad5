import { findingLimits, findingStatusOn } from '#domain/assessment/finding/finding.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { filesOfProof } from '#server/assessment/finding/change.ts'
import { findingPayload, lockedFinding } from '#server/assessment/finding/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { keepFile } from '#server/operation/files/keep.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'

/**
 * Adds a file to the proof of a planned finding (FIND-04).
 * @throws DomainError notFound, findingNotPlanned, tooManyFiles
 */
export async function attachFile(tx: Transaction, actor: Actor, id: string, file: IncomingFile): Promise<void> {
  const row = await lockedFinding(tx.db, actor, id)
  if (!findingMachine.is.underWay(findingStatusOn(row.status, row.dueOn, tx.today))) {
    throw new DomainError('findingNotPlanned')
  }
  if ((await filesOfProof(tx.db, row)) >= findingLimits.files) throw new DomainError('tooManyFiles')
  await keepFile(tx, file)
  await tx.db
    .insertInto('finding_file')
    .values({
      id: tx.newId(),
      finding_id: id,
      file_name: file.name,
      sha256: file.sha256,
      uploaded_by: actor.userId,
      uploaded_at: tx.now,
    })
    .execute()
  tx.record({
    event: 'finding.file-added',
    object: { kind: 'finding', id },
    facts: findingPayload(row),
    data: { document: file.name, sha256: file.sha256 },
  })
}
