import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { registerAsOf } from '#domain/supervision/register/as-of.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { groupEntities } from '#domain/supervision/register/facts.ts'
import { branchFields, groupEntityFields } from '#domain/supervision/register/group/fields.ts'
import { levelOf, levelText } from '#domain/supervision/register/group/level.ts'
import { leads } from '#domain/supervision/register/lint/lead.ts'
import { lint } from '#domain/supervision/register/lint/lint.ts'
import { packageFiles } from '#domain/supervision/register/package/files.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { checkPackage } from '#test/support/register-checker.ts'
import {
  groupRegister,
  largeGroup,
  largeRegister,
  someBranch,
  someChain,
  someCompany,
  someContract,
  someEntity,
  someFunction,
  someLei,
  someLine,
  someMember,
  someRegister,
} from '#test/support/registers.ts'

const today = '2026-03-15'
const referenceDate = '2025-12-31'
const filesOf = (facts: RegisterFacts) =>
  packageFiles({
    edition: edition40,
    level: levelOf(groupEntities(facts).length),
    lei: someLei(0),
    country: 'ES',
    referenceDate,
    madeAt: '2026-03-15T08:04:05.067Z',
    tables: tablesOf(edition40, facts, today),
  })
const byPath = (facts: RegisterFacts) => new Map(filesOf(facts).map(({ path, text }) => [path, text]))
const rowsOf = (facts: RegisterFacts, table: string) =>
  [...byPath(facts)]
    .find(([path]) => path.endsWith(`/${table}.csv`))![1]
    .trimEnd()
    .split('\r\n')
    .slice(1)
const faultsOf = (facts: RegisterFacts) => {
  const linted = { edition: edition40, facts, tables: tablesOf(edition40, facts, today), today, referenceDate }
  return lint(linted).filter(({ severity }) => severity !== 'UNKNOWN')
}
const headed = (changes: Partial<RegisterFacts>) =>
  someRegister({ entity: someEntity({ hierarchy: 'x53' }), ...changes })

