import type { CompanyWire } from '#domain/participant/company/contract.ts'
import { saveRegisterIdentity } from '#domain/participant/company/contract.ts'
import { leiOf } from '#domain/values/lei.ts'
import { ok } from '#test/support/answers.ts'
import type { Caller } from '#test/support/portal.ts'

let leis = 0
/** A LEI that is not in use yet. */
export const newLei = () => leiOf(`9598TEST${String(++leis).padStart(10, '0')}`)

/** A new company outside as it is named in a call. */
export const outside = (more: object = {}) => ({
  name: `Empresa externa ${leis}`,
  country: 'IE',
  lei: newLei(),
  ...more,
})

/** A new ultimate parent of a provider, which it alone names. */
export async function namedParent(provider: Caller, more: object = {}): Promise<CompanyWire> {
  const params = { id: provider.me.idGenericEntity }
  return (await ok(provider.call(saveRegisterIdentity, { params, body: { parent: outside(more) } }))).parent
}
