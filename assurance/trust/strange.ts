import { setTimeout as sleep } from 'node:timers/promises'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import { newSite } from '#assurance/trust/site.ts'
import { keysOf } from '#assurance/trust/work.ts'
import { receiver } from '#test/support/integrations.ts'
import { startProcess } from '#test/support/process.ts'
import { strangeNames, strangeReceiver } from '#test/support/strange-receivers.ts'

/** A bank has ten webhooks: nine lead to strange receivers, and one to a receiver that answers. */
const STRANGE = 9
const WITHIN_MS = 2000
/** A machine that is busy takes a while to notice; a stop that hangs takes half a minute. */
const STOP_MS = 20_000

export const strangeWebhooks: TrustPromise = {
  id: 'R20',
  text: 'Whatever the receivers of other webhooks do with a connection, a delivery reaches one that answers within 2 s, and the portal stops at once.',
  trials: 40,
  tx: 'rounds of pings',
  run: async ({ trials, seed, log }) => {
    const next = random(seed)
    const failures: string[] = []
    const strange = await Promise.all(strangeNames.map(async name => ({ name, ...(await strangeReceiver(name)) })))
    const good = await receiver()
    const site = await newSite()
    const portal = await startProcess(site.dataDir, {
      ...site.environment,
      RATE_LIMITS: 'no',
      WEBHOOK_PRIVATE: 'yes',
      WORKERS: '1',
    })
    let slowest = 0
    try {
      const bank = await keysOf(portal, 'entidad')
      const ask = async (method: string, path: string, body?: object) => {
        const answer = await fetch(`${portal.url}/api/v1/webhooks${path}`, {
          method,
          headers: { ...bank, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
        return answer.status === 204 ? null : answer.json()
      }
      const register = async (url: string): Promise<string> =>
        (await ask('POST', '', { url, events: ['level.met'] })).webhook.id
      const healthy = await register(good.url)
      for (let trial = 1; trial <= trials; trial++) {
        const chosen = Array.from({ length: STRANGE }, () => strange[next(strange.length)]!)
        const ids = await Promise.all(chosen.map(({ port }) => register(`http://127.0.0.1:${port}/`)))
        for (const id of ids) await ask('POST', `/${id}/ping`)
        const before = good.got.length
        const begun = performance.now()
        await ask('POST', `/${healthy}/ping`)
        while (good.got.length === before && performance.now() - begun < 10 * WITHIN_MS) await sleep(5)
        const took = Math.round(performance.now() - begun)
        slowest = Math.max(slowest, took)
        if (took > WITHIN_MS)
          failures.push(`seed ${seed} round ${trial}: ${took} ms beside ${chosen.map(({ name }) => name)}`)
        for (const id of ids) await ask('DELETE', `/${id}`)
        if (trial % 10 === 0) log(`${trial} rounds, slowest ${slowest} ms`)
      }
      const begun = performance.now()
      await portal.kill('SIGTERM')
      const stopped = Math.round(performance.now() - begun)
      if (stopped > STOP_MS) failures.push(`the stop took ${stopped} ms`)
      return {
        trials,
        failures,
        note: `${good.got.length} deliveries, the slowest after ${slowest} ms; stopped in ${stopped} ms`,
      }
    } finally {
      await portal.kill('SIGTERM')
      await site.drop()
      await good.stop()
      for (const { stop } of strange) stop()
    }
  },
}
