import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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

const PREFIX = 'almotacen-ceph-'

/** Ends what a run that was killed left behind: its processes name its folder, which names the run. */
function sweep(): void {
  for (const folder of readdirSync(tmpdir()).filter(name => name.startsWith(PREFIX))) {
    if (existsSync(join('/proc', folder.slice(PREFIX.length)))) continue
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
      if (commandOf(pid).includes(join(tmpdir(), folder))) process.kill(Number(pid), 'SIGKILL')
    }
    rmSync(join(tmpdir(), folder), { recursive: true, force: true, maxRetries: 5 })
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'cmdline'), 'utf8')
  } catch {
    // It has ended.
    return ''
  }
}

/** Global setup of the project `storage`: a Ceph of its own for the whole run, on a loopback address of its own. */
export async function setup(project: TestProject): Promise<() => void> {
  sweep()
  const address = `127.${64 + ((process.pid >> 16) & 63)}.${(process.pid >> 8) & 255}.${process.pid & 255 || 1}`
  const folder = join(tmpdir(), `${PREFIX}${process.pid}`)
  mkdirSync(folder)
  const { endpoint, accessKeyId, secretAccessKey, bucket, stop } = await startCeph(folder, address)
  project.provide('bucket', { endpoint, accessKeyId, secretAccessKey, bucket })
  return stop
}
