import type { QueueItem } from '#domain/validation/contract.ts'
import { paths } from '#web/paths.ts'

/** Where an item of the queue is worked on. */
export function queueHref({ kind, id, idGenericEntity }: QueueItem): string {
  if (kind === 'documentation') return paths.verifyDocumentation(idGenericEntity, id)
  if (kind === 'report') return paths.verifyReport(idGenericEntity, id)
  return paths.openIncident(idGenericEntity, id, 'w')
}
