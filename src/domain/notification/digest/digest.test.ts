import { describe, expect, test } from 'vitest'
import { roles } from '#domain/identity/roles.ts'
import { canReach } from '#domain/notification/by-mail.ts'
import {
  asksOf,
  type DigestLine,
  digestGroups,
  digestSubject,
  lastDeparture,
  linesByExpiry,
  thingOf,
  waits,
} from '#domain/notification/digest/digest.ts'
import { modeOfSwitch, storedMode } from '#domain/notification/digest/mail-mode.ts'

const line = (change: Partial<DigestLine>): DigestLine => ({
  type: 'SCORE_LOADED',
  message: 'Aviso.',
  at: '2026-11-24T10:00:00.000Z',
  subject: { name: 'Lumbre, S.L.', own: false },
  thing: null,
  path: '/notifications',
  expiresOn: null,
  about: [],
  ...change,
})

describe('ALERT-02: a digest leaves at 07:30 in Madrid', () => {
  // 2026-11-25 is a Wednesday. Madrid is at UTC+1 in winter and at UTC+2 in summer.
  test.each([
    ['DAILY', '2026-11-25T06:29:59.999Z', '2026-11-24T06:30:00.000Z'],
    ['DAILY', '2026-11-25T06:30:00.000Z', '2026-11-25T06:30:00.000Z'],
    ['DAILY', '2026-11-25T23:30:00.000Z', '2026-11-25T06:30:00.000Z'],
    ['WEEKLY', '2026-11-25T06:30:00.000Z', '2026-11-23T06:30:00.000Z'],
    ['WEEKLY', '2026-11-23T06:29:59.999Z', '2026-11-16T06:30:00.000Z'],
    ['WEEKLY', '2026-11-23T06:30:00.000Z', '2026-11-23T06:30:00.000Z'],
    // In the night to Sunday 2026-10-25 the clock goes back, in the night to 2027-03-28 forward.
    ['DAILY', '2026-10-25T05:30:00.000Z', '2026-10-24T05:30:00.000Z'],
    ['DAILY', '2026-10-25T06:30:00.000Z', '2026-10-25T06:30:00.000Z'],
    ['WEEKLY', '2026-10-26T06:00:00.000Z', '2026-10-19T05:30:00.000Z'],
    ['DAILY', '2027-03-28T05:29:59.999Z', '2027-03-27T06:30:00.000Z'],
    ['DAILY', '2027-03-28T05:30:00.000Z', '2027-03-28T05:30:00.000Z'],
  ] as const)('%s at %s', (kind, now, left) => expect(lastDeparture(kind, now)).toBe(left))
})

