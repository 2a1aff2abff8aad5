import { DomainError } from '#domain/contract/domain-error.ts'
import { may } from '#domain/identity/roles.ts'
import {
  endCalendarFeed,
  makeCalendarFeed,
  readAgenda,
  readCalendar,
  readCalendarFeed,
} from '#domain/participant/calendar/contract.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { own, read, write } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { agendaOf } from '#server/participant/agenda.ts'
import { feedOf } from '#server/participant/calendar/feed.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isOutside } from '#server/platform/networks.ts'
import { newToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { accountById, accountFactsOf, actorOfAccount } from '#server/session/queries.ts'

const feedOfUser = async (db: Db, userId: string) => {
  const row = await db
    .selectFrom('calendar_feed')
    .select(['created_at as createdAt', 'last_read_at as lastReadAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** The user of a feed's address, as an actor; undefined when it is unknown, ended, or its user or participant is gone. */
async function ownerOf(app: AppContext, token: string, address: string) {
  const feed = await app.db
    .selectFrom('calendar_feed')
    .select('user_id')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()
  const account = feed && (await accountById(app.db, feed.user_id))
  if (!account || !accountFactsOf(account).living) return undefined
  const actor = actorOfAccount(account)
  return may(actor, 'calendar.own') && !isOutside(app.settings, actor.role, address) ? actor : undefined
}

export const calendarRoutes: Route[] = [
  read(readAgenda, async ({ db, actor, app, query }) =>
    pageOfAll(await agendaOf(db, actor, app.clock.today(), query), query),
  ),

  read(readCalendarFeed, async ({ db, actor }) => ({ feed: await feedOfUser(db, actor.userId) })),

  // No idempotency key: the answer holds the address, which is stored as a hash only.
  own(makeCalendarFeed, ({ app, actor, shape }) =>
    inTransaction(app, actor, async tx => {
      const token = newToken()
      const feed = { token_hash: sha256(token), created_at: tx.now, last_read_at: null }
      await tx.db
        .insertInto('calendar_feed')
        .values({ user_id: actor.userId, ...feed })
        .onConflict(conflict => conflict.column('user_id').doUpdateSet(feed))
        .execute()
      tx.record({
        event: 'calendar.feed-made',
        object: { kind: 'user', id: actor.userId },
        participantId: actor.participantId,
      })
      const address = `${app.publicUrl}/api/v1/calendar/${token}.ics`
      return shape({ address, feed: { createdAt: tx.now, lastReadAt: null } })
    }),
  ),

  write(endCalendarFeed, async ({ tx, actor }) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('calendar_feed')
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return
    tx.record({
      event: 'calendar.feed-ended',
      object: { kind: 'user', id: actor.userId },
      participantId: actor.participantId,
    })
  }),

  read(readCalendar, async ({ app, params, origin }) => {
    const actor = await ownerOf(app, params.token, origin.address)
    if (!actor) throw new DomainError('notFound')
    const items = await agendaOf(app.db, actor, app.clock.today())
    const now = app.clock.now()
    await app.db
      .updateTable('calendar_feed')
      .set({ last_read_at: now })
      .where('user_id', '=', actor.userId)
      .where('token_hash', '=', sha256(params.token))
      .execute()
    const { participantId, role } = actor
    const text = feedOf(items, {
      participantId,
      role,
      publicUrl: app.publicUrl,
      productName: app.settings.productName,
      now,
    })
    return { bytes: Buffer.from(text), mediaType: 'text/calendar; charset=utf-8', name: 'caducidades.ics' }
  }),
]
