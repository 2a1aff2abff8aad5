import { DomainError } from '#domain/contract/domain-error.ts'
import { IMPORT_MAX } from '#domain/invitation/invitation.ts'
import type { AppContext } from '#server/app/app-context.ts'
import type { Transaction } from '#server/app/transaction.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import { newOneTimePassword } from '#server/identity/session/one-time-password.ts'
import { type Invited, issueInvitations } from '#server/invitation/issue.ts'
import { takenAddresses, takenNrbes } from '#server/invitation/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { EntityRow, EntityRowError } from '#server/platform/spreadsheet/entities.ts'
import { readEntityRows } from '#server/platform/spreadsheet/entities.ts'
import { entityColumns } from '#server/platform/spreadsheet/entity-columns.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'

/**
 * Invites every entity of a sheet, or none (D28, API-43).
 * @returns the number of invitations.
 * @throws DomainError importExtension (ERR-04); importWrong, or importConflict when every fault is an existing address
 * or code (ERR-05), with `rows`: each fault's line as the spreadsheet program shows it, its column and a sentence
 */
export async function importEntitiesFrom(app: AppContext, tx: Transaction, file: Upload): Promise<number> {
  const { rows, errors } = await rowsOf(file)
  if (rows.length > IMPORT_MAX) {
    const sentence = `El archivo tiene ${rows.length} entidades y se admiten ${IMPORT_MAX}. Repártalas en varios archivos.`
    throw new DomainError('importWrong', { fields: { file: sentence }, details: { rows: [] } })
  }
  const conflicts = await conflictsOf(tx.db, rows, app.settings.productName)
  const faults = [...errors, ...conflicts].sort((a, b) => a.line - b.line)
  if (errors.length > 0) throw new DomainError('importWrong', { details: { rows: faults } })
  if (conflicts.length > 0) throw new DomainError('importConflict', { details: { rows: faults } })
  const invited: Invited[] = []
  for (const { line: _line, ...row } of rows) {
    invited.push({ draft: { type: 'ENTITY', ...row }, password: await newOneTimePassword(app) })
  }
  await issueInvitations(tx, invited)
  return rows.length
}

async function rowsOf(file: Upload): Promise<{ rows: EntityRow[]; errors: EntityRowError[] }> {
  try {
    return await readEntityRows(file)
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    if (error.code === 'extension') throw new DomainError('importExtension')
    throw new DomainError('importWrong', { fields: { file: error.message }, details: { rows: [] } })
  }
}

/** The rows with an address or code that already exists. */
async function conflictsOf(db: Db, rows: readonly EntityRow[], productName: string): Promise<EntityRowError[]> {
  const addresses = await takenAddresses(
    db,
    rows.map(row => row.email),
  )
  const codes = await takenNrbes(
    db,
    rows.map(row => row.codNRBE),
  )
  return rows.flatMap(({ line, email, codNRBE }) => {
    const fault = (column: 'email' | 'codNRBE', sentence: string) => ({
      line,
      column,
      message: `Fila ${line}, «${entityColumns[column].heading}»: ${sentence}`,
    })
    const faults: EntityRowError[] = []
    if (codes.has(codNRBE)) faults.push(fault('codNRBE', `ya hay una entidad con el código ${codNRBE}. Borre la fila.`))
    if (addresses.has(email)) {
      faults.push(fault('email', `${email} ya tiene una invitación a ${productName}. Introduzca otro correo.`))
    }
    return faults
  })
}
