import { labelsOf } from '#domain/conflict/conflict.ts'

export const STANCE_TEXT_MAX = 500

/** How many days before a change a bank is reminded of a critical use without a stance (CHAIN-08). */
export const REMIND_DAYS = 7

/** What a bank notes about a subcontractor of a service that it uses. */
export const stances = ['NO_OBJECTION', 'OBJECTION'] as const
export type Stance = (typeof stances)[number]
export const stanceLabelOf: Record<Stance, string> = { NO_OBJECTION: 'Sin objeción', OBJECTION: 'Objeción' }

export const stanceLabels = labelsOf({ stance: 'Valoración', text: 'Texto' })

/** The fault of a stance, by field: an objection says why. */
export const stanceErrors = ({ stance, text }: { stance: Stance; text: string }): { text?: string } =>
  stance === 'OBJECTION' && text === '' ? { text: 'Escriba qué objeta' } : {}
