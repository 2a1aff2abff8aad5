import { Button, Select, TextInput } from '@mantine/core'
import {
  IconDownload,
  IconFileText,
  IconHistory,
  IconMessageExclamation,
  IconScale,
  IconSearch,
} from '@tabler/icons-react'
import { useState } from 'react'
import { now, Shell } from '#web/gallery/Shell.tsx'
import { type BadgeState, StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { DetailLine, DetailPanel } from '#web/ui/layout/DetailPanel.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { ExpiryDate } from '#web/ui/rating/ExpiryDate.tsx'
import { notchesOf, ProgressNotches } from '#web/ui/rating/ProgressNotches.tsx'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import { ColumnsMenu, useColumns } from '#web/ui/table/ColumnsMenu.tsx'
import { type Column, DataTable, type Sort } from '#web/ui/table/DataTable.tsx'
import { FilterBar } from '#web/ui/table/FilterBar.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

const axes = ['Confidencialidad', 'Integridad', 'Disponibilidad']
const queue = [
  {
    id: '1',
    what: 'Documentación',
    who: 'Hontanar Centros de Datos, S.A.',
    note: 'Proveedor · 5 documentos',
    at: '2026-11-12T08:14:00Z',
    days: 9,
  },
  {
    id: '2',
    what: 'Informe',
    who: 'Arcadio Mensajería Segura, S.A.',
    note: 'Transporte de valija · Auditoría Somport',
    at: '2026-11-14T16:40:00Z',
    days: 7,
  },
  {
    id: '3',
    what: 'Documentación',
    who: 'Ferrández Vilar Auditores, S.L.P.',
    note: 'Evaluador · 4 documentos',
    at: '2026-11-17T10:02:00Z',
    days: 4,
  },
  {
    id: '4',
    what: 'Incidencia',
    who: 'Valdeoca Impresión y Ensobrado, S.A.',
    note: 'Abierta por Caja Rural de Valdehoz',
    at: '2026-11-20T07:55:00Z',
    days: 1,
  },
]
const icons = { Documentación: IconFileText, Informe: IconScale, Incidencia: IconMessageExclamation }
type Queued = (typeof queue)[number]
const queueColumns: Column<Queued>[] = [
  {
    key: 'what',
    header: 'QUÉ',
    cell: row => {
      const Icon = icons[row.what as keyof typeof icons]
      return (
        <span className="row">
          <Icon />
          {row.what}
        </span>
      )
    },
  },
  { key: 'who', header: 'PARTICIPANTE', cell: row => <b>{row.who}</b>, sub: row => row.note },
  { key: 'at', header: 'RECIBIDO', sortable: true, cell: row => <RelativeTime value={row.at} withTime now={now} /> },
  {
    key: 'days',
    header: 'ESPERA',
    cell: row => (
      <span className="row">
        <ProgressNotches
          notches={notchesOf(row.days, 10, row.days > 7 ? 'LAPSED' : 'PENDING')}
          label={`${row.days} días`}
          width={92}
        />
        <span className="nowrap">
          {row.days} {row.days === 1 ? 'día' : 'días'}
        </span>
      </span>
    ),
  },
  {
    key: 'act',
    header: 'Acción',
    actions: true,
    cell: row => (
      <Button size="xs" variant={row.id === '1' ? 'filled' : 'default'}>
        {row.what === 'Incidencia' ? 'Gestionar' : 'Verificar'}
      </Button>
    ),
  },
]

interface Provider {
  id: string
  name: string
  cif: string
  service: string
  evaluator: string
  expiry: string | null
  level?: 'soon' | 'late'
  rating: string | null
  state: BadgeState
  word: string
}
const providers: Provider[] = [
  {
    id: 'a',
    name: 'Arcadio Mensajería Segura',
    cif: 'A00317644',
    service: 'Transporte de valija',
    evaluator: 'Auditoría Somport',
    expiry: null,
    rating: null,
    state: 'PENDING',
    word: 'Pendiente',
  },
  {
    id: 'b',
    name: 'Cantera Nube',
    cif: 'B00581025',
    service: 'Alojamiento en nube',
    evaluator: 'Quintanilla y Robles',
    expiry: '2027-04-30',
    rating: 'A+/A/A+',
    state: 'QUALIFIED',
    word: 'Calificado',
  },
  {
    id: 'c',
    name: 'Lumbre Sistemas',
    cif: 'B00629352',
    service: 'Atención telefónica',
    evaluator: 'Auditoría Somport',
    expiry: '2026-09-02',
    level: 'late',
    rating: 'B/B/C',
    state: 'LAPSED',
    word: 'Caducado',
  },
  {
    id: 'd',
    name: 'Tramontana Custodia Digital',
    cif: 'B00472183',
    service: 'Custodia documental',
    evaluator: 'Quintanilla y Robles',
    expiry: '2026-12-14',
    level: 'soon',
    rating: 'A/B/A+',
    state: 'QUALIFIED',
    word: 'Calificado',
  },
  {
    id: 'e',
    name: 'Mirlo Firma Electrónica',
    cif: 'B00194779',
    service: 'Firma electrónica',
    evaluator: 'Ferrández Vilar',
    expiry: null,
    rating: null,
    state: 'REJECTED',
    word: 'Rechazado',
  },
  {
    id: 'f',
    name: 'Valdeoca Impresión y Ensobrado',
    cif: 'A00440933',
    service: 'Impresión y ensobrado',
    evaluator: 'Auditoría Somport',
    expiry: '2025-05-18',
    level: 'late',
    rating: 'C/B/B',
    state: 'EXPIRED',
    word: 'Expirado',
  },
]
const columns: Column<Provider>[] = [
  { key: 'name', header: 'PROVEEDOR', sortable: true, cell: row => row.name, sub: row => row.cif },
  { key: 'service', header: 'SERVICIO', sortable: true, cell: row => row.service, sub: row => row.evaluator },
  {
    key: 'expiry',
    header: 'FECHA CADUCIDAD',
    sortable: true,
    width: 120,
    cell: row => <ExpiryDate value={row.expiry} level={row.level} now={now} />,
  },
  {
    key: 'rating',
    header: 'CALIFICACIÓN',
    hint: axes.join(', '),
    cell: row => (row.rating ? <RatingBadge rating={row.rating} axes={axes} old={row.level === 'late'} /> : '—'),
  },
  {
    key: 'state',
    header: 'ESTADO',
    sortable: true,
    cell: row => <StateBadge state={row.state} label={row.word} tooltip="Por Marta Olmedo, 12/11/2026" />,
  },
]

export function ListPart() {
  const [segment, setSegment] = useState('all')
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'asc' })
  const [selected, setSelected] = useState<string | null>(innerWidth >= 1400 ? 'd' : null)
  const [page, setPage] = useState(1)
  const [visible, setVisible] = useColumns(
    'gallery',
    columns.map(column => column.key),
  )
  const chosen = providers.find(row => row.id === selected)
  return (
    <Shell crumbs={[{ label: 'Participantes', href: '#list' }, { label: 'Proveedores' }]} active="providers">
      <PageHeader
        title="Cola de verificación"
        subtitle="17 por verificar. La más antigua espera desde hace 9 días."
        actions={
          <Segments
            label="Qué se ve de la cola"
            value={segment}
            onChange={setSegment}
            segments={[
              { value: 'all', label: 'Todo', count: 17 },
              { value: 'docs', label: 'Documentación', count: 9 },
              { value: 'reports', label: 'Informes', count: 5 },
              { value: 'issues', label: 'Incidencias', count: 3 },
            ]}
          />
        }
      />
      <DataTable
        label="Cola de verificación"
        columns={queueColumns}
        rows={queue}
        rowKey={row => row.id}
        sort={{ key: 'at', direction: 'asc' }}
        onSort={() => {}}
        empty={{ title: 'No hay nada por verificar' }}
      />
      <Section
        title="BÚSQUEDA PROVEEDORES"
        actions={
          <>
            <ColumnsMenu
              columns={columns.slice(1).map(column => ({ key: column.key, label: column.header }))}
              visible={visible}
              onChange={setVisible}
            />
            <Button variant="subtle" size="xs" leftSection={<IconDownload />}>
              Exportar
            </Button>
          </>
        }
      >
        <FilterBar onClear={() => {}} active={1}>
          <TextInput size="xs" label="Proveedor" placeholder="Nombre o CIF" leftSection={<IconSearch />} />
          <Select size="xs" label="Servicio" placeholder="Todos" data={['Custodia documental', 'Firma electrónica']} />
          <Select size="xs" label="Evaluador" placeholder="Todos" data={['Auditoría Somport']} />
          <Select size="xs" label="Estado" placeholder="Todos" data={['Calificado', 'Pendiente']} />
        </FilterBar>
        <DetailPanel
          onClose={() => setSelected(null)}
          detail={
            chosen
              ? {
                  key: chosen.id,
                  title: `${chosen.name}, S.L.`,
                  subtitle: `${chosen.cif} · PYME · 50-249 empleados`,
                  href: '#start',
                  body: (
                    <>
                      <DetailLine
                        title="Custodia documental"
                        badge={<StateBadge small state="QUALIFIED" label="Calificado" />}
                        note="Caduca el 14/12/2026"
                        extra={<RatingBadge rating="A/B/A+" axes={axes} />}
                      />
                      <DetailLine
                        title="Digitalización certificada"
                        badge={<StateBadge small state="PENDING" label="Pendiente" />}
                        note="Informe recibido el 18/11/2026"
                      />
                      <DetailLine
                        title="Documentación"
                        badge={<StateBadge small state="ACCEPTED" label="Aceptada" />}
                        note="5 de 5 · próxima caducidad 31/01/2027"
                      />
                    </>
                  ),
                  actions: (
                    <>
                      <Button size="xs" leftSection={<IconHistory />}>
                        Histórico
                      </Button>
                      <Button size="xs" leftSection={<IconFileText />}>
                        Informes
                      </Button>
                    </>
                  ),
                }
              : null
          }
        >
          <DataTable
            label="Proveedores"
            columns={columns}
            visible={visible}
            rows={providers}
            rowKey={row => row.id}
            sort={sort}
            onSort={setSort}
            selectedKey={selected}
            onSelect={row => setSelected(row.id)}
            empty={{ title: 'No hay proveedores' }}
          />
          <Pager page={page} pageSize={6} total={214} onChange={setPage} />
        </DetailPanel>
      </Section>
    </Shell>
  )
}
