import type { IncidentWire } from '#domain/incident/contract.ts'
import { instantOf, momentErrors, momentOf } from '#domain/incident/moment.ts'
import type { IncidentKind, Severity } from '#domain/incident/particulars.ts'

/** The optional facts of an incident, as the fields hold them. */
export type TypedParticulars = {
  services: string[]
  severity: Severity | null
  kind: IncidentKind | null
  startedAt: string
  detectedAt: string
  endedAt: string
}

export const typedParticulars = (incident: IncidentWire | null): TypedParticulars => ({
  services: incident?.services.map(({ id }) => id) ?? [],
  severity: incident?.severity ?? null,
  kind: incident?.kind ?? null,
  startedAt: momentOf(incident?.startedAt ?? null),
  detectedAt: momentOf(incident?.detectedAt ?? null),
  endedAt: momentOf(incident?.endedAt ?? null),
})

/** The errors of its times as they are typed. */
export const particularErrors = ({ startedAt, detectedAt, endedAt }: TypedParticulars) =>
  momentErrors({ startedAt, detectedAt, endedAt })

/** Those that differ from others, as a call sends them. */
export function changedParticulars(typed: TypedParticulars, base: TypedParticulars) {
  const moments = (['startedAt', 'detectedAt', 'endedAt'] as const).flatMap(field =>
    typed[field] === base[field] ? [] : [[field, instantOf(typed[field])]],
  )
  return {
    ...(typed.services.join() === base.services.join() ? {} : { services: typed.services }),
    ...(typed.severity === base.severity ? {} : { severity: typed.severity }),
    ...(typed.kind === base.kind ? {} : { kind: typed.kind }),
    ...(Object.fromEntries(moments) as Partial<Record<'startedAt' | 'detectedAt' | 'endedAt', string | null>>),
  }
}
