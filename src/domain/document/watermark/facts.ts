import type { Facts } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'

export const watermarkLabels = labelsOf({ enabled: 'Marca de agua' })
export const watermarkFacts = ({ enabled }: { enabled: boolean }): Facts => ({ enabled: yesNo(enabled) })
