import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSecret, signedHeaders, unsealed, withSecret } from '#server/integration/webhook/sign.ts'
import { after, HOUR } from '#server/platform/clock.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'

const secrets = secretsFrom('x'.repeat(40))

test('HOOK-09: a signature is that of the example of Standard Webhooks', () => {
  const headers = signedHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: '2021-02-25T15:02:10.750Z', body: '{"test": 2432232314}' },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  )
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('HOOK-09: each valid secret signs id, timestamp and body, joined by dots', () => {
  const both = [newSecret(), newSecret()]
  const [id, at, body] = ['0123456789abcdefghjkmnpqrs', '2026-11-21T09:00:00.900Z', '{"a":"ñ"}']
  const { 'webhook-signature': signature, 'webhook-timestamp': timestamp } = signedHeaders({ id, at, body }, both)
  expect(timestamp).toBe(String(Date.parse('2026-11-21T09:00:00Z') / 1000))
  const signatures = signature!.split(' ')
  expect(signatures).toHaveLength(2)
  for (const [index, secret] of both.entries()) {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(key).toHaveLength(32)
    const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
    const [version, given] = signatures[index]!.split(',')
    expect(version).toBe('v1')
    expect(timingSafeEqual(wanted, Buffer.from(given!, 'base64'))).toBe(true)
  }
})

test('HOOK-07: an earlier secret signs for 24 hours beside the new one, and stored data reveal neither', () => {
  const now = '2026-11-21T09:00:00.000Z'
  const id = '0123456789abcdefghjkmnpqrs'
  const [first, second, third] = [newSecret(), newSecret(), newSecret()]
  const one = withSecret(secrets, id, first, { now })
  const two = withSecret(secrets, id, second, { earlier: one, now })
  const at = (hours: number) => unsealed(secrets, id, two, after(now, hours * HOUR))
  expect([at(0), at(23.99), at(24)]).toEqual([[second, first], [second, first], [second]])
  // A third ends the second a day later, and the first when it would have ended anyway.
  const three = withSecret(secrets, id, third, { earlier: two, now: after(now, 12 * HOUR) })
  expect(unsealed(secrets, id, three, after(now, 24 * HOUR))).toEqual([third, second])
  expect(unsealed(secrets, id, three, after(now, 36 * HOUR))).toEqual([third])
  for (const secret of [first, second, third]) expect(JSON.stringify(three)).not.toContain(secret.slice(6))
  expect(() => unsealed(secrets, 'another00000000000000000000', two, now)).toThrow()
})
