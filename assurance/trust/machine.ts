import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from '#assurance/trust/promise.ts'

const has = (program: string) =>
  (process.env.PATH ?? '').split(':').some(folder => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** The result of a promise on a machine without the tools of its run; null when nothing is missing. */
export function lacking({ programs = [], root = false }: { programs?: string[]; root?: boolean }): Outcome | null {
  const missing = programs.filter(program => !has(program))
  if (root && process.getuid?.() !== 0) missing.push('root')
  if (process.platform !== 'linux') missing.push('Linux')
  return missing.length === 0 ? null : { trials: 0, failures: [], notRun: `${missing.join(', ')} is missing` }
}

/** Runs a program to its end. @returns its output; the exit code of these tools is no verdict. */
export async function heard(program: string, words: string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, ...environment }
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      said += chunk
    })
  }
  await once(child, 'close')
  return said
}
