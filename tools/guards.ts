/**
 * Removes the guards of a copy of the source one by one and demands that a test fails each time.
 *
 * Prints each guard with the test that killed it, then the survivors; ends with 1 when there are any. Writes the
 * results to test-results/guards.json, and which test file triggers which guard to test-results/guards-acting.json.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionsOf } from '../scripts/usage.ts'
import { type Acting, actingIn, contentOf, likeliest, watch } from './guards/acting.ts'
import { everyGuard } from './guards/all.ts'
import type { Bench } from './guards/bench.ts'
import { equivalent } from './guards/equivalent.ts'
import { grants } from './guards/grants.ts'
import { lasting, type Mutant, read, root, tests } from './guards/mutant.ts'

type Result = { guard: string; outcome: 'killed' | 'survived' | 'equivalent'; why: string; seconds: number }

const usage = `npm run test:guards                            all
npm run test:guards -- --only session,states   those whose name holds one of the words
npm run test:guards -- --list                  names them and runs nothing
npm run test:guards -- --sample 5              every fifth
npm run test:guards -- --wheres                each condition of a query, also of those that hide nothing
npm run test:guards -- --resume                those that no earlier run has killed, with what it has learnt
npm run test:guards -- --jobs 2                so many at a time
npm run test:guards -- --patience 300          as many test files for a guard as last so many seconds (90)`
const values = optionsOf(usage, {
  only: { type: 'string' },
  list: { type: 'boolean' },
  sample: { type: 'string', default: '1' },
  wheres: { type: 'boolean' },
  resume: { type: 'boolean' },
  jobs: { type: 'string', default: '1' },
  patience: { type: 'string', default: '90' },
})
const words = values.only?.split(',')
const every = everyGuard({ wheres: values.wheres })

function known<T>(name: string, otherwise: T): T {
  const path = join(root, 'test-results', name)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : otherwise
}

function keep(name: string, value: unknown): void {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results', name), JSON.stringify(value, null, 1))
}

/** Runs the items in parallel, one per bench. */
async function each<T>(benches: readonly Bench[], items: readonly T[], work: (bench: Bench, item: T) => Promise<void>) {
  const waiting = [...items]
  await Promise.all(
    benches.map(async bench => {
      for (let item = waiting.shift(); item; item = waiting.shift()) await work(bench, item)
    }),
  )
}

/** Learns which guards each test file triggers; unchanged test files are not run again. */
async function learn(benches: readonly Bench[], mutants: readonly Mutant[]): Promise<Record<string, Acting>> {
  const acting = values.resume ? known<Record<string, Acting>>('guards-acting.json', {}) : {}
  const near = [...new Set(mutants.flatMap(mutant => mutant.tests))]
  // Known results cost nothing.
  const asked = words && !values.resume ? near : [...tests('src/server/**/*.test.ts'), ...tests('test/api/*.test.ts')]
  const missing = asked.filter(test => !acting[test]?.guards || acting[test].content !== contentOf(test))
  const restore = benches.map(bench => watch(bench, every))
  await each(benches, missing, async (bench, test) => {
    acting[test] = await actingIn(bench, test)
    keep('guards-acting.json', acting)
  })
  for (const back of restore) back()
  return acting
}

async function main(): Promise<number> {
  const earlier = values.resume ? known<Result[]>('guards.json', []) : []
  const killed = new Set(earlier.filter(({ outcome }) => outcome === 'killed').map(({ guard }) => lasting(guard)))
  const all = every
    .filter(({ guard }) => !words || words.some(word => guard.includes(word)))
    .filter((_mutant, index) => index % Number(values.sample) === 0)
    .filter(({ guard }) => !killed.has(lasting(guard)))
  if (values.list) {
    for (const { guard } of all) console.log(guard)
    console.log(`${all.length} guards, and every grant of src/domain/identity/abilities.ts`)
    return 0
  }
  const asked = new Set(all.map(({ guard }) => lasting(guard)))
  const results = earlier.filter(({ guard }) => !asked.has(lasting(guard)))
  const note = (guard: string, outcome: Result['outcome'], why: string, seconds = 0) => {
    results.push({ guard, outcome, why, seconds })
    console.log(`${outcome === 'survived' ? 'SURVIVED' : outcome} ${guard} (${seconds} s)\n           ${why}`)
    keep('guards.json', results)
  }
  // Loaded late: Vitest takes a second to load, and a list does not need it.
  const { openBench } = await import('./guards/bench.ts')
  const benches = await Promise.all(Array.from({ length: Number(values.jobs) }, openBench))
  try {
    const served = all.filter(({ watched }) => watched)
    const acting = served.length > 0 ? await learn(benches, served) : {}
    const green = new Set<string>()
    await each(benches, all, async (bench, mutant) => {
      const reason = equivalent[lasting(mutant.guard)]
      if (reason) return note(mutant.guard, 'equivalent', reason)
      const chosen = mutant.watched ? likeliest(mutant, acting, Number(values.patience)) : mutant.tests
      if (chosen.length === 0) return note(mutant.guard, 'survived', 'no test makes it act')
      if (!mutant.watched && !green.has(chosen.join())) {
        const failed = await bench.run(chosen)
        if (failed) throw new Error(`A test fails although no guard is gone: ${failed}`)
        green.add(chosen.join())
      }
      const text = read(mutant.file)
      const begun = performance.now()
      bench.change(mutant.file, text.slice(0, mutant.from) + mutant.instead + text.slice(mutant.to))
      const by = await bench.run(chosen)
      bench.change(mutant.file, text)
      const seconds = Math.round((performance.now() - begun) / 100) / 10
      note(mutant.guard, by ? 'killed' : 'survived', by ? `by ${by}` : `not missed by ${chosen.join(', ')}`, seconds)
    })
    const place = benches[0]?.place
    if (place && (!words || words.includes('abilities'))) {
      grants(place, (guard, by) => note(guard, by ? 'killed' : 'survived', by ? `by ${by}` : 'not missed by the table'))
    }
  } finally {
    for (const bench of benches) await bench.close()
  }
  const survivors = results.filter(({ outcome }) => outcome === 'survived')
  console.log(
    `\n${results.length - survivors.length} of ${results.length} guards are missed, or need not be, when gone.`,
  )
  for (const { guard, why } of survivors) console.log(`survived: ${guard}\n           ${why}`)
  return survivors.length > 0 ? 1 : 0
}

// process.exit would truncate output that a pipe has not taken yet.
process.exitCode = await main()
