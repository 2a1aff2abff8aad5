/**
 * Long runs of the promises of docs/security.md. Prints promise, trials and failures; ends with 1 when one was
 * broken.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { optionsOf } from '../scripts/usage.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, 'test-results/trust.json')
const usage = `npm run test:trust                                   every promise, as often as it says itself
npm run test:trust -- --only R2,R11 --trials R2=500 --seed 7`
const values = optionsOf(usage, {
  only: { type: 'string' },
  trials: { type: 'string', multiple: true },
  seed: { type: 'string' },
})
const trials = Object.fromEntries((values.trials ?? []).map(each => each.split('='))) as Record<string, string>
const asked = {
  only: values.only?.split(','),
  trials: Object.fromEntries(Object.entries(trials).map(([id, count]) => [id, Number(count)])),
  seed: values.seed === undefined ? undefined : Number(values.seed),
}

rmSync(report, { force: true })
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'assurance/trust/vitest.config.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TRUST: JSON.stringify(asked) } },
)
const { seed, results } = JSON.parse(readFileSync(report, 'utf8')) as {
  seed: number
  results: {
    id: string
    text: string
    tx: string
    seconds: number
    trials: number
    failures: string[]
    notRun?: string
    note?: string
  }[]
}
console.log(`\nSeed ${seed}\n\n| Promise | Trials | Failures | Seconds | |\n| --- | --- | --- | --- | --- |`)
for (const { id, text, tx, seconds, trials, failures, notRun, note } of results) {
  console.log(
    `| ${id} ${text} | ${notRun ? `not run: ${notRun}` : `${trials} ${tx}`} | ${failures.length} | ${seconds} | ${note ?? ''} |`,
  )
}
process.exitCode = status ?? 1
