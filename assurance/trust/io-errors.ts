import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ageFiles, leftovers } from '#assurance/trust/kill.ts'
import { lacking } from '#assurance/trust/machine.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import type { OwnSite } from '#assurance/trust/site.ts'
import { newSite } from '#assurance/trust/site.ts'
import type { Keys } from '#assurance/trust/work.ts'
import { draftOf, keysOf } from '#assurance/trust/work.ts'
import { connect } from '#server/platform/database/connect.ts'
import { pdf } from '#test/support/documents.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'

/** The system calls of an upload, each counted on its own. A close that is suppressed would be our own leak. */
const calls = [
  'openat',
  'write',
  'pwrite64',
  'writev',
  'fsync',
  'fdatasync',
  'rename',
  'renameat2',
  'link',
  'mkdir',
  'mkdirat',
  'unlink',
  'read',
  'pread64',
  'statx',
  'fstat',
]
const errors = ['EIO', 'ENOSPC'] as const
/** The allowed answers: done, or unavailable. */
const told = [201, 503, 507]
const naturals = Array.from({ length: 1000 }, (_, index) => index + 1)

/** The only file thread of a portal that has one. */
function fileThread(pid: number): string {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const thread = tasks.find(task => readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').startsWith('libuv-worker'))
  if (!thread) throw new Error('The portal has no thread for files')
  return thread
}

/** The portal's open files under a folder. */
function openUnder(pid: number, folder: string): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
    try {
      const path = readlinkSync(`/proc/${pid}/fd/${fd}`)
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })
}

type Injector = { child: ChildProcess; stop(): Promise<string[]> }

/** Traces a thread's `call`s and makes one of them fail, until stopped. `stop` returns the trace. */
async function watch(thread: string, log: string, call: string, fault: string[] = []): Promise<Injector> {
  const words = ['-y', '-o', log, '-p', thread, '-e', `trace=${call}`, ...fault]
  const child = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr!.on('data', chunk => {
      said += chunk
      if (said.includes('attached')) resolve()
    })
    child.once('exit', () => reject(new Error(`strace: ${said}`)))
  })
  return {
    child,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      return readFileSync(log, 'utf8').split('\n')
    },
  }
}

type Bench = { site: OwnSite; portal: PortalProcess; draft: Keys; validation: string; name: string; log: string }

async function startBench(site: OwnSite, log: string): Promise<Bench> {
  const environment = { ...site.environment, UV_THREADPOOL_SIZE: '1', RATE_LIMITS: 'no' }
  const portal = await startProcess(site.dataDir, environment)
  const draft = await keysOf(portal, 'borrador')
  return { site, portal, draft, log, ...(await draftOf(portal, draft)) }
}

async function upload({ portal, draft, validation, name }: Bench, content: string): Promise<[number, string]> {
  const form = new FormData()
  form.set('document', JSON.stringify({ validationId: validation, documentCatalogName: name }))
  form.set('file', new Blob([content]), 'disco.pdf')
  try {
    const answer = await fetch(`${portal.url}/api/v1/documents`, {
      method: 'POST',
      headers: { ...draft, connection: 'close' },
      body: form,
    })
    return [answer.status, await answer.text()]
  } catch (error) {
    return [0, String(error)]
  }
}

/** The current document of the draft, as served and as stored. */
async function seen({ portal, draft, validation, name }: Bench): Promise<string> {
  const answer = await fetch(`${portal.url}/api/v1/documents?validationId=${validation}`, { headers: draft })
  const { content } = await answer.json()
  return JSON.stringify(content.find((each: { documentCatalogName: string }) => each.documentCatalogName === name))
}

async function hasRow(site: OwnSite, sha256: string): Promise<boolean> {
  const { db } = connect(site.connection, 1)
  try {
    const row = await db.selectFrom('stored_file').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
    return row !== undefined
  } finally {
    await db.destroy()
  }
}

type Trial = { injected: string; failures: string[]; died: boolean }

