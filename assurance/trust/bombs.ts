import { setTimeout as sleep } from 'node:timers/promises'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { newSite } from '#assurance/trust/site.ts'
import { pdfBombs, refusedBombs, spreadsheetBombs } from '#test/support/bombs.ts'
import type { Caller } from '#test/support/portal.ts'
import { callerOf, PASSWORD } from '#test/support/portal.ts'
import { startProcess } from '#test/support/process.ts'
import { readingPlaces } from '#test/support/reading-places.ts'

/** Attackers who send at once. */
const AT_ONCE = 4
/** How much later others may be answered than at rest, in milliseconds (p99). */
const LATER_MS = 50
const REST_MS = 10_000
/** Pause between two calls of the others. */
const PAUSE_MS = 10

async function enter(url: string, name: string): Promise<Caller> {
  const anonymous = callerOf(url, { token: '', csrf: 'x', cookie: '' })
  const body = JSON.stringify({ email: `${name}@almotacen.example`, password: PASSWORD })
  const answer = await anonymous.fetch('POST', '/login', { body })
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
  const { headers } = answer
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const keys = { token: headers.get('authorization')!, csrf: headers.get('x-csrf-token')!, cookie }
  return Object.assign(callerOf(url, keys), { me: answer.body as Caller['me'] })
}

/** The p99 of a cheap call while something goes on, in milliseconds. */
async function p99Beside(caller: Caller, work: Promise<unknown>): Promise<number> {
  const times: number[] = []
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const begin = performance.now()
    await caller.fetch('GET', '/session')
    times.push(performance.now() - begin)
    await sleep(PAUSE_MS)
  }
  await over
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!
}

export const bombs: TrustPromise = {
  id: 'S9-BOMBS',
  text: `A small file that becomes a large one, of ${AT_ONCE} users at once and in every place that reads files, is answered, ends no portal, and makes others wait ${LATER_MS} ms more at most (p99).`,
  trials: 1,
  tx: 'rounds',
  run: async ({ trials, log }) => {
    const failures: string[] = []
    const site = await newSite()
    const portal = await startProcess(site.dataDir, { ...site.environment, RATE_LIMITS: 'no' })
    try {
      const [cci, provider, evaluator, bank, draft, other] = await Promise.all(
        ['cci', 'proveedor', 'somport', 'entidad', 'borrador', 'proveedor2'].map(name => enter(portal.url, name)),
      )
      const all = { cci: cci!, provider: provider!, evaluator: evaluator!, bank: bank!, draft: draft! }
      const places = Object.entries(await readingPlaces(all))
      const [[, put]] = places as [(typeof places)[number]]
      const calls = [
        ...spreadsheetBombs.flatMap(bomb => places.map(([place, send]) => ({ place, bomb, send }))),
        ...[...pdfBombs, ...refusedBombs].map(bomb => ({ place: 'POST /documents', bomb, send: put })),
      ]
      const rest = await p99Beside(other!, sleep(REST_MS))
      for (let trial = 1; trial <= trials; trial++) {
        const waiting = [...calls]
        const attack = async () => {
          for (let next = waiting.shift(); next; next = waiting.shift()) {
            const { place, bomb, send } = next
            const status = await send(bomb).then(
              answer => answer.status,
              error => Number(/^\d{3}/.exec(String(error.message))?.[0] ?? 0),
            )
            // Of those who come at once some are asked to come again.
            if (status === 0 || (status >= 500 && status !== 503)) failures.push(`${place}, ${bomb.what}: ${status}`)
          }
        }
        const p99 = await p99Beside(other!, Promise.all(Array.from({ length: AT_ONCE }, attack)))
        log(`${calls.length} calls: p99 of others ${p99.toFixed(0)} ms, ${rest.toFixed(0)} ms at rest`)
        if (p99 > rest + LATER_MS)
          failures.push(`others waited ${p99.toFixed(0)} ms, ${rest.toFixed(0)} ms at rest (p99)`)
        if (portal.child.exitCode !== null) failures.push('the portal ended')
      }
      return { trials, failures }
    } finally {
      await portal.kill('SIGTERM')
      await site.drop()
    }
  },
}
