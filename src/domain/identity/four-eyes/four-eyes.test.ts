import { expect, test } from 'vitest'
import type { ApprovalRequest, Attempt } from '#domain/identity/four-eyes/four-eyes.ts'
import { approvalRequestEnds, canRequireFourEyes, weigh } from '#domain/identity/four-eyes/four-eyes.ts'

const approvalRequest: ApprovalRequest = { userId: 'ana', contentHash: 'a', proposedAt: '2026-10-24T10:00:00.000Z' }
const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  userId: 'luis',
  contentHash: 'a',
  now: '2026-10-24T10:00:01.000Z',
  ...change,
})

test.each([
  ['the first', null, attempt(), 'propose'],
  ['another person', approvalRequest, attempt(), 'act'],
  ['another person at the very moment', approvalRequest, attempt({ now: approvalRequest.proposedAt }), 'act'],
  ['the same person', approvalRequest, attempt({ userId: 'ana' }), 'wait'],
  ['another person with another content', approvalRequest, attempt({ contentHash: 'b' }), 'propose'],
  ['the same person with another content', approvalRequest, attempt({ userId: 'ana', contentHash: 'b' }), 'propose'],
  ['another person, the last millisecond', approvalRequest, attempt({ now: '2026-10-25T09:59:59.999Z' }), 'act'],
  // In this night Madrid turns its clock back. The deadline is still 24 elapsed hours.
  ['another person, a day later', approvalRequest, attempt({ now: '2026-10-25T10:00:00.000Z' }), 'propose'],
  [
    'the same person, a day later',
    approvalRequest,
    attempt({ userId: 'ana', now: '2026-10-25T10:00:00.000Z' }),
    'propose',
  ],
] as const)('%s', (_who, before, now, expected) => expect(weigh(before, now)).toBe(expected))

test('a proposal ends 24 hours after it was made', () => {
  expect(approvalRequestEnds(approvalRequest.proposedAt)).toBe('2026-10-25T10:00:00.000Z')
})

test('a single person of CCI cannot require two', () => {
  expect([0, 1, 2, 3].map(canRequireFourEyes)).toEqual([false, false, true, true])
})
