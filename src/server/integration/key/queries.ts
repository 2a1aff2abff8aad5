import { calledBy } from '#domain/identity/user/user.ts'
import type { ApiKeyWire } from '#domain/integration/key/contract.ts'
import { keyStatusOn } from '#domain/integration/key/key.ts'
import type { ApiScope } from '#domain/integration/scopes.ts'
import type { ApiKeyStatus } from '#domain/states/integration.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** The keys of a bank, as it reads them. */
export async function keysOf(db: Db, entityId: string, today: Day): Promise<ApiKeyWire[]> {
  const rows = await db
    .selectFrom('api_key as k')
    .innerJoin('portal_user as u', 'u.id', 'k.created_by')
    .selectAll('k')
    .select(['u.name as userName', 'u.surnames', 'u.email'])
    .where('k.entity_id', '=', entityId)
    .orderBy('k.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as ApiScope[],
    status: keyStatusOn(row.status as ApiKeyStatus, row.expires_on, today),
    expiresOn: row.expires_on,
    createdBy: calledBy({ name: row.userName, surnames: row.surnames, email: row.email }),
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }))
}
