import { sql } from 'kysely'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'
import type { FileState } from '#server/platform/files/store.ts'
import { logProblem } from '#server/platform/log.ts'

/** Records the result of a check of a stored file: the time, and whether the file is intact (R8). */
export async function noteState(app: AppContext, sha256: string, state: FileState): Promise<void> {
  const now = app.clock.now()
  await app.db.transaction().execute(async tx => {
    const row = await tx
      .updateTable('stored_file')
      .set({ checked_at: now })
      .where('sha256', '=', sha256)
      .returning('sha256')
      .executeTakeFirst()
    if (state === 'whole' || !row) {
      await tx.deleteFrom('file_damage').where('name', '=', sha256).execute()
      return
    }
    // Damage that is known takes no lock, so readers of one lost file do not wait for each other.
    await tx
      .insertInto('file_damage')
      .values({ name: sha256, kind: state, found_at: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await tx
      .updateTable('file_damage')
      .set({ kind: state })
      .where('name', '=', sha256)
      .where('kind', '<>', state)
      .execute()
  })
}

/**
 * A reader was refused a damaged file: records it and notifies CCI (D23). Never fails, because the reader already has
 * its answer.
 */
export async function noteDamage(app: AppContext, sha256: string): Promise<void> {
  try {
    const file = await app.db.selectFrom('stored_file').select('size').where('sha256', '=', sha256).executeTakeFirst()
    if (!file) return
    await noteState(app, sha256, await app.files.check(sha256, file.size, async () => {}))
    await tellDamage(app)
  } catch (error) {
    logProblem('damage-not-told', error)
  }
}

type Owner = {
  participantId: string | null
  participantName: string | null
  /** The issuer of the incident that the files belong to. */
  issuerId: string | null
  files: { sha256: string; kind: string }[]
  documents: string[]
}

/** Owners per transaction. */
export const OWNERS_AT_ONCE = 100

/**
 * Notifies CCI once of each new damage, with one notification per owner. A lost disk may concern every owner, so each
 * transaction tells of a few; the next call continues after a stop. Returns at once when another server is at it.
 */
export async function tellDamage(app: AppContext): Promise<void> {
  while (await inTransaction(app, null, tellSome));
}

/** @returns whether there is more to tell */
async function tellSome(tx: Transaction): Promise<boolean> {
  if (!(await isAlone(tx.db, jobLocks.reportDamage))) return false
  const next = await tx.db
    .deleteFrom('damage_owner')
    .where('key', 'in', eb => eb.selectFrom('damage_owner').select('key').orderBy('key').limit(OWNERS_AT_ONCE))
    .returning('key')
    .execute()
  if (next.length === 0) return beginReport(tx)
  for (const owner of await ownersOf(
    tx.db,
    next.map(({ key }) => key),
  )) {
    const { participantId, participantName, issuerId, files, documents } = owner
    tx.record({
      event: 'file.damaged',
      object: { kind: 'file', id: files[0]!.sha256 },
      participantId,
      facts: {
        participantId: participantId ?? undefined,
        participantName: participantName ?? undefined,
        issuerId: issuerId ?? undefined,
        documents,
      },
      data: { files },
    })
  }
  return true
}

/** Ends the report after its last owner, and begins one of the damage found since. @returns whether there is any */
async function beginReport({ db, now, newId }: Transaction): Promise<boolean> {
  await db
    .updateTable('file_damage')
    .set({ told_at: now, report_id: null })
    .where('report_id', 'is not', null)
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('file_damage')
    .set({ report_id: newId() })
    .where('name', 'in', eb =>
      eb
        .selectFrom('file_damage')
        .select('name')
        .where('told_at', 'is', null)
        .where('kind', 'in', ['corrupt', 'missing'])
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await sql`
    insert into damage_owner (key, participant_id, issuer_id)
      select distinct ${key}, u.participant_id, u.issuer_id
      from file_damage n left join (${shown}) u on u.sha256 = n.name where n.report_id is not null
    on conflict do nothing`.execute(db)
  return true
}

/** Files without an owner come last. */
const key = sql`concat(coalesce(u.participant_id, '~'), ' ', u.issuer_id)`

/** The files that are used, by owner. */
const used = sql`
  select w.sha256, w.file_name, v.participant_id, null as issuer_id from document_version w
    join document d on d.id = w.document_id join validation v on v.id = d.validation_id
  union all
  select s.sha256, s.file_name, v.participant_id, null from score s join validation v on v.id = s.validation_id
  union all
  select f.sha256, f.file_name, i.provider_id, nullif(i.issuer_id, i.provider_id) from incident_document f
    join incident i on i.id = f.incident_id
  union all
  select f.sha256, f.file_name, d.provider_id, null from finding_file f join finding d on d.id = f.finding_id
  union all
  select f.sha256, f.file_name, v.participant_id, null from clarification_file f
    join clarification_message m on m.id = f.message_id join clarification c on c.id = m.clarification_id
    join validation v on v.id = c.validation_id`

/** Those whose owner and issuer are not deleted. */
const shown = sql`
  select u.*, p.display_name from (${used}) u join participant p on p.id = u.participant_id and p.deleted_at is null
  where not exists (select from participant r where r.id = u.issuer_id and r.deleted_at is not null)`

/**
 * Some owners of a report and the names of their files; a shared file appears under each owner. A blocked file is listed
 * by its hash, because its name belongs to a deleted participant (D44).
 */
async function ownersOf(db: Db, keys: readonly string[]): Promise<Owner[]> {
  const ids = keys.map(each => each.replace(/ .*$/s, ''))
  const columns = sql`
    jsonb_agg(distinct jsonb_build_object('sha256', n.name, 'kind', n.kind)) as files,
    array_agg(distinct coalesce(u.file_name, left(n.name, 12))) as documents`
  const { rows } = await sql<Owner>`
    select u.participant_id as "participantId", u.display_name as "participantName", u.issuer_id as "issuerId", ${columns}
    from (${shown}) u join file_damage n on n.name = u.sha256
    where u.participant_id = any(${ids}) and n.report_id is not null and ${key} = any(${keys})
    group by u.participant_id, u.display_name, u.issuer_id
    order by u.participant_id, u.issuer_id nulls first`.execute(db)
  if (!ids.includes('~')) return rows
  const { rows: unowned } = await sql<Owner>`
    select null as "participantId", null as "participantName", null as "issuerId", ${columns}
    from file_damage n left join (${shown}) u on u.sha256 = n.name
    where n.report_id is not null and u.sha256 is null having count(*) > 0`.execute(db)
  return [...rows, ...unowned]
}
