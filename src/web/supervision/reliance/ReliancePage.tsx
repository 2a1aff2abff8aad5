import { IconFilePlus, IconFileText } from '@tabler/icons-react'
import { relianceColumns } from '#domain/supervision/reliance/columns.ts'
import type { RelianceRow } from '#domain/supervision/reliance/contract.ts'
import { exportReliance } from '#domain/supervision/reliance/contract.ts'
import { relianceStandingLabels, relianceStandings } from '#domain/supervision/reliance/standing.ts'
import { criticalNotes } from '#domain/supervision/use/use.ts'
import { paths } from '#web/app/paths.ts'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { relianceStandingBadges } from '#web/supervision/reliance/badges.ts'
import { useBeginReliance } from '#web/supervision/reliance/useBeginReliance.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import classes from './reliance.module.css'

/** /reliance: the critical services that a bank uses, each with its reliance file (RELY-15). */
export function ReliancePage() {
  const list = useList(exportReliance)
  const begin = useBeginReliance()
  const counts = list.data?.counts
  const all = counts && relianceStandings.reduce((sum, each) => sum + counts[each], 0)
  const actions: Column<RelianceRow> = {
    key: 'actions',
    header: 'Acciones',
    actions: true,
    cell: row => {
      const of = `el expediente de ${row.service}, de ${row.provider}`
      const { fileId, useId } = row
      return (
        <RowActions
          of={of}
          actions={
            fileId
              ? [{ label: `Abrir ${of}`, word: 'Abrir', icon: <IconFileText />, href: paths.relianceFile(fileId) }]
              : useId
                ? [
                    {
                      label: `Empezar ${of}`,
                      word: 'Empezar',
                      icon: <IconFilePlus />,
                      onClick: () => !begin.isPending && begin.mutate(useId),
                    },
                  ]
                : []
          }
        />
      )
    },
  }
  return (
    <>
      <PageHeader
        title="Expedientes de confianza"
        subtitle="Recurso a informes de terceros (art. 8): en qué se apoya su entidad para cada servicio que sustenta una función esencial o importante, y por qué. Solo su entidad lo lee."
      />
      <div className={classes.counts}>
        <Segments
          label="Expediente"
          value={list.filters.standing ?? ''}
          onChange={value => list.setFilter('standing', value || null)}
          segments={[
            { value: '', label: 'Todos', count: all },
            ...relianceStandings.map(value => ({
              value,
              label: relianceStandingLabels[value],
              count: counts?.[value],
            })),
          ]}
        />
      </div>
      <ListFilters list={list} />
      <div className={classes.bar}>
        <ListTools list={list} />
      </div>
      <ListTable
        list={list}
        columns={[...columns, actions]}
        rowKey={row => row.fileId ?? row.useId ?? row.words}
        empty={{
          title: 'Ningún servicio que utiliza sustenta una función esencial o importante',
          text: 'Indique en «Niveles exigidos» qué servicios sustentan una función esencial o importante, y aquí verá su expediente.',
          action: <UiLink href={paths.requiredLevels()}>Ver los niveles exigidos</UiLink>,
        }}
        noResults="Ningún servicio coincide"
      />
      <ListPager list={list} noun={['servicio', 'servicios']} />
    </>
  )
}

const columns = tableColumns(relianceColumns, {
  provider: { sub: row => row.cif },
  service: {
    // The list is of critical functions: only another one is said.
    sub: ({ serviceKey, critical }) =>
      [serviceKey, critical && critical !== 'YES' && criticalNotes[critical]].filter(Boolean).join(' · '),
  },
  standing: {
    cell: row => <StateBadge state={relianceStandingBadges[row.standing]} label={row.words} />,
    sub: row => causesText(row),
  },
  signedAt: { width: 150 },
  reviewOn: { width: 110 },
})

/** Why it is due, and that its next version has begun. */
const causesText = ({ signed, draft }: RelianceRow) =>
  [
    ...(signed?.causes.map(({ sentence }) => sentence) ?? []),
    signed && draft ? `El n.º ${draft.number} está en borrador.` : '',
  ]
    .filter(Boolean)
    .join(' ') || null
