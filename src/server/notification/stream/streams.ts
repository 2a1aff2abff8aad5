import type { ServerResponse } from 'node:http'
import type { Change, ChangeKind } from '#domain/notification/stream/stream.ts'
import { CENTRE, changeKinds, HEARTBEAT, HEARTBEAT_MS, streamMessageOf } from '#domain/notification/stream/stream.ts'
import type { Session } from '#server/http/session-of.ts'
import { logProblem } from '#server/platform/log.ts'

/** A stream says at most one thing in this long, in milliseconds. */
const FLUSH_MS = 300
/** The streams of one user: tabs of a browser share one. */
const OF_USER = 10

type Stream = { response: ServerResponse; sessionId: string; userId: string; readers: readonly string[] }

/** @param alive which of some sessions are alive */
type Options = { max: number; alive: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>> }

/** The open streams of this process. */
export type Streams = ReturnType<typeof openStreams>

export function openStreams({ max, alive }: Options) {
  const byReader = new Map<string, Set<Stream>>()
  const all = new Set<Stream>()
  const dirty = new Map<Stream, Set<ChangeKind>>()
  let flushing: NodeJS.Timeout | null = null
  let isOver = false

  const flush = () => {
    flushing = null
    for (const [stream, kinds] of dirty) {
      if (say(stream, streamMessageOf(changeKinds.filter(kind => kinds.has(kind))))) dirty.delete(stream)
    }
    if (dirty.size > 0) flushing = setTimeout(flush, FLUSH_MS)
  }
  const mark = (stream: Stream, kinds: readonly ChangeKind[]) => {
    if (kinds.length === 0) return
    const known = dirty.get(stream) ?? new Set()
    for (const kind of kinds) known.add(kind)
    dirty.set(stream, known)
    flushing ??= setTimeout(flush, FLUSH_MS)
  }
  /** Ends the streams whose session has ended. */
  const check = async (streams: Iterable<Stream>) => {
    const asked = [...streams]
    if (asked.length === 0) return
    const living = await alive([...new Set(asked.map(({ sessionId }) => sessionId))])
    for (const stream of asked) if (!living.has(stream.sessionId)) end(stream)
  }
  const checkSafely = (streams: Iterable<Stream>) => void check(streams).catch(error => logProblem('job-failed', error))
  const remove = (stream: Stream) => {
    all.delete(stream)
    dirty.delete(stream)
    for (const reader of stream.readers) {
      const streams = byReader.get(reader)
      streams?.delete(stream)
      if (streams?.size === 0) byReader.delete(reader)
    }
  }
  const end = (stream: Stream) => {
    remove(stream)
    stream.response.end()
  }
  const heartbeat = setInterval(() => {
    for (const stream of all) say(stream, HEARTBEAT)
    checkSafely(all)
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    /** Whether another stream of a user may open. */
    hasRoom: ({ actor }: Session): boolean => {
      const own = [...(byReader.get(actor.participantId) ?? [])].filter(({ userId }) => userId === actor.userId)
      return !isOver && all.size < max && own.length < OF_USER
    },
    add({ id, actor }: Session, response: ServerResponse): void {
      const readers = [actor.participantId, ...(actor.role === 'CCI' ? [CENTRE] : [])]
      const stream: Stream = { response, sessionId: id, userId: actor.userId, readers }
      all.add(stream)
      for (const reader of readers) byReader.set(reader, (byReader.get(reader) ?? new Set()).add(stream))
      response.once('close', () => remove(stream))
      say(stream, HEARTBEAT)
    },
    hear({ readers, kinds, by, access }: Change): void {
      const concerned = new Set(readers.flatMap(reader => [...(byReader.get(reader) ?? [])]))
      for (const stream of concerned) if (stream.userId !== by || by === null) mark(stream, kinds)
      if (access) checkSafely(concerned)
    },
    /** Something may have been missed. */
    hearAll(): void {
      for (const stream of all) mark(stream, changeKinds)
    },
    /** Ends the streams whose session has ended; the heartbeat does it too. */
    check: () => check(all),
    get size() {
      return all.size
    },
    /** Ends them, and takes no more: the server stops. */
    endAll(): void {
      isOver = true
      for (const stream of all) end(stream)
    },
    stop(): void {
      clearInterval(heartbeat)
      if (flushing) clearTimeout(flushing)
      for (const stream of all) end(stream)
    },
  }
}

/** @returns whether it could be said: a reader that takes nothing waits, until the least rate cuts it */
function say({ response }: Stream, text: string): boolean {
  if (response.writableLength > 0) return false
  response.write(text)
  return true
}
