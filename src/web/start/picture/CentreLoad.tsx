import type { AnswerOf } from '#domain/contract/contract.ts'
import type { readQueue } from '#domain/validation/contract.ts'
import { formatDay } from '#domain/values/day.ts'
import { withFilters } from '#web/app/address.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { DotGrid } from '#web/start/picture/DotGrid.tsx'

const NONE = 'none'

/** What is due at CCI on the next working days, by owner (EXP-04). */
export function CentreLoad({ load: { days, due } }: { load: NonNullable<AnswerOf<typeof readQueue>['load']> }) {
  const { userId } = useMe()
  const names = new Map(due.flatMap(({ assignee }) => (assignee ? [[assignee.id, assignee.name] as const] : [])))
  names.delete(userId)
  return (
    <DotGrid
      label="Vencimientos por día y responsable"
      columns={days.map(day => ({ key: day, short: formatDay(day).slice(0, 5), name: formatDay(day) }))}
      rows={[
        { key: userId, label: 'Mis tareas' },
        { key: NONE, label: 'Sin asignar' },
        ...[...names].map(([key, label]) => ({ key, label })),
      ]}
      countAt={(owner, day) =>
        due
          .filter(each => each.day === day && (each.assignee?.id ?? NONE) === owner)
          .reduce((sum, { count }) => sum + count, 0)
      }
      hrefOf={(owner, day) =>
        withFilters(paths.providers(), { 'q-due': day, 'q-assignee': owner === userId ? 'me' : owner })
      }
    />
  )
}
