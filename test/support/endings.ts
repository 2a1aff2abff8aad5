import { vi } from 'vitest'
import { Client } from '#server/platform/database/client.ts'
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

/** The outcome of a call with an end before its n-th message to the database. */
export type Outcome = { nth: number; ended: boolean; status: number }
type Call = (nth: number) => Promise<{ status: number }>

/**
 * Makes a call whose object ends before its n-th message to the database leaves, after the first. @returns the answer,
 * and whether the object could end; null when the call has fewer messages.
 */
async function endedBefore(
  portal: TestPortal,
  nth: number,
  { ends, again }: Ending,
  call: Call,
): Promise<Outcome | null> {
  const { query } = Client.prototype
  let sent = 0
  let isOpen = false
  let ended: boolean | null = null
  let gate: Promise<void> | null = null
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...words: unknown[]) {
    // What is asked at the same time leaves in one message.
    if (!isOpen && ++sent === nth) {
      gate = couldEnd(portal, ends).then(could => {
        ended = could
        gate = null
      })
    }
    isOpen = true
    process.nextTick(() => {
      isOpen = false
    })
    return gate ? gate.then(() => query.apply(this, words)) : query.apply(this, words)
  })
  try {
    const { status } = await call(nth)
    return ended === null ? null : { nth, ended: ended as boolean, status }
  } finally {
    spy.mockRestore()
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

/** The call with an end before each of its messages but the first, until one is too late (if that stops it) or none are left. */
export async function everyEnd(
  portal: TestPortal,
  ending: Ending,
  call: Call,
  { stopsOnceHeld = true } = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let nth = 2; ; nth++) {
    const outcome = await endedBefore(portal, nth, ending, call)
    if (outcome) outcomes.push(outcome)
    // A lock is held until the end, unless the call has several transactions.
    if (!outcome || (!outcome.ended && stopsOnceHeld)) return outcomes
  }
}
