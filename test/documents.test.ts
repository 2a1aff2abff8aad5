import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { notificationTypes } from '#domain/notification/definitions/types.ts'
import { commands } from '#server/admin/commands.ts'
import { definitions } from '#server/platform/settings/setting-list.ts'

/* The commands, files and settings that the documents name exist. */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = globSync(['*.md', '{docs,src,test,.github}/**/*.md'], { cwd: root })
const named = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(match => match[1]!)

/** A heading as its anchor. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Why a page's link is broken; null when it works. */
function fault(page: string, link: string): string | null {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), decodeURIComponent(path))
  if (!existsSync(join(root, target))) return `${page}: ${link} is not there`
  if (!anchor) return null
  return named(target, /^#+ (.+)$/gm)
    .map(anchorOf)
    .includes(anchor)
    ? null
    : `${page}: ${link} has no such heading`
}

test('every link from a document to a local file leads somewhere', () => {
  const links = pages.flatMap(page => named(page, /\]\(([^)\s]+)\)/g).map(link => ({ page, link })))
  const local = links.filter(({ link }) => !/^[a-z]+:/.test(link))
  expect(local.length).toBeGreaterThan(20)
  expect(local.map(({ page, link }) => fault(page, link)).filter(problem => problem !== null)).toEqual([])
})

test('every source file that a document names is there', () => {
  const files = globSync(['*.*', '{src,test,scripts,tools,assurance,deploy,db,.github}/**/*.*'], { cwd: root })
  const paths = new Set(files.flatMap(path => path.split('/').map((_, index, steps) => steps.slice(index).join('/'))))
  const asked = pages
    // What a release changed may be gone.
    .filter(page => page !== 'CHANGELOG.md')
    .flatMap(page =>
      named(page, /`((?:[\w@.-]+\/)*[\w@.-]+\.(?:tsx?|sql|sh|mjs|ya?ml|css))`/g).map(path => ({ page, path })),
    )
  expect(asked.length).toBeGreaterThan(20)
  const isExample = (path: string) => path.includes('NNNN')
  expect(asked.filter(({ path }) => !isExample(path) && !paths.has(path.replace(/^\.\//, '')))).toEqual([])
})

test('every npm script that a document names is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const asked = pages.flatMap(page => named(page, /\bnpm (?:run )?(start|test|(?<=run )[a-z][\w:-]*)/g))
  expect(asked.length).toBeGreaterThan(20)
  expect([...new Set(asked)].filter(name => !(name in scripts))).toEqual([])
  for (const command of Object.values(scripts)) {
    for (const [, script] of command.matchAll(/\bnode (?:--\S+ )*(\S+\.ts)/g))
      expect(existsSync(join(root, script!))).toBe(true)
  }
})

test("every operator's command that a document names is there, and each is described", () => {
  const usages = Object.values(commands).map(({ usage }) => usage)
  const isThere = (words: string) => {
    const [first = '', second] = words.split(' ')
    const usage = commands[first]?.usage
    return usage !== undefined && (second === undefined || usage.includes(second))
  }
  const asked = pages
    .filter(page => page !== 'CHANGELOG.md')
    .flatMap(page => named(page, /npm run admin -- ([a-z-]+(?: [a-z]+(?![\w@.-]))?)/g))
  expect(asked.filter(words => !isThere(words))).toEqual([])
  const running = read('docs/operations/running.md')
  expect(
    usages.map(usage => usage.split(' ')[0]!).filter(name => !running.includes(`npm run admin -- ${name}`)),
  ).toEqual([])
})

test('README names settings that are there, with their defaults', () => {
  const rows = [...read('README.md').matchAll(/^\| `([A-Z_]+)` +\| (?:`([^`]+)`)?/gm)]
  expect(rows.length).toBeGreaterThan(5)
  const known = new Map(definitions.map(([name, definition]) => [name as string, definition.default]))
  expect(rows.map(([, name, initial]) => [name, initial])).toEqual(rows.map(([, name]) => [name, known.get(name!)]))
})

test('D51: the specification names the recipients of every type of notification', () => {
  const types = named('docs/decisions/specification/notifications.md', /\b([A-Z]+(?:_[A-Z]+)*)\b(?=[^|\n]*\|)/g)
  expect(notificationTypes.filter(type => !types.includes(type))).toEqual([])
})
