import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import { incidentStatusLabels } from '#domain/incident/incident.ts'
import type { IncidentKind, IncidentTimes, Severity } from '#domain/incident/particulars.ts'
import { incidentKindLabels, severityLabels } from '#domain/incident/particulars.ts'
import type { IncidentStatus } from '#domain/states/incident.ts'
import { formatInstant } from '#domain/values/day.ts'

export const incidentFieldLabels = {
  title: 'Título',
  detail: 'Detalle',
  status: 'Estado',
  services: 'Servicios afectados',
  severity: 'Gravedad',
  kind: 'Tipo',
  startedAt: 'Inicio',
  detectedAt: 'Detección',
  endedAt: 'Final',
} as const
export const incidentLabels = labelsOf(incidentFieldLabels)

/** What an incident may say besides its words. Services by id. */
export type Particulars = IncidentTimes & {
  services: readonly string[]
  severity: Severity | null
  kind: IncidentKind | null
}

/** The same with the services by name. */
type NamedParticulars = Omit<Particulars, 'services'> & { services: readonly { name: string }[] }

/** These in words; only the given ones. */
function particularFacts(given: Partial<NamedParticulars>): FieldValues {
  const { services, severity, kind } = given
  const times = (['startedAt', 'detectedAt', 'endedAt'] as const).flatMap(field => {
    const at = given[field]
    return at === undefined ? [] : [[field, at ? formatInstant(at) : '']]
  })
  return {
    ...(services === undefined ? {} : { services: services.map(({ name }) => name).join('; ') }),
    ...(severity === undefined ? {} : { severity: severity ? severityLabels[severity] : '' }),
    ...(kind === undefined ? {} : { kind: kind ? incidentKindLabels[kind] : '' }),
    ...Object.fromEntries(times),
  }
}

export function incidentFieldValues({
  title,
  detail,
  status,
  ...particulars
}: Partial<NamedParticulars> & {
  title?: string
  detail?: string
  status?: IncidentStatus
}): FieldValues {
  return {
    ...(title === undefined ? {} : { title }),
    ...(detail === undefined ? {} : { detail }),
    ...(status === undefined ? {} : { status: incidentStatusLabels[status] }),
    ...particularFacts(particulars),
  }
}
