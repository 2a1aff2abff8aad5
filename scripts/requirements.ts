/**
 * Lists the requirements that no test names, from the tests that actually ran (D45): reads the reports of the last
 * `npm test` and `npm run test:long`. A [browser] id counts only in a browser test. `--strict` fails when any is missing.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { optionsOf } from './usage.ts'

type Report = {
  testResults: { name: string; assertionResults: { status: string; title: string; fullName: string }[] }[]
}

const { strict } = optionsOf('npm run requirements [-- --strict]', { strict: { type: 'boolean' } })
const root = join(import.meta.dirname, '..')
const wanted = new Map<string, string>()
for (const match of (await readFile(join(root, 'docs/requirements.md'), 'utf8')).matchAll(
  /^- \*\*([A-Z]+-\d+)\*\* \[(\w+)\]/gm,
)) {
  wanted.set(match[1]!, match[2]!)
}
const reports = await Promise.all(
  ['vitest.json', 'long.json'].map(
    async name => JSON.parse(await readFile(join(root, 'test-results', name), 'utf8')) as Report,
  ),
).catch(() => {
  console.error('No report of a test run: run npm test and npm run test:long first.')
  process.exit(1)
})

const named = new Set<string>()
const crowded: string[] = []
for (const file of reports.flatMap(({ testResults }) => testResults)) {
  const inBrowser = file.name.includes('/test/e2e/')
  for (const { status, title, fullName } of file.assertionResults) {
    const idsIn = (text: string) => text.match(/\b[A-Z]+-\d{2,3}\b/g)?.filter(id => wanted.has(id)) ?? []
    const own = idsIn(title).length
    if (own > 3) crowded.push(`${own} ids in one title: ${title}`)
    if (status !== 'passed') continue
    // The id may stand in the title of its group.
    for (const id of idsIn(fullName)) if (wanted.get(id) !== 'browser' || inBrowser) named.add(id)
  }
}
const missing = [...wanted].filter(([id]) => !named.has(id))
const byArea = Map.groupBy(missing, ([id]) => id.split('-')[0]!)
for (const [area, ids] of byArea)
  console.log(`${area.padEnd(7)} ${ids.map(([id, level]) => `${id} [${level}]`).join(', ')}`)
for (const line of crowded) console.log(line)
console.log(`\n${wanted.size - missing.length} of ${wanted.size} requirements are named by a test that passed.`)
if (strict && (missing.length > 0 || crowded.length > 0)) process.exit(1)
