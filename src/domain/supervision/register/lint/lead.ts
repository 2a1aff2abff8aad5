import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { indexOf } from '#domain/supervision/register/facts.ts'
import type { Fault } from '#domain/supervision/register/lint/lint.ts'
import { providerOf } from '#domain/supervision/register/lint/rule.ts'

/** The step of the screen where a fault can be put right. */
export type Step = 'entity' | 'functions' | 'arrangements' | 'lines' | 'uses'
export type Lead = { step: Step | null; id: string | null; providerId: string | null }

const steps = {
  entity: 'entity',
  function: 'functions',
  arrangement: 'arrangements',
  line: 'lines',
  use: 'uses',
} as const

/** Where faults lead: the bank's to the thing itself, the provider's to the provider that can be asked (DORA-19). */
export function leads(facts: RegisterFacts): (fault: Fault) => Lead {
  const index = indexOf(facts)
  const contractOf = new Map(facts.arrangements.map(each => [each.companyId, each]))
  const providerOfSubcontract = new Map(
    facts.chains.flatMap(chain => chain.subcontracts.map(each => [each.id, chain.companyId])),
  )
  const lines = new Map(facts.lines.map(line => [line.id, line]))
  const asked = ({ kind, id }: Fault['place']): string | null => {
    if (kind === 'line') return providerOf(lines.get(id)!, index)?.id ?? null
    if (kind === 'subcontract') return providerOfSubcontract.get(id) ?? null
    return kind === 'company' && index.companies.get(id)?.keptBy === 'PROVIDER' ? id : null
  }
  return ({ place, owner }) => {
    if (owner === 'PROVIDER') return { step: null, id: null, providerId: asked(place) }
    if (owner === 'CCI') return { step: null, id: null, providerId: null }
    if (place.kind === 'company') {
      const contract = contractOf.get(place.id)
      return { step: 'arrangements', id: contract?.id ?? null, providerId: null }
    }
    if (place.kind === 'subcontract') return { step: null, id: null, providerId: asked(place) }
    return { step: steps[place.kind], id: place.kind === 'entity' ? null : place.id, providerId: null }
  }
}
