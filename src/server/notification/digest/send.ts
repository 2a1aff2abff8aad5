import type { Role } from '#domain/identity/roles.ts'
import { type DigestKind, lastDeparture } from '#domain/notification/digest/digest.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { takeLines, usersWaiting } from '#server/notification/digest/lines.ts'
import { after, MINUTE } from '#server/platform/clock.ts'

/**
 * A digest holds the notifications until this long before it leaves. What can still be undone (decision 027), or is being
 * written by a transaction that began before, waits for the next one.
 */
const SETTLED_MS = MINUTE

/**
 * Sends the digests that have been due since they left last (ALERT-02). Taking the lines and queueing the mail is one
 * transaction, so that at any time and on any number of servers each is sent once.
 * @returns the number of mails
 */
export async function sendDigests(app: AppContext): Promise<number> {
  let sent = 0
  for (const kind of ['DAILY', 'WEEKLY'] as const) {
    sent += await sendAll(app, kind, after(lastDeparture(kind, app.clock.now()), -SETTLED_MS))
  }
  return sent
}

/** Sends each user one mail with the expiries that were announced, unless it chose a digest (RENEW-19). */
export const sendExpiries = (app: AppContext): Promise<number> => sendAll(app, 'EXPIRIES', app.clock.now())

async function sendAll(app: AppContext, kind: DigestKind, until: string): Promise<number> {
  let sent = 0
  for (const userId of await usersWaiting(app.db, kind, until)) sent += await sendOne(app, { userId, kind, until })
  return sent
}

type Due = { userId: string; kind: DigestKind; until: string }

/** A user who has left gets none; the lines go all the same. */
async function sendOne(app: AppContext, { userId, kind, until }: Due): Promise<0 | 1> {
  return inTransaction(app, null, async tx => {
    const user = await tx.db
      .selectFrom('portal_user as u')
      .innerJoin('participant as p', 'p.id', 'u.participant_id')
      .select(['u.email', 'u.name', 'u.participant_id as participantId', 'p.kind'])
      .select(eb => eb.or([eb('u.deleted_at', 'is not', null), eb('p.deleted_at', 'is not', null)]).as('left'))
      .where('u.id', '=', userId)
      .forShare()
      .executeTakeFirstOrThrow()
    const { email: to, name, participantId } = user
    const lines = await takeLines(tx.db, { userId, participantId, role: user.kind as Role, kind, until })
    if (user.left || lines.length === 0) return 0
    const about = [...new Set(lines.flatMap(line => line.about))]
    tx.mail({ to, template: 'digest', data: { name, kind, lines }, about })
    return 1
  })
}
