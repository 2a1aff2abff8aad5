import { sql } from 'kysely'
import type { AppContext } from '#server/app/app-context.ts'
import { inTransaction } from '#server/app/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
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
    await tx
      .insertInto('file_damage')
      .values({ name: sha256, kind: state, found_at: now })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ kind: state }))
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
  files: string[]
  documents: string[]
}

/** Notifies CCI once of each new damage, with one notification per owner. */
export async function tellDamage(app: AppContext): Promise<void> {
  await inTransaction(app, null, async tx => {
    const untold = await tx.db
      .selectFrom('file_damage')
      .select(['name', 'kind'])
      .where('told_at', 'is', null)
      .where('kind', 'in', ['corrupt', 'missing'])
      .orderBy('name')
      .forUpdate()
      .execute()
    if (untold.length === 0) return
    const names = untold.map(damage => damage.name)
    const kinds = new Map(untold.map(damage => [damage.name, damage.kind]))
    for (const owner of await ownersOf(tx.db, names)) {
      tx.record({
        event: 'file.damaged',
        object: { kind: 'file', id: owner.files[0]! },
        participantId: owner.participantId,
        facts: {
          participantId: owner.participantId ?? undefined,
          participantName: owner.participantName ?? undefined,
          issuerId: owner.issuerId ?? undefined,
          documents: owner.documents,
        },
        data: { files: owner.files.map(sha256 => ({ sha256, kind: kinds.get(sha256) })) },
      })
    }
    await tx.db.updateTable('file_damage').set({ told_at: tx.now }).where('name', 'in', names).execute()
  })
}

/**
 * The owners and names of the files; a shared file appears under each owner. A blocked file is listed by its hash,
 * because its name belongs to a deleted participant (D44).
 */
async function ownersOf(db: Db, names: readonly string[]): Promise<Owner[]> {
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
    select u.participant_id as "participantId", u.display_name as "participantName", u.issuer_id as "issuerId",
      array_agg(distinct n.name) as files, array_agg(distinct coalesce(u.file_name, left(n.name, 12))) as documents
    from unnest(${names}::text[]) as n (name) left join shown u on u.sha256 = n.name
    group by u.participant_id, u.display_name, u.issuer_id
    order by u.participant_id nulls last, u.issuer_id nulls first`.execute(db)
  return rows
}
