import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asvsPage, faultOf, parseVerdicts } from './asvs.ts'

/** The levels of every requirement of ASVS 5.0.0, by chapter: one word per section, one digit per requirement. */
const standard = `
  V1 22 1111122223 112222222223 222 123
  V2 122 112 12223 23
  V3 3 113 12223 11222233 11122333 3 22333
  V4 12233 23333 22 1222
  V5 2 112333 113 222
  V6 122 111111112222 11223333 112233 22222333 2223 33 2222
  V7 222 1111 22 11222 223 22
  V8 1233 1123 133 23
  V9 111 1222
  V10 22 223 22223 1111122222233333 22222 22 222
  V11 2233 22233 11233 1222 23 23 33
  V12 12233 11 22223
  V13 2333 222223 2233 1222233
  V14 22 12223333 122
  V15 12233 12233 1222222 3333
  V16 2 22222 2222 222 2223
  V17 23 22223333 22
`

const every = standard
  .trim()
  .split('\n')
  .flatMap(line => {
    const [chapter = '', ...sections] = line.trim().split(' ')
    return sections.flatMap((levels, section) =>
      [...levels].map((level, index) => `${chapter.slice(1)}.${section + 1}.${index + 1} L${level}`),
    )
  })

const file = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const chapters = parseVerdicts(file('docs/asvs/verdicts.txt'))
const lines = chapters.flatMap(chapter => chapter.lines)

test('S1: each of the 345 lines of ASVS 5.0 has one verdict, at its level', () => {
  expect(every).toHaveLength(345)
  expect(lines.map(({ id, level }) => `${id} ${level}`)).toEqual(every)
})

test('S1: a met requirement names existing tests, and only a requirement for a document names one', () => {
  expect(lines.flatMap(({ id, evidence }) => evidence.map(each => faultOf(id, each))).filter(Boolean)).toEqual([])
})

test('S1: an unmet or inapplicable requirement gives its reason', () => {
  for (const { id, reason, evidence } of lines) {
    expect(evidence.length > 0 || (reason ?? '').length > 5, id).toBe(true)
  }
})

test('a test that is gone, a title that changed and a page for what needs a test are found', () => {
  const self = 'scripts/asvs.test.ts'
  expect(faultOf('1.1.1', `${self} › an unmet or inapplicable requirement`)).toBeNull()
  expect(faultOf('1.1.1', `${self} › no such ${'title'}`)).toContain('title')
  expect(faultOf('1.1.1', 'scripts/gone.test.ts › x')).toContain('there is no')
  expect(faultOf('1.1.1', 'scripts/asvs.ts › x')).toContain('no test')
  expect(faultOf('1.1.1', 'docs/security.md#Limits that hold')).toContain('more than a document')
  expect(faultOf('6.1.1', 'docs/security.md#Limits that hold')).toBeNull()
  expect(faultOf('6.1.1', 'docs/security.md#Nothing')).toContain('no heading')
  expect(() => parseVerdicts('1.1.1 | L2 | x | almost met | y')).toThrow('Line 1')
})

test('the page is what the verdicts say, and its totals are counted', () => {
  expect(file('docs/asvs.md')).toBe(asvsPage(chapters))
  const two = parseVerdicts('## V1\n1.1.1 | L2 | x | met | a.test.ts › b\n1.1.2 | L2 | x | not met | because of it\n')
  expect(asvsPage(two)).toContain('| L2 | 2 | 1 (50.0 %) | 0 | 1 | 50.0 % | 0 |')
})
