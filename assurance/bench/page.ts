import { count, ms, tableOf } from '#assurance/bench/markdown.ts'
import { pictureOf } from '#assurance/bench/picture.ts'
import type { Measured } from '#assurance/bench/run.ts'
import { csvText } from '#domain/supervision/register/package/csv.ts'

/** When, where and on what a run was made. `load`: the load average before it. */
export type Run = { command: string; day: string; commit: string; machine: string; load: number }

/** A read at one size; `growth` is null at the smallest. */
export type Read = { role: string; read: string; participants: number; p50: number; p99: number; growth: number | null }

/** How many of the reads that grow most the page names; the others are in the file. */
const NAMED = 8

/** The parts of docs/measurements.md that the bench writes. */
type Blocks = Record<'speed' | 'growth', string>

const marksOf = (name: string) => [`<!-- bench: ${name} -->`, `<!-- end of ${name} -->`] as const

/** The page with its blocks replaced and all else as it was. @throws unless each block has its two marks, once */
export function withBlocks(page: string, blocks: Blocks): string {
  return Object.entries(blocks).reduce((text, [name, block]) => {
    const [begin, end] = marksOf(name)
    const [before, rest, ...more] = text.split(begin)
    const [old, after, ...others] = rest?.split(end) ?? []
    if (old === undefined || after === undefined || more.length + others.length > 0 || before!.includes(end))
      throw new Error(`docs/measurements.md has to have '${begin}' and then '${end}', once`)
    return `${before}${begin}\n\n${block}\n\n${end}${after}`
  }, page)
}

/** Every read at every size, read by read. */
export function readsOf(sizes: readonly Measured[]): Read[] {
  return sizes[0]!.grown.flatMap(({ role, name, p50: least }, index) =>
    sizes.map(({ participants, grown }, size) => {
      const { p50, p99 } = grown[index]!
      return { role, read: name, participants, p50, p99, growth: size === 0 ? null : p50 / least }
    }),
  )
}

/** What docs/measurements.md says of a run: the calls at the largest size, and the reads that grow. */
export function blocksOf(sizes: readonly Measured[], reads: readonly Read[], run: Run): Blocks {
  const { participants, compared, startMs, rssMiB, loopP99 } = sizes.at(-1)!
  const when = `\`${run.command}\` on ${run.day}, commit ${run.commit}; ${run.machine}; load average ${run.load.toFixed(1)} before.`
  const calls = compared.map(({ name, portal, limit, ratio, least, most }) => [
    ...[name, ms(portal.p50), ms(limit.p50)],
    `${ratio.toFixed(1)} (${least.toFixed(1)} to ${most.toFixed(1)})`,
  ])
  const smallest = sizes[0]!.participants
  const ofLargest = reads.filter(each => each.participants === participants && each.growth !== null)
  const byGrowth = ofLargest.toSorted((one, other) => other.growth! - one.growth!)
  const grown = byGrowth.slice(0, NAMED).map(({ role, read, p50, growth }) => {
    const before = reads.find(each => each.participants === smallest && each.role === role && each.read === read)!
    return [role, read, ms(before.p50), ms(p50), growth!.toFixed(1)]
  })
  const rest = byGrowth.slice(NAMED).map(({ growth }) => growth!)
  return {
    speed: [
      `${when} With ${count(participants)} participants, in milliseconds; p99 and the other sizes are in [speed.csv](measurements/speed.csv):`,
      tableOf(['call', 'portal p50', 'limit p50', 'ratio of p50, by round'], calls),
      `Start until ready: ${count(Math.round(startMs))} ms; memory at rest: ${rssMiB.toFixed(0)} MiB; the event loop was late by ${ms(loopP99)} ms (p99) in all calls ([start.csv](measurements/start.csv)).`,
    ].join('\n\n'),
    growth: [
      `The same run. The reads that grow most; all are in [growth.csv](measurements/growth.csv):`,
      tableOf(['role', 'read', `${count(smallest)}: p50`, `${count(participants)}: p50`, 'growth'], grown),
      ...(rest.length > 0
        ? [`The other ${rest.length}: ${Math.min(...rest).toFixed(1)} to ${Math.max(...rest).toFixed(1)} times.`]
        : []),
    ].join('\n\n'),
  }
}

/** Three digits: more would be noise. */
const figure = (value: number) => String(Number(value.toPrecision(3)))

/** With the line ends of the repository. */
const fileOf = (header: string[], rows: string[][]) => csvText(header, rows).replaceAll('\r\n', '\n')

/** Every figure of a run: the files of docs/measurements, by name. */
export function filesOf(sizes: readonly Measured[], reads: readonly Read[]): Record<string, string> {
  const calls = sizes.flatMap(({ participants, compared }) =>
    compared.map(({ name, portal, limit, ratio, least, most }) => [
      ...[name, String(participants)],
      ...[portal.p50, portal.p99, limit.p50, limit.p99, ratio, least, most].map(figure),
    ]),
  )
  const rows = reads.map(({ role, read, participants, p50, p99, growth }) => [
    ...[role, read, String(participants), figure(p50), figure(p99)],
    growth === null ? '' : figure(growth),
  ])
  const starts = sizes.map(({ participants, startMs, rssMiB, loopP99 }) => [
    ...[participants, startMs, rssMiB].map(each => each.toFixed(0)),
    figure(loopP99),
  ])
  const times = ['portal_p50_ms', 'portal_p99_ms', 'limit_p50_ms', 'limit_p99_ms']
  return {
    'speed.csv': fileOf(['call', 'participants', ...times, 'ratio', 'least_ratio', 'most_ratio'], calls),
    'growth.csv': fileOf(['role', 'read', 'participants', 'p50_ms', 'p99_ms', 'growth'], rows),
    'start.csv': fileOf(['participants', 'start_ms', 'memory_mib', 'event_loop_p99_ms'], starts),
    'growth.svg': pictureOf(sizes),
  }
}
