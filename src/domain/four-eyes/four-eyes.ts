import { formatInstant } from '#domain/values/day.ts'

/** The acts that need two people of CCI where CCI wants it (ASVS 2.3.5). */
export const fourEyesActs = [
  'participant.delete',
  'participant.rename',
  'service.rename',
  'score.publish',
  'score.correct',
  'two-people.off',
] as const
export type FourEyesAct = (typeof fourEyesActs)[number]

/** How long a proposal waits for its second person, in milliseconds. */
export const APPROVAL_REQUEST_MS = 24 * 3_600_000

/** Whether so many people of CCI can ask for two: one alone could do none of it, nor take it back. */
export const canRequireFourEyes = (people: number): boolean => people >= 2

/** Who proposed what of an act on an object, and when; `contentHash` is of all that is decided. */
export type ApprovalRequest = { userId: string; contentHash: string; proposedAt: string }

/** Somebody does the same act on the same object. */
export type Attempt = { userId: string; contentHash: string; now: string }

/** The instant from which a proposal no longer counts. */
export function approvalRequestEnds(proposedAt: string): string {
  return new Date(Date.parse(proposedAt) + APPROVAL_REQUEST_MS).toISOString()
}

/** An instant as 'DD/MM/YYYY a las HH:MM', in Madrid. */
export const formatDeadline = (instant: string): string => formatInstant(instant).replace(' ', ' a las ')

/**
 * What an attempt is beside the proposal that there is, null for none: 'propose', a new proposal in its place; 'wait', the
 * same person's again; 'act', another person's, who confirms it.
 */
export function weigh(
  approvalRequest: ApprovalRequest | null,
  { userId, contentHash, now }: Attempt,
): 'propose' | 'wait' | 'act' {
  if (!approvalRequest || approvalRequest.contentHash !== contentHash) return 'propose'
  if (Date.parse(now) >= Date.parse(approvalRequestEnds(approvalRequest.proposedAt))) return 'propose'
  return approvalRequest.userId === userId ? 'wait' : 'act'
}
