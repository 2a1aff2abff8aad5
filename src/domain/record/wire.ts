import { z } from 'zod'
import { day, text } from '#domain/contract/wire.ts'
import { msg } from '#domain/language/translate.ts'
import type { Choices, RecordField, RecordFields, ValuesOf } from '#domain/record/field.ts'
import {
  AMOUNT_MAX,
  allCountries,
  COUNTRIES_MAX,
  emptyOf,
  NUMBER_MAX,
  normaliseCountries,
} from '#domain/record/field.ts'

const amount = z
  .number()
  .min(0)
  .max(AMOUNT_MAX)
  .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-3, msg('Escriba dos decimales como mucho'))

/** A code of a list that may change while the portal runs: it is asked for its values at each call (REG-18). */
export const codeInput = (choices: () => Choices): z.ZodType<string, string> => {
  const schema: z.ZodType<string, string> = z
    .string()
    .check(({ value, issues }) => {
      const values = choices().values.map(({ code }) => code)
      if (!values.includes(value)) issues.push({ code: 'invalid_value', values, input: value, inst: schema as never })
    })
    .describe(`Código de la lista «${choices().name}» de la edición en vigor`)
  return schema
}

const codeOf = ({ choices = allCountries, varies }: RecordField): z.ZodType<string, string> =>
  varies ? codeInput(choices) : z.enum(choices().values.map(({ code }) => code))

function inputOf(field: RecordField): z.ZodType {
  if (field.kind === 'countries') return z.array(codeOf(field)).max(COUNTRIES_MAX).transform(normaliseCountries)
  if (field.choices) return codeOf(field).nullable()
  if (field.kind === 'text') return text(field.max ?? 200)
  if (field.kind === 'code') {
    return text(field.max ?? 40)
      .transform(value => value || null)
      .nullable()
  }
  if (field.kind === 'day') return day.nullable()
  if (field.kind === 'check') return z.boolean()
  if (field.kind === 'flag') return z.boolean().nullable()
  return (field.kind === 'amount' ? amount : z.number().int().min(0).max(NUMBER_MAX)).nullable()
}

type Shape<F extends RecordFields, Optional extends boolean> = {
  [K in keyof F]: Optional extends true
    ? z.ZodOptional<z.ZodType<ValuesOf<F>[K], ValuesOf<F>[K]>>
    : z.ZodType<ValuesOf<F>[K], ValuesOf<F>[K]>
}

/** The fields of a body; what is not given stays, or is empty in a new thing. */
export const fieldInput = <const F extends RecordFields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, inputOf(field).optional()]),
  ) as unknown as Shape<F, true>

type NewShape<F extends RecordFields> = {
  [K in keyof F]: z.ZodDefault<z.ZodType<ValuesOf<F>[K], ValuesOf<F>[K]>>
}

/** The fields of the body that makes a new thing; what is not given is empty. */
export const newInput = <const F extends RecordFields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, inputOf(field).default(emptyOf(field.kind))]),
  ) as unknown as NewShape<F>

function outputOf({ kind }: RecordField): z.ZodType {
  if (kind === 'text') return z.string()
  if (kind === 'countries') return z.array(z.string())
  if (kind === 'number' || kind === 'amount') return z.number().nullable()
  if (kind === 'check') return z.boolean()
  if (kind === 'flag') return z.boolean().nullable()
  return z.string().nullable()
}

/** The fields of an answer: values stored under an earlier edition stay readable. */
export const fieldOutput = <const F extends RecordFields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, outputOf(field)])) as unknown as Shape<
    F,
    false
  >

/** The values of a new thing without any given one. */
export const emptyValues = <const F extends RecordFields>(fields: F): ValuesOf<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, emptyOf(kind)])) as ValuesOf<F>
