import { NO_ICT } from '#domain/participant/company/service-facts.ts'
import type { AssessmentName } from '#domain/supervision/register/entry/assessment.ts'
import { assessmentOf, differingText } from '#domain/supervision/register/entry/assessment.ts'
import type { LineFacts } from '#domain/supervision/register/facts.ts'
import { COMBINATIONS_MAX, HARDLY_SUBSTITUTABLE, YES } from '#domain/supervision/register/facts.ts'
import type { Breach, Checked, Finding, Rule } from '#domain/supervision/register/lint/rule.ts'
import { breachesFrom, lineText } from '#domain/supervision/register/lint/rule.ts'
import { assessedLines, combinationsMax, combinationsOf } from '#domain/supervision/register/table/tables.ts'

type FaultOf = (line: LineFacts, checked: Checked) => Finding

const breachesOf = (line: LineFacts, { index }: Checked, finding: Finding): Breach[] =>
  finding === null
    ? []
    : breachesFrom(finding, { row: lineText(line, index), place: { kind: 'line', id: line.id }, owner: 'BANK' })

const ofLines =
  (faultOf: FaultOf) =>
  (checked: Checked): Breach[] =>
    checked.facts.lines.flatMap(line => breachesOf(line, checked, faultOf(line, checked)))

const ofCriticalLines = (faultOf: FaultOf) =>
  ofLines((line, checked) => (checked.index.isCriticalLine(line) ? faultOf(line, checked) : null))

/** Of each assessment of B_07.01. */
const ofAssessments =
  (faultOf: FaultOf) =>
  (checked: Checked): Breach[] =>
    assessedLines(checked.facts)
      .map(lines => ({ ...lines[0], ...assessmentOf(lines).values }))
      .flatMap(line => breachesOf(line, checked, faultOf(line, checked)))

/** Rules about the lines of contracts. */
export const lineRules: readonly Rule[] = [
  {
    id: 'R40',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0060',
    holds: 'Una línea tiene tipo de servicio de TIC',
    check: ofLines(line => {
      if (line.ictType === NO_ICT)
        return 'El proveedor dice que no es un servicio de TIC: elija el tipo o quite la línea.'
      // Without one the key of the row is empty, which R01 says.
      return null
    }),
  },
  {
    id: 'R41',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0130',
    holds: 'Una línea dice desde qué país se presta el servicio',
    check: ofLines(({ provisionCountries }) => (provisionCountries.length > 0 ? null : 'Falta el país de prestación.')),
  },
  {
    id: 'R42',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0140',
    holds: 'Una línea dice si se almacenan datos, y en qué país',
    check: ofLines(({ holdsData, storageCountries }) => {
      if (holdsData === null) return 'Falta indicar si el servicio almacena datos.'
      return holdsData && storageCountries.length === 0
        ? { column: 'c0150', sentence: 'Almacena datos y falta el país en que están.' }
        : null
    }),
  },
  {
    id: 'R43',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0170',
    holds: 'Los datos que se almacenan para una función esencial o importante tienen sensibilidad',
    check: ofCriticalLines(({ holdsData, sensitivity }) =>
      holdsData && !sensitivity ? 'Falta la sensibilidad de los datos.' : null,
    ),
  },
  {
    id: 'R44',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0180',
    holds: 'Una función esencial o importante dice cuánto depende del servicio',
    check: ofCriticalLines(({ reliance }) => (reliance ? null : 'Falta la dependencia del servicio.')),
  },
  {
    id: 'R45',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0100',
    holds: 'El contrato de una función esencial o importante tiene los dos preavisos',
    check: ofCriticalContracts(({ noticeEntityDays, noticeProviderDays }) => [
      noticeEntityDays === null
        ? 'Sustenta una función esencial o importante y falta el preaviso de su entidad.'
        : null,
      noticeProviderDays === null
        ? { column: 'c0110', sentence: 'Sustenta una función esencial o importante y falta el preaviso del proveedor.' }
        : null,
    ]),
  },
  {
    id: 'R46',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0120',
    holds: 'El contrato de una función esencial o importante dice qué ley se aplica',
    check: ofCriticalContracts(({ lawCountry }) =>
      lawCountry ? null : 'Sustenta una función esencial o importante y falta el país de la ley aplicable.',
    ),
  },
  {
    id: 'R47',
    severity: 'BLOCKING',
    table: 'B_02.02',
    column: 'c0130',
    holds: `Los países de una línea no dan más de ${COMBINATIONS_MAX} filas`,
    check: checked => {
      const most = combinationsMax(checked.facts.lines)
      return ofLines(line => {
        const rows = combinationsOf(line)
        return rows > most ? `Sus países dan ${rows} filas, y caben ${most}: escriba usted los que cuentan.` : null
      })(checked)
    },
  },
]

