import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { findingColumns } from '#domain/assessment/finding/columns.ts'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { exportFindings, listFindings } from '#domain/assessment/finding/contract.ts'
import { ALL_FINDINGS as ALL } from '#domain/assessment/finding/filters.ts'
import { findingStatusLabels, findingStatusPlurals } from '#domain/assessment/finding/finding.ts'
import { msg, t } from '#domain/language/translate.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { queryOptions } from '#web/api/api.ts'
import { findingBadges } from '#web/assessment/finding/badges.ts'
import { FindingActions } from '#web/assessment/finding/FindingActions.tsx'
import { FindingFacts } from '#web/assessment/finding/FindingFacts.tsx'
import { RaiseModal } from '#web/assessment/finding/RaiseModal.tsx'
import { useFindingWindows } from '#web/assessment/finding/useFindingWindows.tsx'
import { usePlanMany } from '#web/assessment/finding/usePlanMany.tsx'
import { useCatalogues } from '#web/catalogue/useCatalogues.ts'
import { BulkBar } from '#web/list/bulk/BulkBar.tsx'
import { useSelected } from '#web/list/bulk/useSelected.ts'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { MissingRow } from '#web/list/MissingRow.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { useOpenRow } from '#web/list/useOpenRow.ts'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { useMay, useMe } from '#web/session/useMe.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { SearchField } from '#web/ui/field/SearchField.tsx'
import { DetailPanel } from '#web/ui/layout/DetailPanel.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './findings.module.css'

const keyOf = ({ id }: FindingWire) => id
const nameOf = ({ own, controlKey }: FindingWire) => own?.title ?? controlKey ?? ''

const subtitles = {
  PROVIDER: msg('Lo que sus evaluaciones encontraron por mejorar: planifique cada medida y pruebe que está hecha.'),
  AUDIT: msg('Lo que encontró en los servicios que evalúa, y lo que sus proveedores hacen con ello.'),
  CCI: msg('Lo que las evaluaciones encontraron por mejorar, y lo que los proveedores hacen con ello.'),
  ENTITY: '',
} as const

/** /findings: the findings that a reader sees, by date, and what it may do with each (FIND-10). */
export function FindingsPage() {
  const role = useMe().role.key
  const mayPlan = useMay('finding.plan')
  const mayRaise = useMay('finding.raise')
  const list = useList(exportFindings)
  const { filters, setFilter, rows } = list
  const counts = list.data?.counts
  const [raising, setRaising] = useState(false)
  const { open, window } = useFindingWindows()
  const selected = useSelected(rows, keyOf, nameOf)
  const plan = usePlanMany(selected.rows)
  const { serviceChoices } = useCatalogues(true)
  const opened = useOpenRow(
    list,
    keyOf,
    id => queryOptions(listFindings, { query: { id } }),
    ({ content }) => content[0],
  )
  const chosen = opened.row
  const all = counts && findingMachine.states.reduce((sum, each) => sum + counts[each], 0)
  return (
    <>
      <PageHeader
        title={t('Hallazgos')}
        subtitle={t(subtitles[role])}
        actions={
          mayRaise ? (
            <Button variant="filled" leftSection={<IconPlus />} onClick={() => setRaising(true)}>
              {t('Anotar hallazgo')}
            </Button>
          ) : null
        }
      />
      <MissingRow of={opened} />
      <div className={classes.counts}>
        <Segments
          label={t('Estado')}
          value={filters.status ?? ''}
          onChange={value => setFilter('status', value || null)}
          segments={[
            { value: '', label: t('Abiertos'), count: counts?.open },
            ...findingMachine.states.map(value => ({
              value,
              label: findingStatusPlurals[value],
              count: counts?.[value],
            })),
            { value: ALL, label: t('Todos'), count: all },
          ]}
        />
      </div>
      <ListFilters
        list={list}
        given={{ serviceId: serviceChoices }}
        own={{
          provider:
            role === 'PROVIDER' ? null : (
              <SearchField
                label={t('Proveedor')}
                placeholder={t('Nombre o CIF')}
                value={filters.provider ?? ''}
                onChange={value => setFilter('provider', value)}
              />
            ),
        }}
      />
      <div className={classes.bar}>
        <ListTools list={list} />
      </div>
      <h2 className="vh">{t('Lista y detalle')}</h2>
      <DetailPanel
        onClose={() => opened.open(null)}
        detail={
          chosen && {
            key: chosen.id,
            title: nameOf(chosen),
            label: t('HALLAZGO'),
            subtitle: [chosen.service, t(findingStatusLabels[chosen.status])].join(' · '),
            body: <FindingFacts finding={chosen} />,
            actions: <FindingActions finding={chosen} open={open} />,
          }
        }
      >
        <ListTable
          list={list}
          columns={columnsOf(role)}
          rowKey={keyOf}
          selection={mayPlan ? selected.selection : undefined}
          selectedKey={opened.key}
          onSelect={each => opened.open(each.id === opened.key ? null : each.id)}
          empty={{
            title: t('No hay ningún hallazgo abierto'),
            text: t('Los controles que una evaluación publicada no cumpla aparecerán aquí.'),
          }}
          noResults={t('Ningún hallazgo coincide')}
        />
        <ListPager list={list} noun={[t('hallazgo'), t('hallazgos')]} />
      </DetailPanel>
      {mayPlan ? <BulkBar selected={selected} acts={[plan]} onDone={list.refetch} /> : null}
      {window}
      {raising ? <RaiseModal onClose={() => setRaising(false)} /> : null}
    </>
  )
}

const columnsOf = (role: 'CCI' | 'PROVIDER' | 'AUDIT' | 'ENTITY'): Column<FindingWire>[] =>
  tableColumns(findingColumns(role), {
    title: { cell: nameOf, sub: row => [row.controlKey, row.domain].filter(Boolean).join(' · ') },
    priority: { width: 150 },
    status: {
      width: 170,
      cell: row => <StateBadge state={findingBadges[row.status]} label={t(findingStatusLabels[row.status])} />,
      sub: undefined,
    },
    dueOn: {
      width: 160,
      cell: row => (row.dueOn ? dayText(row.dueOn) : <NoValue />),
      sub: row => row.own?.ownerName || null,
    },
  })
