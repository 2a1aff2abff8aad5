import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCeph } from '#test/support/ceph/ceph.ts'

/** The S3 storage of a test run. */
export type TestBucket = { endpoint: string; accessKeyId: string; secretAccessKey: string; bucket: string }

declare module 'vitest' {
  interface ProvidedContext {
    bucket: TestBucket
  }
}

/** Global setup of the project `storage`: a Ceph of its own for the whole run. */
export async function setup(project: TestProject): Promise<() => void> {
  const { endpoint, accessKeyId, secretAccessKey, bucket, stop } = await startCeph(
    mkdtempSync(join(tmpdir(), 'almotacen-ceph-')),
    '127.0.0.11',
  )
  project.provide('bucket', { endpoint, accessKeyId, secretAccessKey, bucket })
  return stop
}
