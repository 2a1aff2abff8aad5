import type { Evidence } from '#assurance/trust/evidence.ts'
import type { WholeWorld } from '#assurance/trust/whole-world.ts'

const letters: Record<string, readonly string[]> = {
  'invitation.sent': ['invitation'],
  'invitation.sent-again': ['invitation', 'invitation-reminder'],
  'user.created': ['user-created'],
  'user.confirmed': ['user-created'],
}
/** The events that delete a user's waiting mails. */
const dropping = ['invitation.sent-again', 'invitation.withdrawn', 'participant.deleted', 'user.deleted']
/** The events that delete the mails that name a user, or keep them (D44). */
const hiding = ['invitation.withdrawn', 'participant.deleted']

/**
 * Each invitation and new user has one mail, and each notification one per recipient. `worlds` are those before each
 * transaction, and the last; `since` gives the first that a transaction may have read.
 */
export function mailFaults(
  { groups, mails }: Evidence,
  worlds: readonly WholeWorld[],
  since: (index: number) => number,
): string[] {
  const wanted = new Map<string, { least: number; most: number }>()
  const want = (key: string, least: number) => {
    const so = wanted.get(key) ?? { least: 0, most: 0 }
    wanted.set(key, { least: so.least + least, most: so.most + 1 })
  }
  // Backwards, so that later deletions are known.
  const dropped = new Set<string>()
  const hidden = new Set<string>()
  for (const [index, { entries, told, operation }] of [...groups.entries()].reverse()) {
    const at = entries[0]!.at
    const after = worlds[index + 1]!
    for (const { event, objectId, participantId } of entries) {
      const participant = String(participantId)
      const user = event.startsWith('user.') ? after.users[objectId] : undefined
      // A user has no access before its bank confirms it.
      if (user?.awaitsConfirmation) continue
      const email = user?.email ?? after.invitations[objectId]?.email
      if (letters[event] && email)
        want(
          `${email} ${letters[event].includes('invitation') ? 'invitation' : 'user-created'} ${at}`,
          dropped.has(participant) ? 0 : 1,
        )
    }
    for (const { participantId, message, about, read } of told) {
      // Jobs tell several expiries in one mail, which leaves out what was settled before it was written (RENEW-19).
      const isLeftOut = read && !operation
      const mayBeGone = isLeftOut || dropped.has(participantId) || about.some(id => hidden.has(id))
      for (const [id, user] of Object.entries(after.users)) {
        if (user.participant !== participantId || user.deleted || !user.passwordChosen) continue
        // A user who chose a password during the transaction may have been read before or after.
        const was = worlds[since(index)]!.users[id]
        want(`${user.email} ${message} ${at}`, mayBeGone || !was?.passwordChosen || was.deleted ? 0 : 1)
      }
    }
    for (const { event, participantId } of entries) {
      if (dropping.includes(event)) dropped.add(String(participantId))
      if (hiding.includes(event)) hidden.add(String(participantId))
    }
  }
  const sent = Map.groupBy(mails, mail => {
    const what = mail.template === 'notification' ? mail.message : mail.template.replace('-reminder', '')
    return `${mail.recipient} ${what} ${mail.at}`
  })
  return [...wanted].flatMap(([key, { least, most }]) => {
    const times = sent.get(key)?.length ?? 0
    return times < least || times > most ? [`${times} mails, not ${least}: ${key}`] : []
  })
}
