import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTimeline } from '#domain/audit-log/contract.ts'
import { changeDocument } from '#domain/document/contract.ts'
import { saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { invite } from '#domain/invitation/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { patchParticipant } from '#domain/participant/contract.ts'
import { correctScore, listScores } from '#domain/report-request/score/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY } from '#server/platform/clock.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { acceptReport, documentsOf, freshRequest, ownDocumentation, pdf, publish } from '#test/support/documents.ts'
import { address } from '#test/support/mails.ts'

/* Entries are immutable, so each key has one format for all readers. */

let acting: Acting
beforeAll(async () => {
  acting = await startActing()
})
afterAll(() => acting.portal.stop())

/** Records every event with a date: a four-eyes publication and correction, a dated document, expiry notices. */
async function journey(): Promise<{ request: string }> {
  const { portal, cci, cci2, provider, evaluator, waiting } = acting
  const documentation = await ownDocumentation(waiting)
  const [document] = Object.values(await documentsOf(cci, documentation.id))
  await ok(cci.call(changeDocument, { params: { id: document!.id! }, body: { expiredAt: '2027-03-03' } }))
  const accredited = { params: { kind: 'audit' as const, id: evaluator.me.idGenericEntity } }
  await ok(cci.call(patchParticipant, { ...accredited, body: { expiredAt: '2027-04-04' } }))
  await ok(cci.call(invite, { body: { type: 'PROVIDER', email: 'fechas@uno.example' } }))
  await ok(cci.call(saveFourEyes, { body: { enabled: true } }))
  const request = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, request)
  const file = { file: pdf('dictamen') }
  await publish(cci, request, { expiredAt: '2026-12-31' }, file)
  await ok(publish(cci2, request, { expiredAt: '2026-12-31' }, file))
  const [score] = (await ok(cci.call(listScores, { query: { validationId: request } }))).content
  const body = {
    score: { validationId: request, score: 'A/A/A', expiredAt: '2027-01-31', correctionReason: 'Errata' },
  }
  await cci.call(correctScore, { params: { id: score.id }, body })
  await ok(cci2.call(correctScore, { params: { id: score.id }, body }))
  for (const days of [0, 12, 30, 60, 200, 500]) {
    portal.clock.move(days * DAY)
    await announceExpiries(portal.app)
  }
  return { request }
}

test('LIM-29: the audit log records dates in ISO 8601, and people read them as DD/MM/YYYY', async () => {
  const { portal } = acting
  const { request } = await journey()
  const { db } = portal.app
  const entries = await db.selectFrom('trail').select(['event', 'data']).orderBy('number').execute()
  for (const event of [
    'proposal.made',
    'request.qualified',
    'score.corrected',
    'score.about-to-lapse',
    'score.lapsed',
    'score.expired',
    'document.lapsed',
    'document.dated',
    'participant.accredited',
    'participant.accreditation-expired',
    'user.password-ending',
  ]) {
    expect(
      entries.some(entry => entry.event === event),
      event,
    ).toBe(true)
  }
  const spanish = entries.filter(({ data }) => /\d{1,2}\/\d{1,2}\/\d{4}/.test(JSON.stringify(data)))
  expect([...new Set(spanish.map(({ event }) => event))]).toEqual([])
  const cci = await portal.signIn(address('cci'))
  const { content } = await ok(
    cci.call(readTimeline, { params: { kind: 'request', id: request }, query: { size: 50 } }),
  )
  const sentences = content.map(({ sentence }: { sentence: string }) => sentence).join('\n')
  expect(sentences).toContain('caduca el 31/01/2027')
  expect(sentences).toContain('caducó el 31/01/2027')
  const notices = (await ok(cci.call(listNotifications, { query: { size: 100 } }))).content
  const texts = notices.map(({ message }: { message: string }) => message).join('\n')
  expect(texts).toMatch(
    /propone publicar la calificación .*, hasta el 31\/12\/2026\. .* antes del 22\/11\/2026 a las 10:00\./,
  )
  expect(texts).not.toMatch(/\d{4}-\d\d-\d\d/)
  expect(await verifyAuditLog(db)).toMatchObject({ ok: true })
})
