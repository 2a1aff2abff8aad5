import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { packagedFolder, runnableBinaries } from '#server/platform/database/binaries.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'

const isRoot = process.getuid!() === 0
const NOBODY = { uid: 65534, gid: 65534 }

let top: string
let places: string[]

beforeEach(() => {
  top = mkdtempSync('/tmp/almotacen-binaries-')
  chmodSync(top, 0o755)
  places = [join(top, 'cache')]
  mkdirSync(places[0]!)
})

afterEach(() => rmSync(top, { recursive: true, force: true }))

/** A package in a folder of this mode, with a script in place of the server. */
function packageUnder(folder: string, mode: number): string {
  const packaged = join(top, folder, 'native')
  for (const part of ['bin', 'lib', 'share/postgresql']) mkdirSync(join(packaged, part), { recursive: true })
  writeFileSync(join(packaged, 'bin/postgres'), '#!/bin/sh\ncat "$(dirname "$0")/../lib/libpq.so.5"\n', { mode: 0o755 })
  writeFileSync(join(packaged, 'lib/libpq.so.5.18'), 'postgres (PostgreSQL) 18.4')
  writeFileSync(join(packaged, 'lib/libpq.a'), 'not needed to run')
  const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }
  writeFileSync(join(packaged, 'pg-symlinks.json'), JSON.stringify([link]))
  chmodSync(join(top, folder), mode)
  return packaged
}

describe('the binaries of PostgreSQL', () => {
  test.runIf(isRoot)('CARE-20: are found for a user without a name, as systemd makes one', () => {
    const packaged = packageUnder('broken', 0o755)
    writeFileSync(join(packaged, 'bin/postgres'), '#!/bin/sh\nexit 1\n')
    const script = `
      const { runnableBinaries } = await import('${join(import.meta.dirname, 'binaries.ts')}')
      console.log(runnableBinaries('${packaged}', null).folder)`
    // Neither a name nor HOME leads to a home.
    const { stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      uid: 61_234,
      gid: 61_234,
      env: {},
      encoding: 'utf8',
    })
    expect(stdout + stderr).not.toContain('uv_os_homedir')
    expect(stderr).toContain('PostgreSQL cannot run on this machine')
  })

  test('are used where they are, when they can be run there', () => {
    expect(runnableBinaries(packagedFolder(), null, [])).toEqual({ folder: packagedFolder(), major: '18' })
  })

  test('are linked to their libraries when npm ran no install scripts', () => {
    const packaged = packageUnder('checkout', 0o755)
    expect(runnableBinaries(packaged, null, [])).toEqual({ folder: packaged, major: '18' })
  })

  test('explains binaries that cannot run', () => {
    const packaged = packageUnder('checkout', 0o755)
    rmSync(join(packaged, 'bin/postgres'))
    expect(() => runnableBinaries(packaged, null, [])).toThrow(/^PostgreSQL cannot run .*DATABASE_URL/)
  })
})

describe.runIf(isRoot)('the binaries in a checkout that only root may enter', () => {
  test('are copied once to a place that everyone may read', () => {
    const packaged = packageUnder('private', 0o700)
    const { folder } = runnableBinaries(packaged, NOBODY, places)
    expect(folder.startsWith(places[0]!)).toBe(true)
    expect(statSync(folder)).toMatchObject({ uid: 0, mode: 0o40755 })
    const made = statSync(join(folder, 'bin/postgres')).ino
    expect(runnableBinaries(packaged, NOBODY, places).folder).toBe(folder)
    expect(statSync(join(folder, 'bin/postgres')).ino).toBe(made)
    expect(readdirSync(places[0]!)).toHaveLength(1)
    expect(readdirSync(join(folder, 'lib')).sort()).toEqual(['libpq.so.5', 'libpq.so.5.18'])
  })

  test('are copied again when the copy is damaged, and elsewhere when someone else has taken its name', () => {
    const packaged = packageUnder('private', 0o700)
    const { folder } = runnableBinaries(packaged, NOBODY, places)
    truncateSync(join(folder, 'lib/libpq.so.5.18'), 3)
    expect(runnableBinaries(packaged, NOBODY, places).folder).toBe(folder)
    expect(statSync(join(folder, 'lib/libpq.so.5.18')).size).toBeGreaterThan(3)
    spawnSync('chown', ['-R', 'nobody', folder])
    const other = join(top, 'other')
    expect(runnableBinaries(packaged, NOBODY, [...places, other]).folder.startsWith(other)).toBe(true)
    expect(() => runnableBinaries(packaged, NOBODY, places)).toThrow('PostgreSQL cannot run')
  })

  test('serve data that lie there too', async () => {
    mkdirSync(join(top, 'private'), { mode: 0o700 })
    const packaged = join(top, 'private/native')
    spawnSync('cp', ['-aL', packagedFolder(), packaged])
    const binaries = runnableBinaries(packaged, NOBODY, places)
    expect(binaries.folder.startsWith(places[0]!)).toBe(true)
    const options = { dataDir: join(top, 'private/data'), log: () => {}, settings: { fsync: 'off' } }
    const database = await startEmbedded({ ...options, binaries })
    expect(statSync(join(top, 'private/data/pg/cluster')).uid).not.toBe(0)
    expect(readlinkSync(`/proc/${database.pid}/exe`)).toBe(join(binaries.folder, 'bin/postgres'))
    await database.stop()
  })
})
