import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'
import { jobLocks } from '#server/platform/database/lock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Mark } from '#server/platform/installation/mark.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

type Identity = { id: string; in_place: boolean }

/**
 * Makes sure that the stored files belong to this database: both carry the identity of the installation, created at its
 * first start. Simultaneous starts run one after the other, and a server with other files than the first is refused.
 * @throws SettingsError when they do not belong together, or the mark cannot be read or written.
 */
export async function settleIdentity(db: Db, mark: Mark, now: string): Promise<void> {
  if ((await identityOf(db))?.in_place) return checkIdentity(db, mark)
  await db.connection().execute(async session => {
    await sql`select pg_advisory_lock(${jobLocks.identify})`.execute(session)
    try {
      await putInPlace(session, mark, now)
    } finally {
      await sql`select pg_advisory_unlock(${jobLocks.identify})`.execute(session)
    }
  })
}

/** Writes the row first, then the mark, then the flag `in_place`; the next start finishes an interrupted one. */
async function putInPlace(db: Db, mark: Mark, now: string): Promise<void> {
  const known = (await identityOf(db)) ?? (await newIdentity(db, mark, now))
  await refuseOther(known, mark)
  if (known.in_place) return
  await mark.place(known.id)
  // Another database's server may have been first.
  if ((await mark.read()) !== known.id) throw foreign(mark, known.id)
  await db.updateTable('installation').set({ in_place: true }).where('id', '=', known.id).execute()
}

/** Makes the same check for an installation that has started before, and changes nothing. @throws SettingsError */
export async function checkIdentity(db: Db, mark: Mark): Promise<void> {
  const known = await identityOf(db)
  if (known) await refuseOther(known, mark)
}

async function refuseOther(known: Identity, mark: Mark): Promise<void> {
  const found = await mark.read()
  if (found?.startsWith(MOVED)) throw moved(mark, found.slice(MOVED.length))
  if (found === null ? known.in_place : found !== known.id) throw foreign(mark, known.id)
}

export async function identityOf(db: Db): Promise<Identity | undefined> {
  return db.selectFrom('installation').select(['id', 'in_place']).executeTakeFirst()
}

/** @throws SettingsError when the files already have one, and so another database: the sweep would delete them. */
async function newIdentity(db: Db, mark: Mark, now: string): Promise<Identity> {
  if ((await mark.read()) === null) {
    await db
      .insertInto('installation')
      .values({ id: newId(now) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  const known = await identityOf(db)
  if (!known) throw ofAnotherDatabase(mark)
  return known
}

/** What the mark of files says that were moved, before their new place: no server may use them again. */
export const MOVED = 'moved to '

const foreign = ({ setting, where, confirm, advice }: Mark, id: string) =>
  new SettingsError(
    `${setting}: the files in ${where} do not belong to this database: its mark is missing or belongs to another installation. ` +
      `${advice} If it is the right one, moved or recovered with all its files, confirm it: ${confirm(id)}`,
  )

const ofAnotherDatabase = ({ setting, where, forget }: Mark) =>
  new SettingsError(
    `${setting}: the files in ${where} belong to an installation that has another database. Set DATABASE_URL to that one, ` +
      `or ${setting} to a new place. If this is its database, recovered from an earlier back-up: ${forget}`,
  )

const moved = ({ setting, where }: Mark, to: string) =>
  new SettingsError(`${setting}: the files in ${where} were moved. Set FILES_URL=${to}, on each server.`)
