import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'

/** The longest help text of a document, in characters (EASE-08). */
export const HELP_MAX = 500

export const helpLabels = labelsOf({ helpText: 'Ayuda', template: 'Plantilla' })

export const helpFacts = (help: { helpText: string; template: string | null }): FieldValues => ({
  helpText: help.helpText,
  template: help.template ?? '',
})
