import { expect, test } from 'vitest'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { lint } from '#domain/supervision/register/lint/lint.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import {
  someChain,
  someCompany,
  someContract,
  someEntity,
  someFunction,
  someLei,
  someLine,
  someRegister,
} from '#test/support/registers.ts'

/* The borders of each rule: what just meets it, and the other ways to break it. */

const today = '2026-02-01'
const edition = edition40

const linted = (facts: RegisterFacts) =>
  lint({ edition, facts, tables: tablesOf(edition, facts, today), today, referenceDate: '2025-12-31' })
const brokenBy = (facts: RegisterFacts, rule: string) => linted(facts).filter(fault => fault.rule === rule)

const entity = (changes: Parameters<typeof someEntity>[0]) => someRegister({ entity: someEntity(changes) })
const company = (changes: Parameters<typeof someCompany>[1]) => someRegister({ companies: [someCompany(1, changes)] })
const contract = (changes: Parameters<typeof someContract>[1]) =>
  someRegister({ arrangements: [someContract(1, changes)] })
const fn = (changes: Parameters<typeof someFunction>[1]) => someRegister({ functions: [someFunction(1, changes)] })
const line = (changes: Parameters<typeof someLine>[1]) => someRegister({ lines: [someLine(1, changes)] })
const chain = (changes: Parameters<typeof someChain>[0]) => someRegister({ chains: [someChain(changes)] })
const two = (second: Parameters<typeof someCompany>[1], first: Parameters<typeof someCompany>[1] = {}) =>
  someRegister({
    companies: [someCompany(1, first), someCompany(2, second)],
    arrangements: [someContract(1), someContract(2, { companyId: 'company2' })],
    lines: [someLine(1), someLine(2, { useId: 'use1', arrangementId: 'contract2' })],
    chains: [someChain(), someChain({ companyId: 'company2' })],
  })
const subcontractor = (changes: { underpins?: boolean }, of: Parameters<typeof someCompany>[1] | null) => ({
  ...chain({
    subcontracts: [{ id: 'sub', companyId: 'company2', recipientId: null, underpins: true, countries: [], ...changes }],
  }),
  companies: [someCompany(1), ...(of ? [someCompany(2, of)] : [])],
})
const shared = (changes: object) =>
  company({ shared: { name: 'Empresa 1', lei: someLei(1), euid: null, country: 'ES', ...changes } })
const uncritical = [someFunction(1, { critical: 'x29' })]
const individual = { personType: 'INDIVIDUAL', lei: null } as const
const national = { otherCode: 'B12345674', otherCodeType: 'VAT' } as const
const parent = {
  ...{ parentLei: someLei(77), parentName: 'Grupo', parentCountry: 'FR', parentType: 'x12', parentHierarchy: 'x21' },
}

