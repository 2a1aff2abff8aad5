import { Button } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { msg, t } from '#domain/language/translate.ts'
import type { RegisterIdentity } from '#domain/participant/company/company.ts'
import { otherCodeLabels, personTypeLabels } from '#domain/participant/company/company.ts'
import type { Completeness } from '#domain/participant/company/completeness.ts'
import { completenessOf, factsCompleteness, identityCompleteness } from '#domain/participant/company/completeness.ts'
import type { IdentityWire, ServiceFactsWire } from '#domain/participant/company/contract.ts'
import { listServiceFacts, readRegisterIdentity } from '#domain/participant/company/contract.ts'
import { typeText } from '#domain/participant/company/facts.ts'
import { countryName, countryNames } from '#domain/values/countries.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { IdentityModal } from '#web/participant/company/IdentityModal.tsx'
import { ServiceFactsModal } from '#web/participant/company/ServiceFactsModal.tsx'
import { useMay } from '#web/session/useMe.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { DescriptionList, type Fact } from '#web/ui/form/DescriptionList.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { notchesOf, ProgressNotches } from '#web/ui/rating/ProgressNotches.tsx'
import { type Column, DataTable } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './company.module.css'

const countText = ({ given, asked }: Completeness) => t`${given} de ${asked} datos`

type Props = { providerId: string }

/** 'Datos para el registro de sus clientes': asked once for all banks, and read by them (DORA-01, DORA-06). */
export function RegisterData({ providerId }: Props) {
  const params = { id: providerId }
  const identity = useQuery(queryOptions(readRegisterIdentity, { params }))
  const services = useQuery(queryOptions(listServiceFacts, { params }))
  const error = identity.error ?? services.error
  return (
    <Section title={t('DATOS PARA EL REGISTRO DE SUS CLIENTES')}>
      {identity.data && services.data ? (
        <Loaded providerId={providerId} identity={identity.data} services={services.data.services} />
      ) : error ? (
        <ErrorState
          text={messageOf(error)}
          onRetry={() => {
            void identity.refetch()
            void services.refetch()
          }}
        />
      ) : (
        <Loading height={220} label={t('Cargando los datos para el registro')} />
      )}
    </Section>
  )
}

type LoadedProps = { providerId: string; identity: IdentityWire; services: readonly ServiceFactsWire[] }

function Loaded({ providerId, identity, services }: LoadedProps) {
  const mayEdit = useMay('identity.manage')
  const [opened, setOpened] = useState<'identity' | ServiceFactsWire | null>(null)
  const all = completenessOf(identity as RegisterIdentity, services)
  const close = () => setOpened(null)
  return (
    <div className={`stack ${classes.data}`}>
      <p className="dim">
        {t(
          'Cada entidad presenta al supervisor un registro de sus contratos TIC. Estos datos se piden aquí una vez para todas las entidades. Ninguno es obligatorio: lo que falte se lo pedirá cada una.',
        )}
      </p>
      <div className={classes.progress}>
        <ProgressNotches fine notches={notchesOf(all.given, all.asked)} label={countText(all)} width={240} />
        <b>{countText(all)}</b>
      </div>
      <div className="row between wrap">
        <h3 className="label">
          {t('SU ORGANIZACIÓN')}{' '}
          <span className="dim">· {countText(identityCompleteness(identity as RegisterIdentity))}</span>
        </h3>
        {mayEdit ? (
          <Button size="xs" leftSection={<IconEdit />} onClick={() => setOpened('identity')}>
            {t('Editar la identificación')}
          </Button>
        ) : null}
      </div>
      <DescriptionList facts={factsOf(identity)} />
      <h3 className="label">{t('SUS SERVICIOS')}</h3>
      <DataTable
        label={t('Sus servicios, para el registro')}
        rows={services}
        rowKey={({ serviceId }) => serviceId}
        columns={[...serviceColumns, ...(mayEdit ? [editColumn(setOpened)] : [])]}
        empty={{ title: t('Todavía no hay ningún servicio'), text: t('Aparecerán aquí los que tengan una solicitud.') }}
      />
      {opened === 'identity' ? (
        <IdentityModal providerId={providerId} identity={identity} onClose={close} />
      ) : opened ? (
        <ServiceFactsModal providerId={providerId} facts={opened} onClose={close} />
      ) : null}
    </div>
  )
}

const missing = msg('Sin dato')

function factsOf(identity: IdentityWire): Fact[] {
  const { lei, leiRenewalOn, euid, otherCode, otherCodeType, personType, country, latinName, parent } = identity
  return [
    { label: 'LEI', value: lei ?? t(missing) },
    ...(lei ? [{ label: t('Renovación del LEI'), value: leiRenewalOn ? dayText(leiRenewalOn) : t(missing) }] : []),
    { label: 'EUID', value: euid ?? t(missing) },
    ...(otherCode && otherCodeType ? [{ label: t(otherCodeLabels[otherCodeType]), value: otherCode }] : []),
    { label: t('Clase de persona'), value: personType ? t(personTypeLabels[personType]) : t(missing) },
    { label: t('País de la sede'), value: country ? countryName(country) : t(missing) },
    { label: t('Nombre en letras latinas'), value: latinName || t(missing) },
    { label: t('Matriz última'), value: parent?.name ?? t('Su propia organización') },
  ]
}

const serviceColumns: readonly Column<ServiceFactsWire>[] = [
  {
    key: 'service',
    header: msg('SERVICIO'),
    cell: row => row.service,
    sub: row => countText(factsCompleteness(row)),
  },
  {
    key: 'ictType',
    header: msg('TIPO DE SERVICIO TIC'),
    cell: row => (row.ictType ? typeText(row.ictType) : <NoValue />),
  },
  {
    key: 'provisionCountries',
    header: msg('SE PRESTA DESDE'),
    cell: row => countryNames(row.provisionCountries) || <NoValue />,
  },
  {
    key: 'holdsData',
    header: msg('DATOS'),
    cell: row => (row.holdsData === null ? <NoValue /> : row.holdsData ? t('Guarda datos') : t('No guarda datos')),
    sub: row =>
      [
        row.storageCountries.length > 0 ? t`en ${countryNames(row.storageCountries)}` : null,
        row.processingCountries.length > 0 ? t`se tratan en ${countryNames(row.processingCountries)}` : null,
      ]
        .filter(Boolean)
        .join(' · '),
  },
]

const editColumn = (open: (row: ServiceFactsWire) => void): Column<ServiceFactsWire> => ({
  key: 'actions',
  header: t('Acciones'),
  actions: true,
  cell: row => (
    <RowActions
      of={row.service}
      actions={[{ label: t`Editar los datos de ${row.service}`, icon: <IconEdit />, onClick: () => open(row) }]}
    />
  ),
})
