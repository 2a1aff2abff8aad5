import { saveService } from '#domain/catalogue/contract.ts'
import { correctScore, listScores } from '#domain/report-request/score/contract.ts'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import { declareUse, listUses } from '#domain/supervision/use/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { acceptReport, freshRequest, publish } from '#test/support/documents.ts'
import type { Caller } from '#test/support/portal.ts'

/* Services that banks use, each new: its only rating is the one that a test publishes. */

export type Rated = { providerId: string; serviceId: string; validationId: string }

/** A request of the provider that is ready to be scored. */
export async function unrated({ cci, provider, evaluator }: Acting): Promise<Rated> {
  const validationId = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, validationId)
  const { idServiceCatalog } = await ok(cci.call(readValidation, { params: { id: validationId } }))
  return { providerId: provider.me.idGenericEntity, serviceId: idServiceCatalog, validationId }
}

/** The same with a published rating. */
export async function rated(acting: Acting, score: string, expiredAt = '2027-11-21'): Promise<Rated> {
  const found = await unrated(acting)
  await ok(publish(acting.cci, found.validationId, { score, expiredAt }))
  return found
}

let services = 0
/** A service without any request. */
export const bareService = async ({ cci, provider }: Acting) => {
  const { id } = await ok(cci.call(saveService, { body: { type: 'Usos', description: `Sin informe ${++services}` } }))
  return { providerId: provider.me.idGenericEntity, serviceId: id as string }
}

/** Declares a use by a bank. */
export const declared = (
  bank: Caller,
  { providerId, serviceId }: Pick<Rated, 'providerId' | 'serviceId'>,
  body: object = {},
): Promise<UseWire> => ok(bank.call(declareUse, { body: { providerId, serviceId, ...body } }))

/** CCI corrects the published rating. */
export async function corrected(
  cci: Caller,
  { validationId }: Pick<Rated, 'validationId'>,
  score: string,
  expiredAt = '2027-11-21',
  more: object = {},
) {
  const { content } = await ok(cci.call(listScores, { query: { validationId } }))
  const body = { score: { validationId, score, expiredAt, correctionReason: 'Revisión del informe', ...more } }
  return ok(cci.call(correctScore, { params: { id: content[0].id }, body }))
}

/** A bank's use as it reads it now. */
export const useNow = async (bank: Caller, { id }: { id: string }, query: object = {}): Promise<UseWire> => {
  const { content } = await ok(bank.call(listUses, { query }))
  return content.find((use: UseWire) => use.id === id)
}
