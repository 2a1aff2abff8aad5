import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { lasting, type Mutant, read } from './mutant.ts'

/** The guards that a test file triggers, by stable name; null when the file fails without changes. */
export type Acting = { content: string; seconds: number; guards: string[] | null }

/** Records once each guard whose expression was truthy, under a name that no other code uses. */
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

/** Instruments a copy to record triggered guards. @returns the function that restores it. */
export function watch(bench: Bench, mutants: readonly Mutant[]): () => void {
  bench.change('src/server/watched.ts', witness)
  const files = [...new Set(mutants.filter(({ watched }) => watched).map(({ file }) => file))]
  for (const file of files) {
    // From the end, so that the earlier offsets stay valid.
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

/** Runs one test file in an instrumented copy; retries once, since the machine may have been busy. */
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
 * The test files that trigger a guard, since no other can detect its absence: adjacent ones first, then the fastest, as
 * many as fit into the given seconds.
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
