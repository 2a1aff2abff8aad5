import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { changeView, listSavedViews, removeView, saveView } from '#domain/search/saved-view/contract.ts'
import { canAlert, hasSavedSearches, unknownFilters } from '#domain/search/saved-view/list-filters.ts'
import { SAVED_VIEWS_MAX } from '#domain/search/saved-view/saved-view.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { lockUser } from '#server/identity/user/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { rowsOfView } from '#server/search/saved-view/watched.ts'

const columns = ['id', 'name', 'path', 'search', 'pinned', 'shared', 'alert'] as const

const viewsOf = (db: Db, userId: string) => db.selectFrom('saved_view').select(columns).where('user_id', '=', userId)

/** What colleagues share, with their names. */
const sharedWith = (db: Db, { userId, participantId }: Actor) =>
  db
    .selectFrom('saved_view as w')
    .innerJoin('portal_user as u', 'u.id', 'w.user_id')
    .select(['w.id', 'w.name', 'w.path', 'w.search', 'u.name as first', 'u.surnames'])
    .where('w.shared', '=', true)
    .where('w.user_id', '<>', userId)
    .where('u.participant_id', '=', participantId)
    .where('u.deleted_at', 'is', null)

type Place = { path: string; search: string }

/** @throws DomainError invalid for a page without such a list, a filter that the list does not have, or an alert where there is none */
function refuseUnknown({ path, search }: Place, alert: boolean): void {
  const unknown = unknownFilters(path, search)
  const names = unknown.map(name => `«${name}»`).join(', ')
  const fields = {
    ...(hasSavedSearches(path) ? {} : { path: 'Esta página no tiene vistas guardadas.' }),
    ...(unknown.length > 0 ? { search: `Esta lista no tiene este filtro: ${names}.` } : {}),
    ...(alert && !canAlert(path) ? { alert: 'Esta lista no avisa de filas nuevas.' } : {}),
  }
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
}

/** From now on it tells of new rows; it knows those of today. */
const watch = async (db: Db, actor: Actor, today: Day, view: Place) => ({
  seen: await rowsOfView(db, actor, today, view),
  looked_on: today,
})

/** Without an audit log entry: a view is its user's note, and its name private. */
export const savedViewRoutes: Route[] = [
  read(listSavedViews, async ({ db, actor }) => {
    const own = (await viewsOf(db, actor.userId).execute()).map(view => ({ ...view, by: null as string | null }))
    const others = await sharedWith(db, actor).execute()
    const views = [
      ...own,
      ...others.map(({ first, surnames, ...view }) => ({
        ...view,
        by: `${first} ${surnames}`.trim(),
        pinned: false,
        shared: true,
        alert: false,
      })),
    ]
    return { views: views.sort((a, b) => compareSpanish(a.name, b.name)) }
  }),

  write(saveView, async ({ db, tx, actor, body }) => {
    refuseUnknown(body, body.alert)
    // The lock keeps the limit and the name of two saves at once.
    await lockUser(db, actor.userId)
    const own = await viewsOf(db, actor.userId).execute()
    if (own.some(({ name }) => name === body.name)) throw new DomainError('savedViewExists')
    if (own.length >= SAVED_VIEWS_MAX) throw new DomainError('savedViewsFull')
    const watched = body.alert ? await watch(db, actor, tx.today, body) : {}
    const saved = await db
      .insertInto('saved_view')
      .values({ id: tx.newId(), user_id: actor.userId, created_at: tx.now, ...body, ...watched })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return { ...saved, by: null }
  }),

  write(changeView, async ({ db, tx, actor, params, body }) => {
    await lockUser(db, actor.userId)
    const own = await viewsOf(db, actor.userId).execute()
    const view = own.find(({ id }) => id === params.id)
    if (!view) throw new DomainError('notFound')
    const { name = view.name, pinned = view.pinned, shared = view.shared, alert = view.alert } = body
    const changed = { name, pinned, shared, alert }
    if (own.some(each => each.id !== view.id && each.name === name)) throw new DomainError('savedViewExists')
    const begins = alert && !view.alert
    if (begins) refuseUnknown({ path: view.path, search: '' }, true)
    const watched = begins ? await watch(db, actor, tx.today, view) : {}
    await db
      .updateTable('saved_view')
      .set({ ...changed, ...watched })
      .where('id', '=', view.id)
      .execute()
    return { ...view, ...changed, by: null }
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
