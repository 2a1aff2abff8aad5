import { Button } from '@mantine/core'
import { IconChecklist, IconFolderOpen } from '@tabler/icons-react'
import { participantColumns, participantsLists } from '#domain/participant/columns.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { exportOverview } from '#domain/participant/contract.ts'
import { isUnderReview, reviewedNote } from '#domain/validation/validation.ts'
import { paths } from '#web/app/paths.ts'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { Expiry } from '#web/list/Rating.tsx'
import { StatusBadge } from '#web/list/StatusBadge.tsx'
import type { Look } from '#web/list/tableColumns.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { ContactInfo } from '#web/participant/detail/ContactInfo.tsx'
import { reviewHref } from '#web/participant/search/reviewHref.ts'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { DetailLine, DetailPanel } from '#web/ui/layout/DetailPanel.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

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

const looks: Record<string, Look<OverviewRow>> = {
  nrbe: { cell: row => <span className="mono">{row.details.codNRBE}</span> },
  sentAt: {
    cell: row => (row.details.sentAt ? <RelativeTime value={row.details.sentAt} /> : <NoValue />),
  },
  expiredAt: { cell: row => <Expiry value={row.expiredAt} /> },
  status: {
    cell: row => <StatusBadge status={row.validationStatus} sentAt={row.details.sentAt} />,
  },
}

/** CCI's list of entities or evaluators (SRCH-04, SRCH-05), with the contact-info panel of each. */
export function ParticipantSearch({ kind }: { kind: 'ENTITY' | 'AUDIT' }) {
  const say = words[kind]
  const list = useList(exportOverview, { params: { kind }, shown: participantsLists[kind] })
  const [selected, select] = useUrlValue('row')
  const { rows } = list
  const chosen = rows.find(row => row.idProvider === selected) ?? null
  return (
    <>
      <PageHeader title={say.title} caps actions={<ListTools list={list} />} />
      <ListFilters list={list} />
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
        <ListTable
          list={list}
          columns={[
            ...tableColumns(participantColumns[kind], looks),
            { key: 'actions', header: 'Acciones', actions: true, cell: row => <Review row={row} /> },
          ]}
          rowKey={row => row.idProvider}
          selectedKey={selected}
          onSelect={row => select(row.idProvider === selected ? null : row.idProvider)}
          empty={{
            title: say.empty,
            text: 'Aparecen cuando envían su documentación.',
            action: <UiLink href={paths.invitations()}>Invitar a un participante</UiLink>,
          }}
        />
        <ListPager list={list} />
      </DetailPanel>
    </>
  )
}

function Detail({ row, kind }: { row: OverviewRow; kind: 'entity' | 'audit' }) {
  return (
    <>
      <DetailLine
        title="Documentación"
        badge={<StatusBadge status={row.validationStatus} sentAt={row.details.sentAt} small />}
        note={`${row.details.documentsAccepted} de ${row.details.documents} aceptados`}
      />
      <ContactInfo kind={kind} id={row.idProvider} open />
    </>
  )
}

/** A pending item opens the verification; a decided one opens read-only, with its note. */
function Review({ row, asButton }: { row: OverviewRow; asButton?: boolean }) {
  const { documentationId, idProvider } = row
  if (!documentationId) return null
  const waits = isUnderReview(row.validationStatus)
  const href = reviewHref({ participantId: idProvider, documentationId, status: row.validationStatus })
  const label = waits ? 'Verificar' : 'Documentación'
  const icon = waits ? <IconChecklist /> : <IconFolderOpen />
  return asButton ? (
    <>
      <Button size="xs" leftSection={icon} component={UiLink} href={href}>
        {label}
      </Button>
      {waits ? null : <p className="small dim">{reviewedNote(row.validationStatus)}</p>}
    </>
  ) : (
    <RowActions
      of={row.provider}
      actions={[{ label: `${label} de ${row.provider}`, word: waits ? label : undefined, icon, href }]}
    />
  )
}
