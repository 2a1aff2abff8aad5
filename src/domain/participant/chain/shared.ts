import type { ChainCompany } from '#domain/participant/chain/chain.ts'
import { companyGroupsOf } from '#domain/participant/chain/chain.ts'
import { valueIn } from '#domain/values/certain.ts'

type Working = { id: string; serviceId: string; service: string; company: ChainCompany }

/** Where else a company of a chain works for the same provider: other services by name, and other places of this one. */
export type Elsewhere = { services: string[]; again: boolean }

/** The subcontracts whose company also works somewhere else, by id. Records with one LEI or EUID are one company. */
export function sharedIn(rows: readonly Working[]): Map<string, Elsewhere> {
  const groups = companyGroupsOf(rows.map(({ company }) => company))
  const shared = new Map<string, Elsewhere>()
  for (const places of Map.groupBy(rows, ({ company }) => valueIn(groups, company.id)).values()) {
    if (places.length < 2) continue
    for (const { id, serviceId } of places) {
      const others = places.filter(place => place.serviceId !== serviceId)
      shared.set(id, {
        services: [...new Set(others.map(({ service }) => service))].toSorted(),
        again: places.some(place => place.id !== id && place.serviceId === serviceId),
      })
    }
  }
  return shared
}
