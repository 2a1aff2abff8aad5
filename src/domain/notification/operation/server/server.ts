/** What a check comes to: in order, something to do, or something that can be lost or refused now. */
export const checkStates = ['ok', 'warn', 'broken'] as const
export type CheckState = (typeof checkStates)[number]
export const checkStateLabels: Record<CheckState, string> = { ok: 'En orden', warn: 'Aviso', broken: 'Roto' }

/** The worst of some states; in order where there is none. */
export const worstOf = (states: readonly CheckState[]): CheckState =>
  checkStates.findLast(state => states.includes(state)) ?? 'ok'

/** How long after its last sign of life a server counts as silent, in milliseconds. */
export const SILENT_MS = 60_000
