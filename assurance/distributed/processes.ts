import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'almotacen-distributed-'

/** The user that Debian's packages run their servers as: PostgreSQL and PgBouncer refuse root. */
const SERVER_USER = 'postgres'

/** The folder of a run. Its name holds the process that clears it, so that another run can sweep after a crash. */
export const folderOf = (run: number | string) => join(tmpdir(), `${PREFIX}${run}`)

/** A folder that the servers' user owns. */
export function ownFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  spawnSync('chown', [`${SERVER_USER}:`, path])
  return path
}

/** What belongs to the run: `clear` finds its processes by the folder in their words or environment. */
export const environmentOf = (folder: string): Record<string, string> => ({
  PATH: `${process.env.PATH}:/usr/sbin:/usr/bin`,
  LANG: 'C.UTF-8',
  RUN: `${folder}/`,
})

type Launch = { environment?: Record<string, string>; within?: readonly string[]; asRoot?: boolean }

/** Starts a server of the run as the servers' user, `within` a host. It ends with this process. */
export function launch(
  folder: string,
  name: string,
  words: string[],
  { environment = {}, within = [], asRoot = false }: Launch = {},
) {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const as = asRoot ? [] : ['--reuid', SERVER_USER, '--regid', SERVER_USER, '--init-groups']
  const [program = '', ...rest] = [...within, 'setpriv', ...as, '--pdeathsig', 'KILL', ...words]
  return spawn(program, rest, {
    cwd: '/',
    env: { ...environmentOf(folder), ...environment },
    stdio: ['ignore', log, log],
  })
}

/** Kills a process as the end of its machine does, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Kills the PostgreSQL of a data folder, which outlives a killed Patroni, with all its processes. */
export function killPostgres(data: string): void {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (!wordsOf(pid).includes(data)) return
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  for (const each of [pid, ...stdout.split('\n').filter(Boolean).map(Number)]) signal(each, 'SIGKILL')
}

function wordsOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}

/** Ends every process of a run, found by the folder that it was started with, and removes the folder. */
export function clear(folder: string): void {
  if (!existsSync(folder)) return
  for (let tries = 0; tries < 5; tries++) {
    const left = readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && wordsOf(pid).includes(`${folder}/`))
    if (left.length === 0) break
    for (const pid of left) signal(Number(pid), 'SIGKILL')
    spawnSync('sleep', ['0.3'])
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

/** Clears what runs left that were killed themselves. */
export function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const run = new RegExp(`^${PREFIX}(\\d+)$`).exec(name)?.[1]
    if (run && !signal(Number(run), 0)) clear(join(tmpdir(), name))
  }
}
