import { sql } from 'kysely'
import type { AppContext } from '#server/app/app-context.ts'
import type { Transaction } from '#server/app/transaction.ts'
import { inTransaction } from '#server/app/transaction.ts'
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
  /** The place of the owner in a report. */
  key: string
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
  const report = await presentReport(tx)
  if (!report) return false
  const owners = await ownersOf(tx.db, report)
  for (const { participantId, participantName, issuerId, files, documents } of owners) {
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
  const last = owners[OWNERS_AT_ONCE - 1]
  if (last) {
    await tx.db.updateTable('damage_report').set({ after: last.key }).where('id', '=', report.id).execute()
    return true
  }
  await tx.db
    .updateTable('file_damage')
    .set({ told_at: tx.now, report_id: null })
    .where('report_id', '=', report.id)
    .execute()
  await tx.db.deleteFrom('damage_report').where('id', '=', report.id).execute()
  // Files that were found damaged meanwhile.
  return true
}

type Report = { id: string; after: string }

/** The report under way, else a new one of all damage that is not told; undefined: there is none. */
async function presentReport({ db, newId }: Transaction): Promise<Report | undefined> {
  const present = await db.selectFrom('damage_report').selectAll().limit(1).executeTakeFirst()
  if (present) return present
  const id = newId()
  const { numUpdatedRows } = await db
    .updateTable('file_damage')
    .set({ report_id: id })
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
  if (numUpdatedRows === 0n) return undefined
  return db.insertInto('damage_report').values({ id }).returningAll().executeTakeFirstOrThrow()
}

/**
 * The next owners of a report and the names of their files; a shared file appears under each owner. A blocked file is
 * listed by its hash, because its name belongs to a deleted participant (D44).
 */
async function ownersOf(db: Db, { id, after }: Report): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    with used as (
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
        join validation v on v.id = c.validation_id
    ),
    shown as (
      select u.*, p.display_name from used u join participant p on p.id = u.participant_id and p.deleted_at is null
      where not exists (select from participant r where r.id = u.issuer_id and r.deleted_at is not null)
    )
    select owner.key, u.participant_id as "participantId", u.display_name as "participantName", u.issuer_id as "issuerId",
      jsonb_agg(distinct jsonb_build_object('sha256', n.name, 'kind', n.kind)) as files,
      array_agg(distinct coalesce(u.file_name, left(n.name, 12))) as documents
    from file_damage n left join shown u on u.sha256 = n.name
      -- Files without an owner come last.
      cross join lateral (
        select concat(coalesce(u.participant_id, '~'), ' ', u.issuer_id) collate "C" as key) owner
    where n.report_id = ${id} and owner.key > ${after}
    group by 1, 2, 3, 4 order by 1 limit ${OWNERS_AT_ONCE}`.execute(db)
  return rows
}
