import { join } from 'node:path'
import { expect, test } from 'vitest'
import { random } from '#assurance/trust/random.ts'
import { type Report, sharesOf, unnoticed } from './mutants/report.ts'
import { sampleLines } from './mutants/sample.ts'

const mutant = (status: Report['files'][string]['mutants'][number]['status'], line: number, replacement = 'true') => ({
  status,
  replacement,
  location: { start: { line, column: 8 }, end: { line, column: 13 } },
})
const report: Report = {
  files: {
    'src/domain/identity/roles.ts': {
      source: 'return a > b\nreturn c > d\n',
      mutants: [mutant('Killed', 1), mutant('Survived', 2)],
    },
    'src/domain/audit-log/a.ts': { source: 'return a > b\n', mutants: [mutant('Timeout', 1), mutant('Ignored', 1)] },
    'src/domain/audit-log/b.ts': {
      source: 'return a > b\n',
      mutants: [mutant('NoCoverage', 1, '{\n}'), mutant('RuntimeError', 1)],
    },
    'src/domain/values/c.ts': { source: '', mutants: [mutant('Ignored', 1)] },
  },
}

test('R16: of what could be noticed, what was, by part', () => {
  expect(sharesOf(report)).toEqual([
    { part: 'audit-log', noticed: 1, all: 2, share: 50 },
    { part: 'identity', noticed: 1, all: 2, share: 50 },
  ])
})

test('R16: reports unnoticed mutants with their place', () => {
  expect(unnoticed(report)).toEqual([
    'src/domain/identity/roles.ts:2 c > d => true',
    'src/domain/audit-log/b.ts:1 (no test comes here) a > b => { }',
  ])
})

test('R16: a seed draws the same lines of the server, each once', () => {
  const drawn = (seed: number) => sampleLines(join(import.meta.dirname, '..'), 40, random(seed)).map(String)
  expect(new Set(drawn(1)).size).toBe(40)
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(2)).not.toEqual(drawn(1))
})
