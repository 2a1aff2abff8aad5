import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'

export const fourEyesLabels = labelsOf({ enabled: 'Dos personas' })
export const fourEyesFacts = ({ enabled }: { enabled: boolean }): FieldValues => ({ enabled: yesNo(enabled) })