describe('REG-25: a register with entities of a group', () => {
  const whole = headed({
    members: [
      someMember(1),
      someMember(2, { parentLei: someLei(701), joinedOn: '2024-06-01', leftOn: '2025-09-30', totalAssets: null }),
      someBranch(1),
      someBranch(2, { parentLei: someLei(701), country: 'FR' }),
    ],
  })

  test('has a row for each, is consolidated in its name and entity, and an independent program agrees', () => {
    const files = byPath(whole)
    expect([...files.keys()][0]).toContain(`${someLei(0)}.CON_ES_DORA010100`)
    expect([...files].find(([path]) => path.endsWith('parameters.csv'))![1]).toContain(`rs:${someLei(0)}.CON`)
    expect(rowsOf(whole, 'b_01.02').slice(1)).toEqual([
      `${someLei(701)},Filial 1,eba_GA:PT,eba_CT:x12,eba_RP:x56,${someLei(0)},2026-02-02,2026-02-01,9999-12-31,eba_CU:EUR,2000000`,
      `${someLei(702)},Filial 2,eba_GA:PT,eba_CT:x12,eba_RP:x56,${someLei(701)},2026-02-02,2024-06-01,2025-09-30,eba_CU:EUR,`,
    ])
    expect(rowsOf(whole, 'b_01.03')).toEqual([
      `SUC-1,${someLei(0)},Sucursal 1,eba_GA:PT`,
      `SUC-2,${someLei(701)},Sucursal 2,eba_GA:FR`,
    ])
    expect(checkPackage(files)).toEqual([])
    expect(faultsOf(whole)).toEqual([])
    expect([levelText(0), levelText(2)]).toEqual([
      'Individual (IND): solo su entidad',
      'Consolidado (CON): su entidad y 2 más de su grupo',
    ])
  })

  test('is what it was, byte by byte, while there is none; a branch leaves it individual', () => {
    const hashOf = (facts: RegisterFacts) =>
      createHash('sha256')
        .update(JSON.stringify(filesOf(facts)))
        .digest('hex')
    // Those of the release before.
    expect(hashOf(someRegister())).toBe('dfe1aff2a444bc6f6453fe86cca240aabbf3d2f8b27c81e85e500f10c8b96550')
    expect(hashOf(largeRegister(200))).toBe('863d07fd97fe89a3f35afb48c34a561a2c3a031495fdcb4de1b33203da9d23f7')
    const files = byPath(someRegister({ members: [someBranch(1)] }))
    expect([...files.keys()][0]).toContain('.IND_')
    expect(checkPackage(files)).toEqual([])
  })

  test('names a parent once that is an entity of the group as well', () => {
    const parentLei = someLei(701)
    const under = headed({ entity: someEntity({ hierarchy: 'x56', parentLei }), members: [someMember(1)] })
    expect(rowsOf(under, 'b_01.02').map(row => row.split(',')[0])).toEqual([someLei(0), parentLei])
    expect(faultsOf(under)).toEqual([])
  })

  test('says which contracts have a provider of the group; it has no such row without a group', () => {
    const companies = [someCompany(1, { lei: someLei(701) }), someCompany(2)]
    const contracts = [someContract(1), someContract(2, { companyId: 'company2' })]
    const lines = [someLine(1), someLine(2, { useId: 'use1', arrangementId: 'contract2' })]
    const about = {
      companies,
      arrangements: contracts,
      lines,
      chains: [someChain(), someChain({ companyId: 'company2' })],
    }
    const inside = headed({ ...about, members: [someMember(1)] })
    expect(rowsOf(inside, 'b_03.03')).toEqual([`CT-001,${someLei(701)},true`])
    expect(checkPackage(byPath(inside))).toEqual([])
    expect(faultsOf(inside)).toEqual([])
    expect(rowsOf(headed(about), 'b_03.03')).toEqual([])
    const itself = { companies: [someCompany(1, { lei: someLei(0) })] }
    expect(rowsOf(headed(itself), 'b_03.03')).toEqual([])
    const own = headed({ ...itself, members: [someMember(1)] })
    expect(rowsOf(own, 'b_03.03')).toEqual([`CT-001,${someLei(0)},true`])
  })

  test('has as of a date those that are in it then or left it within its year', () => {
    const of = (changes: Parameters<typeof someMember>[1]) =>
      registerAsOf(headed({ members: [someMember(1, changes)] }), referenceDate).members.length
    expect([{}, { joinedOn: '2025-12-31' }, { leftOn: '2025-01-01' }].map(of)).toEqual([1, 1, 1])
    expect([{ joinedOn: '2026-01-01' }, { leftOn: '2024-12-31' }].map(of)).toEqual([0, 0])
  })
})

