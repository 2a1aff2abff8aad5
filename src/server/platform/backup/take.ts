import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { foreignKey } from '#server/operation/key.ts'
import { appendToAuditLog } from '#server/platform/audit-log/append.ts'
import {
  columnsText,
  copySettings,
  migrationsOf,
  quotedName,
  sequencesOf,
  tableShapes,
} from '#server/platform/backup/catalog.ts'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import {
  BackupError,
  fingerprintOf,
  LIST_PATH,
  manifestHead,
  tablePath,
  writeManifest,
} from '#server/platform/backup/manifest.ts'
import { copyStored, linkStored, listText, syncFolders, writePart } from '#server/platform/backup/parts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Connection } from '#server/platform/database/connect.ts'
import { connectPatiently } from '#server/platform/database/connect.ts'
import { jobLocks } from '#server/platform/database/lock.ts'
import { migrationTexts } from '#server/platform/database/migrate.ts'
import { folderPlace } from '#server/platform/files/local/folder-store.ts'
import type { FileSettings } from '#server/platform/files/open-files.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import type { StoredName } from '#server/platform/files/store.ts'
import { earlierKeysIn, keysBefore } from '#server/platform/secrets/key-files.ts'
import { secretsFrom, sha256 } from '#server/platform/secrets/secrets.ts'

/** A portal's data folder, with its stored files and, unless the settings give them, its keys. */
export type KeyPlace = FileSettings & { appSecret: string | null; appSecretBefore?: string | null }

export type BackupSource = KeyPlace & {
  connection: Connection
  clock: Clock
}

type Snapshot = Omit<Manifest, 'files' | 'damaged' | 'secret'> & { stored: StoredName[] }

/**
 * Takes a backup while the portal runs and writes. All tables are copied in one repeatable-read transaction, then every
 * file that this snapshot names. Later writes neither change nor remove these files: they are named by their content,
 * and removal waits for our lock. So the backup holds every write acknowledged before the start, and every row has its
 * file (R14). The manifest is written last: until then the folder is no backup.
 * @throws BackupError when the folder cannot be made or is not empty, or the database connection is lost.
 */
export async function takeBackup(
  source: BackupSource,
  folder: string,
  {
    withSecret = false,
    earlier = null,
    log = () => {},
  }: {
    withSecret?: boolean
    /** An earlier back-up on the same disk: what it has already is linked instead of copied. */
    earlier?: string | null
    log?: (line: string) => void
  } = {},
): Promise<Manifest> {
  const target = await makeTarget(folder, source.dataDir)
  return whileNothingIsRemoved(source.connection, async client => {
    const { keys, stored, ...snapshot } = await copyWithKeys(client, source, target)
    log(`Database copied: ${snapshot.tables.length} tables. Files: ${stored.length}.`)
    const { damaged, linked } = await copyFiles(source, target, stored, earlier)
    if (linked > 0) log(`Files shared with ${earlier}: ${linked}.`)
    if (withSecret) await writeFile(join(target, 'secret'), keys.join('\n'), { mode: 0o600, flag: 'wx', flush: true })
    const manifest: Manifest = {
      ...snapshot,
      files: {
        count: stored.length,
        bytes: stored.reduce((sum, file) => sum + file.size, 0),
        list: await writePart(target, LIST_PATH, Readable.from([listText(stored)])),
      },
      damaged,
      secret: { fingerprint: fingerprintOf(keys[0]!), before: keys.slice(1).map(fingerprintOf), included: withSecret },
    }
    await syncFolders([join(target, 'database'), target])
    // Without the lock, a file could have been removed before it was copied.
    await client.query('select 1')
    // Recorded before the folder becomes a backup: the audit log names every backup that exists.
    await recordInAuditLog(source, manifest)
    await writeManifest(target, manifest)
    return manifest
  })
}

/**
 * Creates the folder of a backup, but not its parents: below `/proc` Node would retry for ever.
 * @returns its real path. @throws BackupError when it cannot be created, is in use, or lies inside the data folder.
 */
async function makeTarget(folder: string, dataDir: string): Promise<string> {
  const given = resolve(folder)
  const parent = await realpath(dirname(given)).catch(() => null)
  if (parent === null) {
    throw new BackupError(`The folder ${dirname(given)} of the back-up ${given} does not exist. Create it first.`)
  }
  const data = await realpath(dataDir).catch(() => resolve(dataDir))
  const place = await realpath(given).catch(() => join(parent, basename(given)))
  if (place === data || place.startsWith(`${data}${sep}`)) {
    throw new BackupError(`${given} is inside DATA_DIR: losing the data would lose the back-up. Choose another folder.`)
  }
  try {
    await mkdir(given, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if ((await readdir(place)).length > 0) {
      throw new BackupError(`${given} is not empty. Choose a new folder for each back-up.`)
    }
    return place
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof BackupError || code === undefined) throw error
    if (code === 'ENOTDIR') throw new BackupError(`${given} is not a folder. Choose a new folder for the back-up.`)
    throw new BackupError(`${given} cannot be written (${code}). Choose another folder for the back-up.`)
  }
}

