import type { TestPortal } from '#test/support/portal.ts'

/** The notifications of a type for a participant. */
export const noticesTo = ({ app }: TestPortal, participantId: string, type: string) =>
  app.db
    .selectFrom('notification')
    .selectAll()
    .where('participant_id', '=', participantId)
    .where('type', '=', type)
    .execute()
