import type { ServiceWire } from '#domain/catalogue/contract.ts'
import { compareSpanish } from '#domain/values/collate.ts'

/** The options of a service select: grouped by type, both in Spanish order. */
export function servicesByType(services: readonly ServiceWire[]) {
  const types = [...new Set(services.map(service => service.type))].toSorted(compareSpanish)
  return types.map(type => ({
    group: type,
    items: services
      .filter(service => service.type === type)
      .toSorted((one, other) => compareSpanish(one.name, other.name))
      .map(service => ({ value: service.id, label: service.name })),
  }))
}
