import type { Edition, TableCode } from '#domain/supervision/register/edition/edition.ts'
import type { CompanyFacts, FactIndex, LineFacts, Place, RegisterFacts } from '#domain/supervision/register/facts.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'
import type { Day } from '#domain/values/day.ts'

/** The authority refuses the file; it reports a fault; it probably asks; it cannot be checked here. */
export const severities = ['BLOCKING', 'ERROR', 'WARNING', 'UNKNOWN'] as const
export type Severity = (typeof severities)[number]

export const severityLabels: Record<Severity, string> = {
  BLOCKING: 'Impide presentarlo',
  ERROR: 'Error',
  WARNING: 'Aviso',
  UNKNOWN: 'No se puede comprobar aquí',
}

/** Who can put a fault right. */
export const owners = ['BANK', 'PROVIDER', 'CCI'] as const
export type Owner = (typeof owners)[number]
export const ownerLabels: Record<Owner, string> = { BANK: 'Su entidad', PROVIDER: 'El proveedor', CCI: 'El CCI' }

/** One breach of a rule. `table` and `column` only where they differ from the rule's. */
export type Breach = {
  table?: TableCode
  column?: string
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
}

export type Rule = {
  id: string
  severity: Severity
  table: TableCode
  column: string
  /** What must hold. */
  holds: string
  check(checked: Checked): Breach[]
}

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
export function providerOf(line: LineFacts, { arrangements, companies }: FactIndex): CompanyFacts | undefined {
  const contract = arrangements.get(line.arrangementId)
  return contract && companies.get(contract.companyId)
}
