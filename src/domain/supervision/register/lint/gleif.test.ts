import { describe, expect, test } from 'vitest'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { lint } from '#domain/supervision/register/lint/lint.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { someCompany, someEntity, someGleif, someLei, someMember, someRegister } from '#test/support/registers.ts'

const today = '2026-02-01'
const faultsOf = (facts: RegisterFacts) =>
  lint({ edition: edition40, facts, tables: tablesOf(edition40, facts, today), today, referenceDate: '2025-12-31' })
/** The faults of a register by the data of GLEIF: '<rule> <row>'. */
const said = (gleif: RegisterFacts['gleif'], changes: Partial<RegisterFacts> = {}) =>
  faultsOf(someRegister({ gleif, ...changes }))
    .filter(({ rule }) => rule !== 'R91')
    .map(({ rule, row }) => `${rule} ${row}`.trim())
const lei = someLei(1)

describe('REG-23: what GLEIF publishes answers for a register', () => {
  test('all of its LEIs, when they are there and in force', () => {
    expect(said(someGleif([{ lei }]))).toEqual([])
    expect(said(someGleif([{ lei, status: 'PENDING_TRANSFER' }]))).toEqual([])
    expect(said(null)).toEqual(['R90'])
    expect(said(someGleif([]), { companies: [someCompany(1, { lei: null })] })).toEqual([
      'R01 Empresa 1',
      'R11 Empresa 1',
    ])
  })

  test('one that is not in it does not exist; of a part nothing follows', () => {
    expect(said(someGleif([]))).toEqual(['R76 Empresa 1'])
    const ofPart = faultsOf(someRegister({ gleif: someGleif([], false) })).filter(({ rule }) => rule === 'R90')
    expect(ofPart.map(({ sentence }) => sentence)).toEqual([
      'El portal no sabe si el LEI está vigente: compruébelo en search.gleif.org.',
    ])
  })

  test.each(['RETIRED', 'MERGED', 'DUPLICATE', 'ANNULLED', 'INACTIVE'])('one that is %s is not used', status => {
    expect(said(someGleif([{ lei, status }]))).toEqual(['R76 Empresa 1'])
  })

  test('whether it lapsed, before what was written', () => {
    expect(said(someGleif([{ lei, status: 'LAPSED' }]))).toEqual(['R70 Empresa 1'])
    expect(said(someGleif([{ lei, renewalOn: '2026-01-31' }]))).toEqual(['R70 Empresa 1'])
    expect(said(someGleif([{ lei, renewalOn: today }]))).toEqual([])
    const written = { companies: [someCompany(1, { leiRenewalOn: '2025-05-01' })] }
    expect(said(null, written)).toEqual(['R70 Empresa 1', 'R90'])
    expect(said(someGleif([{ lei }]), written)).toEqual([])
    const sentences = (renewalOn: string | null) =>
      faultsOf(someRegister({ gleif: someGleif([{ lei, status: 'LAPSED', renewalOn }]) })).flatMap(each =>
        each.rule === 'R70' ? each.sentence : [],
      )
    expect([...sentences('2025-05-01'), ...sentences(null)]).toEqual([
      'Según GLEIF (15/01/2026), el LEI debía renovarse el 01/05/2025: uno caducado se rechaza.',
      'Según GLEIF (15/01/2026), el LEI no se renovó: uno caducado se rechaza.',
    ])
  })

  test('REG-25: the LEIs of the entities of its group, and a parent among them once', () => {
    const gleif = someGleif([{ lei }, { lei: someLei(701), status: 'RETIRED' }])
    const group = { entity: someEntity({ hierarchy: 'x56', parentLei: someLei(701) }), members: [someMember(1)] }
    expect(said(gleif, group)).toEqual(['R76 Filial 1'])
  })

  test('the LEIs of the bank and of its parent as well, each at its field', () => {
    const gleif = someGleif([{ lei }, { lei: someLei(0), status: 'LAPSED' }, { lei: someLei(8), status: 'RETIRED' }])
    const entity = someEntity({
      hierarchy: 'x56',
      parentLei: someLei(8),
      parentName: 'Grupo',
      parentCountry: 'ES',
      parentType: 'x12',
      parentHierarchy: 'x53',
    })
    const found = faultsOf(someRegister({ gleif, entity })).filter(({ rule }) => ['R70', 'R76'].includes(rule))
    expect(found.map(({ rule, table, field, row }) => [rule, table, field, row])).toEqual([
      ['R76', 'B_01.02', 'parentLei', 'Grupo'],
      ['R70', 'B_01.01', 'lei', 'Banco de Pruebas'],
    ])
  })

  test.each(['EMPRESA 1', 'Émpresa, 1.', 'Empresa-1'])('%j is the same name, in other letters', name => {
    expect(said(someGleif([{ lei, name }]))).toEqual([])
  })

  test('a name in other letters is compared in Latin ones', () => {
    const companies = [someCompany(1, { name: 'Ромашка', latinName: 'Romashka' })]
    expect(said(someGleif([{ lei, name: 'ROMASHKA' }]), { companies })).toEqual([])
    expect(said(someGleif([{ lei, name: 'Ромашка' }]), { companies })).toEqual([])
  })

  test('the ultimate parent, also that there is none', () => {
    const group = [someCompany(1, { parentId: 'company2' }), someCompany(2)]
    const known = { lei: someLei(2), parentLei: someLei(2) }
    expect(said(someGleif([{ lei, parentLei: lei }]))).toEqual([])
    expect(said(someGleif([{ lei, parentLei: someLei(2) }, known]), { companies: group })).toEqual([])
    const found = faultsOf(someRegister({ gleif: someGleif([{ lei, parentLei: lei }, known]), companies: group }))
    expect(found.flatMap(each => (each.rule === 'R78' ? each.sentence : []))).toEqual([
      'Según GLEIF (15/01/2026), es su propia matriz última, y aquí consta «Empresa 2».',
    ])
  })
})
