/** A rating scale: its levels from worst to best, and the dimensions that each get a level. */
export type RatingScale = { readonly levels: readonly string[]; readonly dimensions: readonly string[] }

/** One level for each dimension, in the order of the scale. */
export type Rating = readonly string[]

/** The sector's scale of CALIFICACIÓN (D32). It is configuration, so every function here accepts another. */
export const RATING_SCALE: RatingScale = {
  levels: ['D', 'C', 'B', 'A', 'A+'],
  dimensions: ['Confidencialidad', 'Integridad', 'Disponibilidad'],
}

/** Parses `'A/B/A+'` to `['A', 'B', 'A+']`; null when a level is unknown or their number does not match the scale. */
export function parseRating(text: string, scale: RatingScale = RATING_SCALE): Rating | null {
  const levels = text.split('/')
  if (levels.length !== scale.dimensions.length) return null
  return levels.every(level => scale.levels.includes(level)) ? levels : null
}

/** Formats a rating as the string of the wire and the tables: `A/B/A+` (D32). */
export function formatRating(rating: Rating): string {
  return rating.join('/')
}

/** How good a rating is: the sum of the places of its levels, from 1. The database sorts by the same (`rating_level`). */
export const ratingLevel = (rating: Rating, { levels }: RatingScale = RATING_SCALE): number =>
  rating.reduce((sum, level) => sum + levels.indexOf(level) + 1, 0)

export function isRating(text: string, scale: RatingScale = RATING_SCALE): boolean {
  return parseRating(text, scale) !== null
}
