import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'

export const phrasesLabels = labelsOf({ phrases: 'Frases' })
export const phrasesFacts = ({ phrases }: { phrases: readonly string[] }): FieldValues => ({
  phrases: phrases.join('\n'),
})
