import pg from 'pg'
import type { TableShape } from '#server/platform/backup/catalog.ts'
import { sequencesOf, tableShapes } from '#server/platform/backup/catalog.ts'
import { fileListOf } from '#server/platform/backup/check.ts'
import { BackupError } from '#server/platform/backup/manifest.ts'
import { listText } from '#server/platform/backup/parts.ts'
import type { StoredName } from '#server/platform/files/store.ts'

/* Checks that a backup's content matches its schema: its manifest hash does not prove it. */

const shapesOf = (tables: readonly TableShape[]) =>
  tables.map(({ name, columns }) => `${name} (${columns.toSorted().join(', ')})`)

const missingIn = (some: readonly string[], others: readonly string[]) => some.filter(each => !others.includes(each))

/**
 * Compares tables, columns and sequences with those of the schema built for the backup.
 * @throws BackupError, which names the missing and the unknown ones.
 */
export async function refuseOtherSchema(
  client: pg.Client,
  { tables, sequences }: { tables: readonly TableShape[]; sequences: readonly { name: string }[] },
): Promise<void> {
  const states = await sequencesOf(client)
  const here = [...shapesOf(await tableShapes(client)), ...states.map(({ name }) => name)]
  const brought = [...shapesOf(tables), ...sequences.map(({ name }) => name)]
  const [lacking, foreign] = [missingIn(here, brought), missingIn(brought, here)]
  if (lacking.length + foreign.length === 0 && here.length === brought.length) return
  throw new BackupError(
    [
      'The manifest.json of the back-up does not name the tables of its version of the portal: somebody has changed it. Use another back-up.',
      ...lacking.map(each => `Missing: ${each}`),
      ...foreign.map(each => `Unknown: ${each}`),
    ].join('\n'),
  )
}

/** @throws BackupError when the restored rows name other files than the list of the backup. */
export async function refuseOtherFiles(client: pg.Client, folder: string): Promise<void> {
  const { rows } = await client.query<StoredName>('select sha256, size::float8 as size from public.stored_file')
  const linesOf = (files: readonly StoredName[]) => listText(files).split('\n').sort().join('\n')
  if (linesOf(rows) === linesOf((await fileListOf(folder)) ?? [])) return
  throw new BackupError(
    'The list of files of the back-up does not match its rows: somebody has changed it. Use another back-up.',
  )
}

/** PostgreSQL error classes caused by content: values, constraints, names and triggers. */
const ofContent = ['22', '23', '42', 'P0']

/**
 * Describes why a restore failed, in one sentence that says what to do. It leaves out the row values that PostgreSQL
 * quotes.
 */
export function inWords(error: unknown): BackupError {
  if (error instanceof BackupError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  const table = error instanceof pg.DatabaseError && error.table ? `, table ${error.table}` : ''
  const isContent = error instanceof pg.DatabaseError && ofContent.includes(code.slice(0, 2))
  const sentence =
    isContent || code.startsWith('Z_')
      ? `The content of the back-up cannot be restored (${code}${table}): it is damaged or somebody has changed it. Use another back-up.`
      : `The restore did not finish (${code || message}). Check that the database responds and that the disk has room, ` +
        'and repeat it into a new database and a new data folder.'
  return new BackupError(sentence, { cause: error })
}
