import { findingStatusLabels, findingTopic, priorityLabels } from '#domain/assessment/finding/finding.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { formatDay } from '#domain/values/day.ts'
import { findingPage } from '#server/assessment/finding/queries.ts'
import type { Gatherer } from '#server/supervision/reliance/facts/gathering.ts'
import { factOf } from '#server/supervision/reliance/facts/gathering.ts'

/** Findings named; more are counted. */
const NAMED_MAX = 20

/** The open findings of the service with the days of their plans, the first due first (condition d). */
export const gatherFindings: Gatherer = async ({ db, actor, use, assessment, today }): Promise<Fact[]> => {
  const { providerId, serviceId } = use
  const asked = { providerId, serviceId, open: true, page: 0, size: NAMED_MAX, sort: 'dueOn' }
  const { content, totalElements } = await findingPage(db, actor, today, asked)
  const label = 'Hallazgo abierto'
  if (content.length === 0) {
    // Findings come from evaluations: without one the portal knows of none.
    return [factOf('d', 'findings', 'Hallazgos abiertos', assessment && 'Ninguno', sourceOf(assessment?.id))]
  }
  const rest = totalElements - content.length
  return [
    ...content.map(({ id, controlKey, domain, dimension, priority, status, dueOn, assessmentId }) => {
      const plan = dueOn ? `prevista para el ${formatDay(dueOn)}` : 'sin fecha prevista'
      // One that was raised by hand has no control.
      const topic = controlKey === null ? findingTopic(dimension) : domain ? `${controlKey} (${domain})` : controlKey
      const words = `${topic}, prioridad ${priorityLabels[priority].toLowerCase()}`
      const value = `${words}: ${findingStatusLabels[status].toLowerCase()}, ${plan}`
      return factOf('d', `finding:${id}`, label, value, { on: dueOn, ...sourceOf(assessmentId) })
    }),
    ...(rest > 0 ? [factOf('d', 'findings', label, `Y ${rest} hallazgos más`)] : []),
  ]
}

const sourceOf = (assessmentId: string | null | undefined) => ({
  source: assessmentId ? (['assessment', assessmentId] as const) : null,
})