describe('REG-25: functions and contracts of entities of a group', () => {
  const [bank, first, second] = [someLei(0), someLei(701), someLei(702)]

  test('are in the tables under the entity whose they are, and an independent program agrees', () => {
    const facts = groupRegister()
    expect(rowsOf(facts, 'b_06.01').map(row => row.split(',').filter((_, at) => at === 0 || at === 3))).toEqual([
      ['F1', bank],
      ['F2', first],
      ['F1', second],
    ])
    const used = rowsOf(facts, 'b_02.02').map(row => row.split(','))
    expect(used.map(row => [row[0], row[1], row[4]])).toEqual([
      ['CT-001', bank, 'F1'],
      ['CT-001', first, 'F2'],
      ['CT-002', first, 'F2'],
      ['CT-002', second, 'F1'],
      ['CT-003', bank, 'F1'],
    ])
    expect(rowsOf(facts, 'b_03.01')).toEqual([
      `CT-001,${bank},true`,
      `CT-001,${first},true`,
      `CT-002,${bank},true`,
      `CT-003,${bank},true`,
    ])
    expect(rowsOf(facts, 'b_04.01')).toEqual([
      `CT-001,${bank},eba_ZZ:x839,Not Applicable`,
      `CT-001,${first},eba_ZZ:x839,Not Applicable`,
      `CT-001,${bank},eba_ZZ:x838,SUC-1`,
      `CT-001,${first},eba_ZZ:x838,SUC-2`,
      `CT-002,${first},eba_ZZ:x839,Not Applicable`,
      `CT-002,${second},eba_ZZ:x839,Not Applicable`,
      `CT-003,${bank},eba_ZZ:x839,Not Applicable`,
    ])
    expect(rowsOf(facts, 'b_02.03')).toEqual(['CT-003,CT-001,true'])
    expect(rowsOf(facts, 'b_03.03')).toEqual([`CT-003,${second},true`])
    expect(checkPackage(byPath(facts))).toEqual([])
    expect(faultsOf(facts)).toEqual([])
  })

  test('are right in a world of 200 contracts', () => {
    const facts = largeGroup(200)
    expect(checkPackage(byPath(facts))).toEqual([])
    expect(faultsOf(facts)).toEqual([])
    expect(['b_02.03', 'b_03.03'].map(table => rowsOf(facts, table).length)).toEqual([50, 1])
    expect(new Set(rowsOf(facts, 'b_06.01').map(row => row.split(',')[0])).size).toBe(10)
  })

  test('as of a date are without those of entities that are not in it then, and without contracts that only these use', () => {
    const late = someMember(2, { joinedOn: '2026-01-01' })
    const facts = groupRegister({
      members: [someMember(1), late, someBranch(1, { parentLei: second })],
      arrangements: [someContract(1, { users: ['bank', 'member2'], signers: ['member2', 'member1'] }), someContract(2)],
      lines: [
        someLine(1),
        someLine(2, { useId: 'use1', functionId: 'function3' }),
        someLine(3, { useId: 'use1', arrangementId: 'contract2', functionId: 'function3' }),
      ],
    })
    const then = registerAsOf(facts, referenceDate)
    expect(then.members.map(({ id }) => id)).toEqual(['member1'])
    expect(then.functions.map(({ id }) => id)).toEqual(['function1', 'function2'])
    expect(rowsOf(then, 'b_02.01').map(row => row.split(',')[0])).toEqual(['CT-001'])
    expect(rowsOf(then, 'b_03.01')).toEqual([`CT-001,${first},true`])
    expect(rowsOf(then, 'b_04.01')).toEqual([`CT-001,${bank},eba_ZZ:x839,Not Applicable`])
    expect(checkPackage(byPath(then))).toEqual([])
    expect(registerAsOf(facts, '2026-12-31').arrangements).toHaveLength(2)
  })

  type Case = [string, RegisterFacts, string, string, string | RegExp]
  const contract = (changes: Parameters<typeof someContract>[1], more: Partial<RegisterFacts> = {}) =>
    groupRegister({
      members: [someMember(1)],
      functions: [someFunction(1)],
      arrangements: [someContract(1, changes)],
      lines: [someLine(1)],
      ...more,
    })
  const gone = 'Ninguna de las que lo firman está en el registro en la fecha de referencia.'
  test.each<Case>([
    ['R28', contract({ signers: ['gone'] }), 'B_03.01', 'signers', gone],
    ['R28', contract({ users: ['gone'] }), 'B_04.01', 'users', /^Ninguna de las que lo usan está/],
    ['R38', contract({ users: ['member1'] }), 'B_04.01', 'users', /^F1 es de Banco de Pruebas, que no consta entre/],
    [
      'R38',
      contract({ users: ['bank'] }, { functions: [someFunction(1, { memberId: 'member1' })] }),
      'B_04.01',
      'users',
      /^F1 es de Filial 1, /,
    ],
    [
      'R39',
      contract(
        { insideId: 'contract2' },
        {
          arrangements: [someContract(1, { insideId: 'contract2' }), someContract(2)],
          lines: [someLine(1), someLine(2, { useId: 'use1', arrangementId: 'contract2' })],
        },
      ),
      'B_02.03',
      'insideId',
      'El proveedor de CT-002 no es del grupo: elija un contrato con una entidad del grupo.',
    ],
  ])('are checked by %s, which leads to the field that mends it', (rule, facts, table, field, says) => {
    const found = faultsOf(facts)
    expect(found).toMatchObject([{ rule, table, field, owner: 'BANK', row: 'CT-001' }])
    expect(found[0]!.sentence).toEqual(typeof says === 'string' ? says : expect.stringMatching(says))
    expect(leads(facts)(found[0]!)).toEqual({ step: 'arrangements', id: 'contract1', providerId: null })
  })

  test('may be called alike in two entities, and a branch counts as its entity', () => {
    const alike = groupRegister({
      functions: [someFunction(1), someFunction(2, { name: 'Función 1', memberId: 'member1' })],
      arrangements: [someContract(1, { users: ['branch1', 'member1'] })],
      lines: [someLine(1), someLine(2, { useId: 'use1', functionId: 'function2' })],
    })
    expect(faultsOf(alike)).toEqual([])
    expect(checkPackage(byPath(alike))).toEqual([])
  })
})