test.each<[rule: string, what: string, facts: RegisterFacts]>([
  ['R02', 'two companies without any code', two({ lei: null, country: null }, { lei: null, country: null })],
  ['R03', 'what is empty', someRegister({ companies: [] })],
  ['R06', 'a whole parent', entity(parent)],
  ['R06', 'a parent that is the bank itself', entity({ parentLei: someLei(0) })],
  ['R11', 'a person', company(individual)],
  ['R11', 'no country', company({ lei: null, country: null })],
  ['R11', 'a company outside the Union', company({ lei: null, country: 'US' })],
  ['R11', 'a national number', company({ lei: null, otherCode: 'B12345674' })],
  ['R12', 'a person outside the Union', company({ ...individual, country: 'US' })],
  ['R12', 'no country', company({ lei: null, country: null })],
  ['R12', 'a company of the Union', company({ lei: null })],
  ['R13', 'a person', company({ ...individual, ...national })],
  ['R13', 'a national number beside a LEI', company(national)],
  ['R13', 'no code at all', company({ lei: null })],
  ['R17', 'one name in other letters', two({ lei: someLei(1), name: ' émpresa 1 ' })],
  ['R17', 'no LEI', two({ lei: null }, { lei: null })],
  ['R18', 'a EUID with five digits and more', company({ euid: 'ES28065.082060194' })],
  ['R18', 'a EUID that is wrong altogether', company({ euid: 'FRRCS.123' })],
  [
    'R21',
    'two companies with a currency each',
    {
      ...two({}),
      arrangements: [someContract(1), someContract(2, { companyId: 'company2', currency: 'USD' })],
    },
  ],
  ['R23', 'one day', contract({ startsOn: '2024-01-01', endsOn: '2024-01-01' })],
  ['R23', 'an end without a beginning', contract({ startsOn: null, endsOn: '2024-01-01' })],
  ['R24', 'an end of tomorrow', contract({ endsOn: '2026-02-02' })],
  ['R24', 'no end', contract({})],
  [
    'R25',
    'another contract above',
    {
      ...someRegister(),
      arrangements: [someContract(1, { type: 'x3', overarchingId: 'contract2' }), someContract(2, { type: 'x2' })],
    },
  ],
  ['R26', 'a reference of 255 characters', contract({ reference: 'x'.repeat(255) })],
  ['R33', 'an evaluation of today', fn({ assessedOn: today })],
  [
    'R45',
    'a contract of a function that is not critical',
    {
      ...contract({ noticeEntityDays: null }),
      functions: uncritical,
    },
  ],
  ['R55', 'no alternatives', line({ alternatives: 'x29', alternativeNames: '' })],
  ['R56', 'an audit of today', line({ ownAuditOn: today })],
  ['R60', 'a company outside the portal', { ...line({ serviceId: null }), chains: [] }],
  ['R61', 'a confirmation of twelve months ago', chain({ confirmedOn: '2025-02-01' })],
  ['R62', 'one that does not underpin', subcontractor({ underpins: false }, { lei: null })],
  ['R62', 'a company that is not known', subcontractor({}, null)],
  ['R70', 'a renewal of today', entity({ leiRenewalOn: today })],
  ['R70', 'no LEI', company({ lei: null, leiRenewalOn: '2026-01-31' })],
  ['R70', 'no day', company({ leiRenewalOn: null })],
  [
    'R73',
    'a contract that ended yesterday',
    {
      ...contract({ endsOn: '2026-01-31', endReason: 'x4' }),
      companies: [someCompany(1, { isGone: true })],
    },
  ],
  ['R73', 'a company that is not known', someRegister({ companies: [] })],
  ['R75', 'the same words', shared({})],
  ['R75', 'the name in other letters', shared({ name: ' EMPRESA 1' })],
  ['R75', 'no country', shared({ country: null })],
])('DORA-17: %s is met by %s', (rule, _what, facts) => {
  expect(brokenBy(facts, rule)).toEqual([])
})

const wrongEuid = (euid: string) => `«${euid}» no tiene la forma de los EUID españoles, como ES28065.082060194.`

