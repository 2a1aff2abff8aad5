import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/* components.css holds the styles of the components that the portal draws, and of no others. */

const web = join(import.meta.dirname, '../src/web')
const { resolve } = createRequire(import.meta.url)
const packageRoot = (name: string) => dirname(resolve(`${name}/styles.css`))
const importsIn = (code: string) => [
  ...code.matchAll(/import (?:\{([^}]*)\}|(\w+)) from ["'](@mantine\/\w+|\.[^"']*)["']/g),
]
const namesOf = (names = '') =>
  names.split(',').flatMap(name => (/^\s*type /.test(name) ? [] : (name.trim().split(/\s+/)[0] ?? [])))

/** The file of a package that exports a name. */
function fileOf(library: string, name: string): string | undefined {
  const index = join(packageRoot(library), 'esm/index.mjs')
  const line = importsIn(readFileSync(index, 'utf8')).find(([, names]) => namesOf(names).includes(name))
  return line && join(dirname(index), line[3]!)
}

/** The style sheets of Mantine's core that the files of the portal need, however far. */
function neededStyles(): string[] {
  const seen = new Set<string>()
  const follow = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, names, , from = ''] of importsIn(readFileSync(file, 'utf8'))) {
      if (from.startsWith('.') && file.includes('/@mantine/')) follow(join(dirname(file), from))
      if (!from.startsWith('.')) for (const name of namesOf(names)) followName(from, name)
    }
  }
  const followName = (library: string, name: string) => {
    const file = /hooks|store/.test(library) ? undefined : fileOf(library, name)
    if (file) follow(file)
  }
  for (const file of globSync('**/*.{ts,tsx}', { cwd: web })) if (!file.includes('.test.')) follow(join(web, file))
  const styles = [...seen].flatMap(file => /@mantine\/core\/.*?(\w+)\.module\.mjs$/.exec(file)?.[1] ?? [])
  return [...new Set(styles)].filter(name => existsSync(join(packageRoot('@mantine/core'), `styles/${name}.layer.css`)))
}

const listed = [...readFileSync(join(web, 'ui/theme/components.css'), 'utf8').matchAll(/styles\/(\w+)\.layer/g)]
  .map(([, name]) => name!)
  .filter(name => /^[A-Z]/.test(name))

test('each component has its styles, and no style is without its component', () => {
  expect(listed.toSorted()).toEqual(neededStyles().toSorted())
})

test('the styles are in the order of the library, where a later one overrides an earlier one', () => {
  const styles = join(packageRoot('@mantine/core'), 'styles')
  const all = readFileSync(join(styles, '../styles.css'), 'utf8')
  const placeOf = (name: string) => all.indexOf(readFileSync(join(styles, `${name}.css`), 'utf8').trim())
  expect(listed.map(placeOf).filter(place => place < 0)).toEqual([])
  expect(listed).toEqual(listed.toSorted((a, b) => placeOf(a) - placeOf(b)))
})
