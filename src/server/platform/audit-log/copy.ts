import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { makeFolder } from '#server/platform/files/local/folder.ts'

/**
 * The mirrored part of an entry: who, what, when, the owner, and its place in the chain; not its data, which can be
 * purged.
 */
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

/**
 * The name of a later copy: the folder itself holds the first copy, and a copy that starts where the audit log left the
 * previous one has a folder named after its first entry.
 */
const FORK = /^desde-\d+-[0-9a-f]{12}$/

/** The files of a copy, newest first. */
const filesOf = async (folder: string) =>
  (await readdir(folder))
    .filter(name => name.endsWith(ENDING))
    .sort()
    .reverse()

/** The entries in a copy's files, newest first. */
async function* newestFirst(folder: string): AsyncGenerator<CopiedEntry> {
  for (const name of await filesOf(folder)) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n')
    for (const line of lines.reverse()) {
      // A partially written line is ignored: its entry is copied again.
      try {
        yield JSON.parse(line) as CopiedEntry
      } catch {}
    }
  }
}

/** The newest entry of a copy that matches the audit log, and whether it is the copy's last; 0 for none. */
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
 * Mirrors new entries of the audit log to a folder of another system, in order (V16.4.3). The audit log itself is the
 * queue, so nothing is lost while the folder is unavailable. When the log lacks entries that were copied, as after a
 * restore, the mirror continues in a new copy beside the old one.
 * @returns the number of entries copied.
 * @throws Error, after creating the new copy, when the log lacks entries that were copied.
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

/** Appends the entries after a number to a copy. */
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
    const [first] = rows
    if (!first) return copied
    // One file a month. When the clock is set back, entries stay in the newest file.
    const month = `${first.at.slice(0, 7)}${ENDING}`
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
