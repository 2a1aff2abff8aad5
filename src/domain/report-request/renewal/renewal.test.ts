import { expect, test } from 'vitest'
import {
  decideSuperseding,
  mayBeRenewedFrom,
  renewalFacts,
  stillInForce,
} from '#domain/report-request/renewal/renewal.ts'
import { requestFacts } from '#domain/report-request/report-request.ts'
import { proposedExpiry } from '#domain/report-request/score/score.ts'
import { decide } from '#domain/states/machine.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'

const published = {
  status: 'QUALIFIED',
  expiresOn: '2027-11-21',
  renewalOpen: false,
  superseded: false,
  earlyDays: 90,
} as const
const ready = { complete: true, evaluatorAccredited: true }

const sentOn = (today: string, more: Partial<Parameters<typeof renewalFacts>[0]> = {}) => {
  const facts = requestFacts({ ...ready, ...renewalFacts({ ...published, ...more }, today) })
  const decision = decide(reportRequestMachine, 'sendRenewal', null, facts, 'PROVIDER')
  return decision.ok ? decision.to : decision.reason
}

test('RENEW-01: a published request is renewed from the first day of the window on, until its last', () => {
  expect(sentOn('2027-08-22')).toBe('renewalTooEarly')
  expect(sentOn('2027-08-23')).toBe('PENDING')
  expect(sentOn('2027-11-21')).toBe('PENDING')
  expect(sentOn('2027-11-20', { earlyDays: 0 })).toBe('renewalTooEarly')
  expect(sentOn('2027-11-21', { earlyDays: 0 })).toBe('PENDING')
  expect(mayBeRenewedFrom(published)).toBe('2027-08-23')
  expect(mayBeRenewedFrom({ ...published, renewalOpen: true })).toBeNull()
  expect(mayBeRenewedFrom({ ...published, status: 'LAPSED' })).toBeNull()
  expect(mayBeRenewedFrom({ ...published, superseded: true })).toBeNull()
  expect(stillInForce('2027-11-21')).toBe(
    'Su calificación sigue vigente hasta el 21/11/2027, también mientras se revisa la renovación',
  )
})

test('RENEW-01: nothing else is renewed early', () => {
  for (const status of ['PENDING', 'REJECTED', 'LAPSED', 'EXPIRED'] as const) {
    expect(sentOn('2027-11-21', { status })).toBe('requestNotEditable')
  }
  expect(sentOn('2027-11-21', { superseded: true })).toBe('requestNotEditable')
  expect(sentOn('2027-08-01', { renewalOpen: true })).toBe('renewalExists')
})

test('RENEW-07: while its renewal is open, a lapsed one is not renewed in place, nor an expired one replaced or deleted', () => {
  const reasonOf = (action: keyof typeof reportRequestMachine.moves, state: ReportRequestStatus, open: boolean) => {
    const decision = decide(reportRequestMachine, action, state, requestFacts({ ...ready, renewalOpen: open }), 'CCI')
    return decision.ok ? null : decision.reason
  }
  for (const [action, state] of [
    ['renew', 'LAPSED'],
    ['renewInPart', 'LAPSED'],
    ['supersede', 'EXPIRED'],
    ['delete', 'EXPIRED'],
  ] as const) {
    expect([reasonOf(action, state, true), reasonOf(action, state, false)]).toEqual(['renewalExists', null])
  }
})

test('RENEW-05: CCI supersedes a published request, however long ago it lapsed', () => {
  for (const status of ['QUALIFIED', 'LAPSED', 'EXPIRED'] as const) {
    expect(decideSuperseding(status, 'CCI')).toEqual({ ok: true, to: status, event: 'request.superseded' })
    expect(decideSuperseding(status, 'PROVIDER').ok).toBe(false)
  }
  expect(decideSuperseding('PENDING', 'CCI').ok).toBe(false)
})

test('RENEW-08: the expiry proposed for a renewal scored before the expiry that it follows is twelve months after that', () => {
  expect(proposedExpiry('2027-09-01', '2027-11-21')).toBe('2028-11-21')
  expect(proposedExpiry('2027-11-21', '2027-11-21')).toBe('2028-11-21')
  expect(proposedExpiry('2027-11-22', '2027-11-21')).toBe('2028-11-22')
  expect(proposedExpiry('2027-09-01', null)).toBe('2028-09-01')
  expect(proposedExpiry('2027-09-01', '2028-02-29')).toBe('2029-02-28')
})
