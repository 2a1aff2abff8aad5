import { ILLUSTRATIVE } from '#domain/assessment/assessment.ts'
import type { FrameworkWire } from '#domain/assessment/framework/contract.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import type { FrameworkStatus } from '#domain/states/control-framework.ts'
import { formatInstant } from '#domain/values/day.ts'

export const frameworkStatusLabels: Readonly<Record<FrameworkStatus, string>> = {
  DRAFT: 'Borrador',
  PUBLISHED: 'Publicado',
  RETIRED: 'Retirado',
}

export const frameworkColumns: readonly ListColumn<FrameworkWire>[] = [
  { key: 'name', label: 'Marco', text: row => row.name },
  { key: 'edition', label: 'Edición', text: row => row.edition },
  { key: 'illustrative', label: 'Carácter', text: row => (row.illustrative ? ILLUSTRATIVE : '') },
  { key: 'controls', label: 'Controles', text: row => String(row.controls) },
  { key: 'status', label: 'Estado', text: row => frameworkStatusLabels[row.status] },
  { key: 'createdAt', label: 'Fecha importación', text: row => formatInstant(row.createdAt) },
  {
    key: 'publishedAt',
    label: 'Fecha publicación',
    text: row => (row.publishedAt ? formatInstant(row.publishedAt) : ''),
  },
]

export const frameworksList: ListShown = { label: 'Ediciones del marco', sort: 'createdAt,desc', size: 10 }
