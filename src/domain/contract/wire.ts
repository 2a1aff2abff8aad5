import { z } from 'zod'
import { msg } from '#domain/language/translate.ts'
import { isBlank, textRule, withoutStray } from '#domain/values/text.ts'

/** Schemas that many contracts share. */

/** An identifier (D3): 26 characters, without '-'. */
export const identifier = z.string().regex(/^[0-9a-hjkmnp-tv-z]{26}$/, msg('Identificador no válido'))

/** A day, 'YYYY-MM-DD' (D4). */
export const day = z.iso.date(msg('Fecha no válida'))

/** An instant, ISO 8601 in UTC (D4). */
export const instant = z.iso.datetime()

/** An instant of a list filter. PostgreSQL and the calendar have no year 0. */
export const filterInstant = instant.refine(
  value => value >= '1000',
  msg('Fecha no válida: escriba un año entre 1000 y 9999'),
)

/** Free text of at most `max` characters, trimmed, without stray characters, in NFC, with lines that end in \n, and '' when blank. `textRule` rejects other input. */
export function text(max: number) {
  const rule = textRule(max)
  return z
    .string()
    .overwrite(withoutStray)
    .trim()
    .superRefine((value, context) => {
      const message = rule(value)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .overwrite(value => (isBlank(value) ? '' : value.normalize('NFC').replaceAll('\r\n', '\n')))
}

/**
 * The response schema of stored fields: the fields and types of `input` without its input rules. Values stored under
 * older rules stay readable.
 */
export function stored<S extends z.ZodType>(input: S): z.ZodType<z.output<S>, z.output<S>> {
  return withoutRules(input) as z.ZodType<z.output<S>, z.output<S>>
}

function withoutRules(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional) return withoutRules(schema.unwrap()).optional()
  if (schema instanceof z.ZodNullable) return withoutRules(schema.unwrap()).nullable()
  if (schema instanceof z.ZodObject) {
    return z.object(
      Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, withoutRules(field)])),
    )
  }
  if (schema instanceof z.ZodArray) return z.array(withoutRules(schema.element))
  if (schema instanceof z.ZodString) return z.string()
  if (schema instanceof z.ZodNumber) return z.number().int()
  return schema as z.ZodType
}

type Sorts = readonly [string, ...string[]]

function ordersBy(sorts: Sorts) {
  return z.enum(sorts.flatMap(name => [name, `${name},asc`, `${name},desc`]) as [string, ...string[]])
}

function pages(defaultSize: number) {
  return {
    page: z.coerce.number().int().min(0).max(1_000_000).default(0),
    size: z.coerce.number().int().min(1).max(9999).default(defaultSize),
  }
}

/** Page and size of a list (API-06), and its sort order as `field,desc`. */
export function paging(sorts: Sorts, defaultSort: string, defaultSize = 1000) {
  return { ...pages(defaultSize), sort: ordersBy(sorts).default(defaultSort) }
}

/** Paging for a list with a default order of its own, such as the catalogue's. */
export function pagingInOwnOrder(sorts: Sorts) {
  return { ...pages(1000), sort: ordersBy(sorts).optional() }
}

/** A page of a list (API-05). */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ content: z.array(row), totalElements: z.number().int() })
}

/**
 * The version on which an edit is based (optimistic lock): the edit fails if a newer one exists. Without it, the last
 * write wins.
 */
export const editVersion = z.number().int().optional()

/** A boolean query parameter, 'true' or 'false'. */
export const flag = z.enum(['true', 'false']).transform(value => value === 'true')

export const noAnswer = undefined
