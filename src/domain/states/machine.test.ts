import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventNames } from '#domain/audit-log/events.ts'
import { roles } from '#domain/identity/roles.ts'
import { refusals } from '#domain/messages.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { Decision, Machine, Mover } from '#domain/states/machine.ts'
import { decide, decideByStatus, machine } from '#domain/states/machine.ts'
import { machines } from '#domain/states/machines.ts'

const movers: readonly Mover[] = [...roles, 'TIME', 'SELF']
type Any = Machine<string, unknown>
const all = machines as unknown as readonly Any[]

/** One subject that meets every condition of any machine, and one that meets none. */
const willing = {
  ...{ downloaded: true, hasExpiry: true, isReport: false, rejectedReason: 'Falta la firma' },
  ...{ underReview: true, versionKnown: true },
  ...{ dataComplete: true, requiredFilesPresent: true, allDecided: true, anyRejected: false, accreditationSet: true },
  ...{ complete: true, evaluatorAccredited: true, allAccepted: true, scoreComplete: true, correctionReason: 'Errata' },
  ...{ publishedInForce: true, renewalOpen: false, superseded: false, withinRenewalWindow: true },
  ...{ everyDimensionBegins: true, frameworkPublished: true, requestOpen: true, noneOpen: true },
  ...{ documented: true, waiting: 0, awaitsAcceptance: false },
  ...{ isGap: true, isOpen: true, useLive: true, noDraft: true, conclusionAllowed: true, hasRoom: true },
  ...{ postponed: true, proven: true, reason: 'Se retrasa el proveedor' },
  ...{ scoreOpen: true, isNew: true },
  ...{ underReview: true, hasRoom: true, isAsked: true, isAsker: true, isCentre: true },
  ...{ published: true, inTime: true, isFirst: true, isAppeal: true, isOther: true },
  ...{ incidentOpen: true, inForce: true, lacksFinal: false },
}

describe.each(all.map(each => [each.name, each] as const))('the machine of %s', (_name, each) => {
  const states = [null, ...each.states]
  const moves = Object.entries(each.moves)

  test('is closed: its moves lead from and to its own states, and tell events and reasons that exist', () => {
    for (const [, move] of moves) {
      expect(states).toEqual(expect.arrayContaining([...move.from, move.to]))
      expect(eventNames).toContain(move.event)
      expect(move.by.length).toBeGreaterThan(0)
      for (const reason of [move.refusal ?? 'wrongState', ...(move.needs ?? []).map(need => need.reason)]) {
        expect(refusals).toHaveProperty(reason)
      }
    }
    expect(each.states).toEqual(expect.arrayContaining([...each.derived]))
  })

  test('has sets of its own states, and asks whether a status is in one', () => {
    for (const [name, set] of Object.entries(each.sets)) {
      expect(each.states).toEqual(expect.arrayContaining([...set]))
      expect(each.states.filter(state => each.is[name]!(state))).toEqual(
        each.states.filter(state => set.includes(state)),
      )
      expect([each.is[name]!(null), each.is[name]!(undefined), each.is[name]!('none')]).toEqual([false, false, false])
    }
  })

  test('reaches every state, and only time leads to derived ones', () => {
    const reached = new Set(moves.map(([, move]) => move.to))
    for (const state of each.states) expect(reached).toContain(state)
    for (const [, move] of moves) {
      const enters = move.to !== null && each.derived.includes(move.to) && !move.from.includes(move.to)
      // Time may also take a stored step, but no other mover leads to what is derived.
      expect(enters).toBe(move.by.every(mover => mover === 'TIME'))
    }
  })

  test('every state, action and mover: allowed where the table says so, refused with its reason elsewhere', () => {
    for (const [action, move] of moves) {
      for (const state of states) {
        for (const mover of movers) {
          const subject = { ...willing, anyRejected: action === 'reject' }
          const decision = decide(each, action, state, subject, mover)
          if (!move.by.includes(mover)) expect(decision).toEqual({ ok: false, reason: 'notYourMove' })
          else if (!move.from.includes(state)) {
            expect(decision).toEqual({ ok: false, reason: move.refusal ?? 'wrongState' })
          } else expect(decision).toEqual({ ok: true, to: move.to, event: move.event })
        }
      }
    }
  })

  test('random actions never leave the states of the table', () => {
    const step = fc.record({
      action: fc.constantFrom(...moves.map(([action]) => action)),
      mover: fc.constantFrom(...movers),
      subject: fc.record(
        Object.fromEntries(
          Object.entries(willing).map(([name, value]) => [
            name,
            typeof value === 'string' ? fc.constantFrom('', value) : fc.boolean(),
          ]),
        ),
      ),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        let state: string | null = null
        for (const { action, mover, subject } of steps) {
          const decision: Decision<string | null> = decide(each, action, state, subject, mover)
          if (decision.ok) {
            expect(each.moves[action]!.from).toContain(state)
            state = decision.to
          }
          expect(states).toContain(state)
        }
      }),
    )
  })
})

test('a condition that is excepted is not checked, and mover and state always are', () => {
  const facts = { ...willing, rejectedReason: '', downloaded: false }
  const reject = (state: 'PENDING' | 'ACCEPTED', mover: Mover, except: ('noRejectionReason' | 'notDownloaded')[]) =>
    decide(documentMachine, 'reject', state, facts, mover, { except })
  expect(reject('PENDING', 'CCI', ['notDownloaded'])).toEqual({ ok: false, reason: 'noRejectionReason' })
  expect(reject('PENDING', 'CCI', ['noRejectionReason'])).toEqual({ ok: false, reason: 'notDownloaded' })
  expect(reject('PENDING', 'CCI', ['noRejectionReason', 'notDownloaded']).ok).toBe(true)
  expect(decideByStatus(documentMachine, 'reject', 'PENDING', 'CCI').ok).toBe(true)
  for (const decision of [
    reject('PENDING', 'ENTITY', ['noRejectionReason', 'notDownloaded']),
    decideByStatus(documentMachine, 'reject', 'PENDING', 'ENTITY'),
  ]) {
    expect(decision).toEqual({ ok: false, reason: 'notYourMove' })
  }
  expect(decideByStatus(documentMachine, 'reject', 'ACCEPTED', 'CCI')).toEqual({ ok: false, reason: 'documentDecided' })
})

test('a refusal names the role first, then the status, then the condition', () => {
  const door = machine({
    name: 'door',
    states: ['OPEN', 'SHUT'],
    derived: [],
    sets: {},
    moves: {
      open: {
        from: ['SHUT'],
        to: 'OPEN',
        by: ['CCI'],
        needs: [
          { reason: 'noExpiry', holds: (subject: { key: boolean }) => subject.key },
          { reason: 'noneRejected', holds: () => false },
        ],
        event: 'incident.opened',
        refusal: 'alreadySent',
      },
    },
  })
  expect(decide(door, 'open', 'OPEN', { key: false }, 'ENTITY')).toEqual({ ok: false, reason: 'notYourMove' })
  expect(decide(door, 'open', 'OPEN', { key: false }, 'CCI')).toEqual({ ok: false, reason: 'alreadySent' })
  expect(decide(door, 'open', 'SHUT', { key: false }, 'CCI')).toEqual({ ok: false, reason: 'noExpiry' })
  expect(decide(door, 'open', 'SHUT', { key: true }, 'CCI')).toEqual({ ok: false, reason: 'noneRejected' })
})
