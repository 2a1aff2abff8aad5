import { loadavg } from 'node:os'
import type { Figures } from '#assurance/load/figures.ts'
import { isFault } from '#assurance/load/figures.ts'

/** One line of the table; `holds` is null where the target does not apply or cannot be judged. */
export type Line = {
  w: string
  what: string
  asked: string
  measured: string
  /** The number of unsuccessful calls, by outcome. */
  failed: Record<string, number>
  target: string
  holds: boolean | null
  /** The load average before it started. */
  load: number
}

export const loadNow = () => loadavg()[0]!

const columns = ['W', 'what', 'asked', 'measured', 'failed', 'target', 'holds', 'load before']

export const heading = `| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`

/** Renders a line of the table, in Markdown. */
export function written({ w, what, asked, measured, failed, target, holds, load }: Line): string {
  const failures = Object.entries(failed).map(([outcome, count]) => `${count} × ${outcome}`)
  const verdict = holds === null ? '–' : holds ? 'yes' : 'no'
  const cells = [w, what, asked, measured, failures.join(', ') || '0', target, verdict, load.toFixed(1)]
  return `| ${cells.map(cell => cell.replaceAll('|', '/')).join(' | ')} |`
}

export const hasFault = ({ failed }: Line) => Object.keys(failed).some(isFault)

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))

/** The latencies in words, and the generator's own lateness if significant. */
export function timesIn({ goodput, p50, p95, p99, worst, lateP99 }: Figures): string {
  const late = lateP99 > 10 ? `; generator late by ${ms(lateP99)} (p99)` : ''
  return `${goodput.toFixed(0)}/s; p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}, worst ${ms(worst)} ms${late}`
}

export const noFailures = ({ failed }: Figures) => Object.keys(failed).length === 0

export const MIB = 1024 * 1024
export const mib = (bytes: number) => `${(bytes / MIB).toFixed(0)} MiB`
