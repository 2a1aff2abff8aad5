import PostalMime from 'postal-mime'
import type { Taken } from '#assurance/trust/mail-server.ts'

/** A mail that a committed transaction queued. */
export type Queued = { messageId: string; to: string; text: string }

/** The mails queued, the mails rolled back, and the mails that the server received. */
export type MailEvidence = {
  queued: readonly Queued[]
  /** Subjects of mails whose transaction rolled back. */
  undone: readonly string[]
  taken: readonly Taken[]
}

type Arrived = Queued & { answerLost: boolean }

/** Normalizes line ends, which mail changes. */
const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()

async function arrivedOf({ raw, recipients, answerLost }: Taken): Promise<Arrived> {
  const mail = await PostalMime.parse(raw)
  const named = mail.to?.map(({ address }) => address).join() ?? ''
  const to = named === recipients.join() ? named : `${named} by way of ${recipients}`
  return { messageId: mail.messageId ?? '', to, text: plain(mail.text ?? ''), answerLost }
}

/**
 * Compares the received mails with the queued ones. `faults` has a line per mail that broke the promise: each queued
 * mail arrives unchanged, and once more only for each time that the server accepted it without being able to confirm
 * it; a rolled-back mail never arrives. `repeated` is the number of mails that arrived more than once.
 */
export async function checkMail({
  queued,
  undone,
  taken,
}: MailEvidence): Promise<{ faults: string[]; repeated: number }> {
  const arrived = await Promise.all(taken.map(arrivedOf))
  const copies = Map.groupBy(arrived, ({ messageId }) => messageId)
  const known = new Set(queued.map(({ messageId }) => messageId))
  const faults = [
    ...queued.flatMap(mail => faultsOf(mail, copies.get(mail.messageId) ?? [])),
    ...[...copies.keys()]
      .filter(id => !known.has(id))
      .map(id => `${id} arrived, and no committed transaction queued it`),
    ...undone
      .filter(words => arrived.some(({ text }) => text.includes(words)))
      .map(words => `arrived undone: ${words}`),
  ]
  return { faults, repeated: [...copies.values()].filter(({ length }) => length > 1).length }
}

function faultsOf({ messageId, to, text }: Queued, copies: Arrived[]): string[] {
  const name = `${messageId} to ${to}`
  if (copies.length === 0) return [`${name} never arrived`]
  const lost = copies.filter(({ answerLost }) => answerLost).length
  const found: string[] = []
  if (copies.length > 1 + lost) found.push(`${name} arrived ${copies.length} times, ${lost} of them without an answer`)
  const elsewhere = copies.find(copy => copy.to !== to)
  if (elsewhere) found.push(`${name} arrived at ${elsewhere.to}`)
  if (copies.some(copy => copy.text !== plain(text))) found.push(`${name} arrived with another text`)
  return found
}
