import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'

export const watermarkLabels = labelsOf({ enabled: 'Marca de agua' })
export const watermarkFacts = ({ enabled }: { enabled: boolean }): FieldValues => ({ enabled: yesNo(enabled) })
