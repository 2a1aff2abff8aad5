/** `almotacen status`: in five lines, whether the portal serves and when it was last backed up. Exits with 1 unless it serves. */
import { readdirSync, realpathSync } from 'node:fs'
import { optionsOf } from '../usage.ts'
import { addressOf, answerOf, placesBelow, saidBy, say } from './service.ts'

export const statusUsage = 'almotacen status       whether the portal serves, of which release, and its last back-up'

/** The newest back-up that the timer or `backup` has made, by its name. */
function newestBackup(folder: string): string {
  try {
    return (
      readdirSync(folder)
        .filter(name => /^\d{4}-\d\d-\d\dT/.test(name))
        .sort()
        .at(-1) ?? 'none: run "almotacen backup"'
    )
  } catch {
    return 'none: run "almotacen backup"'
  }
}

/** A property of a unit as systemd says it. */
const propertyOf = (unit: string, name: string) => saidBy('systemctl', 'show', '--value', `--property=${name}`, unit)

/** @returns what the port answers, and what to do about it; null in place of that where all is well */
async function readiness(url: string): Promise<[found: string, advice: string | null]> {
  const answer = await answerOf(`${url}/health/ready`)
  if (answer?.status === 200) return ['ready', null]
  if (!answer) return ['no answer', 'See why: journalctl --unit=almotacen --lines=30']
  return [`not ready (${answer.cause ?? answer.status})`, 'See what is wrong: almotacen doctor']
}

export async function status(words: string[]): Promise<void> {
  const { machine = '/' } = optionsOf(statusUsage, { machine: { type: 'string' } }, words)
  const places = placesBelow(machine)
  const url = addressOf(places.settings)
  const [found, advice] = await readiness(url)
  const state = propertyOf('almotacen.service', 'ActiveState')
  const since = propertyOf('almotacen.service', 'ActiveEnterTimestamp')
  const next = propertyOf('almotacen-backup.timer', 'NextElapseUSecRealtime')
  const serving = (await answerOf(`${url}/health`))?.version
  const lines = [
    ['release', `${serving ?? 'none answers'}; ${realpathSync(places.link)} is in place`],
    ['service', `${state}${since && ` since ${since}`}; ${propertyOf('almotacen.service', 'UnitFileState')}`],
    ['address', `${url}: ${found}`],
    ['back-up', newestBackup(places.backups)],
    ['next', next || 'none: run "systemctl enable --now almotacen-backup.timer"'],
  ]
  for (const [name = '', text] of lines) say(`${name.padEnd(9)}${text}`)
  if (advice === null) return
  say(advice)
  process.exitCode = 1
}
