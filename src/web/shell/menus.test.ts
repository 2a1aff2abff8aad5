/// <reference types="vite/client" />
import { expect, test } from 'vitest'
import type { Ability } from '#domain/identity/abilities.ts'
import type { Role } from '#domain/identity/roles.ts'
import { backendRoles, may, roleOf, roles } from '#domain/identity/roles.ts'
import { paths } from '#web/app/paths.ts'
import { crumbsOf } from '#web/shell/crumbs.ts'
import { activeEntry, menuFor, menus } from '#web/shell/menus.tsx'

/** A menu as text: an entry with a submenu is a pair. */
const words = (role: keyof typeof menus) =>
  menus[role].map(entry =>
    entry.entries ? [entry.label, entry.entries.map(child => [child.label, child.href])] : [entry.label, entry.href],
  )

test('EXP-10 LAYOUT-21 LAYOUT-23: the menu of CCI', () => {
  expect(words('CCI').slice(0, 4)).toEqual([
    ['Cola de verificación', '/provider?q-all=1'],
    [
      'Gestión de usuarios',
      [
        ['Crear/Gestionar usuarios', '/user-management'],
        ['Visualización', '/view-users'],
      ],
    ],
    ['Incidencias', '/incidences/incidences-CCI'],
    [
      'Participantes',
      [
        ['Proveedores', '/provider'],
        ['Entidades', '/entity'],
        ['Evaluadores', '/audit'],
      ],
    ],
  ])
})

test('LAYOUT-24 LAYOUT-25 LAYOUT-26: the rest of the menu of CCI', () => {
  expect(words('CCI').slice(4)).toEqual([
    [
      'Configuración Sistema',
      [
        ['Documentación y datos', '/documentation-data-configuration'],
        ['Servicios', '/service-configuration'],
        ['Seguridad de acceso', '/access-security'],
        ['Reglas del centro', '/centre-rules'],
        ['Ediciones del registro', '/register-editions'],
        ['Marco de controles', '/control-framework'],
        ['Correos y procesos', '/operation'],
      ],
    ],
    ['Invitaciones', '/access-invitation'],
    ['Estadísticas', '/stadistic-login'],
    ['Hallazgos', '/findings'],
    ['Aclaraciones', '/clarifications'],
    ['Sector', [['Concentración del sector', '/sector-concentration']]],
  ])
})

test('LAYOUT-27 LAYOUT-29 EXP-10: the menus of participants', () => {
  const start = ['Inicio', '/']
  const users = ['Gestión de usuarios', '/user-management']
  const incidents = ['Incidencias', '/incidences']
  const followUp = [
    'Hallazgos y aclaraciones',
    [
      ['Hallazgos', '/findings'],
      ['Aclaraciones', '/clarifications'],
    ],
  ]
  expect(words('PROVIDER')).toEqual([
    start,
    users,
    incidents,
    ['Envío informe de auditoría', '/send-report'],
    followUp,
    ['Datos para sus clientes', '/chain'],
  ])
  expect(words('AUDIT')).toEqual([
    start,
    users,
    ['Evaluaciones', '/assessments'],
    ['Independencia', '/independence'],
    ['Hallazgos', '/findings'],
    ['Aclaraciones', '/clarifications'],
  ])
  const more = [
    'Más',
    [
      ['Concentración', '/concentration'],
      ['Calendario', '/calendar'],
      ['Claves y webhooks', '/integrations'],
    ],
  ]
  expect(words('ENTITY')).toEqual([
    start,
    users,
    incidents,
    ['Comunicados', '/bulletins'],
    ['Niveles exigidos', '/required-levels'],
    ['Registro DORA', '/register'],
    ['Expedientes', '/reliance'],
    more,
  ])
})

test('LAYOUT-14: the entry of a screen is the longest that its path begins with, by whole parts', () => {
  expect(activeEntry(menus.PROVIDER, '/', [])).toBe('/')
  expect(activeEntry(menus.PROVIDER, '/send-report/x', [])).toBe('/send-report')
  expect(activeEntry(menus.PROVIDER, '/send-report-cci/x', [])).toBeNull()
  expect(activeEntry(menus.PROVIDER, '/own-data', [])).toBeNull()
  expect(activeEntry(menus.CCI, '/incidences/incidences-CCI', [])).toBe('/incidences/incidences-CCI')
  expect(activeEntry(menus.ENTITY, '/incidences/open-incidence/a-b-r', [])).toBe('/incidences')
})

