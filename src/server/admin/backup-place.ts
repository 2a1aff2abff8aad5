import { readFile, realpath, statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** The types of file systems that are in memory: tmpfs and ramfs. */
const IN_MEMORY = [0x01021994, 0x858458f6]

/**
 * Why a back-up in a folder would not last, for an operator; null when nothing is known against it.
 * @param mounts the mounts that this process sees, as /proc/self/mountinfo lists them
 */
export async function whyLost(folder: string, mounts = mountsHere()): Promise<string | null> {
  const place = resolve(folder)
  const parent = await realpath(dirname(place)).catch(() => null)
  // `takeBackup` says what is wrong with a parent that is missing.
  if (parent === null) return null
  const target = await realpath(place).catch(() => join(parent, basename(place)))
  if (isPrivate(target, await mounts)) {
    return `${place} is in a temporary folder that systemd made for this command and deletes with it.`
  }
  return IN_MEMORY.includes((await statfs(parent)).type)
    ? `${place} is in memory (tmpfs): a restart of the machine or of the container loses it.`
    : null
}

const mountsHere = () => readFile('/proc/self/mountinfo', 'utf8').catch(() => '')

/** Whether the mount that holds a path shows a folder of `PrivateTmp=` of a service of systemd. */
function isPrivate(path: string, mounts: string): boolean {
  const holding = mounts
    .split('\n')
    .map(line => line.split(' '))
    .filter(([, , , , point = '']) => point !== '' && `${path}/`.startsWith(point === '/' ? '/' : `${point}/`))
    // Of two mounts at one point the later one shows.
    .reduce<string[]>((best, mount) => (mount[4]!.length >= (best[4]?.length ?? 0) ? mount : best), [])
  return /(^|\/)systemd-private-/.test(holding[3] ?? '')
}
