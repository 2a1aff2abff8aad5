import { rateField } from '#domain/supervision/register/entry/rates.ts'
import type { Breach, Checked, Rule } from '#domain/supervision/register/lint/rule.ts'
import { companyCostOf } from '#domain/supervision/register/table/companies.ts'
import { formatDay } from '#domain/values/day.ts'
import { leiRule } from '#domain/values/lei.ts'

function wrongLei({ facts: { entity } }: Checked): Breach[] {
  const fault = entity.lei
    ? leiRule(entity.lei)
    : 'Falta el LEI de su entidad: sin él no se puede presentar el registro.'
  if (!fault) return []
  return [{ row: entity.name, place: { kind: 'entity', id: entity.id }, owner: 'BANK', sentence: fault }]
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

function unknownParent({ facts: { entity } }: Checked): Breach[] {
  const { lei, parentLei, parentName, parentCountry, parentType, parentHierarchy } = entity
  if (!parentLei || parentLei === lei) return []
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

/** Rules about the bank itself. */
export const entityRules: readonly Rule[] = [
  {
    id: 'R05',
    severity: 'BLOCKING',
    table: 'B_01.01',
    column: 'c0010',
    holds: 'La entidad tiene un LEI con dígitos de control correctos',
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
    holds: 'La entidad dice su país, tipo, autoridad, posición en el grupo y moneda',
    check: missingOfEntity,
  },
  {
    id: 'R08',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0100',
    holds: 'El coste de una empresa con contratos en varias monedas se puede sumar',
    check: missingRates,
  },
]
