import type { Facts } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'

export const twoPeopleLabels = labelsOf({ enabled: 'Dos personas' })
export const twoPeopleFacts = ({ enabled }: { enabled: boolean }): Facts => ({ enabled: yesNo(enabled) })
