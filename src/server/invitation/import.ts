import { DomainError } from '#domain/contract/domain-error.ts'
import { IMPORT_MAX, PREVIEW_MAX, type SheetRow, takenFaults } from '#domain/invitation/preload.ts'
import { emailRule } from '#domain/values/contact/email.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import { newOneTimePassword } from '#server/identity/session/one-time-password.ts'
import { type Invited, issueInvitations } from '#server/invitation/issue.ts'
import type { ServerPreload } from '#server/invitation/preloads.ts'
import { takenAddresses } from '#server/invitation/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import {
  checkPreloadRows,
  type PreloadSheet,
  readPreloadRows,
  readPreloadSheet,
} from '#server/platform/spreadsheet/preload-sheet.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/**
 * Invites every participant of a sheet, or none (D28, API-43, EASE-13).
 * @returns the number of invitations.
 * @throws DomainError importExtension (ERR-04), or as `inviteChecked`
 */
export async function inviteSheet<Column extends string, Unique extends Column>(
  app: AppContext,
  tx: Transaction,
  kind: ServerPreload<Column, Unique>,
  file: Upload,
): Promise<number> {
  return inviteChecked(app, tx, kind, await understood(readPreloadRows(kind.preload, file, app.settings)))
}

/**
 * Invites the participants of the rows that CCI has seen in the browser, or none. The rules are those of the file.
 * @returns the number of invitations.
 * @throws DomainError as `inviteChecked`
 */
export async function inviteRows<Column extends string, Unique extends Column>(
  app: AppContext,
  tx: Transaction,
  kind: ServerPreload<Column, Unique>,
  rows: readonly SheetRow<Column>[],
): Promise<number> {
  const normalised = rows.map(row => ({ ...kind.preload.normalise(row), line: row.line }))
  return inviteChecked(app, tx, kind, await checkPreloadRows(kind.preload, normalised, app.settings))
}

/**
 * The rows of a sheet as CCI sees them before the sending, and which of their identifying values exist already.
 * @throws DomainError importExtension (ERR-04), or importWrong (ERR-05) when the sheet cannot be read as rows
 */
export async function previewSheet<Column extends string, Unique extends Column>(
  db: Db,
  kind: ServerPreload<Column, Unique>,
  file: Upload,
): Promise<{ rows: SheetRow<Column>[]; taken: Record<Unique, string[]> }> {
  const { rows, errors } = await understood(readPreloadSheet(kind.preload, file))
  if (errors.length > 0) throw new DomainError('importWrong', { details: { rows: errors } })
  if (rows.length > PREVIEW_MAX) throw tooMany(kind, rows.length, PREVIEW_MAX)
  const taken = await takenOf(db, kind, rows)
  const listed = kind.preload.unique.map(column => [column, [...taken[column]]])
  return { rows, taken: Object.fromEntries(listed) as Record<Unique, string[]> }
}

/**
 * @throws DomainError importWrong, or importConflict when every fault is an existing address, code or company (ERR-05),
 * with `rows`: each fault's line as the spreadsheet program shows it, its column and a sentence
 */
async function inviteChecked<Column extends string, Unique extends Column>(
  app: AppContext,
  tx: Transaction,
  kind: ServerPreload<Column, Unique>,
  { rows, errors }: PreloadSheet<Column>,
): Promise<number> {
  if (rows.length > IMPORT_MAX) throw tooMany(kind, rows.length, IMPORT_MAX)
  const taken = await takenOf(tx.db, kind, rows)
  const conflicts = rows
    .flatMap(row => takenFaults(kind.preload, row, taken, app.settings))
    .map(({ reason: _reason, ...fault }) => fault)
  const faults = [...errors, ...conflicts].sort((a, b) => a.line - b.line)
  if (errors.length > 0) throw new DomainError('importWrong', { details: { rows: faults } })
  if (conflicts.length > 0) throw new DomainError('importConflict', { details: { rows: faults } })
  const invited: Invited[] = []
  for (const row of rows) invited.push({ draft: kind.draftOf(row), password: await newOneTimePassword(app) })
  await issueInvitations(tx, invited)
  return rows.length
}

const tooMany = ({ tooMany: sentence }: Pick<ServerPreload<string, never>, 'tooMany'>, count: number, max: number) =>
  new DomainError('importWrong', { fields: { file: sentence(count, max) }, details: { rows: [] } })

async function understood<Column extends string>(
  reading: Promise<PreloadSheet<Column>>,
): Promise<PreloadSheet<Column>> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    if (error.code === 'extension') throw new DomainError('importExtension')
    throw new DomainError('importWrong', { fields: { file: error.message }, details: { rows: [] } })
  }
}

/** What the portal already has of the rows' identifying values, as keys. */
async function takenOf<Column extends string, Unique extends Column>(
  db: Db,
  { preload, taken }: ServerPreload<Column, Unique>,
  rows: readonly SheetRow<Column>[],
): Promise<Record<Unique, Set<string>>> {
  const found: [Unique, Set<string>][] = []
  for (const column of preload.unique) {
    const values = rows.map((row: Record<Column, string>) => row[column])
    const find = column === 'email' ? takenEmails : taken[column as Exclude<Unique, 'email'>]
    found.push([column, await find(db, values)])
  }
  return Object.fromEntries(found) as Record<Unique, Set<string>>
}

const takenEmails = (db: Db, emails: readonly string[]) =>
  takenAddresses(
    db,
    emails.filter(email => emailRule(email) === null),
  )
