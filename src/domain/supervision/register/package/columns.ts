import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import type { PackageWire } from '#domain/supervision/register/contract.ts'
import { countsText } from '#domain/supervision/register/lint/rule.ts'
import { formatLabels } from '#domain/supervision/register/package/format.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

/** The columns of the files that were made of a register. */
export const packageColumns: readonly ListColumn<PackageWire>[] = [
  { key: 'madeAt', label: 'Hecho', text: row => formatInstant(row.madeAt) },
  { key: 'madeBy', label: 'Por', text: row => row.madeBy, under: 'madeAt' },
  { key: 'format', label: 'Formato', text: row => formatLabels[row.format] },
  { key: 'edition', label: 'Edición', text: row => row.edition, under: 'format' },
  { key: 'referenceDate', label: 'Fecha de referencia', text: row => formatDay(row.referenceDate) },
  { key: 'name', label: 'Fichero', text: row => row.name },
  { key: 'sha256', label: 'SHA-256', text: row => row.sha256, under: 'name' },
  { key: 'counts', label: 'Errores', text: ({ counts }) => countsText(counts) },
]

export const packagesList: ListShown = { label: 'Ficheros generados', sort: 'madeAt,desc', size: 10 }
