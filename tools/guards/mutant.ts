import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An edit of one file that removes one guard. */
export type Mutant = {
  /** Position and text: `src/server/identity/user/edit.ts:36 notFound unless !user`. */
  guard: string
  file: string
  from: number
  to: number
  instead: string
  /** The tests that must notice, most likely first. */
  tests: string[]
  /** The expression that is truthy when the guard acts; it can be instrumented to find the tests that trigger it. */
  watched?: { from: number; to: number }
}

export const root = join(import.meta.dirname, '../..')
const texts = new Map<string, string>()

/** A file's content on first read: a concurrent edit would move the offsets of the guards. */
export function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

export const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length
export const tests = (pattern: string) => globSync(pattern, { cwd: root }).sort()
export const sources = (pattern: string) => tests(pattern).filter(file => !file.includes('.test.'))

/** A guard's stable name, which survives lines added above it. */
export const lasting = (guard: string) => guard.replace(/:\d+ /, ' ')

const inApi = ['test/api/permissions.test.ts', 'test/api/model.long.test.ts', 'test/api/roles.test.ts']

/** The tests for a server file: adjacent ones, those of its noun in the domain, and the general ones. */
export function testsOf(file: string): string[] {
  const parts = dirname(file).split('/')
  const folders = parts.slice(2).map((_part, at) => parts.slice(0, parts.length - at).join('/'))
  const beside = folders.flatMap(folder => tests(`${folder}/*.test.ts`))
  if (/\/(http|session)\//.test(file))
    beside.push('src/server/identity/session/session.test.ts', 'src/server/http/http.test.ts')
  if (file.endsWith('/visible-rows.ts')) beside.push('src/server/validation/seen.test.ts')
  return [...new Set([...beside, ...inApi])]
}
