import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { FieldValue, RecordFields, ValuesOf } from '#domain/record/field.ts'

/** The column of a field: `rtoHours` is stored in `rto_hours`. */
export const columnOf = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The fields of the row `alias`, under their names. Amounts are stored in cents. */
export const storedFieldsOf = (alias: string, fields: RecordFields): RawBuilder<unknown> =>
  sql.join(
    Object.entries(fields).map(([name, { kind }]) => {
      const column = sql.ref(`${alias}.${columnOf(name)}`)
      return kind === 'amount' ? sql`(${column} / 100.0)::float8 as ${sql.id(name)}` : sql`${column} as ${sql.id(name)}`
    }),
  )

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : ''
/** The columns of fields with what they hold. */
export type StoredColumns<F extends RecordFields> = { [K in keyof F & string as Snake<K>]: ValuesOf<F>[K] }

/** The columns that hold some values. Only the given fields. */
export function storedColumnsOf<F extends RecordFields>(fields: F, values: object): StoredColumns<F> {
  const given = Object.entries(values).filter(([name, value]) => Object.hasOwn(fields, name) && value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => {
      const isAmount = fields[name]!.kind === 'amount' && value !== null
      return [columnOf(name), isAmount ? Math.round(Number(value) * 100) : (value as FieldValue)]
    }),
  ) as StoredColumns<F>
}

/** The given values on top of those that stand. */
export const onTopOf = <T extends object>(stands: T, given: object): T => ({
  ...stands,
  ...Object.fromEntries(Object.entries(given).filter(([name, value]) => name in stands && value !== undefined)),
})

/** Whether two sets of values differ in a field. */
export const differ = (fields: RecordFields, a: object, b: object): boolean =>
  Object.keys(fields).some(name => textOf(a, name) !== textOf(b, name))
const textOf = (values: object, name: string) => JSON.stringify((values as Record<string, unknown>)[name])