type Contract = Checked['facts']['arrangements'][number]
/** Of each contract with a line of a critical function, once. */
function ofCriticalContracts(faultOf: (contract: Contract) => Finding) {
  return ({ facts, index }: Checked): Breach[] => {
    const critical = new Set(facts.lines.filter(index.isCriticalLine).map(({ arrangementId }) => arrangementId))
    return facts.arrangements.flatMap(contract => {
      const place = { kind: 'arrangement', id: contract.id } as const
      return breachesFrom(critical.has(contract.id) ? faultOf(contract) : null, {
        row: contract.reference,
        place,
        owner: 'BANK',
      })
    })
  }
}

const columns: Record<AssessmentName, string> = {
  substitutability: 'c0050',
  noSubstituteReason: 'c0060',
  ownAuditOn: 'c0070',
  exitPlan: 'c0080',
  reintegration: 'c0090',
  impact: 'c0100',
  alternatives: 'c0110',
  alternativeNames: 'c0120',
}

/** What critical lines of one contract and type say differently: B_07.01 has one row for them. */
function differing(checked: Checked): Breach[] {
  const { functions } = checked.index
  return assessedLines(checked.facts).flatMap(lines =>
    assessmentOf(lines).differing.flatMap(name => {
      const said = differingText(
        name,
        lines.map(line => ({ ...line, functionCode: functions.get(line.functionId)?.code ?? '' })),
      )
      const sentence = `Los servicios del mismo contrato y tipo tienen una sola valoración, y dicen ${said}. Elija uno.`
      return breachesOf(lines[0], checked, { column: columns[name], sentence })
    }),
  )
}

/** Rules about the assessment of a service that supports a critical function. */
export const assessmentRules: readonly Rule[] = [
  {
    id: 'R50',
    severity: 'ERROR',
    table: 'B_07.01',
    column: 'c0050',
    holds: 'Un servicio de una función esencial o importante dice si se puede sustituir, y por qué no',
    check: ofAssessments(({ substitutability, noSubstituteReason }) => {
      if (!substitutability) return 'Falta indicar si se puede sustituir.'
      return HARDLY_SUBSTITUTABLE.includes(substitutability) && !noSubstituteReason
        ? { column: 'c0060', sentence: 'Falta por qué no se puede sustituir.' }
        : null
    }),
  },
  {
    id: 'R58',
    severity: 'BLOCKING',
    table: 'B_07.01',
    column: 'c0050',
    holds: 'Los servicios esenciales de un contrato y tipo tienen una sola valoración',
    check: differing,
  },
  {
    id: 'R57',
    severity: 'ERROR',
    table: 'B_07.01',
    column: 'c0060',
    holds: 'Solo lo que apenas se puede sustituir dice por qué',
    check: ofAssessments(({ substitutability, noSubstituteReason }) =>
      substitutability && !HARDLY_SUBSTITUTABLE.includes(substitutability) && noSubstituteReason
        ? 'Dice por qué no se puede sustituir, y se puede: déjelo vacío.'
        : null,
    ),
  },
  {
    id: 'R51',
    severity: 'WARNING',
    table: 'B_07.01',
    column: 'c0070',
    holds: 'Su entidad ha auditado un servicio de una función esencial o importante',
    check: ofAssessments(({ ownAuditOn }) =>
      ownAuditOn
        ? null
        : 'No consta ninguna auditoría de su entidad, encargada por ella o compartida: se presenta 9999-12-31. La evaluación del proveedor no cuenta.',
    ),
  },
  {
    id: 'R56',
    severity: 'ERROR',
    table: 'B_07.01',
    column: 'c0070',
    holds: 'La última auditoría ya se ha hecho',
    check: ofAssessments(({ ownAuditOn }, { today }) =>
      ownAuditOn && ownAuditOn > today ? 'La fecha de la última auditoría es futura.' : null,
    ),
  },
  {
    id: 'R52',
    severity: 'ERROR',
    table: 'B_07.01',
    column: 'c0080',
    holds: 'Un servicio de una función esencial o importante dice si tiene plan de salida',
    check: ofAssessments(({ exitPlan }) => (exitPlan === null ? 'Falta indicar si hay plan de salida.' : null)),
  },
  {
    id: 'R53',
    severity: 'ERROR',
    table: 'B_07.01',
    column: 'c0090',
    holds: 'Un servicio de una función esencial o importante dice si se puede reintegrar',
    check: ofAssessments(({ reintegration }) => (reintegration ? null : 'Falta indicar si se puede reintegrar.')),
  },
  {
    id: 'R54',
    severity: 'ERROR',
    table: 'B_07.01',
    column: 'c0100',
    holds: 'Un servicio de una función esencial o importante dice qué impacto tendría su interrupción',
    check: ofAssessments(({ impact }) => (impact ? null : 'Falta el impacto de su interrupción.')),
  },
  {
    id: 'R55',
    severity: 'ERROR',
    table: 'B_07.01',
    column: 'c0110',
    holds: 'Un servicio de una función esencial o importante dice si hay alternativas, y cuáles',
    check: ofAssessments(({ alternatives, alternativeNames }) => {
      if (!alternatives) return 'Falta indicar si hay alternativas identificadas.'
      return alternatives === YES && !alternativeNames
        ? { column: 'c0120', sentence: 'Hay alternativas y falta cuáles.' }
        : null
    }),
  },
]
