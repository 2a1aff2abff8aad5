import { Button } from '@mantine/core'
import { IconDownload, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { caseFile } from '#domain/audit-log/contract.ts'
import { ageText, daysWaited } from '#domain/start/queue-age.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { exportQueue } from '#domain/validation/contract.ts'
import { assignTask, readTask } from '#domain/validation/desk/contract.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { type BulkAct, BulkBar } from '#web/list/bulk/BulkBar.tsx'
import { useSelected } from '#web/list/bulk/useSelected.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { sortOf } from '#web/list/sorting.ts'
import { useList } from '#web/list/useList.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { useMe } from '#web/session/useMe.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { saveBlob } from '#web/ui/saveBlob.ts'
import { QueueViews } from '#web/validation/desk/QueueViews.tsx'
import { queueTable, taskName } from '#web/validation/desk/queueTable.tsx'
import { useAssign } from '#web/validation/desk/useAssign.ts'
import { useQueueKeys } from '#web/validation/desk/useQueueKeys.ts'
import classes from './desk.module.css'

const FEW = 3
const MANY = 10

const download: BulkAct<QueueItem> = {
  key: 'case-files',
  label: 'Descargar expedientes',
  icon: <IconDownload />,
  consequence: 'Un ZIP por participante, con sus datos, sus archivos y los apuntes del registro.',
  act: async ({ idGenericEntity: id, participant }) =>
    saveBlob(await call(caseFile, { params: { kind: 'participant', id } }), `expediente ${participant}.zip`),
}

const takeAs = (userId: string): BulkAct<QueueItem> => ({
  key: 'take',
  label: 'Tomarlas yo',
  icon: <IconUserPlus />,
  consequence: 'Pasan a «Mis tareas». Las que ya tiene otra persona se quedan con ella.',
  refusal: ({ assignee }) =>
    assignee === null ? null : assignee.id === userId ? 'Ya es suya' : `La tiene ${assignee.name}`,
  act: ({ kind, id, version }) => call(assignTask, { params: { kind, id }, body: { assignee: userId, version } }),
})

/**
 * What waits for CCI: one's own tasks, those without an assignee, or all. The oldest come first, of one's own tasks the
 * first due; 'Ver toda la cola' pages through them.
 */
export function VerificationQueue({ children }: { children: ReactNode }) {
  const { today, userId } = useMe()
  const client = useQueryClient()
  const [all, setAll] = useUrlValue('q-all')
  const [view] = useUrlValue('q-assignee')
  const assigning = useAssign()
  // One's own tasks are few, and all of them are to be done.
  const isPaged = all !== null || view === 'me'
  const list = useList(exportQueue, {
    filters: ['kind', 'assignee', 'due'],
    sort: view === 'me' ? 'dueOn,asc' : 'receivedAt,asc',
    size: isPaged ? MANY : FEW,
    fixed: true,
    prefix: 'q-',
    refetchInterval: 60_000,
  })
  const { rows, total: found } = list
  const selected = useSelected(rows, ({ id }) => id, taskName)
  const kind = list.filters.kind as QueueItem['kind'] | undefined
  const first = useQuery(queryOptions(exportQueue.list, { query: { size: 1, sort: 'receivedAt,asc' } }))
  const oldest = first.data?.content[0]
  const counts = list.data?.counts
  const total = counts ? counts.documentation + counts.report + counts.incident : 0
  const waiting = first.data?.totalElements ?? 0
  const oldestFirst = sortOf(list.sort).direction === 'asc' && list.page === 0
  const keys = useQueueKeys(rows, item => {
    if (item.assignee === null) assigning.assign(item, userId)
    else if (item.assignee.id !== userId) showError(`La tiene ${item.assignee.name}. Tómela desde el menú de su fila.`)
  })
  const columns = queueTable({
    today,
    assigning,
    primary: oldestFirst ? rows[0]?.id : undefined,
    withKeys: keys.enabled,
  })
  return (
    <>
      <PageHeader
        title="Cola de verificación"
        subtitle={
          counts && !first.isPending ? (
            subtitleOf(waiting, oldest && daysWaited(oldest.receivedAt, today))
          ) : (
            // Invisible placeholder with the height of the subtitle: two lines on a phone.
            <span className={classes.unsaid}>{subtitleOf(MANY, MANY)}</span>
          )
        }
        actions={
          <>
            <ExportMenu list={list} label="Cola de verificación" />
            <Segments
              label="Qué se ve de la cola"
              value={kind ?? 'all'}
              onChange={value => list.setFilter('kind', value === 'all' ? null : value)}
              segments={[
                { value: 'all', label: 'Todo', count: counts && total },
                { value: 'documentation', label: 'Documentación', count: counts?.documentation },
                { value: 'report', label: 'Informes', count: counts?.report },
                { value: 'incident', label: 'Incidencias', count: counts?.incident },
              ]}
            />
          </>
        }
      />
      {children}
      <QueueViews list={list} views={list.data?.views} withKeys={keys.enabled} />
      <ListTable
        list={list}
        label="Cola de verificación"
        columns={columns}
        rowKey={item => item.id}
        selection={selected.selection}
        skeletonRows={FEW}
        empty={{ title: 'No hay nada por verificar', text: 'Lo que envíen los participantes aparecerá aquí.' }}
        noResults={list.filters.assignee === 'me' ? 'No tiene tareas así' : 'Nada así espera al CCI'}
      />
      {found === undefined && list.status === 'loading' ? <div className={classes.footWaits} /> : null}
      {found !== undefined && found > FEW ? (
        <div className={classes.foot}>
          {isPaged ? (
            <div className="grow">
              <ListPager list={list} />
            </div>
          ) : (
            <span role="status">
              {rows.length} de {found}
            </span>
          )}
          {view === 'me' ? null : (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => {
                if (all && list.page > 0) list.setPage(0)
                setAll(all ? null : '1')
              }}
            >
              {all ? 'Ver solo lo más antiguo' : 'Ver toda la cola'}
            </Button>
          )}
        </div>
      ) : null}
      <BulkBar
        selected={selected}
        acts={[takeAs(userId), download]}
        onDone={() =>
          Promise.all([exportQueue.list, readTask].map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
        }
      />
    </>
  )
}

function subtitleOf(total: number, days: number | undefined): string {
  if (total === 0) return 'No hay nada por verificar.'
  const many = `${total} por verificar.`
  if (days === undefined || days === 0) return many
  return `${many} ${total === 1 ? 'Espera' : 'La más antigua espera'} desde hace ${ageText(days)}.`
}
