import { isListed } from '#domain/supervision/register/edition/edition.ts'
import type { ArrangementFacts, FunctionFacts } from '#domain/supervision/register/facts.ts'
import { isCritical, SUBSEQUENT } from '#domain/supervision/register/facts.ts'
import type { Breach, Checked, Rule } from '#domain/supervision/register/lint/rule.ts'
import { breaches } from '#domain/supervision/register/lint/rule.ts'
import { costOf } from '#domain/supervision/register/table/companies.ts'

/** The longest reference of a contract. */
export const REFERENCE_MAX = 255

const ofContracts =
  (faultOf: (contract: ArrangementFacts, checked: Checked) => string | null) =>
  (checked: Checked): Breach[] =>
    breaches(checked.facts.arrangements, contract => {
      const sentence = faultOf(contract, checked)
      return sentence === null
        ? null
        : { row: contract.reference, place: { kind: 'arrangement', id: contract.id }, owner: 'BANK', sentence }
    })

const ofFunctions =
  (faultOf: (each: FunctionFacts, checked: Checked) => string | null) =>
  (checked: Checked): Breach[] =>
    breaches(checked.facts.functions, each => {
      const sentence = faultOf(each, checked)
      const row = [each.code, each.name].filter(Boolean).join(' · ')
      return sentence === null ? null : { row, place: { kind: 'function', id: each.id }, owner: 'BANK', sentence }
    })

function costFault(contract: ArrangementFacts, { facts }: Checked): string | null {
  if (!contract.currency) return 'Falta la moneda.'
  if (contract.annualCost === null) return 'Falta el coste anual; ponga 0 si no lo tiene.'
  const same = facts.arrangements.filter(({ companyId }) => companyId === contract.companyId)
  return costOf(same).isMixed
    ? 'Los contratos con esta empresa están en varias monedas: expréselos en una para que se pueda sumar su coste.'
    : null
}

function overarchingFault({ id, type, overarchingId }: ArrangementFacts): string | null {
  if (overarchingId === id) return 'Es su propio contrato marco.'
  return type === SUBSEQUENT && overarchingId === null ? 'Es derivado y no dice de qué contrato marco.' : null
}

function referenceFault({ reference }: ArrangementFacts): string | null {
  if (/[\r\n]/.test(reference)) return 'La referencia tiene un salto de línea.'
  return reference.length > REFERENCE_MAX ? `La referencia pasa de ${REFERENCE_MAX} caracteres.` : null
}

/** Rules about contracts. */
export const contractRules: readonly Rule[] = [
  {
    id: 'R20',
    severity: 'ERROR',
    table: 'B_02.01',
    column: 'c0020',
    holds: 'Un contrato dice de qué tipo es',
    check: ofContracts(({ type }) => (type ? null : 'Falta el tipo de contrato.')),
  },
  {
    id: 'R21',
    severity: 'ERROR',
    table: 'B_02.01',
    column: 'c0050',
    holds: 'Un contrato tiene moneda y coste anual',
    check: ofContracts(costFault),
  },
  {
    id: 'R22',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0070',
    holds: 'Un contrato tiene fecha de inicio',
    check: ofContracts(({ startsOn }) => (startsOn ? null : 'Falta la fecha de inicio.')),
  },
  {
    id: 'R23',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0080',
    holds: 'Un contrato no termina antes de empezar',
    check: ofContracts(({ startsOn, endsOn }) =>
      startsOn && endsOn && endsOn < startsOn ? 'Termina antes de empezar.' : null,
    ),
  },
  {
    id: 'R24',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0090',
    holds: 'Un contrato terminado dice por qué',
    check: ofContracts(({ endsOn, endReason }, { today }) =>
      endsOn && endsOn <= today && !endReason ? 'Ha terminado y falta el motivo.' : null,
    ),
  },
  {
    id: 'R25',
    severity: 'ERROR',
    table: 'B_02.01',
    column: 'c0030',
    holds: 'Un contrato derivado tiene su contrato marco, que es otro',
    check: ofContracts(overarchingFault),
  },
  {
    id: 'R26',
    severity: 'ERROR',
    table: 'B_02.01',
    column: 'c0010',
    holds: `Una referencia tiene ${REFERENCE_MAX} caracteres como mucho y ningún salto de línea`,
    check: ofContracts(referenceFault),
  },
]

/** Rules about functions. */
export const functionRules: readonly Rule[] = [
  {
    id: 'R30',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0010',
    holds: 'Una función se identifica con F y un número',
    check: ofFunctions(({ code }) => (/^F\d+$/.test(code) ? null : 'El identificador debe ser F y un número: F1.')),
  },
  {
    id: 'R31',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0020',
    holds: 'Una función tiene una actividad de la lista',
    check: ofFunctions(({ activity }, { edition }) =>
      activity && isListed(edition.lists.activity, activity) ? null : 'Falta su actividad autorizada.',
    ),
  },
  {
    id: 'R32',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0050',
    holds: 'Una función dice si es crítica',
    check: ofFunctions(({ critical }) => (critical ? null : 'Falta si es crítica o importante.')),
  },
  {
    id: 'R33',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0070',
    holds: 'La evaluación de una función tiene fecha, que no es futura',
    check: ofFunctions(({ assessedOn }, { today }) => {
      if (!assessedOn) return 'Falta la fecha de la última evaluación.'
      return assessedOn > today ? 'La fecha de la última evaluación es futura.' : null
    }),
  },
  {
    id: 'R34',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0080',
    holds: 'Una función crítica tiene tiempo y punto de recuperación',
    check: ofFunctions(each =>
      isCritical(each) && (each.rtoHours === null || each.rpoHours === null)
        ? 'Es crítica y faltan sus horas de recuperación (RTO y RPO).'
        : null,
    ),
  },
]
