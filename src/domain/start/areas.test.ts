import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statusesToDo } from '#domain/assessment/finding/steps.ts'
import type { Act, Reader } from '#domain/identity/due.ts'
import type { Role } from '#domain/identity/roles.ts'
import { nextReport } from '#domain/incident/bulletin/steps.ts'
import type { Area, AreaFacts } from '#domain/start/areas.ts'
import { areaNames, dueSteps } from '#domain/start/areas.ts'
import { findingMachine } from '#domain/states/finding.ts'

const today = '2026-11-29'
const now = '2026-11-29T10:00:00.000Z'
const readerOf = (role: Role, changes: Partial<Reader['actor']> = {}): Reader => ({
  actor: { userId: 'u', participantId: 'own', role, isPrincipal: true, completed: true, onboarded: true, ...changes },
  now,
  today,
})

type Thing<A extends Area> = AreaFacts[A][number]
const nothing = Object.fromEntries(areaNames.map(area => [area, []])) as unknown as AreaFacts
const stepsOf = <A extends Area>(area: A, thing: Thing<A>, reader: Reader) =>
  dueSteps({ ...nothing, [area]: [thing] }, reader).map(({ act, overdue }) => (overdue ? `${act}!` : act))

const question: Thing<'clarifications'> = {
  id: 'c',
  kind: 'QUESTION',
  status: 'WAITING',
  askedBy: 'CCI',
  askedOf: 'PROVIDER',
  subject: 'Alcance',
  participantName: 'Tramontana',
  evaluatorName: null,
  dueOn: '2026-12-02',
  createdAt: '2026-11-20T10:00:00Z',
}
const finding: Thing<'findings'> = {
  id: 'f',
  status: 'OPEN',
  service: 'Custodia',
  controlKey: 'CR-05',
  dimension: 'I',
  providerName: 'Tramontana',
  dueOn: null,
  raisedAt: '2026-11-20T10:00:00Z',
  doneAt: null,
}
const named = {
  id: 'v',
  status: 'PENDING',
  providerName: 'Tramontana',
  service: 'Custodia',
  sentAt: '2026-11-20T10:00:00Z',
  declared: false,
  assessment: null,
} as const
const bulletin: Thing<'bulletins'> = {
  id: 'b',
  severity: 'HIGH',
  services: [{ id: 's', name: 'Custodia' }],
  providerName: 'Tramontana',
  publishedAt: '2026-11-29T08:00:00.000Z',
  acknowledgement: null,
  clock: null,
}
const answered: Thing<'bulletins'>['acknowledgement'] = {
  impact: 'NONE',
  shared: false,
  note: '',
  by: 'Ana',
  at: now,
  version: 1,
}
const clock: NonNullable<Thing<'bulletins'>['clock']> = {
  awareAt: now,
  classifiedAt: null,
  initialSentAt: null,
  intermediateSentAt: null,
  deadlines: { initial: '2026-11-30T10:00:00.000Z', intermediate: null, final: null },
  version: 1,
}
const use: Thing<'levels'> = {
  id: 'n',
  provider: 'Tramontana',
  service: 'Custodia',
  situation: 'BELOW',
  acceptedUntil: null,
  since: null,
  until: null,
}
const cause = { cause: 'LAPSED', key: 'LAPSED:x', on: '2026-11-20', sentence: '' } as const
const signed = {
  id: 'r',
  number: 1,
  status: 'REVIEW_DUE',
  conclusion: null,
  reviewOn: '2027-06-30',
  signedAt: null,
  signedBy: null,
  causes: [cause],
} as const
const file: Thing<'reliance'> = {
  useId: 'n',
  provider: 'Tramontana',
  service: 'Custodia',
  fileId: 'r',
  signed: { ...signed, causes: [cause] },
}
const data: Thing<'register'> = { providerId: 'own', askedOn: '2026-11-20', given: 3, asked: 9 }
const wanted: Thing<'signUps'> = { id: 'w', name: 'Cantera', status: 'ASKED', askedAt: '2026-11-20T10:00:00Z' }

