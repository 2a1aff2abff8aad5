import type { Keys, Person } from '#assurance/trust/people.ts'
import { uploadDocument } from '#domain/document/contract.ts'
import { pdf } from '#test/support/documents.ts'
import { callerOf } from '#test/support/portal.ts'

/** More than the socket buffers of both ends. */
const BYTES = 20_000_000
/** The delay until part of a call is sent, in milliseconds. */
const BEGUN_MS = 5

type When = 'before the answer' | 'with the answer' | 'in its middle'
const moments: When[] = ['before the answer', 'with the answer', 'in its middle']

/** Sends a call and disconnects. */
function goingAway(when: When) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const gone = new AbortController()
    if (when === 'before the answer') setTimeout(() => gone.abort(), BEGUN_MS)
    const answer = await fetch(url, { ...init, signal: gone.signal })
    if (when === 'in its middle') await answer.body!.getReader().read()
    gone.abort()
    return answer
  }
}

/**
 * A client that disconnects in the middle of reads and uploads, mostly of a large file.
 * @returns a function that disconnects once from the call with the given number; it never fails.
 * @throws when the file, which it first sends completely, is refused.
 */
export async function meetLeaver(url: string, keys: Keys, { caller, reads, draft }: Person) {
  if (!draft) throw new Error('Nobody has a documentation to send')
  const large = () => {
    const file = pdf('remojo')
    return { body: { document: draft }, files: { file: { ...file, content: file.content.padEnd(BYTES) } } }
  }
  const { status, body } = await caller.call(uploadDocument, large())
  if (status !== 201) throw new Error(`The large file was answered ${status}`)
  const paths = [...reads, ...reads.map(() => `/documents/${(body as { id: string }).id}/content`)]
  return async (n: number): Promise<void> => {
    const leaver = callerOf(url, keys, goingAway(moments[n % moments.length]!))
    const call = n % 7 === 0 ? leaver.call(uploadDocument, large()) : leaver.fetch('GET', paths[n % paths.length]!)
    await call.catch(() => {})
  }
}
