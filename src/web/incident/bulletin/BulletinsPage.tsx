import type { BulletinWire } from '#domain/incident/bulletin/contract.ts'
import { exportBulletins, readBulletin } from '#domain/incident/bulletin/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { AcknowledgeModal } from '#web/incident/bulletin/AcknowledgeModal.tsx'
import { bulletinTable } from '#web/incident/bulletin/bulletinTable.tsx'
import { ClockModal } from '#web/incident/bulletin/ClockModal.tsx'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { MissingRow } from '#web/list/MissingRow.tsx'
import { useList } from '#web/list/useList.ts'
import { useOpenRow } from '#web/list/useOpenRow.ts'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import classes from './bulletin.module.css'

const keyOf = ({ id }: BulletinWire) => id
const reading = (id: string) => queryOptions(readBulletin, { params: { id } })
const itself = (bulletin: BulletinWire) => bulletin

/** /bulletins: what CCI told the bank of incidents, incident by incident, what waits for it first (AFFECT-16). */
export function BulletinsPage() {
  const list = useList(exportBulletins)
  const opened = useOpenRow(list, keyOf, reading, itself)
  const { row: chosen, open } = opened
  const timed = useOpenRow(list, keyOf, reading, itself, 'clock')
  return (
    <>
      <PageHeader
        title="Comunicados"
        subtitle="Lo que el CCI comunica de las incidencias de sus proveedores. Acuse recibo de cada comunicado."
      />
      <MissingRow of={opened} />
      <MissingRow of={timed} />
      <div className={classes.bar}>
        <Segments
          label="Acuse"
          value={list.filters.waiting ?? ''}
          onChange={value => list.setFilter('waiting', value || null)}
          segments={[
            { value: '', label: 'Todos' },
            { value: 'true', label: 'Por acusar', count: list.data?.waiting },
          ]}
        />
        <div className="row">
          <ListTools list={list} />
        </div>
      </div>
      <ListFilters list={list} />
      <ListTable
        list={list}
        columns={bulletinTable({ onAnswer: ({ id }) => open(id), onClock: ({ id }) => timed.open(id) })}
        rowKey={keyOf}
        empty={{
          title: 'No ha recibido ningún comunicado',
          text: 'Aquí verá los de las incidencias de los servicios que utiliza, si los ha declarado en «Niveles exigidos».',
        }}
        noResults="Ningún comunicado coincide"
      />
      <ListPager list={list} noun={['comunicado', 'comunicados']} />
      {chosen ? <AcknowledgeModal key={chosen.id} bulletin={chosen} onClose={() => open(null)} /> : null}
      {timed.row ? <ClockModal key={timed.row.id} bulletin={timed.row} onClose={() => timed.open(null)} /> : null}
    </>
  )
}
