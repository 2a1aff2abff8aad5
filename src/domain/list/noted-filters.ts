import { z } from 'zod'
import { day, identifier, instant } from '#domain/contract/wire.ts'

/** Schemas whose values cannot contain free text. */
const closed = [z.boolean(), z.number(), identifier, instant, day]

/**
 * A list's filters as the audit log keeps them. The log outlives the people it mentions (D44), so it keeps values of
 * closed types but only the field names of free text, which may hold a name or an e-mail.
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

/** Whether a field accepts only a fixed set of words. */
function isOfWords(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isOfWords(field.unwrap())
  return field instanceof z.ZodEnum
}
