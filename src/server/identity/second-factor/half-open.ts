import { sql } from 'kysely'
import { isHalfOpenTold, worthTelling } from '#domain/identity/second-factor/second-factor.ts'
import { tellOwner } from '#server/identity/session/account-notice.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction, type Transaction } from '#server/kernel/transaction.ts'

/**
 * Notifies owners of sign-ins that stopped after the first step, and deletes them. With at most one notice a day, the
 * sign-in of the next notice stays until it is due.
 */
export async function tellOfHalfOpen(app: AppContext): Promise<void> {
  const owners = await app.db
    .selectFrom('pending_sign_in')
    .select('user_id as userId')
    .distinct()
    .where('expires_at', '<=', app.clock.now())
    .execute()
  for (const { userId } of owners) await inTransaction(app, null, tx => settleLapsed(tx, userId))
}

async function settleLapsed(tx: Transaction, userId: string): Promise<void> {
  const { db, now } = tx
  const owner = await db
    .selectFrom('portal_user')
    .select(['email', 'name', 'half_open_told_at as toldAt'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const chosen = owner ? worthTelling(await lapsedOf(tx, userId)) : null
  const waits = chosen !== null && isHalfOpenTold(owner!.toldAt, now)
  await db
    .deleteFrom('pending_sign_in')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .$if(waits, query => query.where('id', '!=', chosen!.id))
    .execute()
  if (!owner || !chosen || waits) return
  await db.updateTable('portal_user').set({ half_open_told_at: now }).where('id', '=', userId).execute()
  const { begunAt: at, address, userAgent, byProvider } = chosen
  tellOwner(tx, owner, byProvider ? 'half-open-by-provider' : 'half-open', { at, origin: { address, userAgent } })
}

/** Expired pending sign-ins, oldest first. */
async function lapsedOf({ db, now }: Transaction, userId: string) {
  return db
    .selectFrom('pending_sign_in as w')
    .select([
      'w.id',
      sql<string>`w.begun_at`.as('begunAt'),
      sql<string>`w.address`.as('address'),
      sql<string>`w.user_agent`.as('userAgent'),
      sql<boolean>`w.issuer is not null`.as('byProvider'),
      sql<boolean>`w.known_device is not null`.as('knownDevice'),
      sql<boolean>`exists (
        select from session s where s.user_id = w.user_id and s.device_id = w.known_device
          and s.started_at between w.begun_at and w.expires_at)`.as('finishedThere'),
    ])
    .where('w.user_id', '=', userId)
    .where('w.expires_at', '<=', now)
    .where('w.begun_at', 'is not', null)
    .orderBy('w.begun_at')
    .orderBy('w.id')
    .execute()
}
