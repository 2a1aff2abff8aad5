import { sql } from 'kysely'
import { announceExpiries } from '#server/expiry/announce.ts'
import type { AppContext } from '#server/kernel/app-context.ts'

/**
 * Announces past expiries on their own days and without mails, so that a visitor's first list of notifications is not
 * full of two years of entries from this minute.
 */
export async function announceThePast(app: AppContext): Promise<void> {
  await announceExpiries(app)
  const now = app.clock.now()
  await app.db.transaction().execute(async tx => {
    await sql`
      update notification n set created_at = least(${now}::timestamptz, s.expires_on + 1 + interval '7 hours')
      from score s where n.once_key like '%:' || s.id`.execute(tx)
    // A step of the ladder: 'type:id:expiry:step'.
    await sql`
      update notification n set created_at = least(${now}::timestamptz,
        split_part(n.once_key, ':', 3)::date - split_part(n.once_key, ':', 4)::integer + interval '7 hours')
      where n.type in ('SCORE_NOTICE_LAPSED', 'DOC_NOTICE_LAPSED', 'AUDIT_NOTICE_EXPIRED')`.execute(tx)
    await sql`
      update notification n set created_at = least(${now}::timestamptz, p.accredited_until + 1 + interval '7 hours')
      from participant p where n.type = 'AUDIT_EXPIRED' and n.once_key like 'AUDIT_EXPIRED:' || p.id || ':%'`.execute(
      tx,
    )
    await tx.deleteFrom('outbox_mail').where('template', 'in', ['notification', 'digest']).execute()
  })
}
