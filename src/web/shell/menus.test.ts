/// <reference types="vite/client" />
import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { crumbsOf } from '#web/shell/crumbs.ts'
import { activeEntry, menus } from '#web/shell/menus.tsx'

/** A menu as words: an entry with a submenu is a pair. */
const words = (role: keyof typeof menus) =>
  menus[role].map(entry =>
    entry.entries ? [entry.label, entry.entries.map(child => [child.label, child.href])] : [entry.label, entry.href],
  )

test('LAYOUT-21 LAYOUT-22 LAYOUT-23: the menu of CCI', () => {
  expect(words('CCI').slice(0, 3)).toEqual([
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
  expect(words('CCI').slice(3)).toEqual([
    [
      'Configuración Sistema',
      [
        ['Documentación y datos', '/documentation-data-configuration'],
        ['Servicios', '/service-configuration'],
        ['Seguridad de acceso', '/access-security'],
      ],
    ],
    ['Invitaciones', '/access-invitation'],
    ['Estadísticas', '/stadistic-login'],
  ])
})

test('LAYOUT-27 LAYOUT-28 LAYOUT-29: the menus of participants', () => {
  const start = ['Inicio', '/']
  const users = ['Gestión de usuarios', '/user-management']
  const incidents = ['Incidencias', '/incidences']
  expect(words('PROVIDER')).toEqual([start, users, incidents, ['Envío informe de auditoría', '/send-report']])
  expect(words('AUDIT')).toEqual([start, users])
  expect(words('ENTITY')).toEqual([start, users, incidents])
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
  ['PROVIDER', paths.viewDocumentation('a', 'v', 'AUDIT_REPORT'), 'PROVIDER', null],
  ['CCI', paths.security(), null, null],
] as const)('LAYOUT-23 ROUTE-18: for %s, %s of a %s belongs to the entry %s', (role, path, kind, entry) => {
  expect(activeEntry(menus[role], path, crumbsOf(path, role, kind))).toBe(entry)
})

test('ROLE-22 ROLE-23: no menu is loaded from anywhere: it is whole at once, for CCI and for a principal user as for others', () => {
  for (const entries of Object.values(menus)) {
    expect(Array.isArray(entries)).toBe(true)
    expect(entries.length).toBeGreaterThan(0)
  }
  expect(menus.CCI.map(entry => entry.label)).toContain('Configuración Sistema')
})
