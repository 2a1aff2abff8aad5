import { Button } from '@mantine/core'
import { IconDownload, IconFileText, IconMessageExclamation, IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { caseFile } from '#domain/audit-log/contract.ts'
import { ageText, queueAge } from '#domain/start/queue-age.ts'
import { queueColumns, queueKindLabels } from '#domain/validation/columns.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { exportQueue } from '#domain/validation/contract.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { saveBlob } from '#web/document/upload/saveBlob.ts'
import { useMe } from '#web/identity/session/useMe.ts'
import { type BulkAct, BulkBar } from '#web/list/bulk/BulkBar.tsx'
import { useSelected } from '#web/list/bulk/useSelected.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { sortOf } from '#web/list/sorting.ts'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { useUrlValue } from '#web/participant/search/useUrlValue.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { notchesOf, ProgressNotches } from '#web/ui/rating/ProgressNotches.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import { queueHref } from '#web/validation/queueHref.ts'
import classes from './search.module.css'

const FEW = 3
const MANY = 10
const NOTCHES = 10

const nameOf = ({ kind, participant }: QueueItem) => `${queueKindLabels[kind]} de ${participant}`

const download: BulkAct<QueueItem> = {
  key: 'case-files',
  label: 'Descargar expedientes',
  icon: <IconDownload />,
  consequence: 'Un ZIP por participante, con sus datos, sus archivos y los apuntes del registro.',
  act: async ({ idGenericEntity: id, participant }) =>
    saveBlob(await call(caseFile, { params: { kind: 'participant', id } }), `expediente ${participant}.zip`),
}

const icons = { documentation: IconFileText, report: IconScale, incident: IconMessageExclamation } as const

/** Items that wait for CCI, oldest first, with their age as a rule; 'Ver toda la cola' pages through them. */
export function VerificationQueue() {
  const { today } = useMe()
  const [all, setAll] = useUrlValue('q-all')
  const list = useList(exportQueue, {
    filters: ['kind'],
    sort: 'receivedAt,asc',
    size: all ? MANY : FEW,
    fixed: true,
    prefix: 'q-',
    refetchInterval: 60_000,
  })
  const { rows, total: found } = list
  const selected = useSelected(rows, ({ id }) => id, nameOf)
  const kind = list.filters.kind as QueueItem['kind'] | undefined
  const first = useQuery(queryOptions(exportQueue.list, { query: { size: 1, sort: 'receivedAt,asc' } }))
  const oldest = first.data?.content[0]
  const counts = list.data?.counts
  const total = counts ? counts.documentation + counts.report + counts.incident : 0
  const oldestFirst = sortOf(list.sort).direction === 'asc' && list.page === 0
  const columns: Column<QueueItem>[] = [
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
      receivedAt: { sortable: true, cell: item => <RelativeTime value={item.receivedAt} withTime /> },
      age: {
        cell: item => {
          const { days, late } = queueAge(item.receivedAt, today)
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
    }),
    {
      key: 'act',
      header: 'Acción',
      actions: true,
      cell: item => (
        <Button
          size="xs"
          variant={oldestFirst && item === rows[0] ? 'filled' : 'default'}
          component={UiLink}
          href={queueHref(item)}
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
  return (
    <>
      <PageHeader
        title="Cola de verificación"
        subtitle={
          counts && !first.isPending ? (
            subtitleOf(total, oldest && queueAge(oldest.receivedAt, today).days)
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
      <ListTable
        list={list}
        label="Cola de verificación"
        columns={columns}
        rowKey={item => item.id}
        selection={selected.selection}
        skeletonRows={FEW}
        empty={{ title: 'No hay nada por verificar', text: 'Lo que envíen los participantes aparecerá aquí.' }}
        noResults="Nada de esta clase espera al CCI"
      />
      {found === undefined && list.status === 'loading' ? <div className={classes.footWaits} /> : null}
      {found !== undefined && found > FEW ? (
        <div className={classes.foot}>
          {all ? (
            <div className="grow">
              <ListPager list={list} />
            </div>
          ) : (
            <span role="status">
              {rows.length} de {found}
            </span>
          )}
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
        </div>
      ) : null}
      <BulkBar selected={selected} acts={[download]} onDone={() => {}} />
    </>
  )
}

function subtitleOf(total: number, days: number | undefined): string {
  if (total === 0) return 'No hay nada por verificar.'
  const many = `${total} por verificar.`
  if (days === undefined || days === 0) return many
  return `${many} ${total === 1 ? 'Espera' : 'La más antigua espera'} desde hace ${ageText(days)}.`
}
