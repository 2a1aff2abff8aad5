/**
 * npm run coverage: branch coverage of src/domain and src/server by the unit and API tests, and the uncovered branches.
 * Code in separate processes or threads (start, admin commands, embedded database, readers of files, restore) cannot be
 * measured and is counted apart. Prints the figures; test-results/branches.txt lists the branches.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

type Place = { start?: { line?: number } }
type Covered = {
  branchMap: Record<string, { type: string; loc: Place; locations: Place[] }>
  b: Record<string, number[]>
}

const root = join(import.meta.dirname, '..')
const folder = join(root, 'test-results/coverage')
const APART =
  /^src\/server\/(main\.ts|admin\/|backup\/|database\/(embedded|binaries)|spreadsheet\/(archive-guard|cell-|csv-text|parse|headings|sheets)|[\w/-]+-(worker|task|process)\.ts)/

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const words = ['run', '--project', 'unit', '--project', 'api', '--coverage.enabled', '--coverage.reportOnFailure']
const wanted = ['--coverage.reporter=json', '--coverage.include=src/domain/**', '--coverage.include=src/server/**']
const { status } = spawnSync(process.execPath, [vitest, ...words, ...wanted, `--coverage.reportsDirectory=${folder}`], {
  cwd: root,
  stdio: 'inherit',
})

const report = JSON.parse(readFileSync(join(folder, 'coverage-final.json'), 'utf8')) as Record<string, Covered>
const parts = { domain: [0, 0], server: [0, 0], apart: [0, 0] }
const left: string[] = []
for (const [file, { b, branchMap }] of Object.entries(report)) {
  const path = relative(root, file).replaceAll('\\', '/')
  const part = APART.test(path) ? 'apart' : path.startsWith('src/domain') ? 'domain' : 'server'
  for (const [id, hits] of Object.entries(b)) {
    for (const [way, times] of hits.entries()) {
      const { type, loc, locations } = branchMap[id]!
      parts[part][1]!++
      if (times > 0) parts[part][0]!++
      else left.push(`${path}:${locations[way]?.start?.line ?? loc.start?.line} ${type} ${way}`)
    }
  }
}
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(join(root, 'test-results/branches.txt'), `${left.sort().join('\n')}\n`)
for (const [part, [taken, all]] of Object.entries(parts)) {
  console.log(`${part}: ${taken} of ${all} branches, ${((100 * taken!) / Math.max(1, all!)).toFixed(1)} %`)
}
process.exitCode = status ?? 1
