import { DomainError } from '#domain/contract/domain-error.ts'
import {
  type EntityRow,
  IMPORT_MAX,
  normaliseEntity,
  PREVIEW_MAX,
  takenFault,
  uniqueColumns,
} from '#domain/invitation/preload.ts'
import { nrbeRule } from '#domain/values/company/nrbe.ts'
import { emailRule } from '#domain/values/contact/email.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import { newOneTimePassword } from '#server/identity/session/one-time-password.ts'
import { type Invited, issueInvitations } from '#server/invitation/issue.ts'
import { takenAddresses, takenNrbes } from '#server/invitation/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { EntityRowError, EntitySheet } from '#server/platform/spreadsheet/entities.ts'
import { checkEntityRows, readEntityRows, readEntitySheet } from '#server/platform/spreadsheet/entities.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/**
 * Invites every entity of a sheet, or none (D28, API-43).
 * @returns the number of invitations.
 * @throws DomainError importExtension (ERR-04), or as `inviteChecked`
 */
export async function importEntitiesFrom(app: AppContext, tx: Transaction, file: Upload): Promise<number> {
  return inviteChecked(app, tx, await understood(readEntityRows(file)))
}

/**
 * Invites the entities that CCI has seen in the browser, or none. The rules are those of the file.
 * @returns the number of invitations.
 * @throws DomainError as `inviteChecked`
 */
export async function inviteRows(app: AppContext, tx: Transaction, rows: readonly EntityRow[]): Promise<number> {
  return inviteChecked(app, tx, await checkEntityRows(rows.map(row => ({ line: row.line, ...normaliseEntity(row) }))))
}

/**
 * The rows of a sheet as CCI sees them before the sending, and which of their addresses and codes exist already.
 * @throws DomainError importExtension (ERR-04), or importWrong (ERR-05) when the sheet cannot be read as rows
 */
export async function previewEntities(db: Db, file: Upload) {
  const { rows, errors } = await understood(readEntitySheet(file))
  if (errors.length > 0) throw new DomainError('importWrong', { details: { rows: errors } })
  if (rows.length > PREVIEW_MAX) throw tooMany(rows.length, PREVIEW_MAX)
  const { email, codNRBE } = await takenOf(db, rows)
  return { rows, taken: { email: [...email], codNRBE: [...codNRBE] } }
}

/**
 * @throws DomainError importWrong, or importConflict when every fault is an existing address or code (ERR-05), with
 * `rows`: each fault's line as the spreadsheet program shows it, its column and a sentence
 */
async function inviteChecked(app: AppContext, tx: Transaction, { rows, errors }: EntitySheet): Promise<number> {
  if (rows.length > IMPORT_MAX) throw tooMany(rows.length, IMPORT_MAX)
  const conflicts = await conflictsOf(tx.db, rows, app.settings.productName)
  const faults = [...errors, ...conflicts].sort((a, b) => a.line - b.line)
  if (errors.length > 0) throw new DomainError('importWrong', { details: { rows: faults } })
  if (conflicts.length > 0) throw new DomainError('importConflict', { details: { rows: faults } })
  const invited: Invited[] = []
  for (const { line: _line, ...row } of rows) {
    invited.push({ draft: { type: 'ENTITY', cif: '', ...row }, password: await newOneTimePassword(app) })
  }
  await issueInvitations(tx, invited)
  return rows.length
}

function tooMany(count: number, max: number): DomainError {
  const sentence = `El archivo tiene ${count} entidades y se admiten ${max}. Repártalas en varios archivos.`
  return new DomainError('importWrong', { fields: { file: sentence }, details: { rows: [] } })
}

async function understood(reading: Promise<EntitySheet>): Promise<EntitySheet> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    if (error.code === 'extension') throw new DomainError('importExtension')
    throw new DomainError('importWrong', { fields: { file: error.message }, details: { rows: [] } })
  }
}

/** Asks only for right values: others exist nowhere, and the database does not take every text. */
async function takenOf(db: Db, rows: readonly EntityRow[]) {
  const emails = rows.map(row => row.email).filter(email => emailRule(email) === null)
  const codes = rows.map(row => row.codNRBE).filter(code => nrbeRule(code) === null)
  return { email: await takenAddresses(db, emails), codNRBE: await takenNrbes(db, codes) }
}

/** The rows with an address or code that already exists. */
async function conflictsOf(db: Db, rows: readonly EntityRow[], productName: string): Promise<EntityRowError[]> {
  const taken = await takenOf(db, rows)
  return rows.flatMap(row =>
    uniqueColumns
      .filter(column => taken[column].has(row[column]))
      .map(column => {
        const { reason: _reason, ...fault } = takenFault(column, row, productName)
        return fault
      }),
  )
}
