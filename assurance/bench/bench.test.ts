import { expect, test } from 'vitest'
import { blocksOf, filesOf, readsOf } from '#assurance/bench/page.ts'
import { markdownOf } from '#assurance/bench/report.ts'
import { measure } from '#assurance/bench/run.ts'

test('`npm run bench` measures each call, and the limit gives the answers of the portal', {
  timeout: 120_000,
}, async () => {
  const measured = await measure(100, () => {}, { rounds: 1, warmUp: 0, calls: 2, starts: 1, slots: 2 })
  const { participants, compared, grown, ...start } = measured
  expect(participants).toBe(100)
  expect(compared).toHaveLength(7)
  expect(new Set(grown.map(({ role }) => role))).toEqual(new Set(['CCI', 'bank', 'evaluator', 'provider']))
  const figures = [
    ...Object.entries(start),
    ...compared.flatMap(({ name, portal, limit, ratio }) => [
      [`${name}, portal`, portal.p50],
      [`${name}, limit`, limit.p50],
      [`${name}, ratio`, ratio],
    ]),
    ...grown.map(({ role, name, p50 }) => [`${role}: ${name}`, p50]),
  ]
  expect(figures.filter(([, figure]) => !(Number.isFinite(figure) && Number(figure) > 0))).toEqual([])
  const sizes = [measured, { ...measured, participants: 200 }]
  const reads = readsOf(sizes)
  const run = { command: 'npm run bench', day: '1 May 2026', commit: 'c0ffee00', machine: 'here', load: 0 }
  const files = filesOf(sizes, reads)
  expect(files['growth.csv']!.trimEnd().split('\n')).toHaveLength(1 + 2 * grown.length)
  const written = [markdownOf([measured]), ...Object.values(blocksOf(sizes, reads, run)), ...Object.values(files)]
  expect(written.filter(text => /NaN|undefined|Infinity/.test(text))).toEqual([])
})
