import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { bucket } from '#server/operation/doctor/connections.ts'
import type { Site } from '#server/operation/doctor/finding.ts'
import { systemClock } from '#server/platform/clock.ts'
import { s3Address } from '#server/platform/files/s3/address.ts'
import { openBucket } from '#server/platform/files/s3/objects.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

/* A bucket of Ceph's S3 gateway (test/support/ceph). */

const { bucket: name, endpoint, accessKeyId, secretAccessKey } = inject('bucket')
const variables = {
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
}
beforeAll(() => {
  Object.assign(process.env, variables)
})
afterAll(() => {
  for (const each of Object.keys(variables)) delete process.env[each]
})

const look = (FILES_URL: string) =>
  bucket.look({ settings: readSettings({ NODE_ENV: 'test', FILES_URL }), clock: systemClock() } as Site)

test('CARE-15: the doctor writes, reads and deletes in the bucket, and leaves nothing there', async () => {
  const url = `s3://${name}/doctor?pathStyle=yes`
  expect(await look(url)).toEqual({ state: 'ok', found: 'Escribe, lee y borra.' })
  const objects = await openBucket(s3Address(url)!)
  expect(await Array.fromAsync(objects.list(''))).toEqual([])
  objects.close()
})

test('CARE-15: a bucket that is not there, or a key that is refused, is broken', async () => {
  expect(await look('s3://no-such-bucket/?pathStyle=yes')).toMatchObject({
    state: 'broken',
    found: expect.stringContaining('NoSuchBucket'),
  })
  process.env.AWS_SECRET_ACCESS_KEY = 'otra'
  expect(await look(`s3://${name}/doctor?pathStyle=yes`)).toMatchObject({
    state: 'broken',
    advice: expect.stringContaining('AWS_'),
  })
  process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey
})