describe('REG-25: the check asks of an entity of the group and of a branch, in the field that mends it:', () => {
  type Case = [string, RegisterFacts, string, string, string | RegExp]
  const member = (changes: Parameters<typeof someMember>[1]) => headed({ members: [someMember(1, changes)] })
  const branch = (changes: Parameters<typeof someBranch>[1]) => headed({ members: [someBranch(1, changes)] })
  test.each<Case>([
    [
      'R05',
      member({ lei: null }),
      'B_01.02',
      'lei',
      'Falta el LEI de Filial 1: sin él no se puede presentar el registro.',
    ],
    ['R05', member({ lei: `${someLei(701).slice(0, 18)}00` }), 'B_01.02', 'lei', /dígitos de control/],
    ['R07', member({ country: null }), 'B_01.02', 'country', 'Falta el país de Filial 1.'],
    ['R07', member({ type: null }), 'B_01.02', 'type', 'Falta el tipo de Filial 1.'],
    ['R07', member({ hierarchy: null }), 'B_01.02', 'hierarchy', 'Falta la posición en el grupo de Filial 1.'],
    ['R09', member({ hierarchy: 'x21' }), 'B_01.02', 'hierarchy', /^Filial 1 no pertenece a un grupo/],
    ['R03', member({ parentLei: someLei(800) }), 'B_01.02', 'parentLei', /no está en B_01.02/],
    ['R80', member({ type: 'x1' }), 'B_01.02', 'type', /no está en la lista/],
    ['R82', member({ name: 'N/A' }), 'B_01.02', 'name', /no es un nombre/],
    ['R83', member({ joinedOn: '1949-12-31' }), 'B_01.02', 'joinedOn', /31\/12\/1949/],
    ['R83', member({ leftOn: '3000-01-01' }), 'B_01.02', 'leftOn', /01\/01\/3000/],
    ['R01', branch({ code: '' }), 'B_01.03', 'code', /Código de la sucursal/],
    ['R03', branch({ parentLei: someLei(800) }), 'B_01.03', 'parentLei', /no está en B_01.02/],
    ['R07', branch({ country: null }), 'B_01.03', 'country', 'Falta el país de Sucursal 1.'],
    ['R81', branch({ code: 'S\t1' }), 'B_01.03', 'code', /tabulador/],
    ['R82', branch({ name: '-' }), 'B_01.03', 'name', /no es un nombre/],
  ])('%s', (rule, facts, table, field, says) => {
    const found = faultsOf(facts)
    expect(found).toMatchObject([{ rule, table, field, owner: 'BANK', row: facts.members[0]!.name }])
    expect(found[0]!.sentence).toEqual(typeof says === 'string' ? says : expect.stringMatching(says))
    expect(leads(facts)(found[0]!)).toEqual({ step: 'entity', id: facts.members[0]!.id, providerId: null })
    const { kind } = facts.members[0]!
    expect(Object.keys({ MEMBER: groupEntityFields, BRANCH: branchFields }[kind])).toContain(field)
  })

  test('R02: two with one key', () => {
    const two = headed({ members: [someBranch(1), someBranch(2, { code: 'SUC-1' })] })
    expect(faultsOf(two)).toMatchObject([{ rule: 'R02', table: 'B_01.03', field: 'code', row: 'Sucursal 2' }])
  })

  test('R09: the bank itself says that it is in no group', () => {
    const alone = someRegister({ members: [someMember(1)] })
    expect(faultsOf(alone)).toMatchObject([{ rule: 'R09', field: 'hierarchy', place: { kind: 'entity' } }])
  })
})
