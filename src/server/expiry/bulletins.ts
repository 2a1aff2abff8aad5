import { sql } from 'kysely'
import { reminderHours, remindersDue } from '#domain/incident/bulletin/bulletin.ts'
import { type Severity, severities } from '#domain/incident/particulars.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'

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

const steps = severities.flatMap(severity =>
  reminderHours(severity).map((hours, reminded) => ({ severity, reminded, hours })),
)

/** The banks that have not acknowledged a bulletin, at the hours of its severity (AFFECT-10). */
async function remindersOf(db: Db, now: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select b.id as "bulletinId", t.entity_id as "entityId", b.provider_id as "providerId",
      p.display_name as "providerName", b.severity, b.published_at as "publishedAt", t.reminded
    from bulletin_sent t
      join bulletin b on b.id = t.bulletin_id
      join participant p on p.id = b.provider_id and p.deleted_at is null
      join participant e on e.id = t.entity_id and e.deleted_at is null
      -- The hours of the next reminder; none is due where all were sent.
      join jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step(severity text, reminded int, hours int)
        on step.severity = b.severity and step.reminded = t.reminded
    where b.published_at <= ${now}::timestamptz - make_interval(hours => step.hours)
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
    const done = await inTransaction(app, null, async tx =>
      (await isAlone(tx.db, jobLocks.bulletins)) ? remind(tx) : 0,
    )
    if (done < AT_ONCE) return
  }
}
