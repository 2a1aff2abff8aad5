import { expect, test } from 'vitest'
import { eventNames } from '#domain/audit-log/events.ts'
import { bodyOf, hookEventNames, hookMessagesOf } from '#domain/integration/webhook/events.ts'
import { addressFault, answerVerdict, retryAfter } from '#domain/integration/webhook/webhook.ts'
import { notificationTypes } from '#domain/notification/definitions/types.ts'
import { notifications } from '#domain/notification/notification.ts'

test.each([
  ['https://grc.banco.example', null, null],
  ['https://grc.banco.example:8443/portal?de=almotacen', null, null],
  ['HTTPS://GRC.BANCO.EXAMPLE/', null, null],
  ['https://[2001:4860::8888]/x', null, null],
  ['http://grc.banco.example/', 'webhookAddress', null],
  ['https://usuario@grc.banco.example/', 'webhookAddress', 'webhookAddress'],
  ['https://usuario:clave@grc.banco.example/', 'webhookAddress', 'webhookAddress'],
  ['https://grc.banco.example@10.0.0.1/', 'webhookAddress', 'webhookAddress'],
  ['https://grc.banco.example\\@10.0.0.1/', 'webhookAddress', 'webhookAddress'],
  ['https://grc.banco.example/con blanco', 'webhookAddress', 'webhookAddress'],
  ['https:grc.banco.example', 'webhookAddress', 'webhookAddress'],
  ['https:///', 'webhookAddress', 'webhookAddress'],
  ['ftp://grc.banco.example/', 'webhookAddress', 'webhookAddress'],
  ['file:///etc/passwd', 'webhookAddress', 'webhookAddress'],
  ['javascript:alert(1)', 'webhookAddress', 'webhookAddress'],
  ['grc.banco.example', 'webhookAddress', 'webhookAddress'],
  ['', 'webhookAddress', 'webhookAddress'],
])('HOOK-08: %s', (address, fault, whereTestsMay) => {
  expect(addressFault(address)).toBe(fault)
  expect(addressFault(address, { allowsPrivate: true })).toBe(whereTestsMay)
})

test('HOOK-11: it is tried again 1, 5 and 30 minutes and 2, 8, 24, 48 and 72 hours after the first try', () => {
  const minutes = Array.from({ length: 9 }, (_, tries) => retryAfter(tries + 1)).map(ms => ms && ms / 60_000)
  expect(minutes).toEqual([1, 5, 30, 120, 480, 1440, 2880, 4320, null])
})

test('HOOK-11: only 2xx takes a delivery, and 410 ends the webhook', () => {
  for (const taken of [200, 201, 202, 204, 299]) expect(answerVerdict(taken)).toBe('taken')
  for (const again of [null, 100, 199, 300, 301, 302, 307, 308, 400, 404, 409, 429, 500, 503]) {
    expect(answerVerdict(again), String(again)).toBe('again')
  }
  expect(answerVerdict(410)).toBe('gone')
})

/** Facts of every kind, with names, texts and addresses of people among them. */
const facts = {
  participantId: 'bank',
  participantName: 'Caja del Sur',
  providerId: 'provider',
  providerName: 'Tramontana, S.L.',
  serviceId: 'service',
  serviceName: 'Custodia',
  evaluatorId: 'evaluator',
  evaluatorName: 'Somport',
  validationId: 'validation',
  useId: 'use',
  rating: 'A/B/A+',
  ratingBefore: 'B/B/B',
  required: 'A/A/A',
  gap: 'Disponibilidad: exigido A, obtenido B',
  expiresOn: '2027-11-21',
  bulletinId: 'bulletin',
  phase: 'INITIAL' as const,
  severity: 'HIGH' as const,
  services: ['Un servicio'],
  reason: 'Un motivo',
  email: 'ana@banco.example',
  freeText: 'Un mensaje',
  kind: 'PROVIDER' as const,
  changed: ['cif'],
  findingId: 'finding',
  finding: 'Sin copias de seguridad',
  findingShown: 'RE-03',
}

