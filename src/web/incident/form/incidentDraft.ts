import { draftName } from '#web/session/draftKey.ts'

/** The draft of an incident that CCI is about to open. */
export const incidentDraftName = (userId: string, providerId: string) => draftName('incident', userId, providerId)
