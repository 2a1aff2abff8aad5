import type { QueueItem } from '#domain/validation/contract.ts'
import { paths } from '#web/app/paths.ts'

/** The link to a queue item's screen. */
export function queueHref({ kind, id, idGenericEntity }: QueueItem): string {
  if (kind === 'documentation') return paths.verifyDocumentation(idGenericEntity, id)
  if (kind === 'report') return paths.verifyReport(idGenericEntity, id)
  return paths.openIncident(idGenericEntity, id, 'w')
}
