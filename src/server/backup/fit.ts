import pg from 'pg'
import type { TableShape } from '#server/backup/catalog.ts'
import { sequencesOf, tablesOf } from '#server/backup/catalog.ts'
import { listOf } from '#server/backup/check.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { BackupError } from '#server/backup/manifest.ts'
import type { StoredName } from '#server/backup/parts.ts'
import { listText } from '#server/backup/parts.ts'

/* Whether what a back-up brings is what its schema asks for: its seal does not prove it. */

const shapesOf = (tables: readonly TableShape[]) =>
  tables.map(({ name, columns }) => `${name} (${columns.toSorted().join(', ')})`)

const missingIn = (some: readonly string[], others: readonly string[]) => some.filter(each => !others.includes(each))

/**
 * Compares tables, columns and sequences with those of the schema that was built for it.
 * @throws BackupError, which names what there is more or less.
 */
export async function refuseOtherSchema(client: pg.Client, { tables, sequences }: Manifest): Promise<void> {
  const states = await sequencesOf(client)
  const here = [...shapesOf(await tablesOf(client)), ...states.map(({ name }) => name)]
  const brought = [...shapesOf(tables), ...sequences.map(({ name }) => name)]
  const [lacking, foreign] = [missingIn(here, brought), missingIn(brought, here)]
  if (lacking.length + foreign.length === 0 && here.length === brought.length) return
  throw new BackupError(
    [
      'El manifest.json de la copia no nombra las tablas de su versión del portal: alguien lo ha cambiado. Use otra copia.',
      ...lacking.map(each => `Falta: ${each}`),
      ...foreign.map(each => `Sobra: ${each}`),
    ].join('\n'),
  )
}

/** @throws BackupError when the restored rows name other files than the list that the back-up's files were read by. */
export async function refuseOtherFiles(client: pg.Client, folder: string): Promise<void> {
  const { rows } = await client.query<StoredName>('select sha256, size::float8 as size from public.stored_file')
  const linesOf = (files: readonly StoredName[]) => listText(files).split('\n').sort().join('\n')
  if (linesOf(rows) === linesOf((await listOf(folder)) ?? [])) return
  throw new BackupError(
    'La lista de archivos de la copia no es la de sus filas: alguien la ha cambiado. Use otra copia.',
  )
}

/** Of PostgreSQL's classes of errors those that speak of what it was given: values, constraints, names, and its triggers. */
const ofContent = ['22', '23', '42', 'P0']

/** What stopped a restore, in one sentence that says what to do. What the database quotes of rows stays out of it. */
export function inWords(error: unknown): BackupError {
  if (error instanceof BackupError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  const table = error instanceof pg.DatabaseError && error.table ? `, tabla ${error.table}` : ''
  const isContent = error instanceof pg.DatabaseError && ofContent.includes(code.slice(0, 2))
  const sentence =
    isContent || code.startsWith('Z_')
      ? `Lo que trae la copia no se puede restaurar (${code}${table}): está dañada o alguien la ha cambiado. Use otra copia.`
      : `La restauración no se ha terminado (${code || message}). Compruebe que la base de datos responde y que queda sitio en el ` +
        'disco, y repítala en una base de datos y una carpeta de datos nuevas.'
  return new BackupError(sentence, { cause: error })
}
