import { sql } from 'kysely'
import type { AnswerOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import type { TableCode } from '#domain/supervision/register/edition/edition.ts'
import type {
  FeedbackFaultWire,
  FeedbackWire,
  feedbackHeadings,
} from '#domain/supervision/register/feedback/contract.ts'
import type { ColumnMatch, FeedbackRow } from '#domain/supervision/register/feedback/feedback.ts'
import {
  isOurs,
  isResolved,
  keptFaults,
  matchedColumns,
  placing,
} from '#domain/supervision/register/feedback/feedback.ts'
import { fieldOf } from '#domain/supervision/register/lint/field.ts'
import { leads } from '#domain/supervision/register/lint/lead.ts'
import { packageChanges, rowKey } from '#domain/supervision/register/package/changes.ts'
import { needsCleanRegister } from '#domain/supervision/register/package/format.ts'
import type { Row } from '#domain/supervision/register/table/row.ts'
import type { Day } from '#domain/values/day.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { lockRegister } from '#server/supervision/register/entry/lock.ts'
import { foundOrRefused } from '#server/supervision/register/entry/party.ts'
import type { HeadingsRead } from '#server/supervision/register/feedback/headings-task.ts'
import type { Linted } from '#server/supervision/register/lint.ts'
import { lintedRegister } from '#server/supervision/register/lint.ts'
import { faultKeysOf, keptRowsOf, packagesOf } from '#server/supervision/register/package/packages.ts'

type Stored = {
  packageId: string
  name: string
  columns: ColumnMatch
  faults: FeedbackRow[]
  readAt: string
  user: { name: string; surnames: string; email: string }
}

/** The answers that a bank has read, that to its newest file first. */
async function answersOf(db: Db, entityId: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select f.package_id as "packageId", f.name, f.columns, f.faults, f.read_at as "readAt",
      json_build_object('name', u.name, 'surnames', u.surnames, 'email', u.email) as user
    from register_feedback f join portal_user u on u.id = f.read_by
    where f.entity_id = ${entityId} order by f.package_id desc`.execute(db)
  return rows
}

/** The columns of an answer, matched as the last time (REG-22). */
export async function headingsOf(
  db: Db,
  entityId: string,
  { headings, sample }: HeadingsRead,
): Promise<AnswerOf<typeof feedbackHeadings>> {
  const before = await db
    .selectFrom('register_feedback')
    .select('columns')
    .where('entity_id', '=', entityId)
    .orderBy('read_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { headings, sample, matched: matchedColumns(headings, (before?.columns as ColumnMatch | undefined) ?? null) }
}

/** Keeps what the authority answered to a file, instead of what was kept of it. @throws DomainError notFound */
export async function keepFeedback(
  tx: Transaction,
  actor: Actor,
  {
    packageId,
    name,
    columns,
    rows,
  }: { packageId: string; name: string; columns: ColumnMatch; rows: readonly FeedbackRow[] },
): Promise<FeedbackWire> {
  const entityId = actor.participantId
  await lockRegister(tx, actor)
  const [file] = await packagesOf(tx.db, entityId, packageId)
  foundOrRefused(file && needsCleanRegister(file.format) ? file : undefined)
  const values = {
    ...{ name, read_by: actor.userId, read_at: tx.now },
    columns: JSON.stringify(columns),
    faults: JSON.stringify(rows),
  }
  await tx.db
    .insertInto('register_feedback')
    .values({ ...values, package_id: packageId, entity_id: entityId })
    .onConflict(conflict => conflict.column('package_id').doUpdateSet(values))
    .execute()
  tx.record({
    event: 'register.feedback-kept',
    object: { kind: 'register-package', id: packageId },
    participantId: entityId,
  })
  return feedbackOf(tx.db, entityId, tx.today, packageId)
}

/** Finds the rows of a register by their keys, which each table works out once. */
function rowsByKey({ edition, tables }: Pick<Linted, 'edition' | 'tables'>) {
  const byTable = new Map<TableCode, Map<string, Row>>()
  return (table: TableCode, key: string): Row | undefined => {
    const rows = byTable.get(table) ?? new Map(tables[table].map(row => [rowKey(edition, table, row.cells), row]))
    byTable.set(table, rows)
    return rows.get(key)
  }
}

const NOTHING: FeedbackWire = {
  ...{ package: null, name: '', readBy: '', readAt: null, faults: [], answered: [] },
  counts: { open: 0, resolved: 0, notOurs: 0 },
}

/**
 * What the authority answered to a file, each fault at its row, beside our check of that file.
 * @throws DomainError notFound for a file without an answer
 */
export async function feedbackOf(db: Db, entityId: string, today: Day, packageId?: string): Promise<FeedbackWire> {
  const [files, answers] = await Promise.all([packagesOf(db, entityId), answersOf(db, entityId)])
  const stored =
    packageId === undefined ? answers[0] : foundOrRefused(answers.find(each => each.packageId === packageId))
  if (!stored) return NOTHING
  const filed = files.filter(({ format }) => needsCleanRegister(format))
  const at = filed.findIndex(({ id }) => id === stored.packageId)
  const file = filed[at]!
  const rows = await keptRowsOf(db, file.id)
  const later = filed[at - 1]
  const laterRows = later && (await keptRowsOf(db, later.id))
  const laterAnswer = later && answers.find(each => each.packageId === later.id)
  const next = laterRows
    ? {
        changes: packageChanges(rows, laterRows),
        answer: laterAnswer ? laterAnswer.faults.map(placing(laterRows)) : null,
      }
    : null
  const now = await lintedRegister(db, entityId, today, file.referenceDate)
  const ours = (await faultKeysOf(db, file.id)) ?? keptFaults(now)
  const leadOf = leads(now.facts)
  const rowNow = rowsByKey(now)
  const faults = stored.faults.map(placing(rows)).map((fault): FeedbackFaultWire => {
    const { table, key, column } = fault
    const row = table && key !== null ? rowNow(table, key) : undefined
    const field = row && table && column ? fieldOf(table, column, row.place) : null
    const lead = row && leadOf({ place: row.place, owner: 'BANK', field })
    return {
      ...fault,
      isResolved: isResolved(fault, next),
      isOurs: isOurs(fault, ours),
      ...{ step: lead?.step ?? null, id: lead?.id ?? null, field: lead?.field ?? field },
    }
  })
  const resolved = faults.filter(each => each.isResolved).length
  const names = new Map(files.map(({ id, name }) => [id, name]))
  return {
    package: file,
    name: stored.name,
    readBy: calledBy(stored.user),
    readAt: stored.readAt,
    counts: { resolved, open: faults.length - resolved, notOurs: faults.filter(each => !each.isOurs).length },
    faults,
    answered: answers.map(each => ({ id: each.packageId, name: names.get(each.packageId) ?? '' })),
  }
}
