import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { Fate } from '#domain/report-request/certificate/certificate.ts'
import { certificateStanding, factsIn, standingWords } from '#domain/report-request/certificate/certificate.ts'
import type { VerificationWire } from '#domain/report-request/certificate/contract.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { visibleScores } from '#server/report-request/score/queries.ts'

/**
 * The certificate of a score that the actor reads.
 * @throws DomainError notFound
 */
export async function visibleCertificate(db: Db, actor: Actor, scoreId: string) {
  const row = await visibleScores(db, actor)
    .innerJoin('certificate as c', 'c.score_id', 'x.id')
    .select(['c.canonical', 'c.signature', 'c.key_id', 'c.hidden_at', 'c.issued_at'])
    .select(['x.id as scoreId', 'v.id as validationId', 'v.participant_id as participantId'])
    .select(['p.display_name as participantName', 's.description as service', 'x.review_since as reviewSince'])
    .where('x.id', '=', scoreId)
    .executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  return row
}

/** The score of a code that may be checked, by the hash of the code; the same work for a hidden and an unknown one. */
export async function checkedScore(db: Db, codeHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('certificate')
    .select('score_id')
    .where('code_hash', '=', codeHash)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.score_id
}

type Next = { at: string; corrects: boolean } | null

/** What a certificate says and what it is worth today (SEAL-16). What is of a deleted provider is blocked (D44). */
export async function verificationOf(db: Db, scoreId: string, today: Day): Promise<Omit<VerificationWire, 'readAt'>> {
  const row = await db
    .selectFrom('certificate as c')
    .innerJoin('certificate_key as y', 'y.id', 'c.key_id')
    .innerJoin('score as k', 'k.id', 'c.score_id')
    .innerJoin('validation as v', 'v.id', 'k.validation_id')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .select(['c.canonical', 'c.signature', 'y.id as keyId', 'y.public_key as publicKey'])
    .select(['k.expires_on as expiresOn', 'v.superseded_by as supersededBy', 'v.superseded_at as supersededAt'])
    .select(['p.deleted_at as providerDeletedAt', 'k.review_since as reviewSince'])
    .select(
      sql<Next>`(
        select json_build_object('at', n.scored_at, 'corrects', n.correction_reason <> '')
        from score n where n.validation_id = k.validation_id and (n.scored_at, n.id) > (k.scored_at, k.id)
        order by n.scored_at, n.id limit 1)`.as('next'),
    )
    .where('c.score_id', '=', scoreId)
    .executeTakeFirst()
  // It may have been undone since it was found.
  if (!row) throw new DomainError('notFound')
  const standing = certificateStanding(fateOf(row), today)
  const isBlocked = row.providerDeletedAt !== null
  return {
    facts: isBlocked ? null : factsIn(row.canonical),
    status: standing.status,
    on: standing.on,
    says: standingWords(standing),
    signed: isBlocked ? null : row.canonical,
    signature: isBlocked ? null : row.signature,
    key: isBlocked ? null : { id: row.keyId, publicKey: row.publicKey },
  }
}

function fateOf(row: {
  expiresOn: Day
  next: Next
  supersededBy: string | null
  supersededAt: string | null
  providerDeletedAt: string | null
  reviewSince: string | null
}): Fate {
  const { expiresOn, next, supersededBy, supersededAt } = row
  const nextDay = next && madridDay(new Date(next.at).toISOString())
  const superseded = supersededBy !== null && supersededAt !== null ? madridDay(supersededAt) : null
  return {
    expiresOn,
    correctedOn: next?.corrects ? nextDay : null,
    replacedOn: next ? nextDay : superseded,
    holderGone: row.providerDeletedAt !== null,
    reviewSince: row.reviewSince && madridDay(row.reviewSince),
  }
}
