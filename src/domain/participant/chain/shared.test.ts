import { expect, test } from 'vitest'
import { sharedIn } from '#domain/participant/chain/shared.ts'

const row = (id: string, serviceId: string, companyId: string, lei: string | null = null) => ({
  ...{ id, serviceId, service: `Servicio ${serviceId}` },
  company: { id: companyId, lei, euid: null },
})

test('EXP-26: a company is shared by its LEI too, between services and within one', () => {
  const shared = sharedIn([
    row('a', '1', 'nube', 'LEI1'),
    row('b', '2', 'nube, S.A.', 'LEI1'),
    row('c', '1', 'nube, S.A.', 'LEI1'),
    row('d', '1', 'luz'),
  ])
  expect(shared.get('a')).toEqual({ services: ['Servicio 2'], again: true })
  expect(shared.get('b')).toEqual({ services: ['Servicio 1'], again: false })
  expect(shared.has('d')).toBe(false)
})
