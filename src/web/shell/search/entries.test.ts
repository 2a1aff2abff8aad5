import { expect, test } from 'vitest'
import type { Role } from '#domain/identity/roles.ts'
import type { Me } from '#domain/identity/session/contract.ts'
import { screensOf } from '#web/shell/search/entries.tsx'

const me = (role: Role) =>
  ({
    userId: 'u',
    idGenericEntity: 'p',
    role: { key: role },
    isPrincipal: true,
    completed: true,
    onboarded: true,
    next: null,
  }) as unknown as Me
const found = (role: Role, text: string) => screensOf(me(role), text).map(({ href }) => href)

test.each([
  ['ENTITY', 'dora', '/register'],
  ['ENTITY', 'LEI', '/register'],
  ['ENTITY', 'certificado', '/'],
  ['ENTITY', 'idioma', '/account'],
  ['ENTITY', 'comunicado', '/bulletins'],
  ['ENTITY', 'api', '/integrations'],
  ['ENTITY', 'correo', '/account'],
  ['PROVIDER', 'lei', '/own-data'],
  ['PROVIDER', 'idioma', '/account'],
  ['PROVIDER', 'documentos', '/own-documentation'],
  ['PROVIDER', 'reclamar', '/clarifications'],
  ['PROVIDER', 'renovar', '/'],
  ['PROVIDER', 'aclaraciones', '/clarifications'],
  ['CCI', 'cola', '/provider?q-all=1'],
  ['CCI', 'reclamación', '/clarifications'],
  ['CCI', 'festivos', '/centre-rules'],
] as const)('EXP-11: %s that types %s finds %s', (role, text, href) => {
  expect(found(role, text)).toContain(href)
})

test('EXP-11: no screen is offered twice', () => {
  for (const role of ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'] as const) {
    const all = found(role, '')
    expect(all).toEqual([...new Set(all)])
  }
})