async function trial(bench: Bench, call: string, error: string, n: number): Promise<Trial> {
  const { site, portal } = bench
  const failures: string[] = []
  const files = join(site.dataDir, 'files')
  // An accepted upload is renamed; only a refused one is removed.
  const refused = call === 'unlink'
  const begin = refused ? '<html>' : pdf('disco').content
  const content = `${begin}${call} ${error} ${n} ${Math.random()}${' '.repeat(200_000)}`
  const sha256 = createHash('sha256').update(content).digest('hex')
  const incoming = () => readdir(join(files, 'incoming'))
  const before = await seen(bench)
  const lying = await incoming()
  const fault = ['-e', `inject=${call}:error=${error}:when=${n}`]
  const injector = await watch(fileThread(portal.child.pid!), bench.log, call, fault)
  const [status, body] = await upload(bench, content)
  const injected = (await injector.stop()).filter(line => line.includes('(INJECTED)')).join('; ')
  // The thread wakes the main one by a write; if that fails, libuv aborts the process.
  if (injected.includes('eventfd')) return { injected, failures, died: true }
  if (portal.child.exitCode !== null || portal.child.signalCode !== null) {
    return { injected, failures: ['the portal ended'], died: true }
  }
  const after = await seen(bench)
  const row = await hasRow(site, sha256)
  if (!(refused ? [415] : told).includes(status)) failures.push(`answered ${status}: ${body.slice(0, 200)}`)
  if (status === 201) {
    const info = await stat(join(files, sha256.slice(0, 2), sha256)).catch(() => null)
    if (!row) failures.push('201 without a row')
    if (info?.size !== Buffer.byteLength(content)) failures.push('201 without the whole file')
    if (after === before) failures.push('201 and the document is as before')
  } else {
    if (row) failures.push(`${status} and a row`)
    if (after !== before) failures.push(`${status} and another document`)
    if (!/^\{.*"detail":"[^"]{10,}/.test(body)) failures.push(`${status} without a sentence`)
  }
  let open = openUnder(portal.child.pid!, files)
  for (let tries = 0; open.length > 0 && tries < 50; tries++) {
    await sleep(20)
    open = openUnder(portal.child.pid!, files)
  }
  if (open.length > 0) failures.push(`left open: ${open}`)
  const temporary = (await incoming()).filter(each => !lying.includes(each))
  // The sweep removes files that could not be removed at once.
  if (temporary.length > 0 && !refused) failures.push(`left lying: ${temporary}`)
  return { injected, failures, died: false }
}

/**
 * The indexes of an upload's `write`s that go to its file: the others wake the main thread, which the runtime needs.
 */
async function fileWrites(bench: Bench): Promise<number[]> {
  const watcher = await watch(fileThread(bench.portal.child.pid!), bench.log, 'write')
  await upload(bench, `${pdf(`medida ${Math.random()}`).content}${' '.repeat(200_000)}`)
  const lines = (await watcher.stop()).filter(line => line.startsWith('write('))
  return lines.flatMap((line, index) => (line.includes(bench.site.dataDir) ? [index + 1] : []))
}

export const ioErrors: TrustPromise = {
  id: 'R5',
  text: 'Whichever system call of an upload fails with EIO or ENOSPC, the upload has its full effect or none, is never wrongly acknowledged, and leaves neither an open nor a temporary file.',
  trials: 2000,
  tx: 'failed system calls at most, each one of an upload',
  run: async ({ trials, log }) => {
    const missing = lacking({ programs: ['strace'] })
    if (missing) return missing
    const failures: string[] = []
    const done: Record<string, number> = {}
    let count = 0
    let wakeUps = 0
    const folder = await mkdtemp(join(tmpdir(), 'almotacen-io-'))
    const site = await newSite()
    let bench = await startBench(site, join(folder, 'strace'))
    try {
      // The first upload of a portal opens files that later ones share.
      await upload(bench, pdf('el primero').content)
      for (const error of errors) {
        for (const call of calls) {
          const ordinals = call === 'write' ? await fileWrites(bench) : naturals
          for (const n of ordinals) {
            if (count >= trials) break
            const { injected, failures: found, died } = await trial(bench, call, error, n)
            if (died) bench = await startBench(site, bench.log)
            if (injected === '') break
            if (injected.includes('eventfd')) {
              wakeUps++
              continue
            }
            count++
            done[call] = (done[call] ?? 0) + 1
            for (const failure of found) {
              failures.push(`${error} at ${call} ${n} (${injected}): ${failure}`)
              log(failures.at(-1)!)
            }
          }
          log(`${error} ${call}: ${done[call] ?? 0}`)
        }
      }
      const [status] = await upload(bench, `${pdf('al final').content}`)
      if (status !== 201) failures.push(`after all of it: ${status}`)
      await bench.portal.kill('SIGTERM')
      await ageFiles(site)
      bench = await startBench(site, bench.log)
      failures.push(...(await leftovers(site)))
    } finally {
      await bench.portal.kill('SIGTERM')
      await site.drop()
      await rm(folder, { recursive: true, force: true })
    }
    const each = Object.entries(done).map(([call, times]) => `${call} ${times}`)
    return { trials: count, failures, note: `${each.join(', ')}; ${wakeUps} more hit the runtime's own wake-ups` }
  },
}
