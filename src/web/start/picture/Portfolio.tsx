import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { situationLabels, situations } from '#domain/supervision/use/situation.ts'
import { queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { BarRows } from '#web/start/picture/BarRows.tsx'
import { situationLooks } from '#web/supervision/use/SituationBadge.tsx'

/** A bank's portfolio: its services by how they meet what it requires of them (EXP-04). */
export function Portfolio() {
  const { data } = useQuery(queryOptions(listUses, { query: { size: 1 } }))
  if (!data) return null
  return (
    <BarRows
      label={t('Sus servicios frente a lo que exige')}
      rows={situations.map(situation => ({
        key: situation,
        label: t(situationLabels[situation]),
        state: situationLooks[situation],
        count: data.counts[situation],
        href: paths.requiredLevels({ situation }),
      }))}
    />
  )
}
