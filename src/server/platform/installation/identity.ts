import { link, open, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'
import { makeFolder } from '#server/platform/files/folder.ts'
import { syncFolder } from '#server/platform/files/store.ts'
import { newId } from '#server/platform/ids.ts'
import { newNonce } from '#server/platform/secrets/secrets.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

/** Lies beside the stored files, the least that several servers share. */
export const identityFile = (dataDir: string) => join(dataDir, 'files', 'installation')

/** Advisory lock held while an installation gets its identity, and only then. */
const IDENTITY_LOCK = 72_616_042

type Identity = { id: string; in_place: boolean }

/**
 * Makes sure that the files of `dataDir` belong to this database: both carry the identity of the installation, created
 * at its first start. Simultaneous starts run one after the other, and a server with another folder than the first is
 * refused.
 * @throws SettingsError when they do not belong together, or the folder cannot be read or written.
 */
export async function settleIdentity(db: Db, dataDir: string, now: string): Promise<void> {
  if ((await identityOf(db))?.in_place) return checkIdentity(db, dataDir)
  await db.connection().execute(async session => {
    await sql`select pg_advisory_lock(${IDENTITY_LOCK})`.execute(session)
    try {
      await putInPlace(session, dataDir, now)
    } finally {
      await sql`select pg_advisory_unlock(${IDENTITY_LOCK})`.execute(session)
    }
  })
}

/** Writes the row first, then the file, then the flag `in_place`; the next start finishes an interrupted one. */
async function putInPlace(db: Db, dataDir: string, now: string): Promise<void> {
  const known = (await identityOf(db)) ?? (await newIdentity(db, dataDir, now))
  await refuseOther(known, dataDir)
  if (known.in_place) return
  await place(dataDir, known.id)
  await db.updateTable('installation').set({ in_place: true }).where('id', '=', known.id).execute()
}

/** Makes the same check for an installation that has started before, and changes nothing. @throws SettingsError */
export async function checkIdentity(db: Db, dataDir: string): Promise<void> {
  const known = await identityOf(db)
  if (known) await refuseOther(known, dataDir)
}

async function refuseOther(known: Identity, dataDir: string): Promise<void> {
  const found = await identityIn(dataDir)
  if (found === null ? known.in_place : found !== known.id) throw foreign(dataDir, known.id)
}

async function identityOf(db: Db): Promise<Identity | undefined> {
  return db.selectFrom('installation').select(['id', 'in_place']).executeTakeFirst()
}

/** @throws SettingsError when the folder already has one, and so another database: the sweep would delete its files. */
async function newIdentity(db: Db, dataDir: string, now: string): Promise<Identity> {
  if ((await identityIn(dataDir)) === null) {
    await db
      .insertInto('installation')
      .values({ id: newId(now) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  const known = await identityOf(db)
  if (!known) throw ofAnotherDatabase(dataDir)
  return known
}

/** The identity in the folder; null if it has none. @throws SettingsError when it cannot be read */
export async function identityIn(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(identityFile(dataDir), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(dataDir, error)
  }
}

/** Writes a temporary file and links it: of simultaneous starts one wins, and no reader sees a partial file. */
async function place(dataDir: string, id: string): Promise<void> {
  const path = identityFile(dataDir)
  const aside = join(dataDir, 'files', 'incoming')
  try {
    await makeFolder(aside)
    const own = join(aside, newNonce())
    // Not a secret: an operator's command may have created it as another user.
    const file = await open(own, 'wx', 0o644)
    try {
      await file.writeFile(`${id}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(own, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await unlink(own)
    await syncFolder(dirname(path))
  } catch (error) {
    throw unusable(dataDir, error)
  }
  // Another database's server may have been first.
  if ((await identityIn(dataDir)) !== id) throw foreign(dataDir, id)
}

const mountAdvice = (dataDir: string, id: string) =>
  'Mount the folder that this installation has always used; several servers share it, or at least its folder files. ' +
  `If it is that folder, moved or recovered with all its files, confirm it: echo ${id} > '${identityFile(dataDir)}'`

const foreign = (dataDir: string, id: string) =>
  new SettingsError(
    `DATA_DIR: the files in ${dataDir} do not belong to this database: files/installation is missing or belongs to another installation. ${mountAdvice(dataDir, id)}`,
  )

const ofAnotherDatabase = (dataDir: string) =>
  new SettingsError(
    `DATA_DIR: the files in ${dataDir} belong to an installation that has another database. Set DATABASE_URL to that one, ` +
      `or DATA_DIR to a new folder. If this is its database, recovered from an earlier back-up: rm '${identityFile(dataDir)}'`,
  )

const unusable = (dataDir: string, error: unknown) =>
  new SettingsError(
    `DATA_DIR: ${identityFile(dataDir)} cannot be read or written (${(error as NodeJS.ErrnoException).code}). ` +
      "Give the portal's user access to the folder files, then start again.",
    { cause: error },
  )
