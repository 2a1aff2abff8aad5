import type { QueryClient } from '@tanstack/react-query'
import { documentHistory, listDocuments } from '#domain/document/contract.ts'
import { readMe } from '#domain/identity/session/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { documentsToVerify, listValidations, readQueue, readValidation } from '#domain/validation/contract.ts'

const touched = [
  readValidation,
  listValidations,
  listDocuments,
  documentHistory,
  documentsToVerify,
  readOverview,
  readAgenda,
  readQueue,
  readMe,
  listNotifications,
]

/** Every query that shows an uploaded or removed document. */
export function refreshDocumentation(client: QueryClient): Promise<unknown> {
  return Promise.all(touched.map(contract => client.invalidateQueries({ queryKey: [contract.name] })))
}
