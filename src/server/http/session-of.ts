import type { FastifyRequest } from 'fastify'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor, Role } from '#domain/identity/roles.ts'
import { isSessionAlive } from '#domain/identity/session/limits.ts'
import { isCompleted } from '#domain/identity/session/outcome.ts'
import type { ApiScope } from '#domain/integration/scopes.ts'
import type { Language } from '#domain/language/language.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import { statement } from '#server/platform/database/statement.ts'
import { isOutOfRoom } from '#server/platform/database/unavailable.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { factorShown, secondFactorMissing, touchSession } from '#server/session/queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session at the start of the call; null without one. */
    caller: Session | null
    /** Whether the whole call had arrived before its session was read. */
    wasWhole: boolean
  }
}

/** Maximum age of `last_seen_at` in milliseconds; it saves a write on every call. */
const TOUCH_MS = MINUTE

/** `noted`: this call itself updated `last_seen_at`. `authenticatedAt`: when the user last authenticated. */
export type Session = {
  id: string
  actor: Actor
  noted: boolean
  authenticatedAt: string | null
  language: Language
  /** The scopes of an API key, whose identifier is then `id`; absent for a person. */
  scopes?: readonly ApiScope[]
}

const TOKEN = /^[\w-]{43}$/

/** The token of a call, or '' without one. A scheme has any case (RFC 9110, 11.1). */
export const tokenOf = ({ headers }: FastifyRequest): string => headers.authorization?.replace(/^Bearer +/i, '') ?? ''

const sessionByToken = statement((db, { tokenHash }: { tokenHash: string }) =>
  db
    .selectFrom('session as s')
    .innerJoin('portal_user as u', 'u.id', 's.user_id')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .leftJoin('invitation as i', 'i.user_id', 'u.id')
    .select([
      's.id',
      's.started_at',
      's.last_seen_at',
      's.proved_at',
      'u.id as userId',
      'u.is_principal',
      'u.language',
      'u.last_password_change',
      'u.temporary_until',
      'p.id as participantId',
      'p.kind',
      'p.onboarded_at',
      'i.status as invitation',
      's.second_factor_elsewhere',
      secondFactorMissing.as('secondFactorMissing'),
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('s.ended_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where(factorShown)
    .compile(),
)

/**
 * The session of a call, or null without one. Ended, idle and overlong sessions do not count, nor does a session that
 * still lacks its user's second factor.
 */
export async function sessionOf(app: AppContext, request: FastifyRequest): Promise<Session | null> {
  const token = tokenOf(request)
  if (!TOKEN.test(token)) return null
  const [row] = await sessionByToken(app.db, { tokenHash: sha256(token) })
  if (!row) return null
  const now = app.clock.now()
  if (!isSessionAlive({ startedAt: row.started_at, lastSeenAt: row.last_seen_at }, now)) return null
  let noted = now > after(row.last_seen_at, TOUCH_MS)
  if (noted) {
    // Reading continues when the disk is too full for this update.
    await touchSession(app.db, { id: row.id, now }).catch(error => {
      if (!isOutOfRoom(error)) throw error
      noted = false
    })
  }
  const role = row.kind as Role
  return {
    id: row.id,
    noted,
    authenticatedAt: row.proved_at,
    language: row.language as Language,
    actor: {
      userId: row.userId,
      participantId: row.participantId,
      role,
      isPrincipal: row.is_principal,
      completed: isCompleted({
        passwordChanged: row.last_password_change !== null,
        invitation: row.invitation as InvitationStatus | null,
      }),
      onboarded: role === 'CCI' || row.onboarded_at !== null,
      secondFactorMissing: row.secondFactorMissing && !row.second_factor_elsewhere,
      passwordMissing: row.last_password_change === null,
    },
  }
}

/**
 * The language of who calls: what the user chose, or what a guest chose on the sign-in, which the pages send along; Spanish
 * for anybody else (EASE-14, EXP-12). What the browser itself prefers does not count.
 */
export const languageOf = ({ caller, headers }: FastifyRequest): Language =>
  caller?.language ?? (headers['x-language'] === 'en' ? 'en' : 'es')

/** D19: every call that changes something carries both headers; the second is bound to the session. */
export function checkWriteHeaders(app: AppContext, request: FastifyRequest, session: Session | null): void {
  const requestedWith = request.headers['x-requested-with']
  const csrf = request.headers['x-csrf-token']
  if (!requestedWith || typeof csrf !== 'string' || csrf === '') throw new DomainError('headersMissing')
  if (session && !app.secrets.wasDerived('csrf', session.id, csrf)) throw new DomainError('csrf')
}
