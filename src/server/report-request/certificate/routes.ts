import { DomainError } from '#domain/contract/domain-error.ts'
import { hidesCertificates } from '#domain/report-request/certificate/certificate.ts'
import { readCode } from '#domain/report-request/certificate/code.ts'
import {
  hideCertificate,
  listVerificationKeys,
  readCertificate,
  verifyCertificate,
} from '#domain/report-request/certificate/contract.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { certificateFile } from '#server/report-request/certificate/file.ts'
import { sealOf, verificationKeys } from '#server/report-request/certificate/keys.ts'
import { checkedScore, verificationOf, visibleCertificate } from '#server/report-request/certificate/queries.ts'

/** Notes that others have the certificate: the publication is not undone then (decision 027). */
async function noteRead(db: Db, scoreId: string, at: string): Promise<void> {
  await db
    .updateTable('certificate')
    .set({ first_read_at: at })
    .where('score_id', '=', scoreId)
    .where('first_read_at', 'is', null)
    .execute()
}

export const certificateRoutes: Route[] = [
  read(readCertificate, async ({ app, db, actor, params }) => {
    const certificate = await visibleCertificate(db, actor, params.id)
    const { publicVerification } = await centreRulesOf(db)
    const file = await certificateFile(app, certificate, publicVerification)
    if (actor.role !== 'CCI') await noteRead(db, params.id, app.clock.now())
    return file
  }),

  write(hideCertificate, async ({ tx, actor, params, body: { hidden } }) => {
    const found = await visibleCertificate(tx.db, actor, params.id)
    if (!hidesCertificates(actor.role)) throw new DomainError('notYourMove')
    const { numUpdatedRows } = await tx.db
      .updateTable('certificate')
      .set({ hidden_at: hidden ? tx.now : null })
      .where('score_id', '=', params.id)
      .where('hidden_at', hidden ? 'is' : 'is not', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) {
      tx.record({
        event: hidden ? 'certificate.hidden' : 'certificate.shown',
        object: { kind: 'certificate', id: params.id },
        participantId: found.participantId,
        data: { serviceName: found.service, validationId: found.validationId },
      })
    }
    return { hidden }
  }),

  // An unknown code, a hidden certificate and the rule that is off answer the same after the same work (SEAL-16).
  read(verifyCertificate, async ({ app, db, params }) => {
    const [rules, scoreId] = [
      await centreRulesOf(db),
      await checkedScore(db, sha256(readCode(params.code) ?? params.code)),
    ]
    if (!rules.publicVerification || scoreId === undefined) throw new DomainError('notFound')
    return { ...(await verificationOf(db, scoreId, app.clock.today())), readAt: app.clock.now() }
  }),

  read(listVerificationKeys, ({ app, db }) => verificationKeys(db, sealOf(app))),
]
