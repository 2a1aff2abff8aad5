import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { independenceRefusal } from '#domain/report-request/independence/independence.ts'
import { documentMachine } from '#domain/states/document.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { openDeclaration } from '#server/report-request/independence/queries.ts'
import type { ValidationRow } from '#server/validation/queries.ts'

/**
 * The declaration behind a score that is about to be published, or null. The caller has locked the request.
 * @throws DomainError independenceMissing, conflictUndecided or conflictRefused where the centre asks for it (SEAL-03)
 */
export async function declarationForScore({ db }: Transaction, { id }: ValidationRow): Promise<string | null> {
  const declaration = await openDeclaration(db, id)
  if ((await centreRulesOf(db)).requireIndependence) {
    const refusal = independenceRefusal(declaration?.status ?? null)
    if (refusal) throw new DomainError(refusal)
  }
  return declaration?.id ?? null
}

/**
 * Refuses the publication by a person who accepted a document of the request in this round, where the centre separates
 * the two. Call it after the second person's approval: it holds for the one who publishes.
 * @throws DomainError sameReviewer (SEAL-09)
 */
export async function assertOtherReviewer(
  { db }: Transaction,
  actor: Actor,
  { id, sent_at }: ValidationRow,
): Promise<void> {
  if (!(await centreRulesOf(db)).separateVerifier) return
  const accepted = await db
    .selectFrom('document_version as w')
    .innerJoin('document as d', 'd.id', 'w.document_id')
    .select('w.id')
    .where('d.validation_id', '=', id)
    .where('w.is_current', '=', true)
    .where(hasStatus(sql`w.status`, documentMachine.sets.inForce))
    .where('w.decided_by', '=', actor.userId)
    .where('w.decided_at', '>=', sent_at!)
    .limit(1)
    .executeTakeFirst()
  if (!accepted) return
  throw new DomainError('sameReviewer', {
    values: { why: t('Quien acepta los documentos no publica la calificación.') },
  })
}

/** Whether the centre asks for the declaration, for the notices of a request that is sent. */
export const asksDeclaration = async ({ db }: Transaction): Promise<{ declares?: true }> =>
  (await centreRulesOf(db)).requireIndependence ? { declares: true } : {}
