import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import { IMPORT_MAX } from '#domain/invitation/preload.ts'
import {
  normaliseProvider,
  type ProviderRow,
  type ProviderRowFault,
  preloadColumns,
  preloadKeyOf,
  providerColumnNames,
  providerExample,
  providerFault,
  providerFaults,
} from '#domain/invitation/provider-preload.ts'
import { companyOf } from '#domain/values/company/cif.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import { newOneTimePassword } from '#server/identity/session/one-time-password.ts'
import { type Invited, issueInvitations } from '#server/invitation/issue.ts'
import { takenAddresses } from '#server/invitation/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { readTable } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetError } from '#server/platform/spreadsheet/spreadsheet-error.ts'
import { writeCsv, writeXlsx } from '#server/platform/spreadsheet/write.ts'

/**
 * Invites every provider of a sheet, or none; each begins with its name and CIF filled in (EASE-13).
 * @returns the number of invitations.
 * @throws DomainError importExtension, importWrong or importConflict with `rows`, as the preload of entities
 */
export async function importProviders(app: AppContext, tx: Transaction, file: Upload): Promise<number> {
  const rows = await rowsOf(file)
  const wrong = providerFaults(rows, app.settings.cifRule)
  const taken = await takenFaults(tx.db, rows, app.settings.productName)
  const faults = [...wrong, ...taken].sort((a, b) => a.line - b.line)
  if (wrong.length > 0) throw new DomainError('importWrong', { details: { rows: faults } })
  if (taken.length > 0) throw new DomainError('importConflict', { details: { rows: faults } })
  const invited: Invited[] = []
  for (const { name, cif, email } of rows) {
    const draft = { type: 'PROVIDER', name, cif, email, codNRBE: '', contactPerson: '' } as const
    invited.push({ draft, password: await newOneTimePassword(app) })
  }
  await issueInvitations(tx, invited)
  return rows.length
}

async function rowsOf(file: Upload): Promise<ProviderRow[]> {
  try {
    const { errors, rows: found } = await readTable(file, preloadColumns)
    if (errors.length > 0) throw new DomainError('importWrong', { details: { rows: errors } })
    const rows = found
      .map(({ line, ...cells }): ProviderRow => ({ line, ...normaliseProvider(cells) }))
      .filter(({ email }) => email !== providerExample.email)
    if (rows.length === 0) throw new SpreadsheetError('empty', 'no row below the headings')
    if (rows.length <= IMPORT_MAX) return rows
    const sentence = `El archivo tiene ${rows.length} proveedores y se admiten ${IMPORT_MAX}. Repártalos en varios archivos.`
    throw new DomainError('importWrong', { fields: { file: sentence }, details: { rows: [] } })
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    if (error.code === 'extension') throw new DomainError('importExtension')
    throw new DomainError('importWrong', { fields: { file: error.message }, details: { rows: [] } })
  }
}

/** The rows with an address or company that the portal already has. */
async function takenFaults(db: Db, rows: readonly ProviderRow[], product: string): Promise<ProviderRowFault[]> {
  const addresses = await takenAddresses(
    db,
    rows.map(({ email }) => email),
  )
  const companies = await companiesHere(
    db,
    rows.map(({ cif }) => cif),
  )
  return rows.flatMap(row => [
    ...(companies.has(preloadKeyOf('cif', row))
      ? [providerFault(row.line, 'cif', `ya hay un proveedor con el CIF ${row.cif}. Borre la fila.`)]
      : []),
    ...(addresses.has(row.email)
      ? [providerFault(row.line, 'email', `${row.email} ya tiene una invitación a ${product}. Introduzca otro correo.`)]
      : []),
  ])
}

async function companiesHere(db: Db, cifs: readonly string[]): Promise<Set<string>> {
  const asked = [...new Set(cifs.map(companyOf))].filter(company => /^[A-Z]\d{7}$/.test(company))
  const { rows } = await sql<{ company: string }>`
    select distinct left(cif, 8) as company from participant
    where kind = 'PROVIDER' and deleted_at is null and left(cif, 8) = any(${asked})`.execute(db)
  return new Set(rows.map(({ company }) => company))
}

const widths = { name: 54, cif: 14, email: 40 }
const rowsToFill = 200

/** The template of the preload of providers: headings and one example row, which imports skip. */
export async function providerTemplate(format: 'xlsx' | 'csv'): Promise<{ name: string; bytes: Uint8Array }> {
  const example = providerColumnNames.map(column => providerExample[column])
  const headings = providerColumnNames.map(column => preloadColumns[column].heading)
  const bytes =
    format === 'csv'
      ? await writeCsv({ columns: headings, rows: [example] })
      : await writeXlsx({
          sheet: 'Proveedores',
          columns: providerColumnNames.map((column, i) => ({ header: headings[i]!, width: widths[column] })),
          rows: [example],
          blankRows: rowsToFill,
        })
  return { name: `plantilla-proveedores.${format}`, bytes }
}
