import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'

export const reasonsLabels = labelsOf({ reasons: 'Frases' })
export const reasonsFacts = ({ reasons }: { reasons: readonly string[] }): FieldValues => ({
  reasons: reasons.join('\n'),
})
