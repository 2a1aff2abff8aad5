import { address } from '#test/support/mails.ts'
import type { StartOptions, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/** A portal and its users: two of CCI, two of one provider, and unrelated ones. */
export type Acting = Awaited<ReturnType<typeof startActing>>

export async function startActing(options: StartOptions = {}) {
  const portal: TestPortal = await startTestPortal(options)
  const enter = (name: string) => portal.signIn(address(name))
  return {
    portal,
    cci: await enter('cci'),
    cci2: await enter('cci2'),
    provider: await enter('proveedor'),
    provider2: await enter('proveedor2'),
    /** The evaluator of the provider's requests. */
    evaluator: await enter('somport'),
    bank: await enter('entidad'),
    /** Its documentation is pending at CCI. */
    waiting: await enter('hontanar'),
    /** Its documentation is a draft. */
    draft: await enter('borrador'),
  }
}
