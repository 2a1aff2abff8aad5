import type { TestPortal } from '#test/support/portal.ts'

/** The audit log entries of one object, oldest first. */
export const entriesAbout = ({ app }: TestPortal, objectId: string) =>
  app.db.selectFrom('trail').selectAll().where('object_id', '=', objectId).orderBy('number').execute()

/** The events of one object, oldest first. */
export const eventsAbout = async (portal: TestPortal, objectId: string): Promise<string[]> =>
  (await entriesAbout(portal, objectId)).map(({ event }) => event)

/** The entries of one event about a participant, oldest first. */
export const entriesOf = ({ app }: TestPortal, event: string, participantId: string) =>
  app.db
    .selectFrom('trail')
    .selectAll()
    .where('event', '=', event)
    .where('participant_id', '=', participantId)
    .orderBy('number')
    .execute()

/** The number of the newest entry. */
export const newestEntry = async ({ app }: TestPortal): Promise<number> =>
  (await app.db.selectFrom('trail').select('number').orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow())
    .number

/** The entries after a given one, oldest first. */
export const entriesAfter = ({ app }: TestPortal, number: number) =>
  app.db.selectFrom('trail').selectAll().where('number', '>', number).orderBy('number').execute()