/** Area, what it holds, who reads, and what that is to do; '!' is overdue. */
const cases: { [A in Area]: [string, Thing<A>, Reader, string[]][] } = {
  clarifications: [
    ['a question to the reader', question, readerOf('PROVIDER'), ['answerClarification']],
    ['one after its day', { ...question, dueOn: '2026-11-28' }, readerOf('PROVIDER'), ['answerClarification!']],
    ['one to another party', { ...question, askedOf: 'AUDIT' }, readerOf('PROVIDER'), []],
    ['one that was answered', { ...question, status: 'ANSWERED' }, readerOf('PROVIDER'), []],
    ['an appeal', { ...question, kind: 'APPEAL', askedOf: 'CCI' }, readerOf('CCI'), ['decideAppeal']],
    [
      'a question before the first acceptance',
      question,
      readerOf('PROVIDER', { onboarded: false }),
      ['answerClarification'],
    ],
  ],
  findings: [
    ['one without a plan', finding, readerOf('PROVIDER'), ['planFinding']],
    ['a measure of next month', { ...finding, status: 'PLANNED', dueOn: '2026-12-29' }, readerOf('PROVIDER'), []],
    [
      'a measure within a week',
      { ...finding, status: 'PLANNED', dueOn: '2026-12-06' },
      readerOf('PROVIDER'),
      ['completeMeasure'],
    ],
    [
      'an overdue measure',
      { ...finding, status: 'OVERDUE', dueOn: '2026-11-19' },
      readerOf('PROVIDER'),
      ['completeMeasure!'],
    ],
    ['a measure to verify', { ...finding, status: 'DONE' }, readerOf('AUDIT'), ['verifyMeasure']],
    ['the same for CCI', { ...finding, status: 'DONE' }, readerOf('CCI'), ['verifyMeasure']],
    ['the same for its provider', { ...finding, status: 'DONE' }, readerOf('PROVIDER'), []],
    ['a finding of a bank', finding, readerOf('ENTITY'), []],
  ],
  declarations: [
    ['a request without one', named, readerOf('AUDIT'), ['declareIndependence']],
    ['a declared one', { ...named, declared: true }, readerOf('AUDIT'), []],
    ['a published one', { ...named, status: 'QUALIFIED' }, readerOf('AUDIT'), []],
    ['one before the first acceptance', named, readerOf('AUDIT', { onboarded: false }), []],
  ],
  evaluations: [
    ['a request without one', named, readerOf('AUDIT'), ['beginAssessment']],
    ['a draft', { ...named, assessment: 'DRAFT' }, readerOf('AUDIT'), ['finishAssessment']],
    ['a confirmed one', { ...named, assessment: 'CONFIRMED' }, readerOf('AUDIT'), []],
    ['a rated request', { ...named, status: 'QUALIFIED' }, readerOf('AUDIT'), []],
  ],
  bulletins: [
    ['one to acknowledge', bulletin, readerOf('ENTITY'), ['acknowledgeBulletin']],
    [
      'one after four hours',
      { ...bulletin, publishedAt: '2026-11-29T05:59:59.000Z' },
      readerOf('ENTITY'),
      ['acknowledgeBulletin!'],
    ],
    ['an acknowledged one', { ...bulletin, acknowledgement: answered }, readerOf('ENTITY'), []],
    ['a running clock', { ...bulletin, acknowledgement: answered, clock }, readerOf('ENTITY'), ['notifyIncident']],
    [
      'the intermediate report, overdue',
      {
        ...bulletin,
        acknowledgement: answered,
        clock: {
          ...clock,
          initialSentAt: now,
          deadlines: { ...clock.deadlines, intermediate: '2026-11-29T09:59:59.000Z' },
        },
      },
      readerOf('ENTITY'),
      ['notifyIncident!'],
    ],
    [
      'a final report after its deadline',
      {
        ...bulletin,
        acknowledgement: answered,
        clock: {
          ...clock,
          initialSentAt: now,
          intermediateSentAt: now,
          deadlines: { ...clock.deadlines, final: '2026-11-29T09:59:59.000Z' },
        },
      },
      readerOf('ENTITY'),
      [],
    ],
    ['one that a provider reads', bulletin, readerOf('PROVIDER'), []],
  ],
  levels: [
    ['a service below its level', use, readerOf('ENTITY'), ['settleLevel']],
    ['one that meets it', { ...use, situation: 'MET' }, readerOf('ENTITY'), []],
    ['one that is used no more', { ...use, until: '2026-11-01' }, readerOf('ENTITY'), []],
    [
      'an acceptance that ends',
      { ...use, situation: 'ACCEPTED', acceptedUntil: '2026-12-20' },
      readerOf('ENTITY'),
      ['renewAcceptance'],
    ],
    ['one that holds', { ...use, situation: 'ACCEPTED', acceptedUntil: '2027-02-20' }, readerOf('ENTITY'), []],
    [
      'one that the reader may not decide',
      { ...use, situation: 'ACCEPTED', acceptedUntil: '2026-12-20' },
      readerOf('ENTITY', { isPrincipal: false }),
      [],
    ],
  ],
  reliance: [
    ['a file with a cause', file, readerOf('ENTITY'), ['reviewReliance!']],
    ['a valid file', { ...file, signed: { ...signed, status: 'SIGNED', causes: [] } }, readerOf('ENTITY'), []],
    ['a draft', { ...file, signed: null }, readerOf('ENTITY'), []],
  ],
  register: [
    ['data that a bank asked for', data, readerOf('PROVIDER'), ['giveRegisterData']],
    ['data that are complete', { ...data, given: 9 }, readerOf('PROVIDER'), []],
    ['data asked for months ago', { ...data, askedOn: '2026-08-20' }, readerOf('PROVIDER'), []],
  ],
  signUps: [
    ['a provider to invite', wanted, readerOf('CCI'), ['decideSignUp']],
    ['an invited one', { ...wanted, status: 'INVITED' }, readerOf('CCI'), []],
    ['what a bank asked for', wanted, readerOf('ENTITY'), []],
  ],
}

