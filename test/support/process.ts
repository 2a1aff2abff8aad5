import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')

/** The portal as a separate process, as an operator runs it. */
export type PortalProcess = {
  url: string
  child: ChildProcess
  output(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

type Environment = Record<string, string | undefined>

/** Starts `src/server/app/main.ts`, or another script or copy of the source, and does not wait. */
export function spawnPortal(
  dataDir: string,
  environment: Environment = {},
  words: string[] = [],
  {
    script = 'src/server/app/main.ts',
    from = root,
    within = [],
  }: {
    script?: string
    from?: string
    /** A wrapper command with its arguments. */
    within?: string[]
  } = {},
) {
  const [program = '', ...rest] = [...within, process.execPath, script, ...words]
  return spawn(program, rest, {
    cwd: from,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      WORKERS: process.env.WORKERS ?? '1',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The workers of a portal; none if it serves alone. */
export const workersOf = (pid: number): number[] =>
  spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(line => line.includes('main.ts'))
    .map(line => Number.parseInt(line, 10))

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Ended by itself.
  }
}

/** Starts the portal on a free port, as spawnPortal does, and waits until it serves. */
export async function startProcess(...how: Parameters<typeof spawnPortal>): Promise<PortalProcess> {
  const child = spawnPortal(...how)
  let output = ''
  child.stdout!.on('data', chunk => {
    output += chunk
  })
  child.stderr!.on('data', chunk => {
    output += chunk
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  for (let tries = 0; tries < 2400; tries++) {
    const url = /http:\/\/localhost:\d+/.exec(output)?.[0]
    if (
      url &&
      (await fetch(`${url}/health/ready`).then(
        answer => answer.ok,
        () => false,
      ))
    ) {
      return {
        url,
        child,
        output: () => output,
        kill: async signal => {
          // SIGKILL stands for the end of the machine, which leaves no worker.
          if (signal === 'SIGKILL') for (const pid of workersOf(child.pid!)) killed(pid)
          child.kill(signal)
          await ended
        },
      }
    }
    if (child.exitCode !== null) break
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The portal did not start:\n${output}`)
}
