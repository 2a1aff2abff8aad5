import { describe, expect, test } from 'vitest'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import type { Linted } from '#domain/supervision/register/lint/lint.ts'
import { countFaults, lint, rules } from '#domain/supervision/register/lint/lint.ts'
import type { Owner, Severity } from '#domain/supervision/register/lint/rule.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import {
  largeRegister,
  someChain,
  someCompany,
  someContract,
  someEntity,
  someFunction,
  someLei,
  someLine,
  someRegister,
} from '#test/support/registers.ts'

const today = '2026-02-01'
const edition = edition40

function linted(facts: RegisterFacts, changes: Partial<Linted> = {}) {
  return lint({ edition, facts, tables: tablesOf(edition, facts, today), today, ...changes })
}

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

type Broken = { facts: RegisterFacts; table: string; column: string; owner?: Owner; says: RegExp }

/** One register for each rule that breaks it. */
const broken: Record<string, Broken> = {
  R01: {
    facts: withCompany({ lei: null }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'PROVIDER',
    says: /Falta «Código de la empresa»/,
  },
  R02: {
    facts: someRegister({ lines: [someLine(1), someLine(2, { useId: 'use1' })] }),
    table: 'B_02.02',
    column: 'c0010',
    says: /misma clave/,
  },
  R05: { facts: withEntity({ lei: null }), table: 'B_01.01', column: 'c0010', says: /Falta el LEI/ },
  R10: {
    facts: withCompany({ lei: `${someLei(1).slice(0, 18)}00` }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'PROVIDER',
    says: /LEI erróneo/,
  },
  R11: {
    facts: withCompany({ lei: null, keptBy: 'CCI' }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'CCI',
    says: /LEI o su EUID/,
  },
  R12: {
    facts: withCompany({ lei: null, country: 'US' }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'PROVIDER',
    says: /Estados Unidos, fuera de la Unión/,
  },
  R06: {
    facts: withEntity({ parentLei: someLei(77), parentName: 'Grupo de Pruebas' }),
    table: 'B_01.02',
    column: 'c0060',
    says: /falta su país, su tipo de entidad y su posición en el grupo/,
  },
  R13: {
    facts: withCompany({ lei: null, otherCode: 'B12345674', otherCodeType: 'VAT', keptBy: 'BANK' }),
    table: 'B_05.01',
    column: 'c0010',
    owner: 'BANK',
    says: /Consta con su número nacional/,
  },
  R14: {
    facts: withCompany({ country: null, personType: null }),
    table: 'B_05.01',
    column: 'c0080',
    owner: 'PROVIDER',
    says: /el país y el tipo de persona/,
  },
  R15: {
    facts: withCompany({ euid: 'FRRCS.123' }),
    table: 'B_05.01',
    column: 'c0030',
    owner: 'PROVIDER',
    says: /EUID/,
  },
  R16: {
    facts: someRegister({
      companies: [someCompany(1, { parentId: 'company2' }), someCompany(2, { lei: null, keptBy: 'CCI' })],
    }),
    table: 'B_05.01',
    column: 'c0110',
    owner: 'PROVIDER',
    says: /matriz última, «Empresa 2»/,
  },
  R17: {
    facts: twoCompanies({ lei: someLei(1) }),
    table: 'B_05.01',
    column: 'c0050',
    owner: 'PROVIDER',
    says: /también el de «Empresa 1»/,
  },
  R20: { facts: withContract({ type: null }), table: 'B_02.01', column: 'c0020', says: /tipo de contrato/ },
  R21: { facts: withContract({ annualCost: null }), table: 'B_02.01', column: 'c0050', says: /coste anual/ },
  R22: { facts: withContract({ startsOn: null }), table: 'B_02.02', column: 'c0070', says: /inicio/ },
  R23: {
    facts: withContract({ endsOn: '2023-01-01', endReason: 'x4' }),
    table: 'B_02.02',
    column: 'c0080',
    says: /antes de empezar/,
  },
  R24: { facts: withContract({ endsOn: '2026-02-01' }), table: 'B_02.02', column: 'c0090', says: /motivo/ },
  R25: { facts: withContract({ type: 'x3' }), table: 'B_02.01', column: 'c0030', says: /derivado/ },
  R26: { facts: withContract({ reference: 'CT\n1' }), table: 'B_02.01', column: 'c0010', says: /salto de línea/ },
  R30: { facts: withFunction({ code: 'Pagos' }), table: 'B_06.01', column: 'c0010', says: /F y un número/ },
  R31: { facts: withFunction({ activity: null }), table: 'B_06.01', column: 'c0020', says: /actividad/ },
  R32: { facts: withFunction({ critical: null }), table: 'B_06.01', column: 'c0050', says: /crítica/ },
  R33: { facts: withFunction({ assessedOn: '2026-02-02' }), table: 'B_06.01', column: 'c0070', says: /futura/ },
  R34: { facts: withFunction({ rpoHours: null }), table: 'B_06.01', column: 'c0080', says: /RTO y RPO/ },
  R40: { facts: withLine({ ictType: 'NONE' }), table: 'B_02.02', column: 'c0060', says: /no es un servicio de TIC/ },
  R41: { facts: withLine({ provisionCountry: null }), table: 'B_02.02', column: 'c0130', says: /prestación/ },
  R42: { facts: withLine({ storageCountry: null }), table: 'B_02.02', column: 'c0140', says: /falta el país/ },
  R43: { facts: withLine({ sensitivity: null }), table: 'B_02.02', column: 'c0170', says: /sensibilidad/ },
  R44: { facts: withLine({ reliance: null }), table: 'B_02.02', column: 'c0180', says: /dependencia/ },
  R45: { facts: withContract({ noticeProviderDays: null }), table: 'B_02.02', column: 'c0100', says: /preaviso/ },
  R46: { facts: withContract({ lawCountry: null }), table: 'B_02.02', column: 'c0120', says: /ley/ },
  R50: { facts: withLine({ noSubstituteReason: null }), table: 'B_07.01', column: 'c0050', says: /por qué no/ },
  R51: { facts: withLine({ ownAuditOn: null }), table: 'B_07.01', column: 'c0070', says: /se presenta 9999-12-31/ },
  R56: { facts: withLine({ ownAuditOn: '2099-01-01' }), table: 'B_07.01', column: 'c0070', says: /es futura/ },
  R52: { facts: withLine({ exitPlan: null }), table: 'B_07.01', column: 'c0080', says: /plan de salida/ },
  R53: { facts: withLine({ reintegration: null }), table: 'B_07.01', column: 'c0090', says: /reintegrar/ },
  R54: { facts: withLine({ impact: null }), table: 'B_07.01', column: 'c0100', says: /impacto/ },
  R55: { facts: withLine({ alternativeNames: '' }), table: 'B_07.01', column: 'c0110', says: /cuáles/ },
  R60: {
    facts: someRegister({ chains: [] }),
    table: 'B_05.02',
    column: 'c0030',
    owner: 'PROVIDER',
    says: /no ha declarado/,
  },
  R61: {
    facts: withChain({ confirmedOn: '2025-01-31' }),
    table: 'B_05.02',
    column: 'c0030',
    owner: 'PROVIDER',
    says: /31\/01\/2025/,
  },
  R62: {
    facts: subcontractor({ lei: null }),
    table: 'B_05.02',
    column: 'c0030',
    owner: 'PROVIDER',
    says: /no tiene LEI ni EUID/,
  },
  R63: { facts: subcontractor({}, []), table: 'B_05.02', column: 'c0030', owner: 'PROVIDER', says: /países/ },
  R18: {
    facts: withCompany({ euid: 'ESMADRID.1234' }),
    table: 'B_05.01',
    column: 'c0030',
    owner: 'PROVIDER',
    says: /ESMADRID\.1234» no tiene la forma/,
  },
  R70: { facts: withEntity({ leiRenewalOn: '2026-01-31' }), table: 'B_01.01', column: 'c0010', says: /31\/01\/2026/ },
  R71: {
    facts: someRegister({ arrangements: [someContract(1), someContract(2)] }),
    table: 'B_02.02',
    column: 'c0010',
    says: /ninguna línea/,
  },
  R72: { facts: withLine({ useId: null }), table: 'B_02.02', column: 'c0010', says: /no está en ningún contrato/ },
  R73: { facts: withCompany({ isGone: true }), table: 'B_02.01', column: 'c0010', says: /ya no está en el portal/ },
  R74: { facts: withEntity({ totalAssets: null }), table: 'B_01.02', column: 'c0110', says: /activos/ },
  R75: {
    facts: withCompany({
      keptBy: 'BANK',
      shared: { name: 'Empresa Fantasma', lei: someLei(1), euid: null, country: 'KY' },
    }),
    table: 'B_05.01',
    column: 'c0050',
    says: /el nombre «Empresa Fantasma» y el país /,
  },
  R80: { facts: withLine({ reliance: 'x1' }), table: 'B_02.02', column: 'c0180', says: /«x1» no está en la lista/ },
}
/** Rules of the files alone, broken below; and what is always unknown. */
const ofFiles = ['R03']
const always = ['R90', 'R91']

describe('DORA-17: each rule is broken by one register and met by another:', () => {
  test('every rule has its case', () => {
    expect(rules.map(({ id }) => id)).toEqual([...Object.keys(broken), ...ofFiles, ...always].toSorted())
    for (const { id, holds } of rules) expect(holds, id).not.toBe('')
  })

  test('a register that meets all leaves only what cannot be known', () => {
    expect(linted(someRegister()).map(({ rule }) => rule)).toEqual(always)
    expect(linted(largeRegister(9)).map(({ rule }) => rule)).toEqual(always)
  })

  test.each(Object.entries(broken))('%s', (id, { facts, table, column, owner = 'BANK', says }) => {
    const found = linted(facts).filter(({ rule }) => rule === id)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ table, column, owner, sentence: expect.stringMatching(says) })
    expect(found[0]!.row).not.toBe('')
    expect(found[0]!.severity).toBe(rules.find(rule => rule.id === id)!.severity)
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

  test('a wrong LEI of the bank blocks; contracts in two currencies have no sum', () => {
    expect(linted(withEntity({ lei: `${someLei(0).slice(0, 18)}00` }))[0]).toMatchObject({ rule: 'R05' })
    const two = someRegister({
      arrangements: [someContract(1), someContract(2, { currency: 'USD' })],
      lines: [someLine(1), someLine(2, { arrangementId: 'contract2' })],
    })
    expect(linted(two).filter(({ rule }) => rule === 'R21')).toHaveLength(2)
  })

  test('what is not critical needs no assessment', () => {
    const facts = someRegister({
      functions: [someFunction(1, { critical: 'x29', rtoHours: null })],
      lines: [someLine(1, { reliance: null, substitutability: null, ownAuditOn: null, sensitivity: null })],
      chains: [],
    })
    expect(linted(facts).map(({ rule }) => rule)).toEqual(always)
  })
})

test('faults are counted by severity, what cannot be known among them', () => {
  const counts: Record<Severity, number> = countFaults(linted(withEntity({ lei: null, totalAssets: null })))
  expect(counts).toEqual({ BLOCKING: 1, ERROR: 0, WARNING: 1, UNKNOWN: 2 })
})

test('5,000 lines are linted well within their time', () => {
  const facts = largeRegister(200, 25)
  expect(facts.lines).toHaveLength(5000)
  const begun = performance.now()
  linted(facts)
  expect(performance.now() - begun).toBeLessThan(5000)
})
