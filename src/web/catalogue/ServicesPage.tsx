import { Button } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceWire } from '#domain/catalogue/contract.ts'
import { listServices } from '#domain/catalogue/contract.ts'
import { messageOf, reading } from '#web/api.ts'
import { DeleteServiceModal } from '#web/catalogue/DeleteServiceModal.tsx'
import { ServiceModal } from '#web/catalogue/ServiceModal.tsx'
import { useListState } from '#web/list/useListState.ts'
import { Forbidden } from '#web/participant/search/Forbidden.tsx'
import { sortOf, sortText } from '#web/participant/search/sorting.ts'
import { useMay } from '#web/session/useMe.ts'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** /service-configuration: the services that a provider can be qualified for (ROUTE-23, SRV-01, SRV-02, ROLE-08). */
export function ServicesPage() {
  return useMay('service.manage') ? <Services /> : <Forbidden />
}

/** Configuration reads come whole (API-07). */
const ALL = 9999

function Services() {
  const state = useListState([], 'name,asc')
  // What is open; the windows keep their words while they close.
  const [edited, setEdited] = useState<ServiceWire | 'new' | null>(null)
  const [deleted, setDeleted] = useState<ServiceWire | null>(null)
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(listServices, { query: { size: ALL, sort: state.sort as 'name' } }),
    placeholderData: keepPreviousData,
  })
  const services = data?.content ?? []
  const columns: Column<ServiceWire>[] = [
    { key: 'name', header: 'DESCRIPCIÓN', sortable: true, cell: row => row.description },
    { key: 'type', header: 'TIPO', sortable: true, width: '28%', cell: row => row.type },
    { key: 'key', header: 'CLAVE', width: 120, cell: row => <span className="mono dim">{row.key}</span> },
    {
      key: 'actions',
      header: 'Acciones',
      actions: true,
      cell: row => (
        <>
          <IconButton
            size={40}
            label={`Editar ${row.description}`}
            icon={<IconEdit />}
            onClick={() => setEdited(row)}
          />
          <IconButton
            size={40}
            label={`Eliminar ${row.description}`}
            icon={<IconTrash />}
            onClick={() => setDeleted(row)}
          />
        </>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Servicios"
        subtitle="Lo que un proveedor puede pedir que se le califique."
        actions={
          <Button variant="filled" leftSection={<IconPlus />} onClick={() => setEdited('new')}>
            Añadir servicio
          </Button>
        }
      />
      <DataTable
        label="Servicios"
        columns={columns}
        rows={services}
        rowKey={row => row.id}
        status={data ? 'ready' : error ? 'error' : 'loading'}
        sort={sortOf(state.sort)}
        onSort={sort => state.setSort(sortText(sort))}
        skeletonRows={10}
        empty={{
          title: 'No hay ningún servicio',
          text: 'Añada el primero para que los proveedores puedan pedir su calificación.',
        }}
        error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch(), retrying: isFetching }}
      />
      <ServiceModal
        service={edited}
        types={[...new Set(services.map(service => service.type))]}
        onClose={() => setEdited(null)}
      />
      <DeleteServiceModal service={deleted} onClose={() => setDeleted(null)} />
    </>
  )
}
