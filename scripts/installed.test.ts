import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missingPackages } from './installed.ts'

const packages = {
  '': { optionalDependencies: { 'db-linux-x64': '1.0.0', 'db-darwin-arm64': '1.0.0' } },
  'node_modules/db-linux-x64': { version: '1.0.0', os: ['linux'], cpu: ['x64'] },
  'node_modules/db-darwin-arm64': { version: '1.0.0', os: ['darwin'], cpu: ['arm64'] },
  'node_modules/hash': { optionalDependencies: { 'hash-linux-x64-gnu': '2.0.0', 'hash-linux-x64-musl': '2.0.0' } },
  'node_modules/hash-linux-x64-gnu': { version: '2.0.0', os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'node_modules/hash/node_modules/hash-linux-x64-musl': {
    version: '2.0.1',
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  },
  'node_modules/builder': { optionalDependencies: { 'builder-any': '^3.0.0' } },
  'node_modules/builder-any': { version: '3.1.0' },
}
const all = Object.keys(packages)
const debian = { os: 'linux', cpu: 'x64', libc: 'glibc' }

test.each([
  ['nothing is missing', debian, all, []],
  [
    'what belongs to this machine',
    debian,
    ['', 'node_modules/hash', 'node_modules/builder'],
    ['builder-any 3.1.0', 'db-linux-x64 1.0.0', 'hash-linux-x64-gnu 2.0.0'],
  ],
  ['for another C library', { ...debian, libc: 'musl' }, all.slice(0, 5), ['hash-linux-x64-musl 2.0.1']],
  ['on another system', { os: 'darwin', cpu: 'arm64', libc: '' }, [''], ['db-darwin-arm64 1.0.0']],
  ['nothing of a package that was left out itself', debian, ['', 'node_modules/db-linux-x64'], []],
] as const)('CARE-17: an optional package that is not there is named: %s', (_case, machine, there, expected) => {
  const installed = new Set<string>(there)
  expect(missingPackages(packages, machine, folder => folder === '' || installed.has(folder))).toEqual(expected)
})

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'runtime-'))
  cpSync(join(import.meta.dirname, 'runtime.sh'), join(root, 'scripts/runtime.sh'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** @param node takes the place of the pinned Node.js, as a shell script; none: it is not installed */
function runtime(node?: string) {
  const folder = join(root, 'node_modules/node/bin')
  mkdirSync(folder, { recursive: true })
  if (node !== undefined) {
    writeFileSync(join(folder, 'node'), `#!/bin/sh\n${node}\n`)
    chmodSync(join(folder, 'node'), 0o755)
  }
  const { status, stdout, stderr } = spawnSync('sh', [join(root, 'scripts/runtime.sh')], { encoding: 'utf8' })
  return { status, lines: `${stdout}${stderr}`.split('\n').filter(Boolean) }
}

test('CARE-17: a machine that cannot run Node.js gets one line that says what to install', () => {
  expect(runtime('echo v26.10.0')).toEqual({ status: 0, lines: [] })
  const loader = 'error while loading shared libraries: libatomic.so.1: cannot open shared object file'
  expect(runtime(`echo "node: ${loader}" >&2; exit 127`)).toEqual({
    status: 1,
    lines: [expect.stringMatching(/apt-get install libatomic1.*repita npm ci/)],
  })
  expect(runtime('echo "version GLIBC_2.28 not found" >&2; exit 1')).toEqual({
    status: 1,
    lines: [expect.stringContaining('GLIBC_2.28 not found')],
  })
})

test('CARE-17: without packages, the start says to install them', () => {
  expect(runtime()).toEqual({ status: 1, lines: [expect.stringContaining('npm ci')] })
})
