import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerOf, BodyOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import { proposedReferenceDate } from '#domain/supervision/register/as-of.ts'
import type {
  ChangesWire,
  listPackages,
  makePackage as makeContract,
  PackageWire,
} from '#domain/supervision/register/contract.ts'
import { editionNumbered, shippedEditions } from '#domain/supervision/register/edition/editions.ts'
import { groupEntities } from '#domain/supervision/register/facts.ts'
import type { KeptFault } from '#domain/supervision/register/feedback/feedback.ts'
import { keptFaults } from '#domain/supervision/register/feedback/feedback.ts'
import { levelOf } from '#domain/supervision/register/group/level.ts'
import { countFaults } from '#domain/supervision/register/lint/lint.ts'
import type { EditionRows, KeptTables, RowChange } from '#domain/supervision/register/package/changes.ts'
import { keptOf, packageChanges } from '#domain/supervision/register/package/changes.ts'
import { CHANGES_SHOWN, needsCleanRegister } from '#domain/supervision/register/package/format.ts'
import type { FileAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { loadedEdition } from '#server/supervision/register/edition/editions.ts'
import { pageInOrder } from '#server/supervision/register/entry/page.ts'
import { foundOrRefused } from '#server/supervision/register/entry/party.ts'
import { lintedRegister } from '#server/supervision/register/lint.ts'
import { registerFile } from '#server/supervision/register/package/files.ts'

type Row = Omit<PackageWire, 'madeBy' | 'counts'> & {
  counts: PackageWire['counts']
  user: { name: string; surnames: string; email: string }
}

/** The files that a bank made, the newest first. */
export async function packagesOf(db: Db, entityId: string, id: string | null = null): Promise<PackageWire[]> {
  const { rows } = await sql<Row>`
    select k.id, k.format, k.edition, k.reference_date as "referenceDate", k.name, k.made_at as "madeAt", k.sha256,
      length(k.content) as size, k.lint_summary as counts,
      json_build_object('name', u.name, 'surnames', u.surnames, 'email', u.email) as user
    from register_package k join portal_user u on u.id = k.made_by
    where k.entity_id = ${entityId} and (${id}::text is null or k.id = ${id}) order by k.id desc`.execute(db)
  return rows.map(({ user, ...row }) => ({ ...row, madeBy: calledBy(user) }))
}

export async function packagePage(
  db: Db,
  entityId: string,
  { madeAs, ...asked }: QueryOf<typeof listPackages>,
): Promise<AnswerOf<typeof listPackages>> {
  const all = await packagesOf(db, entityId)
  return pageInOrder(madeAs ? all.filter(each => each.format === madeAs) : all, asked, 'madeAt')
}

/**
 * Makes a file of the register as of a reference date, and keeps it (DORA-21, DORA-24, REG-09).
 * @throws DomainError registerBlocked, invalid
 */
export async function makePackage(
  tx: Transaction,
  actor: Actor,
  { format, referenceDate = proposedReferenceDate(tx.today) }: BodyOf<typeof makeContract>,
): Promise<PackageWire> {
  const entityId = actor.participantId
  const { edition, facts, tables, faults } = await lintedRegister(tx.db, entityId, tx.today, referenceDate)
  const counts = countFaults(faults)
  if (needsCleanRegister(format) && counts.BLOCKING > 0) {
    throw new DomainError('registerBlocked', { values: { n: String(counts.BLOCKING) } })
  }
  const { lei, country } = facts.entity
  const about = {
    edition,
    level: levelOf(groupEntities(facts).length),
    lei: lei ?? 'SIN-LEI',
    country: country ?? 'ES',
    referenceDate,
    madeAt: tx.now,
    tables,
  }
  const { name, bytes } = await registerFile(format, about, faults)
  const id = tx.newId()
  await tx.db
    .insertInto('register_package')
    .values({
      id,
      entity_id: entityId,
      format,
      edition: edition.number,
      edition_load: edition.load,
      reference_date: referenceDate,
      name,
      made_by: actor.userId,
      made_at: tx.now,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      content: Buffer.from(bytes),
      lint_summary: JSON.stringify(counts),
      rows: JSON.stringify(keptOf(tables)),
      faults: JSON.stringify(keptFaults({ edition, tables, faults })),
    })
    .execute()
  tx.record({ event: 'register-package.made', object: { kind: 'register-package', id }, participantId: entityId })
  return foundOrRefused((await packagesOf(tx.db, entityId, id))[0])
}

/** One of those files, as it was made. The audit log notes the download. @throws DomainError notFound */
export async function packageContent(app: AppContext, actor: Actor, id: string): Promise<FileAnswer> {
  const { participantId } = actor
  const row = foundOrRefused(
    await app.db
      .selectFrom('register_package')
      .select(['name', 'content', 'format', 'sha256'])
      .where('id', '=', id)
      .where('entity_id', '=', participantId)
      .executeTakeFirst(),
  )
  const bytes = new Uint8Array(row.content)
  if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) throw new DomainError('fileDamaged')
  return {
    name: row.name,
    mediaType:
      row.format === 'XLSX' ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'application/zip',
    bytes,
    onSend: () =>
      inTransaction(app, actor, async tx =>
        tx.record({ event: 'register-package.downloaded', object: { kind: 'register-package', id }, participantId }),
      ),
  }
}

/** What changed since another file, by default the one before (DORA-24). @throws DomainError notFound */
export async function packageChangesOf(
  db: Db,
  entityId: string,
  id: string,
  other: string | undefined,
): Promise<ChangesWire> {
  const all = await packagesOf(db, entityId)
  const at = all.findIndex(each => each.id === id)
  if (at < 0) throw new DomainError('notFound')
  const before = other === undefined ? all[at + 1] : foundOrRefused(all.find(each => each.id === other))
  if (!before) return { with: null, counts: { NEW: 0, GONE: 0, CHANGED: 0 }, changes: [] }
  const changes = packageChanges(await keptRowsOf(db, before.id), await keptRowsOf(db, id))
  const count = (kind: string) => changes.filter(each => each.kind === kind).length
  return {
    with: before,
    counts: { NEW: count('NEW'), GONE: count('GONE'), CHANGED: count('CHANGED') },
    changes: changes.slice(0, CHANGES_SHOWN),
  }
}

/** What differs from the last file for the authority, by table; `with` is null when none was made (REG-24). */
export async function changesSinceFiled(
  db: Db,
  entityId: string,
  now: EditionRows,
): Promise<{ with: PackageWire | null; changes: RowChange[] }> {
  const filed = (await packagesOf(db, entityId)).find(({ format }) => needsCleanRegister(format))
  if (!filed) return { with: null, changes: [] }
  return { with: filed, changes: packageChanges(await keptRowsOf(db, filed.id), now) }
}

/** The rows of a file that was made, with the edition that it follows, as both were then. */
export async function keptRowsOf(db: Db, id: string): Promise<EditionRows> {
  const { rows, edition, load } = await db
    .selectFrom('register_package')
    .select(['rows', 'edition', 'edition_load as load'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const loaded = load === null ? undefined : await loadedEdition(db, load)
  return { edition: loaded ?? editionNumbered(edition, shippedEditions), rows: rows as KeptTables }
}

/** What our check found in a file when it was made; null of one that an earlier version made. */
export async function faultKeysOf(db: Db, id: string): Promise<KeptFault[] | null> {
  const { faults } = await db
    .selectFrom('register_package')
    .select('faults')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return faults as KeptFault[] | null
}
