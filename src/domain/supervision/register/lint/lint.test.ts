import { describe, expect, test } from 'vitest'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import {
  arrangementFields,
  entityFields,
  functionFields,
  lineFields,
} from '#domain/supervision/register/entry/fields.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { leads } from '#domain/supervision/register/lint/lead.ts'
import type { Linted } from '#domain/supervision/register/lint/lint.ts'
import { countFaults, lint, lintRules } from '#domain/supervision/register/lint/lint.ts'
import type { Owner, Severity } from '#domain/supervision/register/lint/rule.ts'
import { countsText } from '#domain/supervision/register/lint/rule.ts'
import { cellAt } from '#domain/supervision/register/table/row.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { countries } from '#domain/values/countries.ts'
import { processorMs } from '#test/support/processor-time.ts'
import {
  groupRegister,
  largeRegister,
  outsideRegister,
  someChain,
  someCompany,
  someContract,
  someEntity,
  someFunction,
  someGleif,
  someLei,
  someLine,
  someMember,
  someRegister,
} from '#test/support/registers.ts'

const today = '2026-02-01'
const edition = edition40

function linted(facts: RegisterFacts, changes: Partial<Linted> = {}) {
  const tables = tablesOf(edition, facts, today)
  return lint({ edition, facts, tables, today, referenceDate: '2025-12-31', ...changes })
}

/** More countries than one line should combine. */
const many = countries.slice(0, 30)
const withEntity = (changes: Parameters<typeof someEntity>[0]) => someRegister({ entity: someEntity(changes) })
const withCompany = (changes: Parameters<typeof someCompany>[1]) =>
  someRegister({ companies: [someCompany(1, changes)] })
const withContract = (changes: Parameters<typeof someContract>[1]) =>
  someRegister({ arrangements: [someContract(1, changes)] })
const withFunction = (changes: Parameters<typeof someFunction>[1]) =>
  someRegister({ functions: [someFunction(1, changes)] })
const withLine = (changes: Parameters<typeof someLine>[1]) => someRegister({ lines: [someLine(1, changes)] })
const withChain = (changes: Parameters<typeof someChain>[0]) => someRegister({ chains: [someChain(changes)] })
const twoCompanies = (second: Parameters<typeof someCompany>[1]) =>
  someRegister({
    companies: [someCompany(1), someCompany(2, second)],
    arrangements: [someContract(1), someContract(2, { companyId: 'company2' })],
    lines: [someLine(1), someLine(2, { useId: 'use1', arrangementId: 'contract2' })],
    chains: [someChain(), someChain({ companyId: 'company2' })],
  })
const subcontractor = (changes: Parameters<typeof someCompany>[1], countries = ['IE']) =>
  someRegister({
    companies: [someCompany(1), someCompany(2, changes)],
    chains: [
      someChain({
        subcontracts: [{ id: 'sub', companyId: 'company2', recipientId: null, underpins: true, countries }],
      }),
    ],
  })

/** A subcontractor that underpins a critical line for another that does or does not. */
const ranks = (underpins: boolean) =>
  someRegister({
    companies: [someCompany(1), someCompany(2), someCompany(3)],
    chains: [
      someChain({
        subcontracts: [
          { id: 'above', companyId: 'company2', recipientId: null, underpins, countries: ['ES'] },
          { id: 'below', companyId: 'company3', recipientId: 'above', underpins: true, countries: ['ES'] },
        ],
      }),
    ],
  })

/** Contracts of two companies in three currencies, with some rates. */
const inCurrencies = (rates: Record<string, number>) =>
  someRegister({
    companies: [someCompany(1), someCompany(2)],
    arrangements: [
      someContract(1),
      someContract(2, { currency: 'USD' }),
      someContract(3, { companyId: 'company2', currency: 'USD' }),
      someContract(4, { companyId: 'company2', currency: 'EUR' }),
    ],
    lines: [1, 2, 3, 4].map(n => someLine(n, { useId: 'use1', arrangementId: `contract${n}` })),
    chains: [someChain(), someChain({ companyId: 'company2' })],
    rates,
  })

const overarching = (changes: Parameters<typeof someContract>[1], ...parts: number[]) =>
  someRegister({
    arrangements: [
      someContract(1, { type: 'x2', ...changes }),
      ...parts.map((annualCost, at) => someContract(at + 2, { type: 'x3', overarchingId: 'contract1', annualCost })),
    ],
    lines: [
      someLine(1),
      ...parts.map((_, at) => someLine(at + 2, { useId: 'use1', arrangementId: `contract${at + 2}` })),
    ],
  })

type Broken = {
  facts: RegisterFacts
  table: string
  column: string
  owner?: Owner
  /** The row, as people can read it, and the thing itself. */
  row?: string
  place?: string
  says: string | RegExp
}

