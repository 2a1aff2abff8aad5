import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')

/** The portal as a process of its own, as an operator runs it. */
export type PortalProcess = {
  url: string
  child: ChildProcess
  output(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Starts `src/server/main.ts` and waits for nothing. */
export function spawnPortal(dataDir: string, environment: Record<string, string> = {}, words: string[] = []) {
  return spawn(process.execPath, ['src/server/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts `src/server/main.ts` on a free port and waits until calls are served. */
export async function startProcess(
  dataDir: string,
  environment: Record<string, string> = {},
  words: string[] = [],
): Promise<PortalProcess> {
  const child = spawnPortal(dataDir, environment, words)
  let output = ''
  child.stdout!.on('data', chunk => {
    output += chunk
  })
  child.stderr!.on('data', chunk => {
    output += chunk
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  for (let tries = 0; tries < 600; tries++) {
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
