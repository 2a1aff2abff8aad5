import type { OtherCodeType, PersonType } from '#domain/participant/company/company.ts'
import { NO_ICT } from '#domain/participant/company/service-facts.ts'
import type { Country } from '#domain/values/countries.ts'
import type { Day } from '#domain/values/day.ts'

/** The thing that a row shows, and where it can be put right. */
export type Place = {
  kind: 'entity' | 'function' | 'arrangement' | 'line' | 'company' | 'subcontract' | 'use'
  id: string
}

/** The bank, as it describes itself. Coded values are codes of the edition's lists, without their prefix. */
export type EntityFacts = {
  id: string
  name: string
  lei: string | null
  leiRenewalOn: Day | null
  country: string | null
  type: string | null
  authority: string
  hierarchy: string | null
  parentLei: string | null
  parentName: string
  parentCountry: string | null
  parentType: string | null
  parentHierarchy: string | null
  currency: string | null
  totalAssets: number | null
  /** When the register was begun and last changed; null while there is none. */
  enteredOn: Day | null
  changedOn: Day | null
}

export type FunctionFacts = {
  id: string
  code: string
  activity: string | null
  name: string
  critical: string | null
  reason: string
  assessedOn: Day | null
  rtoHours: number | null
  rpoHours: number | null
  impact: string | null
}

export type ArrangementFacts = {
  id: string
  reference: string
  type: string | null
  overarchingId: string | null
  companyId: string
  currency: string | null
  annualCost: number | null
  startsOn: Day | null
  endsOn: Day | null
  endReason: string | null
  noticeEntityDays: number | null
  noticeProviderDays: number | null
  lawCountry: string | null
}

/** A line with what the provider's facts give where the bank wrote nothing (`effectiveLine`). */
export type LineFacts = {
  id: string
  arrangementId: string
  functionId: string
  useId: string | null
  /** The service of the use; null for a company outside the portal. */
  serviceId: string | null
  service: string
  ictType: string | null
  provisionCountry: string | null
  holdsData: boolean | null
  storageCountry: string | null
  processingCountry: string | null
  sensitivity: string | null
  reliance: string | null
  substitutability: string | null
  noSubstituteReason: string | null
  /** The last audit by the bank, by an auditor that it appointed, or pooled with others (REG-08). */
  ownAuditOn: Day | null
  exitPlan: boolean | null
  reintegration: string | null
  impact: string | null
  alternatives: string | null
  alternativeNames: string
}

/** A provider of the portal, or a company outside it. */
export type CompanyFacts = {
  id: string
  /** Whose words these are: the provider's, those of this bank, or those that CCI keeps for all. */
  keptBy: 'PROVIDER' | 'BANK' | 'CCI'
  /** Deleted from the portal. */
  isGone: boolean
  name: string
  latinName: string
  lei: string | null
  leiRenewalOn: Day | null
  euid: string | null
  otherCode: string | null
  otherCodeType: OtherCodeType | null
  personType: PersonType | null
  country: Country | null
  /** Its parent company; null when it is its own. */
  parentId: string | null
  /** What the company that all share under its LEI or EUID says, where this bank keeps its own (decision 051). */
  shared?: SharedWords
}
export type SharedWords = Pick<CompanyFacts, 'name' | 'lei' | 'euid' | 'country'>

/** A company that works today for a service. */
export type SubcontractFacts = {
  id: string
  companyId: string
  /** The subcontract of the company that takes the work; null: the provider itself. */
  recipientId: string | null
  underpins: boolean
  countries: readonly string[]
}

/** What a provider declared of the chain of one of its services. */
export type ChainFacts = {
  companyId: string
  serviceId: string
  confirmedOn: Day | null
  subcontracts: readonly SubcontractFacts[]
}

/** A live use of a service that the provider calls an ICT service. */
export type UseFacts = { id: string; companyId: string; provider: string; serviceId: string; service: string }

/** Everything that the register of one bank is made of. */
export type RegisterFacts = {
  entity: EntityFacts
  functions: readonly FunctionFacts[]
  arrangements: readonly ArrangementFacts[]
  lines: readonly LineFacts[]
  companies: readonly CompanyFacts[]
  chains: readonly ChainFacts[]
  uses: readonly UseFacts[]
  /** The bank's definitions, in the order of the columns of B_99.01. */
  terms: readonly string[]
}

/** The name of a provider that was deleted from the portal: its own is hidden (D44). */
export const GONE_PROVIDER = 'Proveedor dado de baja del portal'

/** Codes of edition 4.0 that rules ask for. */
export const CRITICAL = 'x28'
export const YES = 'x28'
export const NO = 'x29'
export const SUBSEQUENT = 'x3'
/** Not substitutable, or only with great difficulty: both need a reason. */
export const HARDLY_SUBSTITUTABLE: readonly (string | null)[] = ['x959', 'x960']
/** The type of ICT service of a line; null where none is known or the provider says that it is none. */
export const ictTypeOf = ({ ictType }: Pick<LineFacts, 'ictType'>): string | null =>
  ictType === NO_ICT ? null : ictType

export const isCritical = ({ critical }: Pick<FunctionFacts, 'critical'>): boolean => critical === CRITICAL

/** Facts by identifier, and the lines that support a critical or important function. */
export function indexOf(facts: RegisterFacts) {
  const functions = new Map(facts.functions.map(each => [each.id, each]))
  const arrangements = new Map(facts.arrangements.map(each => [each.id, each]))
  const companies = new Map(facts.companies.map(each => [each.id, each]))
  const chains = new Map(facts.chains.map(each => [`${each.companyId} ${each.serviceId}`, each]))
  const isCriticalLine = ({ functionId }: LineFacts) => {
    const found = functions.get(functionId)
    return found !== undefined && isCritical(found)
  }
  const chainOf = (line: LineFacts) =>
    line.serviceId === null
      ? undefined
      : chains.get(`${arrangements.get(line.arrangementId)?.companyId} ${line.serviceId}`)
  return { functions, arrangements, companies, isCriticalLine, chainOf }
}
export type FactIndex = ReturnType<typeof indexOf>
