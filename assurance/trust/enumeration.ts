import { mannWhitney, median } from '#assurance/trust/mann-whitney.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import { requestPassword, signIn } from '#domain/identity/session/contract.ts'
import { answerResetWishes } from '#server/identity/session/reset.ts'
import { startOutboxWorker } from '#server/operation/mail/outbox-worker.ts'
import type { Answer, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const KNOWN = 'proveedor@almotacen.example'
/** The first calls of a server are slower than later ones. */
const WARM_UP = 20
/** The largest difference allowed (trust.md, S5). */
const LEAST_P = 0.01
const LARGEST_GAP_MS = 5

/** Headers whose values differ between any two calls. */
const OWN = ['date', 'x-request-id', 'set-cookie']

/** The concurrency that would queue on resources used only for existing accounts. */
const BURST = Number(process.env.S5_BURST ?? 40)

const forget = ({ anonymous }: TestPortal, email: string) => anonymous.call(requestPassword, { params: { key: email } })

const ways: Record<string, (portal: TestPortal, email: string) => Promise<Answer>> = {
  'a wrong password': ({ anonymous }, email) =>
    anonymous.call(signIn, { body: { email, password: 'Equivocada.2026' } }),
  'a forgotten one': forget,
  'the slowest of many forgotten ones at once': async (portal, email) =>
    (await Promise.all(Array.from({ length: BURST }, () => forget(portal, email))))[0]!,
}

/** An answer without its per-call values. */
const faceOf = ({ status, body, headers }: Answer): string => {
  const { requestId: _own, ...said } = (body ?? {}) as Record<string, unknown>
  const lines = [...headers].map(([name, value]) => (OWN.includes(name) ? name : `${name}: ${value}`))
  return JSON.stringify([status, said, lines.sort()])
}

/** Asks for an existing and a missing account in random order. */
async function compare(
  portal: TestPortal,
  way: string,
  { pairs, next }: { pairs: number; next: (n: number) => number },
) {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const faces = new Set<string>()
  for (let pair = -WARM_UP; pair < pairs; pair++) {
    // An hour later neither is limited.
    portal.clock.move(61 * 60_000)
    const order = (next(2) === 0 ? ['known', 'unknown'] : ['unknown', 'known']) as ('known' | 'unknown')[]
    for (const kind of order) {
      const email = kind === 'known' ? KNOWN : `${String(100_000_000 + pair)}@almotacen.example`
      const from = performance.now()
      const answer = await ways[way]!(portal, email)
      if (pair < 0) continue
      times[kind].push(performance.now() - from)
      faces.add(faceOf(answer))
    }
  }
  const p = mannWhitney(times.known, times.unknown)
  const gap = Math.abs(median(times.known) - median(times.unknown))
  const failures = [
    ...(faces.size > 1 ? [`${way}: ${[...faces].join(' | ')}`] : []),
    ...(p < LEAST_P || gap > LARGEST_GAP_MS ? [`${way}: p ${p.toFixed(4)}, medians ${gap.toFixed(2)} ms apart`] : []),
  ]
  return { failures, note: `${way}: p ${p.toFixed(3)}, medians ${gap.toFixed(2)} ms apart` }
}

export const enumeration: TrustPromise = {
  id: 'S5',
  text: 'Neither the answer nor its time tells whether an account exists, to who tries a password or has forgotten one.',
  trials: 500,
  tx: 'pairs of calls, each way',
  run: async ({ trials, seed }) => {
    const portal = await startTestPortal()
    // Password recoveries are processed at the same time, as in a serving portal.
    const outboxWorker = startOutboxWorker(stopped => answerResetWishes(portal.app, stopped), console.error, 20)
    try {
      const found = []
      for (const way of Object.keys(ways)) found.push(await compare(portal, way, { pairs: trials, next: random(seed) }))
      return { trials, failures: found.flatMap(each => each.failures), note: found.map(each => each.note).join('; ') }
    } finally {
      await outboxWorker.stop()
      await portal.stop()
    }
  },
}
