import { IncidentList } from '#web/incident/IncidentList.tsx'
import { NewIncidentButton } from '#web/incident/NewIncidentButton.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

/** /incidences/incidences-CCI: CCI opens, closes and reopens incidents (INC-03, ROUTE-20, ROLE-16). */
export function ManageIncidentsPage() {
  return (
    <>
      <PageHeader
        caps
        title="GESTIÓN INCIDENCIA"
        subtitle="Lo que notifican proveedores y entidades espera aquí a que lo abra."
        actions={<NewIncidentButton />}
      />
      <IncidentList emptyText="Cuando un proveedor o una entidad notifique una, aparecerá aquí." />
    </>
  )
}
