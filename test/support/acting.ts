import { address } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/** A portal and those who act there: two of CCI and of one provider, and others that have nothing to do with each other. */
export type Acting = Awaited<ReturnType<typeof startActing>>

export async function startActing() {
  const portal: TestPortal = await startTestPortal()
  const enter = (name: string) => portal.signIn(address(name))
  return {
    portal,
    cci: await enter('cci'),
    cci2: await enter('cci2'),
    provider: await enter('proveedor'),
    provider2: await enter('proveedor2'),
    /** Whom the provider asks for its reports. */
    evaluator: await enter('somport'),
    bank: await enter('entidad'),
    /** Its documentation waits for CCI. */
    waiting: await enter('hontanar'),
    /** Its documentation is not sent yet. */
    draft: await enter('borrador'),
  }
}
