import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { listServiceFacts } from '#domain/participant/company/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { ImportChainModal } from '#web/participant/chain/ImportChainModal.tsx'
import { ServiceChain } from '#web/participant/chain/ServiceChain.tsx'
import { OutsideCompanies } from '#web/participant/company/OutsideCompanies.tsx'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

/** /chain: a provider declares and confirms who works for each of its services (CHAIN-01, CHAIN-09). */
export function ChainPage() {
  const id = useMe().idGenericEntity
  const [importing, setImporting] = useState(false)
  const { data, error, refetch } = useQuery(queryOptions(listServiceFacts, { params: { id } }))
  return (
    <>
      <PageHeader
        title={t('Subcontratación')}
        subtitle={t(
          'Quién trabaja para cada uno de sus servicios. Se declara una vez para todas las entidades y se confirma cada año.',
        )}
        actions={
          <Button leftSection={<IconFileImport />} onClick={() => setImporting(true)}>
            {t('Importar')}
          </Button>
        }
      />
      {error && !data ? (
        <ErrorState
          title={t('No se han podido leer sus servicios')}
          text={messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Loading height={320} label={t('Cargando sus servicios')} />
      ) : data.services.length === 0 ? (
        <EmptyState
          title={t('Todavía no tiene ningún servicio')}
          text={t('Envíe el informe de auditoría de un servicio y podrá declarar aquí quién trabaja para él.')}
          action={<UiLink href={paths.sendReport()}>{t('Enviar un informe')}</UiLink>}
        />
      ) : (
        data.services.map(({ serviceId, service }) => (
          <ServiceChain key={serviceId} providerId={id} serviceId={serviceId} service={service} />
        ))
      )}
      <OutsideCompanies />
      <ImportChainModal opened={importing} onClose={() => setImporting(false)} />
    </>
  )
}
