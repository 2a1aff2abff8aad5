import { count, ms, tableOf } from '#assurance/bench/markdown.ts'
import type { Measured } from '#assurance/bench/run.ts'

/** What was measured, as Markdown: the comparison with the limit, the growth, and the start. */
export function markdownOf(sizes: readonly Measured[]): string {
  const compared = sizes.flatMap(({ participants, compared }) =>
    compared.map(({ name, portal, limit, ratio, least, most }) => [
      ...[name, count(participants), ms(portal.p50), ms(portal.p99), limit.p50.toFixed(1), ms(limit.p99)],
      `${ratio.toFixed(1)} (${least.toFixed(1)} to ${most.toFixed(1)})`,
    ]),
  )
  const [smallest, ...larger] = sizes
  const grown = smallest!.grown.map(({ role, name, p50, p99 }, index) => [
    ...[role, name, ms(p50), ms(p99)],
    ...larger.flatMap(({ grown }) => {
      const line = grown[index]!
      return [ms(line.p50), ms(line.p99), `${(line.p50 / p50).toFixed(1)}`]
    }),
  ])
  const heads = ['participants', 'portal p50', 'p99', 'limit p50', 'p99', 'ratio of p50, by round']
  const grownHeads = sizes.flatMap(({ participants }, index) => [
    `${count(participants)}: p50`,
    'p99',
    ...(index > 0 ? ['growth'] : []),
  ])
  const starts = sizes.map(({ participants, startMs, rssMiB, loopP99 }) => [
    ...[count(participants), startMs.toFixed(0), `${rssMiB.toFixed(0)} MiB`, ms(loopP99)],
  ])
  return [
    tableOf(['call', ...heads], compared),
    tableOf(['role', 'read', ...grownHeads], grown),
    tableOf(['participants', 'start until ready (ms)', 'memory at rest', 'event loop late (ms, p99)'], starts),
  ].join('\n\n')
}
