import { sql } from 'kysely'
import type { AppContext } from '#server/app/app-context.ts'
import { announceExpiries } from '#server/expiry/announce.ts'

/**
 * Announces past expiries on their own days and without mails, so that a visitor's first list of notifications is not
 * full of two years of entries from this minute.
 */
export async function announceThePast(app: AppContext): Promise<void> {
  await announceExpiries(app)
  const now = app.clock.now()
  await app.db.transaction().execute(async tx => {
    await sql`
      update notification n set created_at = least(${now}::timestamptz, case n.type
          when 'SCORE_NOTICE_LAPSED' then s.expires_on - 30 else s.expires_on + 1 end + interval '7 hours')
      from score s where n.once_key like '%:' || s.id`.execute(tx)
    await sql`
      update notification n set created_at = least(${now}::timestamptz, p.accredited_until + 1 + interval '7 hours')
      from participant p where n.type = 'AUDIT_EXPIRED' and n.once_key like 'AUDIT_EXPIRED:' || p.id || ':%'`.execute(
      tx,
    )
    await tx.deleteFrom('outbox_mail').where('template', '=', 'notification').execute()
  })
}
