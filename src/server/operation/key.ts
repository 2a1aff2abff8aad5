import { refuseForeignKey } from '#server/identity/second-factor/unopened.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

type WithKey = Pick<AppContext, 'db' | 'secrets'>

export const foreignKey =
  'The key of the portal does not belong to this database. Put the earlier key back into APP_SECRET, or into the file secret of ' +
  'DATA_DIR. To change the key, follow "Keys" in docs/operations/running.md. If it is lost for good: npm run admin -- secret adopt'

/** Whether one of the available keys last served this database; a database without a recorded key accepts any. */
export async function isOwnKey({ db, secrets }: WithKey): Promise<boolean> {
  const print = await printIn(db)
  return print === null || secrets.prints.includes(print)
}

async function printIn(db: Db): Promise<string | null> {
  const row = await db.selectFrom('installation').select('key_print').executeTakeFirst()
  return row?.key_print ?? null
}

/** Records the current key: from now on the database refuses a start with only other keys. */
export async function noteKey(db: Db, secrets: AppContext['secrets']): Promise<void> {
  await db.updateTable('installation').set({ key_print: secrets.prints[0]! }).execute()
}

/**
 * For a start: the key must be the database's, or replace one that is and is still available, as during a key change.
 * @throws SettingsError that says what to do
 */
export async function settleKey(portal: WithKey): Promise<void> {
  const { db, secrets } = portal
  if (!(await isOwnKey(portal))) throw new SettingsError(foreignKey)
  await refuseForeignKey(portal)
  const first = db.updateTable('installation').set({ key_print: secrets.prints[0]! }).where('key_print', 'is', null)
  await first.execute()
  // Of two servers that start at once with different keys, one is refused.
  if (!(await isOwnKey(portal))) throw new SettingsError(foreignKey)
  await noteKey(db, secrets)
}
