import { isInList } from '#domain/supervision/register/edition/edition.ts'
import type { ArrangementFacts, FunctionFacts } from '#domain/supervision/register/facts.ts'
import { assessedOn, NEVER, SUBSEQUENT } from '#domain/supervision/register/facts.ts'
import type { Breach, Checked, Finding, Rule } from '#domain/supervision/register/lint/rule.ts'
import { breachesFrom } from '#domain/supervision/register/lint/rule.ts'
import { companyCostOf } from '#domain/supervision/register/table/companies.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { isBlank } from '#domain/values/text.ts'

/** What hours of recovery may be where there is no number of them. */
const HOURS = '0 si no está definido, 1 si es de menos de una hora'

/** The longest reference of a contract. */
export const REFERENCE_MAX = 255

/** A rule about each contract. */
export const ofContracts =
  (faultOf: (contract: ArrangementFacts, checked: Checked) => Finding) =>
  (checked: Checked): Breach[] =>
    checked.facts.arrangements.flatMap(contract => {
      const place = { kind: 'arrangement', id: contract.id } as const
      return breachesFrom(faultOf(contract, checked), { row: contract.reference, place, owner: 'BANK' })
    })

const ofFunctions =
  (faultOf: (each: FunctionFacts, checked: Checked) => Finding) =>
  (checked: Checked): Breach[] =>
    checked.facts.functions.flatMap(each => {
      const row = [each.code, each.name].filter(Boolean).join(' · ')
      return breachesFrom(faultOf(each, checked), { row, place: { kind: 'function', id: each.id }, owner: 'BANK' })
    })

function costFault({ currency, annualCost }: ArrangementFacts): Finding {
  if (!currency) return { column: 'c0040', sentence: 'Falta la moneda.' }
  return annualCost === null ? 'Falta el coste anual; ponga 0 si no lo tiene.' : null
}

function overarchingFault({ id, type, overarchingId }: ArrangementFacts): string | null {
  if (overarchingId === id) return 'Es su propio contrato marco.'
  return type === SUBSEQUENT && overarchingId === null ? 'Es derivado y no dice de qué contrato marco.' : null
}

/** Whether the cost of an overarching contract may count that of its parts again: it is not below their sum. */
function costTwice(contract: ArrangementFacts, { facts }: Checked): string | null {
  const { annualCost, currency } = contract
  const parts = facts.arrangements.filter(
    ({ id, overarchingId }) => overarchingId === contract.id && id !== contract.id,
  )
  const sum = companyCostOf(parts, facts)
  if (!annualCost || !sum.total || sum.currency !== currency || annualCost < sum.total) return null
  return 'Su coste parece contar otra vez el de sus contratos derivados: ponga solo lo que no está en ellos, o 0.'
}

const folded = (text: string) => foldForSearch(text).toLowerCase()

/** Of functions of one entity with one name and activity all but the first. */
function alike({ id, memberId, name, activity }: FunctionFacts, { facts }: Checked): string | null {
  if (isBlank(name)) return null
  const isLike = (each: FunctionFacts) =>
    each.memberId === memberId && folded(each.name) === folded(name) && each.activity === activity
  const first = facts.functions.find(isLike)!
  return first.id === id ? null : `Se llama como ${first.code} y tiene la misma actividad: ¿es la misma función?`
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
    holds: 'Un contrato terminado dice por qué, y uno que se renueva, cuándo será la próxima vez',
    check: ofContracts(({ endsOn, endReason }, { today }) =>
      endsOn && endsOn <= today && !endReason
        ? 'Ha terminado y falta el motivo. Si se renovó, cambie el fin por la fecha de la próxima renovación.'
        : null,
    ),
  },
  {
    id: 'R27',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0080',
    holds: 'Un contrato con motivo de terminación tiene fecha de fin',
    check: ofContracts(({ endsOn, endReason }) =>
      endReason && !endsOn ? 'Tiene motivo de la terminación y no fecha de fin.' : null,
    ),
  },
  {
    id: 'R29',
    severity: 'WARNING',
    table: 'B_02.01',
    column: 'c0050',
    holds: 'El coste de un contrato marco no cuenta otra vez el de sus derivados',
    check: ofContracts(costTwice),
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
    holds: `Una referencia tiene ${REFERENCE_MAX} caracteres como mucho`,
    check: ofContracts(({ reference }) =>
      reference.length > REFERENCE_MAX ? `La referencia pasa de ${REFERENCE_MAX} caracteres.` : null,
    ),
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
      activity && isInList(edition.lists.activity, activity) ? null : 'Falta su actividad autorizada.',
    ),
  },
  {
    id: 'R32',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0050',
    holds: 'Una función dice si es esencial o importante',
    check: ofFunctions(({ critical }) => (critical ? null : 'Falta indicar si es esencial o importante.')),
  },
  {
    id: 'R33',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0070',
    holds: 'La evaluación de una función tiene fecha, que no es futura',
    check: ofFunctions((each, { today }) => {
      const on = assessedOn(each)
      if (!on) return 'Falta la fecha de la última evaluación: 31/12/9999 si nunca se ha evaluado.'
      return on > today && on !== NEVER ? 'La fecha de la última evaluación es futura.' : null
    }),
  },
  {
    id: 'R34',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0080',
    holds: 'Una función tiene tiempo y punto de recuperación',
    check: ofFunctions(({ rtoHours, rpoHours }) => [
      rtoHours === null ? { authority: 'v8881', sentence: `Falta su RTO en horas: ${HOURS}.` } : null,
      rpoHours === null ? { column: 'c0090', authority: 'v8882', sentence: `Falta su RPO en horas: ${HOURS}.` } : null,
    ]),
  },
  {
    id: 'R35',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0030',
    authority: 'v8878',
    holds: 'Una función tiene nombre',
    check: ofFunctions(({ name }) => (isBlank(name) ? 'Falta el nombre.' : null)),
  },
  {
    id: 'R36',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0100',
    authority: 'v8883',
    holds: 'Una función dice qué impacto tendría su interrupción',
    check: ofFunctions(({ impact }) => (impact ? null : 'Falta el impacto de su interrupción.')),
  },
  {
    id: 'R37',
    severity: 'WARNING',
    table: 'B_06.01',
    column: 'c0030',
    holds: 'No hay dos funciones iguales',
    check: ofFunctions(alike),
  },
]
