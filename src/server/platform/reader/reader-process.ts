import { setPriority } from 'node:os'
import type { Answer, BROKEN, GivenFile, Request, Work } from '#server/platform/reader/reader.ts'

/*
 * The process that reads files of others, one after another (decision 044). It has no secrets, no network and no disk
 * but the code and the folder of arriving files; the system limits its memory. A request is the length of its JSON, the
 * JSON, and the bytes of the file unless it names a path; an answer is two lengths, JSON and bytes.
 */

/** Calls of others get three times the processor of a reader, once it has started. */
const NICE = 5

// The portal ends its readers; the stop of a service signals every process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>
let held = Buffer.alloc(0)

/** The next bytes from the portal. The process ends when the portal does. */
async function take(length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; ) {
    if (held.length === 0) {
      const { value, done } = await chunks.next()
      if (done) process.exit()
      held = value as typeof held
    }
    const copied = held.copy(bytes, at)
    at += copied
    held = held.subarray(copied)
  }
  return bytes
}

async function loaded(task: string): Promise<{ work: Work<unknown, unknown> }> {
  try {
    return await import(task)
  } catch (error) {
    throw Object.assign(new Error(String(error)), { code: 'READER_BROKEN' satisfies typeof BROKEN })
  }
}

async function answerTo({ task, language, input, ...named }: Request): Promise<unknown> {
  const file: GivenFile = 'path' in named ? named : { bytes: await take(named.size) }
  const { work } = await loaded(task)
  setPriority(NICE)
  if (language === 'es') return work(input, file)
  // Loaded late: a reader starts sooner without the translations.
  const { inLanguage } = await import('#server/platform/language.ts')
  return inLanguage(language, () => work(input, file))
}

function send(answer: Answer, bytes: Uint8Array = new Uint8Array()): Promise<void> {
  const json = Buffer.from(JSON.stringify(answer))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(json.length, 0)
  lengths.writeUInt32BE(bytes.length, 4)
  process.stdout.write(lengths)
  process.stdout.write(json)
  return new Promise(resolve => process.stdout.write(bytes, () => resolve()))
}

for (;;) {
  const length = Buffer.from(await take(4)).readUInt32BE()
  const request = JSON.parse(Buffer.from(await take(length)).toString()) as Request
  try {
    const value = await answerTo(request)
    if (value instanceof Uint8Array) await send({}, value)
    else await send({ value })
  } catch (error) {
    const { message, code, errno, syscall } = error as NodeJS.ErrnoException
    await send({ failed: { message, code, errno, syscall } })
  }
}
