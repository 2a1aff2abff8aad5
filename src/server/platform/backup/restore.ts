import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { appending } from '#server/platform/audit-log/append.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import type { ForeignKey } from '#server/platform/backup/catalog.ts'
import {
  columnsText,
  copySettings,
  foreignKeysOf,
  migrationsOf,
  quoted,
  tablesOf,
} from '#server/platform/backup/catalog.ts'
import { filesOf, keysIn, wrongParts } from '#server/platform/backup/check.ts'
import { inWords, refuseOtherFiles, refuseOtherSchema } from '#server/platform/backup/fit.ts'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import { BackupError, fingerprintOf, readManifest } from '#server/platform/backup/manifest.ts'
import { copyStored, syncFolders } from '#server/platform/backup/parts.ts'
import type { KeyPlace } from '#server/platform/backup/take.ts'
import { existingKeys } from '#server/platform/backup/take.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Connection, Db } from '#server/platform/database/connect.ts'
import { connectPatiently, types } from '#server/platform/database/connect.ts'
import { migrate, migrationTexts } from '#server/platform/database/migrate.ts'
import { identityIn, settleIdentity } from '#server/platform/installation/identity.ts'
import { keyFiles, placeKeys, secretsFrom, sha256 } from '#server/platform/secrets/secrets.ts'

export type RestoreTarget = KeyPlace & { connection: Connection; clock: Clock }

export type Restored = {
  manifest: Manifest
  entries: number
  /** The number of unsent mails with a password or code that another key would get wrong; they are set aside. */
  mailsSetAside: number
  /** The number of unsent mails with a password reset link, which the restore has ended; they are set aside. */
  resetsSetAside: number
  /** Whether the portal keeps the key of the backup. */
  sameKey: boolean
}

/**
 * Restores a backup into a database and a data folder without a portal. Files come first, then all rows in one
 * transaction: an interrupted or refused restore leaves the database empty and can be rerun. Sessions and reset codes
 * in the backup are ended, because it does not know which of them ended later; the installation is a new one. Whatever
 * the schema, the rows or the files can prove is checked and not taken from the manifest (`entryHash`).
 * @throws BackupError when the backup is incomplete, its audit log does not verify, the target is not empty, this
 * portal does not know its schema, or the database or the disk fails; nothing else.
 */
export function restoreBackup(target: RestoreTarget, folder: string): Promise<Restored> {
  return restored(target, folder).catch(error => {
    throw inWords(error)
  })
}

async function restored(target: RestoreTarget, folder: string): Promise<Restored> {
  const manifest = await readManifest(folder)
  const wrong = await wrongParts(folder, manifest, target.clock)
  if (wrong.length > 0) throw new BackupError(`The back-up is damaged:\n${wrong.join('\n')}`)
  const { keys, brought } = await keysFor(target, folder, manifest)
  await checkMigrations(manifest)
  await prepareSchema(target.connection, manifest)
  if ((await identityIn(target.dataDir)) !== null) throw holdsFiles(target.dataDir)
  await copyFiles(folder, target.dataDir, manifest)
  if (brought) await writeKeys(target, keys)
  const sameKey = keys.some(key => fingerprintOf(key) === manifest.secret.fingerprint)
  const { noted, ...rows } = await restoreRows(target, folder, manifest, keys).catch(async error => {
    // The key is removed first: without it, the other leftovers are worthless.
    if (brought) for (const path of keyFiles(target.dataDir)) await rm(path, { force: true })
    throw error
  })
  await migrate(target.connection)
  if (!noted) await withClient(target.connection, client => note(client, target.clock, manifest))
  await begin(target)
  return { manifest, ...rows, sameKey }
}

/** The schema can be built here only if its migrations are known and equal. */
async function checkMigrations({ migrations }: Manifest): Promise<void> {
  const texts = await migrationTexts()
  const known = Object.keys(texts)
  for (const [position, { name, sha256: hash }] of migrations.entries()) {
    if (known[position] === name && sha256(texts[name]!) === hash) continue
    throw new BackupError(
      `The back-up is of another version of the portal (${name}). Restore it with the version that took it, then upgrade.`,
    )
  }
}

async function prepareSchema(connection: Connection, manifest: Manifest): Promise<void> {
  const last = manifest.migrations.at(-1)!.name
  await withClient(connection, async client => {
    const there = await migrationsOf(client)
    if (there.length > manifest.migrations.length) throw notEmpty()
  })
  await migrate(connection, { last })
  await withClient(connection, async client => {
    await refuseRows(client)
    await refuseOtherSchema(client, manifest)
  })
}

