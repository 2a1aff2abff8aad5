import { Button } from '@mantine/core'
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { serviceColumns } from '#domain/catalogue/columns.ts'
import type { ServiceWire } from '#domain/catalogue/contract.ts'
import { exportServices } from '#domain/catalogue/contract.ts'
import { DeleteServiceModal } from '#web/catalogue/DeleteServiceModal.tsx'
import { ServiceModal } from '#web/catalogue/ServiceModal.tsx'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'

/** /service-configuration: the services that a provider can be qualified for (ROUTE-23, SRV-01, SRV-02, ROLE-08). */
export function ServicesPage() {
  const list = useList(exportServices, { fixed: true })
  // The open window; windows keep their content while they close.
  const [edited, setEdited] = useState<ServiceWire | 'new' | null>(null)
  const [deleted, setDeleted] = useState<ServiceWire | null>(null)
  const services = list.rows
  const columns: Column<ServiceWire>[] = [
    ...tableColumns(serviceColumns, {
      type: { width: '28%' },
      key: { width: 120, cell: row => <span className="mono dim">{row.key}</span> },
    }),
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
          <>
            <ExportMenu list={list} />
            <Button variant="filled" leftSection={<IconPlus />} onClick={() => setEdited('new')}>
              Añadir servicio
            </Button>
          </>
        }
      />
      <ListTable
        list={list}
        columns={columns}
        rowKey={row => row.id}
        skeletonRows={10}
        empty={{
          title: 'No hay ningún servicio',
          text: 'Añada el primero para que los proveedores puedan pedir su calificación.',
        }}
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
