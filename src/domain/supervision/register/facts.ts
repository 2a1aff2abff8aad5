import type { OtherCodeType, PersonType } from '#domain/participant/company/company.ts'
import { NO_ICT } from '#domain/participant/company/service-facts.ts'
import type { GleifFacts } from '#domain/supervision/register/gleif/gleif.ts'
import type { MemberKind, MemberValues } from '#domain/supervision/register/group/fields.ts'
import type { Country } from '#domain/values/countries.ts'
import type { Day } from '#domain/values/day.ts'

/** The thing that a row shows, and where it can be put right. */
export type Place = {
  kind: 'entity' | 'parent' | 'member' | 'function' | 'arrangement' | 'line' | 'company' | 'subcontract' | 'use'
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

/** An entity of the bank's group that it files for, or a branch of one of them (REG-25). */
export type MemberFacts = MemberValues & {
  id: string
  kind: MemberKind
  enteredOn: Day
  changedOn: Day
}

export type FunctionFacts = {
  id: string
  /** The entity of the group whose function it is; null: the bank's own. */
  memberId: string | null
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
  /** The contract with an entity of the group that this one is behind: that provider's own one, with another company. */
  insideId: string | null
  /** Who signs it and who uses it: the bank's own id, or one of an entity or branch; of none, see `groupUse` (REG-25). */
  signers: readonly string[]
  users: readonly string[]
  companyId: string
  currency: string | null
  annualCost: number | null
  startsOn: Day | null
  endsOn: Day | null
  endReason: string | null
  noticeEntityDays: number | null
  noticeProviderDays: number | null
  lawCountry: string | null
  /** Whether the bank says that no other company works for the one outside. */
  chainIsWhole: boolean | null
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
  /** Of each list one value or several: each combination is a row (REG-12). None: it does not apply, or is not known. */
  provisionCountries: string[]
  holdsData: boolean | null
  storageCountries: string[]
  processingCountries: string[]
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

/** What a bank wrote of who works for a company outside, for the lines of one contract and type (REG-11). */
export type WrittenChain = Pick<ChainFacts, 'subcontracts'> & { arrangementId: string; ictType: string }

/** A live use of a service that the provider calls an ICT service. */
export type UseFacts = { id: string; companyId: string; provider: string; serviceId: string; service: string }

/** Everything that the register of one bank is made of. */
export type RegisterFacts = {
  entity: EntityFacts
  /** Without an entity of a group, the register is of the bank alone. */
  members: readonly MemberFacts[]
  functions: readonly FunctionFacts[]
  arrangements: readonly ArrangementFacts[]
  lines: readonly LineFacts[]
  companies: readonly CompanyFacts[]
  chains: readonly ChainFacts[]
  written: readonly WrittenChain[]
  uses: readonly UseFacts[]
  /** What one unit of each currency is in the bank's own on the reference date, where the bank wrote it. */
  rates: Readonly<Record<string, number>>
  /** What GLEIF says of its LEIs; null while CCI has loaded nothing (REG-23). */
  gleif: GleifFacts | null
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
const NOT_ASSESSED = 'x21'
/** The most rows that the countries of one line make. */
export const COMBINATIONS_MAX = 500
/** The most rows that the lines of a register make together. */
export const LINE_ROWS_MAX = 100_000
/** Where something has no end, or never took place. */
export const NEVER: Day = '9999-12-31'
/** Not substitutable, or only with great difficulty: both need a reason. */
export const HARDLY_SUBSTITUTABLE: readonly (string | null)[] = ['x959', 'x960']
/** The type of ICT service of a line; null where none is known or the provider says that it is none. */
export const ictTypeOf = ({ ictType }: Pick<LineFacts, 'ictType'>): string | null =>
  ictType === NO_ICT ? null : ictType

export const isCritical = ({ critical }: Pick<FunctionFacts, 'critical'>): boolean => critical === CRITICAL

/** Whether the bank has said if a function is critical or important. */
export const isAssessed = ({ critical }: Pick<FunctionFacts, 'critical'>): boolean =>
  critical !== null && critical !== NOT_ASSESSED

/** When a function was last assessed; of one that is said not to be assessed: never (REG-14). */
export const assessedOn = ({ assessedOn: on, critical }: Pick<FunctionFacts, 'assessedOn' | 'critical'>): Day | null =>
  on ?? (critical === NOT_ASSESSED ? NEVER : null)

/** The entities of the group that the bank files for, without branches; of none, the register is individual. */
export const groupEntities = ({ members }: Pick<RegisterFacts, 'members'>): MemberFacts[] =>
  members.filter(({ kind }) => kind === 'MEMBER')

/** Facts by identifier, and the lines that support a critical or important function. */
export function indexOf(facts: RegisterFacts) {
  const functions = new Map(facts.functions.map(each => [each.id, each]))
  const arrangements = new Map(facts.arrangements.map(each => [each.id, each]))
  const companies = new Map(facts.companies.map(each => [each.id, each]))
  const chains = new Map(facts.chains.map(each => [`${each.companyId} ${each.serviceId}`, each]))
  const writtenChains = new Map(facts.written.map(each => [`${each.arrangementId} ${each.ictType}`, each]))
  /** The contracts of the subcontracts that the bank wrote. */
  const writtenIn = new Map(
    facts.written.flatMap(each => each.subcontracts.map(({ id }) => [id, each.arrangementId] as const)),
  )
  const isCriticalLine = ({ functionId }: LineFacts) => {
    const found = functions.get(functionId)
    return found !== undefined && isCritical(found)
  }
  const writtenFor = (line: LineFacts): WrittenChain | undefined =>
    line.serviceId === null ? writtenChains.get(`${line.arrangementId} ${ictTypeOf(line)}`) : undefined
  const chainOf = (line: LineFacts): ChainFacts | undefined =>
    line.serviceId === null
      ? undefined
      : chains.get(`${arrangements.get(line.arrangementId)?.companyId} ${line.serviceId}`)
  return { functions, arrangements, companies, isCriticalLine, chainOf, writtenFor, writtenIn }
}
export type FactIndex = ReturnType<typeof indexOf>
