import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* Comments and documents are written in plain English: these words make a reader stop. */

const root = join(import.meta.dirname, '..')
const banned =
  /\b(whom|whomever|whoever|anew|(?<!`)nobody(?!`)|somebody|thereby|hearers?|(is|are|was|were) told|of which|of whom|what stands)\b/i

const code = globSync('{src,test,scripts,tools,assurance}/**/*.{ts,tsx}', { cwd: root })
const documents = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md', 'tools/*.md', 'assurance/*.md'], { cwd: root })
// What was asked for keeps its own words, and ASVS its own.
const quoted = /^docs\/(requirements|asvs)\.md$|^LICENSE/

const commentsOf = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .filter(line => /^\s*(\/\*|\*|\/\/)/.test(line))
    .join('\n')

function offenders(): string[] {
  return [
    ...code.filter(path => banned.test(commentsOf(path))),
    ...documents.filter(path => !quoted.test(path) && banned.test(readFileSync(join(root, path), 'utf8'))),
  ].sort()
}

test('comments and documents use plain words', () => {
  expect(offenders()).toEqual([])
})
