import { reportDocuments } from '#domain/document/document.ts'
import { addDays, type Day } from '#domain/values/day.ts'
import { requestValues } from '#server/demo/document-values.ts'
import type { DemoRequest } from '#server/demo/requests.ts'
import { addDocument } from '#server/demo/seed-documents.ts'
import { fileOfReport, OPINION, storeFile } from '#server/demo/seed-files.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { after, DAY } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { certify } from '#server/report-request/certificate/issue.ts'

/** Adds a request with its two documents and, when it is qualified, its score. */
export async function seedRequest(seeding: Seeding, request: DemoRequest, renews: string | null = null): Promise<void> {
  const { tx, idsOf, serviceIdOf, cciUser } = seeding
  const provider = idsOf(request.provider)
  const evaluator = idsOf(request.evaluator)
  const sentAt = ago(seeding, request.sentAgo, 3)
  const validation = newId(sentAt)
  // A rejected document rejects its request at once.
  const days = { PENDING: null, REJECTED: DAY, QUALIFIED: 6 * DAY }[request.state]
  const decidedAt = days === null ? null : after(sentAt, days)
  await tx.db
    .insertInto('validation')
    .values({
      id: validation,
      participant_id: provider.participant,
      kind: 'AUDIT_REPORT',
      status: request.state,
      service_id: serviceIdOf(request.service),
      evaluator_id: evaluator.participant,
      concept: request.concept,
      request_type: renews ? 'RENEWAL' : 'NEW',
      renews_id: renews,
      created_at: sentAt,
      sent_at: sentAt,
      decided_at: decidedAt,
    })
    .execute()
  const reportDay = addDays(tx.today, -request.sentAgo - 10)
  const valuesOn = (day: Day) =>
    requestValues(request, day, reportDay, addDays(tx.today, request.expiresIn ?? 365 - request.sentAgo))
  for (const [index, name] of reportDocuments.entries()) {
    const rejected = request.state === 'REJECTED' && index === 1
    await addDocument(seeding, {
      validation,
      participant: provider.participant,
      name,
      file: fileOfReport[name],
      values: valuesOn(reportDay),
      user: provider.user,
      uploadedAt: sentAt,
      status: request.state === 'PENDING' ? 'PENDING' : rejected ? 'REJECTED' : 'ACCEPTED',
      expiresOn: null,
      rejectedReason: rejected ? (request.rejectedReason ?? '') : '',
    })
  }
  tx.record({
    event: renews ? 'request.renewal-sent' : 'request.sent',
    object: { kind: 'validation', id: validation },
    participantId: provider.participant,
    data: { serviceName: request.service },
    tell: false,
  })
  if (request.state !== 'QUALIFIED') return
  const dictamen = await storeFile(seeding, OPINION, valuesOn(addDays(tx.today, 6 - request.sentAgo)))
  const score = tx.newId()
  await tx.db
    .insertInto('score')
    .values({
      id: score,
      validation_id: validation,
      rating: request.rating,
      expires_on: addDays(tx.today, request.expiresIn),
      file_name: dictamen.name,
      sha256: dictamen.sha256,
      scored_by: cciUser,
      scored_at: after(sentAt, 6 * DAY),
    })
    .execute()
  await certify(tx, seeding.seal, score, null)
  tx.record({
    event: 'request.qualified',
    object: { kind: 'validation', id: validation },
    participantId: provider.participant,
    data: { serviceName: request.service, rating: request.rating },
    tell: false,
  })
  if (request.renewalSentAgo === undefined) return
  await seedRequest(
    seeding,
    { ...request, state: 'PENDING', sentAgo: request.renewalSentAgo, renewalSentAgo: undefined },
    validation,
  )
}
