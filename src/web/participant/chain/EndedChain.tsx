import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { listSubcontracts } from '#domain/participant/chain/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { daysOf } from '#web/participant/chain/ChainTable.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { DetailLine } from '#web/ui/layout/DetailPanel.tsx'
import classes from './chain.module.css'

/** Read in one go: a chain has fewer. */
const ALL = 2000

/** What has ended in a chain: nothing declared is deleted (CHAIN-05). */
export function EndedChain({ providerId, serviceId }: { providerId: string; serviceId: string }) {
  const [opened, setOpened] = useState(false)
  const { data, error, refetch } = useQuery({
    ...queryOptions(listSubcontracts, {
      query: { idProvider: providerId, service: serviceId, standing: 'ENDED', size: ALL },
    }),
    enabled: opened,
  })
  return (
    <details className={classes.ended} onToggle={event => setOpened(event.currentTarget.open)}>
      <summary>{t('Terminadas')}</summary>
      {error ? <ErrorState text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {data?.content.map(row => (
        <DetailLine
          key={row.id}
          title={row.company.name}
          note={[daysOf(row), row.does, t`trabajaba para ${row.recipient}`].filter(Boolean).join(' · ')}
        />
      ))}
      {data?.content.length === 0 ? <p className="small dim">{t('Ninguna ha terminado.')}</p> : null}
    </details>
  )
}