const holdsFiles = (dataDir: string) =>
  new BackupError(
    `${dataDir} holds the files of another installation. Restore into a new database and a new data folder.`,
  )

const notEmpty = () => new BackupError('The database is not empty. Restore into a new database and a new data folder.')

async function refuseRows(client: pg.Client): Promise<void> {
  for (const { name } of await tablesOf(client)) {
    const { rows } = await client.query(`select exists (select from public.${quoted(name)}) as any`)
    if (rows[0].any) throw notEmpty()
  }
}

async function copyFiles(folder: string, dataDir: string, manifest: Manifest): Promise<void> {
  const to = join(dataDir, 'files')
  await mkdir(to, { recursive: true, mode: 0o700 })
  const places = new Set([to])
  for (const file of await filesOf(folder, manifest)) {
    if (!(await copyStored(join(folder, 'files'), to, file))) {
      throw new BackupError(
        `The back-up is damaged: file ${file.sha256} is missing or differs from what was backed up.`,
      )
    }
    places.add(join(to, file.sha256.slice(0, 2)))
  }
  await syncFolders(places)
}

/**
 * Given or existing keys stay; otherwise the backup's keys are used, if it has them.
 * @returns the key and its predecessors, empty if there is none, and whether they come from the backup.
 * @throws BackupError when the backup should contain them and does not.
 */
async function keysFor(
  target: RestoreTarget,
  folder: string,
  manifest: Manifest,
): Promise<{ keys: string[]; brought: boolean }> {
  const own = await existingKeys(target)
  if (own.length > 0 || !manifest.secret.included) return { keys: own, brought: false }
  const keys = await keysIn(folder, manifest)
  if (typeof keys !== 'string') return { keys, brought: true }
  throw new BackupError(
    `The key in the back-up is damaged:\n${keys}\n` +
      'Nothing was restored. If you keep the key elsewhere, set APP_SECRET to it and try again.',
  )
}

/** @throws BackupError when a portal that started in between has created its own. */
async function writeKeys({ dataDir }: RestoreTarget, [key = '', ...before]: readonly string[]): Promise<void> {
  if (await placeKeys(dataDir, key, before)) return
  throw new BackupError(
    `${dataDir} now holds a key that is not of the back-up. Stop the portal that started with that folder, ` +
      'and restore into a new database and a new data folder.',
  )
}

async function restoreRows(
  { connection, clock }: RestoreTarget,
  folder: string,
  manifest: Manifest,
  keys: readonly string[],
): Promise<Omit<Restored, 'manifest' | 'sameKey'> & { noted: boolean }> {
  return withClient(connection, async client => {
    await client.query('begin')
    await client.query(copySettings)
    const references = await foreignKeysOf(client)
    await dropKeys(client, references)
    await refuseOtherSchema(client, manifest)
    // A portal that starts now waits here for the end, and then finds the restored data.
    for (const { name } of manifest.tables) {
      await client.query(`lock table public.${quoted(name)} in access exclusive mode`)
    }
    await refuseRows(client)
    for (const { name } of manifest.tables)
      await client.query(`alter table public.${quoted(name)} disable trigger user`)
    for (const table of manifest.tables) await fill(client, folder, table)
    await refuseOtherFiles(client, folder)
    for (const { name } of manifest.tables) await client.query(`alter table public.${quoted(name)} enable trigger user`)
    for (const { table, name, definition } of references) {
      await client.query(`alter table public.${quoted(table)} add constraint ${quoted(name)} ${definition}`)
    }
    for (const { name, value, nameMatches } of manifest.sequences) {
      await client.query('select setval($1, $2, $3)', [`public.${quoted(name)}`, value, nameMatches])
    }
    await client.query('update public.session set ended_at = $1 where ended_at is null', [manifest.takenAt])
    await client.query('update public.password_reset set used_at = $1 where used_at is null', [manifest.takenAt])
    // A restore is a new installation: the original may live on, and its files must not be served with this database.
    if (manifest.tables.some(({ name }) => name === 'installation'))
      await client.query('delete from public.installation')
    const resetsSetAside = await setResetsAside(client, manifest)
    const mailsSetAside = await setMailsAside(client, manifest, keys)
    const entries = await checkAuditLog(within(client), manifest)
    const noted = await canNote(client)
    if (noted) await note(client, clock, manifest)
    await client.query('commit')
    return { mailsSetAside, resetsSetAside, entries, noted }
  })
}

