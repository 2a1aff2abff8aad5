import type { ValidationWire } from '#domain/validation/contract.ts'
import { splitKey } from '#web/app/address.ts'

/** Whether the parts of a path key are consistent: participant, validation and its type (ROUTE-24 to ROUTE-26). */
export function keyNames(key: string, validation: Pick<ValidationWire, 'id' | 'genericEntityId' | 'type'>): boolean {
  const [participant, id, type] = splitKey(key)
  return participant === validation.genericEntityId && id === validation.id && type === validation.type
}
