import { useQueries } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { BarRows } from '#web/start/picture/BarRows.tsx'

/** The stages of a request, from the first to the last. */
const stages = ['PENDING', 'ACCEPTED', 'QUALIFIED', 'LAPSED', 'EXPIRED', 'REJECTED'] as const

/** An evaluator's requests by stage (EXP-04). */
export function Stages() {
  const found = useQueries({
    queries: stages.map(status =>
      queryOptions(readOverview, { params: { kind: 'PROVIDER' }, query: { status, size: 1 } }),
    ),
  })
  const rows = stages.flatMap((status, index) => {
    const count = found[index]?.data?.totalElements
    if (count === undefined) return []
    return [{ key: status, label: t(statusLabels[status]), state: status, count, href: paths.providers({ status }) }]
  })
  if (rows.length < stages.length) return null
  return <BarRows label={t('Sus solicitudes por estado')} rows={rows} />
}
