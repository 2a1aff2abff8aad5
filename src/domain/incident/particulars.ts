import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'

/** How grave an incident is. */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type Severity = (typeof severities)[number]
export const severityLabels: Record<Severity, string> = texts({
  LOW: 'Baja',
  MEDIUM: 'Media',
  HIGH: 'Alta',
  CRITICAL: 'Crítica',
})

/** Types of incident, as Implementing Regulation (EU) 2025/302 lists them. */
export const incidentKinds = ['CYBERSECURITY', 'PROCESS', 'SYSTEM', 'EXTERNAL', 'PAYMENT', 'OTHER'] as const
export type IncidentKind = (typeof incidentKinds)[number]
export const incidentKindLabels: Record<IncidentKind, string> = texts({
  CYBERSECURITY: 'Ciberseguridad',
  PROCESS: 'Fallo de un proceso',
  SYSTEM: 'Fallo de un sistema',
  EXTERNAL: 'Suceso externo',
  PAYMENT: 'Relacionada con pagos',
  OTHER: 'Otra',
})

/** Services that one incident may name. */
export const SERVICES_MAX = 50

/** When an incident began, was noticed and ended; null: not known. Instants in UTC. */
export type IncidentTimes = { startedAt: string | null; detectedAt: string | null; endedAt: string | null }

/** The errors of these times, by field: none is in the future, and the end is not before the start (AFFECT-02). */
export function timeErrors(times: IncidentTimes, now: string): FieldErrors {
  const errors: FieldErrors = {}
  const at = (instant: string) => Date.parse(instant)
  for (const field of ['startedAt', 'detectedAt', 'endedAt'] as const) {
    const time = times[field]
    if (time !== null && at(time) > at(now)) errors[field] = t('Esta hora aún no ha llegado')
  }
  const { startedAt, endedAt } = times
  if (startedAt !== null && endedAt !== null && at(endedAt) < at(startedAt)) {
    errors.endedAt = t('El final no puede ser anterior al inicio')
  }
  return errors
}
