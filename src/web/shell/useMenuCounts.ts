import { useQuery } from '@tanstack/react-query'
import type { Act } from '#domain/identity/due.ts'
import { readDue } from '#domain/start/contract.ts'
import { readQueue } from '#domain/validation/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useMay } from '#web/session/useMe.ts'

/** The menu entry under which a step is done; null where it is on the start only. */
const placeOf: Readonly<Record<Act, string | null>> = {
  answerClarification: paths.clarifications(),
  decideAppeal: paths.clarifications(),
  planFinding: paths.findings(),
  completeMeasure: paths.findings(),
  verifyMeasure: paths.findings(),
  declareIndependence: paths.independence(),
  beginAssessment: paths.assessments(),
  finishAssessment: paths.assessments(),
  acknowledgeBulletin: paths.bulletins(),
  notifyIncident: paths.bulletins(),
  renewAcceptance: paths.requiredLevels(),
  settleLevel: paths.requiredLevels(),
  reviewReliance: paths.reliance(),
  giveRegisterData: null,
  decideSignUp: paths.invitations(),
}

/** How much waits under each menu entry, by its key (EXP-10). */
export function useMenuCounts(): ReadonlyMap<string, number> {
  const isCentre = useMay('queue.read')
  const due = useQuery(queryOptions(readDue))
  const queue = useQuery({
    ...queryOptions(readQueue, { query: { size: 1, sort: 'receivedAt,asc' } }),
    enabled: isCentre,
  })
  return menuCounts(
    (due.data?.steps ?? []).map(({ act }) => act),
    queue.data?.totalElements ?? null,
  )
}

/** `waiting`: what CCI has to verify, beside the steps; null for others. */
export function menuCounts(acts: readonly Act[], waiting: number | null): Map<string, number> {
  const counts = new Map<string, number>()
  for (const act of acts) {
    const place = placeOf[act]
    if (place !== null) counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  if (waiting !== null) counts.set(paths.start(), waiting + acts.length)
  return counts
}
