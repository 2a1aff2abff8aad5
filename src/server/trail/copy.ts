import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#server/files/folder.ts'
import type { Portal } from '#server/portal.ts'

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

/** The number of the last entry that a folder has; 0 of an empty one. */
async function lastCopied(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter(name => name.endsWith(ENDING)).sort()
  const lines = names.length > 0 ? (await readFile(join(folder, names.at(-1)!), 'utf8')).split('\n') : []
  // A line that was cut while it was written is none: its entry is copied again.
  for (const line of lines.reverse()) {
    try {
      return (JSON.parse(line) as CopiedEntry).number
    } catch {}
  }
  return 0
}

/**
 * Copies the entries of the trail that a folder of another system does not have yet, in their order (V16.4.3). The trail
 * itself is what waits meanwhile, so nothing is lost however long the folder takes none.
 * @returns how many were copied.
 */
export async function copyTrail(portal: Portal, folder: string): Promise<number> {
  await makeFolder(folder)
  let last = await lastCopied(folder)
  let copied = 0
  for (;;) {
    const rows = await portal.db
      .selectFrom('trail')
      .select(['number', 'at', 'event', 'actor_id', 'participant_id', 'object_kind', 'object_id', 'hash'])
      .where('number', '>', last)
      .orderBy('number')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) return copied
    const file = await open(join(folder, `${rows[0]!.at.slice(0, 7)}${ENDING}`), 'a+', 0o600)
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
