import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
// Compiled once: most of a call is reading the code that it does not run.
const compiled = join(root, 'dist/compiled')
const call = (script: string, ...words: string[]) =>
  spawnSync(process.execPath, [join(root, script), ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })

const textOf = (name: string) => readFileSync(join(root, name), 'utf8')
const all = globSync('{scripts,tools,assurance}/*.ts', { cwd: root }).filter(name => !name.startsWith('scripts/usage.'))
const scripts = all.filter(name => textOf(name).includes('optionsOf('))

test('no script reads its options in a way of its own', () => {
  expect(all.filter(name => /parseArgs|process\.argv\.includes/.test(textOf(name)))).toEqual([])
  expect(scripts).toEqual(
    expect.arrayContaining(['tools/guards.ts', 'assurance/measure-load.ts', 'assurance/trust.ts']),
  )
})

test.each(scripts)(
  '%s says how it is called, and does nothing else, when asked or called otherwise',
  script => {
    const asked = call(script, '--help')
    expect([asked.status, asked.stderr]).toEqual([0, ''])
    // The last one is a command of an installation.
    expect(asked.stdout).toMatch(/npm run |^almotacen /)
    for (const words of [['--no-such-option'], ['no-such-word']]) {
      const wrong = call(script, ...words)
      expect([wrong.status, wrong.stdout]).toEqual([1, ''])
      expect(wrong.stderr).toContain(words[0])
      expect(wrong.stderr).toContain(asked.stdout.trim())
      expect(wrong.stderr).not.toMatch(/^\s+at /m)
    }
  },
  120_000,
)
