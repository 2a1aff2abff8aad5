/** The installed service of systemd, as the commands of the operator see it. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { parseEnv } from 'node:util'

/** Exit code: nothing is changed, or what was before is in place again. */
export const UNCHANGED = 1

/** The command ends here. The message says what is and what to do. */
export class Ended extends Error {
  readonly code: number
  constructor(message: string, code = UNCHANGED) {
    super(message)
    this.code = code
  }
}

/** Runs the body of a command; prints why it ended, and sets its exit code. */
export async function endingWell(work: () => void | Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    console.error(error.message)
    process.exitCode = error.code
  }
}

export const say = (line: string): void => console.log(line)

/** The files of systemd that an installation has, from deploy/systemd. */
export const UNITS = ['almotacen.service', 'almotacen-backup.service', 'almotacen-backup.timer']

/** Where the parts of an installation are, on this machine or on one below a folder. */
export const placesBelow = (machine: string) => ({
  link: join(machine, '/opt/almotacen'),
  settings: join(machine, '/etc/almotacen/portal.env'),
  key: join(machine, '/etc/almotacen/app_secret'),
  policy: join(machine, '/etc/almotacen/privacy-policy.pdf'),
  units: join(machine, '/etc/systemd/system'),
  packagedUnits: join(machine, '/usr/lib/systemd/system'),
  command: join(machine, '/usr/local/sbin/almotacen'),
  packagedCommand: join(machine, '/usr/sbin/almotacen'),
  /** Folders of a user whose number changes: systemd keeps them here, with links in /var/lib. */
  states: join(machine, '/var/lib/private'),
  data: join(machine, '/var/lib/private/almotacen'),
  backups: join(machine, '/var/lib/private/almotacen-backups'),
})
export type Places = ReturnType<typeof placesBelow>

/** @throws Ended where nothing is installed */
export function settingsIn(path: string): Record<string, string | undefined> {
  if (!existsSync(path))
    throw new Ended(
      `${path} is missing. Nothing was done. Put it back, or install the portal: almotacen install --help`,
    )
  return parseEnv(readFileSync(path, 'utf8'))
}

/** The address of the service's own port. */
export function addressOf(settings: string): string {
  const { HOST = '127.0.0.1', PORT = '3000', TLS_CERT } = settingsIn(settings)
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `${TLS_CERT ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

type Answer = { status: number; version?: string; cause?: string }

/** What the service's own port answers; null where nothing does. */
export async function answerOf(url: string): Promise<Answer | null> {
  const how = { agent: false, signal: AbortSignal.timeout(5000) }
  // The certificate names the public address, and the port is this machine's own.
  const request = url.startsWith('https:') ? getSecurely(url, { ...how, rejectUnauthorized: false }) : get(url, how)
  try {
    const [response] = await once(request, 'response')
    return { ...((await json(response)) as object), status: response.statusCode }
  } catch {
    return null
  }
}

/** Runs a program, and shows what it says. @returns its exit code; null when it was killed or is not there */
export function run(program: string, ...words: string[]): number | null {
  const { status, error } = spawnSync(program, words, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) say(error.message)
  return status
}

/** What a program says, without a word where it fails. */
export const saidBy = (program: string, ...words: string[]): string =>
  spawnSync(program, words, { encoding: 'utf8' }).stdout?.trim() ?? ''

/** Runs statements in PostgreSQL of this machine as its superuser: passwords are in no command line. */
export function inPostgres(statements: string): { status: number | null; said: string } {
  const words = ['-u', 'postgres', '--', 'psql', '--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-']
  const { status, stderr, error } = spawnSync('runuser', words, { input: statements, encoding: 'utf8', cwd: '/' })
  return { status, said: error?.message ?? stderr.trim() }
}

/** Starts or restarts the service. @throws Ended with the end of its log, unless it then serves */
export function start(how: 'start' | 'restart'): void {
  if (run('systemctl', how, 'almotacen') === 0) return
  say(saidBy('journalctl', '--unit=almotacen', '--lines=15', '--output=cat', '--no-pager'))
  throw new Ended(
    'The service does not serve. Its log above says why: mend that, in /etc/almotacen/portal.env if it is a setting, and run ' +
      '"systemctl restart almotacen".',
  )
}
