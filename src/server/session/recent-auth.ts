import { DomainError } from '#domain/domain-error.ts'
import { isRecentlyAuthenticated } from '#domain/second-factor/second-factor.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Shown } from '#server/session/start.ts'

/** What the person behind a session has shown; a session that takes its place has shown no more. */
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
 * What signs in is changed, and what cannot be taken back is ended, only by who signed in a moment ago. Asked before each
 * call whose contract says `requiresRecentAuth`; the others ask by themselves where it depends on what they bring.
 * @throws Refusal signInAgain.
 */
export function requireRecentAuth(authenticatedAt: string | null, now: string): void {
  if (!isRecentlyAuthenticated(authenticatedAt, now)) throw new DomainError('signInAgain')
}
