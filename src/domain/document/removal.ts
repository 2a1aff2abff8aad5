import type { Role } from '#domain/identity/roles.ts'
import type { DocumentStatus } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'
import { decideByStatus } from '#domain/states/machine.ts'

/** Whether this role may delete the file of a document with this status (D8). An accepted file cannot be deleted. */
export function isRemovable(status: DocumentStatus | null, role: Role): boolean {
  return decideByStatus(documentMachine, 'delete', status, role).ok
}
