import type { QueryClient } from '@tanstack/react-query'
import {
  countIncidents,
  listFavouriteIncidents,
  listIncidentDocuments,
  listIncidents,
  readIncident,
} from '#domain/incident/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { readQueue } from '#domain/validation/contract.ts'

const touched = [
  listIncidents,
  countIncidents,
  listFavouriteIncidents,
  readIncident,
  listIncidentDocuments,
  readOverview,
  readQueue,
  listNotifications,
]

/** Invalidates every query that shows a raised or changed incident. */
export function refreshIncidents(client: QueryClient): Promise<unknown> {
  return Promise.all(touched.map(contract => client.invalidateQueries({ queryKey: [contract.name] })))
}
