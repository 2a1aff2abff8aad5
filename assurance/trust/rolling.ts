import { setTimeout as sleep } from 'node:timers/promises'
import { meet } from '#assurance/trust/people.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import { Replicas } from '#assurance/trust/replicas.ts'
import { pick } from '#test/support/model/rule.ts'
import { enterAll } from '#test/support/model/run.ts'
import { callerOf } from '#test/support/portal.ts'

const PEOPLE = 12
/** The readiness polling interval; a draining server serves for a few of these. */
const ASK_MS = 200
const LEAVE_S = 2
const LONGEST_STOP_MS = 30_000

type Work = { answered: number; slow: number; failures: string[] }

/** Sends calls to a recently ready server, as a load balancer does, and never repeats one. */
class Balancer {
  readonly #replicas: Replicas
  #ready: string[] = []
  #turn = 0
  #over = false

  constructor(replicas: Replicas) {
    this.#replicas = replicas
  }

  async ask(): Promise<void> {
    while (!this.#over) {
      const urls = [0, 1].flatMap(which => this.#replicas.url(which) ?? [])
      const asked = await Promise.all(
        urls.map(url =>
          fetch(`${url}/health/ready`).then(
            answer => (answer.ok ? [url] : []),
            () => [],
          ),
        ),
      )
      this.#ready = asked.flat()
      await sleep(ASK_MS)
    }
  }

  readonly send = (path: string, init: RequestInit): Promise<Response> => {
    const url = this.#ready[this.#turn++ % this.#ready.length]
    if (!url) throw new Error('no server says that it is ready')
    return fetch(`${url}${path}`, init)
  }

  get hasBoth(): boolean {
    return this.#ready.length === 2
  }

  end(): void {
    this.#over = true
  }
}

/** Sends half of a call, and the rest while its server drains. */
async function slowly(balancer: Balancer, keys: Record<string, string>, work: Work): Promise<void> {
  const text = JSON.stringify({ contactDetails: { name: 'Lenta' } })
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from(text.slice(0, 10)))
      await sleep(1000 * LEAVE_S + 500)
      controller.enqueue(Buffer.from(text.slice(10)))
      controller.close()
    },
  })
  const headers = { ...keys, 'content-type': 'application/json' }
  // As a stream, which the types of fetch do not cover.
  const init = { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit
  const answer = await balancer.send(`/api/v1/users/${keys.key}`, init)
  await answer.arrayBuffer()
  if (answer.status === 200) work.slow++
  else work.failures.push(`what was under way got ${answer.status}`)
}

/** Replaces both servers, one after the other, while users work. */
async function rollOver(replicas: Replicas, restarts: number, seed: number): Promise<Work & { longestMs: number }> {
  const work: Work = { answered: 0, slow: 0, failures: [] }
  const { db, clock, secrets } = replicas
  const callers = await enterAll({ app: { db, clock, secrets }, callerWith: keys => callerOf('', keys) })
  const balancer = new Balancer(replicas)
  const asking = balancer.ask()
  const settled = async () => {
    while (!balancer.hasBoth) await sleep(20)
  }
  await settled()
  const everyone = [...callers].map(([userId, { token, csrf }]) => ({ userId, token, csrf, cookie: '' }))
  const people = await Promise.all(everyone.slice(0, PEOPLE).map(keys => meet('', keys, balancer.send)))
  let over = false
  const next = random(seed)
  const working = people.map(async ({ caller, reads, writes }) => {
    for (let n = 0; !over; n++) {
      try {
        const write = next(5) === 0 && pick(writes, next(99))
        const { status } = write
          ? ((await write(n)) as { status: number })
          : await caller.fetch('GET', pick(reads, next(9999)))
        work.answered++
        // A refusal is an answer too: a draft already sent, a name changed concurrently.
        if (status >= 500 || status === 401) work.failures.push(`answered ${status}`)
      } catch (error) {
        work.failures.push(`no answer: ${(error as Error).cause ?? error}`)
      }
      await sleep(next(40))
    }
  })
  let longestMs = 0
  const [{ userId, token, csrf }] = everyone as [(typeof everyone)[number]]
  const keys = { authorization: token, 'x-csrf-token': csrf, 'x-requested-with': 'x', key: userId }
  for (let restart = 0; restart < restarts; restart++) {
    await settled()
    const underWay = [slowly(balancer, keys, work), slowly(balancer, keys, work)]
    await sleep(100)
    longestMs = Math.max(longestMs, await replicas.end(restart % 2))
    await Promise.all(underWay)
    await replicas.raise(restart % 2)
  }
  await settled()
  over = true
  await Promise.all(working)
  balancer.end()
  await asking
  if (longestMs > LONGEST_STOP_MS) work.failures.push(`a stop took ${Math.round(longestMs)} ms`)
  return { ...work, longestMs }
}

export const rollingRestart: TrustPromise = {
  id: 'R12',
  text: 'Two servers are replaced one after the other while people work: every call is answered, what was under way is finished, and no stop takes longer than 30 s.',
  trials: 20,
  tx: 'restarts',
  run: async ({ trials, seed }) => {
    const replicas = await Replicas.start({ LEAVE_SECONDS: String(LEAVE_S) })
    try {
      const { failures, answered, slow, longestMs } = await rollOver(replicas, trials, seed)
      if (answered === 0 || slow < trials) failures.push(`only ${answered} calls, ${slow} of them under way at a stop`)
      const note = `${answered} calls answered, ${slow} under way at a stop; the longest stop ${(longestMs / 1000).toFixed(1)} s`
      return { trials, failures, note }
    } finally {
      await replicas.stop()
    }
  },
}
