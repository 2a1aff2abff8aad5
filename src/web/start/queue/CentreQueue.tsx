import { Button } from '@mantine/core'
import { IconDownload, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ageText, daysWaited } from '#domain/start/queue-age.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { exportQueue } from '#domain/validation/contract.ts'
import { assignTask, readTask } from '#domain/validation/desk/contract.ts'
import type { DueGroup } from '#domain/validation/desk/due.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { type BulkAct, BulkBar } from '#web/list/bulk/BulkBar.tsx'
import { useSelected } from '#web/list/bulk/useSelected.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { useMe } from '#web/session/useMe.ts'
import { CentreLoad } from '#web/start/picture/CentreLoad.tsx'
import { StartPicture } from '#web/start/picture/StartPicture.tsx'
import { queueLineKey, queueTable, taskName } from '#web/start/queue/queueTable.tsx'
import { useCentreQueue } from '#web/start/queue/useCentreQueue.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { saveBlob } from '#web/ui/saveBlob.ts'
import { QueueViews } from '#web/validation/desk/QueueViews.tsx'
import { useAssign } from '#web/validation/desk/useAssign.ts'
import { useQueueKeys } from '#web/validation/desk/useQueueKeys.ts'
import classes from './queue.module.css'

/** For a text that is not read yet. */
const MANY = 10

const download: BulkAct<QueueItem> = {
  key: 'case-files',
  label: 'Descargar expedientes',
  icon: <IconDownload />,
  consequence: 'Un ZIP por participante, con sus datos, sus archivos y los apuntes del registro.',
  act: async ({ idGenericEntity: id, participant }) => {
    const { caseFile } = await import('#domain/audit-log/contract.ts')
    saveBlob(await call(caseFile, { params: { kind: 'participant', id } }), `expediente ${participant}.zip`)
  },
}

const takeAs = (userId: string): BulkAct<QueueItem> => ({
  key: 'take',
  label: 'Asignármelas',
  icon: <IconUserPlus />,
  consequence: 'Pasan a «Mis tareas». Las que ya tiene otra persona se quedan con ella.',
  refusal: ({ assignee }) =>
    assignee === null ? null : assignee.id === userId ? 'Ya es suya' : `La tiene ${assignee.name}`,
  act: ({ kind, id, version }) => call(assignTask, { params: { kind, id }, body: { assignee: userId, version } }),
})

const groupTitles: Record<DueGroup, string> = {
  overdue: 'Fuera de plazo',
  today: 'Hoy',
  week: 'Esta semana',
  later: 'Después',
}

/**
 * What waits for CCI: what it verifies, and the steps of other areas, by group and last day (EXP-02). 'Ver toda la cola'
 * pages through them.
 */
export function CentreQueue() {
  const { today, userId } = useMe()
  const client = useQueryClient()
  const [all, setAll] = useUrlValue('q-all')
  const [view] = useUrlValue('q-assignee')
  const assigning = useAssign()
  // One's own tasks are few, and all of them are to be done.
  const isPaged = all !== null || view === 'me'
  const queue = useCentreQueue(isPaged)
  const { list, found, counts, shown } = queue
  const lines = shown.rows
  const items = lines.flatMap(({ item }) => item ?? [])
  const selected = useSelected(items, ({ id }) => id, taskName)
  const first = useQuery(queryOptions(exportQueue.list, { query: { size: 1, sort: 'receivedAt,asc' } }))
  const oldest = first.data?.content[0]
  const waiting = first.data?.totalElements ?? 0
  const keys = useQueueKeys(lines, ({ item }) => {
    if (!item) showError('No se asigna desde la cola. Ábrala.')
    else if (item.assignee === null) assigning.assign(item, userId)
    else if (item.assignee.id !== userId)
      showError(`La tiene ${item.assignee.name}. Asígnesela desde el menú de su fila.`)
  })
  const columns = queueTable({
    today,
    assigning,
    primary: list.page === 0 && lines[0] ? queueLineKey(lines[0]) : undefined,
    withKeys: keys.enabled,
  })
  return (
    <div className={classes.queue}>
      <PageHeader
        title="Cola de verificación"
        subtitle={
          counts && !first.isPending ? (
            subtitleOf(waiting, oldest && daysWaited(oldest.receivedAt, today), queue.steps)
          ) : (
            // Invisible placeholder with the height of the subtitle: two lines on a phone.
            <span className={classes.unsaid}>{subtitleOf(MANY, MANY, MANY)}</span>
          )
        }
        actions={
          <>
            <ExportMenu list={list} />
            <Segments
              label="Qué se ve de la cola"
              value={list.filters.kind ?? 'all'}
              onChange={value => list.setFilter('kind', value === 'all' ? null : value)}
              segments={[
                { value: 'all', label: 'Todo', count: counts?.all },
                { value: 'documentation', label: 'Documentación', count: counts?.documentation },
                { value: 'report', label: 'Informes', count: counts?.report },
                { value: 'incident', label: 'Incidencias', count: counts?.incident },
              ]}
            />
          </>
        }
      />
      <QueueViews list={list} views={queue.views} withKeys={keys.enabled} />
      {queue.stepError ? <ErrorState {...queue.stepError} /> : null}
      <ListTable
        list={shown}
        columns={columns}
        rowKey={queueLineKey}
        groupOf={queue.isGrouped ? ({ group }) => groupTitles[group] : undefined}
        selection={{
          ...selected.selection,
          nameOf: ({ item }) => (item ? taskName(item) : ''),
          selectable: ({ item }) => item !== undefined,
        }}
        skeletonRows={queue.few}
        dense
        empty={{ title: 'No hay nada por verificar', text: 'Lo que envíen los participantes aparecerá aquí.' }}
        noResults={view === 'me' ? 'No tiene tareas con este filtro' : 'No hay tareas con este filtro'}
      />
      {found === undefined && list.status === 'loading' ? <div className={classes.footWaits} /> : null}
      {found !== undefined && found > queue.few ? (
        <div className={classes.foot}>
          {queue.hasPages ? (
            <div className="grow">
              <ListPager list={list} span={queue.span} />
            </div>
          ) : (
            <span role="status">
              {lines.length} de {found}
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
              {all ? 'Ver solo lo primero' : 'Ver toda la cola'}
            </Button>
          )}
        </div>
      ) : null}
      <StartPicture title="VENCIMIENTOS DE LOS DIEZ PRÓXIMOS DÍAS LABORABLES">
        {queue.load ? <CentreLoad load={queue.load} /> : null}
      </StartPicture>
      <BulkBar
        selected={selected}
        acts={[takeAs(userId), download]}
        onDone={() =>
          Promise.all([exportQueue.list, readTask].map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
        }
      />
    </div>
  )
}

/** The steps of other areas are in the numbers of the queue too, so that they are named beside what is to be verified (EXP-28). */
function subtitleOf(total: number, days: number | undefined, steps: number): string {
  const others = steps === 0 ? '' : ` y ${steps} de otras áreas`
  if (total === 0) return steps === 0 ? 'No hay nada por verificar.' : `Nada por verificar${others}.`
  const many = `${total} por verificar${others}.`
  if (days === undefined || days === 0) return many
  return `${many} ${total === 1 ? 'Espera' : 'La más antigua espera'} desde hace ${ageText(days)}.`
}
