import { rateField } from '#domain/supervision/register/entry/rates.ts'
import type { EntityFacts, Place } from '#domain/supervision/register/facts.ts'
import { groupEntities } from '#domain/supervision/register/facts.ts'
import type { Breach, Checked, Rule } from '#domain/supervision/register/lint/rule.ts'
import { companyCostOf } from '#domain/supervision/register/table/companies.ts'
import { writtenParent } from '#domain/supervision/register/table/entities.ts'
import { formatDay } from '#domain/values/day.ts'
import { leiRule } from '#domain/values/lei.ts'

function wrongLei({ facts }: Checked): Breach[] {
  const { entity } = facts
  const all: (Pick<EntityFacts, 'name' | 'lei'> & { place: Place; whose: string })[] = [
    { ...entity, place: { kind: 'entity', id: entity.id }, whose: 'su entidad' },
    ...groupEntities(facts).map(member => ({
      ...member,
      place: { kind: 'member' as const, id: member.id },
      whose: member.name,
    })),
  ]
  return all.flatMap(({ name, lei, place, whose }) => {
    const fault = lei ? leiRule(lei) : `Falta el LEI de ${whose}: sin él no se puede presentar el registro.`
    const table = place.kind === 'member' ? { table: 'B_01.02' as const } : {}
    return fault ? { ...table, row: name, place, owner: 'BANK', sentence: fault } : []
  })
}

/** What the bank says of itself, with the authority's numbers. */
const ofEntity = [
  ['country', 'B_01.01', 'c0030', 'v8873', 'el país'],
  ['type', 'B_01.01', 'c0040', 'v8874', 'el tipo'],
  ['authority', 'B_01.01', 'c0050', 'v8875', 'la autoridad competente'],
  ['hierarchy', 'B_01.02', 'c0050', 'v8861', 'la posición en el grupo'],
  ['currency', 'B_01.02', 'c0100', 'v8803', 'la moneda'],
] as const

function missingOfEntity({ facts: { entity } }: Checked): Breach[] {
  return ofEntity.flatMap(([name, table, column, authority, what]) => {
    if (entity[name]) return []
    const place = { kind: 'entity', id: entity.id } as const
    return {
      table,
      column,
      authority,
      row: entity.name,
      place,
      owner: 'BANK',
      sentence: `Falta ${what} de su entidad.`,
    }
  })
}

/** What it says of the others: a branch has its country alone. */
const ofMembers = {
  MEMBER: [
    ['country', 'c0030', undefined, 'el país'],
    ['type', 'c0040', undefined, 'el tipo'],
    ['hierarchy', 'c0050', 'v8861', 'la posición en el grupo'],
  ],
  BRANCH: [['country', 'c0040', undefined, 'el país']],
} as const
const tableOfKind = { MEMBER: 'B_01.02', BRANCH: 'B_01.03' } as const

function missingOfMembers({ facts: { members } }: Checked): Breach[] {
  return members.flatMap(member =>
    ofMembers[member.kind].flatMap(([name, column, authority, what]) =>
      member[name]
        ? []
        : {
            table: tableOfKind[member.kind],
            column,
            ...(authority ? { authority } : {}),
            row: member.name,
            place: { kind: 'member' as const, id: member.id },
            owner: 'BANK' as const,
            sentence: `Falta ${what} de ${member.name}.`,
          },
    ),
  )
}

/** The currencies that a sum of B_05.01 needs the rate of, once each. */
function missingRates({ facts, referenceDate }: Checked): Breach[] {
  const { entity, arrangements } = facts
  const missing = [...Map.groupBy(arrangements, ({ companyId }) => companyId).values()].flatMap(
    contracts => companyCostOf(contracts, facts).missing,
  )
  return [...new Set(missing)].toSorted().map(currency => ({
    field: rateField(referenceDate, currency),
    row: entity.name,
    place: { kind: 'entity', id: entity.id },
    owner: 'BANK',
    sentence: `Falta el cambio de ${currency} a ${entity.currency} del ${formatDay(referenceDate)}, para sumar los contratos de una empresa en varias monedas.`,
  }))
}

function unknownParent({ facts }: Checked): Breach[] {
  const { entity } = facts
  const parentLei = writtenParent(facts)
  if (parentLei === null) return []
  const { parentName, parentCountry, parentType, parentHierarchy } = entity
  const missing = [
    ...(parentName ? [] : [['c0020', 'el nombre']]),
    ...(parentCountry ? [] : [['c0030', 'el país']]),
    ...(parentType ? [] : [['c0040', 'el tipo de entidad']]),
    ...(parentHierarchy ? [] : [['c0050', 'la posición en el grupo']]),
  ] as [string, string][]
  return missing.map(([column, what]) => ({
    column,
    row: entity.name,
    place: { kind: 'parent', id: entity.id },
    owner: 'BANK',
    sentence: `Falta ${what} de la matriz ${parentLei}: la autoridad pide una fila suya.`,
  }))
}

/** A position that contradicts the entities of the group. */
const NO_GROUP = 'x21'

function outsideGroup({ facts }: Checked): Breach[] {
  const { entity } = facts
  const others = groupEntities(facts)
  if (others.length === 0) return []
  const all: (Pick<EntityFacts, 'name' | 'hierarchy'> & { place: Place })[] = [
    { ...entity, place: { kind: 'entity', id: entity.id } },
    ...others.map(member => ({ ...member, place: { kind: 'member' as const, id: member.id } })),
  ]
  return all.flatMap(({ name, hierarchy, place }) =>
    hierarchy === NO_GROUP
      ? {
          row: name,
          place,
          owner: 'BANK' as const,
          sentence: `${name} no pertenece a un grupo, y el registro es de varias entidades.`,
        }
      : [],
  )
}

/** Rules about the bank itself and its group. */
export const entityRules: readonly Rule[] = [
  {
    id: 'R05',
    severity: 'BLOCKING',
    table: 'B_01.01',
    column: 'c0010',
    holds: 'La entidad, y cada una de su grupo, tiene un LEI con dígitos de control correctos',
    check: wrongLei,
  },
  {
    id: 'R06',
    severity: 'ERROR',
    table: 'B_01.02',
    column: 'c0060',
    holds: 'La matriz que consta tiene nombre, país, tipo y posición',
    check: unknownParent,
  },
  {
    id: 'R07',
    severity: 'ERROR',
    table: 'B_01.01',
    column: 'c0030',
    holds: 'La entidad dice su país, tipo, autoridad, posición en el grupo y moneda, y lo mismo de las de su grupo',
    check: checked => [...missingOfEntity(checked), ...missingOfMembers(checked)],
  },
  {
    id: 'R08',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0100',
    holds: 'El coste de una empresa con contratos en varias monedas se puede sumar',
    check: missingRates,
  },
  {
    id: 'R09',
    severity: 'WARNING',
    table: 'B_01.02',
    column: 'c0050',
    holds: 'En un registro de varias entidades, todas pertenecen a un grupo',
    check: outsideGroup,
  },
]
