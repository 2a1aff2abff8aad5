/**
 * Mutates src/domain in one place at a time with Stryker and counts the mutants that its own tests kill (R16), or a
 * sample of src/server, whose tests call a real PostgreSQL. Stryker is installed into a copy, so that nothing else depends
 * on it. Prints a table; test-results/mutants.txt lists the survivors. Ends with 1 when a part of the core falls below the
 * minimum share.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { random } from '#assurance/trust/random.ts'
import { optionsOf } from '../scripts/usage.ts'
import { copySource } from './copy.ts'
import { type Report, sharesOf, unnoticed } from './mutants/report.ts'
import { sampleLines } from './mutants/sample.ts'

const usage = `npm run test:mutants                            all of src/domain
npm run test:mutants -- --only session,trail   those folders of it
npm run test:mutants -- --only chain --near    with the tests of these folders alone, which is quicker
npm run test:mutants -- --server 60 --seed 1   the mutants of so many lines of src/server, with the API's tests
npm run test:mutants -- --jobs 2               so many at a time`
const values = optionsOf(usage, {
  only: { type: 'string' },
  near: { type: 'boolean' },
  server: { type: 'string' },
  seed: { type: 'string', default: '1' },
  jobs: { type: 'string', default: '2' },
})

const STRYKER = '10.1.1'
/** The core: authentication, authorization, state machines and the audit log. */
const CORE = ['identity', 'states', 'score', 'audit-log']
const LEAST = 85

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const copy = mkdtempSync(join(tmpdir(), 'almotacen-mutants-'))
// A test runs a program of the copy as another user.
chmodSync(copy, 0o755)

const sampled = values.server
  ? sampleLines(root, Number(values.server), random(Number(values.seed))).map(
      ([path, line]) => `${path}:${line}-${line}`,
    )
  : null
const sources = (values.only?.split(',') ?? ['**']).flatMap(part =>
  part.endsWith('.ts') ? [`src/domain/${part}`] : [`src/domain/${part}/*.ts`],
)
/** Texts, columns and calls: the tests of the server and the web cover them. */
const heldElsewhere = [
  '*.test',
  'contract',
  'columns',
  'sector',
  'facts',
  'messages',
  'contracts',
  'events',
  'product',
  'common-words',
]

function prepare(): void {
  copySource(root, copy)
  cpSync(join(root, 'node_modules'), join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  const packages = ['core', 'vitest-runner'].map(name => `@stryker-mutator/${name}@${STRYKER}`)
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const include = values.near ? sources.map(source => `${dirname(source)}/*.test.ts`) : ['src/domain/**/*.test.ts']
  const test = JSON.stringify({ ...(sampled ? withDatabase : { include }), isolate: false, maxWorkers: 1 })
  writeFileSync(join(copy, 'vitest.mutants.ts'), `export default { test: ${test} }\n`)
}

const withDatabase = {
  include: ['src/server/**/!(*.storage|*.long).test.ts', 'test/api/**/!(*.long).test.ts'],
  setupFiles: 'test/support/properties.ts',
  globalSetup: 'test/support/postgres-setup.ts',
  expect: { poll: { timeout: 10_000 } },
  testTimeout: 20_000,
  hookTimeout: 30_000,
}

/** `static`: mutants of code that runs once at module load need all tests and are slow. */
function run(name: string, mutate: readonly string[], { withStatic }: { withStatic: boolean }): Report {
  const report = join(copy, `${name}.json`)
  const settings = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutants.ts' },
    // Stryker would parse it with a compiler API that TypeScript 7 no longer has.
    tsconfigFile: 'none.json',
    mutate: [...mutate, ...heldElsewhere.map(word => `!src/domain/**/${word}.ts`), '!src/domain/notification/demo/**'],
    coverageAnalysis: 'perTest',
    ignoreStatic: !withStatic,
    concurrency: Number(values.jobs),
    // Its own second copy could not be read by another user either.
    inPlace: true,
    dryRunTimeoutMinutes: 30,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
  }
  writeFileSync(join(copy, `${name}.config.json`), JSON.stringify(settings))
  const stryker = join(copy, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const { status } = spawnSync(process.execPath, [stryker, 'run', `${name}.config.json`], {
    cwd: copy,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`Stryker ended with ${status}`)
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}

try {
  prepare()
  const whole = run('whole', sampled ?? sources, { withStatic: false })
  // The state machines are static tables, and they matter most.
  const states = !sampled && (!values.only || values.only.includes('states'))
  const tables = states ? run('tables', ['src/domain/states/*.ts'], { withStatic: true }) : { files: {} }
  const report = { files: { ...whole.files, ...tables.files } }
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, 'mutants.txt'), `${unnoticed(report).join('\n')}\n`)
  const shares = sharesOf(report)
  for (const { part, noticed, all, share } of shares) {
    console.log(
      `${part.padEnd(20)} ${String(noticed).padStart(5)} of ${String(all).padStart(5)}  ${share.toFixed(1)} %`,
    )
  }
  const weak = shares.filter(({ part, share }) => CORE.includes(part) && share < LEAST)
  for (const { part } of weak) console.log(`${part}: less than ${LEAST} % of the changes are noticed`)
  process.exitCode = weak.length > 0 ? 1 : 0
} finally {
  rmSync(copy, { recursive: true, force: true })
}
