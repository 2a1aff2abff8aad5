import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import type { Impact } from '#domain/incident/bulletin/bulletin.ts'
import { impactLabels } from '#domain/incident/bulletin/bulletin.ts'
import type { ClockMoments } from '#domain/incident/bulletin/clock.ts'
import { formatInstant } from '#domain/values/day.ts'

export const proposalLabels = labelsOf({ text: 'Texto propuesto' })

export const acknowledgementLabels = labelsOf({ impact: 'Impacto', shared: 'Compartir el impacto', note: 'Nota' })

export const acknowledgementFacts = ({
  impact,
  shared,
  note,
}: {
  impact: Impact
  shared: boolean
  note: string
}): FieldValues => ({ impact: impactLabels[impact], shared: shared ? 'Sí' : 'No', note })

export const momentLabels = {
  awareAt: 'Conocimiento del incidente',
  classifiedAt: 'Clasificación como grave',
  initialSentAt: 'Notificación inicial enviada',
  intermediateSentAt: 'Último informe intermedio enviado',
} as const satisfies Record<keyof ClockMoments, string>
export const moments = Object.keys(momentLabels) as (keyof ClockMoments)[]

export const clockLabels = labelsOf(momentLabels)

export const clockFacts = (given: Partial<ClockMoments>): FieldValues =>
  Object.fromEntries(
    moments.flatMap(moment => {
      const at = given[moment]
      return at === undefined ? [] : [[moment, at ? formatInstant(at) : '']]
    }),
  )