describe('ALERT-03: the order of a digest', () => {
  test('it groups by participant, the own one first, and then by type, in order of time', () => {
    const groups = digestGroups([
      line({ message: 'sin nadie', type: 'NOTICE', subject: null }),
      line({ message: 'tarde', at: '2026-11-24T12:00:00.000Z' }),
      line({ message: 'de Ábaco', subject: { name: 'Ábaco, S.A.', own: false } }),
      line({ message: 'incidencia', type: 'ISSUE_OPEN', at: '2026-11-24T11:00:00.000Z' }),
      line({ message: 'temprano', at: '2026-11-24T09:00:00.000Z' }),
      line({ message: 'propio', subject: { name: 'Zeta', own: true } }),
    ])
    expect(
      groups.map(({ title, parts }) => [
        title,
        ...parts.map(part => [part.title, ...part.lines.map(each => each.message)]),
      ]),
    ).toEqual([
      ['Su organización', ['Calificación publicada', 'propio']],
      ['Ábaco, S.A.', ['Calificación publicada', 'de Ábaco']],
      ['Lumbre, S.L.', ['Calificación publicada', 'temprano', 'tarde'], ['Incidencia abierta', 'incidencia']],
      ['Otros avisos', ['Aviso del CCI', 'sin nadie']],
    ])
  })

  test('notices that ask for an action come before information', () => {
    const groups = digestGroups([
      line({ subject: { name: 'Zeta', own: true } }),
      line({ message: 'publicada' }),
      line({ message: 'incumple', type: 'LEVEL_BROKEN', asks: true, at: '2026-11-24T18:00:00.000Z' }),
    ])
    expect(groups.map(({ title, parts }) => [title, ...parts.map(part => part.title)])).toEqual([
      ['Lumbre, S.L.', 'Nivel exigido incumplido', 'Calificación publicada'],
      ['Su organización', 'Calificación publicada'],
    ])
  })

  test.each([
    ['LEVEL_BROKEN', ['ENTITY']],
    ['SCORE_LAPSED', ['PROVIDER']],
    ['SCORE_NOTICE_LAPSED', ['PROVIDER']],
    ['DOC_AUDIT_REPORT_PENDING', ['CCI']],
    ['INDEPENDENCE_DUE', ['AUDIT']],
    ['SCORE_LOADED', []],
    ['RATING_DROPPED', []],
  ] as const)('%s asks something of %j', (type, asked) => {
    expect(roles.filter(role => canReach(type, role) && asksOf(type, role))).toEqual(asked)
  })

  test('shows only the last line about an object, and every line without one', () => {
    const lines = [
      line({ message: 'cerrada', type: 'ISSUE_MODIFIED', thing: 'incident 1', at: '2026-11-24T12:00:00.000Z' }),
      line({ message: 'abierta', type: 'ISSUE_OPEN', thing: 'incident 1' }),
      line({ message: 'otra', type: 'ISSUE_OPEN', thing: 'incident 2' }),
      line({ message: 'uno', type: 'NOTICE' }),
      line({ message: 'dos', type: 'NOTICE' }),
    ]
    const shown = digestGroups(lines).flatMap(({ parts }) =>
      parts.flatMap(part => part.lines.map(each => each.message)),
    )
    expect(shown).toEqual(['otra', 'cerrada', 'uno', 'dos'])
    expect(digestSubject('WEEKLY', lines)).toBe('Resumen semanal: 4 avisos')
    expect(digestSubject('DAILY', lines.slice(0, 2))).toBe('Resumen diario: 1 aviso')
  })

  test('groups by the object of the event, except messages, requests and proposals', () => {
    const object = { kind: 'score', id: 'k' }
    expect(thingOf('SCORE_LAPSED', object)).toBe('score k')
    expect(thingOf('SCORE_NOTICE_LAPSED', object)).toBe('score k')
    for (const type of ['NOTICE', 'DOC_REQUIRED', 'PROPOSAL_PENDING'] as const) expect(thingOf(type, object)).toBeNull()
  })
})

test('RENEW-19: expiries are listed by date', () => {
  const lines = ['2026-12-31', '2026-12-01', '2027-01-05'].map(expiresOn => line({ expiresOn, message: expiresOn }))
  expect(linesByExpiry(lines).map(each => each.message)).toEqual(['2026-12-01', '2026-12-31', '2027-01-05'])
  expect(digestSubject('EXPIRIES', lines)).toBe('Próximas caducidades: 3 avisos')
})

test('ALERT-01 RENEW-19: a mail waits as its reader chose, and that of an expiry for the others of its day', () => {
  expect(['NOW', 'DAILY', 'WEEKLY'].map(mode => waits('NOTICE', mode as 'NOW'))).toEqual([false, true, true])
  expect(waits('SCORE_NOTICE_LAPSED', 'NOW')).toBe(true)
  expect(waits('SCORE_LAPSED', 'NOW')).toBe(false)
})

test('ALERT-01: the choice of a switch is at once or never, and a switch of an earlier version counts', () => {
  expect([true, false].map(modeOfSwitch)).toEqual(['NOW', 'NEVER'])
  expect(storedMode(true, null)).toBe('NOW')
  expect(storedMode(true, 'WEEKLY')).toBe('WEEKLY')
  // An earlier server wrote the switch of a user who had chosen otherwise.
  expect(storedMode(false, 'WEEKLY')).toBe('NEVER')
  expect(storedMode(true, 'NEVER')).toBe('NOW')
})
