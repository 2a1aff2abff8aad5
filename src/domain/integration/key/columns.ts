import type { ApiKeyWire } from '#domain/integration/key/contract.ts'
import { keyStatusLabels } from '#domain/integration/key/key.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

/** The columns of a bank's API keys. */
export const keyColumns: readonly ListColumn<ApiKeyWire>[] = [
  { key: 'name', label: 'Nombre', text: row => row.name },
  { key: 'prefix', label: 'Empieza por', text: row => row.prefix, under: 'name' },
  { key: 'scopes', label: 'Ámbitos', text: row => row.scopes.join(', ') },
  { key: 'status', label: 'Estado', text: row => keyStatusLabels[row.status] },
  { key: 'expiresOn', label: 'Último día', text: row => formatDay(row.expiresOn) },
  { key: 'lastUsedAt', label: 'Último uso', text: row => (row.lastUsedAt ? formatInstant(row.lastUsedAt) : '') },
  { key: 'createdAt', label: 'Creada', text: row => formatInstant(row.createdAt) },
  { key: 'createdBy', label: 'Por', text: row => row.createdBy, under: 'createdAt' },
]

export const keysList: ListShown = { label: 'Claves de API', sort: 'createdAt,desc', size: 10 }