async function whileNothingIsRemoved<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection
  const client = new pg.Client({ ...config, keepAlive: true, application_name: 'almotacen-backup' })
  let lost: Error | undefined
  client.on('error', error => {
    lost = error
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [jobLocks.removeFiles])
    const result = await work(client)
    if (lost) throw lost
    return result
  } catch (error) {
    if (error instanceof BackupError) throw error
    const reason = (lost ?? (error as Error)).message
    throw new BackupError(`The back-up is incomplete and cannot be used: ${reason}`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Copies the keys and the sealed rows of the same moment: a key change is refused until the rows are copied. */
async function copyWithKeys(client: pg.Client, source: BackupSource, target: string) {
  await client.query('select pg_advisory_lock_shared($1)', [jobLocks.changeKey])
  const keys = await existingKeys(source)
  if (keys.length === 0) throw new BackupError(`There is no portal in ${source.dataDir}: its key is missing.`)
  await refuseForeignKey(client, keys)
  const snapshot = await copyDatabase(client, source.clock, target)
  await client.query('select pg_advisory_unlock_shared($1)', [jobLocks.changeKey])
  return { ...snapshot, keys }
}

/** @throws BackupError for a key that never served this database: the back-up could not be opened with it. */
async function refuseForeignKey(client: pg.Client, [key = '', ...before]: readonly string[]): Promise<void> {
  const there = await client.query("select to_regclass('public.installation') is not null as yes")
  if (!there.rows[0].yes) return
  // Schemas of earlier versions have no such column.
  const { rows } = await client.query("select to_jsonb(i) ->> 'key_print' as print from public.installation i")
  const print = rows[0]?.print ?? null
  if (print !== null && !secretsFrom(key, ...before).prints.includes(print)) throw new BackupError(foreignKey)
}

async function copyDatabase(client: pg.Client, clock: Clock, target: string): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(copySettings)
  const names = await migrationsOf(client)
  if (names.length === 0) throw new BackupError('There is no portal in this database.')
  const takenAt = clock.now()
  const texts = await migrationTexts()
  const migrations = names.map(name => ({ name, sha256: sha256(texts[name] ?? '') }))
  const { rows: stored } = await client.query<StoredName>(
    'select sha256, size::float8 as size from public.stored_file order by sha256',
  )
  const { rows: checkpoints } = await client.query<{ number: number; hash: string }>(
    'select number::float8 as number, hash from public.trail order by number desc limit 1',
  )
  const tables: Manifest['tables'] = []
  for (const { name, columns } of await tableShapes(client)) {
    const copy = client.query(copyTo(`copy public.${quotedName(name)} (${columnsText(columns)}) to stdout`))
    const part = await writePart(target, tablePath(name), copy, createGzip())
    tables.push({ name, columns, rows: copy.rowCount, part })
  }
  const sequences = await sequencesOf(client)
  await client.query('commit')
  return { ...manifestHead, takenAt, migrations, tables, sequences, trail: checkpoints[0] ?? null, stored }
}

/** @returns the files that are missing or corrupt in the portal itself, and how many an earlier back-up shares. */
async function copyFiles(
  source: FileSettings,
  target: string,
  stored: readonly StoredName[],
  earlier: string | null,
): Promise<{ damaged: string[]; linked: number }> {
  const { place, close } = await openFiles(source)
  const to = folderPlace(join(target, 'files'))
  const damaged: string[] = []
  try {
    const from = await place()
    const folders = new Set<string>()
    let linked = 0
    for (const file of stored) {
      if (earlier && (await linkStored(earlier, target, file))) {
        folders.add(join(target, 'files', file.sha256.slice(0, 2)))
        linked++
      } else if (!(await copyStored(from, to, file))) damaged.push(file.sha256)
    }
    await syncFolders(folders)
    await to.settle()
    return { damaged, linked }
  } finally {
    close()
  }
}

/**
 * Records the backup in the audit log. On a schema older than this code it writes nothing: that is the backup before an
 * update.
 */
async function recordInAuditLog({ connection, clock }: BackupSource, manifest: Manifest): Promise<void> {
  if (Object.keys(await migrationTexts()).length !== manifest.migrations.length) return
  const { db } = connectPatiently(connection)
  try {
    await db.transaction().execute(tx =>
      appendToAuditLog(tx, [
        {
          at: clock.now(),
          event: 'backup.taken',
          actorId: null,
          actorRole: null,
          participantId: null,
          objectKind: 'backup',
          objectId: manifest.takenAt,
          data: { files: manifest.files.count, trail: manifest.trail, withSecret: manifest.secret.included },
        },
      ]),
    )
  } finally {
    await db.destroy()
  }
}

/**
 * The key of a portal that has started before, then the previous keys that are still in use; empty where there is no
 * portal.
 */
export async function existingKeys({ dataDir, appSecret, appSecretBefore }: KeyPlace): Promise<string[]> {
  const key = appSecret ?? (await readFile(join(dataDir, 'secret'), 'utf8').catch(() => null))?.trim()
  return key ? [key, ...keysBefore(key, appSecretBefore ?? null, earlierKeysIn(dataDir))] : []
}
