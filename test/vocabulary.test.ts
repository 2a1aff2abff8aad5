import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { titlesIn } from '../scripts/asvs.ts'

/* Comments, documents and test titles are written in plain English: these words make a reader stop. */

const root = join(import.meta.dirname, '..')
const banned =
  /\b(whom|whomever|whoever|anew|(?<!`)nobody(?!`)|somebody|thereby|hearers?|(is|are|was|were) told|of which|of whom|what stands)\b/i
/** In titles alone: short sentences for which English has the verb, "is notified", "reports", "is valid". */
const bannedInTitles = /\b(told|stands?|stood|hears?|heard|nobody)\b/i
/** A title begins with its subject or its verb, after the requirements that it shows. */
const withoutSubject = /^([A-Z\d][A-Z\d. -]*: )?(what|who|whose|nor)\b/

const code = globSync('{src,test,scripts,tools,assurance}/**/*.{ts,tsx}', { cwd: root })
const documents = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md', 'tools/*.md', 'assurance/*.md'], { cwd: root })
// What was asked for keeps its own words, and ASVS its own.
const quoted = /^docs\/(requirements|asvs)\.md$|^LICENSE/

// To be rewritten.
const oldTitles =
  /^test\/e2e\/(desk|review|starts|assessment|menus|register|english)\.|^src\/(server|domain)\/supervision\/register\/|^src\/web\/(start|shell)\//
const tests = code.filter(path => /\.(test|e2e)\.tsx?$/.test(path) && !oldTitles.test(path))

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

test('test titles use plain words', () => {
  // A single word is a name or a value.
  const refused = (title: string) =>
    title.includes(' ') && [banned, bannedInTitles, withoutSubject].some(pattern => pattern.test(title))
  expect(
    tests.flatMap(path =>
      titlesIn(path)
        .filter(refused)
        .map(title => `${path}: ${title}`),
    ),
  ).toEqual([])
})
