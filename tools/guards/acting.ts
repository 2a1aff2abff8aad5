import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { lasting, type Mutant, read } from './mutant.ts'

/** What a test file makes act: guards by their lasting names; null when the file fails as it is. */
export type Acting = { content: string; seconds: number; guards: string[] | null }

/** Writes down, once each, the guards whose expression was worth something; by a name that no code here has itself. */
const witness = `import { appendFileSync } from 'node:fs'
const seen = new Set<string>()
export function guardSeenToAct<T>(guard: string, value: T): T {
  if (value && !seen.has(guard) && process.env.GUARDS_ACTING) {
    seen.add(guard)
    appendFileSync(process.env.GUARDS_ACTING, guard + '\\n')
  }
  return value
}
`

/** Makes a copy tell which guards act. @returns what puts it back. */
export function watch(bench: Bench, mutants: readonly Mutant[]): () => void {
  bench.change('src/server/watched.ts', witness)
  const files = [...new Set(mutants.filter(({ watched }) => watched).map(({ file }) => file))]
  for (const file of files) {
    // From the end, so that what is still to come keeps its place.
    const ofFile = mutants.filter(each => each.file === file).sort((a, b) => b.from - a.from)
    let text = read(file)
    for (const { guard, watched: span } of ofFile) {
      if (!span) continue
      const name = JSON.stringify(lasting(guard))
      text = `${text.slice(0, span.from)}guardSeenToAct(${name}, ${text.slice(span.from, span.to)})${text.slice(span.to)}`
    }
    bench.change(file, `${text}\nimport { guardSeenToAct } from '#server/watched.ts'\n`)
  }
  return () => {
    for (const file of files) bench.change(file, read(file))
  }
}

export const contentOf = (test: string) => createHash('sha256').update(read(test)).digest('hex').slice(0, 16)

/** Runs one test file in a copy that is watched; once more when it fails, since the machine may have been busy. */
export async function actingIn(bench: Bench, test: string, again = true): Promise<Acting> {
  const list = join(bench.place, 'acting.txt')
  rmSync(list, { force: true })
  const begun = performance.now()
  const failed = await bench.run([test], { GUARDS_ACTING: list })
  if (failed && again) return actingIn(bench, test, false)
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  if (failed) console.log(`not used, it fails although no guard is gone: ${failed}`)
  const guards = existsSync(list) ? [...new Set(readFileSync(list, 'utf8').split('\n').filter(Boolean))] : []
  return { content: contentOf(test), seconds, guards: failed ? null : guards }
}

/**
 * The test files that make a guard act, since no other can miss it: those beside it first, then the quickest, as many
 * as fit into so many seconds.
 */
export function likeliest(mutant: Mutant, acting: Record<string, Acting>, patience: number): string[] {
  const name = lasting(mutant.guard)
  const isFar = (test: string) => Number(!mutant.tests.includes(test) || test.startsWith('test/'))
  const all = Object.entries(acting)
    .filter(([, { guards }]) => guards?.includes(name))
    .sort(([a, one], [b, other]) => isFar(a) - isFar(b) || one.seconds - other.seconds)
  let left = patience
  return all
    .filter(([, { seconds }], index) => {
      left -= seconds
      return index === 0 || left >= 0
    })
    .map(([test]) => test)
}
