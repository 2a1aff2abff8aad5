import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnSite } from '#assurance/trust/site.ts'
import { newSite } from '#assurance/trust/site.ts'
import type { Keys } from '#assurance/trust/work.ts'
import { keysOf } from '#assurance/trust/work.ts'
import { startProcess } from '#test/support/process.ts'

/* A server that stops under load. STOPS=50 makes a long run of it. */

const STOPS = Number(process.env.STOPS ?? 2)
const CALLERS = 12
let site: OwnSite
beforeAll(async () => {
  site = await newSite()
})
afterAll(() => site.drop())

const reads = [
  '/invitations?size=50',
  '/invitations/export?format=xlsx',
  '/notifications?size=20',
  '/invitations/export?format=csv',
]
const json = { 'content-type': 'application/json' }

/** A call of the n-th turn of a caller: every third is an invitation. */
async function call(url: string, keys: Keys, caller: number, n: number): Promise<number | null> {
  const body = JSON.stringify({ type: 'PROVIDER', email: `${caller}-${n}-${Date.now()}@uno.example` })
  const [path, init] =
    n % 3 === 0
      ? ['/invitations', { method: 'POST', body, headers: { ...keys, ...json } }]
      : [reads[n % reads.length], { headers: keys }]
  try {
    const answer = await fetch(`${url}/api/v1${path}`, init)
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return null
  }
}

test('CARE-05: a server that stops under load answers no call with 500, and no job uses a closed resource', async () => {
  for (let stop = 0; stop < STOPS; stop++) {
    // Calls that end by themselves, and calls that the limit cuts.
    const portal = await startProcess(site.dataDir, { ...site.environment, STOP_SECONDS: stop % 2 ? '1' : '5' })
    const keys = await Promise.all(Array.from({ length: 3 }, () => keysOf(portal, 'cci')))
    const answers: number[] = []
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let n = caller; ; n++) {
        const status = await call(portal.url, keys[caller % keys.length]!, caller, n)
        if (status === null) return
        answers.push(status)
      }
    })
    await expect.poll(() => answers.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(CALLERS + 3 * stop)
    await portal.kill('SIGTERM')
    await Promise.all(callers)
    expect(answers.filter(status => status >= 500 && status !== 503)).toEqual([])
    expect(portal.child.exitCode).toBe(0)
    expect(portal.output()).not.toMatch(/"level":"?(error|50)|uncaught|unhandled/)
  }
}, 600_000)
