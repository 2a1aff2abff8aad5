import { expect, test } from 'vitest'
import type { InvitableKind, Role } from '#domain/identity/roles.ts'
import { paths } from '#web/app/paths.ts'
import { crumbsOf, pathSubject } from '#web/shell/crumbs.ts'

const wordsOf = (pathname: string, role: Role, kind: InvitableKind | null) =>
  crumbsOf(pathname, role, kind).map(crumb => (crumb.href ? [crumb.label, crumb.href] : crumb.label))

const lists = {
  PROVIDER: ['Proveedores', '/provider'],
  ENTITY: ['Entidades', '/entity'],
  AUDIT: ['Evaluadores', '/audit'],
} as const

test.each(['PROVIDER', 'ENTITY', 'AUDIT'] as const)(
  'LAYOUT-14 ROUTE-16: what CCI opens of a %s stands under its own list',
  kind => {
    const edit = paths.editParticipant('a', kind)
    expect(pathSubject(edit)).toEqual({ kind })
    expect(wordsOf(edit, 'CCI', kind)).toEqual([lists[kind], 'Editar participante'])
    expect(wordsOf(paths.verifyDocumentation('a', 'v'), 'CCI', kind)).toEqual([
      lists[kind],
      'Verificación de documentación',
    ])
    expect(wordsOf(paths.viewDocumentation('a', 'v', 'DOC_MIN'), 'CCI', kind)).toEqual([lists[kind], 'Documentación'])
  },
)

test('LAYOUT-14: of whom a documentation is, its validation says; an audit report is always of a provider', () => {
  expect(pathSubject(paths.verifyDocumentation('a', 'v'))).toEqual({ validationId: 'v' })
  expect(pathSubject(paths.viewDocumentation('a', 'v', 'DOC_MIN'))).toEqual({ validationId: 'v' })
  expect(pathSubject(paths.viewDocumentation('a', 'v', 'AUDIT_REPORT'))).toEqual({ kind: 'PROVIDER' })
  expect(pathSubject(paths.verifyReport('a', 'v'))).toEqual({ kind: 'PROVIDER' })
  expect(pathSubject(paths.sendReportForProvider('a'))).toEqual({ kind: 'PROVIDER' })
  expect(pathSubject('/editUser/a/CCI')).toBeNull()
  expect(pathSubject(paths.providers())).toBeNull()
})

test('LAYOUT-14: until it is known no list is named, and a provider stands in its own services', () => {
  expect(wordsOf(paths.verifyDocumentation('a', 'v'), 'CCI', null)).toEqual(['Verificación de documentación'])
  expect(wordsOf(paths.viewDocumentation('a', 'v', 'AUDIT_REPORT'), 'PROVIDER', 'PROVIDER')).toEqual([
    ['Servicios', '/provider'],
    'Documentación',
  ])
})
