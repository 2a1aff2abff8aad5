import type { CaseContent } from '#server/audit-log/case-file/case-file-content.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** The threads and findings of some validations, with their files (ASK-12). */
export async function followUpContent(db: Db, validationIds: string[]): Promise<CaseContent> {
  if (validationIds.length === 0) return { data: {}, documents: [] }
  const findings = await db
    .selectFrom('finding')
    .selectAll()
    .where('validation_id', 'in', validationIds)
    .orderBy('raised_at')
    .orderBy('id')
    .execute()
  const threads = await db
    .selectFrom('clarification')
    .selectAll()
    .where('validation_id', 'in', validationIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const messages = await db
    .selectFrom('clarification_message as m')
    .innerJoin('clarification as c', 'c.id', 'm.clarification_id')
    .select(['m.id', 'm.clarification_id', 'm.number', 'm.user_id', 'm.text', 'm.at'])
    .where('c.validation_id', 'in', validationIds)
    .orderBy('m.clarification_id')
    .orderBy('m.number')
    .execute()
  const proofs = await db
    .selectFrom('finding_file as d')
    .innerJoin('finding as f', 'f.id', 'd.finding_id')
    .innerJoin('stored_file as x', 'x.sha256', 'd.sha256')
    .select(['d.id', 'f.title', 'd.file_name as fileName', 'd.sha256', 'x.size', 'd.uploaded_at as at'])
    .where('f.validation_id', 'in', validationIds)
    .orderBy('d.uploaded_at')
    .orderBy('d.id')
    .execute()
  const attached = await db
    .selectFrom('clarification_file as d')
    .innerJoin('clarification_message as m', 'm.id', 'd.message_id')
    .innerJoin('clarification as c', 'c.id', 'm.clarification_id')
    .innerJoin('stored_file as x', 'x.sha256', 'd.sha256')
    .select(['d.id', 'c.subject as title', 'd.file_name as fileName', 'd.sha256', 'x.size', 'm.at'])
    .where('c.validation_id', 'in', validationIds)
    .orderBy('m.at')
    .orderBy('d.position')
    .execute()
  return {
    data: { hallazgos: findings, aclaraciones: threads, mensajesDeAclaraciones: messages },
    documents: [
      ...proofs.map(file => ({ ...file, title: `Hallazgo: ${file.title}` })),
      ...attached.map(file => ({ ...file, title: `Aclaración: ${file.title}` })),
    ],
  }
}
