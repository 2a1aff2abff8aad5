/** `almotacen restore`: stops the service, sets its data aside, restores a back-up, and starts it again. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { optionsOf } from '../usage.ts'
import type { Places } from './service.ts'
import { Ended, inPostgres, placesBelow, run, say, settingsIn, start } from './service.ts'

export const restoreUsage = `almotacen restore --from <back-up> [--replace]
  --from <back-up>   its folder, its name in /var/lib/almotacen-backups, or "newest"
  --replace          sets the present data aside; they are kept until you remove them`

const command = resolve(import.meta.dirname, '../../deploy/systemd/almotacen')
const admin = (...words: string[]) => run(command, 'admin', ...words)

/** A name in the folder of back-ups, or a path. @throws Ended where no back-up is */
function folderOf(from: string, { backups }: Places): string {
  const known = existsSync(backups) ? readdirSync(backups).sort() : []
  // The user of the command sees them under the link that systemd makes.
  const newest = known.filter(name => /^\d{4}-\d\d-\d\dT/.test(name)).at(-1)
  if (from === 'newest' && newest) return join('/var/lib/almotacen-backups', newest)
  if (existsSync(join(backups, from, 'manifest.json'))) return join('/var/lib/almotacen-backups', from)
  if (existsSync(join(from, 'manifest.json'))) return resolve(from)
  throw new Ended(
    `There is no back-up in ${from}. Nothing was done. ${known.length > 0 ? `There are: ${known.join(', ')}.` : 'None was taken here.'}`,
  )
}

const isHere = (url: string) => ['127.0.0.1', 'localhost', '[::1]', ''].includes(new URL(url).hostname)

/** What holds the present data, and how each part is led aside and back. */
function partsOf(places: Places, aside: string) {
  const { DATABASE_URL, DATABASE_OWNER_URL } = settingsIn(places.settings)
  const parts: { name: string; to: string; move(): void; back(): void }[] = []
  if (existsSync(places.data) && readdirSync(places.data).length > 0) {
    const to = join(places.states, `almotacen-${aside}`)
    parts.push({
      name: places.data,
      to,
      move: () => renameSync(places.data, to),
      back() {
        rmSync(places.data, { recursive: true, force: true })
        renameSync(to, places.data)
      },
    })
  }
  if (DATABASE_URL) {
    if (!isHere(DATABASE_URL)) return { parts, elsewhere: `the database of ${new URL(DATABASE_URL).host}` }
    const name = decodeURIComponent(new URL(DATABASE_URL).pathname.slice(1))
    const owner = new URL(DATABASE_OWNER_URL ?? DATABASE_URL).username
    const to = `${name}_${aside.replaceAll('-', '_')}`
    const inOrder = (statements: string) => {
      const { status, said } = inPostgres(statements)
      if (status !== 0) throw new Ended(`PostgreSQL of this machine refuses: ${said}`)
    }
    parts.push({
      name: `the database ${name}`,
      to,
      move: () => inOrder(`alter database "${name}" rename to "${to}";\ncreate database "${name}" owner "${owner}";`),
      back: () => inOrder(`drop database if exists "${name}";\nalter database "${to}" rename to "${name}";`),
    })
  }
  return { parts, elsewhere: null }
}

export async function restore(words: string[]): Promise<void> {
  const {
    from,
    replace,
    machine = '/',
  } = optionsOf(
    restoreUsage,
    { from: { type: 'string' }, replace: { type: 'boolean' }, machine: { type: 'string' } },
    words,
  )
  if (!from) throw new Ended(restoreUsage)
  const places = placesBelow(machine)
  const folder = folderOf(from, places)
  const aside = `before-${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}`
  const { parts, elsewhere } = partsOf(places, aside)
  if (parts.length > 0 && !replace)
    throw new Ended(
      `There is a portal here already. Nothing was done. With --replace this is set aside: ${parts.map(({ name }) => name).join(' and ')}.`,
    )
  if (admin('verify', folder) !== 0)
    throw new Ended('Nothing was changed. Choose another back-up: "almotacen status" names the newest.')
  if (elsewhere)
    say(
      `It restores into ${elsewhere}, which has to be empty: another name in DATABASE_URL and DATABASE_OWNER_URL, if it is not.`,
    )
  run('systemctl', 'stop', 'almotacen')
  const moved: typeof parts = []
  try {
    for (const part of parts) {
      part.move()
      moved.push(part)
    }
    if (admin('restore', '--from', folder) !== 0)
      throw new Ended('The back-up was not restored; what is said above names why.')
  } catch (error) {
    for (const part of moved.toReversed()) part.back()
    start('start')
    throw error instanceof Ended
      ? new Ended(`${error.message} The data of before are in place again, and the portal serves.`)
      : error
  }
  start('start')
  for (const { name, to } of parts) say(`${name} of before is kept as ${to}.`)
  say('The portal serves what was restored. Look at it: almotacen doctor')
}
