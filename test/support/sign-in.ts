import { signIn } from '#domain/identity/session/contract.ts'
import type { Answer, TestPortal } from '#test/support/portal.ts'

/** Tries to sign in with an address and a password. */
export const tryToEnter = (
  { anonymous }: TestPortal,
  email: string,
  password: string,
  headers?: Record<string, string>,
): Promise<Answer<any>> => anonymous.call(signIn, { body: { email, password }, headers })

/**
 * Closes four demo accounts in different ways: the password of hontanar expires, mirlo and the participant of arcadio
 * are deleted, and the invitation of lumbre is withdrawn.
 */
export async function closeAccounts(portal: TestPortal): Promise<void> {
  const { db } = portal.app
  const set = (email: string, values: Record<string, unknown>) =>
    db.updateTable('portal_user').set(values).where('email', '=', `${email}@almotacen.example`).execute()
  await set('hontanar', { temporary_until: portal.clock.now() })
  await set('mirlo', { deleted_at: portal.clock.now() })
  const arcadio = await db
    .selectFrom('portal_user')
    .select('participant_id')
    .where('email', '=', 'arcadio@almotacen.example')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('participant')
    .set({ deleted_at: portal.clock.now() })
    .where('id', '=', arcadio.participant_id)
    .execute()
  await db
    .updateTable('invitation')
    .set({ status: 'REJECTED' })
    .where('email', '=', 'lumbre@almotacen.example')
    .execute()
}

export const statuses = (answers: Answer[]) => answers.map(answer => answer.status).sort()
/** All headers of an answer except its date. */
export const everyHeader = ({ headers }: Answer) => Object.fromEntries([...headers].filter(([name]) => name !== 'date'))
