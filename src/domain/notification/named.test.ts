import { expect, test } from 'vitest'
import { eventNames } from '#domain/audit-log/events.ts'
import { fourEyesActs } from '#domain/identity/four-eyes/four-eyes.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { namedIn, noticesOf } from '#domain/notification/notices.ts'

/** Distinctive names and texts, with their owner. */
const written: Partial<Record<keyof EventPayload, keyof EventPayload>> = {
  participantName: 'participantId',
  providerName: 'providerId',
  evaluatorName: 'evaluatorId',
  issuerName: 'issuerId',
  incidentTitle: 'issuerId',
  incidentTitleBefore: 'issuerId',
  proposerName: 'proposerId',
  email: 'userId',
}
const facts = Object.fromEntries(
  Object.entries(written).flatMap(([words, owner]) => [
    [words, `«${words}»`],
    [owner, owner],
  ]),
) as EventPayload

const dates = {
  phase: 'INITIAL' as const,
  severity: 'HIGH' as const,
  bulletinId: 'B',
  dueOn: '2026-11-20',
  expiresOn: '2026-12-14',
  until: '2026-11-28T09:00:00.000Z',
}

/** All notifications, of every event, four-eyes action and mail. */
const told = eventNames.flatMap(event =>
  fourEyesActs.flatMap(act =>
    (['invitation', 'user-created'] as const).flatMap(template => {
      const all: EventPayload = { ...facts, ...dates, act, template, trouble: { refused: true, reason: '' } }
      return noticesOf(event, all).map(notice => ({ event, notice, about: namedIn(notice, all) }))
    }),
  ),
)

test.each(Object.entries(written))('D44: a notice with the %s goes with its %s', (words, owner) => {
  const naming = told.filter(({ notice }) => JSON.stringify(notice).includes(`«${words}»`))
  expect(naming.length).toBeGreaterThan(0)
  expect(new Set(naming.filter(({ about }) => !about.includes(owner)).map(({ event }) => event))).toEqual(new Set())
})

test('D44: every notice of an incident belongs to its issuer, also without the issuer’s name', () => {
  const unnamed = { ...facts, issuerName: undefined, incidentTitleBefore: undefined }
  const ofIncidents = eventNames.filter(event => event.startsWith('incident.'))
  const about = ofIncidents.flatMap(event => noticesOf(event, unnamed).map(notice => namedIn(notice, unnamed)))
  expect(about.length).toBeGreaterThan(0)
  for (const ids of about) expect(ids).toContain('issuerId')
})
