import { expect, test } from 'vitest'
import { readSettings } from '#domain/identity/session/contract.ts'
import { startTestPortal } from '#test/support/portal.ts'

test('R12: a server that stops reports not ready first, and serves until load balancers have noticed', async () => {
  const portal = await startTestPortal({ seed: 'centre', environment: { LEAVE_SECONDS: '2' } })
  const ready = () => fetch(`${portal.url}/health/ready`)
  expect((await ready()).status).toBe(200)
  const stopped = portal.stop()
  const [asked, settings] = await Promise.all([ready(), portal.anonymous.call(readSettings)])
  expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '2'])
  expect([settings.status, settings.headers.get('connection')]).toEqual([200, 'close'])
  await stopped
  await expect(ready()).rejects.toThrow('fetch failed')
})
