import { z } from 'zod'
import { day, identifier, instant } from '#domain/wire.ts'

/** Values that are nobody's words. */
const closed = [z.boolean(), z.number(), identifier, instant, day]

/**
 * What a list was filtered by, as the trail keeps it, which outlives whom it tells of (D44): values of closed kinds, and of
 * text that somebody typed, perhaps a name or an e-mail, only by which fields.
 */
export function notedFilters(
  query: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
): { filters: Record<string, unknown>; typed: string[] } {
  const asked = Object.entries(given).filter(([, value]) => value !== undefined && value !== '')
  const isClosed = ([key, value]: [string, unknown]) =>
    isOfWords(query.shape[key]) || closed.some(kind => kind.safeParse(value).success)
  return {
    filters: Object.fromEntries(asked.filter(isClosed)),
    typed: asked.filter(each => !isClosed(each)).map(([key]) => key),
  }
}

/** A field takes some words and no others. */
function isOfWords(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isOfWords(field.unwrap())
  return field instanceof z.ZodEnum
}
