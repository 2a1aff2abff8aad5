import type { InvitableKind, Role } from '#domain/identity/roles.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { paths, splitKey } from '#web/app/paths.ts'
import type { Crumb } from '#web/ui/layout/Breadcrumb.tsx'

const incidents = (cci: boolean): Crumb => ({
  label: 'Incidencias',
  href: cci ? paths.manageIncidents() : paths.incidents(),
})

/** List that a screen about one participant belongs to; a provider's own list is that of its services. */
function listOf(kind: InvitableKind | null, role: Role): Crumb[] {
  if (kind === 'ENTITY') return [{ label: 'Entidades', href: paths.entities() }]
  if (kind === 'AUDIT') return [{ label: 'Evaluadores', href: paths.evaluators() }]
  if (kind === null) return []
  return [{ label: role === 'PROVIDER' ? 'Servicios' : 'Proveedores', href: paths.providers() }]
}

/** Kind of participant of a screen: from the path, or from its validation. */
export type Subject = { kind: InvitableKind } | { validationId: string } | null

/** Participant that the path names; null when it names none. */
export function subjectOf(pathname: string): Subject {
  const [, first, key = '', role] = pathname.split('/')
  if (first === 'editUser') {
    const kind = invitableKinds.find(each => each === role)
    return kind ? { kind } : null
  }
  if (first === 'report-verification' || first === 'send-report-cci') return { kind: 'PROVIDER' }
  if (first !== 'documentation-verification' && first !== 'documentation-view') return null
  const [, validationId, type] = splitKey(key)
  // Only providers send audit reports.
  return type === 'AUDIT_REPORT' ? { kind: 'PROVIDER' } : { validationId }
}

/**
 * Crumbs after 'Home' for each screen, by the first part of its path (LAYOUT-14).
 * @param subject kind of participant that the screen is about; null when there is none or it is not yet known
 */
export function crumbsOf(pathname: string, role: Role, subject: InvitableKind | null): Crumb[] {
  const [, first = '', second] = pathname.split('/')
  const cci = role === 'CCI'
  const list = listOf(subject, role)
  const trails: Record<string, Crumb[]> = {
    '': [{ label: 'Inicio' }],
    provider: cci
      ? [{ label: 'Participantes' }, { label: 'Proveedores' }]
      : [{ label: role === 'PROVIDER' ? 'Servicios' : 'Proveedores' }],
    'provider-comparison': [...listOf('PROVIDER', role), { label: 'Comparación' }],
    entity: [{ label: 'Participantes' }, { label: 'Entidades' }],
    audit: [{ label: 'Participantes' }, { label: 'Evaluadores' }],
    notifications: [{ label: 'Notificaciones' }],
    'own-data': [{ label: 'Mis datos' }],
    'own-documentation': [{ label: 'Mi documentación' }],
    security: [{ label: 'Seguridad' }],
    editUser: [...list, { label: 'Editar participante' }],
    incidences: second
      ? [incidents(cci), { label: second === 'incidences-CCI' ? 'Gestión' : 'Incidencia' }]
      : [{ label: 'Incidencias' }],
    'access-invitation': [{ label: 'Invitaciones' }],
    'documentation-data-configuration': [{ label: 'Configuración Sistema' }, { label: 'Documentación y datos' }],
    'service-configuration': [{ label: 'Configuración Sistema' }, { label: 'Servicios' }],
    'access-security': [{ label: 'Configuración Sistema' }, { label: 'Seguridad de acceso' }],
    'documentation-verification': [...list, { label: 'Verificación de documentación' }],
    'documentation-view': [...list, { label: 'Documentación' }],
    'report-verification': [...list, { label: 'Verificación de informe' }],
    'send-report': [{ label: 'Envío informe de auditoría' }],
    'send-report-cci': [...list, { label: 'Nueva solicitud' }],
    'user-management': [{ label: 'Gestión de usuarios' }],
    'view-users': [{ label: 'Gestión de usuarios' }, { label: 'Visualización' }],
    'stadistic-login': [{ label: 'Estadísticas' }],
    demo: [{ label: 'Correo de demostración' }],
  }
  return trails[first] ?? []
}
