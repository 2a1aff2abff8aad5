import type { ServiceWire } from '#domain/catalogue/contract.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'

/** The services that a provider can be qualified for (SRV-02, SRV-03). */
export const serviceColumns: readonly ListColumn<ServiceWire>[] = [
  { key: 'name', label: 'Descripción', text: row => row.description },
  { key: 'type', label: 'Tipo', text: row => row.type },
  { key: 'key', label: 'Clave', text: row => row.key },
]

/** Configuration reads come whole (API-07). */
export const servicesList: ListShown = { label: 'Servicios', sort: 'name,asc', size: 9999 }
