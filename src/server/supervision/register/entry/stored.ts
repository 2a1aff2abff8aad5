import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { FieldValue, RegisterFields } from '#domain/supervision/register/entry/fields.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'

/** The column of a field: `rtoHours` is stored in `rto_hours`. */
export const columnOf = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The fields of the row `alias`, under their names. Amounts are stored in cents. */
export const storedFieldsOf = (alias: string, fields: RegisterFields): RawBuilder<unknown> =>
  sql.join(
    Object.entries(fields).map(([name, { kind }]) => {
      const column = sql.ref(`${alias}.${columnOf(name)}`)
      return kind === 'amount' ? sql`(${column} / 100.0)::float8 as ${sql.id(name)}` : sql`${column} as ${sql.id(name)}`
    }),
  )

/** The columns that hold some values. Only the given fields. */
export function storedColumnsOf(fields: RegisterFields, values: object): Record<string, FieldValue> {
  const given = Object.entries(values).filter(([name, value]) => Object.hasOwn(fields, name) && value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => {
      const isAmount = fields[name]!.kind === 'amount' && value !== null
      return [columnOf(name), isAmount ? Math.round(Number(value) * 100) : (value as FieldValue)]
    }),
  )
}

/** The given values on top of those that stand. */
export const onTopOf = <T extends object>(stands: T, given: object): T => ({
  ...stands,
  ...Object.fromEntries(Object.entries(given).filter(([name, value]) => name in stands && value !== undefined)),
})

/** Whether two sets of values differ in a field. */
export const differ = (fields: RegisterFields, a: object, b: object): boolean =>
  Object.keys(fields).some(name => textOf(a, name) !== textOf(b, name))
const textOf = (values: object, name: string) => JSON.stringify((values as Record<string, unknown>)[name])

/**
 * Locks the register of the actor's bank: its changes come one after the other.
 * @throws DomainError notFound
 */
export async function lockRegister({ db }: Pick<Transaction, 'db'>, { participantId }: Actor): Promise<void> {
  if (!(await lockParticipant(db, participantId))) throw new DomainError('notFound')
}

/** A refusal that names fields. */
export const invalid = (fields: Record<string, string>) => new DomainError('invalid', { fields })
