import { sql } from 'kysely'
import { remindersDue } from '#domain/incident/bulletin/bulletin.ts'
import type { Severity } from '#domain/incident/particulars.ts'
import type { AppContext } from '#server/app/app-context.ts'
import type { Transaction } from '#server/app/transaction.ts'
import { inTransaction } from '#server/app/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** Advisory lock id (arbitrary): one server reminds at a time. */
const BULLETINS_LOCK = 72_616_079

/** Reminders per transaction. */
const AT_ONCE = 200

type Due = {
  bulletinId: string
  entityId: string
  providerId: string
  providerName: string
  severity: Severity
  publishedAt: string
  reminded: number
}

/** The banks that have not acknowledged a bulletin, at the hours of its severity (AFFECT-10). */
async function remindersOf(db: Db, now: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select b.id as "bulletinId", t.entity_id as "entityId", b.provider_id as "providerId",
      p.display_name as "providerName", b.severity, b.published_at as "publishedAt", t.reminded
    from bulletin_sent t
      join bulletin b on b.id = t.bulletin_id
      join participant p on p.id = b.provider_id and p.deleted_at is null
      join participant e on e.id = t.entity_id and e.deleted_at is null
    where t.reminded < case when b.severity in ('HIGH', 'CRITICAL') then 2 else 1 end
      and b.published_at <= ${now}::timestamptz - case
        when b.severity not in ('HIGH', 'CRITICAL') then interval '72 hours'
        when t.reminded = 0 then interval '4 hours' else interval '24 hours' end
      and not exists (
        select from acknowledgement a where a.bulletin_id = t.bulletin_id and a.entity_id = t.entity_id)
    order by b.published_at, b.id, t.entity_id limit ${AT_ONCE}
    for update of t`.execute(db)
  return rows
}

/** One reminder for each, also where a stopped server missed one: the hours that have passed count as told. */
async function remind(tx: Transaction): Promise<number> {
  const due = await remindersOf(tx.db, tx.now)
  for (const { bulletinId, entityId, providerId, providerName, severity, publishedAt } of due) {
    const reminded = remindersDue(severity, publishedAt, tx.now)
    const onceKey = `ACKNOWLEDGEMENT_DUE:${bulletinId}:${entityId}:${reminded}`
    await tx.db
      .updateTable('bulletin_sent')
      .set({ reminded })
      .where('bulletin_id', '=', bulletinId)
      .where('entity_id', '=', entityId)
      .execute()
    tx.record({
      event: 'acknowledgement.due',
      object: { kind: 'acknowledgement', id: bulletinId },
      participantId: entityId,
      facts: { participantId: entityId, onceKey },
      told: { bulletinId, providerId, providerName, severity },
    })
  }
  return due.length
}

/** Reminds banks of bulletins that wait for them. Idempotent, at any hour and on any number of servers. */
export async function announceBulletins(app: AppContext): Promise<void> {
  for (;;) {
    const done = await inTransaction(app, null, async tx => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(BULLETINS_LOCK)}) as mine`.execute(tx.db)
      return rows[0]!.mine ? remind(tx) : 0
    })
    if (done < AT_ONCE) return
  }
}