async function dropKeys(client: pg.Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) {
    await client.query(`alter table public.${quoted(table)} drop constraint ${quoted(name)}`)
  }
}

async function fill(client: pg.Client, folder: string, { name, columns, rows, part }: Manifest['tables'][number]) {
  const copy = client.query(copyFrom(`copy public.${quoted(name)} (${columnsText(columns)}) from stdin`))
  await pipeline(createReadStream(join(folder, part.path)), createGunzip(), copy)
  if (copy.rowCount !== rows) throw new BackupError(`${name}: ${copy.rowCount} rows of ${rows}.`)
}

/** Ends the password reset mails that wait: their links no longer work. @returns how many */
async function setResetsAside(client: pg.Client, { takenAt }: Manifest): Promise<number> {
  const { rowCount } = await client.query(
    `update public.outbox_mail set given_up_at = $1,
       last_error = 'Restaurado: su enlace ya no vale. Pida otro en «Recuperar contraseña».'
     where sent_at is null and given_up_at is null and template = 'password-reset'`,
    [takenAt],
  )
  return rowCount ?? 0
}

/**
 * Sets unsent mails aside when no available key opens their password or code: they would carry a wrong one. @returns
 * how many
 */
async function setMailsAside(
  client: pg.Client,
  { takenAt, secret }: Manifest,
  [key, ...before]: readonly string[],
): Promise<number> {
  const secrets = key === undefined ? null : secretsFrom(key, ...before)
  const isSame = key !== undefined && fingerprintOf(key) === secret.fingerprint
  const opens = (nonce: string) => secrets !== null && (nonce.includes('.') ? secrets.knows(nonce) : isSame)
  const { rows } = await client.query<{ id: string; nonce: string }>(
    `select id, data->>'nonce' as nonce from public.outbox_mail
     where sent_at is null and given_up_at is null and data ? 'nonce'`,
  )
  const lost = rows.filter(({ nonce }) => !opens(nonce)).map(({ id }) => id)
  await client.query(
    `update public.outbox_mail set given_up_at = $1, last_error = 'Restaurado sin su clave: envíelo de nuevo.'
     where id = any($2)`,
    [takenAt, lost],
  )
  return lost.length
}

/** A Kysely instance that runs in a client's transaction. */
function within(client: pg.Client): Db {
  const connect = async () => Object.assign(client, { release: () => {} })
  return new Kysely({ dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: {} } }) })
}

/** Verifies the audit log and its end against the manifest. @returns the number of entries. @throws BackupError */
async function checkAuditLog(db: Db, manifest: Manifest): Promise<number> {
  const verdict = await verifyAuditLog(db)
  if (!verdict.ok) throw new BackupError(`The restored audit log is altered from entry ${verdict.firstBad}.`)
  const head = await db
    .selectFrom('trail')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if ((head?.number ?? 0) !== (manifest.trail?.number ?? 0) || head?.hash !== manifest.trail?.hash) {
    throw new BackupError('The restored audit log does not end where it ended when the back-up was taken.')
  }
  return verdict.entries
}

/** Whether the backup's schema can append to the audit log; older schemas get the function with the migrations. */
async function canNote(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select to_regprocedure('public.append_to_trail(jsonb)') is not null as can")
  return rows[0].can
}

/** Records the restore in the audit log. */
async function note(client: pg.Client, clock: Clock, manifest: Manifest): Promise<void> {
  await client.query(
    appending([
      {
        at: clock.now(),
        event: 'backup.restored',
        actorId: null,
        actorRole: null,
        participantId: null,
        objectKind: 'backup',
        objectId: manifest.takenAt,
        data: { files: manifest.files.count, trail: manifest.trail },
      },
    ]),
  )
}

/** Binds the restored files to the database; a start does the same after an interrupted restore. */
async function begin({ connection, clock, dataDir }: RestoreTarget): Promise<void> {
  const { db } = connectPatiently(connection)
  try {
    await settleIdentity(db, dataDir, clock.now())
  } finally {
    await db.destroy()
  }
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection
  const client = new pg.Client({ ...config, types, keepAlive: true, application_name: 'almotacen-restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
