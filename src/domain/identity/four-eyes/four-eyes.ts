import { formatInstant } from '#domain/values/day.ts'

/** The acts that need four-eyes approval by two people of CCI when CCI enables it (ASVS 2.3.5). */
export const fourEyesActs = [
  'participant.delete',
  'participant.rename',
  'service.rename',
  'score.publish',
  'score.correct',
  'two-people.off',
  'centre-rules.loosen',
] as const
export type FourEyesAct = (typeof fourEyesActs)[number]

/** How long a proposal waits for approval, in milliseconds. */
export const APPROVAL_REQUEST_MS = 24 * 3_600_000

/**
 * Whether CCI has enough people to require four-eyes approval. A single person could never approve anything, nor turn
 * it off.
 */
export const canRequireFourEyes = (people: number): boolean => people >= 2

/** A proposed act on an object. `contentHash` covers everything that is decided. */
export type ApprovalRequest = { userId: string; contentHash: string; proposedAt: string }

/** A person's attempt to do the same act on the same object. */
export type Attempt = { userId: string; contentHash: string; now: string }

/** The instant at which a proposal expires. */
export function approvalRequestEnds(proposedAt: string): string {
  return new Date(Date.parse(proposedAt) + APPROVAL_REQUEST_MS).toISOString()
}

/** An instant as 'DD/MM/YYYY a las HH:MM' in Madrid time. */
export const formatDeadline = (instant: string): string => formatInstant(instant).replace(' ', ' a las ')

/**
 * The effect of an attempt, given the current proposal or null: 'propose' makes or replaces the proposal; 'wait'
 * repeats one's own proposal; 'act' approves another person's proposal.
 */
export function weigh(
  approvalRequest: ApprovalRequest | null,
  { userId, contentHash, now }: Attempt,
): 'propose' | 'wait' | 'act' {
  if (!approvalRequest || approvalRequest.contentHash !== contentHash) return 'propose'
  if (Date.parse(now) >= Date.parse(approvalRequestEnds(approvalRequest.proposedAt))) return 'propose'
  return approvalRequest.userId === userId ? 'wait' : 'act'
}
