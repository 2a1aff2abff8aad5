import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '#server/app-context.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { makeFolder } from '#server/platform/files/folder.ts'

/** What leaves of an entry: who, what, when and whose, and its place in the chain; not its data, which can be destroyed. */
type CopiedEntry = {
  number: number
  at: string
  event: string
  actor: string | null
  participant: string | null
  object: string
  hash: string
}

const BATCH = 1000
const ENDING = '.entries'

/** A copy begins at the first entry, in the folder itself, or where the trail left the one before, in a folder named after its first. */
const FORK = /^desde-\d+-[0-9a-f]{12}$/

/** The files of a copy, the one that was written last first. */
const filesOf = async (folder: string) =>
  (await readdir(folder))
    .filter(name => name.endsWith(ENDING))
    .sort()
    .reverse()

/** The entries that a copy's files have, newest first. */
async function* newestFirst(folder: string): AsyncGenerator<CopiedEntry> {
  for (const name of await filesOf(folder)) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n')
    for (const line of lines.reverse()) {
      // A line that was cut while it was written is none: its entry is copied again.
      try {
        yield JSON.parse(line) as CopiedEntry
      } catch {}
    }
  }
}

/** The newest entry of a copy that the trail has as it was copied, and whether the copy ends with it; 0 for none. */
async function agreedWith(db: Db, folder: string): Promise<{ folder: string; number: number; isLast: boolean }> {
  let isLast = true
  for await (const { number, hash } of newestFirst(folder)) {
    const row = await db.selectFrom('trail').select('hash').where('number', '=', number).executeTakeFirst()
    if (row?.hash === hash) return { folder, number, isLast }
    isLast = false
  }
  return { folder, number: 0, isLast }
}

/**
 * Copies the entries of the trail that a folder of another system does not have yet, in their order (V16.4.3). The trail
 * itself is what waits meanwhile, so nothing is lost however long the folder takes none. A trail that has not what was
 * copied, as a restored one, goes on in a copy of its own beside, and what was copied stays.
 * @returns how many were copied.
 * @throws Error, once the other copy is made, when the trail has not what was copied.
 */
export async function copyAuditLog(app: AppContext, folder: string): Promise<number> {
  await makeFolder(folder)
  const forks = (await readdir(folder)).filter(name => FORK.test(name)).sort()
  const copies = await Promise.all(
    [folder, ...forks.map(name => join(folder, name))].map(each => agreedWith(app.db, each)),
  )
  const agreed = copies.toSorted((one, other) => other.number - one.number)
  const whole = agreed.find(({ isLast, number, folder: of }) => isLast && (number > 0 || of === folder))
  if (whole) return copyFrom(app, whole.folder, whole.number)
  const { number } = agreed[0]!
  const next = await app.db
    .selectFrom('trail')
    .select('hash')
    .where('number', '=', number + 1)
    .executeTakeFirst()
  const place = join(folder, `desde-${String(number + 1).padStart(9, '0')}-${next?.hash.slice(0, 12)}`)
  if (next) {
    await makeFolder(place)
    await copyFrom(app, place, number)
  }
  throw new Error(
    `The audit log is not the one copied to ${folder} from entry ${number + 1}: a back-up was restored ` +
      `or somebody has changed it. ${next ? `The copy goes on in ${place}` : 'It will be copied apart'}, and the earlier copy is kept.`,
  )
}

/** Appends to a copy what follows an entry. */
async function copyFrom(app: AppContext, folder: string, after: number): Promise<number> {
  let last = after
  let copied = 0
  let [latest = ''] = await filesOf(folder)
  for (;;) {
    const rows = await app.db
      .selectFrom('trail')
      .select(['number', 'at', 'event', 'actor_id', 'participant_id', 'object_kind', 'object_id', 'hash'])
      .where('number', '>', last)
      .orderBy('number')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) return copied
    // A file for each month; what a clock that was put back writes goes on in the file of the month that it came from.
    const month = `${rows[0]!.at.slice(0, 7)}${ENDING}`
    if (month > latest) latest = month
    const file = await open(join(folder, latest), 'a+', 0o600)
    try {
      const lines = rows.map(row => {
        const entry: CopiedEntry = {
          number: row.number,
          at: row.at,
          event: row.event,
          actor: row.actor_id,
          participant: row.participant_id,
          object: `${row.object_kind} ${row.object_id}`,
          hash: row.hash,
        }
        return JSON.stringify(entry)
      })
      const { size } = await file.stat()
      const end = size === 0 ? '\n' : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString()
      await file.appendFile(`${end === '\n' ? '' : '\n'}${lines.join('\n')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    last = rows.at(-1)!.number
    copied += rows.length
  }
}