test('HOOK-10: a body has type, timestamp and data, of identifiers, levels, dates and a link alone', () => {
  const all = eventNames.flatMap(event => hookMessagesOf(event, facts))
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(hookEventNames))
  for (const { type, data, path } of all) {
    expect(JSON.parse(bodyOf(type, '2026-11-21T09:00:00.000Z', data)), type).toEqual({
      type,
      timestamp: '2026-11-21T09:00:00.000Z',
      data,
    })
    const said = JSON.stringify([data, path])
    for (const text of [
      'Caja',
      'Tramontana',
      'Custodia',
      'Somport',
      'Disponibilidad',
      'motivo',
      '@',
      'mensaje',
      'RE-03',
      'copias',
    ]) {
      expect(said, `${type} ${text}`).not.toContain(text)
    }
  }
})

test.each([
  ['request.qualified', 'rating.published', { rating: 'A/B/A+', ratingBefore: 'B/B/B', expiresOn: '2027-11-21' }],
  ['score.corrected', 'rating.corrected', { rating: 'A/B/A+', ratingBefore: 'B/B/B', serviceId: 'service' }],
  ['score.about-to-lapse', 'rating.expiring', { expiresOn: '2027-11-21' }],
  ['score.lapsed', 'rating.lapsed', { expiresOn: '2027-11-21' }],
  ['use.level-broken', 'level.broken', { useId: 'use', required: 'A/A/A', obtained: 'A/B/A+' }],
  ['use.level-met', 'level.met', { useId: 'use', required: 'A/A/A', obtained: 'A/B/A+' }],
  ['finding.overdue', 'finding.overdue', { findingId: 'finding', expiresOn: '2027-11-21' }],
  ['chain.changed', 'chain.changed', { providerId: 'provider', serviceId: 'service' }],
  ['reliance.due', 'reliance.due', { useId: 'use' }],
  ['acceptance.ending', 'acceptance.ending', { useId: 'use', expiresOn: '2027-11-21' }],
] as const)('HOOK-10: %s tells %s', (event, type, data) => {
  const [message] = hookMessagesOf(event, facts)
  expect(message).toMatchObject({ type, data })
})

test('HOOK-10: banks get no step before their own, and only name, CIF and address changes of a provider', () => {
  expect(hookMessagesOf('score.about-to-lapse', { ...facts, audience: 'owner' })).toEqual([])
  expect(hookMessagesOf('score.about-to-lapse', { ...facts, audience: 'others' })).toHaveLength(1)
  expect(hookMessagesOf('finding.overdue', { ...facts, findingShown: undefined })).toEqual([])
  for (const changed of [['web'], ['contact'], []]) {
    expect(hookMessagesOf('participant.edited', { ...facts, changed })).toEqual([])
  }
  for (const field of ['name', 'commercialName', 'businessName', 'cif', 'address']) {
    expect(hookMessagesOf('participant.edited', { ...facts, changed: ['web', field] })).toHaveLength(1)
  }
  expect(hookMessagesOf('participant.edited', { ...facts, kind: 'AUDIT' })).toEqual([])
})

test('HOOK-10: a link leads to the thing itself', () => {
  expect(hookMessagesOf('reliance.due', { ...facts, relianceId: 'file' })[0]?.path).toBe('/reliance/file')
  expect(hookMessagesOf('bulletin.published', { ...facts, bulletinId: 'bulletin' })[0]?.path).toBe(
    '/bulletins?row=bulletin',
  )
})

test('HOOK-12: notifications for the principal user are private and go nowhere else', () => {
  const types = notificationTypes.filter(type => notifications[type].principal)
  expect(types).toEqual(['API_KEY_ENDING', 'WEBHOOK_DISABLED', 'USER_BY_CENTRE'])
  for (const type of types) expect(notifications[type].private, type).toBe(true)
})
