import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Language } from '#domain/language/language.ts'
import { currentLanguage } from '#domain/language/translate.ts'
import type { FileStore, StoredName } from '#server/platform/files/store.ts'
import { type Place, takingTurns } from '#server/platform/worker/turns.ts'

/** The code of a failure that comes before the file is read. */
export const BROKEN = 'READER_BROKEN'

/** A file of others: on this disk, or from the store, which is opened when its turn has come. */
export type File = { path: string } | { size: number; open(): Promise<Readable> }
export const fileInStore = (files: FileStore, { sha256, size }: StoredName): File => ({
  size,
  open: () => files.open(sha256, size),
})
/** The same as its reader gets it. */
export type GivenFile = { path: string } | { bytes: Uint8Array }
/** What is done with a file in a reader: the export `work` of a module. The answer is plain data, or bytes. */
export type Work<Input, Output> = (input: Input, file: GivenFile) => Promise<Output>

/** What the portal sends a reader: the URL of the task's module, and the file's path or its size. */
export type Request = { task: string; language: Language; input: unknown } & ({ path: string } | { size: number })
/** What a reader sends back; neither a value nor a failure means bytes. */
export type Answer = { value?: unknown; failed?: Partial<NodeJS.ErrnoException> }

/** What one file may cost, in memory beside the reader's own, and where it waits. */
type Limits = { ms: number; megabytes: number; place?: Place }

const MiB = 1024 * 1024
/** Files that are read at once in this process, and calls that wait behind them. */
const AT_ONCE = 2
const WAITING = 20
/** An idle reader ends after this time: loading its code costs more than most files. */
const IDLE_MS = 60_000
/** A reader that has read so many files, or kept so much memory, is not used again. */
const FILES = 200
/** The memory of a reader that has read nothing yet. */
const OWN_MB = 128
const KEPT_MB = 224
const HEAP_MB = 512
/** How often the memory of a reader is looked at; `DATA_MB` is the system's own, coarser limit. */
const LOOK_MS = 50
/** The memory that a reader may reserve, with the half GiB that the runtime reserves and does not use. */
const DATA_MB = 1536
const CPU_SECONDS = 600
/** The longest answers: JSON, which the main thread parses, and bytes beside the file's own size. */
const MAX_JSON = 8 * MiB
const maxBytes = (size: number) => 4 * size + 16 * MiB

const root = fileURLToPath(new URL('../../../..', import.meta.url))
/** As they are named, and where they are: a release or its packages may be behind a link. */
const readable = new Set(
  ['src', 'locales', 'package.json', 'node_modules']
    .map(name => join(root, name))
    .flatMap(path => [path, realpathSync(path)]),
)
const program = join(import.meta.dirname, 'reader-process.ts')
const PRLIMIT = '/usr/bin/prlimit'
const systemLimits = existsSync(PRLIMIT)
  ? [PRLIMIT, `--data=${DATA_MB * MiB}`, '--core=0', '--fsize=0', `--cpu=${CPU_SECONDS}`]
  : []

/** A file beyond its `limits`, also one that ended its reader, or one that the task `failed` at. */
export class UnreadFile extends Error {
  override readonly name = 'UnreadFile'
  readonly why: 'limits' | 'failed'
  constructor(why: 'limits' | 'failed', detail: string) {
    super(detail)
    this.why = why
  }
}

type Reader = { child: ChildProcess; folder: string; files: number; timer?: NodeJS.Timeout }

