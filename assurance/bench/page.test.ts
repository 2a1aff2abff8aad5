import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf, filesOf, readsOf, withBlocks } from '#assurance/bench/page.ts'
import type { Measured } from '#assurance/bench/run.ts'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'

const root = join(import.meta.dirname, '../../docs')
const page = readFileSync(join(root, 'measurements.md'), 'utf8')
const stored = (name: string) => readCsv(readFileSync(join(root, 'measurements', name)))
const run = {
  command: 'npm run bench',
  day: '1 May 2026',
  commit: 'c0ffee00',
  machine: '2 virtual processors',
  load: 0.25,
}

const times = (p50: number) => ({ p50, p99: p50 * 3 })
const sizeOf = (participants: number, search: number): Measured => ({
  ...{ participants, startMs: 1234.4, rssMiB: 200.2, loopP99: 7.25 },
  compared: [{ name: 'list of 6', portal: times(4), limit: times(2), ratio: 2, least: 1.5, most: 2.54 }],
  grown: [
    { role: 'CCI', name: 'list, newest expiry first', ...times(3) },
    { role: 'CCI', name: 'search: two letters', ...times(search) },
  ],
})
const sizes = [sizeOf(1000, 2), sizeOf(20_000, 12.344)]
const reads = readsOf(sizes)

test('`npm run bench -- --write` changes what is between its marks, and nothing else of the page', () => {
  const blocks = blocksOf(sizes, reads, run)
  const written = withBlocks(page, blocks)
  const outside = (text: string) => text.replace(/(?<=<!-- bench: (\w+) -->\n).*?(?=\n<!-- end of \1 -->)/gs, '')
  expect(outside(written)).toBe(outside(page))
  expect(outside(page).length).toBeGreaterThan(page.length / 2)
  expect(written).toContain(blocks.speed)
  expect(written).toContain(blocks.growth)
  expect(withBlocks(written, blocks)).toBe(written)
  expect(blocks.speed).toMatch(/c0ffee00.*load average 0\.3/)
  expect(blocks.speed).toMatch(/^\| list of 6 +\| 4\.0 +\| 2\.0 +\| 2\.0 \(1\.5 to 2\.5\) +\|$/m)
  expect(blocks.speed).toContain('the event loop was late by 7.3 ms (p99)')
  expect(blocks.growth).toMatch(/^\| CCI +\| search: two letters +\| 2\.0 +\| 12 +\| 6\.2 +\|$/m)
  expect(blocks.growth.indexOf('search: two letters')).toBeLessThan(blocks.growth.indexOf('newest expiry'))
  expect(blocks.growth).not.toContain('The other')
})

test('the page names the eight reads that grow most, and the range of the others', () => {
  const many = sizes.map((size, at) => ({
    ...size,
    grown: Array.from({ length: 11 }, (_, n) => ({ role: 'CCI', name: `read ${n}`, ...times(at === 0 ? 1 : n + 1) })),
  }))
  const { growth } = blocksOf(many, readsOf(many), run)
  expect([...growth.matchAll(/read (\d+)/g)].map(([, n]) => Number(n))).toEqual([10, 9, 8, 7, 6, 5, 4, 3])
  expect(growth).toContain('The other 3: 1.0 to 3.0 times.')
})

test.each([
  ['no mark', (text: string) => text.replace('<!-- bench: speed -->', '')],
  ['no end', (text: string) => text.replace('<!-- end of growth -->', '')],
  ['a mark twice', (text: string) => `${text}\n<!-- bench: speed -->\n`],
  ['an end twice', (text: string) => `${text}\n<!-- end of growth -->\n`],
  ['an end before its mark', (text: string) => `<!-- end of speed -->\n${text}`],
])('a page with %s is refused', (_, changed) => {
  expect(() => withBlocks(changed(page), { speed: '', growth: '' })).toThrow(/docs\/measurements\.md/)
})

test('every figure of a run is in a file of the shape of the one that is stored', () => {
  const files = filesOf(sizes, reads)
  const rowsOf = (name: string) => readCsv(Buffer.from(files[name]!))
  expect(rowsOf('speed.csv').slice(1)).toEqual([
    ['list of 6', '1000', '4', '12', '2', '6', '2', '1.5', '2.54'],
    ['list of 6', '20000', '4', '12', '2', '6', '2', '1.5', '2.54'],
  ])
  expect(rowsOf('growth.csv').slice(1)).toEqual([
    ['CCI', 'list, newest expiry first', '1000', '3', '9', ''],
    ['CCI', 'list, newest expiry first', '20000', '3', '9', '1'],
    ['CCI', 'search: two letters', '1000', '2', '6', ''],
    ['CCI', 'search: two letters', '20000', '12.3', '37', '6.17'],
  ])
  expect(rowsOf('start.csv').slice(1)).toEqual([
    ['1000', '1234', '200', '7.25'],
    ['20000', '1234', '200', '7.25'],
  ])
  for (const name of Object.keys(files).filter(name => name.endsWith('.csv')))
    expect(stored(name)[0], name).toEqual(rowsOf(name)[0])
  expect(files['growth.svg']).toMatch(/^<svg .*20,000 participants/s)
})

test('every file of measurements is linked from the page, and each row has the columns of its header', () => {
  const names = globSync('measurements/*', { cwd: root }).map(path => basename(path))
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter(name => !page.includes(`](measurements/${name})`))).toEqual([])
  for (const name of names.filter(name => name.endsWith('.csv'))) {
    const [header, ...rows] = stored(name)
    expect(rows.length, name).toBeGreaterThan(1)
    expect(
      rows.filter(row => row.length !== header!.length),
      name,
    ).toEqual([])
  }
})
