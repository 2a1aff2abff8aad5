import { expect, test } from 'vitest'
import { timeErrors } from '#domain/incident/particulars.ts'

const now = '2026-11-21T09:00:00.000Z'
const none = { startedAt: null, detectedAt: null, endedAt: null }
const future = 'Esta hora aún no ha llegado'
const before = 'El final no puede ser anterior al inicio'

test.each([
  [{}, {}],
  [{ startedAt: now, detectedAt: now, endedAt: now }, {}],
  // Noticed before it began: a warning.
  [{ startedAt: '2026-11-21T08:00:00.000Z', detectedAt: '2026-11-21T07:00:00.000Z' }, {}],
  [{ startedAt: '2026-11-21T08:00:00.000Z', endedAt: '2026-11-21T07:59:00.000Z' }, { endedAt: before }],
  [{ endedAt: '2020-01-01T00:00:00.000Z' }, {}],
  [{ startedAt: '2026-11-21T09:00:00.001Z' }, { startedAt: future }],
  [{ detectedAt: '2026-11-21T09:01:00.000Z' }, { detectedAt: future }],
  [{ endedAt: '2027-11-21T09:01:00.000Z' }, { endedAt: future }],
  // Instants with another offset are compared as instants.
  [{ startedAt: '2026-11-21T09:30:00+02:00', endedAt: '2026-11-21T08:00:00Z' }, {}],
])('AFFECT-02: %j gives %j', (times, errors) => {
  expect(timeErrors({ ...none, ...times }, now)).toEqual(errors)
})
