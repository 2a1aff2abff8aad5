import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { appending } from '#server/platform/audit-log/append.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import type { ForeignKey, SequenceState, TableShape } from '#server/platform/backup/catalog.ts'
import { columnsText, copySettings, foreignKeysOf, quotedName, tableShapes } from '#server/platform/backup/catalog.ts'
import { refuseOtherFiles, refuseOtherSchema } from '#server/platform/backup/fit.ts'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import { BackupError, fingerprintOf } from '#server/platform/backup/manifest.ts'
import type { Restored, RestoreTarget } from '#server/platform/backup/restore.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Connection, Db } from '#server/platform/database/connect.ts'
import { types } from '#server/platform/database/connect.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'

/**
 * Fills the empty schema with the rows of the backup in one transaction, ends what the backup cannot know, and verifies
 * the audit log.
 */
export async function restoreRows(
  { connection, clock }: RestoreTarget,
  folder: string,
  manifest: Manifest,
  keys: readonly string[],
): Promise<Omit<Restored, 'manifest' | 'sameKey'> & { noted: boolean }> {
  return withClient(connection, async client => {
    await client.query('begin')
    await client.query(copySettings)
    await fillTables(client, manifest, async () => {
      for (const table of manifest.tables) await fill(client, folder, table)
      await refuseOtherFiles(client, folder)
    })
    await client.query('update public.session set ended_at = $1 where ended_at is null', [manifest.takenAt])
    await client.query('update public.password_reset set used_at = $1 where used_at is null', [manifest.takenAt])
    // A restore is a new installation: the original may live on, and its files must not be served with this database.
    if (manifest.tables.some(({ name }) => name === 'installation'))
      await client.query('delete from public.installation')
    const resetsSetAside = await setResetsAside(client, manifest)
    const mailsSetAside = await setMailsAside(client, manifest, keys)
    const entries = await checkAuditLog(within(client), manifest)
    const noted = await canNote(client)
    if (noted) await recordRestore(client, clock, manifest)
    await client.query('commit')
    return { mailsSetAside, resetsSetAside, entries, noted }
  })
}

/**
 * Fills the empty tables of a schema with the rows of another like it, as they are: no trigger changes them, and the references
 * between them hold at the end.
 * @throws BackupError when the schemas differ or there are rows already
 */
export async function fillTables(
  client: pg.Client,
  { tables, sequences }: { tables: readonly TableShape[]; sequences: readonly SequenceState[] },
  fillAll: () => Promise<void>,
): Promise<void> {
  const references = await foreignKeysOf(client)
  await dropKeys(client, references)
  await refuseOtherSchema(client, { tables, sequences })
  // A portal that starts now waits here for the end, and then finds the restored data.
  for (const { name } of tables) await client.query(`lock table public.${quotedName(name)} in access exclusive mode`)
  await refuseRows(client)
  for (const { name } of tables) await client.query(`alter table public.${quotedName(name)} disable trigger user`)
  await fillAll()
  for (const { name } of tables) await client.query(`alter table public.${quotedName(name)} enable trigger user`)
  for (const { table, name, definition } of references) {
    await client.query(`alter table public.${quotedName(table)} add constraint ${quotedName(name)} ${definition}`)
  }
  for (const { name, value, nameMatches } of sequences) {
    await client.query('select setval($1, $2, $3)', [`public.${quotedName(name)}`, value, nameMatches])
  }
}

async function dropKeys(client: pg.Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) {
    await client.query(`alter table public.${quotedName(table)} drop constraint ${quotedName(name)}`)
  }
}

async function fill(client: pg.Client, folder: string, { name, columns, rows, part }: Manifest['tables'][number]) {
  const copy = client.query(copyFrom(`copy public.${quotedName(name)} (${columnsText(columns)}) from stdin`))
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

export const notEmpty = () =>
  new BackupError('The database is not empty. Restore into a new database and a new data folder.')

export async function refuseRows(client: pg.Client): Promise<void> {
  for (const { name } of await tableShapes(client)) {
    const { rows } = await client.query(`select exists (select from public.${quotedName(name)}) as any`)
    if (rows[0].any) throw notEmpty()
  }
}

/** Records the restore in the audit log. */
export async function recordRestore(client: pg.Client, clock: Clock, manifest: Manifest): Promise<void> {
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

export async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
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
