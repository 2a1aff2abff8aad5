import type { FastifyRequest } from 'fastify'
import type { Contract } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { AccessScope, Actor } from '#domain/identity/roles.ts'
import { reasonOfDenial, scopeOf } from '#domain/identity/roles.ts'
import { closeSession } from '#domain/identity/session/contract.ts'
import { meansKey } from '#domain/integration/key/key.ts'
import type { Limiter } from '#server/http/security/limiter.ts'
import type { Session } from '#server/http/session-of.ts'
import { checkWriteHeaders, sessionOf, tokenOf } from '#server/http/session-of.ts'
import { keyCaller } from '#server/integration/key/caller.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { addressKey } from '#server/platform/address-key.ts'
import { checkNetwork } from '#server/platform/networks.ts'
import { requireRecentAuth } from '#server/session/recent-auth.ts'

/**
 * The caller of a call: an API key where the token means to be one, otherwise a session, or null without either. A call
 * that is open to anyone has no use for a key.
 * @throws DomainError keyEnded, tooMany
 */
export async function callerOf(
  app: AppContext,
  contract: Contract,
  request: FastifyRequest,
  limiter: Limiter,
): Promise<Session | null> {
  const token = tokenOf(request)
  if (!meansKey(token)) return sessionOf(app, request)
  if (contract.who === 'anyone') return null
  try {
    return await keyCaller(app, token)
  } catch (error) {
    if (error instanceof DomainError) await limiter.take(addressKey(request.ip), 'failedKey')
    throw error
  }
}

/** Who counts against the rate limits: each key for itself, apart from the users of its bank. */
export const countedAs = ({ actor }: Session): string => (actor.key ? `key:${actor.key.id}` : `user:${actor.userId}`)

export type Admitted = {
  /** Null for public calls. */
  actor: Actor | null
  scope: AccessScope | null
}

/**
 * Authenticates and authorizes a caller (D14): a session or key where the call needs one, its network, the headers of a
 * browser's write, the scope of a key, the ability by role and stage, and recent authentication. Returns null for public
 * calls.
 */
export function admit(app: AppContext, contract: Contract, session: Session | null, request: FastifyRequest): Admitted {
  const named = contract.who === 'anyone' ? null : session
  // Ending one's own session is allowed from any network.
  if (named && contract !== closeSession) checkNetwork(app.settings, named.actor.role, request.ip)
  if (contract.who !== 'anyone' && !session) throw new DomainError('noSession')
  // A browser never adds a key by itself, so a foreign page cannot use one.
  if (contract.method !== 'GET' && !named?.scopes) checkWriteHeaders(app, request, named)
  if (contract.who === 'anyone') return { actor: null, scope: null }
  const { actor, authenticatedAt, scopes } = session!
  if (scopes && !(contract.scope && scopes.includes(contract.scope))) throw new DomainError('outsideScope')
  const scope = scopeOf(actor, contract.who)
  if (!scope) throw new DomainError(reasonOfDenial(actor, contract.who))
  if (contract.requiresRecentAuth) requireRecentAuth(authenticatedAt, app.clock.now())
  return { actor, scope }
}
