import { DomainError } from '#domain/contract/domain-error.ts'
import { isKey, keyStatusOn } from '#domain/integration/key/key.ts'
import type { ApiScope } from '#domain/integration/scopes.ts'
import type { ApiKeyStatus } from '#domain/states/integration.ts'
import { apiKeyMachine } from '#domain/states/integration.ts'
import type { Session } from '#server/http/session-of.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import { first, statement } from '#server/platform/database/statement.ts'
import { isOutOfRoom } from '#server/platform/database/unavailable.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

/** Maximum age of `last_used_at` in milliseconds; it saves a write on every call. */
const TOUCH_MS = MINUTE

const keyByHash = statement((db, { keyHash }: { keyHash: string }) =>
  db
    .selectFrom('api_key as k')
    .innerJoin('participant as p', 'p.id', 'k.entity_id')
    .select(['k.id', 'k.name', 'k.scopes', 'k.status', 'k.expires_on', 'k.last_used_at', 'k.created_by'])
    .select(['p.id as participantId', 'p.onboarded_at'])
    .where('k.key_hash', '=', keyHash)
    .where('p.deleted_at', 'is', null)
    .compile(),
)

const touchKey = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id).compile(),
)

/**
 * The caller behind an API key: its bank, with the role of an entity and never as its principal user (HOOK-03).
 * @throws DomainError keyEnded for one that is unknown, past its last day, revoked, or of a bank that is gone (HOOK-04)
 */
export async function keyCaller(app: AppContext, token: string): Promise<Session> {
  const row = isKey(token) ? await first(keyByHash(app.db, { keyHash: sha256(token) })) : undefined
  if (!row) throw new DomainError('keyEnded')
  const status = keyStatusOn(row.status as ApiKeyStatus, row.expires_on, app.clock.today())
  if (!apiKeyMachine.is.inForce(status)) throw new DomainError('keyEnded')
  const now = app.clock.now()
  if (row.last_used_at === null || now > after(row.last_used_at, TOUCH_MS)) {
    // Reading continues when the disk is too full for this update.
    await touchKey(app.db, { id: row.id, now }).catch(error => {
      if (!isOutOfRoom(error)) throw error
    })
  }
  const { id, name } = row
  return {
    id,
    noted: false,
    authenticatedAt: null,
    language: 'es',
    scopes: row.scopes as ApiScope[],
    actor: {
      userId: row.created_by,
      participantId: row.participantId,
      role: 'ENTITY',
      isPrincipal: false,
      completed: true,
      onboarded: row.onboarded_at !== null,
      key: { id, name },
    },
  }
}