test.each(areaNames.flatMap(area => cases[area].map(([what, ...rest]) => [area, what, ...rest] as const)))(
  'EXP-01: in %s, %s',
  (area, _what, thing, reader, steps) => {
    expect(stepsOf(area, thing as never, reader)).toEqual(steps)
  },
)

test('EXP-01: for any world each reader gets exactly the due steps, once and in order', () => {
  const things = areaNames.flatMap(area =>
    cases[area].map(([, thing, reader, steps]) => ({ area, thing, reader, steps })),
  )
  fc.assert(
    fc.property(
      fc.shuffledSubarray(things),
      fc.constantFrom<Role>('CCI', 'PROVIDER', 'AUDIT', 'ENTITY'),
      (world, role) => {
        const reader = readerOf(role)
        const facts = Object.fromEntries(
          areaNames.map(area => [area, world.filter(each => each.area === area).map(({ thing }) => thing)]),
        ) as unknown as AreaFacts
        const found = dueSteps(facts, reader)
        // What is due in each thing alone is due among the others.
        const alone = world.flatMap(({ area, thing }) => stepsOf(area, thing as never, reader))
        expect(found.map(({ act, overdue }) => (overdue ? `${act}!` : act)).toSorted()).toEqual(alone.toSorted())
        const late = found.map(({ overdue }) => overdue)
        expect(late).toEqual(late.toSorted((a, b) => Number(b) - Number(a)))
        const days = found.filter(({ overdue }) => overdue).map(({ dueAt }) => dueAt ?? '')
        expect(days).toEqual(days.toSorted())
      },
    ),
  )
})

