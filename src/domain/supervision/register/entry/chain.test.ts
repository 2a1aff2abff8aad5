import { expect, test } from 'vitest'
import type { TypedLink } from '#domain/supervision/register/entry/chain.ts'
import { chainErrors } from '#domain/supervision/register/entry/chain.ts'
import { someLei } from '#test/support/registers.ts'

const direct = { name: 'Nube', lei: someLei(1), euid: null, country: 'US' }
const link = (n: number, changes: Partial<TypedLink> = {}): TypedLink => ({
  ictType: 'S17',
  company: { name: `Empresa ${n}`, lei: someLei(n), euid: null, country: 'IE' },
  recipient: null,
  ...changes,
})

test('REG-11: who works for a company outside is a chain of one type, in which each stands once', () => {
  const errors = (...links: TypedLink[]) => chainErrors(direct, links)
  expect(errors()).toEqual({})
  expect(errors(link(2), link(3, { recipient: 0 }), link(2, { ictType: 'S18' }))).toEqual({})
  const strange = 'Elija una empresa de la cadena del mismo tipo de servicio'
  expect(errors(link(2, { recipient: 4 }))).toEqual({ 'chain.0.recipient': strange })
  expect(errors(link(2), link(3, { ictType: 'S18', recipient: 0 }))).toEqual({ 'chain.1.recipient': strange })
  const circle = 'La cadena vuelve sobre sí misma'
  expect(errors(link(2, { recipient: 0 }))).toEqual({ 'chain.0.recipient': circle })
  expect(errors(link(2, { recipient: 1 }), link(3, { recipient: 0 }))).toEqual({
    'chain.0.recipient': circle,
    'chain.1.recipient': circle,
  })
  const long = Array.from({ length: 10 }, (_, n) => link(n + 2, { recipient: n === 0 ? null : n - 1 }))
  expect(errors(...long)).toEqual({ 'chain.9.recipient': 'La cadena pasa de 10 rangos' })
  expect(errors(...long.slice(0, 9))).toEqual({})
  expect(errors(link(2), link(2))).toEqual({
    'chain.1.company.name': 'Ya trabaja para esa empresa en este tipo de servicio',
  })
  expect(errors(link(2), link(3), link(4, { recipient: 0 }), link(4, { recipient: 1 }))).toEqual({})
  expect(errors(link(2), link(3, { recipient: 0 }), link(2, { recipient: 1 }))).toEqual({ 'chain.2.recipient': circle })
  const nameless = { name: 'Sin código', lei: null, euid: null, country: 'ES' }
  expect(errors(link(2, { company: nameless }), link(3, { company: { ...nameless, name: 'sin codigo' } }))).toEqual({
    'chain.1.company.name': 'Ya trabaja para esa empresa en este tipo de servicio',
  })
  expect(errors(link(2, { company: { ...direct, name: 'Otra' } }))).toEqual({
    'chain.0.company.name': 'Es la empresa del contrato',
  })
})
