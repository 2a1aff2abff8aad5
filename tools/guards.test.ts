import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyGuard } from './guards/all.ts'
import { equivalent } from './guards/equivalent.ts'
import { lasting } from './guards/mutant.ts'

test('every named guard is where the list says', () => {
  const script = join(import.meta.dirname, 'guards.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--list'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.split('\n').length).toBeGreaterThan(300)
})

test('each guard listed as equivalent exists, and guard names are unique', () => {
  const names = everyGuard({ wheres: true }).map(({ guard }) => lasting(guard))
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(Object.keys(equivalent)))
})
