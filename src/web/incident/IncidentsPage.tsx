import type { Role } from '#domain/identity/roles.ts'
import { msg, t } from '#domain/language/translate.ts'
import { IncidentList } from '#web/incident/IncidentList.tsx'
import { NewIncidentButton } from '#web/incident/NewIncidentButton.tsx'
import { useMe } from '#web/session/useMe.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

const words: Record<Role, string> = {
  CCI: msg('Abra una incidencia sobre un proveedor. El proveedor recibirá el aviso.'),
  PROVIDER: msg('Cuente al CCI lo ocurrido en su empresa. La abrirá y verá aquí en qué queda.'),
  ENTITY: msg('Cuente al CCI lo ocurrido con un proveedor. La abrirá y verá aquí en qué queda.'),
  AUDIT: '',
}

/** /incidences: raises an incident, and lists those visible to the user (INC-01, INC-02, ROUTE-17). */
export function IncidentsPage() {
  const me = useMe()
  return (
    <>
      <PageHeader
        caps
        title={t('NOTIFICAR INCIDENCIA')}
        subtitle={t(words[me.role.key])}
        actions={<NewIncidentButton />}
      />
      <IncidentList emptyText={t('Cuando se notifique una, aparecerá aquí con su estado.')} />
    </>
  )
}
