import type { Condition } from '#domain/supervision/reliance/conditions.ts'

/** The fields of a draft, for the links of what is missing. */
export const fieldIds = {
  answer: (condition: Condition) => `condicion-${condition}`,
  plan: 'proxima-auditoria',
  conclusion: 'conclusion',
  review: 'revision',
} as const
