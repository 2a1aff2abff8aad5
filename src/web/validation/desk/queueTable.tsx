import { Button } from '@mantine/core'
import { IconFileText, IconMessageExclamation, IconScale } from '@tabler/icons-react'
import { ageText, daysWaited } from '#domain/start/queue-age.ts'
import { queueColumns, queueKindLabels } from '#domain/validation/columns.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { isOverdue } from '#domain/validation/desk/due.ts'
import type { Day } from '#domain/values/day.ts'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { notchesOf, ProgressNotches } from '#web/ui/rating/ProgressNotches.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import { AssigneeMenu } from '#web/validation/desk/AssigneeMenu.tsx'
import { DueText } from '#web/validation/desk/DueText.tsx'
import type { useAssign } from '#web/validation/desk/useAssign.ts'
import { taskLink } from '#web/validation/desk/useQueueKeys.ts'
import { queueHref } from '#web/validation/queueHref.ts'
import classes from './desk.module.css'

const NOTCHES = 10
const icons = { documentation: IconFileText, report: IconScale, incident: IconMessageExclamation } as const

/** 'Documentación de Mirlo, S.L.'. */
export const taskName = ({ kind, participant }: QueueItem) => `${queueKindLabels[kind]} de ${participant}`

type Options = {
  today: Day
  assigning: ReturnType<typeof useAssign>
  /** The task to do first. */
  primary: string | undefined
  withKeys: boolean
}

/** The queue as a table: the age as a rule, when each is due, whose it is, and the way to it. */
export function queueTable({ today, assigning, primary, withKeys }: Options): Column<QueueItem>[] {
  return [
    ...tableColumns(queueColumns(today), {
      kind: {
        cell: item => {
          const Icon = icons[item.kind]
          return (
            <span className="row">
              <Icon aria-hidden="true" />
              {queueKindLabels[item.kind]}
            </span>
          )
        },
      },
      participant: { cell: item => <b>{item.participant}</b> },
      receivedAt: {
        sortable: true,
        cell: item => <RelativeTime value={item.receivedAt} withTime />,
        sub: item => {
          const days = daysWaited(item.receivedAt, today)
          const late = isOverdue(item.dueOn, today)
          return (
            <span className={classes.wait}>
              <ProgressNotches
                notches={notchesOf(Math.min(days, NOTCHES), NOTCHES, late ? 'LAPSED' : 'PENDING')}
                label={`Espera: ${ageText(days)}`}
                width={92}
              />
              <span className={late ? classes.late : undefined} aria-hidden="true">
                {ageText(days)}
              </span>
            </span>
          )
        },
      },
      dueOn: { sortable: true, cell: item => <DueText dueOn={item.dueOn} /> },
      assignee: { cell: item => <AssigneeMenu task={item} assigning={assigning} name={taskName(item)} /> },
    }),
    {
      key: 'act',
      header: 'Acción',
      actions: true,
      cell: item => (
        <Button
          size="xs"
          variant={item.id === primary ? 'filled' : 'default'}
          component={UiLink}
          href={queueHref(item)}
          aria-keyshortcuts={withKeys && item.id === primary ? 'V' : undefined}
          {...taskLink}
        >
          {item.kind === 'incident' ? 'Gestionar' : 'Verificar'}
          <span className="vh">
            {' '}
            {queueKindLabels[item.kind].toLowerCase()} de {item.participant}
          </span>
        </Button>
      ),
    },
  ]
}