test.each([
  ['CCI', paths.openIncident('a', 'b', 'w'), null, '/incidences/incidences-CCI'],
  ['CCI', paths.editParticipant('a', 'ENTITY'), 'ENTITY', '/entity'],
  ['CCI', paths.verifyDocumentation('a', 'v'), 'AUDIT', '/audit'],
  ['CCI', paths.verifyReport('a', 'v'), 'PROVIDER', '/provider'],
  ['PROVIDER', paths.viewDocumentation('a', 'v', 'AUDIT_REPORT'), 'PROVIDER', '/'],
  ['ENTITY', paths.providers(), null, '/'],
  ['ENTITY', paths.comparison(['a', 'b']).split('?')[0]!, null, '/'],
  ['CCI', paths.incidents(), null, '/incidences/incidences-CCI'],
  ['CCI', paths.account(), null, null],
  ['AUDIT', paths.assessment('v'), null, '/assessments'],
  ['AUDIT', paths.declaration('v'), null, '/independence'],
  ['AUDIT', paths.assessmentView('e'), null, '/assessments'],
  ['CCI', paths.assessmentView('e'), null, '/provider'],
  ['ENTITY', paths.assessmentView('e'), null, '/'],
  ['ENTITY', paths.relianceFile('r'), null, '/reliance'],
] as const)('LAYOUT-23 ROUTE-18: for %s, %s of a %s belongs to the entry %s', (role, path, kind, entry) => {
  expect(activeEntry(menus[role], path, crumbsOf(path, role, kind))).toBe(entry)
})

/** Ability that each menu screen needs: no menu leads to a screen that the abilities refuse (D14). */
const needs: Record<string, Ability> = {
  '/provider?q-all=1': 'queue.read',
  '/user-management': 'user.read',
  '/view-users': 'user.overview',
  '/incidences': 'incident.raise',
  '/incidences/incidences-CCI': 'incident.manage',
  '/provider': 'provider.search',
  '/entity': 'entity.search',
  '/audit': 'evaluator.search',
  '/documentation-data-configuration': 'catalogue.manage',
  '/service-configuration': 'service.manage',
  '/access-security': 'second-factor.rule',
  '/centre-rules': 'centre-rule.manage',
  '/register-editions': 'centre-rule.manage',
  '/operation': 'operation.manage',
  '/access-invitation': 'invitation.manage',
  '/stadistic-login': 'statistics.read',
  '/send-report': 'request.send',
  '/required-levels': 'use.manage',
  '/register': 'register.manage',
  '/reliance': 'reliance.write',
  '/concentration': 'use.manage',
  '/calendar': 'calendar.own',
  '/chain': 'chain.manage',
  '/sector-concentration': 'concentration.sector',
  '/integrations': 'api-key.manage',
  '/bulletins': 'bulletin.acknowledge',
  '/control-framework': 'framework.manage',
  '/assessments': 'assessment.write',
  '/independence': 'independence.declare',
  '/findings': 'finding.read',
  '/clarifications': 'clarification.take-part',
}

/** Screens that the specification gives only to other roles (§2, §6). */
const never: Record<Role, string[]> = {
  CCI: ['Inicio', 'Envío informe de auditoría', 'Mis datos', 'Mi documentación'],
  PROVIDER: ['Visualización', 'Participantes', 'Configuración Sistema', 'Invitaciones', 'Estadísticas'],
  AUDIT: ['Incidencias', 'Envío informe de auditoría', 'Participantes', 'Configuración Sistema', 'Invitaciones'],
  ENTITY: ['Envío informe de auditoría', 'Visualización', 'Participantes', 'Invitaciones', 'Estadísticas'],
}

const everyone = roles.flatMap(role => [true, false].map(isPrincipal => ({ role, isPrincipal })))

test.each(everyone)('ROLE-22 ROLE-23: the menu of %o is there at once, and leads only where it may go', user => {
  // ROLE_ADMIN adds user management; the menu stays that of the participant's role (D31).
  const role = roleOf(backendRoles(user))!
  expect(role).toBe(user.role)
  const actor = { ...user, role, userId: 'u', participantId: 'p', completed: true, onboarded: true }
  const entries = menuFor(actor).flatMap(entry => [entry, ...(entry.entries ?? [])])
  const labels = entries.map(entry => entry.label)
  for (const label of never[role]) expect(labels).not.toContain(label)
  const led = entries.flatMap(entry => (entry.href && entry.href !== '/' ? [entry.href] : []))
  expect(led.length).toBeGreaterThan(0)
  for (const path of led) expect(may(actor, needs[path]!), path).toBe(true)
})

test('BASE-09 HOOK-01: only the principal user of a bank finds its keys and webhooks in the menu', () => {
  const moreOf = (isPrincipal: boolean) =>
    menuFor({ role: 'ENTITY', isPrincipal, userId: 'u', participantId: 'p', completed: true, onboarded: true })
      .find(({ label }) => label === 'Más')
      ?.entries?.map(({ label }) => label)
  expect(moreOf(true)).toContain('Claves y webhooks')
  expect(moreOf(false)).toContain('Concentración')
  expect(moreOf(false)).not.toContain('Claves y webhooks')
})