test.each<[rule: string, facts: RegisterFacts, sentences: string | string[]]>([
  [
    'R06',
    entity({ parentLei: someLei(77) }),
    ['Falta el nombre', 'Falta el país', 'Falta el tipo de entidad', 'Falta la posición en el grupo'].map(
      what => `${what} de la matriz ${someLei(77)}: la autoridad pide una fila suya.`,
    ),
  ],
  ['R14', company({ name: ' ' }), 'Falta el nombre.'],
  ['R18', company({ euid: 'ES1.5' }), wrongEuid('ES1.5')],
  ['R18', company({ euid: 'ESABCDE.15' }), wrongEuid('ESABCDE.15')],
  ['R18', company({ euid: 'ES28065.AB' }), wrongEuid('ES28065.AB')],
  ['R18', company({ euid: 'ES28065.15A' }), wrongEuid('ES28065.15A')],
  ['R21', contract({ currency: null }), 'Falta la moneda.'],
  [
    'R21',
    someRegister({ arrangements: [someContract(1), someContract(2, { companyId: 'company2', currency: null })] }),
    'Falta la moneda.',
  ],
  ['R25', contract({ overarchingId: 'contract1' }), 'Es su propio contrato marco.'],
  ['R26', contract({ reference: 'x'.repeat(256) }), 'La referencia pasa de 255 caracteres.'],
  ['R30', fn({ code: 'AF1' }), 'El identificador debe ser F y un número: F1.'],
  ['R30', fn({ code: 'F1b' }), 'El identificador debe ser F y un número: F1.'],
  ['R31', fn({ activity: 'x999' }), 'Falta su actividad autorizada.'],
  ['R33', fn({ assessedOn: null }), 'Falta la fecha de la última evaluación: 31/12/9999 si nunca se ha evaluado.'],
  ['R34', fn({ rtoHours: null }), 'Falta su RTO en horas: 0 si no está definido, 1 si es de menos de una hora.'],
  // It is one error, of the key.
  ['R40', line({ ictType: null }), []],
  ['R42', line({ holdsData: null }), 'Falta indicar si el servicio almacena datos.'],
  [
    'R45',
    contract({ noticeEntityDays: null }),
    'Sustenta una función esencial o importante y falta el preaviso de su entidad.',
  ],
  ['R50', line({ substitutability: null }), 'Falta indicar si se puede sustituir.'],
  ['R55', line({ alternatives: null }), 'Falta indicar si hay alternativas identificadas.'],
  ['R61', chain({ confirmedOn: null }), 'El proveedor no ha confirmado su cadena.'],
  [
    'R73',
    { ...contract({ endsOn: today, endReason: 'x4' }), companies: [someCompany(1, { isGone: true })] },
    '«Empresa 1» ya no está en el portal: termine el contrato o regístrelo como empresa externa.',
  ],
  [
    'R75',
    shared({ lei: someLei(2), euid: 'ESRMC.B1', country: null }),
    [`el LEI ${someLei(2)}`, 'el EUID ESRMC.B1'].map(
      code => `En el portal consta ahora con ${code}. Compruébelo y, si es así, cambie la empresa de su contrato.`,
    ),
  ],
  [
    'R75',
    {
      ...shared({ euid: 'ESRMC.B1' }),
      companies: [
        someCompany(1, {
          euid: 'ESRMC.B2',
          shared: { name: 'Empresa 1', lei: someLei(1), euid: 'ESRMC.B1', country: 'ES' },
        }),
      ],
    },
    'En el portal consta ahora con el EUID ESRMC.B1. Compruébelo y, si es así, cambie la empresa de su contrato.',
  ],
  ['R90', someRegister(), 'El portal no sabe si los 2 LEI están vigentes: compruébelos en search.gleif.org.'],
  ['R90', company({ lei: null }), 'El portal no sabe si el LEI está vigente: compruébelo en search.gleif.org.'],
  ['R91', someRegister(), 'El registro no tiene ningún EUID que comprobar.'],
  [
    'R91',
    company({ euid: 'ESRMC.B1' }),
    'El portal no sabe si el EUID existe: compruébelo en los registros mercantiles europeos.',
  ],
])('DORA-17: %s is also broken, in words of its own: %3$s', (rule, facts, sentences) => {
  expect(brokenBy(facts, rule).map(fault => fault.sentence)).toEqual([sentences].flat())
})

test('DORA-17: the chain of a service is asked for once, and that of each service', () => {
  const lines = [
    someLine(1),
    someLine(2, { functionId: 'function2' }),
    someLine(3, { serviceId: 'service2', service: 'Cajeros' }),
  ]
  const facts = someRegister({ chains: [], functions: [someFunction(1), someFunction(2)], lines })
  expect(brokenBy(facts, 'R60').map(({ row }) => row)).toEqual(['Empresa 1 · Banca móvil', 'Empresa 1 · Cajeros'])
  // The bank did not say who serves it.
  expect(brokenBy({ ...facts, companies: [] }, 'R60').map(({ owner }) => owner)).toEqual(['PROVIDER', 'PROVIDER'])
})

