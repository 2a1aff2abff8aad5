import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSite } from '#assurance/trust/site.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'

/* A server that can write nothing is not ready, and says why. The disks are small ones in memory, in mounts of their own. */

let folder: string
let portal: PortalProcess
beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/almotacen-full-')
})
afterAll(async () => {
  await portal?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function ready({ url }: { url: string } = portal): Promise<[number, string | undefined]> {
  const answer = await fetch(`${url}/health/ready`)
  return [answer.status, (await answer.json()).cause]
}

/** Runs the portal with a disk of `size` mounted at `place`. */
const onDisk = (place: string, size: string) => {
  const map = process.getuid!() === 0 ? [] : ['--map-root-user']
  const script = `mount -t tmpfs -o size=${size},mode=755 tmpfs ${place}; exec "$@"`
  return { within: ['unshare', '--mount', ...map, 'sh', '-c', script, 'sh'] }
}
/** Fills that disk, as the process sees it, until nothing fits any more. @returns how to make room again */
async function fill(place: string): Promise<() => Promise<void>> {
  const path = `/proc/${portal.child.pid}/root${place}/filler`
  expect(spawnSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=4k']).status).toBe(1)
  return () => rm(path)
}

test('CARE-04: a server without room for files is not ready until there is room', async () => {
  const site = await newSite()
  const files = join(site.dataDir, 'files')
  await mkdir(files)
  portal = await startProcess(site.dataDir, site.environment, ['--empty'], onDisk(files, '8m'))
  expect(await ready()).toEqual([200, undefined])
  const free = await fill(files)
  await expect.poll(() => ready()).toEqual([503, 'files'])
  expect(portal.output()).toContain('DATA_DIR takes no files')
  await free()
  await expect.poll(() => ready()).toEqual([200, undefined])
  expect(await readdir(`/proc/${portal.child.pid}/root${files}/incoming`)).toEqual([])
  await portal.kill('SIGTERM')
  await site.drop()
}, 120_000)

test('CARE-04: a server without room in the database is not ready until there is room', async () => {
  portal = await startProcess(folder, {}, ['--empty'], onDisk(folder, '400m'))
  const free = await fill(folder)
  await expect.poll(() => ready()).toEqual([503, 'databaseFull'])
  await free()
  await expect.poll(() => ready()).toEqual([200, undefined])
  await portal.kill('SIGTERM')
}, 180_000)

test('CARE-04: a server with a read-only database is not ready until it takes writes', async () => {
  const database = await createTestDatabase()
  const other = await startTestPortal({ seed: 'none', place: { database, dataDir: join(folder, 'read-only') } })
  const set = async (readOnly: 'on' | 'off') => {
    await database.asOwner(
      `set transaction_read_only = off; alter database ${database.name} set default_transaction_read_only = ${readOnly}`,
    )
    // It holds for new sessions, as after a failover.
    const others = 'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user'
    await other.app.pool.query(`${others} and datname = current_database()`).catch(() => {})
  }
  expect(await ready(other)).toEqual([200, undefined])
  await set('on')
  await expect.poll(() => ready(other), { timeout: 10_000 }).toEqual([503, 'databaseReadOnly'])
  await set('off')
  await expect.poll(() => ready(other), { timeout: 10_000 }).toEqual([200, undefined])
  await other.stop()
  await database.drop()
}, 60_000)
