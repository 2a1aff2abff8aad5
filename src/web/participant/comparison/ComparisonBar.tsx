import { IconScale } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '#domain/language/translate.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useCompared } from '#web/participant/comparison/useCompared.ts'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import classes from './comparison.module.css'

/** Providers chosen for the comparison, at the foot of the search; hidden while none is chosen. */
export function ComparisonBar({ rows }: { rows: readonly OverviewRow[] }) {
  const { ids, clear } = useCompared()
  const navigate = useNavigate()
  // Chosen providers stay chosen on other pages and filters, where no row shows their name.
  const named = new Map(rows.map(row => [row.idProvider, row.details.commercialName || row.provider]))
  const others = useQueries({
    queries: ids
      .filter(id => !named.has(id))
      .map(id => queryOptions(readParticipant, { params: { kind: 'provider', id } })),
  })
  for (const { data } of others) if (data) named.set(data.id, data.commercialName || displayName(data))
  if (ids.length === 0) return null
  const names = ids.map(id => named.get(id)).filter(name => name !== undefined)
  return (
    <FormFoot
      state={
        <>
          <span className={classes.names}>{t`Para comparar: ${new Intl.ListFormat('es').format(names)}`}</span>
          <span className={classes.count}>{t`Para comparar: ${ids.length}`}</span>
        </>
      }
      secondary={{
        label: t('Vaciar'),
        onClick: clear,
      }}
      primary={{
        label: t('Comparar'),
        leftIcon: <IconScale />,
        blocked: ids.length < 2 ? t('Elija otro proveedor para comparar') : null,
        onClick: () => void navigate({ to: paths.comparison(ids) }),
      }}
    />
  )
}
