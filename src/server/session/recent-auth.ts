import { DomainError } from '#domain/contract/domain-error.ts'
import { isRecentlyAuthenticated } from '#domain/identity/second-factor/second-factor.ts'
import type { Shown } from '#server/identity/session/start.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** The authentication of a session; a session that replaces it inherits no more than this. */
export async function shownBy(db: Db, sessionId: string | null): Promise<Shown> {
  const row =
    sessionId !== null &&
    (await db
      .selectFrom('session')
      .select(['proved_at', 'second_factor_shown', 'second_factor_elsewhere'])
      .where('id', '=', sessionId)
      .executeTakeFirst())
  return row
    ? {
        authenticatedAt: row.proved_at,
        secondFactorShown: row.second_factor_shown,
        secondFactorElsewhere: row.second_factor_elsewhere,
      }
    : { authenticatedAt: null, secondFactorShown: false, secondFactorElsewhere: false }
}

/**
 * Changing credentials and irreversible actions require recent authentication. It runs before each call whose contract
 * says `requiresRecentAuth`; other calls run it themselves where it depends on their input.
 * @throws DomainError signInAgain.
 */
export function requireRecentAuth(authenticatedAt: string | null, now: string): void {
  if (!isRecentlyAuthenticated(authenticatedAt, now)) throw new DomainError('signInAgain')
}
