import {
  IconBuildingStore,
  IconChartBar,
  IconFileUpload,
  IconHome,
  IconMail,
  IconMessageExclamation,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import type { Me } from '#domain/identity/session/contract.ts'
import { paths } from '#web/app/paths.ts'
import type { NavEntry } from '#web/shell/NavMenu.tsx'
import type { Crumb } from '#web/ui/layout/Breadcrumb.tsx'

const leaf = (key: string, label: string) => ({ key, label, href: key })
const start: NavEntry = { ...leaf(paths.start(), 'Inicio'), icon: <IconHome /> }
const users: NavEntry = { ...leaf(paths.users(), 'Gestión de usuarios'), icon: <IconUsers /> }
const incidents: NavEntry = { ...leaf(paths.incidents(), 'Incidencias'), icon: <IconMessageExclamation /> }

/** Side menu of each role (LAYOUT-21 to LAYOUT-29); the key of an entry is its path. */
export const menus: Record<Me['role']['key'], readonly NavEntry[]> = {
  CCI: [
    {
      key: 'users',
      label: 'Gestión de usuarios',
      icon: <IconUsers />,
      entries: [leaf(paths.users(), 'Crear/Gestionar usuarios'), leaf(paths.usersOverview(), 'Visualización')],
    },
    { ...leaf(paths.manageIncidents(), 'Incidencias'), icon: <IconMessageExclamation /> },
    {
      key: 'participants',
      label: 'Participantes',
      icon: <IconBuildingStore />,
      entries: [
        leaf(paths.providers(), 'Proveedores'),
        leaf(paths.entities(), 'Entidades'),
        leaf(paths.evaluators(), 'Evaluadores'),
      ],
    },
    {
      key: 'settings',
      label: 'Configuración Sistema',
      icon: <IconSettings />,
      entries: [
        leaf(paths.configuration(), 'Documentación y datos'),
        leaf(paths.services(), 'Servicios'),
        leaf(paths.accessSecurity(), 'Seguridad de acceso'),
      ],
    },
    { ...leaf(paths.invitations(), 'Invitaciones'), icon: <IconMail /> },
    { ...leaf(paths.statistics(), 'Estadísticas'), icon: <IconChartBar /> },
  ],
  PROVIDER: [
    start,
    users,
    incidents,
    { ...leaf(paths.sendReport(), 'Envío informe de auditoría'), icon: <IconFileUpload /> },
  ],
  AUDIT: [start, users],
  ENTITY: [start, users, incidents],
}

/** Own entries of the user menu; CCI has no data and no documentation (D50). */
export function ownEntries(role: Me['role']['key']): readonly { key: string; label: string; href: string }[] {
  const security = { key: 'security', label: 'Seguridad', href: paths.security() }
  if (role === 'CCI') return [security]
  return [
    { key: 'data', label: 'Mis datos', href: paths.ownData() },
    { key: 'documentation', label: 'Mi documentación', href: paths.ownDocumentation() },
    security,
  ]
}

/** Menu entry to mark for a list that the role's own menu does not contain. */
const nearest: Record<string, string> = {
  [paths.incidents()]: paths.manageIncidents(),
  [paths.providers()]: paths.start(),
}

/**
 * Menu entry of a screen: the longest key that its path starts with. A screen without one uses the entry of the crumb
 * above it (an open incident belongs to the incidents) or the nearest entry.
 */
export function activeEntry(entries: readonly NavEntry[], pathname: string, crumbs: readonly Crumb[]): string | null {
  const keys = entries.flatMap(entry => (entry.entries ? entry.entries.map(child => child.key) : [entry.key]))
  const entryOf = (path: string) =>
    keys
      .filter(key => path === key || (key !== '/' && path.startsWith(`${key}/`)))
      .sort((a, b) => b.length - a.length)[0] ?? null
  const above = crumbs.findLast(crumb => crumb.href)?.href ?? ''
  return entryOf(pathname) ?? entryOf(above) ?? entryOf(nearest[pathname] ?? nearest[above] ?? '')
}
