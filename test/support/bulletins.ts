import type { BulletinWire } from '#domain/incident/bulletin/contract.ts'
import { publishBulletin } from '#domain/incident/bulletin/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { opened } from '#test/support/incidents.ts'
import { bareService, declared } from '#test/support/uses.ts'

export const BULLETIN_TEXT = 'El centro de datos del proveedor no responde desde las 09:00.'

/** An initial bulletin about an open incident of the provider, one of whose services the bank uses. */
export async function toldBulletin(acting: Acting, body: object = {}): Promise<BulletinWire> {
  const { cci, provider, bank } = acting
  await declared(bank, await bareService(acting))
  const { id } = await opened(cci, provider)
  const given = { phase: 'INITIAL', severity: 'HIGH', text: BULLETIN_TEXT, ...body } as never
  return ok(cci.call(publishBulletin, { params: { id }, body: given }))
}
