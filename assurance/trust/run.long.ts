import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Outcome } from '#assurance/trust/promise.ts'
import { promises } from '#assurance/trust/promises.ts'

/** The options of `npm run test:trust`, passed by assurance/trust.ts. */
const asked = JSON.parse(process.env.TRUST ?? '{}') as {
  only?: string[]
  trials?: Record<string, number>
  seed?: number
}
const seed = asked.seed ?? 1
const results: (Outcome & { id: string; text: string; tx: string; seconds: number })[] = []

for (const { id, text, tx, trials, run } of promises) {
  if (asked.only && !asked.only.includes(id)) continue
  test(`${id}: ${text}`, { timeout: 0 }, async () => {
    const start = Date.now()
    const outcome = await run({ trials: asked.trials?.[id] ?? trials, seed, log: line => console.log(`${id} ${line}`) })
    results.push({ id, text, tx, seconds: Math.round((Date.now() - start) / 1000), ...outcome })
    if (outcome.notRun) return console.log(`${id} not run: ${outcome.notRun}`)
    expect(outcome.trials).toBeGreaterThan(0)
    expect(outcome.failures).toEqual([])
  })
}

afterAll(async () => {
  const folder = join(import.meta.dirname, '../../test-results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'trust.json'), JSON.stringify({ seed, results }, null, 2))
})
