import { AsyncLocalStorage } from 'node:async_hooks'
import type { EditionContent } from '#domain/supervision/register/edition/edition-file.ts'
import { keptEdition } from '#domain/supervision/register/edition/edition-file.ts'
import type { KnownEditions } from '#domain/supervision/register/edition/editions.ts'
import { bindEditions, withLoaded } from '#domain/supervision/register/edition/editions.ts'
import type { Db } from '#server/platform/database/connect.ts'

const current = new AsyncLocalStorage<KnownEditions | null>()
bindEditions(() => current.getStore() ?? null)

/** Loads never change, so that what was made of them holds until there is a newer one. Its id is of one database alone. */
let made: { newest: string; known: KnownEditions } | null = null

/** The editions in force now, whichever process loaded them; null while CCI has loaded none. */
export async function editionsNow(db: Db): Promise<KnownEditions | null> {
  const last = await db.selectFrom('register_edition').select('id').orderBy('place', 'desc').limit(1).executeTakeFirst()
  if (!last) return null
  if (made?.newest === last.id) return made.known
  const rows = await db.selectFrom('register_edition').select(['id', 'content']).orderBy('place').execute()
  const known = withLoaded(rows.map(({ id, content }) => keptEdition(content as EditionContent, id)))
  made = { newest: rows.at(-1)!.id, known }
  return known
}

/** Runs `work`, and all that it awaits, with the editions in force as it begins (REG-18). */
export async function withEditions<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return current.run(await editionsNow(db), work)
}
