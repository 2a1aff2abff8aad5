import { expect, test } from 'vitest'
import { check, nothingSeen } from '#assurance/trust/check.ts'
import type { Evidence } from '#assurance/trust/evidence.ts'
import type { Attempt, Operation } from '#assurance/trust/history.ts'
import { after } from '#assurance/trust/replay.ts'
import type { WholeWorld } from '#assurance/trust/whole-world.ts'
import { refused } from '#test/support/model/rule.ts'

const nobody = { participants: {}, users: {}, invitations: {}, validations: {}, incidents: {} }
const empty = { services: {}, incidents: {}, favourites: [], standing: {}, documents: {}, scores: {}, sessions: {} }
const AT = '2026-03-02T12:00:00.000Z'

const worldOf = (commercialName: string, version: number): WholeWorld => ({
  ...{ today: '2026-03-02', now: AT, asked: { PROVIDER: [], AUDIT: [], ENTITY: [], ISSUE: [] }, services: [] },
  ...nobody,
  more: { ...empty, participants: { company: { version, commercialName } } },
})

const sending = (outcome: Attempt['outcome'], from: number, to: number, code = ''): Attempt => ({
  ...{ server: 0, from, to, outcome, code, body: null, sha256: null, retryAfter: null },
  status: outcome === 'ok' ? 200 : outcome === 'refused' ? 409 : 0,
})

const callOf = (id: number, judge: Operation['judge'], attempts: Attempt[]): Operation => ({
  ...{ id, what: 'editByVersion', userId: 'someone', target: 'company', detail: 1 },
  ...{ key: `op${id}`, judge, attempts },
})

/** Expects an edit of the first version, sent at 20 and answered at 30. */
const edit = callOf(
  1,
  world =>
    world.more.participants.company!.version === 1
      ? {
          change: next => {
            ;(next as WholeWorld).more.participants.company!.commercialName = 'Nuevo'
          },
        }
      : refused('changedMeanwhile'),
  [sending('ok', 20, 30)],
)

/** A no-op that is allowed while the first version is current. */
const saveAlike = (attempts: Attempt[]) =>
  callOf(
    2,
    world => (world.more.participants.company!.version === 1 ? { change: () => {} } : refused('changedMeanwhile')),
    attempts,
  )

/** A history in which the edit was done and the other call, if done, left only its answer. */
function accusations(other: Operation): string[] {
  const done = other.attempts.some(({ outcome }) => outcome === 'ok')
  const kept = { status: 200, body: null, quiet: false }
  const evidence: Evidence = {
    groups: [
      {
        entries: [
          {
            ...{ number: 1, at: AT, event: 'participant.edited', actorId: 'someone', actorRole: 'CCI' },
            ...{ objectId: 'company', participantId: 'company', data: {} },
          },
        ],
        told: [],
        operation: edit,
      },
    ],
    calls: new Map([[edit.key!, kept], ...(done ? ([[other.key!, { ...kept, quiet: true }]] as const) : [])]),
    mails: [],
    made: { userOf: new Map(), documentationOf: new Map(), sessionAt: new Map() },
  }
  const [before, found] = [worldOf('Antes', 1), worldOf('Nuevo', 2)]
  return check({ before, found, evidence, operations: [edit, other], seen: nothingSeen() })
}

test('R10: the answer that was kept of a call is right at its repetition, whatever came between', () => {
  expect(accusations(saveAlike([sending('unknown', 0, 10), sending('ok', 100, 104)]))).toEqual([])
  expect(accusations(saveAlike([sending('ok', 0, 10), sending('ok', 100, 104)]))).toEqual([])
})

test('R10: an answer that the model gives at no moment of the call is a failure', () => {
  expect(accusations(saveAlike([sending('ok', 100, 104)]))).toEqual([
    expect.stringMatching(/^the model never answers so/),
  ])
  expect(accusations(saveAlike([sending('refused', 0, 10, 'changedMeanwhile')]))).toHaveLength(1)
  expect(accusations(saveAlike([sending('refused', 25, 40, 'changedMeanwhile')]))).toEqual([])
})

test('R10: an entry names the state of its own object: a thread that a decision closed is no request', () => {
  const report = { kind: 'REPORT', stored: 'PENDING', scoreExpiresOn: null, documents: {} }
  const world = { ...worldOf('Antes', 1), validations: { report } } as unknown as WholeWorld
  const replayed = (event: 'clarification.closed' | 'request.edited') => {
    const data = { validationId: 'report', from: 'WAITING', to: 'CLOSED' }
    const entry = { ...{ number: 1, at: AT, event, actorId: null, actorRole: null }, objectId: 'other', data }
    const group = { entries: [{ ...entry, participantId: 'company' }], told: [], operation: null }
    return after(world, group, { userOf: new Map(), documentationOf: new Map(), sessionAt: new Map() })
  }
  expect(replayed('clarification.closed')).toMatchObject({ now: AT })
  expect(replayed('request.edited')).toBe('request.edited says it was WAITING, the model has PENDING')
})
