import { Button } from '@mantine/core'
import { IconChecklist, IconFileText, IconMessageExclamation, IconScale } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import type { QueueLine } from '#domain/start/queue.ts'
import { queueColumns, queueKindLabels } from '#domain/validation/columns.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import type { Day } from '#domain/values/day.ts'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { dueWords, stepDueText } from '#web/start/queue/dueWords.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { AssigneeMenu } from '#web/validation/desk/AssigneeMenu.tsx'
import { DueText } from '#web/validation/desk/DueText.tsx'
import desk from '#web/validation/desk/desk.module.css'
import type { useAssign } from '#web/validation/desk/useAssign.ts'
import { taskLink } from '#web/validation/desk/useQueueKeys.ts'
import { queueHref } from '#web/validation/queueHref.ts'
import classes from './queue.module.css'

export type Line = QueueLine<QueueItem>

const icons = { documentation: IconFileText, report: IconScale, incident: IconMessageExclamation } as const

/** 'Documentación de Mirlo, S.L.'. */
export const taskName = ({ kind, participant }: QueueItem) => `${queueKindLabels[kind]} de ${participant}`

export const queueLineKey = ({ item, step }: Line): string => (item ? item.id : `${step.act} ${step.id}`)

type Options = {
  today: Day
  assigning: ReturnType<typeof useAssign>
  /** The line to do first. */
  primary: string | undefined
  withKeys: boolean
}

/** The queue as a table: one line a task, when each is due, whose it is, and the way to it. */
export function queueTable({ today, assigning, primary, withKeys }: Options): Column<Line>[] {
  const listed = queueColumns(today)
  const detail = listed.find(({ key }) => key === 'detail')!
  const columns = tableColumns<Line>(
    listed
      .filter(({ key }) => ['kind', 'participant', 'dueOn', 'assignee'].includes(key))
      .map(column => ({ ...column, text: () => '' })),
    {
      kind: {
        cell: ({ item, step }) => {
          const Icon = item ? icons[item.kind] : IconChecklist
          return (
            <span className="row nowrap">
              <Icon aria-hidden="true" />
              {item ? queueKindLabels[item.kind] : dueWords(step).kind}
            </span>
          )
        },
      },
      participant: {
        cell: ({ item, step }) =>
          item ? (
            <What name={item.participant} detail={detail.text(item)} />
          ) : step.counterpart === null ? (
            <What name={step.thing} detail={null} />
          ) : (
            <What name={step.counterpart} detail={step.thing} />
          ),
      },
      dueOn: {
        sortable: false,
        cell: ({ item, step }) =>
          item ? (
            <DueText dueOn={item.dueOn} />
          ) : step.dueAt === null ? (
            <NoValue />
          ) : (
            <span className={desk.due} data-due={step.overdue ? 'late' : undefined}>
              {stepDueText(step)}
            </span>
          ),
      },
      assignee: {
        cell: ({ item, step }) =>
          item ? (
            <AssigneeMenu task={item} assigning={assigning} name={taskName(item)} />
          ) : (
            (step.assignee?.name ?? <NoValue />)
          ),
      },
    },
  )
  return [
    ...columns,
    {
      key: 'act',
      header: 'Acción',
      actions: true,
      cell: line => {
        const isFirst = queueLineKey(line) === primary
        const { label, of, href } = actOf(line)
        return (
          <Button
            size="xs"
            variant={isFirst ? 'filled' : 'default'}
            component={UiLink}
            href={href}
            aria-keyshortcuts={withKeys && isFirst ? 'V' : undefined}
            {...taskLink}
          >
            {label}
            <span className="vh"> {of}</span>
          </Button>
        )
      },
    },
  ]
}

function actOf({ item, step }: Line) {
  if (item) {
    const label = item.kind === 'incident' ? 'Gestionar' : 'Verificar'
    return { label, of: `${queueKindLabels[item.kind].toLowerCase()} de ${item.participant}`, href: queueHref(item) }
  }
  const { action, title } = dueWords(step)
  return { label: t(action.label), of: title, href: action.href }
}

/** Whose a task is and what it is about, on one line. */
function What({ name, detail }: { name: string; detail: string | null | undefined }) {
  return (
    <span className={classes.what} title={[name, detail].filter(Boolean).join(' · ')}>
      <b>{name}</b>
      {detail ? <span className="small dim">{detail}</span> : null}
    </span>
  )
}
