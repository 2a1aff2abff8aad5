import { msg, t } from '#domain/language/translate.ts'
import { clarificationKindLabels } from '#domain/validation/clarification/clarification.ts'
import { clarificationColumns, MINE, OPEN, statusText } from '#domain/validation/clarification/columns.ts'
import type { ClarificationWire } from '#domain/validation/clarification/contract.ts'
import { exportClarifications, readClarification } from '#domain/validation/clarification/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { MissingRow } from '#web/list/MissingRow.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { useOpenRow } from '#web/list/useOpenRow.ts'
import { useMe } from '#web/session/useMe.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { DetailPanel } from '#web/ui/layout/DetailPanel.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { clarificationBadges } from '#web/validation/clarification/badges.ts'
import { Thread } from '#web/validation/clarification/Thread.tsx'
import classes from './clarifications.module.css'

const keyOf = ({ id }: ClarificationWire) => id

const subtitles = {
  CCI: msg('Lo que se pregunta de lo que está en revisión, sin rechazar nada.'),
  PROVIDER: msg('Lo que el CCI y sus evaluadores le preguntan, y lo que usted pregunta al CCI.'),
  AUDIT: msg('Lo que el CCI le pregunta, y lo que usted pregunta a los proveedores.'),
  ENTITY: '',
} as const

/** /clarifications: the threads that a reader is a party of, with one of them open (ASK-02). */
export function ClarificationsPage() {
  const role = useMe().role.key
  const list = useList(exportClarifications)
  const opened = useOpenRow(
    list,
    keyOf,
    id => queryOptions(readClarification, { params: { id } }),
    thread => thread,
  )
  const { row: chosen, open } = opened
  return (
    <>
      <PageHeader title={t('Aclaraciones')} subtitle={t(subtitles[role])} />
      <MissingRow of={opened} />
      <div className={classes.bar}>
        <Segments
          label={t('Cuáles')}
          value={list.filters.which ?? ''}
          onChange={value => list.setFilter('which', value || null)}
          segments={[
            { value: '', label: t('Todas') },
            { value: OPEN, label: t('Abiertas') },
            { value: MINE, label: t('Por contestar') },
          ]}
        />
        <ExportMenu list={list} />
      </div>
      <h2 className="vh">{t('Lista y detalle')}</h2>
      <DetailPanel
        onClose={() => open(null)}
        detail={
          chosen && {
            key: chosen.id,
            title: chosen.subject,
            label: t(clarificationKindLabels[chosen.kind]).toUpperCase(),
            subtitle: statusText(chosen),
            body: <Thread id={chosen.id} />,
          }
        }
      >
        <ListTable
          list={list}
          columns={columnsOf(role)}
          rowKey={keyOf}
          selectedKey={opened.key}
          onSelect={each => open(each.id === opened.key ? null : each.id)}
          empty={{
            title: t('No hay ninguna aclaración'),
            text: t('Se piden desde lo que está en revisión: una solicitud o la documentación.'),
          }}
          noResults={t('Ninguna aclaración coincide')}
        />
        <ListPager list={list} noun={[t('aclaración'), t('aclaraciones')]} />
      </DetailPanel>
    </>
  )
}

const columnsOf = (role: 'CCI' | 'PROVIDER' | 'AUDIT' | 'ENTITY'): Column<ClarificationWire>[] =>
  tableColumns(
    clarificationColumns.filter(({ key }) => role !== 'PROVIDER' || key !== 'participant'),
    {
      status: {
        cell: row => <StateBadge small state={clarificationBadges[row.status]} label={statusText(row)} />,
      },
      dueOn: { cell: row => dayText(row.dueOn) },
      createdAt: { cell: row => dayText(row.createdAt) },
    },
  )
