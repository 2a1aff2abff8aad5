import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whyLost } from '#server/admin/backup-place.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/almotacen-places-')
})
afterAll(() => rm(folder, { recursive: true }))

const root = '25 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw'
const mountOf = (from: string, at: string) => `90 25 254:0 ${from} ${at} rw,nosuid - ext4 /dev/vda rw`

test('CARE-13: a folder on a disk is a place for a back-up', async () => {
  expect(await whyLost(join(folder, 'new'))).toBeNull()
  const others = [root, mountOf('/tmp/systemd-private-1f-almotacen.service-x/tmp', '/tmp'), mountOf('/data', folder)]
  expect(await whyLost(join(folder, 'new'), Promise.resolve(others.join('\n')))).toBeNull()
})

test('CARE-13: a folder in memory is no place for back-ups', async () => {
  expect(await whyLost('/dev/shm/new')).toMatch(/^\/dev\/shm\/new is in memory \(tmpfs\): .+loses it\.$/)
})

test.each(['/tmp/systemd-private-1f-almotacen-admin-7.service-x/tmp', '/systemd-private-1f-almotacen.service-x/tmp'])(
  'CARE-13: the private /tmp of a service, %s, is no place for back-ups',
  async from => {
    const inside = join(tmpdir(), 'new')
    const mounts = [root, mountOf(from, tmpdir())].join('\n')
    expect(await whyLost(inside, Promise.resolve(mounts))).toMatch(/that systemd made for this command and deletes/)
    expect(await whyLost(`${tmpdir()}-other`, Promise.resolve(mounts))).toBeNull()
  },
)
