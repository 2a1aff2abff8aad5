import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from '#test/trust/promise.ts'

const has = (program: string) =>
  (process.env.PATH ?? '').split(':').some(folder => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** What a promise answers on a machine that lacks what its run needs; null where nothing is missing. */
export function lacking({ programs = [], root = false }: { programs?: string[]; root?: boolean }): Outcome | null {
  const missing = programs.filter(program => !has(program))
  if (root && process.getuid?.() !== 0) missing.push('root')
  if (process.platform !== 'linux') missing.push('Linux')
  return missing.length === 0 ? null : { trials: 0, failures: [], notRun: `${missing.join(', ')} is missing` }
}
