import { START } from '#test/support/place.ts'
import type { TestPortal } from '#test/support/portal.ts'

/** The events that end an object, as in the portal: they lock its participant first; and their undo. */
export type Ending = { ends: string; again: string }
export const held = (participantId: string) => `select from participant where id = '${participantId}' for update`
export const participantEnds = (id: string): Ending => ({
  ends: `${held(id)}; update participant set deleted_at = '${START}' where id = '${id}'`,
  again: `update participant set deleted_at = null where id = '${id}'`,
})
export const userEnds = (id: string, participantId: string): Ending => ({
  ends: `${held(participantId)}; update portal_user set deleted_at = '${START}' where id = '${id}'`,
  again: `update portal_user set deleted_at = null where id = '${id}'`,
})

/** The outcome of a call with an end after its n-th statement. */
export type Outcome = { nth: number; ended: boolean; status: number }
type Call = (nth: number) => Promise<{ status: number }>

/**
 * Makes a call whose object ends after its n-th statement. @returns the answer, and whether the object could end; null
 * when the call has fewer statements.
 */
async function endedAfter(
  portal: TestPortal,
  nth: number,
  { ends, again }: Ending,
  call: Call,
): Promise<Outcome | null> {
  const { db } = portal.app
  let asked = 0
  let ended: boolean | null = null
  const interrupted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked += 1
      if (asked === nth) ended = await couldEnd(portal, ends)
      return result
    },
  })
  Object.assign(portal.app, { db: interrupted })
  try {
    const { status } = await call(nth)
    return ended === null ? null : { nth, ended: ended as boolean, status }
  } finally {
    Object.assign(portal.app, { db })
    await portal.asOwner(again)
  }
}

/** False when the call holds its lock. */
async function couldEnd(portal: TestPortal, statement: string): Promise<boolean> {
  try {
    await portal.asOwner(`set lock_timeout = '40ms'; ${statement}`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return false
    throw error
  }
}

/** The call with an end after each of its statements, until one is too late (if that stops it) or none are left. */
export async function everyEnd(
  portal: TestPortal,
  ending: Ending,
  call: Call,
  { stopsOnceHeld = true } = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let nth = 1; ; nth++) {
    const outcome = await endedAfter(portal, nth, ending, call)
    if (outcome) outcomes.push(outcome)
    // A lock is held until the end, unless the call has several transactions.
    if (!outcome || (!outcome.ended && stopsOnceHeld)) return outcomes
  }
}
