import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { Severity } from '#domain/incident/particulars.ts'
import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'
import type { BulletinPhase } from '#domain/states/bulletin.ts'
import { bulletinMachine } from '#domain/states/bulletin.ts'
import type { IncidentStatus } from '#domain/states/incident.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import type { Decision, Mover } from '#domain/states/machine.ts'
import { decide } from '#domain/states/machine.ts'
import { characterCount } from '#domain/values/text.ts'

const BULLETIN_TEXT_MIN = 10
export const BULLETIN_TEXT_MAX = 2000
export const BULLETIN_NOTE_MAX = 2000

export const phaseLabels: Record<BulletinPhase, string> = texts({
  INITIAL: 'Inicial',
  UPDATE: 'Actualización',
  FINAL: 'Final',
})

/** The banks that hear a bulletin: those that use what it names, or also those that marked the provider. */
export const audiences = ['USERS', 'FOLLOWERS'] as const
export type BulletinAudience = (typeof audiences)[number]

/** What an incident means for a bank, as the bank says. */
export const impacts = ['NONE', 'MINOR', 'SEVERE', 'UNKNOWN'] as const
export type Impact = (typeof impacts)[number]
export const impactLabels: Record<Impact, string> = texts({
  NONE: 'Ninguno',
  MINOR: 'Leve',
  SEVERE: 'Grave',
  UNKNOWN: 'Por determinar',
})

/** The fault of a bulletin's text, by field. */
export function bulletinTextErrors(text: string): FieldErrors {
  return characterCount(text) < BULLETIN_TEXT_MIN ? { text: t`Escriba al menos ${BULLETIN_TEXT_MIN} caracteres` } : {}
}

const moveTo = { INITIAL: 'begin', UPDATE: 'update', FINAL: 'end' } as const

/** Whether a bulletin of this phase may follow the last one of its incident; null: there is none yet (AFFECT-04, EXP-06). */
export function decideBulletin(
  last: BulletinPhase | null,
  phase: BulletinPhase,
  status: IncidentStatus,
  mover: Mover,
): Decision<BulletinPhase> {
  const facts = { incidentOpen: incidentMachine.is.open(status), incidentWaiting: incidentMachine.is.waiting(status) }
  return decide(bulletinMachine, moveTo[phase], last, facts, mover)
}

/** The phases that a next bulletin about an incident may have; none after the final one. */
export function nextPhases(last: BulletinPhase | null, status: IncidentStatus): BulletinPhase[] {
  return bulletinMachine.states.filter(phase => decideBulletin(last, phase, status, 'CCI').ok)
}

/** Whether an incident has bulletins and lacks the final one: it is not closed before. */
export function lacksFinal(last: BulletinPhase | null): boolean {
  return bulletinMachine.is.unfinished(last)
}

const grave: readonly Severity[] = ['HIGH', 'CRITICAL']

/** Hours after its publication at which a bank that has not acknowledged a bulletin is reminded (AFFECT-10). */
export function reminderHours(severity: Severity): readonly number[] {
  return grave.includes(severity) ? [4, 24] : [72]
}

/** How many of these reminders are due at a moment. */
export function remindersDue(severity: Severity, publishedAt: string, now: string): number {
  const hours = (Date.parse(now) - Date.parse(publishedAt)) / 3_600_000
  return reminderHours(severity).filter(after => after <= hours).length
}

/**
 * A number of banks that rests on what is theirs alone, as CCI and providers read it: nothing exact below five (D105).
 */
export const fewBanks = (banks: number): string => (banks < 5 ? 'menos de 5' : String(banks))
