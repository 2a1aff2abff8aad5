import { useQuery } from '@tanstack/react-query'
import type { Due } from '#domain/identity/due.ts'
import { readDue } from '#domain/start/contract.ts'
import { dueDayOf, linesBefore, queueLines } from '#domain/start/queue.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { exportQueue } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import type { List } from '#web/list/useList.ts'
import { useList } from '#web/list/useList.ts'
import { useMe } from '#web/session/useMe.ts'
import type { Line } from '#web/start/queue/queueTable.tsx'

const FEW = 3
const MANY = 10

/**
 * What waits for CCI: a page of what it verifies, with the steps of other areas in it; the first few lines until it asks
 * for all. The numbers count the steps too, which are of no kind that the queue filters by.
 */
export function useCentreQueue(isPaged: boolean) {
  const { today, userId } = useMe()
  const list = useList(exportQueue, { fixed: true, refetchInterval: 60_000 })
  // Others change it as well.
  const due = useQuery({ ...queryOptions(readDue), staleTime: 0 })
  const { kind, assignee, due: late } = list.filters
  const asked = (due.data?.steps ?? []).filter(
    ({ overdue, dueAt }) =>
      late === undefined || (late === 'overdue' ? overdue : dueAt !== null && dueDayOf(dueAt) === late),
  )
  const stepsOf = (owner: string | undefined) => asked.filter(step => isOf(step, owner === 'me' ? userId : owner))
  const steps = kind ? [] : stepsOf(assignee)
  const { data, rows: items, page, size } = list
  const lines = queueLines<QueueItem>({ items, groups: data?.groups, page, size }, steps, today)
  const before = linesBefore({ groups: data?.groups, page, size }, steps, today)
  const found = list.total === undefined ? undefined : list.total + steps.length
  const { counts, views } = data ?? {}
  const more = (owner?: string) => (kind ? 0 : stepsOf(owner).length)
  const status = list.status === 'ready' && due.isPending ? 'loading' : list.status
  return {
    list,
    /** The list with its lines for rows. */
    shown: { ...list, rows: isPaged ? lines : lines.slice(0, FEW), status } as List<Line>,
    isGrouped: data?.groups !== undefined,
    found,
    /** Which of the lines of all pages are shown. */
    span: found === undefined ? undefined : { from: before + 1, to: Math.min(before + lines.length, found), of: found },
    counts: counts && {
      ...counts,
      all: counts.documentation + counts.report + counts.incident + stepsOf(assignee).length,
    },
    views: views && {
      mine: views.mine + more('me'),
      unassigned: views.unassigned + more('none'),
      all: views.all + more(),
    },
    /** What is due on the next working days, by assignee: the steps of other areas too. */
    load: data?.load && {
      days: data.load.days,
      due: [
        ...data.load.due,
        ...(due.data?.steps ?? []).flatMap(({ dueAt, assignee: owner }) =>
          dueAt === null ? [] : [{ day: dueDayOf(dueAt), assignee: owner ?? null, count: 1 }],
        ),
      ],
    },
    /** How many steps of other areas wait, whatever is shown. */
    steps: due.data?.steps.length ?? 0,
    few: FEW,
    /** Whether what CCI verifies takes more than a page. */
    hasPages: isPaged && (list.total ?? 0) > MANY,
    stepError: due.error && !due.data ? { text: messageOf(due.error), onRetry: () => void due.refetch() } : null,
  }
}

/** Whether a step belongs to a view: of one owner, of none, or all. */
const isOf = ({ assignee }: Due, owner: string | undefined) =>
  owner === undefined || (owner === 'none' ? assignee === undefined : assignee?.id === owner)
