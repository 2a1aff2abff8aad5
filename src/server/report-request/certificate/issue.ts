import { certificateText } from '#domain/report-request/certificate/certificate.ts'
import { madridDay } from '#domain/values/day.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import type { Seal } from '#server/report-request/certificate/keys.ts'
import { newCode, noteSigning, sealOf, signatureOf } from '#server/report-request/certificate/keys.ts'

/** Certificates per transaction. */
const AT_ONCE = 100

const scoresToCertify = (db: Db) =>
  db
    .selectFrom('score as k')
    .innerJoin('validation as v', 'v.id', 'k.validation_id')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .innerJoin('participant as e', 'e.id', 'v.evaluator_id')
    .select(['k.id', 'k.rating', 'k.scored_at', 'k.expires_on', 'k.sha256', 'k.validation_id', 'v.concept'])
    .select(['p.id as providerId', 'p.display_name as provider', 'p.cif'])
    .select(['s.description as service', 'e.id as evaluatorId', 'e.display_name as evaluator'])

type Certified = Awaited<ReturnType<ReturnType<typeof scoresToCertify>['execute']>>[number]

/**
 * Certifies a score in the transaction that publishes or corrects it (SEAL-12).
 * @param corrects the score that it corrects: if its certificate is hidden, the new one is too
 */
export async function certify(tx: Transaction, seal: Seal, scoreId: string, corrects: string | null): Promise<void> {
  const score = await scoresToCertify(tx.db).where('k.id', '=', scoreId).executeTakeFirstOrThrow()
  const replaced =
    corrects === null
      ? undefined
      : await tx.db.selectFrom('certificate').select('hidden_at').where('score_id', '=', corrects).executeTakeFirst()
  await store(tx, seal, [score], replaced?.hidden_at ?? null)
}

/** Signs before it writes: the row of the key stays locked until the commit. */
async function store(
  tx: Transaction,
  seal: Seal,
  scores: readonly Certified[],
  hiddenAt: string | null,
): Promise<void> {
  const signed = scores.map(score => {
    const code = newCode()
    const canonical = certificateText({
      product: seal.product,
      code,
      provider: score.provider,
      cif: score.cif,
      service: score.service,
      concept: score.concept,
      evaluator: score.evaluator,
      rating: score.rating,
      scoredOn: madridDay(score.scored_at),
      expiresOn: score.expires_on,
      dictamenSha256: score.sha256,
    })
    return { code_hash: sha256(code), score_id: score.id, canonical, signature: signatureOf(seal.key, canonical) }
  })
  const key_id = await noteSigning(tx.db, seal, tx.now)
  await tx.db
    .insertInto('certificate')
    .values(signed.map(each => ({ ...each, key_id, issued_at: tx.now, hidden_at: hiddenAt })))
    .execute()
}

/**
 * Certifies the scores that an earlier version of the portal published, with the names of today. Idempotent, on any
 * number of servers.
 * @returns the number of certificates
 */
export async function certifyEarlierScores(app: AppContext): Promise<number> {
  for (let issued = 0; ; ) {
    const some = await inTransaction(app, null, certifySome(sealOf(app)))
    issued += some
    if (some < AT_ONCE) return issued
  }
}

const certifySome =
  (seal: Seal) =>
  async (tx: Transaction): Promise<number> => {
    if (!(await isAlone(tx.db, jobLocks.certify))) return 0
    const scores = await scoresToCertify(tx.db)
      .where('p.deleted_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('certificate as c').select('c.score_id').whereRef('c.score_id', '=', 'k.id'))),
      )
      .orderBy('k.id')
      .limit(AT_ONCE)
      // What is being published or undone has its own transaction.
      .forUpdate('k')
      .skipLocked()
      .execute()
    if (scores.length > 0) await store(tx, seal, scores, null)
    for (const score of scores) {
      const { providerId, provider, evaluatorId, evaluator, service, validation_id: validationId, rating } = score
      tx.record({
        event: 'certificate.issued',
        object: { kind: 'certificate', id: score.id },
        facts: {
          ...{ providerId, providerName: provider, evaluatorId, evaluatorName: evaluator },
          ...{ serviceName: service, validationId, rating },
        },
      })
    }
    return scores.length
  }
