import { z } from 'zod'
import { MESSAGES } from '#domain/values/messages.ts'
import { directionRule, isBlank } from '#domain/values/text.ts'

/** Schemas that many contracts share. */

/** D3: 26 characters, never a '-'. */
export const identifier = z.string().regex(/^[0-9a-hjkmnp-tv-z]{26}$/, 'Identificador no válido')

/** A day, 'YYYY-MM-DD' (D4). */
export const day = z.iso.date('Fecha no válida')

/** An instant, ISO 8601 in UTC (D4), of a year from 1000 on: the database knows no year 0, and the calendar none before. */
export const instant = z.iso
  .datetime()
  .refine(value => value >= '1000', 'Fecha no válida: escriba un año entre 1000 y 9999')

// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL refuses NUL; the rest has no place in a text field
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/**
 * Free text of at most `max` characters, trimmed, and '' when nothing of it can be seen; without control characters, signs
 * that turn the writing or unpaired surrogates.
 */
export function text(max: number) {
  return z
    .string()
    .trim()
    .refine(value => directionRule(value) === null, MESSAGES.direction)
    .refine(value => !controls.test(value) && value.isWellFormed(), 'Contiene caracteres no válidos')
    .refine(value => [...value].length <= max, `No puede tener más de ${max} caracteres`)
    .overwrite(value => (isBlank(value) ? '' : value))
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

/** Page and size of a list (API-06), and its order as `field,desc`. */
export function paging(sorts: Sorts, defaultSort: string, defaultSize = 1000) {
  return { ...pages(defaultSize), sort: ordersBy(sorts).default(defaultSort) }
}

/** The same of a list that has an order of its own, such as its catalogue's: it stands in that one unless another is asked for. */
export function pagingInOwnOrder(sorts: Sorts) {
  return { ...pages(1000), sort: ordersBy(sorts).optional() }
}

/** A page of a list (API-05). */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ content: z.array(row), totalElements: z.number().int() })
}

/** The version that an edit was begun from, as it was read: a newer one refuses it. Left out, the last writer wins. */
export const editVersion = z.number().int().optional()

/** 'true' and 'false' of a query. */
export const flag = z.enum(['true', 'false']).transform(value => value === 'true')

export const noAnswer = undefined
