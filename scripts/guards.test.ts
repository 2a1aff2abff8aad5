import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('every guard that is named stands where it is said to stand', () => {
  const script = join(import.meta.dirname, 'guards.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--list'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.split('\n').length).toBeGreaterThan(300)
})
