import type { QueryClient } from '@tanstack/react-query'
import { listDocuments } from '#domain/document/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import { listParticipants, readOverview, readParticipant } from '#domain/participant/contract.ts'
import { listScores } from '#domain/report-request/score/contract.ts'
import { documentsToVerify, listValidations, readQueue, readValidation } from '#domain/validation/contract.ts'

const touched = [
  readValidation,
  listValidations,
  documentsToVerify,
  listDocuments,
  listScores,
  readQueue,
  readOverview,
  readAgenda,
  readParticipant,
  listParticipants,
  listNotifications,
]

/** Invalidates every query that shows a documentation, request or score, after a decision. */
export function refreshReview(client: QueryClient): Promise<unknown> {
  return Promise.all(touched.map(contract => client.invalidateQueries({ queryKey: [contract.name] })))
}
