import type { Keys, Person } from '#assurance/trust/people.ts'
import { uploadDocument } from '#domain/document/contract.ts'
import { pdf } from '#test/support/documents.ts'
import { callerOf } from '#test/support/portal.ts'

/** More than the system keeps for a connection on both sides. */
const BYTES = 20_000_000
/** When some of a call is on its way, in milliseconds. */
const BEGUN_MS = 5

type When = 'before the answer' | 'with the answer' | 'in its middle'
const moments: When[] = ['before the answer', 'with the answer', 'in its middle']

/** Delivers a call and goes away. */
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
 * Somebody who goes away in the middle of what is read and sent, of a large file above all.
 * @returns what goes away once from one thing or another, by a number; it never fails.
 * @throws when the file, which it sends whole once, is not taken.
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
