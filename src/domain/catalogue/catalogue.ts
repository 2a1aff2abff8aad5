import type { CatalogueType } from '#domain/catalogue/contract.ts'
import { catalogueTypes } from '#domain/catalogue/contract.ts'
import type { Role } from '#domain/roles.ts'

/** Whose catalogues a role reads: CCI all, a participant that of its own kind and what an incident needs (D53). */
export function cataloguesReadBy(role: Role): readonly CatalogueType[] {
  return role === 'CCI' ? catalogueTypes : [role, 'ISSUE']
}
