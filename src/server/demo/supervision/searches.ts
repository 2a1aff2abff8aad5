import { ago, type Seeding } from '#server/demo/seeding.ts'
import { newId } from '#server/platform/ids.ts'

/** What the demo bank looks for again and again: one search of its own with an alert, and one that it shares. */
export async function addSearches(seeding: Seeding): Promise<void> {
  const { tx, idsOf } = seeding
  const at = ago(seeding, 30)
  const view = { user_id: idsOf('cajamar').user, pinned: false, shared: false, alert: false, created_at: at }
  await tx.db
    .insertInto('saved_view')
    .values([
      {
        ...view,
        id: newId(at),
        name: 'Nuevos calificados',
        path: '/provider',
        search: 'status=QUALIFIED',
        alert: true,
      },
      {
        ...view,
        id: newId(at),
        name: 'Esenciales que no cumplen',
        path: '/required-levels',
        search: 'critical=YES&situation=BELOW',
        shared: true,
      },
    ])
    .execute()
}
