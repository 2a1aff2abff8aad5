import { newId } from '#server/platform/ids.ts'
import type { Things } from '#test/support/permissions.ts'
import type { TestPortal } from '#test/support/portal.ts'

/** Mails that were given up, the last to `things.mail`. */
export async function addFailedMails({ app, clock }: TestPortal, things: Partial<Things> = {}): Promise<string> {
  const now = clock.now()
  const mails = ['uno', 'dos', 'tres'].map(name => ({
    id: newId(now),
    recipient: `${name}@fallo.example`,
    template: 'notification',
    data: JSON.stringify({ name, reason: 'Aviso', message: 'Un texto privado.' }),
    message_id: `<${newId(now)}@portal.example>`,
    created_at: now,
    next_attempt_at: now,
    attempts: 6,
    last_error: '550 5.1.1 User unknown',
    given_up_at: now,
    failure_told_at: now,
  }))
  await app.db.insertInto('outbox_mail').values(mails).execute()
  const { id } = mails.at(-1)!
  Object.assign(things, { mail: id })
  return id
}
