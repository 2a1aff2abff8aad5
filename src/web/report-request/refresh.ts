import type { QueryClient } from '@tanstack/react-query'
import { listDocuments } from '#domain/document/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { listValidations, readQueue, readValidation } from '#domain/validation/contract.ts'

const touched = [listValidations, readValidation, readOverview, readAgenda, readQueue, listDocuments, listNotifications]

/** Invalidates every query that shows a sent or changed request. */
export function refreshRequests(client: QueryClient): Promise<unknown> {
  return Promise.all(touched.map(contract => client.invalidateQueries({ queryKey: [contract.name] })))
}
