import type { Seeding } from '#server/demo/seeding.ts'
import { ago } from '#server/demo/seeding.ts'
import { newId } from '#server/platform/ids.ts'

/**
 * A mail of the past that was given up, because the person's mailbox was full: CCI sees it and sends it again, and it
 * arrives with the other mails of the demonstration.
 */
export async function addFailedMail(seeding: Seeding): Promise<void> {
  const { tx } = seeding
  const at = ago(seeding, 8)
  const id = newId(at)
  await tx.db
    .insertInto('outbox_mail')
    .values({
      id,
      recipient: 'hontanar@almotacen.example',
      template: 'account-notice',
      data: JSON.stringify({
        name: 'Sergio',
        reason: 'acceso desde un dispositivo nuevo',
        message:
          'Se ha entrado en su cuenta desde un dispositivo que no había usado antes, o no desde que cambió su contraseña.',
      }),
      message_id: `<${id}@almotacen.example>`,
      created_at: at,
      next_attempt_at: ago(seeding, 3),
      attempts: 124,
      last_error: '452 4.2.2 The mailbox is full',
      given_up_at: ago(seeding, 3),
      failure_told_at: ago(seeding, 3),
    })
    .execute()
}
