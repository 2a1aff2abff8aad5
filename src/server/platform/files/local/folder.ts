import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents, readable by the owner only; an existing folder stays unchanged. Node's own
 * `recursive` never returns where a system reports an existing folder as missing, as /proc does.
 * @throws the system's error when it cannot be created.
 */
export async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 })
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make().catch(async (again: NodeJS.ErrnoException) => {
      // Another server has just created it.
      if (again.code !== 'EEXIST') throw again
    })
  })
}
