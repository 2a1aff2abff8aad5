import { sql } from 'kysely'
import { REMIND_DAYS } from '#domain/supervision/chain/stance.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays } from '#domain/values/day.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { lockParticipants } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'

/** Chains or reminders per transaction. */
const AT_ONCE = 200

type Changed = { providerId: string; providerName: string; serviceId: string; serviceName: string; days: Day[] }

/** The chains with material changes of before today that banks were not notified of, with the days from which they hold. */
async function changedChains(db: Db, today: Day): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select l.provider_id as "providerId", p.display_name as "providerName", l.service_id as "serviceId",
      s.description as "serviceName", array_agg(distinct l.changed_from::text order by l.changed_from::text) as days
    from subcontract l
      join participant p on p.id = l.provider_id and p.deleted_at is null and p.onboarded_at is not null
      join service s on s.id = l.service_id
    where l.changed_on < ${today}::date
    group by l.provider_id, p.display_name, l.service_id, s.description
    order by l.provider_id, l.service_id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** Tells of all the changes of a chain until yesterday at once (CHAIN-07). */
async function tellChanges(tx: Transaction): Promise<number> {
  const due = await changedChains(tx.db, tx.today)
  if (due.length === 0) return 0
  await lockParticipants(tx.db, [...new Set(due.map(({ providerId }) => providerId))])
  // Read again under the locks.
  const changed = await changedChains(tx.db, tx.today)
  for (const { days, ...chain } of changed) {
    tx.record({
      event: 'chain.changed',
      object: { kind: 'chain', id: chain.serviceId },
      participantId: chain.providerId,
      facts: { ...chain, holdsFrom: days, onceKey: `CHAIN_CHANGED:${chain.providerId}:${chain.serviceId}:${tx.today}` },
    })
  }
  await sql`
    update subcontract l set changed_on = null, changed_from = null
    from unnest(${changed.map(each => each.providerId)}::text[], ${changed.map(each => each.serviceId)}::text[])
      as c (provider_id, service_id)
    where l.provider_id = c.provider_id and l.service_id = c.service_id
      and l.changed_on < ${tx.today}::date`.execute(tx.db)
  return changed.length
}

type Due = Omit<Changed, 'days'> & { useId: string; entityId: string; subcontractId: string; expiresOn: Day }

/**
 * The changes of the coming days that a bank with a critical use has taken no stance on: a subcontractor that begins to
 * underpin the service or to handle data, or one that underpinned it and ends.
 */
async function stancesDue(db: Db, today: Day): Promise<Due[]> {
  const [from, to] = [today, addDays(today, REMIND_DAYS)]
  const { rows } = await sql<Due>`
    select u.id as "useId", u.entity_id as "entityId", l.id as "subcontractId", c.due as "expiresOn",
      p.id as "providerId", p.display_name as "providerName", s.id as "serviceId", s.description as "serviceName"
    from subcontract l
      cross join lateral (values
        (l.since, (l.underpins or l.handles_data) and (l.until is null or l.until >= l.since)),
        (l.until, l.underpins and l.until >= l.since)) as c (due, matters)
      join service_use u on u.provider_id = l.provider_id and u.service_id = l.service_id and u.until is null
        and u.critical = 'YES'
      join participant e on e.id = u.entity_id and e.deleted_at is null
      join participant p on p.id = l.provider_id and p.deleted_at is null and p.onboarded_at is not null
      join service s on s.id = l.service_id
    where c.matters and c.due between ${from}::date and ${to}::date
      and not exists (select from chain_stance t where t.use_id = u.id and t.subcontract_id = l.id)
      and not exists (
        select from chain_reminder r where r.use_id = u.id and r.subcontract_id = l.id and r.due_on = c.due)
    order by c.due, u.id, l.id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** Reminds each bank once of a change that a critical use depends on (CHAIN-08). */
async function remind(tx: Transaction): Promise<number> {
  const due = await stancesDue(tx.db, tx.today)
  if (due.length === 0) return 0
  for (const { useId, entityId, subcontractId, ...facts } of due) {
    const onceKey = `CHAIN_STANCE_DUE:${useId}:${subcontractId}:${facts.expiresOn}`
    tx.record({
      event: 'stance.due',
      object: { kind: 'stance', id: useId },
      participantId: entityId,
      facts: { participantId: entityId, onceKey },
      told: { ...facts, useId },
    })
  }
  await tx.db
    .insertInto('chain_reminder')
    .values(
      due.map(({ useId, subcontractId, expiresOn }) => ({
        use_id: useId,
        subcontract_id: subcontractId,
        due_on: expiresOn,
        reminded_at: tx.now,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return due.length
}

/**
 * Tells banks of the changes in chains, and reminds them of those without a stance. Idempotent, at any hour and on any
 * number of servers.
 */
export async function announceChains(app: AppContext): Promise<void> {
  for (const work of [tellChanges, remind]) {
    for (;;) {
      const done = await inTransaction(app, null, async tx => {
        return (await isAlone(tx.db, jobLocks.chains)) ? work(tx) : 0
      })
      if (done < AT_ONCE) break
    }
  }
}
