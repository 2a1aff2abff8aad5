/** An answer to a call, or its absence. */
export type Heard = {
  /** In the time of performance.now. */
  from: number
  to: number
  /** 0 without an answer. */
  status: number
  retryAfter: string | null
  /** Why there is no answer. */
  why?: string
}

/** What was heard around a fault, as one row of the table. */
export type Row = {
  fault: string
  calls: number
  /** Answers other than 503, refusals of the portal's rules included. */
  served: number
  unavailable: number
  /** 5xx other than 503, and 503 without Retry-After. */
  wrong: number
  /** Calls without an answer in the patience of the client. */
  silent: number
  /** Why those had none. */
  whys: string[]
  /** The longest time without any served call that ended after the fault, in milliseconds. */
  gapMs: number
  /** Calls without an answer are none of a broken promise. */
  maySilence: boolean
}

const isServed = ({ status }: Heard) => status > 0 && status < 500
const isProper = ({ status, retryAfter }: Heard) => status === 503 && retryAfter !== null

/** The promise: everything answers again within this time. */
export const BACK_MS = 30_000

type Struck = { name: string; maySilence?: boolean }

export function rowOf({ name, maySilence = false }: Struck, heard: readonly Heard[], struckAt: number | null): Row {
  const gapMs = struckAt === null ? 0 : gapAfter(heard, struckAt)
  return {
    fault: name,
    maySilence,
    calls: heard.length,
    served: heard.filter(isServed).length,
    unavailable: heard.filter(isProper).length,
    wrong: heard.filter(each => each.status >= 500 && !isProper(each)).length,
    silent: heard.filter(({ status }) => status === 0).length,
    whys: heard.flatMap(({ status, why = '', from, to }) =>
      status === 0 ? [`${why} in ${Math.round(to - from)} ms`] : [],
    ),
    gapMs,
  }
}

function gapAfter(heard: readonly Heard[], struckAt: number): number {
  const ends = heard.filter(isServed).map(({ to }) => to)
  const last = Math.max(...heard.map(({ to }) => to), struckAt)
  const around = [...ends.sort((one, other) => one - other), last]
  const gaps = around.map((to, index) => (to < struckAt ? 0 : to - (around[index - 1] ?? struckAt)))
  return Math.round(Math.max(0, ...gaps))
}

/** What the row says against the promise. */
export function failuresOf({ fault, wrong, silent, whys, gapMs, served, maySilence }: Row): string[] {
  return [
    ...(served > 0 ? [] : [`${fault}: nothing was served`]),
    ...(wrong > 0 ? [`${fault}: ${wrong} errors were no 503 with Retry-After`] : []),
    ...(silent > 0 && !maySilence ? [`${fault}: ${silent} calls had no answer (${whys.slice(0, 3).join('; ')})`] : []),
    ...(gapMs <= BACK_MS ? [] : [`${fault}: nothing was served for ${gapMs} ms`]),
  ]
}
