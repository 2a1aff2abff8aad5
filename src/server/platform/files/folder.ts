import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those it lies in, for its owner alone; one that is there stays as it is. Node's own `recursive` never
 * returns where a system says of a folder that is there that it is not, as /proc does.
 * @throws the system's error when it cannot be made.
 */
export async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 })
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make().catch(async (again: NodeJS.ErrnoException) => {
      // Another server has made it in this moment.
      if (again.code !== 'EEXIST') throw again
    })
  })
}
