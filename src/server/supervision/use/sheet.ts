import { useExample, useSheetColumns } from '#domain/supervision/use/import.ts'
import { USES_MAX } from '#domain/supervision/use/use.ts'
import { importSheet } from '#server/platform/spreadsheet/import-sheet.ts'

/** The services that a bank uses, a row each (LEVEL-17). */
export const useSheet = importSheet({
  sheet: 'Servicios utilizados',
  name: 'servicios-utilizados',
  columns: useSheetColumns,
  widths: { cif: 38, service: 20, critical: 18, requiredScore: 16, since: 14, note: 60 },
  example: useExample,
  key: 'cif',
  most: USES_MAX,
})
