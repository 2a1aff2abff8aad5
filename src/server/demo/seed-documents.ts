import { storeFile } from '#server/demo/seed-files.ts'
import type { Seeding } from '#server/demo/seeding.ts'
import { after, DAY } from '#server/platform/clock.ts'

type SeedDocument = {
  validation: string
  participant: string
  name: string
  file: string
  values: Readonly<Record<string, string>>
  user: string
  uploadedAt: string
  status: 'PENDING' | 'ACCEPTED' | 'REJECTED'
  expiresOn: string | null
  rejectedReason: string
}

/** Adds a document with its first version. */
export async function addDocument(seeding: Seeding, document: SeedDocument): Promise<void> {
  const { tx, cciUser } = seeding
  const id = tx.newId()
  const version = tx.newId()
  const decided = document.status !== 'PENDING'
  const stored = await storeFile(seeding, document.file, document.values)
  await tx.db
    .insertInto('document')
    .values({ id, validation_id: document.validation, name: document.name, created_at: document.uploadedAt })
    .execute()
  await tx.db
    .insertInto('document_version')
    .values({
      id: version,
      document_id: id,
      number: 1,
      file_name: stored.name,
      sha256: stored.sha256,
      status: document.status,
      expires_on: document.expiresOn,
      rejected_reason: document.rejectedReason,
      uploaded_by: document.user,
      uploaded_at: document.uploadedAt,
      decided_by: decided ? cciUser : null,
      decided_at: decided ? after(document.uploadedAt, DAY) : null,
    })
    .execute()
  tx.record({
    event: 'document.uploaded',
    object: { kind: 'document', id },
    participantId: document.participant,
    data: {
      validationId: document.validation,
      document: document.name,
      version,
      number: 1,
      file: stored.name,
      sha256: stored.sha256,
    },
    tell: false,
  })
}
