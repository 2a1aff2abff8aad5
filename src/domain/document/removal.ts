import type { Role } from '#domain/roles.ts'
import type { DocumentStatus } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'
import { decideByStatus } from '#domain/states/machine.ts'

/** Whether the file of a document in this state may be taken away by this role (D8): an accepted one stays. */
export function isRemovable(status: DocumentStatus | null, role: Role): boolean {
  return decideByStatus(documentMachine, 'delete', status, role).ok
}
