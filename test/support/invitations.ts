import { changeInvitation, invite } from '#domain/invitation/contract.ts'
import { mailsTo } from '#test/support/mails.ts'
import type { Caller, Mail, TestPortal } from '#test/support/portal.ts'
import { tryToEnter } from '#test/support/sign-in.ts'

/** The error for an address with an invitation. */
export const EXISTS = 'Esta dirección electrónica ya tiene una invitación a Almotacén. Introduzca otro correo.'

/** CCI's invitation actions at a portal, which starts later. */
export function inviting(portal: () => TestPortal, centre: () => Caller) {
  let serial = 0

  async function counts(): Promise<Record<string, number>> {
    const { db } = portal().app
    const of = async (table: 'participant' | 'portal_user' | 'invitation' | 'validation' | 'outbox_mail') =>
      (
        await db
          .selectFrom(table)
          .select(eb => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n
    return {
      participants: await of('participant'),
      users: await of('portal_user'),
      invitations: await of('invitation'),
      validations: await of('validation'),
      mails: await of('outbox_mail'),
    }
  }

  return {
    /** An unused address. */
    fresh: (name: string) => `${name}${++serial}@invitada.example`,
    invited: (body: Record<string, unknown>, headers?: Record<string, string>) =>
      centre().call(invite, { body, headers }),
    change: (id: string, status: string) => centre().call(changeInvitation, { params: { id }, body: { status } }),
    enter: (email: string, password: string) => tryToEnter(portal(), email, password),
    mailsTo: (email: string): Promise<Mail[]> => mailsTo(portal(), email),
    counts,
  }
}