test('DORA-17: a lapsed LEI is named in the table of the company, or of the bank', () => {
  const ofCompany = brokenBy(company({ leiRenewalOn: '2026-01-31', keptBy: 'CCI' }), 'R70')
  expect(ofCompany).toMatchObject([
    { table: 'B_05.01', row: 'Empresa 1', place: { kind: 'company', id: 'company1' }, owner: 'CCI' },
  ])
  expect(brokenBy(entity({ leiRenewalOn: '2026-01-31' }), 'R70')).toMatchObject([
    { table: 'B_01.01', row: 'Banco de Pruebas', place: { kind: 'entity', id: 'bank' }, owner: 'BANK' },
  ])
})

test('DORA-17: the gravest faults come first, whatever the numbers of their rules', () => {
  const facts = { ...company({ euid: 'ES1.5' }), arrangements: [someContract(1, { type: null })] }
  const found = linted({ ...facts, functions: [someFunction(1, { code: '' })] })
  expect(found.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
    ...['BLOCKING R01', 'BLOCKING R03', 'ERROR R20', 'ERROR R30', 'WARNING R18', 'UNKNOWN R90', 'UNKNOWN R91'],
  ])
})

test('DORA-17: a row is named as people know it, or by its key', () => {
  const rowsOf = (facts: RegisterFacts, rule: string) =>
    brokenBy(facts, rule).map(({ table, row }) => `${table} ${row}`)
  expect(rowsOf(line({ ictType: null }), 'R01')).toEqual(['B_02.02 CT-001 · F1 · Banca móvil'])
  expect(rowsOf(line({ ictType: null, service: '' }), 'R01')).toEqual(['B_02.02 CT-001 · F1'])
  expect(rowsOf(fn({ code: '' }), 'R01')).toEqual([`B_06.01 ${someLei(0)}`])
  expect(rowsOf(fn({ code: 'Pagos', name: '' }), 'R30')).toEqual(['B_06.01 Pagos'])
  expect(rowsOf(company({ country: 'ZZ' as never }), 'R80')).toEqual(['B_05.01 Empresa 1'])
  const whole = { row: '', place: { kind: 'entity', id: 'bank' }, owner: 'BANK' }
  expect([...brokenBy(someRegister(), 'R90'), ...brokenBy(someRegister(), 'R91')]).toMatchObject([whole, whole])
  expect(rowsOf(company({ lei: null, name: '' }), 'R01')).toEqual(['B_05.01 eba_CT:x212'])
})

test('DORA-17: a key that is empty in the table that it refers to is reported there alone', () => {
  const tables = (facts: RegisterFacts) => brokenBy(facts, 'R01').map(({ table, column }) => `${table} ${column}`)
  expect(tables(company({ lei: null }))).toEqual(['B_05.01 c0010'])
  expect(tables(someRegister({ companies: [] }))).toEqual(['B_02.02 c0030', 'B_03.02 c0020', 'B_07.01 c0020'])
})

test('DORA-17: who can put a row right is who keeps what it shows', () => {
  const listed = subcontractor({}, { keptBy: 'CCI' })
  const facts = { ...listed, lines: [someLine(1, { ictType: 'S99' })] }
  const owners = brokenBy(facts, 'R80').map(({ table, place, owner }) => `${table} ${place.kind} ${owner}`)
  expect(owners).toEqual(['B_02.02 line BANK'])
  const tables = tablesOf(edition, facts, today)
  const gone = { ...tables['B_05.01'][0]!, place: { kind: 'company' as const, id: 'gone' } }
  const cells = gone.cells.map(() => '')
  const found = lint({
    edition,
    facts,
    tables: { ...tables, 'B_05.01': [{ ...gone, cells }] },
    today,
    referenceDate: '2025-12-31',
  })
  expect(found.find(({ place }) => place.id === 'gone')).toMatchObject({ rule: 'R01', owner: 'CCI', row: '-' })
})
