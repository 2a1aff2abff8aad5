import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { identifier } from '#domain/contract/wire.ts'
import type { FieldValue, RecordFields } from '#domain/record/field.ts'
import { fieldInput } from '#domain/record/wire.ts'
import { fieldText } from '#domain/record/words.ts'
import { arrangementFields, functionFields, lineFields } from '#domain/supervision/register/entry/fields.ts'

/** The most things that are changed at once. */
export const MANY_MAX = 200

const { code: _code, name: _name, ...ofFunctions } = functionFields
const { reference: _reference, annualCost: _cost, ...ofContracts } = arrangementFields

/** What several functions, contracts or services can be given at once (REG-29): all but what each has of its own. */
export const manyFields = { functions: ofFunctions, arrangements: ofContracts, lines: lineFields } as const
export const manySteps = ['functions', 'arrangements', 'lines'] as const
export type ManyStep = (typeof manySteps)[number]

const valuesInput = fieldInput({ ...manyFields.functions, ...manyFields.arrangements, ...manyFields.lines })

export const changeMany = contract({
  name: 'register.change-many',
  method: 'POST',
  path: '/register/changes',
  summary: 'Da un mismo valor a un campo de varias funciones, contratos o líneas: a todas o a ninguna',
  who: 'register.manage',
  body: z.strictObject({
    step: z.enum(manySteps),
    /** Each with the version in view; without it, the last write wins. */
    things: z
      .array(z.strictObject({ id: identifier, version: z.number().int().optional() }))
      .min(1)
      .max(MANY_MAX),
    /** One field. */
    values: z.strictObject(valuesInput),
  }),
  answer: z.object({
    /** What the undo names. */
    id: identifier,
    changed: z.number().int(),
  }),
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})

export type ManyChange<Row> = { row: Row; from: string; to: string }

/** What a value would change, in words: the rows that have another one (REG-29). */
export function manyChanges<Row extends object>(
  step: ManyStep,
  name: string,
  value: FieldValue,
  rows: readonly Row[],
): ManyChange<Row>[] {
  const field = (manyFields[step] as RecordFields)[name]!
  return rows.flatMap(row => {
    const now = (row as Record<string, FieldValue>)[name]
    if (JSON.stringify(now) === JSON.stringify(value)) return []
    return [{ row, from: fieldText(field, now), to: fieldText(field, value) }]
  })
}
