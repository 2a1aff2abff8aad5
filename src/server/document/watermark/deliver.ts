import { Readable } from 'node:stream'
import { DomainError } from '#domain/contract/domain-error.ts'
import { isMarked, markLines } from '#domain/document/watermark/watermark.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { keyCalled } from '#domain/integration/key/key.ts'
import { HEARD_EVERY } from '#server/audit-log/accesses-under-way.ts'
import { stampInReader } from '#server/document/watermark/stamping.ts'
import { keepVerdict, markVerdict } from '#server/document/watermark/verdicts.ts'
import type { StoredAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { statement } from '#server/platform/database/statement.ts'
import { logProblem } from '#server/platform/log.ts'

const PART = 64 * 1024

const watermark = statement(db => db.selectFrom('watermark').select('enabled').compile())

async function isEnabled({ db }: AppContext): Promise<boolean> {
  const [decided] = await watermark(db, {})
  return decided?.enabled ?? false
}

/**
 * A stored file for one reader: unchanged, or a PDF with its watermark (decision 015). Either way it is verified, and
 * the file access is recorded before the last bytes leave, or when the reader stops earlier. The stored file never
 * changes.
 * @throws DomainError fileDamaged, notMarkable, unavailable
 */
export async function deliverFile(
  app: AppContext,
  actor: Actor,
  file: StoredAnswer,
): Promise<{ content: Readable; size: number }> {
  if (!isMarked(true, actor, file) || !isMarked(await isEnabled(app), actor, file)) {
    const { size } = file
    return { content: await noted(file, size, onRead => app.files.open(file.sha256, size, onRead)), size }
  }
  const marked = await markedCopy(app, actor, file)
  const size = marked.byteLength
  const open = async (onRead: () => Promise<void>) => Readable.from(partsOf(marked, onRead), { objectMode: false })
  return { content: await noted(file, size, open), size }
}

async function markedCopy(app: AppContext, actor: Actor, file: StoredAnswer): Promise<Uint8Array> {
  if (file.size > app.settings.maxFileBytes) throw new DomainError('notMarkable')
  let isKnown = false
  const refuseKnown = async () => {
    const verdict = await markVerdict(app, file.sha256)
    if (verdict?.fault) throw new DomainError('notMarkable')
    isKnown = verdict !== undefined
  }
  await refuseKnown()
  const lines = markLines(await readerOf(app, actor), app.clock.now())
  const open = async () => {
    // Someone before in the queue may have found the fault.
    await refuseKnown()
    return app.files.open(file.sha256, file.size)
  }
  const answer = await stampInReader({ size: file.size, open }, lines)
  const fault = 'fault' in answer ? answer.fault : null
  if (!isKnown || fault) await keepVerdict(app, file.sha256, fault)
  if ('fault' in answer) throw new DomainError('notMarkable')
  return answer
}

/** The content from `open`; records readers that get only part of it. */
async function noted(
  { onBegin, onGoing, onRead, onPart }: StoredAnswer,
  size: number,
  open: (onRead: () => Promise<void>) => Promise<Readable>,
): Promise<Readable> {
  let isRead = false
  const content = await open(async () => {
    await onRead()
    isRead = true
  })
  async function* parts(): AsyncIterable<Buffer> {
    let bytes = 0
    let beat: NodeJS.Timeout | undefined
    try {
      for await (const part of content as AsyncIterable<Buffer>) {
        if (bytes === 0 && !isRead) {
          await onBegin()
          beat = setInterval(() => onGoing().catch(error => logProblem('reading-not-kept', error)), HEARD_EVERY).unref()
        }
        bytes += part.length
        yield part
      }
    } finally {
      clearInterval(beat)
      // The reader has disconnected, so only the log can report the failure to record it.
      if (bytes > 0 && !isRead) await onPart({ bytes, of: size }).catch(error => logProblem('reading-not-noted', error))
    }
  }
  // Destroys the content even if no part was ever requested.
  return Readable.from(parts(), { objectMode: false }).once('close', () => content.destroy())
}

async function* partsOf(bytes: Uint8Array, beforeEnd: () => Promise<void>): AsyncIterable<Buffer> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = 0
  for (; start + PART < whole.length; start += PART) yield whole.subarray(start, start + PART)
  await beforeEnd()
  yield whole.subarray(start)
}

async function readerOf({ db }: AppContext, { userId, key }: Actor) {
  const { name, surnames, email, organisation } = await db
    .selectFrom('portal_user as u')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .select(['u.name', 'u.surnames', 'u.email', 'p.display_name as organisation'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  if (key) return { name: keyCalled(key.name), email: '', organisation }
  return { name: `${name} ${surnames}`.trim(), email, organisation }
}
