import { formatInstant } from '#domain/values/day.ts'

/** The acts that need two people of CCI where CCI wants it (ASVS 2.3.5). */
export const twoPeopleActs = [
  'participant.delete',
  'participant.rename',
  'service.rename',
  'score.publish',
  'score.correct',
  'two-people.off',
] as const
export type TwoPeopleAct = (typeof twoPeopleActs)[number]

/** How long a proposal waits for its second person, in milliseconds. */
export const PROPOSAL_LASTS_MS = 24 * 3_600_000

/** Whether so many people of CCI can ask for two: one alone could do none of it, nor take it back. */
export const canAskForTwo = (people: number): boolean => people >= 2

/** Who proposed what of an act on an object, and when; `contentHash` is of all that is decided. */
export type Proposal = { userId: string; contentHash: string; proposedAt: string }

/** Somebody does the same act on the same object. */
export type Attempt = { userId: string; contentHash: string; now: string }

/** The instant from which a proposal no longer counts. */
export function proposalEnds(proposedAt: string): string {
  return new Date(Date.parse(proposedAt) + PROPOSAL_LASTS_MS).toISOString()
}

/** An instant as 'DD/MM/YYYY a las HH:MM', in Madrid. */
export const formatDeadline = (instant: string): string => formatInstant(instant).replace(' ', ' a las ')

/**
 * What an attempt is beside the proposal that there is, null for none: 'propose', a new proposal in its place; 'wait', the
 * same person's again; 'act', another person's, who confirms it.
 */
export function weigh(proposal: Proposal | null, { userId, contentHash, now }: Attempt): 'propose' | 'wait' | 'act' {
  if (!proposal || proposal.contentHash !== contentHash) return 'propose'
  if (Date.parse(now) >= Date.parse(proposalEnds(proposal.proposedAt))) return 'propose'
  return proposal.userId === userId ? 'wait' : 'act'
}
