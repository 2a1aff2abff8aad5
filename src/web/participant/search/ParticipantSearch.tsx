import { Button, Select } from '@mantine/core'
import { IconChecklist, IconFolderOpen } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { notices } from '#domain/messages.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { documentationFilterOptions } from '#domain/participant/search-filters.ts'
import { isUnderReview } from '#domain/validation/validation.ts'
import { messageOf, reading } from '#web/api.ts'
import { useListState } from '#web/list/useListState.ts'
import { StatusBadge } from '#web/participant/search/badges.tsx'
import { ContactInfo } from '#web/participant/search/ContactInfo.tsx'
import { Expiry } from '#web/participant/search/Rating.tsx'
import { SearchField } from '#web/participant/search/SearchField.tsx'
import { sortOf, sortText } from '#web/participant/search/sorting.ts'
import { useUrlValue } from '#web/participant/search/useUrlValue.ts'
import { paths } from '#web/paths.ts'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { DetailLine, DetailPanel } from '#web/ui/DetailPanel.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { UiLink } from '#web/ui/UiLink.tsx'

/** LIM-16, LIM-17. */
const PAGE_SIZE = 6

const words = {
  ENTITY: {
    title: 'BÚSQUEDA ENTIDADES',
    label: 'Entidades',
    one: 'Entidad',
    placeholder: 'Nombre o NRBE',
    kind: 'entity',
    empty: 'No hay entidades',
  },
  AUDIT: {
    title: 'BÚSQUEDA EVALUADORES',
    label: 'Evaluadores',
    one: 'Evaluador',
    placeholder: 'Nombre o CIF',
    kind: 'audit',
    empty: 'No hay evaluadores',
  },
} as const

const sent: Column<OverviewRow> = {
  key: 'sentAt',
  header: 'DOCUMENTACIÓN ENVIADA',
  sortable: true,
  cell: row => (row.details.sentAt ? <RelativeTime value={row.details.sentAt} /> : <span className="dimmer">—</span>),
}
const status: Column<OverviewRow> = {
  key: 'status',
  header: 'ESTADO',
  sortable: true,
  cell: row => <StatusBadge status={row.validationStatus} gender="f" sentAt={row.details.sentAt} />,
}
const columns: Record<'ENTITY' | 'AUDIT', Column<OverviewRow>[]> = {
  ENTITY: [
    { key: 'provider', header: 'ENTIDAD', sortable: true, cell: row => row.provider },
    { key: 'nrbe', header: 'NRBE', cell: row => <span className="mono">{row.details.codNRBE}</span> },
    sent,
    status,
  ],
  AUDIT: [
    { key: 'provider', header: 'EVALUADOR', sortable: true, cell: row => row.provider, sub: row => row.cif },
    sent,
    {
      key: 'expiredAt',
      header: 'ACREDITADO HASTA',
      sortable: true,
      cell: row => <Expiry value={row.expiredAt} />,
    },
    status,
  ],
}

/** CCI's list of entities or evaluators (SRCH-04, SRCH-05), with the contact-info panel of each. */
export function ParticipantSearch({ kind }: { kind: 'ENTITY' | 'AUDIT' }) {
  const say = words[kind]
  const list = useListState(['provider', 'status'], 'provider,asc')
  const [selected, select] = useUrlValue('row')
  const { data, error, isPending, refetch, isFetching } = useQuery({
    ...reading(readOverview, {
      params: { kind },
      query: { ...list.filters, page: list.page, size: PAGE_SIZE, sort: list.sort } as never,
    }),
    placeholderData: keepPreviousData,
  })
  const rows = data?.content ?? []
  const chosen = rows.find(row => row.idProvider === selected) ?? null
  return (
    <>
      <PageHeader title={say.title} caps />
      <FilterBar onClear={list.clear} active={Object.keys(list.filters).length}>
        <SearchField
          label={say.one}
          placeholder={say.placeholder}
          value={list.filters.provider ?? ''}
          onChange={value => list.setFilter('provider', value)}
        />
        <Select
          size="xs"
          label="Estado"
          placeholder="Todos"
          data={documentationFilterOptions}
          clearable
          value={list.filters.status ?? null}
          onChange={value => list.setFilter('status', value)}
        />
      </FilterBar>
      <h2 className="vh">Lista y detalle</h2>
      <DetailPanel
        onClose={() => select(null)}
        detail={
          chosen && {
            key: chosen.idProvider,
            title: chosen.provider,
            subtitle: kind === 'ENTITY' ? `NRBE ${chosen.details.codNRBE}` : chosen.cif,
            body: <Detail row={chosen} kind={say.kind} />,
            actions: <Review row={chosen} asButton />,
          }
        }
      >
        <DataTable
          label={say.label}
          columns={[
            ...columns[kind],
            { key: 'actions', header: 'Acciones', actions: true, cell: row => <Review row={row} /> },
          ]}
          rows={rows}
          rowKey={row => row.idProvider}
          status={error ? 'error' : isPending ? 'loading' : 'ready'}
          skeletonRows={PAGE_SIZE}
          sort={sortOf(list.sort)}
          onSort={sort => list.setSort(sortText(sort))}
          selectedKey={selected}
          onSelect={row => select(row.idProvider === selected ? null : row.idProvider)}
          empty={{
            title: say.empty,
            text: 'Aparecen cuando envían su documentación.',
            action: <UiLink href={paths.invitations()}>Invitar a un participante</UiLink>,
          }}
          noResults={Object.keys(list.filters).length > 0 ? { onClear: list.clear } : null}
          error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch(), retrying: isFetching }}
        />
        {data ? (
          <Pager
            page={list.page + 1}
            pageSize={PAGE_SIZE}
            total={data.totalElements}
            onChange={page => list.setPage(page - 1)}
          />
        ) : null}
      </DetailPanel>
    </>
  )
}

function Detail({ row, kind }: { row: OverviewRow; kind: 'entity' | 'audit' }) {
  return (
    <>
      <DetailLine
        title="Documentación"
        badge={<StatusBadge status={row.validationStatus} gender="f" sentAt={row.details.sentAt} small />}
        note={`${row.details.documentsAccepted} de ${row.details.documents} aceptados`}
      />
      <ContactInfo kind={kind} id={row.idProvider} open />
    </>
  )
}

/** What waits is verified; what CCI has decided is read, with the note that says so. */
function Review({ row, asButton }: { row: OverviewRow; asButton?: boolean }) {
  const { documentationId, idProvider } = row
  if (!documentationId) return null
  const waits = isUnderReview(row.validationStatus)
  const href = waits
    ? paths.verifyDocumentation(idProvider, documentationId)
    : paths.viewDocumentation(idProvider, documentationId, 'DOC_MIN')
  const label = waits ? 'Verificar' : 'Documentación'
  const icon = waits ? <IconChecklist /> : <IconFolderOpen />
  return asButton ? (
    <>
      <Button size="xs" leftSection={icon} component={UiLink} href={href}>
        {label}
      </Button>
      {waits ? null : <p className="small dim">{notices.alreadyValidated}</p>}
    </>
  ) : (
    <IconButton size={40} label={`${label} de ${row.provider}`} icon={icon} href={href} />
  )
}
