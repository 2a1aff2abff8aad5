import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './mutant.ts'

/** Grants are changed within one process, where the hand-written permission table must notice each. */
export function grants(place: string, note: (guard: string, by: string | null) => void): void {
  const report = join(place, 'grants.json')
  const words = ['run', '--project', 'api', 'test/api/permissions.test.ts', '-t', 'guard: ']
  spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...words, '--reporter', 'json', '--outputFile', report],
    { cwd: place, env: { ...process.env, GUARDS: '1' }, stdio: 'ignore' },
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string }[] }[]
  }
  for (const { title, status } of testResults.flatMap(file => file.assertionResults)) {
    if (title.startsWith('guard: '))
      note(title.replace('guard: ', ''), status === 'passed' ? 'permissions.test.ts' : null)
  }
}
