/**
 * Starts etcd, two PostgreSQL servers under Patroni, HAProxy, PgBouncer, Ceph and two portals in networks of this machine, lets
 * people work on them while parts are killed, frozen and cut off, and writes what happened to docs/operations/distributed.md.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clear, folderOf } from '#assurance/distributed/processes.ts'
import { ensurePrograms } from '#assurance/distributed/programs.ts'
import type { Report } from '#assurance/distributed/report.ts'
import { pageOf } from '#assurance/distributed/report.ts'
import { systemClock } from '#server/platform/clock.ts'
import { optionsOf } from '../scripts/usage.ts'

const root = join(import.meta.dirname, '..')
const json = join(root, 'test-results/distributed.json')
const page = join(root, 'docs/operations/distributed.md')
const RUN_MAX_MS = 20 * 60_000
const usage = `npm run test:distributed                        the journey and every fault, about 15 minutes
npm run test:distributed -- --only journey      what has this in its name; the page is not written
npm run test:distributed -- --seed 7            draws the moments of the faults; by default from the time`
const { only, seed = String(Date.now() % 100_000) } = optionsOf(usage, {
  only: { type: 'string' },
  seed: { type: 'string' },
})

try {
  ensurePrograms(line => console.log(line))
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
// Production has no shifted clock, and what is due changes with the day.
if (systemClock(RUN_MAX_MS).today() !== systemClock(0).today()) {
  console.error('The run would cross midnight in Madrid: start it after that.')
  process.exit(1)
}
if (!existsSync(join(root, 'dist/web/index.html'))) {
  console.error('The pages are not built: npm run build')
  process.exit(1)
}
rmSync(json, { force: true })
console.log(`Seed: ${seed}`)
const run = spawn(
  'unshare',
  [
    ...['--net', process.execPath],
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--config', 'assurance/distributed/vitest.config.ts', '--disable-console-intercept'],
    ...(only ? ['-t', only] : []),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, RUN: String(process.pid), SEED: seed } },
)
// The run clears what it started; what a killed one leaves is cleared here.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => run.kill(signal))
run.once('exit', code => {
  clear(folderOf(process.pid))
  process.exitCode = code ?? 1
  if (!existsSync(json)) return
  const report = JSON.parse(readFileSync(json, 'utf8')) as Report
  const text = pageOf(report)
  console.log(`\n${text.slice(text.indexOf('##'))}`)
  const isWhole = report.failures.length === 0 && code === 0
  console.log(isWhole ? 'Every promise held.' : `${report.failures.length} promises were broken.`)
  if (!only && isWhole) {
    writeFileSync(page, text)
    spawnSync('npx', ['biome', 'format', '--write', page], { cwd: root })
    console.log('wrote docs/operations/distributed.md')
  }
})