/** One register for each rule that breaks it. */
const broken: Record<string, Broken> = {
  R01: {
    facts: withCompany({ lei: null }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'PROVIDER',
    row: 'Empresa 1',
    place: 'company company1',
    says: 'Falta «Código de la empresa», que identifica la fila: sin él, la autoridad rechaza el fichero.',
  },
  R02: {
    facts: someRegister({ lines: [someLine(1), someLine(2, { useId: 'use1' })] }),
    table: 'B_02.02',
    column: 'c0050',
    says: /misma clave/,
  },
  R05: {
    facts: withEntity({ lei: null }),
    table: 'B_01.01',
    column: 'c0010',
    row: 'Banco de Pruebas',
    place: 'entity bank',
    says: 'Falta el LEI de su entidad: sin él no se puede presentar el registro.',
  },
  R10: {
    facts: withCompany({ lei: `${someLei(1).slice(0, 18)}00` }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'PROVIDER',
    row: 'Empresa 1',
    place: 'company company1',
    says: 'LEI erróneo: los dígitos de control no son correctos.',
  },
  R11: {
    facts: withCompany({ lei: null, keptBy: 'CCI' }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'CCI',
    row: 'Empresa 1',
    place: 'company company1',
    says: 'Falta su LEI o su EUID.',
  },
  R12: {
    facts: withCompany({ lei: null, country: 'US' }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'PROVIDER',
    row: 'Empresa 1',
    place: 'company company1',
    says: 'Es de Estados Unidos, fuera de la Unión, y le falta el LEI.',
  },
  R06: {
    facts: withEntity({
      parentLei: someLei(77),
      parentName: 'Grupo de Pruebas',
      parentType: 'x12',
      parentHierarchy: 'x21',
    }),
    table: 'B_01.02',
    column: 'c0030',
    says: /Falta el país de la matriz/,
  },
  R13: {
    facts: withCompany({ lei: null, otherCode: 'B12345674', otherCodeType: 'VAT', keptBy: 'BANK' }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'BANK',
    row: 'Empresa 1',
    place: 'company company1',
    says: 'Consta con su número nacional: la autoridad pide de una persona jurídica su LEI o su EUID.',
  },
  R14: {
    facts: withCompany({ personType: null }),
    table: 'B_05.01',
    column: 'c0070',
    owner: 'PROVIDER',
    says: /Falta el tipo de persona/,
  },
  R15: {
    facts: withCompany({ euid: 'FRRCS.123' }),
    table: 'B_05.01',
    column: 'c0030',
    owner: 'PROVIDER',
    row: 'Empresa 1',
    place: 'company company1',
    says: 'EUID erróneo: no es del país de la empresa.',
  },
  R16: {
    facts: someRegister({
      companies: [someCompany(1, { parentId: 'company2' }), someCompany(2, { lei: null, keptBy: 'CCI' })],
    }),
    table: 'B_05.01',
    column: 'c0110',
    owner: 'PROVIDER',
    row: 'Empresa 1',
    place: 'company company1',
    says: 'Su matriz última, «Empresa 2», no tiene LEI ni EUID.',
  },
  R17: {
    facts: twoCompanies({ lei: someLei(1) }),
    table: 'B_05.01',
    column: 'c0050',
    owner: 'PROVIDER',
    row: 'Empresa 2',
    place: 'company company2',
    says: 'El LEI 959800ALMOTACEN00142 es también el de «Empresa 1»: un LEI es de una sola empresa.',
  },
  R20: {
    facts: withContract({ type: null }),
    table: 'B_02.01',
    column: 'c0020',
    row: 'CT-001',
    place: 'arrangement contract1',
    says: 'Falta el tipo de contrato.',
  },
  R21: {
    facts: withContract({ annualCost: null }),
    table: 'B_02.01',
    column: 'c0050',
    row: 'CT-001',
    place: 'arrangement contract1',
    says: 'Falta el coste anual; ponga 0 si no lo tiene.',
  },
  R22: {
    facts: withContract({ startsOn: null }),
    table: 'B_02.02',
    column: 'c0070',
    row: 'CT-001',
    place: 'arrangement contract1',
    says: 'Falta la fecha de inicio.',
  },
  R23: {
    facts: withContract({ endsOn: '2023-01-01', endReason: 'x4' }),
    table: 'B_02.02',
    column: 'c0080',
    row: 'CT-001',
    place: 'arrangement contract1',
    says: 'Termina antes de empezar.',
  },
  R24: {
    facts: withContract({ endsOn: '2026-02-01' }),
    table: 'B_02.02',
    column: 'c0090',
    row: 'CT-001',
    place: 'arrangement contract1',
    says: 'Ha terminado y falta el motivo. Si se renovó, cambie el fin por la fecha de la próxima renovación.',
  },
  R25: {
    facts: withContract({ type: 'x3' }),
    table: 'B_02.01',
    column: 'c0030',
    row: 'CT-001',
    place: 'arrangement contract1',
    says: 'Es derivado y no dice de qué contrato marco.',
  },
  R26: { facts: withContract({ reference: 'C'.repeat(256) }), table: 'B_02.01', column: 'c0010', says: /pasa de 255/ },
  R30: {
    facts: withFunction({ code: 'Pagos' }),
    table: 'B_06.01',
    column: 'c0010',
    row: 'Pagos · Función 1',
    place: 'function function1',
    says: 'El identificador debe ser F y un número: F1.',
  },
  R31: {
    facts: withFunction({ activity: null }),
    table: 'B_06.01',
    column: 'c0020',
    row: 'F1 · Función 1',
    place: 'function function1',
    says: 'Falta su actividad autorizada.',
  },
  R32: {
    facts: withFunction({ critical: null }),
    table: 'B_06.01',
    column: 'c0050',
    row: 'F1 · Función 1',
    place: 'function function1',
    says: 'Falta indicar si es esencial o importante.',
  },
  R33: {
    facts: withFunction({ assessedOn: '2026-02-02' }),
    table: 'B_06.01',
    column: 'c0070',
    row: 'F1 · Función 1',
    place: 'function function1',
    says: 'La fecha de la última evaluación es futura.',
  },
  R34: { facts: withFunction({ rpoHours: null }), table: 'B_06.01', column: 'c0090', says: /su RPO en horas: 0 si no/ },
  R40: {
    facts: withLine({ ictType: 'NONE' }),
    table: 'B_02.02',
    column: 'c0060',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: 'El proveedor dice que no es un servicio de TIC: elija el tipo o quite la línea.',
  },
  R41: {
    facts: withLine({ provisionCountries: [] }),
    table: 'B_02.02',
    column: 'c0130',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: 'Falta el país de prestación.',
  },
  R47: {
    facts: withLine({ provisionCountries: many, storageCountries: many }),
    table: 'B_02.02',
    column: 'c0130',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: /^Sus países dan 900 filas, y caben 500/,
  },
  R42: { facts: withLine({ storageCountries: [] }), table: 'B_02.02', column: 'c0150', says: /falta el país/ },
  R43: {
    facts: withLine({ sensitivity: null }),
    table: 'B_02.02',
    column: 'c0170',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: 'Falta la sensibilidad de los datos.',
  },
  R44: {
    facts: withLine({ reliance: null }),
    table: 'B_02.02',
    column: 'c0180',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: 'Falta la dependencia del servicio.',
  },
  R45: {
    facts: withContract({ noticeProviderDays: null }),
    table: 'B_02.02',
    column: 'c0110',
    says: /preaviso del proveedor/,
  },
  R46: {
    facts: withContract({ lawCountry: null }),
    table: 'B_02.02',
    column: 'c0120',
    row: 'CT-001',
    place: 'arrangement contract1',
    says: 'Sustenta una función esencial o importante y falta el país de la ley aplicable.',
  },
  R50: { facts: withLine({ noSubstituteReason: null }), table: 'B_07.01', column: 'c0060', says: /por qué no/ },
  R51: {
    facts: withLine({ ownAuditOn: null }),
    table: 'B_07.01',
    column: 'c0070',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: 'No consta ninguna auditoría de su entidad, encargada por ella o compartida: se presenta 9999-12-31. La evaluación del proveedor no cuenta.',
  },
  R56: {
    facts: withLine({ ownAuditOn: '2099-01-01' }),
    table: 'B_07.01',
    column: 'c0070',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: 'La fecha de la última auditoría es futura.',
  },
  R52: {
    facts: withLine({ exitPlan: null }),
    table: 'B_07.01',
    column: 'c0080',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: 'Falta indicar si hay plan de salida.',
  },
  R53: {
    facts: withLine({ reintegration: null }),
    table: 'B_07.01',
    column: 'c0090',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: 'Falta indicar si se puede reintegrar.',
  },
  R54: {
    facts: withLine({ impact: null }),
    table: 'B_07.01',
    column: 'c0100',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: 'Falta el impacto de su interrupción.',
  },
  R55: { facts: withLine({ alternativeNames: '' }), table: 'B_07.01', column: 'c0120', says: /cuáles/ },
  R60: {
    facts: someRegister({ chains: [] }),
    table: 'B_05.02',
    column: 'c0030',
    owner: 'PROVIDER',
    row: 'Empresa 1 · Banca móvil',
    place: 'line line1',
    says: 'El proveedor no ha declarado su cadena de subcontratación.',
  },
  R65: {
    facts: outsideRegister([], { written: [] }),
    table: 'B_05.02',
    column: 'c0030',
    row: 'Empresa 1 · S19',
    place: 'arrangement contract1',
    says: /^No consta quién trabaja para la empresa en este tipo de servicio/,
  },
  R61: {
    facts: withChain({ confirmedOn: '2025-01-31' }),
    table: 'B_05.02',
    column: 'c0030',
    owner: 'PROVIDER',
    row: 'Empresa 1 · Banca móvil',
    place: 'line line1',
    says: 'El proveedor no confirma su cadena desde el 31/01/2025.',
  },
  R62: {
    facts: subcontractor({ lei: null }),
    table: 'B_05.02',
    column: 'c0030',
    owner: 'PROVIDER',
    row: 'Empresa 2 · Empresa 1',
    place: 'subcontract sub',
    says: 'Sustenta el servicio y no tiene LEI ni EUID.',
  },
  R64: {
    facts: ranks(false),
    table: 'B_05.02',
    column: 'c0050',
    owner: 'PROVIDER',
    says: /a través de «Empresa 2», que no consta/,
  },
  R63: {
    facts: subcontractor({}, []),
    table: 'B_05.02',
    column: 'c0030',
    owner: 'PROVIDER',
    row: 'Empresa 2 · Empresa 1',
    place: 'subcontract sub',
    says: 'No consta en qué países trabaja.',
  },
  R18: {
    facts: withCompany({ euid: 'ESMADRID.1234' }),
    table: 'B_05.01',
    column: 'c0030',
    owner: 'PROVIDER',
    row: 'Empresa 1',
    place: 'company company1',
    says: '«ESMADRID.1234» no tiene la forma de los EUID españoles, como ES28065.082060194.',
  },
  R70: {
    facts: withEntity({ leiRenewalOn: '2026-01-31' }),
    table: 'B_01.01',
    column: 'c0010',
    row: 'Banco de Pruebas',
    place: 'entity bank',
    says: 'El LEI debía renovarse el 31/01/2026: uno caducado se rechaza.',
  },
  R71: {
    facts: someRegister({ arrangements: [someContract(1), someContract(2)] }),
    table: 'B_02.02',
    column: 'c0010',
    row: 'CT-002',
    place: 'arrangement contract2',
    says: 'El contrato no tiene ninguna línea: diga qué servicio presta y a qué función.',
  },
  R72: {
    facts: withLine({ useId: null }),
    table: 'B_02.02',
    column: 'c0010',
    row: 'Empresa 1 · Banca móvil',
    place: 'use use1',
    says: 'Utiliza este servicio de TIC y no está en ningún contrato.',
  },
  R73: {
    facts: withCompany({ isGone: true }),
    table: 'B_02.01',
    column: 'c0010',
    row: 'CT-001',
    place: 'arrangement contract1',
    says: '«Empresa 1» ya no está en el portal: termine el contrato o regístrelo como empresa externa.',
  },
  R74: {
    facts: withEntity({ totalAssets: null }),
    table: 'B_01.02',
    column: 'c0110',
    row: 'Banco de Pruebas',
    place: 'entity bank',
    says: 'Faltan los activos totales de su entidad.',
  },
  R75: {
    facts: withCompany({
      keptBy: 'BANK',
      shared: { name: 'Empresa Fantasma', lei: someLei(1), euid: null, country: 'ES' },
    }),
    table: 'B_05.01',
    column: 'c0050',
    says: /el nombre «Empresa Fantasma»\. Compruébelo/,
  },
  R76: {
    facts: someRegister({ gleif: someGleif([{ lei: someLei(1), status: 'RETIRED' }]) }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'PROVIDER',
    row: 'Empresa 1',
    place: 'company company1',
    says: `Según GLEIF (15/01/2026), el LEI ${someLei(1)} ya no se usa (RETIRED).`,
  },
  R77: {
    facts: someRegister({ gleif: someGleif([{ lei: someLei(1), name: 'Empresa Fantasma' }]) }),
    table: 'B_05.01',
    column: 'c0050',
    owner: 'PROVIDER',
    place: 'company company1',
    says: 'Según GLEIF (15/01/2026), su nombre es «Empresa Fantasma». Compruébelo.',
  },
  R78: {
    facts: someRegister({
      gleif: someGleif([{ lei: someLei(1), parentLei: someLei(9), parentName: 'Holding' }]),
    }),
    table: 'B_05.01',
    column: 'c0110',
    owner: 'PROVIDER',
    place: 'company company1',
    says: `Según GLEIF (15/01/2026), su matriz última es «Holding», LEI ${someLei(9)}, y aquí consta «Empresa 1».`,
  },
  R07: { facts: withEntity({ country: null }), table: 'B_01.01', column: 'c0030', says: /el país de su entidad/ },
  R08: {
    facts: inCurrencies({}),
    table: 'B_05.01',
    column: 'c0100',
    says: /Falta el cambio de USD a EUR del 31\/12\/2025/,
  },
  R19: {
    facts: withCompany({ name: 'Ромашка' }),
    table: 'B_05.01',
    column: 'c0060',
    owner: 'PROVIDER',
    says: /«Ромашка» no está en letras latinas/,
  },
  R27: { facts: withContract({ endReason: 'x4' }), table: 'B_02.02', column: 'c0080', says: /no fecha de fin/ },
  R29: {
    facts: overarching({ annualCost: 500 }, 300, 200),
    table: 'B_02.01',
    column: 'c0050',
    says: /parece contar otra vez/,
  },
  R28: {
    facts: withContract({ users: ['gone'] }),
    table: 'B_04.01',
    column: 'c0020',
    row: 'CT-001',
    place: 'arrangement contract1',
    says: 'Ninguna de las que lo usan está en el registro en la fecha de referencia.',
  },
  R38: {
    facts: groupRegister({ arrangements: [someContract(1), someContract(2, { users: ['member1'] }), someContract(3)] }),
    table: 'B_04.01',
    column: 'c0020',
    row: 'CT-002',
    says: 'F1 es de Filial 2, que no consta entre las que usan el contrato.',
  },
  R39: {
    facts: withContract({ insideId: 'contract1' }),
    table: 'B_02.03',
    column: 'c0010',
    says: /^El proveedor de CT-001 no es del grupo/,
  },
  R35: { facts: withFunction({ name: ' ' }), table: 'B_06.01', column: 'c0030', says: /nombre/ },
  R36: { facts: withFunction({ impact: null }), table: 'B_06.01', column: 'c0100', says: /impacto/ },
  R37: {
    facts: someRegister({ functions: [someFunction(1), someFunction(2, { name: 'FUNCIÓN 1' })] }),
    table: 'B_06.01',
    column: 'c0030',
    says: /Se llama como F1/,
  },
  R57: {
    facts: withLine({ substitutability: 'x962' }),
    table: 'B_07.01',
    column: 'c0060',
    says: /déjelo vacío/,
  },
  R58: {
    facts: someRegister({
      functions: [someFunction(1), someFunction(2)],
      lines: [someLine(1), someLine(2, { useId: 'use1', functionId: 'function2', impact: 'x791' })],
    }),
    table: 'B_07.01',
    column: 'c0100',
    says: /«Alto» \(F1\) y «Bajo» \(F2\)/,
  },
  R09: {
    facts: someRegister({ members: [someMember(1)] }),
    table: 'B_01.02',
    column: 'c0050',
    place: 'entity bank',
    says: 'Banco de Pruebas no pertenece a un grupo, y el registro es de varias entidades.',
  },
  R81: { facts: withContract({ reference: 'CT\n1' }), table: 'B_02.01', column: 'c0010', says: /salto de línea/ },
  R82: { facts: withContract({ reference: 'N/A' }), table: 'B_02.01', column: 'c0010', says: /«N\/A» no es/ },
  R83: {
    facts: withContract({ startsOn: '1949-12-31' }),
    table: 'B_02.02',
    column: 'c0070',
    says: /31\/12\/1949 no es una fecha/,
  },
  R80: {
    facts: withLine({ reliance: 'x1' }),
    table: 'B_02.02',
    column: 'c0180',
    row: 'CT-001 · F1 · Banca móvil',
    place: 'line line1',
    says: '«x1» no está en la lista de «Dependencia del servicio» de la edición 4.0.',
  },
}
/** Rules of the files alone, broken below; and what is always unknown. */
const ofFiles = ['R03', 'R84', 'R85']
const always = ['R90', 'R91']

describe('DORA-17: each rule is broken by one register and met by another:', () => {
  test('every rule has its case', () => {
    expect(lintRules.map(({ id }) => id)).toEqual([...Object.keys(broken), ...ofFiles, ...always].toSorted())
    for (const { id, holds } of lintRules) expect(holds, id).not.toBe('')
  })

  test('a register that meets all leaves only what cannot be known', () => {
    expect(linted(someRegister()).map(({ rule }) => rule)).toEqual(always)
    expect(linted(largeRegister(9)).map(({ rule }) => rule)).toEqual(always)
  })

  test.each(Object.entries(broken))('%s', (id, { facts, table, column, owner = 'BANK', row, place, says }) => {
    const found = linted(facts).filter(({ rule }) => rule === id)
    expect(found).toHaveLength(1)
    const [kind, of] = place?.split(' ') ?? []
    expect(found[0]).toMatchObject({
      table,
      column,
      owner,
      ...(row ? { row } : {}),
      ...(place ? { place: { kind, id: of } } : {}),
    })
    expect(found[0]!.sentence).toEqual(typeof says === 'string' ? says : expect.stringMatching(says))
    expect(found[0]!.severity).toBe(lintRules.find(rule => rule.id === id)!.severity)
  })

  test('R03: a reference that leads nowhere', () => {
    const facts = someRegister()
    const tables = tablesOf(edition, facts, today)
    const found = linted(facts, { tables: { ...tables, 'B_06.01': [] } })
    expect(found.filter(({ rule }) => rule === 'R03')).toMatchObject([
      { severity: 'BLOCKING', table: 'B_02.02', column: 'c0050', sentence: '«F1» no está en B_06.01, columna c0010.' },
    ])
  })

  test('an empty key is reported where it can be written, not in each table that repeats it', () => {
    const ofLei = linted(withEntity({ lei: null })).filter(({ severity }) => severity === 'BLOCKING')
    expect(ofLei.map(({ rule, field }) => [rule, field])).toEqual([['R05', 'lei']])
    const ofNational = linted(withCompany({ lei: null, otherCode: 'B12345674', otherCodeType: 'NIN' }))
    expect(ofNational.filter(({ severity }) => severity === 'BLOCKING')).toEqual([])
    const ofProvider = linted(withCompany({ lei: null })).filter(({ severity }) => severity === 'BLOCKING')
    expect(ofProvider.map(({ rule, table }) => [rule, table])).toEqual([['R01', 'B_05.01']])
    const ofType = linted(withLine({ ictType: null })).filter(({ severity }) => severity === 'BLOCKING')
    expect(ofType.map(({ rule, table, field }) => [rule, table, field])).toEqual([['R01', 'B_02.02', 'ictType']])
  })

  test('a wrong LEI of the bank blocks', () => {
    expect(linted(withEntity({ lei: `${someLei(0).slice(0, 18)}00` }))[0]).toMatchObject({ rule: 'R05' })
  })

  test('what is not critical needs no assessment', () => {
    const facts = someRegister({
      functions: [someFunction(1, { critical: 'x29', rtoHours: 0 })],
      lines: [someLine(1, { reliance: null, substitutability: null, ownAuditOn: null, sensitivity: null })],
      chains: [],
    })
    expect(linted(facts).map(({ rule }) => rule)).toEqual(always)
  })
})

describe("REG-14: the authority's number stands beside ours, and each of its rules is broken once and mended:", () => {
  const only = (facts: RegisterFacts) => linted(facts).filter(({ severity }) => severity !== 'UNKNOWN')

  test.each<[string, string, RegisterFacts, RegisterFacts]>([
    ['v8873', 'B_01.01 c0030', withEntity({ country: null }), withEntity({ country: 'ES' })],
    ['v8874', 'B_01.01 c0040', withEntity({ type: null }), withEntity({ type: 'x12' })],
    ['v8875', 'B_01.01 c0050', withEntity({ authority: '' }), withEntity({ authority: 'BCE' })],
    ['v8861', 'B_01.02 c0050', withEntity({ hierarchy: null }), withEntity({ hierarchy: 'x21' })],
    ['v8803', 'B_01.02 c0100', withEntity({ currency: null }), withEntity({ currency: 'EUR' })],
    ['v8878', 'B_06.01 c0030', withFunction({ name: '' }), withFunction({ name: 'Pagos' })],
    ['v8883', 'B_06.01 c0100', withFunction({ impact: null }), withFunction({ impact: 'x791' })],
    [
      'v8881',
      'B_06.01 c0080',
      withFunction({ critical: 'x29', rtoHours: null }),
      withFunction({ critical: 'x29', rtoHours: 0 }),
    ],
    [
      'v8882',
      'B_06.01 c0090',
      withFunction({ critical: 'x29', rpoHours: null }),
      withFunction({ critical: 'x29', rpoHours: 1 }),
    ],
  ])('%s', (authority, cell, facts, mended) => {
    const found = only(facts)
    expect(found.map(each => [each.authority, `${each.table} ${each.column}`, each.severity])).toEqual([
      [authority, cell, 'ERROR'],
    ])
    expect(only(mended)).toEqual([])
  })

  test.each<[string, RegisterFacts, RegisterFacts]>([
    ['R19', withCompany({ name: 'Ромашка' }), withCompany({ name: 'Ромашка', latinName: 'Romashka' })],
    ['R19', withCompany({ latinName: 'Αλφα' }), withCompany({ name: "Núñez & Cía. 2 (d'Or)" })],
    ['R24', withContract({ endsOn: '2026-02-01' }), withContract({ endsOn: '2027-02-01' })],
    ['R27', withContract({ endReason: 'x4' }), withContract({ endReason: 'x4', endsOn: '2026-01-31' })],
    ['R29', overarching({ annualCost: 500 }, 300, 200), overarching({ annualCost: 100 }, 300, 200)],
    ['R29', overarching({ annualCost: 300 }, 300), overarching({ annualCost: 0 }, 300)],
    ['R57', withLine({ substitutability: 'x962' }), withLine({ substitutability: 'x962', noSubstituteReason: null })],
    ['R81', withFunction({ name: 'Pagos\tSEPA' }), withFunction({ name: 'Pagos SEPA' })],
    ['R81', withCompany({ name: 'Nube\u00a0Uno' }), withCompany({ name: 'Nube Uno' })],
    ['R81', withContract({ reference: 'CT\u200b1' }), withContract({ reference: 'CT1' })],
    ['R82', withFunction({ name: 'TBD' }), withFunction({ name: 'Custodia' })],
    ['R82', withFunction({ name: '-' }), withFunction({ name: 'I-D' })],
    ['R83', withFunction({ assessedOn: '1949-12-31' }), withFunction({ assessedOn: '1950-01-01' })],
    ['R83', withContract({ endsOn: '3000-01-01' }), withContract({ endsOn: '2999-12-31' })],
    ['R33', withFunction({ assessedOn: null }), withFunction({ assessedOn: '9999-12-31' })],
    ['R33', withFunction({ assessedOn: null }), withFunction({ assessedOn: null, critical: 'x21' })],
  ])('%s', (rule, facts, mended) => {
    expect(only(facts).map(each => each.rule)).toEqual([rule])
    expect(only(mended).map(each => each.rule)).not.toContain(rule)
  })

  test('a function that is not assessed is filed as never assessed', () => {
    const facts = withFunction({ assessedOn: null, critical: 'x21' })
    const { 'B_06.01': rows } = tablesOf(edition, facts, today)
    expect(cellAt(edition, 'B_06.01', rows[0]!, 'c0070')).toBe('9999-12-31')
  })
})

test('REG-13: several currencies are no fault of a contract; each rate is asked for once, and mends it', () => {
  const found = linted(inCurrencies({})).filter(({ severity }) => severity !== 'UNKNOWN')
  expect(found.map(({ rule, field }) => [rule, field])).toEqual([['R08', 'rates.2025-12-31.USD']])
  expect(linted(inCurrencies({ USD: 0.92 })).map(({ rule }) => rule)).toEqual(always)
  const nowhere = { ...inCurrencies({}), entity: someEntity({ currency: null }) }
  expect(linted(nowhere).map(({ rule }) => rule)).toEqual(['R07', ...always])
})

test('REG-07: each recipient above a subcontractor that underpins underpins as well', () => {
  expect(linted(ranks(false)).filter(({ rule }) => rule === 'R64')).toMatchObject([{ severity: 'ERROR' }])
  expect(linted(ranks(true)).map(({ rule }) => rule)).toEqual(always)
})

describe('REG-15: a fault of the bank leads to the field that mends it:', () => {
  const forms: Record<string, readonly string[]> = {
    entity: [...Object.keys(entityFields), 'rates.2025-12-31.USD'],
    functions: Object.keys(functionFields),
    arrangements: [
      ...Object.keys(arrangementFields),
      ...[
        'overarchingId',
        'insideId',
        'signers',
        'users',
        'name',
        'latinName',
        'lei',
        'euid',
        'country',
        'personType',
        'parent',
        'chain',
      ],
    ],
    lines: [...Object.keys(lineFields), 'arrangementId', 'functionId'],
  }
  const ledFrom = (facts: RegisterFacts) => {
    const leadOf = leads(facts)
    return linted(facts)
      .filter(({ owner, severity }) => owner === 'BANK' && severity !== 'UNKNOWN')
      .map(fault => ({ ...fault, ...leadOf(fault) }))
  }

  test.each(Object.entries(broken).filter(([, { owner = 'BANK' }]) => owner === 'BANK'))(
    '%s is of the form of its step',
    (_rule, { facts }) => {
      for (const { step, field, id, rule } of ledFrom(facts)) {
        if (step === 'uses') continue
        expect(forms[step!], `${rule} ${step}`).toContain(field)
        expect(id === null, rule).toBe(step === 'entity')
      }
    },
  )

  test.each<[string, RegisterFacts, string, string[]]>([
    ['a currency', withContract({ currency: null }), 'arrangements', ['currency']],
    ['a cost', withContract({ annualCost: null }), 'arrangements', ['annualCost']],
    ["the bank's notice", withContract({ noticeEntityDays: null }), 'arrangements', ['noticeEntityDays']],
    ["the provider's notice", withContract({ noticeProviderDays: null }), 'arrangements', ['noticeProviderDays']],
    [
      'both notices',
      withContract({ noticeEntityDays: null, noticeProviderDays: null }),
      'arrangements',
      ['noticeEntityDays', 'noticeProviderDays'],
    ],
    ['a law that is in no list', withContract({ lawCountry: 'XX' }), 'arrangements', ['lawCountry']],
    ['a currency that is in no list', withContract({ currency: 'XXX' }), 'arrangements', ['currency']],
    ['whether data are held', withLine({ holdsData: null }), 'lines', ['holdsData']],
    ['the country of storage', withLine({ storageCountries: [] }), 'lines', ['storageCountries']],
    ['why there is no substitute', withLine({ noSubstituteReason: null }), 'lines', ['noSubstituteReason']],
    ['which alternatives', withLine({ alternativeNames: '' }), 'lines', ['alternativeNames']],
    ['both hours', withFunction({ rtoHours: null, rpoHours: null }), 'functions', ['rtoHours', 'rpoHours']],
    ['the renewal of the LEI', withEntity({ leiRenewalOn: '2026-01-31' }), 'entity', ['leiRenewalOn']],
    [
      'the parent',
      withEntity({ parentLei: someLei(77) }),
      'entity',
      ['parentName', 'parentCountry', 'parentType', 'parentHierarchy'],
    ],
    [
      'the end of a contract with a provider that left',
      someRegister({ companies: [someCompany(1, { isGone: true, keptBy: 'BANK' })] }),
      'arrangements',
      ['endsOn'],
    ],
    [
      'what tells two lines apart',
      someRegister({ lines: [someLine(1), someLine(2, { useId: 'use1' })] }),
      'lines',
      ['functionId'],
    ],
    ['a new line of a contract', someRegister({ lines: [], uses: [] }), 'lines', ['arrangementId']],
  ])('%s', (_what, facts, step, fields) => {
    const found = ledFrom(facts)
    expect(found.map(({ field }) => field)).toEqual(fields)
    expect(new Set(found.map(each => each.step))).toEqual(new Set([step]))
  })
})

describe('REG-06: critical lines of one contract and type share one assessment:', () => {
  const two = (second: Parameters<typeof someLine>[1]) =>
    someRegister({
      functions: [someFunction(1), someFunction(2), someFunction(3, { critical: 'x29' })],
      lines: [someLine(1), someLine(2, { useId: 'use1', functionId: 'function2', ...second })],
    })
  const said = (facts: RegisterFacts) => linted(facts).filter(({ rule }) => rule === 'R58')
  const nothing = {
    substitutability: null,
    noSubstituteReason: null,
    ownAuditOn: null,
    exitPlan: null,
    reintegration: null,
    impact: null,
    alternatives: null,
    alternativeNames: '',
  }
  const row = (facts: RegisterFacts) => tablesOf(edition, facts, today)['B_07.01'].map(({ cells }) => cells.slice(4))
  const filed = row(someRegister())

  test('what one says counts for both', () => {
    expect(linted(two(nothing)).map(({ rule }) => rule)).toEqual(always)
    expect(row(two(nothing))).toEqual(filed)
    expect(row(someRegister({ ...two({}), lines: two(nothing).lines.toReversed() }))).toEqual(filed)
  })

  test('what they say differently is filed by none, blocks, and is to be chosen', () => {
    const facts = two({ substitutability: 'x962', noSubstituteReason: null, ownAuditOn: '2024-01-01', exitPlan: false })
    expect(said(facts).map(({ severity, field }) => [severity, field])).toEqual([
      ['BLOCKING', 'substitutability'],
      ['BLOCKING', 'ownAuditOn'],
      ['BLOCKING', 'exitPlan'],
    ])
    expect(row(facts)[0]!.slice(0, 4)).toEqual(['', 'eba_ZZ:x964', '9999-12-31', ''])
  })

  test('another contract, another type or a function that is not critical has nothing to do with it', () => {
    const other = { impact: 'x791' }
    expect(said(two({ ...other, ictType: 'S17' }))).toEqual([])
    expect(said(two({ ...other, functionId: 'function3' }))).toEqual([])
    expect(said(two({ ...other, ictType: null }))).toEqual([])
  })
})

describe('REG-11: the chain of a company outside that supports a critical function', () => {
  const found = (facts: RegisterFacts) => linted(facts).map(({ rule, owner }) => [rule, owner])
  const quiet = always.map(rule => [rule, 'BANK'])

  test('is asked of the bank once for contract and type, until it writes it or says that all are there', () => {
    const none = outsideRegister([], { written: [] })
    const second = someLine(2, { useId: null, serviceId: null, service: '', functionId: 'function2' })
    const twice = { ...none, functions: [someFunction(1), someFunction(2)], lines: [...none.lines, second] }
    expect(found(twice)).toEqual([['R65', 'BANK'], ...quiet])
    expect(found(outsideRegister())).toEqual(quiet)
    expect(found({ ...none, arrangements: [someContract(1, { chainIsWhole: true })] })).toEqual(quiet)
    expect(found({ ...none, functions: [someFunction(1, { critical: 'x29' })] })).toEqual(quiet)
  })

  test('leads to the field of the very company that is wrong: the direct one, its parent or a subcontractor', () => {
    const lead = (changes: Partial<Record<number, Parameters<typeof someCompany>[1]>>) => {
      const facts = outsideRegister([{ id: 'sub', company: 'company2' }], {
        companies: [1, 2, 3, 4].map(n =>
          someCompany(n, { keptBy: 'BANK', ...(n < 3 ? { parentId: `company${n + 2}` } : {}), ...changes[n] }),
        ),
      })
      const leadOf = leads(facts)
      return linted(facts)
        .filter(({ severity }) => severity === 'BLOCKING')
        .map(fault => ({ ...fault, ...leadOf(fault) }))
        .map(({ step, id, field }) => [step, id, field])
    }
    const at = (field: string) => [['arrangements', 'contract1', field]]
    expect(lead({})).toEqual([])
    expect(lead({ 1: { lei: null } })).toEqual(at('lei'))
    expect(lead({ 2: { lei: null } })).toEqual(at('chain.sub.lei'))
    expect(lead({ 3: { lei: null } })).toEqual(at('parent.lei'))
    expect(lead({ 4: { lei: null } })).toEqual(at('chain.sub.parent.lei'))
  })
})

test('REG-12: the lines of a register make no more rows than a server can hold, and those that would block', () => {
  const lists = { provisionCountries: countries.slice(0, 20), processingCountries: countries.slice(0, 20) }
  const of = (lines: number) => {
    const { lines: its, ...rest } = largeRegister(1, lines)
    return { ...rest, lines: its.map((line, at) => (at === 0 ? line : { ...line, ...lists })) }
  }
  const [fits, large] = [of(240), of(400)]
  expect(tablesOf(edition, fits, today)['B_02.02']).toHaveLength(239 * 400 + 1)
  expect(linted(fits).filter(({ rule }) => rule === 'R47')).toEqual([])
  expect(tablesOf(edition, large, today)['B_02.02']).toHaveLength(399 * 250 + 1)
  const found = linted(large).filter(({ rule }) => rule === 'R47')
  expect(found).toHaveLength(399)
  expect(found[0]!.sentence).toMatch(/^Sus países dan 400 filas, y caben 250/)
})

test('REG-12: a fault of a line is one, however many rows its countries make', () => {
  const lists = { provisionCountries: ['ES', 'FR', 'ZZ'], processingCountries: ['IE', 'DE'] }
  const twice = someRegister({ lines: [someLine(1, lists), someLine(2, { useId: 'use1', ...lists })] })
  expect(linted(twice).map(({ rule, place, field }) => [rule, place.id, field])).toEqual([
    ['R02', 'line2', 'functionId'],
    ['R80', 'line1', 'provisionCountries'],
    ['R80', 'line2', 'provisionCountries'],
    ...always.map(rule => [rule, 'bank', expect.anything()]),
  ])
})

test('REG-15: says how many faults there are in the words of their number', () => {
  const text = (BLOCKING: number, ERROR: number, WARNING: number) => countsText({ BLOCKING, ERROR, WARNING })
  expect(text(0, 0, 0)).toBe('Sin errores')
  expect(text(1, 1, 1)).toBe(
    '1 error que haría que se rechazara, 1 que señalaría la autoridad, 1 por el que preguntaría',
  )
  expect(text(2, 0, 2)).toBe('2 errores que harían que se rechazara, 2 por los que preguntaría')
})

test('faults are counted by severity, what cannot be known among them', () => {
  const counts: Record<Severity, number> = countFaults(linted(withEntity({ lei: null, totalAssets: null })))
  expect(counts).toEqual({ BLOCKING: 1, ERROR: 0, WARNING: 1, UNKNOWN: 2 })
})

test('5,000 lines are linted well within their time', () => {
  const facts = largeRegister(200, 25)
  expect(facts.lines).toHaveLength(5000)
  expect(processorMs(() => void linted(facts))).toBeLessThan(5000)
})
