import { arrangementFields } from '#domain/supervision/register/entry/fields.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { indexOf } from '#domain/supervision/register/facts.ts'
import type { Fault } from '#domain/supervision/register/lint/lint.ts'
import { lineProviderOf } from '#domain/supervision/register/lint/rule.ts'
import { valueIn } from '#domain/values/certain.ts'

/** The step of the screen where a fault can be put right. */
export type Step = 'entity' | 'functions' | 'arrangements' | 'lines' | 'uses'
export type Lead = {
  step: Step | null
  id: string | null
  providerId: string | null
  /** Only where it is not that of the fault: of a company that another one names. */
  field?: string
}

const steps = {
  entity: 'entity',
  parent: 'entity',
  member: 'entity',
  function: 'functions',
  arrangement: 'arrangements',
  line: 'lines',
  use: 'uses',
} as const

/** The field of a line's form that a contract without line needs. */
export const NEW_LINE = 'arrangementId'

/** Where a bank writes companies outside: the contract, and the path of the company in its form. */
function placesOf({ arrangements, written, companies }: RegisterFacts): Map<string, { id: string; path: string }> {
  const places = new Map(arrangements.map(({ id, companyId }) => [companyId, { id, path: '' }]))
  const add = (companyId: string | null, id: string, path: string) => {
    if (companyId !== null && !places.has(companyId)) places.set(companyId, { id, path })
  }
  for (const { arrangementId, subcontracts } of written) {
    for (const { id, companyId } of subcontracts) add(companyId, arrangementId, `chain.${id}`)
  }
  const parents = new Map(companies.map(({ id, parentId }) => [id, parentId]))
  for (const [companyId, { id, path }] of [...places]) {
    add(parents.get(companyId) ?? null, id, path ? `${path}.parent` : 'parent')
  }
  return places
}

/**
 * Where faults lead: the bank's to the thing that holds the field that mends it, the provider's to the provider that can be
 * asked (DORA-19, REG-15). A contract without line leads to a new one.
 */
export function leads(facts: RegisterFacts): (fault: Pick<Fault, 'place' | 'owner' | 'field'>) => Lead {
  const index = indexOf(facts)
  const writtenAt = placesOf(facts)
  const providerOfSubcontract = new Map(
    facts.chains.flatMap(chain => chain.subcontracts.map(each => [each.id, chain.companyId])),
  )
  const lines = new Map(facts.lines.map(line => [line.id, line]))
  const asked = ({ kind, id }: Fault['place']): string | null => {
    if (kind === 'line') return lineProviderOf(valueIn(lines, id), index)?.id ?? null
    if (kind === 'subcontract') return providerOfSubcontract.get(id) ?? null
    return kind === 'company' && index.companies.get(id)?.keptBy === 'PROVIDER' ? id : null
  }
  return ({ place, owner, field }) => {
    if (owner === 'PROVIDER') return { step: null, id: null, providerId: asked(place) }
    if (owner === 'CCI') return { step: null, id: null, providerId: null }
    if (place.kind === 'company') {
      const at = writtenAt.get(place.id)
      const lead = { step: 'arrangements', id: at?.id ?? null, providerId: null } as const
      return at?.path ? { ...lead, field: `${at.path}.${field}` } : lead
    }
    const contractId = place.kind === 'subcontract' ? index.writtenIn.get(place.id) : undefined
    if (contractId) return { step: 'arrangements', id: contractId, providerId: null, field: `chain.${place.id}` }
    if (place.kind === 'subcontract') return { step: null, id: null, providerId: asked(place) }
    if (field === NEW_LINE) return { step: 'lines', id: place.id, providerId: null }
    const isOfContract = place.kind === 'line' && field !== null && Object.hasOwn(arrangementFields, field)
    if (isOfContract) return { step: 'arrangements', id: valueIn(lines, place.id).arrangementId, providerId: null }
    const step = steps[place.kind]
    return { step, id: step === 'entity' && place.kind !== 'member' ? null : place.id, providerId: null }
  }
}