const idle: Reader[] = []
const alive = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** @param folder the only folder beside the code that the process can read, if any */
function start(folder: string): Reader {
  const [command = '', ...words] = [
    ...systemLimits,
    process.execPath,
    `--max-old-space-size=${HEAP_MB}`,
    '--permission',
    ...[...readable, ...(folder ? [folder] : [])].map(path => `--allow-fs-read=${path}`),
    program,
  ]
  const child = spawn(command, words, { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  child.on('error', () => {})
  // This process may open no more files, or the machine start no more processes.
  if (child.pid === undefined) throw new DomainError('unavailable')
  const reader: Reader = { child, folder, files: 0 }
  alive.add(child)
  child.once('exit', () => {
    alive.delete(child)
    forget(reader)
  })
  // An error of a pipe follows the end of its reader.
  for (const pipe of [child.stdin!, child.stdout!]) pipe.on('error', () => {})
  // A machine without memory ends a reader before it ends a portal.
  writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {})
  return reader
}

function forget(reader: Reader): void {
  clearTimeout(reader.timer)
  const at = idle.indexOf(reader)
  if (at >= 0) idle.splice(at, 1)
}

function end(reader: Reader): void {
  forget(reader)
  reader.child.kill('SIGKILL')
}

/** Whether a reader keeps this process alive. */
function hold({ child }: Reader, holds: boolean): void {
  for (const each of [child, child.stdin as Socket, child.stdout as Socket]) holds ? each.ref() : each.unref()
}

function take(folder: string): Reader {
  const known = idle.find(reader => folder === '' || reader.folder === folder)
  if (!known && idle.length >= AT_ONCE) end(idle[0]!)
  const reader = known ?? start(folder)
  forget(reader)
  hold(reader, true)
  return reader
}

async function keep(reader: Reader): Promise<void> {
  if (++reader.files >= FILES || (await memoryOf(reader.child)) > KEPT_MB) return end(reader)
  hold(reader, false)
  reader.timer = setTimeout(() => end(reader), IDLE_MS).unref()
  idle.push(reader)
}

/** The memory of a process in MiB; 0 where the system does not tell. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

const inTurn = takingTurns(AT_ONCE, WAITING)
/** Work without a caller takes one turn at most. */
const behind = takingTurns(1)

type Options = { limits?: Partial<Limits>; signal?: AbortSignal; background?: boolean }

/**
 * A task for files of others, which runs in a process of its own (decision 044): whatever the file, it costs that
 * process at most. Two files are read at a time.
 * @throws UnreadFile; DomainError unavailable when too many wait; errors of the disk and of the store
 */
export function readerTask<W extends Work<never, unknown>>(url: URL, limits: Limits) {
  type Output = Awaited<ReturnType<W>>
  return (file: File, input: Parameters<W>[0], options: Options = {}): Promise<Output> => {
    const given = { ...limits, ...options.limits }
    const language = currentLanguage()
    const work = () => readIn(file, { task: url.href, language, input }, given, options.signal) as Promise<Output>
    return options.background ? behind(() => inTurn(work, 'patient')) : inTurn(work, given.place)
  }
}

type Asked = Pick<Request, 'task' | 'language' | 'input'>

async function readIn(file: File, asked: Asked, limits: Limits, signal?: AbortSignal): Promise<unknown> {
  const isPath = 'path' in file
  const size = isPath ? (await stat(file.path)).size : file.size
  const content = isPath ? null : await file.open()
  const reader = take(isPath ? dirname(file.path) : '')
  try {
    const json = Buffer.from(JSON.stringify({ ...asked, ...(isPath ? { path: file.path } : { size }) }))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(json.length)
    const stdin = reader.child.stdin!
    stdin.write(Buffer.concat([length, json]))
    const sent = send(content, stdin)
    const answered = answerOf(reader, limits, { size, sent, signal })
    answered.catch(() => {})
    await Promise.race([sent, answered])
    const { answer, bytes } = await answered
    if (answer.failed) throw failure(answer.failed)
    await keep(reader)
    return 'value' in answer ? answer.value : bytes
  } catch (error) {
    // What a file left behind is not held against the next.
    end(reader)
    content?.destroy()
    throw error
  }
}

/** Writes a file to its reader; never settles when the reader has ended, which ends its answer. */
async function send(content: Readable | null, pipe: Writable): Promise<void> {
  for await (const chunk of content ?? []) {
    if (!pipe.write(chunk)) await new Promise<void>(resolve => pipe.once('drain', resolve))
  }
}

/** An error of the disk, or of the reader's own code, stays one: it says nothing about the file. */
function failure({ message = '', code, errno, syscall }: NonNullable<Answer['failed']>): Error {
  if (code === BROKEN) return new Error(`A reader of files cannot load its code: ${message}`)
  if (errno === undefined || syscall === undefined) return new UnreadFile('failed', message)
  return Object.assign(new Error(message), { code, errno, syscall })
}

type Answered = { answer: Answer; bytes: Uint8Array }

/** Puts an answer together from its chunks; null until it is whole. @throws UnreadFile for more than an answer may hold */
function collector(size: number): (chunk: Buffer) => Answered | null {
  const head = Buffer.alloc(8)
  let body: Buffer | undefined
  let at = 0
  return chunk => {
    let rest = chunk
    if (!body) {
      const copied = rest.copy(head, at)
      at += copied
      rest = rest.subarray(copied)
      if (at < head.length) return null
      const [json, bytes] = [head.readUInt32BE(0), head.readUInt32BE(4)]
      if (json > MAX_JSON || bytes > maxBytes(size)) throw new UnreadFile('limits', 'answer')
      body = Buffer.allocUnsafeSlow(json + bytes)
      at = 0
    }
    if (rest.length > body.length - at) throw new UnreadFile('limits', 'more than an answer')
    at += rest.copy(body, at)
    if (at < body.length) return null
    const json = head.readUInt32BE(0)
    return { answer: JSON.parse(body.toString('utf8', 0, json)) as Answer, bytes: body.subarray(json) }
  }
}

/** The reader's next answer, within the limits; the time counts from when the file is `sent`. */
function answerOf(
  { child }: Reader,
  { ms, megabytes }: Limits,
  { size, sent, signal }: { size: number; sent: Promise<void>; signal?: AbortSignal },
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const beyond = (detail: string) => reject(new UnreadFile('limits', detail))
  const collect = collector(size)
  const take = (chunk: Buffer) => {
    try {
      const answered = collect(chunk)
      if (answered) resolve(answered)
    } catch (error) {
      reject(error)
    }
  }
  const died = (code: number | null, signalled: string | null) => beyond(`the reader ended: ${signalled ?? code}`)
  const abort = () => beyond('aborted')
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  sent.then(
    () => {
      if (!isOver) timer = setTimeout(() => beyond('time'), ms)
    },
    () => {},
  )
  const watch = setInterval(async () => {
    if ((await memoryOf(child)) > OWN_MB + megabytes) beyond('memory')
  }, LOOK_MS)
  child.stdout!.on('data', take)
  child.once('exit', died)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  return promise.finally(() => {
    isOver = true
    clearTimeout(timer)
    clearInterval(watch)
    child.stdout!.off('data', take)
    child.off('exit', died)
    signal?.removeEventListener('abort', abort)
  })
}

/** The number of readers that are alive, and a wait for the end of the idle ones, for tests and measurements. */
export const readers = {
  alive: () => alive.size,
  async endIdle(): Promise<void> {
    const ending = idle.map(({ child }) => once(child, 'exit'))
    for (const reader of [...idle]) end(reader)
    await Promise.all(ending)
  },
}