const readers: Record<Act, readonly Role[]> = {
  answerClarification: ['CCI', 'PROVIDER', 'AUDIT'],
  decideAppeal: ['CCI'],
  planFinding: ['PROVIDER'],
  completeMeasure: ['PROVIDER'],
  verifyMeasure: ['CCI', 'AUDIT'],
  declareIndependence: ['AUDIT'],
  beginAssessment: ['AUDIT'],
  finishAssessment: ['AUDIT'],
  acknowledgeBulletin: ['ENTITY'],
  notifyIncident: ['ENTITY'],
  renewAcceptance: ['ENTITY'],
  settleLevel: ['ENTITY'],
  reviewReliance: ['ENTITY'],
  giveRegisterData: ['PROVIDER'],
  decideSignUp: ['CCI'],
}

test('EXP-01: no one reads a step of another role, or one before the area opens to it', () => {
  for (const role of ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'] as const) {
    for (const area of areaNames) {
      for (const [, thing] of cases[area]) {
        for (const { act } of dueSteps({ ...nothing, [area]: [thing] }, readerOf(role)))
          expect(readers[act]).toContain(role)
      }
    }
  }
})

test('EXP-01: a step names its thing and the other party', () => {
  const named = <A extends Area>(area: A, thing: Thing<A>, role: Role) =>
    dueSteps({ ...nothing, [area]: [thing] }, readerOf(role)).map(({ id, thing: what, counterpart, since }) => [
      ...[id, what, counterpart, since],
    ])
  const raised = finding.raisedAt
  const done = { ...finding, status: 'DONE' } as const
  expect(named('findings', finding, 'PROVIDER')).toEqual([['f', 'CR-05 · Custodia', null, raised]])
  expect(named('findings', { ...finding, controlKey: null }, 'PROVIDER')).toEqual([
    ['f', 'Hallazgo de Integridad · Custodia', null, raised],
  ])
  expect(named('findings', done, 'CCI')).toEqual([['f', 'CR-05 · Custodia', 'Tramontana', raised]])
  expect(named('findings', { ...done, doneAt: now }, 'CCI')).toEqual([['f', 'CR-05 · Custodia', 'Tramontana', now]])
  const services = [...bulletin.services, { id: 't', name: 'Nube' }]
  expect(named('bulletins', { ...bulletin, services }, 'ENTITY')).toEqual([
    ['b', 'Custodia, Nube', 'Tramontana', bulletin.publishedAt],
  ])
  expect(named('bulletins', { ...bulletin, services: [] }, 'ENTITY')).toEqual([
    ['b', 'Tramontana', null, bulletin.publishedAt],
  ])
  expect(named('levels', use, 'ENTITY')).toEqual([['n', 'Custodia', 'Tramontana', null]])
})

test('EXP-06: of the reports of an incident the next one is due; the final one until its deadline', () => {
  const deadlines = { initial: '1', intermediate: '2', final: '2026-12-29T10:00:00.000Z' }
  const at = (sent: Partial<typeof clock>, moment = now) =>
    nextReport({ ...clock, deadlines, ...sent }, { now: moment, today })
  expect(at({})).toBe('1')
  expect(at({ initialSentAt: now })).toBe('2')
  expect(at({ initialSentAt: now, intermediateSentAt: now })).toBe(deadlines.final)
  expect(at({ initialSentAt: now, intermediateSentAt: now }, '2026-12-29T10:00:00.001Z')).toBeNull()
  expect(at({ initialSentAt: now, intermediateSentAt: now, deadlines: { ...deadlines, final: null } })).toBeNull()
})

test('a reader has something to do about a finding only in the statuses that it reads of them', () => {
  for (const role of ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'] as const) {
    const reader = readerOf(role)
    const asking = findingMachine.states.filter(
      status => stepsOf('findings', { ...finding, status, dueOn: today }, reader).length > 0,
    )
    expect(statusesToDo(reader.actor), role).toEqual(asking)
  }
})
