import { ictTypeText, isIctType } from '#domain/participant/company/ict-type.ts'
import { NO_ICT } from '#domain/participant/company/service-facts.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { formatDay } from '#domain/values/day.ts'
import type { Gatherer } from '#server/supervision/reliance/facts/gathering.ts'
import { factOf } from '#server/supervision/reliance/facts/gathering.ts'

/** What the bank's own register says: the kind of service, and its own audits of it (condition b, ninth line). */
export const gatherRegister: Gatherer = async ({ lines, ictType }): Promise<Fact[]> => {
  const source = lines[0] ? (['register', lines[0].id] as const) : null
  // The register may have a type that only an edition that CCI loaded knows.
  const type =
    ictType === NO_ICT ? 'No es un servicio TIC' : ictType && isIctType(ictType) ? ictTypeText(ictType) : ictType
  const audits = [...new Set(lines.flatMap(({ ownAuditOn }) => ownAuditOn ?? []))].toSorted().toReversed()
  const latest = audits[0] ?? null
  return [
    factOf('b', 'ict-type', 'Tipo de servicio TIC', type, { source }),
    factOf('plan', 'own-audits', 'Auditorías propias anotadas', audits.map(formatDay).join(', '), {
      source,
      on: latest,
    }),
  ]
}
