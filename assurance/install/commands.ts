/** Commands as an operator types them, on this machine. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

export type Ran = { status: number | null; said: string; seconds: number }

/** Where commands are typed. */
export type Shell = {
  /** Runs a command of a shell. */
  run(command: string): Ran
  /** Runs a command beside others. */
  runBeside(command: string): Promise<Ran>
}

/** A shell whose commands are run by a program with these words before `sh -c`. */
export function shellBy(words: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Shell {
  const wordsOf = (command: string): [string, string[]] => {
    const [program = '', ...rest] = [...words, 'sh', '-c', command]
    return [program, rest]
  }
  const secondsSince = (began: number) => (performance.now() - began) / 1000
  return {
    run(command) {
      const began = performance.now()
      const { status, stdout, stderr } = spawnSync(...wordsOf(command), {
        ...options,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      })
      return { status, said: `${stdout}${stderr}`.trim(), seconds: secondsSince(began) }
    },
    async runBeside(command) {
      const began = performance.now()
      const child = spawn(...wordsOf(command), { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
      const [status] = await once(child, 'close')
      return { status, said: said.trim(), seconds: secondsSince(began) }
    },
  }
}
