import { Button } from '@mantine/core'
import { IconFileText, IconMessageExclamation, IconScale } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { requestTypeLabels } from '#domain/report-request/report-request.ts'
import { roleLabels } from '#domain/session/outcome.ts'
import { ageText, queueAge } from '#domain/start/queue-age.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import { readQueue } from '#domain/validation/contract.ts'
import { messageOf, reading } from '#web/api.ts'
import { useListState } from '#web/list/useListState.ts'
import { sortOf, sortText } from '#web/participant/search/sorting.ts'
import { useUrlValue } from '#web/participant/search/useUrlValue.ts'
import { paths } from '#web/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { notchesOf, Regla } from '#web/ui/Regla.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { UiLink } from '#web/ui/UiLink.tsx'
import classes from './search.module.css'

const FEW = 4
const MANY = 10
const NOTCHES = 10

const kinds = {
  documentation: { word: 'Documentación', Icon: IconFileText },
  report: { word: 'Informe', Icon: IconScale },
  incident: { word: 'Incidencia', Icon: IconMessageExclamation },
} as const

/** Where an item of the queue is worked on. */
function hrefOf({ kind, id, idGenericEntity }: QueueItem): string {
  if (kind === 'documentation') return paths.verifyDocumentation(idGenericEntity, id)
  if (kind === 'report') return paths.verifyReport(idGenericEntity, id)
  return paths.openIncident(idGenericEntity, id, 'w')
}

function noteOf({ kind, role, detail, requestType }: QueueItem): string {
  const type = requestType && requestType !== 'NEW' ? requestTypeLabels[requestType] : null
  return [kind === 'documentation' ? roleLabels[role] : null, detail, type].filter(Boolean).join(' · ')
}

/** What waits for CCI, the oldest first, with its age as a rule; 'Ver toda la cola' pages through it. */
export function VerificationQueue() {
  const { today } = useMe()
  const list = useListState(['kind'], 'receivedAt,asc', 'q-')
  const [all, setAll] = useUrlValue('q-all')
  const size = all ? MANY : FEW
  const kind = list.filters.kind as QueueItem['kind'] | undefined
  const { data, error, isPending, refetch, isFetching } = useQuery({
    ...reading(readQueue, { query: { kind, page: list.page, size, sort: list.sort } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const oldest = useQuery(reading(readQueue, { query: { size: 1, sort: 'receivedAt,asc' } })).data?.content[0]
  const counts = data?.counts
  const total = counts ? counts.documentation + counts.report + counts.incident : 0
  const oldestFirst = sortOf(list.sort).direction === 'asc' && list.page === 0
  const rows = data?.content ?? []
  const columns: Column<QueueItem>[] = [
    {
      key: 'kind',
      header: 'QUÉ',
      cell: item => {
        const { word, Icon } = kinds[item.kind]
        return (
          <span className="row">
            <Icon aria-hidden="true" />
            {word}
          </span>
        )
      },
    },
    { key: 'participant', header: 'PARTICIPANTE', cell: item => <b>{item.participant}</b>, sub: noteOf },
    {
      key: 'receivedAt',
      header: 'RECIBIDO',
      sortable: true,
      cell: item => <RelativeTime value={item.receivedAt} withTime />,
    },
    {
      key: 'age',
      header: 'ESPERA',
      cell: item => {
        const { days, late } = queueAge(item.receivedAt, today)
        return (
          <span className={classes.wait}>
            <Regla
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
    {
      key: 'act',
      header: 'Acción',
      actions: true,
      cell: item => (
        <Button
          size="xs"
          variant={oldestFirst && item === rows[0] ? 'filled' : 'default'}
          component={UiLink}
          href={hrefOf(item)}
        >
          {item.kind === 'incident' ? 'Gestionar' : 'Verificar'}
          <span className="vh">
            {' '}
            {kinds[item.kind].word.toLowerCase()} de {item.participant}
          </span>
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Cola de verificación"
        subtitle={counts ? subtitleOf(total, oldest && queueAge(oldest.receivedAt, today).days) : ' '}
        actions={
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
        }
      />
      <DataTable
        label="Cola de verificación"
        columns={columns}
        rows={rows}
        rowKey={item => item.id}
        status={error ? 'error' : isPending ? 'loading' : 'ready'}
        skeletonRows={FEW}
        sort={sortOf(list.sort)}
        onSort={sort => list.setSort(sortText(sort))}
        empty={{ title: 'No hay nada por verificar', text: 'Lo que envíen los participantes aparecerá aquí.' }}
        noResults={kind ? { title: 'Nada de esta clase espera al CCI', onClear: list.clear } : null}
        error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch(), retrying: isFetching }}
      />
      {data && data.totalElements > FEW ? (
        <div className={classes.foot}>
          {all ? (
            <div className="grow">
              <Pager
                page={list.page + 1}
                pageSize={MANY}
                total={data.totalElements}
                onChange={page => list.setPage(page - 1)}
              />
            </div>
          ) : (
            <span role="status">
              {rows.length} de {data.totalElements}
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
    </>
  )
}

function subtitleOf(total: number, days: number | undefined): string {
  if (total === 0) return 'No hay nada por verificar.'
  const many = `${total} por verificar.`
  if (days === undefined || days === 0) return many
  return `${many} ${total === 1 ? 'Espera' : 'La más antigua espera'} desde hace ${ageText(days)}.`
}
