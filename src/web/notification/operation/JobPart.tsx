import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { jobColumns } from '#domain/notification/operation/job/columns.ts'
import type { JobWire } from '#domain/notification/operation/job/contract.ts'
import { exportJobs, runJob } from '#domain/notification/operation/job/contract.ts'
import type { JobStatus } from '#domain/notification/operation/job/job.ts'
import { jobStatusLabels } from '#domain/notification/operation/job/job.ts'
import { formatInstant } from '#domain/values/day.ts'
import { call, messageOf } from '#web/api/api.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

/** A run that was asked for begins within seconds. */
const REREAD_MS = 3000

const badges: Readonly<Record<JobStatus, BadgeState>> = {
  NEVER: 'CLOSED',
  ASKED: 'PENDING',
  DONE: 'ACCEPTED',
  FAILED: 'REJECTED',
  STUCK: 'REJECTED',
}

/** What the portal does by itself, with the last run of each and its last failure (OPS-04, OPS-05). */
export function JobPart() {
  const list = useList(exportJobs, { fixed: true, refetchInterval: REREAD_MS })
  const running = useMutation({
    mutationFn: ({ name }: JobWire) => call(runJob, { params: { name } }),
    onSuccess: ({ label }) => showToast({ title: 'Se va a ejecutar', text: label }),
    onError: error => showError(messageOf(error)),
    onSettled: list.refetch,
  })
  return (
    <Section title="Procesos automáticos" kind="serif" actions={<ExportMenu list={list} />}>
      <ListTable
        list={list}
        columns={columnsOf(job => running.mutate(job))}
        rowKey={({ name }) => name}
        empty={{ title: 'No hay ningún proceso' }}
      />
    </Section>
  )
}

const when = (instant: string | null) => (instant ? <RelativeTime value={instant} withTime /> : <NoValue />)

const columnsOf = (run: (job: JobWire) => void): Column<JobWire>[] => [
  ...tableColumns(jobColumns, {
    label: { width: 290 },
    status: {
      width: 200,
      cell: row => <StateBadge state={badges[row.status]} label={jobStatusLabels[row.status]} />,
      sub: row => {
        if (row.stuckSince) return `En marcha desde el ${formatInstant(row.stuckSince)}`
        return row.failures > 1 ? `${row.failures} veces seguidas` : null
      },
    },
    startedAt: { width: 150, cell: row => when(row.startedAt) },
    durationMs: { width: 110, align: 'end' },
    nextAt: { width: 150, cell: row => when(row.nextAt) },
    failedAt: { cell: row => when(row.failedAt) },
  }),
  {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => (
      <RowActions
        of={row.label}
        actions={[{ label: `Ejecutar ahora: ${row.label}`, icon: <IconPlayerPlay />, onClick: () => run(row) }]}
      />
    ),
  },
]
