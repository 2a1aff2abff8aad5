import { Switch } from '@mantine/core'
import type { AnswerOf } from '#domain/contract/contract.ts'
import type { QueueItem, readQueue } from '#domain/validation/contract.ts'
import type { List } from '#web/list/useList.ts'
import { Segments } from '#web/ui/layout/Segments.tsx'
import classes from './desk.module.css'

type Props = {
  list: List<QueueItem>
  /** Undefined until the first page has loaded. */
  views: AnswerOf<typeof readQueue>['views'] | undefined
  withKeys: boolean
}

/** Whose tasks are shown, with their counts, and whether only those overdue; both are in the address (DESK-02). */
export function QueueViews({ list, views, withKeys }: Props) {
  const { assignee, due } = list.filters
  return (
    <div className={classes.views}>
      <Segments
        label="De quién son las tareas"
        value={assignee ?? 'all'}
        onChange={value => list.setFilter('assignee', value === 'all' ? null : value)}
        segments={[
          { value: 'me', label: 'Mis tareas', count: views?.mine },
          { value: 'none', label: 'Sin asignar', count: views?.unassigned },
          { value: 'all', label: 'Todas', count: views?.all },
        ]}
      />
      <Switch
        size="sm"
        label="Solo fuera de plazo"
        checked={due === 'overdue'}
        onChange={event => list.setFilter('due', event.currentTarget.checked ? 'overdue' : null)}
      />
      {withKeys ? (
        <span className={`small dim ${classes.keys}`}>
          <kbd>J</kbd> <kbd>K</kbd> de fila en fila, <kbd>M</kbd> asignármela, <kbd>V</kbd> abrirla
        </span>
      ) : null}
    </div>
  )
}
