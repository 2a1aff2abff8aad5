import type { Edition, TableCode } from '#domain/supervision/register/edition/edition.ts'
import type { CompanyFacts, FactIndex, LineFacts, Place, RegisterFacts } from '#domain/supervision/register/facts.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'
import type { Day } from '#domain/values/day.ts'

/** The authority refuses the file; it reports a fault; it probably asks; it cannot be checked here. */
export const breachSeverities = ['BLOCKING', 'ERROR', 'WARNING', 'UNKNOWN'] as const
export type Severity = (typeof breachSeverities)[number]

/** What the authority does, in words (REG-15). */
export const breachSeverityLabels: Record<Severity, string> = {
  BLOCKING: 'La autoridad lo rechaza',
  ERROR: 'La autoridad lo señala',
  WARNING: 'La autoridad pregunta',
  UNKNOWN: 'No se puede comprobar aquí',
}

/** How many errors make the authority refuse the register, in words. */
export const blockedText = (n: number): string =>
  n === 1 ? '1 error que haría que se rechazara' : `${n} errores que harían que se rechazara`

/** What a register was checked to hold: '1 error que haría que se rechazara, 2 que señalaría la autoridad'. */
export function countsText({ BLOCKING, ERROR, WARNING }: Record<Exclude<Severity, 'UNKNOWN'>, number>): string {
  const parts = [
    ...(BLOCKING > 0 ? [blockedText(BLOCKING)] : []),
    ...(ERROR > 0 ? [`${ERROR} que señalaría la autoridad`] : []),
    ...(WARNING > 0 ? [`${WARNING} por ${WARNING === 1 ? 'el' : 'los'} que preguntaría`] : []),
  ]
  return parts.length === 0 ? 'Sin errores' : parts.join(', ')
}

/** Who can put a fault right. */
export const owners = ['BANK', 'PROVIDER', 'CCI'] as const
export type Owner = (typeof owners)[number]
export const ownerLabels: Record<Owner, string> = { BANK: 'Su entidad', PROVIDER: 'El proveedor', CCI: 'El CCI' }

/**
 * One breach of a rule. `table` and `column` only where they differ from the rule's, `field` only where the field that mends
 * it is not that of the column.
 */
export type Breach = {
  table?: TableCode
  column?: string
  field?: string
  /** The authority's number of the rule, where it has one and it is not that of the whole rule (REG-14). */
  authority?: string
  /** The row, as people can read it. */
  row: string
  place: Place
  owner: Owner
  sentence: string
}

/** What a rule looks at. */
export type Checked = {
  edition: Edition
  facts: RegisterFacts
  index: FactIndex
  /** The companies that the tables name. */
  named: readonly CompanyFacts[]
  tables: Tables
  today: Day
  referenceDate: Day
}

export type Rule = {
  id: string
  severity: Severity
  table: TableCode
  column: string
  /** The authority's number of the rule. */
  authority?: string
  /** What must hold. */
  holds: string
  check(checked: Checked): Breach[]
}

/** What is wrong with a thing: a sentence, with its column where it is not the rule's; several; or nothing. */
type One = string | (Pick<Breach, 'sentence'> & Pick<Breach, 'table' | 'column' | 'field' | 'authority'>) | null
export type Finding = One | readonly One[]

/** The breaches that a finding about one thing makes. */
export const breachesFrom = (finding: Finding, about: Pick<Breach, 'row' | 'place' | 'owner'>): Breach[] =>
  [finding].flat().flatMap((each: One) => {
    if (each === null) return []
    return { ...about, ...(typeof each === 'string' ? { sentence: each } : each) }
  })

/** The breaches of a rule about each of some things: the sentence of one that breaks it, or null. */
export const breaches = <T>(things: readonly T[], breachOf: (thing: T) => Breach | null): Breach[] =>
  things.flatMap(thing => breachOf(thing) ?? [])

/** 'CT-01 · F1 · Banca móvil'. */
export function lineText(line: LineFacts, { arrangements, functions }: FactIndex): string {
  const contract = arrangements.get(line.arrangementId)?.reference
  const code = functions.get(line.functionId)?.code
  return [contract, code, line.service].filter(Boolean).join(' · ')
}

/** The provider of a line. */
export function lineProviderOf(line: LineFacts, { arrangements, companies }: FactIndex): CompanyFacts | undefined {
  const contract = arrangements.get(line.arrangementId)
  return contract && companies.get(contract.companyId)
}
