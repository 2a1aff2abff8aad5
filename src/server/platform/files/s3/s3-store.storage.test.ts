import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { files } from '#server/admin/files.ts'
import { openApp } from '#server/app/app-start.ts'
import { s3Address } from '#server/platform/files/s3/address.ts'
import type { Objects } from '#server/platform/files/s3/objects.ts'
import { openBucket } from '#server/platform/files/s3/objects.ts'
import { s3Store } from '#server/platform/files/s3/s3-store.ts'
import { bucketMark } from '#server/platform/installation/mark.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { pdfOfSize as pdf } from '#test/support/pdf.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { storeContract } from '#test/support/store-contract.ts'

/* A bucket of Ceph's S3 gateway (test/support/ceph). */

const { bucket, endpoint, accessKeyId, secretAccessKey } = inject('bucket')
const addressOf = (prefix: string) => s3Address(`s3://${bucket}/${prefix}?pathStyle=yes`)!
const keysIn = async (objects: Objects, prefix: string) =>
  (await Array.fromAsync(objects.list(prefix))).map(({ key }) => key)

beforeAll(() => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  })
})
afterAll(() => {
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    delete process.env[name]
})

storeContract('a bucket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-s3-'))
  const objects = await openBucket(addressOf('contract'))
  return {
    store: await s3Store(objects, folder),
    arriving: async () => [...(await readdir(folder)), ...(await keysIn(objects, 'incoming/'))],
    overwrite: (sha256, content) => objects.put(`files/${sha256}`, Readable.from([content])),
    remove: sha256 => objects.remove(`files/${sha256}`),
    close: async () => {
      objects.close()
      await rm(folder, { recursive: true })
    },
  }
})

test('a file that becomes known after a sweep has set it aside is read, and put back by the next sweep', async () => {
  const objects = await openBucket(addressOf('aside'))
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-s3-'))
  const store = await s3Store(objects, folder)
  const file = await store.receive(Readable.from([pdf(555)]), 'a.pdf', 10_000)
  await file.keep()
  await store.sweep(async () => false, -60_000)
  expect(await keysIn(objects, '')).toEqual([`aside/${file.sha256}`])
  expect(await buffer(await store.open(file.sha256, 555))).toHaveLength(555)
  await store.sweep(async () => true, -60_000)
  expect(await keysIn(objects, 'files/')).toEqual([`files/${file.sha256}`])
  expect(await keysIn(objects, 'aside/')).toEqual([])
  await file.discard()
  expect(await keysIn(objects, 'incoming/')).toEqual([])
  objects.close()
  await rm(folder, { recursive: true })
})

test('of installations that mark a bucket at once one succeeds', async () => {
  const objects = await openBucket(addressOf('mark'))
  const mark = bucketMark(objects, addressOf('mark'))
  expect(await mark.read()).toBeNull()
  await Promise.all(['uno', 'dos', 'tres'].map(id => mark.place(id)))
  const first = await mark.read()
  expect(['uno', 'dos', 'tres']).toContain(first)
  await mark.place('cuatro')
  expect(await mark.read()).toBe(first)
  objects.close()
})

test('a bucket that does not exist is named, with the settings to look at', async () => {
  const address = s3Address('s3://no-such-bucket/?pathStyle=yes')!
  const objects = await openBucket(address)
  await expect(bucketMark(objects, address).read()).rejects.toThrow(/FILES_URL: s3:\/\/no-such-bucket\/ .*AWS_REGION/)
  objects.close()
})

test('files move to a bucket while they are served, and the folder is not served again after the switch', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-move-'))
  const url = `s3://${bucket}/moved?pathStyle=yes`
  const settingsOf = (more: Record<string, string> = {}) =>
    readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1/x', ...more })
  const start = (more?: Record<string, string>) =>
    openApp(settingsOf(more), database.connection, { owner: database.owner, autoMail: false, poolSize: 2 })
  const move = (...words: string[]) =>
    files.run(settingsOf(), work => work(database.owner, database.connection), ['move', url, ...words])
  const store = async ({ app }: Awaited<ReturnType<typeof start>>, size: number) => {
    const file = await app.files.receive(Readable.from([pdf(size)]), 'a.pdf', 10_000)
    await file.keep()
    const { sha256, mediaType: media_type, warnings } = file
    await app.db
      .insertInto('stored_file')
      .values({ sha256, size, media_type, warnings, created_at: app.clock.now() })
      .execute()
    return sha256
  }
  const before = await start()
  const first = await store(before, 1001)
  expect(await move()).toContain('1 files copied, 1 verified')
  // The copy alone switches nothing over.
  await expect(start({ FILES_URL: url })).rejects.toThrow('do not belong to this database')
  const second = await store(before, 1002)
  await before.stop()
  expect(await move('--switch')).toContain('1 files copied, 2 verified')
  await expect(start()).rejects.toThrow(`Set FILES_URL=${url}`)
  const after = await start({ FILES_URL: url })
  expect(await buffer(await after.app.files.open(first, 1001))).toHaveLength(1001)
  expect(await buffer(await after.app.files.open(second, 1002))).toHaveLength(1002)
  await after.stop()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

test('CARE-24: an upload that the bucket cuts in the middle is refused with a sentence, leaves nothing, and works again', async () => {
  const target = new URL(endpoint)
  // Cuts each connection after so many bytes of the client.
  let cutAfter = 300_000
  const proxy = createServer(client => {
    const server = connect(Number(target.port), target.hostname)
    let passed = 0
    client.on('data', chunk => {
      passed += chunk.length
      if (passed > cutAfter) client.destroy()
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one
        .on('error', () => {})
        .on('close', () => other.destroy())
        .pipe(other)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-s3-'))
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const objects = await openBucket(addressOf('cut'))
  const store = await s3Store(objects, folder)
  const keep = async () => {
    const file = await store.receive(Readable.from([pdf(2_000_000)]), 'a.pdf', 10_000_000)
    await file.keep()
    return file
  }
  const refused = await keep().catch(error => error)
  expect(refused).toMatchObject({ reason: 'storageFailed' })
  expect([await readdir(folder), await keysIn(objects, '')]).toEqual([[], []])
  cutAfter = Number.POSITIVE_INFINITY
  const { sha256 } = await keep()
  expect(await store.check(sha256, 2_000_000, async () => {})).toBe('whole')
  process.env.AWS_ENDPOINT_URL_S3 = endpoint
  objects.close()
  proxy.close()
  await rm(folder, { recursive: true })
}, 120_000)
