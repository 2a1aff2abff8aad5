import type { Me } from '#domain/session/contract.ts'
import { paths } from '#web/paths.ts'

type Crumb = { label: string; href?: string }

const providers: Crumb = { label: 'Proveedores', href: paths.providers() }
const incidents = (cci: boolean): Crumb => ({
  label: 'Incidencias',
  href: cci ? paths.manageIncidents() : paths.incidents(),
})

/** The crumbs after 'Home' of each screen, by the first part of its path (LAYOUT-14). */
export function crumbsOf(pathname: string, role: Me['role']['key']): Crumb[] {
  const [, first = '', second] = pathname.split('/')
  const cci = role === 'CCI'
  const trails: Record<string, Crumb[]> = {
    '': [{ label: 'Inicio' }],
    provider: cci
      ? [{ label: 'Participantes' }, { label: 'Proveedores' }]
      : [{ label: role === 'PROVIDER' ? 'Servicios' : 'Proveedores' }],
    entity: [{ label: 'Participantes' }, { label: 'Entidades' }],
    audit: [{ label: 'Participantes' }, { label: 'Evaluadores' }],
    notifications: [{ label: 'Notificaciones' }],
    'own-data': [{ label: 'Mis datos' }],
    'own-documentation': [{ label: 'Mi documentación' }],
    security: [{ label: 'Seguridad' }],
    editUser: [providers, { label: 'Editar participante' }],
    incidences: second
      ? [incidents(cci), { label: second === 'incidences-CCI' ? 'Gestión' : 'Incidencia' }]
      : [{ label: 'Incidencias' }],
    'access-invitation': [{ label: 'Invitaciones' }],
    'documentation-data-configuration': [{ label: 'Configuración Sistema' }, { label: 'Documentación y datos' }],
    'service-configuration': [{ label: 'Configuración Sistema' }, { label: 'Servicios' }],
    'access-security': [{ label: 'Configuración Sistema' }, { label: 'Seguridad de acceso' }],
    'documentation-verification': [providers, { label: 'Verificación de documentación' }],
    'documentation-view': [providers, { label: 'Documentación' }],
    'report-verification': [providers, { label: 'Verificación de informe' }],
    'send-report': [{ label: 'Envío informe de auditoría' }],
    'send-report-cci': [providers, { label: 'Nueva solicitud' }],
    'user-management': [{ label: 'Gestión de usuarios' }],
    'view-users': [{ label: 'Gestión de usuarios' }, { label: 'Visualización' }],
    'stadistic-login': [{ label: 'Estadísticas' }],
    demo: [{ label: 'Correo de demostración' }],
  }
  return trails[first] ?? []
}
