import { expect, test } from 'vitest'
import type { Actor } from '#domain/identity/roles.ts'
import { verbsOf } from '#web/shell/search/verbs.tsx'

const actor = (role: Actor['role'], onboarded = true): Actor => ({
  userId: 'u',
  participantId: 'p',
  role,
  isPrincipal: true,
  completed: true,
  onboarded,
})
const labels = (of: Actor, text = '') => verbsOf(of, text).map(({ label }) => label)

test('everybody may begin from the palette what the role may do, and nothing before the first acceptance', () => {
  expect(labels(actor('CCI'))).toEqual([
    'Invitar a un proveedor…',
    'Invitar a un evaluador…',
    'Invitar a una entidad…',
    'Nueva solicitud de…',
    'Nueva incidencia de…',
  ])
  expect(labels(actor('PROVIDER'))).toEqual(['Nueva solicitud', 'Nueva incidencia'])
  expect(labels(actor('ENTITY'))).toEqual(['Nueva incidencia de…', 'Descargar el registro'])
  expect(labels(actor('AUDIT'))).toEqual([])
  expect(labels(actor('PROVIDER', false))).toEqual([])
})

test('verbs are found by words, and lead to what they begin', () => {
  expect(labels(actor('CCI'), 'INVITAR evaluador')).toEqual(['Invitar a un evaluador…'])
  expect(verbsOf(actor('CCI'), 'evaluador')[0]?.href).toBe('/access-invitation?invite=AUDIT')
  expect(verbsOf(actor('PROVIDER'), 'incidencia')[0]?.href).toBe('/incidences?about=p')
  expect(verbsOf(actor('ENTITY'), 'registro')[0]?.href).toBe('/register?step=packages')
  expect(verbsOf(actor('ENTITY'), '')[0]?.of?.('x')).toBe('/incidences?about=x')
})
