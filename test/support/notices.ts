import type { TestPortal } from '#test/support/portal.ts'

/** The notices of a type that a participant was given. */
export const noticesTo = ({ app }: TestPortal, participantId: string, type: string) =>
  app.db
    .selectFrom('notification')
    .selectAll()
    .where('participant_id', '=', participantId)
    .where('type', '=', type)
    .execute()
