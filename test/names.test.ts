import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The files that export a value of their own under a name, by name. Contracts share theirs with what carries them out. */
function exporters(): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const path of globSync('src/**/*.{ts,tsx}', { cwd: root }).sort()) {
    if (/\.test\.tsx?$|^src\/domain\/language\/english\//.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    for (const [, name] of text.matchAll(/^export (?:const|async function|function) (\w+)(?! = contract\()/gm)) {
      if (!text.includes(`export const ${name} = contract(`)) files.set(name!, [...(files.get(name!) ?? []), path])
    }
  }
  return files
}

test('an exported name means one thing', () => {
  const shared = [...exporters()].filter(([, paths]) => paths.length > 1)
  // What a file of a reader's process exports: each such file is called through this name.
  expect(shared.filter(([name, paths]) => name !== 'work' || !paths.every(path => path.endsWith('-task.ts')))).toEqual(
    [],
  )
})
