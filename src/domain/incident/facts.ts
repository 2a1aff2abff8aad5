import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import { incidentStatusLabels } from '#domain/incident/incident.ts'
import type { IncidentStatus } from '#domain/states/incident.ts'

export const incidentLabels = labelsOf({ title: 'Título', detail: 'Detalle', status: 'Estado' })

export function incidentFacts({
  title,
  detail,
  status,
}: {
  title?: string
  detail?: string
  status?: IncidentStatus
}): FieldValues {
  return {
    ...(title === undefined ? {} : { title }),
    ...(detail === undefined ? {} : { detail }),
    ...(status === undefined ? {} : { status: incidentStatusLabels[status] }),
  }
}
