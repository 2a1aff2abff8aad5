import { IconMessageExclamation } from '@tabler/icons-react'
import { msg } from '#domain/language/translate.ts'
import { withFilters } from '#web/app/address.ts'
import { mainScreen } from '#web/app/screen.ts'

export const incidentScreens = {
  incidents: mainScreen({
    path: '/incidences',
    /** Optionally with the window of a new incident about a provider open. */
    address: (provider?: string) => withFilters('/incidences', { about: provider }),
    page: 'IncidentsPage',
    load: () => import('#web/incident/IncidentsPage.tsx'),
    may: 'incident.read',
    title: msg('Incidencias'),
    english: true,
    menu: { PROVIDER: { Icon: IconMessageExclamation }, ENTITY: { Icon: IconMessageExclamation } },
  }),
  manageIncidents: mainScreen({
    path: '/incidences/incidences-CCI',
    page: 'ManageIncidentsPage',
    load: () => import('#web/incident/ManageIncidentsPage.tsx'),
    may: 'incident.manage',
    title: msg('Gestión'),
    under: 'incidents',
    menu: { CCI: { Icon: IconMessageExclamation, label: msg('Incidencias') } },
  }),
  openIncident: mainScreen({
    path: '/incidences/open-incidence/$key',
    address: (provider: string, incident: string | null, mode: 'r' | 'w') =>
      `/incidences/open-incidence/${provider}-${incident ?? ''}-${mode}`,
    page: 'OpenIncidentPage',
    load: () => import('#web/incident/OpenIncidentPage.tsx'),
    may: 'incident.read',
    title: msg('Incidencia'),
    english: true,
    under: 'incidents',
  }),
}
