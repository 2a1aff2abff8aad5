import type { Edition, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import type { AssessmentName } from '#domain/supervision/register/entry/assessment.ts'
import { assessedPair, assessmentOf } from '#domain/supervision/register/entry/assessment.ts'
import type { LineFacts, RegisterFacts } from '#domain/supervision/register/facts.ts'
import {
  assessedOn,
  COMBINATIONS_MAX,
  ictTypeOf,
  indexOf,
  LINE_ROWS_MAX,
  NEVER,
  NO,
  YES,
} from '#domain/supervision/register/facts.ts'
import { groupUse } from '#domain/supervision/register/group/use.ts'
import { companyDrafts } from '#domain/supervision/register/table/companies.ts'
import { companyCode } from '#domain/supervision/register/table/company-code.ts'
import { entityDrafts } from '#domain/supervision/register/table/entities.ts'
import { lastOf, type Steps } from '#domain/supervision/register/table/in-steps.ts'
import { partyDrafts } from '#domain/supervision/register/table/parties.ts'
import type { Draft, Tables, Value } from '#domain/supervision/register/table/row.ts'
import { rowOf } from '#domain/supervision/register/table/row.ts'
import { supplyDrafts } from '#domain/supervision/register/table/supply-chain.ts'
import { groupsBy } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'

const NONE_ABOVE = 'Not Applicable'

const yesNo = (value: boolean | null): Value => (value === null ? null : value ? YES : NO)

/** The rows of all tables of an edition (DORA-13). `madeOn` is the date of the report. */
export const tablesOf = (edition: Edition, facts: RegisterFacts, madeOn: Day): Tables =>
  lastOf(tablesInSteps(edition, facts, madeOn))

/** The same, table by table: a server serves others in between. */
export function* tablesInSteps(edition: Edition, facts: RegisterFacts, madeOn: Day): Steps<Tables> {
  const supply = supplyDrafts(facts)
  yield
  const drafts: Record<TableCode, Draft[]> = {
    ...entityDrafts(facts, madeOn),
    ...partyDrafts(facts),
    'B_02.01': arrangementDrafts(facts),
    'B_02.02': lineDrafts(facts),
    'B_05.01': companyDrafts(facts, supply),
    'B_05.02': supply.map(({ draft }) => draft),
    'B_06.01': functionDrafts(facts),
    'B_07.01': assessmentDrafts(facts),
    'B_99.01': termDrafts(facts),
  }
  const rows: Partial<{ -readonly [Code in TableCode]: Tables[Code] }> = {}
  for (const table of tableCodes) {
    yield
    rows[table] = drafts[table].map(draft => rowOf(edition, table, draft))
  }
  return rows as Tables
}

function arrangementDrafts(facts: RegisterFacts): Draft[] {
  const { arrangements } = indexOf(facts)
  return facts.arrangements.map(each => ({
    place: { kind: 'arrangement', id: each.id },
    values: {
      c0010: each.reference,
      c0020: each.type,
      c0030: each.overarchingId === null ? NONE_ABOVE : (arrangements.get(each.overarchingId)?.reference ?? null),
      c0040: each.currency,
      c0050: each.annualCost,
    },
  }))
}

type Countries = Pick<LineFacts, 'provisionCountries' | 'storageCountries' | 'processingCountries'>

/** How many rows the countries of a line make: a key has one of each list. */
export const combinationsOf = ({ provisionCountries, storageCountries, processingCountries }: Countries): number =>
  [provisionCountries, storageCountries, processingCountries].reduce((n, { length }) => n * Math.max(1, length), 1)

/** The most rows of one line of a register: fewer where the lines would make too many together. R47 reports those of more. */
export function combinationsMax(lines: readonly Countries[]): number {
  const rows = lines.reduce((sum, line) => sum + Math.min(combinationsOf(line), COMBINATIONS_MAX), 0)
  return rows <= LINE_ROWS_MAX ? COMBINATIONS_MAX : Math.max(1, Math.floor(LINE_ROWS_MAX / lines.length))
}

/** The first combinations of the countries of a line. */
function countriesOf(
  { provisionCountries, storageCountries, processingCountries }: Countries,
  most: number,
): Record<string, Value>[] {
  const of = (countries: readonly string[]) => (countries.length > 0 ? countries : [null])
  const combinations: Record<string, Value>[] = []
  for (const c0130 of of(provisionCountries)) {
    for (const c0150 of of(storageCountries)) {
      for (const c0160 of of(processingCountries)) {
        if (combinations.length === most) return combinations
        combinations.push({ c0130, c0150, c0160 })
      }
    }
  }
  return combinations
}

/** The rows of B_02.02: of each line one for each combination of its countries (REG-12). */
function lineDrafts(facts: RegisterFacts): Draft[] {
  const { arrangements, companies, functions } = indexOf(facts)
  const { ownerOfLine } = groupUse(facts)
  const most = combinationsMax(facts.lines)
  return facts.lines.flatMap(line => {
    const contract = arrangements.get(line.arrangementId)
    const company = contract && companies.get(contract.companyId)
    const code = company ? companyCode(company) : null
    return countriesOf(line, most).map(
      (countries): Draft => ({
        place: { kind: 'line', id: line.id },
        values: {
          ...countries,
          c0010: contract?.reference ?? null,
          c0020: ownerOfLine(line)?.lei ?? null,
          c0030: code?.code ?? null,
          c0040: code?.kind ?? null,
          c0050: functions.get(line.functionId)?.code ?? null,
          c0060: ictTypeOf(line),
          c0070: contract?.startsOn ?? null,
          c0080: contract?.endsOn ?? NEVER,
          c0090: contract?.endReason ?? null,
          c0100: contract?.noticeEntityDays ?? null,
          c0110: contract?.noticeProviderDays ?? null,
          c0120: contract?.lawCountry ?? null,
          c0140: yesNo(line.holdsData),
          c0170: line.sensitivity,
          c0180: line.reliance,
        },
      }),
    )
  })
}

function functionDrafts(facts: RegisterFacts): Draft[] {
  const { ownerOf } = groupUse(facts)
  return facts.functions.map(each => ({
    place: { kind: 'function', id: each.id },
    values: {
      c0010: each.code,
      c0020: each.activity,
      c0030: each.name,
      c0040: ownerOf(each)?.lei ?? null,
      c0050: each.critical,
      c0060: each.reason,
      c0070: assessedOn(each),
      c0080: each.rtoHours,
      c0090: each.rpoHours,
      c0100: each.impact,
    },
  }))
}

/** The critical lines that one row of B_07.01 assesses: those of a contract with the same type of ICT service. */
export function assessedLines(facts: RegisterFacts): [LineFacts, ...LineFacts[]][] {
  const { isCriticalLine } = indexOf(facts)
  const pairOf = (line: LineFacts) =>
    assessedPair({ ...line, isCritical: isCriticalLine(line), ictType: ictTypeOf(line) })
  return [...groupsBy(facts.lines, pairOf)].flatMap(([pair, lines]) => (pair === null ? [] : [lines]))
}

function assessmentDrafts(facts: RegisterFacts): Draft[] {
  const { arrangements, companies } = indexOf(facts)
  return assessedLines(facts).map(lines => {
    const [line] = lines
    const { values, differing } = assessmentOf(lines)
    const of = <Name extends AssessmentName>(name: Name) => (differing.includes(name) ? null : values[name])
    const contract = arrangements.get(line.arrangementId)
    const company = contract && companies.get(contract.companyId)
    const code = company ? companyCode(company) : null
    return {
      place: { kind: 'line', id: line.id },
      values: {
        c0010: contract?.reference ?? null,
        c0020: code?.code ?? null,
        c0030: code?.kind ?? null,
        c0040: ictTypeOf(line),
        c0050: of('substitutability'),
        c0060: of('noSubstituteReason'),
        // Never audited.
        c0070: of('ownAuditOn') ?? NEVER,
        c0080: yesNo(of('exitPlan')),
        c0090: of('reintegration'),
        c0100: of('impact'),
        c0110: of('alternatives'),
        c0120: of('alternativeNames'),
      },
    }
  })
}

/** The bank's own definitions, as text; no row while it has written none. */
function termDrafts({ entity, terms }: RegisterFacts): Draft[] {
  if (terms.every(term => term.trim() === '')) return []
  const values = terms.map((term, at): [string, Value] => [termColumn(at), term])
  return [{ place: { kind: 'entity', id: entity.id }, values: Object.fromEntries(values) }]
}

/** The column of the n-th term of B_99.01. */
export const termColumn = (at: number): string => `c${String((at + 1) * 10).padStart(4, '0')}`
