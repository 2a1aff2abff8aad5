import type { FieldValue, RecordFields } from '#domain/record/field.ts'
import type { TableCode } from '#domain/supervision/register/edition/edition.ts'
import type { SheetRow } from '#domain/supervision/register/import/sheets.ts'
import { differ, onTopOf } from '#server/record/stored.ts'

type Values = Record<string, FieldValue>
/** What a right row does: it adds a thing, changes `now`, or leaves it as it is. */
export type Step<Now> = {
  line: number
  /** Of a package: the table that it comes from. */
  table: TableCode | undefined
  now: Now | undefined
  values: Values
  isChange: boolean
}

const own = (fields: RecordFields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name)))
export const rowStep = <Now extends object>(fields: RecordFields, row: SheetRow, now: Now | undefined): Step<Now> => {
  const values = own(fields, row.values)
  return {
    line: row.line,
    table: row.from?.table,
    now,
    values,
    isChange: !now || differ(fields, onTopOf(now, values), now),
  }
}
