import { DomainError } from '#domain/contract/domain-error.ts'
import { changeView, listSavedViews, removeView, saveView } from '#domain/list/saved-view/contract.ts'
import { SAVED_VIEWS_MAX } from '#domain/list/saved-view/saved-view.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { lockUser } from '#server/identity/user/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

const columns = ['id', 'name', 'path', 'search', 'pinned'] as const

const viewsOf = (db: Db, userId: string) => db.selectFrom('saved_view').select(columns).where('user_id', '=', userId)

/** Without an audit log entry: a view is its user's note, and its name private. */
export const savedViewRoutes: Route[] = [
  read(listSavedViews, async ({ db, actor }) => {
    const views = await viewsOf(db, actor.userId).execute()
    return { views: views.sort((a, b) => compareSpanish(a.name, b.name)) }
  }),

  write(saveView, async ({ db, tx, actor, body }) => {
    // The lock keeps the limit and the name of two saves at once.
    await lockUser(db, actor.userId)
    const own = await viewsOf(db, actor.userId).execute()
    if (own.some(({ name }) => name === body.name)) throw new DomainError('savedViewExists')
    if (own.length >= SAVED_VIEWS_MAX) throw new DomainError('savedViewsFull')
    return db
      .insertInto('saved_view')
      .values({ id: tx.newId(), user_id: actor.userId, created_at: tx.now, ...body })
      .returning(columns)
      .executeTakeFirstOrThrow()
  }),

  write(changeView, async ({ db, actor, params, body }) => {
    await lockUser(db, actor.userId)
    const own = await viewsOf(db, actor.userId).execute()
    const view = own.find(({ id }) => id === params.id)
    if (!view) throw new DomainError('notFound')
    const changed = { name: body.name ?? view.name, pinned: body.pinned ?? view.pinned }
    if (own.some(({ id, name }) => id !== view.id && name === changed.name)) throw new DomainError('savedViewExists')
    await db.updateTable('saved_view').set(changed).where('id', '=', view.id).execute()
    return { ...view, ...changed }
  }),

  write(removeView, async ({ db, actor, params }) => {
    const removed = await db
      .deleteFrom('saved_view')
      .where('id', '=', params.id)
      .where('user_id', '=', actor.userId)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new DomainError('notFound')
  }),
]
