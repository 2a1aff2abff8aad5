import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { declareSubcontract } from '#domain/participant/chain/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { outside } from '#test/support/companies.ts'
import { freshRequest } from '#test/support/documents.ts'
import type { Caller } from '#test/support/portal.ts'

/** A new service that the provider has a request of. */
export async function requestedService({ cci, provider, evaluator }: Pick<Acting, 'cci' | 'provider' | 'evaluator'>) {
  const validationId = await freshRequest(cci, provider, evaluator)
  const { idServiceCatalog } = await ok(cci.call(readValidation, { params: { id: validationId } }))
  return { providerId: provider.me.idGenericEntity, serviceId: idServiceCatalog as string }
}

/** A subcontract as it is sent: of a new company outside, from before the first confirmation. */
export const subcontract = (serviceId: string, more: object = {}) => ({
  serviceId,
  ...('cif' in more || 'companyId' in more ? {} : { company: outside() }),
  ictType: 'S07' as const,
  underpins: true,
  handlesData: false,
  countries: ['ES'],
  since: '2025-01-01',
  ...more,
})

export const declareLink = (caller: Caller, serviceId: string, more: object = {}): Promise<SubcontractWire> =>
  ok(caller.call(declareSubcontract, { body: subcontract(serviceId, more) }))
