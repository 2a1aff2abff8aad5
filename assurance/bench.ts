/**
 * `npm run bench`: compares the portal with the fastest server we can write on the same database, and shows how its
 * reads grow with the number of participants. Writes test-results/bench.json and prints Markdown.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { blocksOf, filesOf, readsOf, withBlocks } from '#assurance/bench/page.ts'
import { markdownOf } from '#assurance/bench/report.ts'
import { type Measured, measure } from '#assurance/bench/run.ts'
import { loadNow } from '#assurance/load/line.ts'
import { optionsOf } from '../scripts/usage.ts'

const usage = `npm run bench                                        1,000 and 20,000 participants
npm run bench -- --participants 1000,20000,100000    the last takes long to load
npm run bench -- --write                             also updates docs/measurements.md and its files`
const options = optionsOf(usage, {
  participants: { type: 'string', default: '1000,20000' },
  write: { type: 'boolean', default: false },
})
const LEAST = 100
const numbers = options.participants.split(',').map(Number)
if (!numbers.every(number => Number.isInteger(number) && number >= LEAST)) {
  console.error(`--participants takes whole numbers from ${LEAST}\n\n${usage}`)
  process.exit(2)
}
if (options.write && new Set(numbers).size < 2) {
  console.error(`--write takes two numbers of participants at least: one shows no growth\n\n${usage}`)
  process.exit(2)
}

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/measurements.md')
// Before the minutes of measuring: a page without its marks is refused.
if (options.write) withBlocks(readFileSync(page, 'utf8'), { speed: '', growth: '' })
const named = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=8']
const commit = options.write ? execFileSync('git', named, { cwd: root, encoding: 'utf8' }).trim() : ''
const sizes: Measured[] = []
const load = loadNow()
for (const participants of numbers.toSorted((a, b) => a - b)) {
  console.error(`\n${participants} participants, ${availableParallelism()} processors, load ${loadNow().toFixed(1)}`)
  sizes.push(await measure(participants, line => console.error(line)))
}
const markdown = markdownOf(sizes)
console.log(`\n${markdown}`)
mkdirSync(join(root, 'test-results'), { recursive: true })
const result = { at: new Date().toISOString(), processors: availableParallelism(), load, sizes }
writeFileSync(join(root, 'test-results/bench.json'), `${JSON.stringify(result, null, 2)}\n`)

if (options.write) {
  const reads = readsOf(sizes)
  const blocks = blocksOf(sizes, reads, {
    command: `npm run bench -- --participants ${numbers.join()}`,
    day: new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }),
    commit,
    machine: `${availableParallelism()} virtual processors, Node.js ${process.versions.node}, ${process.platform}`,
    load,
  })
  writeFileSync(page, withBlocks(readFileSync(page, 'utf8'), blocks))
  for (const [name, text] of Object.entries(filesOf(sizes, reads)))
    writeFileSync(join(root, 'docs/measurements', name), text)
}
